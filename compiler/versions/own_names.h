// own_names: what the second copy of a kernel's body calls its own.
#ifndef PYK2PTX_COMPILER_VERSIONS_OWN_NAMES_H
#define PYK2PTX_COMPILER_VERSIONS_OWN_NAMES_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// `copy`, of the whole body of `kernel`, gets slots and small local arrays of
/// its own; parameters stay.
void giveOwnNames(ir::Function &kernel, ir::Block &copy);

/// Whether somebody reads the reports of a kernel, who is to be told each place
/// once.
[[nodiscard]] bool tellsPlaces(const ir::Function &kernel);

} // namespace pyk2ptx

#endif
