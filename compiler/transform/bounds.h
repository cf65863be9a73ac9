// The bounds transformation: gives every index its check, or none.
#ifndef PYK2PTX_COMPILER_TRANSFORM_BOUNDS_H
#define PYK2PTX_COMPILER_TRANSFORM_BOUNDS_H

#include "frontend/ir/ir.h"

#include <pyk2ptx/compile.h>

namespace pyk2ptx {

/// Sets ir::Index::bounds of every access to what `mode` asks, clears `wrap`
/// where the value is proven not negative and `bounds` where it is proven
/// inside the axis (ranges.h), by conditions before it too if `provesPaths`
/// (path_facts.h).
void applyBounds(ir::Module &module, BoundsMode mode, bool provesPaths = true);

} // namespace pyk2ptx

#endif
