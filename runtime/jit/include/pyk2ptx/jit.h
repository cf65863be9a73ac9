// Kernels compiled at run time, from C++17: Python text in, launches out, on a
// GPU or on the CPU device by the same call. No LLVM in this header.
//
//   pyk2ptx::JitFunction saxpy(R"(
//   from pyk2ptx import cuda
//   @cuda.jit
//   def saxpy(a, x, y):
//       i = cuda.grid(1)
//       y[i] += a * x[i]
//   )", "saxpy");
//   pyk2ptx::JitDevice device = pyk2ptx::JitDevice::cpu();
//   saxpy.launch(device, {grid, block}, 2.0f, arrayView(x, {n}),
//                arrayView(y, {n})).value();
//
// Three layers, each usable without those above it:
//   compileProgram   a program and the kernel's types -> JitUnit: PTX or host
//                    code, facts, messages
//   JitKernel        a unit's kernel on a device, ready to launch
//   JitFunction      a program whose kernel is compiled for the arguments that
//                    it is launched with, once for each combination of types
//
// Everything may be used from any thread. Handles are copied cheaply and keep
// alive what they need.
#ifndef PYK2PTX_JIT_H
#define PYK2PTX_JIT_H

#include "pyk2ptx/captured.h"
#include "pyk2ptx/compile.h"
#include "pyk2ptx/runtime.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {

namespace detail {
struct JitDeviceState;
struct JitFunctionState;
struct JitKernelState;
struct JitLauncherState;
struct HostUnit;
} // namespace detail
class ProjectFiles;

/// Which facts of a launch kernels are compiled for beside its types. Launches
/// of many threads are looked at, and take the variant that is right for them;
/// what is true of the first is compiled with it. After a few variants, and for
/// all other launches, there is the kernel that is right for any.
struct JitVariants {
  /// Whether the arrays share memory.
  bool noAlias = true;
  /// Whether they are small enough for 32-bit arithmetic.
  bool smallArrays = true;
  /// Whether they begin at multiples of 16 bytes.
  bool alignment = true;
  /// The block's dimensions: a variant for each.
  bool block = true;
  /// The last axis of an array of several, if it is short, as that of colours
  /// or of coordinates is: a variant for each extent from 2 to 4.
  bool lastExtents = true;
  /// How large integers of 32 and 64 bits and the extents of arrays of several
  /// axes are: from 0 to 2**10, 2**14 or 2**30. Of launches that differ in that
  /// alone the third has no such facts.
  bool sizes = true;
  /// How many of a known block's threads one may do the work of; 0 or 1: none
  /// but its own.
  std::uint32_t perThread = 4;
  /// Launches of fewer threads have no variants, but for those with an array of
  /// eight bytes for each of so many: they have all facts but their block. 0: a
  /// GPU's of less than 2**20, and all of the CPU device.
  /// PYK2PTX_VARIANT_THREADS=1 is this for all of a process.
  std::uint64_t leastThreads = 0;
  /// Every launch waits for its variant to be compiled. Otherwise a process's
  /// first may; all others take the kernel for all launches until another
  /// thread has compiled theirs: what they compute is the same, how long they
  /// take depends on when that is. PYK2PTX_WAIT_FOR_VARIANTS=1 is this for all
  /// of a process.
  bool waits = false;

  bool any() const {
    return noAlias || smallArrays || alignment || block || lastExtents || sizes;
  }
  [[nodiscard]] static JitVariants none() {
    return {false, false, false, false, false, false, 0, 0, false};
  }
};

