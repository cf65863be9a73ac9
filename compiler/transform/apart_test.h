// A test that arrays share no memory, for code that is faster where they do
// not.
#ifndef PYK2PTX_COMPILER_TRANSFORM_APART_TEST_H
#define PYK2PTX_COMPILER_TRANSFORM_APART_TEST_H

#include "compiler/analyze/loop_span.h"
#include "frontend/ir/ir.h"

#include <utility>
#include <vector>

namespace pyk2ptx {

/// Of parameters of one kernel.
using ArrayPairs = std::vector<std::pair<ir::SlotId, ir::SlotId>>;

/// Whether it is an array whose elements lie side by side.
[[nodiscard]] bool isDense(const ir::Function &kernel, ir::SlotId slot);

/// bool, the same for all threads: that the arrays of each pair lie apart,
/// where each has elements. Null where one is no array, or where there is no
/// pair. It takes several operations more of arrays that are not dense.
[[nodiscard]] ir::ExprPtr areApart(const ir::Function &kernel,
                                   const OnlyValues &values,
                                   const ArrayPairs &pairs, SourceRange range);

} // namespace pyk2ptx

#endif
