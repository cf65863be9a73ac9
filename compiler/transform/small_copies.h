// Kernels whose indices take work, once more for arrays of everyday sizes.
#ifndef PYK2PTX_COMPILER_TRANSFORM_SMALL_COPIES_H
#define PYK2PTX_COMPILER_TRANSFORM_SMALL_COPIES_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// For GPUs, before loops are there twice: a kernel that computes indices by
/// more than sums and products is there twice, behind a test that its arrays'
/// extents and, with their sign, its integers have ir::If::smallBits. Not where
/// the launch says so of what takes work.
void copySmall(ir::Module &module);

} // namespace pyk2ptx

#endif
