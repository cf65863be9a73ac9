// Whether two expressions say the same.
#ifndef PYK2PTX_FRONTEND_IR_SAME_EXPR_H
#define PYK2PTX_FRONTEND_IR_SAME_EXPR_H

#include "ir.h"

namespace pyk2ptx {

/// Whether both give the same value wherever no slot that they read is set
/// between: they are written alike, and read no memory. False where in doubt.
[[nodiscard]] bool isSameValue(const ir::Expr &left, const ir::Expr &right);

} // namespace pyk2ptx

#endif
