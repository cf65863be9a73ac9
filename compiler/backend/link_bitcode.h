// LLVM bitcode of others, made part of the module before it is optimized, so
// that its functions are inlined.
#ifndef PYK2PTX_COMPILER_BACKEND_LINK_BITCODE_H
#define PYK2PTX_COMPILER_BACKEND_LINK_BITCODE_H

#include "compiler/target/target.h"
#include "frontend/ir/ir.h"
#include "frontend/messages/diagnostics.h"

#include <pyk2ptx/compile.h>

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace pyk2ptx {

/// Adds what `module` declares and `library` defines, and what that needs, as
/// internal functions. What went wrong, or "".
[[nodiscard]] std::string linkNeeded(llvm::Module &module,
                                     std::unique_ptr<llvm::Module> library);

/// The files of link= and --link, each once. A relative path is looked for
/// beside the source that names it, then from where the program runs.
[[nodiscard]] std::vector<ir::LinkedFile>
resolveLinks(const ir::Module &module, const CompileOptions &options);

/// .bc or .ll
[[nodiscard]] bool isBitcode(const std::string &path);

/// Links the bitcode among `links`. On the GPU `others` gets the paths of the
/// rest; the CPU device has no use for those. False after an error.
[[nodiscard]] bool linkFiles(llvm::Module &module,
                             const std::vector<ir::LinkedFile> &links,
                             TargetDevice device,
                             std::vector<std::string> &others,
                             Diagnostics &diagnostics);

/// The CPU device: all that is called must be defined, and without a GPU's
/// instructions. False after an error.
[[nodiscard]] bool checkDefined(const llvm::Module &module,
                                const ir::Module &source,
                                Diagnostics &diagnostics);

} // namespace pyk2ptx

#endif
