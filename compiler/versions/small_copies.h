// Kernels whose indices take work, once more for arrays of everyday sizes.
#ifndef PYK2PTX_COMPILER_VERSIONS_SMALL_COPIES_H
#define PYK2PTX_COMPILER_VERSIONS_SMALL_COPIES_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// For GPUs, before loops are there twice: a kernel that would gain by it
/// (work_of_sizes.h) is there twice, behind a test that its arrays' extents
/// and, with their sign, the integers that are sizes (sizes.h) have
/// ir::If::smallBits.
void copySmall(ir::Module &module);

} // namespace pyk2ptx

#endif
