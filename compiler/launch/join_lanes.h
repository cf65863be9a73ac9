// The work of several threads of a block as one's.
#ifndef PYK2PTX_COMPILER_LAUNCH_JOIN_LANES_H
#define PYK2PTX_COMPILER_LAUNCH_JOIN_LANES_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Of a kernel whose block is known and whose threads may go in turn
/// (threads_in_turn.h): `lanes` of them that are neighbours along `axis`. False
/// where it cannot be done; the kernel is then of no use.
[[nodiscard]] bool joinLanes(ir::Function &kernel, unsigned axis,
                             unsigned lanes);

} // namespace pyk2ptx

#endif
