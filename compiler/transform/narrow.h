// Which int64 variables are kept in 32 bits.
#ifndef PYK2PTX_COMPILER_TRANSFORM_NARROW_H
#define PYK2PTX_COMPILER_TRANSFORM_NARROW_H

#include "compiler/analyze/ranges.h"

namespace pyk2ptx {

/// By slot: whether it always fits int32 and is cheaper so.
[[nodiscard]] std::vector<bool> narrowSlots(const ir::Function &function,
                                            const Ranges &ranges);

} // namespace pyk2ptx

#endif
