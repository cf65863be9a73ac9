// Host: loops with exchanges that turn a few times, repeated.
#ifndef PYK2PTX_COMPILER_BLOCKS_REPEAT_EXCHANGES_H
#define PYK2PTX_COMPILER_BLOCKS_REPEAT_EXCHANGES_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Loops whose number of turns constants say, ten at most, and in whose body an
/// exchange stands (exchanges.h), become their turns one after the other: all
/// that stand under a condition, where the block cannot run a loop, and else
/// small ones.
void repeatExchanges(ir::Function &kernel);

} // namespace pyk2ptx

#endif
