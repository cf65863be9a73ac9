// Sums of bounds, of which the constants are kept apart: for comparisons with
// the same value and another constant.
#include "linear_bound.h"

#include "compiler/facts/interval.h"
#include "frontend/ir/ir_clone.h"

#include <algorithm>

namespace pyk2ptx {

using namespace ir;

namespace {

SharedExpr exprOf(const LinearBound &bound) {
  if (!bound.expr)
    return int64Constant(bound.offset);
  if (bound.offset == 0)
    return bound.expr;
  return int64Binary(BinaryOp::Add, bound.expr, int64Constant(bound.offset));
}

std::vector<Term> joined(std::vector<Term> terms, const std::vector<Term> &more,
                         bool isSubtracted) {
  for (const Term &term : more)
    terms.push_back({term.value, term.isSubtracted != isSubtracted});
  return terms;
}

} // namespace

SharedExpr int64Binary(BinaryOp op, const SharedExpr &left,
                       const SharedExpr &right) {
  return int64Expr(Binary{op, clone(*left), clone(*right)});
}

SharedExpr int64Constant(std::int64_t value) {
  return int64Expr(Constant{static_cast<std::uint64_t>(value), 0});
}

const std::int64_t *constantOf(const Expr &expr) {
  const auto *constant = std::get_if<Constant>(&expr.node);
  return constant ? reinterpret_cast<const std::int64_t *>(&constant->bits)
                  : nullptr;
}

LinearBound LinearBound::of(SharedExpr expr, Interval range) {
  return {expr, 0, range, {{expr}}};
}

LinearBound LinearBound::plus(const LinearBound &other) const {
  SharedExpr sum = expr && other.expr
                       ? int64Binary(BinaryOp::Add, expr, other.expr)
                   : expr ? expr
                          : other.expr;
  return {sum, offset + other.offset,
          applyTo(BinaryOp::Add, range, other.range),
          joined(terms, other.terms, false)};
}

LinearBound LinearBound::minus(const LinearBound &other) const {
  SharedExpr difference = expr;
  if (other.expr)
    difference =
        int64Binary(BinaryOp::Sub, expr ? expr : int64Constant(0), other.expr);
  return {difference, offset - other.offset,
          applyTo(BinaryOp::Sub, range, other.range),
          joined(terms, other.terms, true)};
}

LinearBound LinearBound::applied(BinaryOp op, const LinearBound &left,
                                 const LinearBound &right) {
  return of(int64Binary(op, exprOf(left), exprOf(right)),
            applyTo(op, left.range, right.range));
}

LinearBound LinearBound::shifted(std::int64_t by) const {
  // Where the sum is beyond int64, the loop does not run.
  auto moved = [&](std::int64_t end) {
    return static_cast<std::int64_t>(
        std::clamp<__int128>(__int128(end) + by, INT64_MIN, INT64_MAX));
  };
  LinearBound bound = *this;
  bound.range = {moved(range.low), moved(range.high)};
  // Of an offset at the end of int64 no test is made.
  bound.offset = moved(offset);
  return bound;
}

} // namespace pyk2ptx