/// How a program is compiled. Of a kernel in a file, what its decorator says
/// comes first.
struct JitSettings {
  /// 0 to 3.
  int optLevel = 3;
  BoundsMode bounds = BoundsMode::Guard;
  /// Assertions exist and what a kernel raises is reported. (debug=True of
  /// numba's is this with BoundsMode::Raise.)
  bool debug = false;
  /// Source lines in the PTX, and all that a debugger wants.
  bool lineInfo = false;
  bool debugInfo = false;
  bool fmad = true;
  bool fastMath = false;
  std::optional<bool> ftz, precDiv, precSqrt;
  /// "python" or "numba".
  std::string typing = "python";
  /// The kernel's arrays do not overlap: the caller's promise.
  bool noAlias = false;
  /// What is true of every launch: the caller's promise too.
  LaunchFacts facts;
  /// Threads of the blocks of launches, for kernels whose code asks for them
  /// (KernelInfo::asksForBlock); 0: not known.
  std::uint32_t blockThreads = 0;
  /// JitFunction's, and JitLauncher's.
  JitVariants variants;
  /// 0: not limited.
  std::uint32_t maxRegisters = 0;
  /// launch_bounds: threads a block, blocks a multiprocessor. 0: not given.
  std::uint32_t maxThreads = 0, minBlocks = 0;
  /// Files that define external functions.
  std::vector<std::string> links;
  /// Where project files that a file's text imports are looked for, before the
  /// text's own folder (CapturedFunction::path): -I of the command line.
  std::vector<std::string> importFolders;
  /// Path of libdevice.10.bc; "" searches.
  std::string libdevice;
  /// CPU device: what is watched while the kernel runs.
  HostChecks checks;
  /// Also make these texts: the typed IR (inspect_types), LLVM's before and
  /// after optimization (inspect_llvm). On the CPU device there is the last
  /// alone.
  bool keepIr = false;
  bool keepLlvm = false;
  bool keepOptimized = false;
  /// Units are kept on disk (compileCached), in this folder; "" is
  /// PYK2PTX_CACHE_DIR, or pyk2ptx in the user's folder of caches.
  /// PYK2PTX_CACHE=0 turns it off for a process.
  bool useCache = true;
  std::string cacheFolder;
  /// A GPU's driver links each unit's PTX to a cubin, which is kept beside the
  /// unit; so does PYK2PTX_CACHE_CUBINS=1. For where the driver's own cache is
  /// off or lost: what is compiled to be linked may be slower than what the
  /// driver makes of PTX.
  bool cacheCubins = false;
};

/// A place in the source, counted from 1; line 0: no place.
struct JitPlace {
  std::string file;
  std::uint32_t line = 0, column = 0, endLine = 0, endColumn = 0;
};

struct JitNote {
  JitPlace place;
  std::string text;
};

/// A message of the compiler or of a check.
struct JitDiagnostic {
  /// "error", "warning", "note"
  std::string severity;
  /// The [Kind]: "UnknownName".
  std::string kind;
  std::string text;
  JitPlace place;
  std::vector<JitNote> notes;
};

/// Messages; `text` is what the command line prints of them.
struct JitReport {
  std::string text;
  std::vector<JitDiagnostic> diagnostics;
};

/// A program compiled for one architecture; never changed.
struct JitUnit {
  /// Whether there is code; else `report` says why not.
  bool valid = false;
  /// "sm_90", or "cpu".
  std::string arch;
  /// Errors, or the warnings of what was compiled.
  JitReport report;
  /// With its ABI in the head; "" for the CPU device.
  std::string ptx;
  ModuleInfo info;
  /// CapturedProgram::exported's.
  std::vector<ExportedFunction> exports;
  /// The kernel's parameters that are records by value, and that it may store
  /// to: CapturedProgram::recordPlaces lets such stores reach the caller.
  std::vector<std::uint32_t> writtenRecords;
  /// What the settings asked to keep.
  std::string ir, llvm, optimized;
  /// Where libdevice was found; "" when it was not needed.
  std::string libdevice;
  /// Files that the PTX is to be linked with.
  std::vector<std::string> links;
  /// All files that were read beside the program's texts: imported project
  /// files, links, libdevice.
  std::vector<std::string> filesRead;
  /// What imports led to; null where nothing is imported, and from disk.
  std::shared_ptr<const ProjectFiles> imports;
  /// It comes from the cache on disk; `times` is empty then.
  bool fromDisk = false;
  /// The cache that it is kept in, for its machine code too; "" is none.
  std::string cacheFolder;
  bool cacheCubins = false;
  std::vector<PhaseTime> times;
  /// The CPU device's code.
  std::shared_ptr<const detail::HostUnit> host;

