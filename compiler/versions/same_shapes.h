// Kernels whose arrays of two axes and more may all have one shape, once more
// for launches in which they do.
#ifndef PYK2PTX_COMPILER_VERSIONS_SAME_SHAPES_H
#define PYK2PTX_COMPILER_VERSIONS_SAME_SHAPES_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// For GPUs, behind copySmall. A kernel without loops that finds elements of
/// three arrays or more, of as many axes each and in C's order, by indices that
/// are no constants along the last axis is there twice, behind a test that
/// their extents are equal (ir::If::sameShape).
void copyForOneShape(ir::Module &module);

} // namespace pyk2ptx

#endif
