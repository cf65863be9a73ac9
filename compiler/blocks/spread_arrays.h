// Host: which local arrays have their first elements of all threads side by
// side, then the second ones, and so on.
#ifndef PYK2PTX_COMPILER_BLOCKS_SPREAD_ARRAYS_H
#define PYK2PTX_COMPILER_BLOCKS_SPREAD_ARRAYS_H

#include "array_flow.h"
#include "compiler/analyze/uniform.h"

#include <vector>

namespace pyk2ptx {

/// By array of the kernel: whether neighbours read and write neighbouring
/// elements if it is spread, and every access is one that can tell by
/// ArrayFlow::arrayOf which array it is of.
[[nodiscard]] std::vector<bool> findSpreadArrays(const ir::Function &kernel,
                                                 const ArrayFlow &flow,
                                                 const Uniformity &uniform);

} // namespace pyk2ptx

#endif
