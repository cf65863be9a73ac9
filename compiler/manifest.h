// The manifest: what a host must know to launch the kernels, as JSON.
#ifndef PYK2PTX_COMPILER_MANIFEST_H
#define PYK2PTX_COMPILER_MANIFEST_H

#include "frontend/ir/ir.h"

#include <pyk2ptx/abi.h>

#include <string>
#include <vector>

namespace pyk2ptx {

/// `info` is that of the modules' kernels, in their order. The text ends with a
/// newline; its keys stand in a fixed order.
[[nodiscard]] std::string
writeManifest(const ModuleInfo &info,
              const std::vector<const ir::Module *> &modules);

} // namespace pyk2ptx

#endif
