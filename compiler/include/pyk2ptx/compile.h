// The compiler as a library: Python text in, any of its products out.
#ifndef PYK2PTX_COMPILE_H
#define PYK2PTX_COMPILE_H

#include <pyk2ptx/abi.h>
#include <pyk2ptx/optimizations.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pyk2ptx {

class Diagnostics;
struct CapturedProgram;
class Source;
class SourceLoader;
struct KernelTypes;
enum class Typing : std::uint8_t;

/// How an index outside its array is treated.
enum class BoundsMode : std::uint8_t { Guard, Raise, None };

/// What the CPU device watches while a kernel runs; the GPU knows none of it.
struct HostChecks {
  /// Indices outside their axis; they have the effect of Bounds::Guard.
  bool bounds = false;
  /// Accesses of one element by two threads that nothing orders.
  bool races = false;
  /// Barriers that not all threads come to, or not to the same one.
  bool barriers = false;
  /// Shared and local elements, and variables, that are read before any write.
  bool uninit = false;

  bool any() const { return bounds || races || barriers || uninit; }
};

/// What is true of every launch of the module's kernels; whoever launches sees
/// to it.
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

struct CompileOptions {
  /// "sm_75" ... ; default is what every later GPU loads.
  std::string arch = "sm_75";
  /// 0 to 3.
  int optLevel = 3;
  /// Which of ours run, of those that the level has.
  Optimizations optimizations;
  BoundsMode bounds = BoundsMode::Guard;
  /// Assertions exist; what a kernel raises is reported, and so are an
  /// integer's division by zero and a range's step of zero.
  bool debug = false;
  /// Source lines in the PTX (.loc), for profilers.
  bool lineInfo = false;
  /// -G: all that a debugger wants (DWARF) in the PTX.
  bool debugInfo = false;
  /// Defaults for kernels that do not say these things themselves: their array
  /// arguments do not overlap; registers a thread; threads a block and blocks a
  /// multiprocessor. 0 is none.
  bool noAlias = false;
  std::uint32_t maxRegisters = 0, maxThreads = 0, minBlocks = 0;
  LaunchFacts facts;
  /// Threads of the blocks that a kernel which asks for them is for; 0: not
  /// known. A kernel that does not ask is for any.
  std::uint32_t blockThreads = 0;
  /// --link: files that define external functions. LLVM bitcode (.bc, .ll)
  /// becomes part of the module, what else there is CompileResult::links has.
  std::vector<std::string> links;
  /// Contract a * b + c into one rounding.
  bool fmad = true;
  /// nvcc's -use_fast_math for kernels that do not say fastmath= themselves.
  bool fastMath = false;
  /// Flush subnormal float32 to zero; divisions and square roots of float32
  /// correctly rounded. What is not given follows a kernel's fast math.
  std::optional<bool> ftz, precDiv, precSqrt;
  /// Whose rules give types to arithmetic; Python's is the first.
  Typing typing = Typing();
  /// The next four are for compileForHost.
  HostChecks checks;
  /// Counts how often each line runs.
  bool coverage = false;
  /// Lets a launch tell what one thread does.
  bool trace = false;
  /// Lets a launch choose the order in which threads run.
  bool schedulable = false;
  /// "k(float32[:,::1], int64)", each for a kernel that states no types.
  std::vector<std::string> signatures;
  /// Types for lazily typed kernels, as `run` has them (check.h).
  std::vector<KernelTypes> *kernelTypes = nullptr;
  /// NAME, VALUE pairs of -D.
  std::vector<std::pair<std::string, std::string>> defines;
  /// "f(float32, int64)", or "f" for one that states its types: device
  /// functions that code of other compilers calls, by C's convention or
  /// numba's.
  std::vector<std::string> exports;
  bool exportNumba = false;
  /// Only this kernel; "" is all.
  std::string onlyKernel;
  /// Path of libdevice.10.bc; "" searches (libdevice.h).
  std::string libdevice;
  /// The sources are the texts of this program's functions (captured.h).
  const CapturedProgram *captured = nullptr;
  /// Finds imported project files (source_loader.h); null follows no imports.
  SourceLoader *loader = nullptr;
};

/// The products, each made only when asked for.
enum class Product : std::uint8_t { Syntax, Ir, Llvm, LlvmOpt, Ptx, Manifest };

/// A phase and what it took.
struct PhaseTime {
  std::string phase;
  double milliseconds;
};

/// An exported device function.
struct ExportedFunction {
  /// As Python knows it, and as others call it.
  std::string name, symbol;
  /// The type of its result in numba's spelling; "none".
  std::string result;
};

struct CompileResult {
  /// Text of each product that was asked for, by its place in `products`.
  std::vector<std::string> texts;
  /// The kernels' parameters and the report sites.
  ModuleInfo info;
  std::vector<ExportedFunction> exports;
  /// Parameters of the kernels that are records by value, and that the kernel
  /// may store to (written_records.h).
  std::vector<std::uint32_t> writtenRecords;
  std::vector<PhaseTime> times;
  /// Where libdevice was found; "" when it was not needed.
  std::string libdevice;
  /// Files that define what the PTX declares: it is to be linked with them.
  std::vector<std::string> links;
  /// All files that were read beside the sources.
  std::vector<std::string> filesRead;
};

/// Compiles one or several sources into one module. Null when `diagnostics` got
/// an error. The result depends on nothing but the arguments and libdevice's
/// bytes: same input, same bytes.
[[nodiscard]] std::optional<CompileResult>
compile(const std::vector<const Source *> &sources,
        const CompileOptions &options, const std::vector<Product> &products,
        Diagnostics &diagnostics);

} // namespace pyk2ptx

#endif
