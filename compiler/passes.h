// The transformations of the typed IR, in their order, for both devices.
#ifndef PYK2PTX_COMPILER_PASSES_H
#define PYK2PTX_COMPILER_PASSES_H

#include "compiler/target/target.h"
#include "frontend/ir/ir.h"
#include "phase_timer.h"

#include <pyk2ptx/compile.h>

namespace pyk2ptx {

/// Whether each access or line is looked at while the code runs.
[[nodiscard]] bool isWatched(const CompileOptions &options);

/// What every kernel needs: --emit=ir shows what this gives for GPUs.
void transform(ir::Module &module, const CompileOptions &options,
               TargetDevice device, PhaseTimer &timer);

/// Loops for speed: repeated, duplicated, counted. Nothing below -O2, nor where
/// code is watched, which would see other indices than the source has.
void transformLoops(ir::Module &module, const CompileOptions &options,
                    TargetDevice device, PhaseTimer &timer);

} // namespace pyk2ptx

#endif
