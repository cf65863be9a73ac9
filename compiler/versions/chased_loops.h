// chased_loops: loops that go where what they load says, without a guard for
// each element.
#ifndef PYK2PTX_COMPILER_VERSIONS_CHASED_LOOPS_H
#define PYK2PTX_COMPILER_VERSIONS_CHASED_LOOPS_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// For GPUs. Behind the versions of loops that count.
void versionChasedLoops(ir::Module &module);

} // namespace pyk2ptx

#endif
