// Loop versioning: guards leave the loop.
#ifndef PYK2PTX_COMPILER_VERSIONS_VERSION_LOOPS_H
#define PYK2PTX_COMPILER_VERSIONS_VERSION_LOOPS_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// After applyBounds with BoundsMode::Guard: a ForRange with guarded indices
/// becomes `if TESTS: the loop without those guards else: the loop as it was`,
/// where TESTS, evaluated once, say that the indices stay inside; without the
/// tests where they are known to hold. Changes no result.
void versionLoops(ir::Module &module);

} // namespace pyk2ptx

#endif
