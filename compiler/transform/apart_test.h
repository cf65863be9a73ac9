// A test that arrays share no memory, for code that is faster where they do
// not.
#ifndef PYK2PTX_COMPILER_TRANSFORM_APART_TEST_H
#define PYK2PTX_COMPILER_TRANSFORM_APART_TEST_H

#include "frontend/ir/ir.h"

#include <utility>
#include <vector>

namespace pyk2ptx {

/// Of parameters of one kernel.
using ArrayPairs = std::vector<std::pair<ir::SlotId, ir::SlotId>>;

/// bool, the same for all threads: that the arrays of each pair lie apart. Null
/// where the elements of one do not lie side by side, or where there is no
/// pair.
[[nodiscard]] ir::ExprPtr areApart(const ir::Function &kernel,
                                   const ArrayPairs &pairs, SourceRange range);

} // namespace pyk2ptx

#endif
