// How far from each other neighbouring threads access memory.
#ifndef PYK2PTX_COMPILER_ANALYZE_THREAD_STRIDES_H
#define PYK2PTX_COMPILER_ANALYZE_THREAD_STRIDES_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Whether threads that are neighbours along x access elements of an array in
/// global memory that lie apart: fields of records, points[i, k], x[4 * i]. Of
/// indices that come from memory nobody knows: they do not count.
[[nodiscard]] bool accessesApart(const ir::Function &kernel);

} // namespace pyk2ptx

#endif
