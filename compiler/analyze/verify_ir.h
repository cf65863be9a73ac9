// Whether typed IR keeps what frontend/ir/ir.h promises of types, and
// named_values.h there of names.
#ifndef PYK2PTX_COMPILER_ANALYZE_VERIFY_IR_H
#define PYK2PTX_COMPILER_ANALYZE_VERIFY_IR_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Ends in an internal error at the first node whose operands are not of the
/// types that it must have, a slot that a Let sets and that is not its alone,
/// or a read of a slot that nothing before it sets.
void verifyIr(const ir::Module &module);

/// The last two of these alone, for what transformations have moved.
void verifyOrder(const ir::Module &module);

} // namespace pyk2ptx

#endif
