// Remainders of numbers that are at most one divisor away.
#ifndef PYK2PTX_COMPILER_TRANSFORM_NEAR_REMAINDERS_H
#define PYK2PTX_COMPILER_TRANSFORM_NEAR_REMAINDERS_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// `(i + 1) % n` becomes a comparison and a choice where it is known that 0 <=
/// i < n, and so does every int64 remainder of what is known to be between -n
/// and 2 n.
void findNearRemainders(ir::Module &module);

} // namespace pyk2ptx

#endif
