// Host: loops of single threads become loops of the block.
#ifndef PYK2PTX_COMPILER_BLOCKS_LOCKSTEP_H
#define PYK2PTX_COMPILER_BLOCKS_LOCKSTEP_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Makes loops `inStep` where neighbouring threads access neighbouring
/// elements in each iteration. Kernels whose threads would be coroutines stay
/// as they are.
void runInStep(ir::Module &module);

} // namespace pyk2ptx

#endif
