// Host: which axis of a block its rows are along.
#ifndef PYK2PTX_COMPILER_BLOCKS_TURNED_AXES_H
#define PYK2PTX_COMPILER_BLOCKS_TURNED_AXES_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Kernels whose neighbours along y or z are at neighbouring elements, and not
/// those along x, have that axis and x change places (Function::rowAxis), where
/// nobody could tell: launches have to do the same.
void turnAxes(ir::Module &module);

} // namespace pyk2ptx

#endif