  /// CompileError, with `report` as its text. Only of what is not valid.
  [[nodiscard]] Error error() const;
};

/// Compiles the program's kernel for `arch`: "sm_90", or "cpu". Never null.
[[nodiscard]] std::shared_ptr<const JitUnit>
compileProgram(const CapturedProgram &program, const std::string &arch,
               const JitSettings &settings = {});

/// Whether the program's kernel is right, for whatever device: a unit without
/// code, whose report says what is wrong. Never null.
[[nodiscard]] std::shared_ptr<const JitUnit>
checkProgram(const CapturedProgram &program, const JitSettings &settings = {});

/// The same as compileProgram, but taken from the cache on disk if it is there,
/// and else put there. Whatever is wrong with the cache, the unit is right:
/// what cannot be read or written is compiled, as is code of the CPU device
/// with checks, lines or debug information.
[[nodiscard]] std::shared_ptr<const JitUnit>
compileCached(const CapturedProgram &program, const std::string &arch,
              const JitSettings &settings = {});
/// Why nothing is kept on disk; "" when it is.
[[nodiscard]] std::string cacheProblem(const JitSettings &settings = {});

/// A GPU or the CPU device.
class JitDevice {
public:
  JitDevice(const Device &gpu);
  /// `workers` 0 is the process's own CPU device, with PYK2PTX_CPU_THREADS
  /// threads or one a core; another number makes a new one.
  [[nodiscard]] static JitDevice cpu(unsigned workers = 0);

  [[nodiscard]] bool isCpu() const;
  /// Null for the CPU device.
  [[nodiscard]] const Device *gpu() const;
  /// What to compile for: "cpu", or the newest architecture that the GPU runs.
  [[nodiscard]] Result<std::string> arch() const;

  [[nodiscard]] const std::shared_ptr<detail::JitDeviceState> &state() const {
    return state_;
  }

private:
  explicit JitDevice(std::shared_ptr<detail::JitDeviceState> state);
  std::shared_ptr<detail::JitDeviceState> state_;
};

/// A compiled kernel on a device.
///
/// On the CPU device addresses are the host's, streams mean nothing, and a
/// launch returns when the grid has run, with what it raised. If the unit was
/// compiled with checks and they find errors, that is a CheckError, whose
/// `detail` is the whole report.
class JitKernel {
public:
  explicit JitKernel(std::shared_ptr<detail::JitKernelState> state);

  /// The unit's kernel of this name, or its first. On a GPU the PTX is loaded,
  /// and linked first where it needs to be.
  [[nodiscard]] static Result<JitKernel>
  load(const JitDevice &device, const std::shared_ptr<const JitUnit> &unit,
       const std::string &name = "");

  [[nodiscard]] const KernelInfo &info() const;
  [[nodiscard]] const std::shared_ptr<const JitUnit> &unit() const;
  /// The GPU's kernel (attributes, occupancy); null on the CPU device.
  [[nodiscard]] const Kernel *gpu() const;

  /// Queues a launch on `stream`; null is the device's default stream.
  [[nodiscard]] Result<void>
  launchArguments(const LaunchConfig &config, Span<const Argument> arguments,
                  const Stream *stream = nullptr) const;
  /// The same with a parameter block by the ABI (packArguments).
  [[nodiscard]] Result<void> launchPacked(const LaunchConfig &config,
                                          Span<const std::byte> params,
                                          const Stream *stream = nullptr) const;
  /// On the CPU device: what the checks found, warnings too, goes to `report`,
  /// and is no error of the launch.
  [[nodiscard]] Result<void> launchChecked(const LaunchConfig &config,
                                           Span<const std::byte> params,
                                           JitReport &report) const;

  template <typename... Args>
  [[nodiscard]] Result<void> launch(const LaunchConfig &config,
                                    const Args &...args) const {
    if constexpr (sizeof...(args) == 0) {
      return launchArguments(config, {});
    } else {
      const Argument arguments[] = {Argument(args)...};
      return launchArguments(config, arguments);
    }
  }
  template <typename... Args>
  [[nodiscard]] Result<void> launch(const Stream &stream,
                                    const LaunchConfig &config,
                                    const Args &...args) const {
    if constexpr (sizeof...(args) == 0) {
      return launchArguments(config, {}, &stream);
    } else {
      const Argument arguments[] = {Argument(args)...};
      return launchArguments(config, arguments, &stream);
    }
  }

private:
  std::shared_ptr<detail::JitKernelState> state_;
};

