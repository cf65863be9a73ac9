// What a kernel asks of the architecture that it is compiled for.
#ifndef PYK2PTX_COMPILER_TARGET_REQUIREMENTS_H
#define PYK2PTX_COMPILER_TARGET_REQUIREMENTS_H

#include "frontend/ir/ir.h"
#include "frontend/messages/diagnostics.h"
#include "target.h"

namespace pyk2ptx {

/// Reports what `arch` lacks; false if there is any.
[[nodiscard]] bool fitsArch(const ir::Module &module, const Arch &arch,
                            Diagnostics &diagnostics);
/// Whether it has instructions that convert to 8-bit floats.
[[nodiscard]] bool hasFp8(const Arch &arch);
/// The least PTX ISA that has what `module` uses and knows `arch`.
[[nodiscard]] unsigned leastPtx(const ir::Module &module, const Arch &arch);
/// Reports what only a GPU can do; false if there is any. `mayRaise`: errors in
/// kernels are reported, which recursive functions cannot do on the host.
[[nodiscard]] bool fitsHost(const ir::Module &module, bool mayRaise,
                            Diagnostics &diagnostics);

} // namespace pyk2ptx

#endif
