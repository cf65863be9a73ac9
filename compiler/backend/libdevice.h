// libdevice: NVIDIA's math functions as LLVM bitcode, found at run time.
#ifndef PYK2PTX_COMPILER_BACKEND_LIBDEVICE_H
#define PYK2PTX_COMPILER_BACKEND_LIBDEVICE_H

#include "frontend/ir/ir.h"
#include "frontend/messages/diagnostics.h"

#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace pyk2ptx {

struct Arch;

struct LibdeviceSearch {
  /// "" when nothing was found.
  std::string path;
  /// In the order of the search, `path` included.
  std::vector<std::string> tried;
};

/// Looks, in this order: `given` (--libdevice) or else the environment's
/// PYK2PTX_LIBDEVICE, which are taken unseen; beside this program;
/// CUDA_PATH and CUDA_HOME; the nvidia wheels of VIRTUAL_ENV; CONDA_PREFIX;
/// beside the ptxas of PATH; /usr/local/cuda; Debian's place.
[[nodiscard]] LibdeviceSearch findLibdevice(const std::string &given);

/// Whether the module calls a function of libdevice.
[[nodiscard]] bool needsLibdevice(const llvm::Module &module);

/// What a caller of float mode `mode` calls libdevice's __nv_`name`: a suffix
/// tells linkLibdevice which variant it is to have.
[[nodiscard]] std::string libdeviceSymbol(const std::string &name,
                                          const ir::FloatMode &mode);

/// Adds the functions that the module calls, and what they call, as internal
/// functions, once for each float mode; nothing else of the file is read. False
/// when `diagnostics` got an error.
[[nodiscard]] bool linkLibdevice(llvm::Module &module, const std::string &path,
                                 const Arch &arch, Diagnostics &diagnostics);

/// The Python name of the first function that needs libdevice: "math.sin".
[[nodiscard]] std::string libdeviceUser(const llvm::Module &module);

} // namespace pyk2ptx

#endif