/// A kernel that was compiled for all launches, and its variants for some: for
/// whoever compiles by the types' text and launches then.
class JitLauncher {
public:
  /// `kernel` is what `device` loaded of `program` and `settings`.
  JitLauncher(JitKernel kernel, const JitDevice &device,
              CapturedProgram program, JitSettings settings);

  [[nodiscard]] const JitKernel &kernel() const;
  /// The kernel to launch with such arguments: a variant, which the first
  /// launch of its kind has compiled (JitVariants::waits), or kernel(). Lives
  /// as long as this. A stream that is being captured gets what is there.
  [[nodiscard]] const JitKernel &choose(const LaunchConfig &config,
                                        Span<const Argument> arguments,
                                        const Stream *stream = nullptr) const;
  /// The same by a parameter block (packArguments).
  [[nodiscard]] const JitKernel &choose(const LaunchConfig &config,
                                        Span<const std::byte> params,
                                        const Stream *stream = nullptr) const;

  /// Launches what choose() gives. Where a block's threads want more registers
  /// than the GPU has, that is compiled again for so many threads, as with
  /// `maxThreads`, unless the settings limit threads or registers themselves.
  [[nodiscard]] Result<void>
  launchArguments(const LaunchConfig &config, Span<const Argument> arguments,
                  const Stream *stream = nullptr) const;
  [[nodiscard]] Result<void> launchPacked(const LaunchConfig &config,
                                          Span<const std::byte> params,
                                          const Stream *stream = nullptr) const;

private:
  std::shared_ptr<detail::JitLauncherState> state_;
};

/// The types of `arguments` in numba's spelling, as CapturedProgram::types has
/// them: "float32[:, ::1], int64, float". Numbers are Python's: a double is
/// `float`. TypeError for a record, whose fields nobody tells here.
[[nodiscard]] Result<std::string> spellTypes(Span<const Argument> arguments);

/// A kernel that is compiled for the types that it meets.
class JitFunction {
public:
  /// `program.types` is not read.
  explicit JitFunction(CapturedProgram program, JitSettings settings = {});
  /// The kernel `name` of a file's text.
  JitFunction(std::string text, std::string name, JitSettings settings = {});
  /// The kernel `name` of a file, which is read here; what it imports is read
  /// when it is compiled. OSError.
  [[nodiscard]] static Result<JitFunction> fromFile(const std::string &path,
                                                    std::string name,
                                                    JitSettings settings = {});

  /// The kernel for such arguments on `device`, compiled if it is not yet:
  /// other threads that want the same wait for it, those that have theirs go
  /// on. What the compiler refuses is a CompileError. Variants are for launches
  /// of this class alone: this is the kernel for all launches.
  [[nodiscard]] Result<JitKernel>
  specialize(const JitDevice &device, Span<const Argument> arguments) const;
  /// The kernel for types in numba's spelling.
  [[nodiscard]] Result<JitKernel> specialize(const JitDevice &device,
                                             const std::string &types) const;
  /// What specialize has compiled so far.
  [[nodiscard]] std::vector<JitKernel> specializations() const;

  [[nodiscard]] Result<void>
  launchArguments(const JitDevice &device, const LaunchConfig &config,
                  Span<const Argument> arguments,
                  const Stream *stream = nullptr) const;
  template <typename... Args>
  [[nodiscard]] Result<void> launch(const JitDevice &device,
                                    const LaunchConfig &config,
                                    const Args &...args) const {
    if constexpr (sizeof...(args) == 0) {
      return launchArguments(device, config, {});
    } else {
      const Argument arguments[] = {Argument(args)...};
      return launchArguments(device, config, arguments);
    }
  }

private:
  std::shared_ptr<detail::JitFunctionState> state_;
};

} // namespace pyk2ptx

#endif
