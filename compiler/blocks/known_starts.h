// Host: what loops start at, where that is known.
#ifndef PYK2PTX_COMPILER_BLOCKS_KNOWN_STARTS_H
#define PYK2PTX_COMPILER_BLOCKS_KNOWN_STARTS_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// A `for` that starts at what a slot holds starts at what was assigned to that
/// before, if no memory has to be read for it.
void stateStarts(ir::Function &kernel);

} // namespace pyk2ptx

#endif
