// The compiler as a library: Python text in, any of its products out.
#ifndef PYK2PTX_COMPILE_H
#define PYK2PTX_COMPILE_H

#include <pyk2ptx/abi.h>
#include <pyk2ptx/optimizations.h>

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
  /// The kernels are there once more for launches of which one of these is
  /// true: a runtime takes the first that is. Not with `debug`, -G or
  /// Bounds::Raise.
  std::vector<LaunchFacts> variants;
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
