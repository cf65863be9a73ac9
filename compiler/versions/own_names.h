// own_names: a kernel's body is there twice, and the second copy has names of
// its own.
#ifndef PYK2PTX_COMPILER_VERSIONS_OWN_NAMES_H
#define PYK2PTX_COMPILER_VERSIONS_OWN_NAMES_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// `body`, of all of `kernel` or of a copy of it, becomes what `choice`, which
/// has a condition, does either way: itself, or else a copy that has slots and
/// small local arrays of its own; parameters stay. The choice, where it is.
ir::If &putTwice(ir::Function &kernel, ir::Block &body, ir::If choice);

/// Whether somebody reads the reports of a kernel, who is to be told each place
/// once.
[[nodiscard]] bool tellsPlaces(const ir::Function &kernel);

} // namespace pyk2ptx

#endif
