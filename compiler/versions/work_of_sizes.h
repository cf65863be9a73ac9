// What takes a GPU work because sizes may have 64 bits.
#ifndef PYK2PTX_COMPILER_VERSIONS_WORK_OF_SIZES_H
#define PYK2PTX_COMPILER_VERSIONS_WORK_OF_SIZES_H

#include "frontend/ir/ir.h"
#include "sizes.h"

namespace pyk2ptx {

/// Whether a kernel would gain more by sizes of few bits than a test of them
/// costs: it clamps, wraps or converts what is computed of them in a loop, or
/// several times; or it searches in a loop.
[[nodiscard]] bool hasWorkOfSizes(const ir::Function &kernel,
                                  const Sizes &sizes);

} // namespace pyk2ptx

#endif
