// Host: threads that have returned come along to barriers.
#ifndef PYK2PTX_COMPILER_BLOCKS_ENDED_THREADS_H
#define PYK2PTX_COMPILER_BLOCKS_ENDED_THREADS_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Rewrites kernels with syncthreads() among their own statements whose threads
/// may return before it, where ThreadLoopPlan takes what comes of it; the
/// others stay as they are.
void bringEndedThreads(ir::Module &module);

} // namespace pyk2ptx

#endif
