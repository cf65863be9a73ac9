// Host: sums of a warp that each lane computes for itself.
#ifndef PYK2PTX_COMPILER_TRANSFORM_BUTTERFLIES_H
#define PYK2PTX_COMPILER_TRANSFORM_BUTTERFLIES_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Behind what shuffles by the five bits of a lane's number have made the same
/// for all lanes, what reads it reads a slot of which that is known
/// (Slot::isOneForWarp), and which each lane gets of itself. Exchanges stand as
/// statements (compiler/blocks/exchanges.h).
void nameButterflies(ir::Function &kernel);

} // namespace pyk2ptx

#endif
