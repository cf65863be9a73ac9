// What is true of every launch of a kernel that was compiled for it.
#ifndef PYK2PTX_LAUNCH_FACTS_H
#define PYK2PTX_LAUNCH_FACTS_H

#include <algorithm>
#include <array>
#include <cstdint>

namespace pyk2ptx {

/// What is true of every launch of a kernel. Its PTX says so, and a launch of
/// which it is not true is refused; who launches by the driver alone sees to
/// it.
struct LaunchFacts {
  /// Arrays that are arguments share no memory with each other. Unlike
  /// CompileOptions::noAlias it says nothing of memory that a kernel reaches in
  /// other ways.
  bool noAlias = false;
  /// Each array has less than smallLimit bytes, and each of its extents is less
  /// than that.
  bool smallArrays = false;
  /// 2 GiB less 1 KiB: extents have 31 bits, and so have the integers of the
  /// float32 that one is rounded to.
  static constexpr std::int64_t smallLimit = (std::int64_t{1} << 31) - 1024;
  /// If the block is known: so many blocks that there are less than 2**30
  /// threads along each axis, and sums of their indices and small numbers less
  /// than 2**31.
  bool smallGrid = false;
  /// Launches have manyThreads or more. Nothing is compiled otherwise for it:
  /// smaller ones would leave a GPU idle where one thread does the work of
  /// several, and take another kernel.
  bool isLarge = false;
  /// Four times what the largest GPUs of 2026 run at once, and no less than
  /// smaller ones need.
  static constexpr std::uint64_t manyThreads = std::uint64_t{1} << 20;
  /// Addresses of arrays are multiples of so many bytes, a power of two; 0: of
  /// their elements' alignment.
  std::uint32_t alignment = 0;
  /// Threads of a block along x, y and z; 0: not known.
  std::uint32_t block[3] = {};
  /// How many of a block's threads one may do the work of, if the block is
  /// known: the compiler decides whether it does (KernelInfo::coarsening).
  std::uint32_t perThread = 0;
  /// Of each argument, an array of several axes: the last one's extent; 0: not
  /// known. Arguments are those of the ABI (KernelInfo::args), as many as there
  /// is room for.
  std::array<std::uint8_t, 16> lastExtents = {};
  /// Of each argument, an integer of 32 or 64 bits: it is not negative, and no
  /// more than 2 to the power of so many, 30 at most; an array of several axes:
  /// its extents are no more than that. 0: not known.
  std::array<std::uint8_t, 16> sizeBits = {};

  [[nodiscard]] bool hasLastExtents() const {
    return lastExtents != decltype(lastExtents){};
  }
  [[nodiscard]] bool hasSizeBits() const {
    return sizeBits != decltype(sizeBits){};
  }
  [[nodiscard]] bool any() const {
    return noAlias || smallArrays || smallGrid || isLarge || alignment ||
           block[0] || hasLastExtents() || hasSizeBits();
  }
  /// Of an array of a launch, what lastExtents may say of it: colours of a
  /// pixel, coordinates of a point. A matrix of more columns may be one of many
  /// shapes, each of which would be compiled for.
  [[nodiscard]] static std::uint8_t shortLastExtent(const std::int64_t *shape,
                                                    int ndim) {
    bool isShort = ndim > 1 && shape[ndim - 1] >= 2 && shape[ndim - 1] <= 4;
    return isShort ? static_cast<std::uint8_t>(shape[ndim - 1]) : 0;
  }
  /// Of an integer of a launch, what sizeBits may say of it. There are three
  /// kinds, so that launches of a few sizes are alike: what is a place in an
  /// image's plane, in all its colours, has 31 bits if each of two sides has
  /// 14, and so has one in a space whose three sides have 10.
  [[nodiscard]] static std::uint8_t bitsOfSize(std::int64_t value) {
    for (int bits : {10, 14, 30})
      if (value >= 0 && value <= std::int64_t(1) << bits)
        return static_cast<std::uint8_t>(bits);
    return 0;
  }
  /// The same of an array, by its largest extent. Vectors are of many lengths.
  [[nodiscard]] static std::uint8_t bitsOfSizes(const std::int64_t *shape,
                                                int ndim) {
    return ndim > 1 ? bitsOfSize(*std::max_element(shape, shape + ndim)) : 0;
  }
};

} // namespace pyk2ptx

#endif
