// libdevice: NVIDIA's math functions as LLVM bitcode, found at run time.
#ifndef PYK2PTX_COMPILER_LIBDEVICE_H
#define PYK2PTX_COMPILER_LIBDEVICE_H

#include "../frontend/diagnostics.h"

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

struct LinkOptions {
  const Arch *arch = nullptr;
  /// Flush subnormal float32 to zero.
  bool ftz = false;
};

/// Adds the functions that the module calls, and what they call, as internal
/// functions; nothing else of the file is read. Square roots and divisions in
/// them are exact. False when `diagnostics` got an error.
[[nodiscard]] bool linkLibdevice(llvm::Module &module, const std::string &path,
                                 const LinkOptions &options,
                                 Diagnostics &diagnostics);

/// The Python name of the first function that needs libdevice: "math.sin".
[[nodiscard]] std::string libdeviceUser(const llvm::Module &module);

} // namespace pyk2ptx

#endif
