// What is known of launches, made part of the typed IR.
#ifndef PYK2PTX_COMPILER_LAUNCH_LAUNCH_FACTS_H
#define PYK2PTX_COMPILER_LAUNCH_LAUNCH_FACTS_H

#include "frontend/ir/ir.h"

#include <pyk2ptx/compile.h>

namespace pyk2ptx {

/// Block dimensions become constants; sizes and alignments go to the functions,
/// where ranges and lowering find them.
void applyFacts(ir::Module &module, const LaunchFacts &facts);

} // namespace pyk2ptx

#endif
