// What the arguments of one launch say, and whether a launch is one of those
// that its kernel was compiled for.
#ifndef PYK2PTX_RUNTIME_ARGUMENT_FACTS_H
#define PYK2PTX_RUNTIME_ARGUMENT_FACTS_H

#include "pyk2ptx/abi.h"
#include "pyk2ptx/argument.h"
#include "pyk2ptx/error.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace pyk2ptx {

/// The bytes from the first of an array's to behind its last; empty for an
/// array without elements.
struct MemoryRange {
  std::uint64_t begin = 0, end = 0;
};

/// What may be said of arguments, which are added one by one.
struct ArgumentFacts {
  /// None shares memory with another; false where it would take long to tell.
  bool areApart = true;
  /// As LaunchFacts::smallArrays.
  bool areSmall = true;
  /// All addresses, or-ed.
  std::uint64_t addresses = 0;
  decltype(LaunchFacts::lastExtents) lastExtents = {};
  decltype(LaunchFacts::sizeBits) sizeBits = {};

  /// `number`: which of the arguments it is.
  void add(std::size_t number, const Argument &argument);
  void add(std::size_t number, std::int64_t integer);
  void add(std::size_t number, const ArrayView &array);
  /// The same of an array that is nowhere yet.
  void addShape(std::size_t number, const std::int64_t *shape, int ndim,
                std::uint64_t itemSize);
  /// All of a kernel's parameter block, of info.paramBytes.
  void add(const KernelInfo &info, Span<const std::byte> params);

private:
  static constexpr std::size_t most = 16;
  MemoryRange ranges_[most];
  std::size_t count_ = 0;
};

/// Bytes of the elements of the largest array; 0: there is none.
[[nodiscard]] std::uint64_t largestArray(Span<const Argument> arguments);
/// The same of a parameter block.
[[nodiscard]] std::uint64_t largestArray(const KernelInfo &info,
                                         Span<const std::byte> params);

/// Whether a launch that can be has so many threads or more.
[[nodiscard]] bool hasThreads(Dim3 grid, Dim3 block, std::uint64_t least);
/// Along each axis less than 2**30 threads.
[[nodiscard]] bool isSmallGrid(Dim3 grid, Dim3 block);

/// Whether all of info.facts is true of a launch with these parameters.
[[nodiscard]] bool isFor(const KernelInfo &info, Dim3 grid, Dim3 block,
                         Span<const std::byte> params);
/// What of info.facts a launch with these parameters contradicts, as an error's
/// text; empty if nothing. `params` has info.paramBytes.
[[nodiscard]] std::string factsFault(const KernelInfo &info, Dim3 grid,
                                     Dim3 block, Span<const std::byte> params);

} // namespace pyk2ptx

#endif
