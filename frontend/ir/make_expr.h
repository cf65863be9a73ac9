// A node of an expression and what every node has besides.
#ifndef PYK2PTX_FRONTEND_IR_MAKE_EXPR_H
#define PYK2PTX_FRONTEND_IR_MAKE_EXPR_H

#include "ir.h"

#include <memory>
#include <utility>

namespace pyk2ptx::ir {

[[nodiscard]] ExprPtr makeExpr(SourceRange range, Type type, auto node) {
  auto expr = std::make_unique<Expr>();
  expr->range = range;
  expr->type = std::move(type);
  expr->node = std::move(node);
  return expr;
}

/// A slot without a name that is assigned before it is read.
[[nodiscard]] inline SlotId addSlot(Function &function, Type type) {
  function.slots.push_back({"", std::move(type), false});
  return static_cast<SlotId>(function.slots.size() - 1);
}

} // namespace pyk2ptx::ir

#endif
