// Deep copies of kernel IR, for the transformations that duplicate code.
#ifndef PYK2PTX_FRONTEND_IR_IR_CLONE_H
#define PYK2PTX_FRONTEND_IR_IR_CLONE_H

#include "ir.h"

namespace pyk2ptx {

/// Null gives null.
[[nodiscard]] ir::ExprPtr clone(const ir::ExprPtr &expr);
[[nodiscard]] ir::ExprPtr clone(const ir::Expr &expr);
[[nodiscard]] ir::Stmt clone(const ir::Stmt &stmt);
[[nodiscard]] ir::Block clone(const ir::Block &block);

} // namespace pyk2ptx

#endif
