// part_lanes: threads that one joins go on by themselves where an index is
// outside.
#ifndef PYK2PTX_COMPILER_VERSIONS_PART_LANES_H
#define PYK2PTX_COMPILER_VERSIONS_PART_LANES_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Where the work of several threads that are all there (ir::If::isJoined) is
/// twice there, without guards and with them, the second copy is what each does
/// by itself.
void partLanes(ir::Module &module);

} // namespace pyk2ptx

#endif
