// Deep copies of kernel IR, for the transformations that duplicate code.
#ifndef PYK2PTX_FRONTEND_IR_IR_CLONE_H
#define PYK2PTX_FRONTEND_IR_IR_CLONE_H

#include "ir.h"

#include <cstddef>

namespace pyk2ptx {

/// Null gives null.
[[nodiscard]] ir::ExprPtr clone(const ir::ExprPtr &expr);
[[nodiscard]] ir::ExprPtr clone(const ir::Expr &expr);
[[nodiscard]] std::vector<ir::Index> clone(const std::vector<ir::Index> &list);
[[nodiscard]] ir::Stmt clone(const ir::Stmt &stmt);
[[nodiscard]] ir::Block clone(const ir::Block &block);

/// A function's body as it was before an attempt that adds slots and arrays.
class BodyCopy {
public:
  explicit BodyCopy(const ir::Function &function);
  /// The function is as it was.
  void restore(ir::Function &function) &&;

private:
  ir::Block body_;
  std::size_t slots_, arrays_;
  bool asksForBlock_;
};

} // namespace pyk2ptx

#endif
