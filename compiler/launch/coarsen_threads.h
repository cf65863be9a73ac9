// One thread does the work of several of its block.
#ifndef PYK2PTX_COMPILER_LAUNCH_COARSEN_THREADS_H
#define PYK2PTX_COMPILER_LAUNCH_COARSEN_THREADS_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Where it is right, and looks as if it pays, kernels whose block is known do
/// the work of `most` threads in one, or of half as many: Function::coarsening
/// and Function::block then say what is launched.
void coarsenThreads(ir::Module &module, unsigned most);

} // namespace pyk2ptx

#endif
