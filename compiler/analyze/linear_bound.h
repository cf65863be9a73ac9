// A value from before a loop and a constant, which something in the loop is not
// less than, or not more.
#ifndef PYK2PTX_COMPILER_ANALYZE_LINEAR_BOUND_H
#define PYK2PTX_COMPILER_ANALYZE_LINEAR_BOUND_H

#include "compiler/facts/ranges.h"
#include "frontend/ir/ir.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace pyk2ptx {

/// Values up to here may be added, as many as statements have, without leaving
/// int64.
inline constexpr std::int64_t farthest = std::int64_t(1) << 50;

using SharedExpr = std::shared_ptr<const ir::Expr>;

/// A value from before the loop, added or subtracted.
struct Term {
  SharedExpr value;
  bool isSubtracted = false;
};

/// expr + offset, as integers without a width.
struct LinearBound {
  /// Invariant in the loop, int64; null is 0.
  SharedExpr expr;
  std::int64_t offset = 0;
  /// Of the sum, if the loop runs and the tests that came with it hold.
  Interval range{0, 0};
  /// Whose sum `expr` is.
  std::vector<Term> terms = {};

  /// `expr`, of which that is known.
  static LinearBound of(SharedExpr expr, Interval range);
  LinearBound plus(const LinearBound &other) const;
  LinearBound minus(const LinearBound &other) const;
  /// left op right, of another operator.
  static LinearBound applied(ir::BinaryOp op, const LinearBound &left,
                             const LinearBound &right);
  LinearBound shifted(std::int64_t by) const;
};

/// An int64 expression of this node.
template <class Node> ir::ExprPtr int64Expr(Node node) {
  auto expr = std::make_unique<ir::Expr>();
  expr->type = Type::of(Scalar::I64);
  expr->node = std::move(node);
  return expr;
}
SharedExpr int64Binary(ir::BinaryOp op, const SharedExpr &left,
                       const SharedExpr &right);
SharedExpr int64Constant(std::int64_t value);
/// The value of a constant integer; null: it is none.
const std::int64_t *constantOf(const ir::Expr &expr);

} // namespace pyk2ptx

#endif
