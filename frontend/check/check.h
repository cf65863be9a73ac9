// check: syntax tree -> typed kernel IR.
#ifndef PYK2PTX_FRONTEND_CHECK_CHECK_H
#define PYK2PTX_FRONTEND_CHECK_CHECK_H

#include "frontend/evaluate/float_options.h"
#include "frontend/ir/ir.h"
#include "frontend/messages/diagnostics.h"
#include "frontend/parse/source_loader.h"
#include "frontend/parse/syntax.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pyk2ptx {

class CheckObserver;

/// Types for one kernel that states none, beyond what `--sig` says.
struct KernelTypes {
  std::string kernel;
  std::vector<Type> types;
  /// Parameters that are given a function, by its name; their type is None's.
  std::vector<std::pair<std::size_t, std::string>> functions = {};
};

struct CheckOptions {
  /// `--sig` texts: "k(float32[:,::1], int64)".
  std::vector<std::string> signatures;
  /// The same by type, as `run` has them from its arguments.
  std::vector<KernelTypes> kernelTypes;
  /// -D NAME=VALUE, VALUE a Python expression of constants.
  std::vector<std::pair<std::string, std::string>> defines;
  /// Assertions exist, and what is raised is reported.
  bool debug = false;
  /// What the command line says of float32 arithmetic.
  FloatOptions floats;
  /// Defaults for kernels that do not say: --noalias, --max-registers,
  /// --launch-bounds.
  bool noAlias = false;
  std::uint32_t maxRegisters = 0, maxThreads = 0, minBlocks = 0;
  /// Threads of every launch's blocks; 0: not known.
  std::uint32_t blockThreads = 0;
  /// An index outside of a tuple is reported, as arrays' are.
  bool raiseBounds = false;
  /// Whose rules give types to arithmetic, where `cuda.jit` does not say.
  Typing typing = Typing::Python;
  /// Compile only the kernel of this name; "" is all.
  std::string onlyKernel;
  /// `--export` texts: "f(float32, int64)", or "f" for a function that states
  /// its types; and whether they get numba's convention instead of C's.
  std::vector<std::string> exports;
  bool exportNumba = false;
  /// Finds imported project files; null follows no imports.
  SourceLoader *loader = nullptr;
  /// Is told what is found (observer.h). With one, kernels without types and
  /// functions without calls are checked for those that they seem to have, too.
  CheckObserver *observer = nullptr;
};

struct CapturedProgram;

/// The same for functions that a running program holds: `trees` are those of
/// its functions' texts (captured.h).
[[nodiscard]] std::optional<ir::Module>
checkCaptured(const std::vector<syntax::Module> &trees,
              const CapturedProgram &program, const CheckOptions &options,
              Diagnostics &diagnostics);

/// Finds the kernels of the file and makes typed IR of each and of the device
/// functions that they call. Null when `diagnostics` got an error. After it
/// there are no user errors in what is compiled.
[[nodiscard]] std::optional<ir::Module> check(const syntax::Module &module,
                                              const CheckOptions &options,
                                              Diagnostics &diagnostics);

} // namespace pyk2ptx

#endif
