// memory_order: whether a kernel waits for what others than its grid write.
#ifndef PYK2PTX_COMPILER_ANALYZE_MEMORY_ORDER_H
#define PYK2PTX_COMPILER_ANALYZE_MEMORY_ORDER_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Whether accesses are put in an order that other kernels, the host or other
/// GPUs can see: by fences, loads that fetch anew, and atomics that acquire or
/// release. Memory that such a kernel only reads may change under it all the
/// same.
[[nodiscard]] bool ordersMemory(const ir::Module &module);

} // namespace pyk2ptx

#endif
