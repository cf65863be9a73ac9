// Host: variables that are several under one name.
#ifndef PYK2PTX_COMPILER_BLOCKS_OWN_SLOTS_H
#define PYK2PTX_COMPILER_BLOCKS_OWN_SLOTS_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Kernels' loop counters, ends of loops and arrays whose slot is set again
/// have a slot for each value that no path brings together with another;
/// extents of arrays that the kernel declares are constants.
void partSlots(ir::Module &module);

} // namespace pyk2ptx

#endif
