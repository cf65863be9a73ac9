// Host: loops whose bounds are loaded begin and end at slots.
#ifndef PYK2PTX_COMPILER_BLOCKS_STEP_BOUNDS_H
#define PYK2PTX_COMPILER_BLOCKS_STEP_BOUNDS_H

#include "compiler/analyze/uniform.h"
#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Whether a thread may evaluate it that would not: it ends nobody, changes
/// nothing and reads no memory that may not be there.
[[nodiscard]] bool isHarmless(const ir::Expr &expr);

/// What bounds of loops load for all threads alike, and harmlessly, is loaded
/// into slots before the loop. `uniform` is of the kernel.
void setBoundsAside(ir::Function &kernel, const Uniformity &uniform);

} // namespace pyk2ptx

#endif
