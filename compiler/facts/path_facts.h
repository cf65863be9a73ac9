// Indices that the conditions above them put inside their arrays.
#ifndef PYK2PTX_COMPILER_FACTS_PATH_FACTS_H
#define PYK2PTX_COMPILER_FACTS_PATH_FACTS_H

#include "ranges.h"

namespace pyk2ptx {

/// Takes the check, or the wrap, from indices that need none because of the
/// conditions under which they stand: `if 0 < i < a.shape[0] - 1: a[i - 1]`.
void proveByConditions(const ir::Module &module, ir::Function &function,
                       const Ranges &ranges);

} // namespace pyk2ptx

#endif
