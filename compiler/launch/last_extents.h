// Short last axes are constants.
#ifndef PYK2PTX_COMPILER_LAUNCH_LAST_EXTENTS_H
#define PYK2PTX_COMPILER_LAUNCH_LAST_EXTENTS_H

#include "frontend/ir/ir.h"

#include <pyk2ptx/compile.h>

namespace pyk2ptx {

/// Of a kernel: LaunchFacts::lastExtents, as Function::lastExtents and in its
/// code. Of no use for parameters that something else is assigned to.
void setLastExtents(ir::Function &kernel, const LaunchFacts &facts);

} // namespace pyk2ptx

#endif
