// Small functions that raise, which the kernels of a file share: each is made
// once.
#include "checker.h"

#include <utility>

namespace pyk2ptx {

ir::ExprPtr FileChecker::checkedTupleIndex(ir::ExprPtr index,
                                           std::int64_t size) {
  if (!options_.raiseBounds)
    return index;
  auto isOutside = [size](const std::function<ir::ExprPtr()> &value) {
    auto compared = [&](ir::CompareOp op, std::int64_t limit) {
      ir::ExprPtr given = value();
      SourceRange range = given->range;
      return makeExpr(range, Type::of(Scalar::Bool),
                      ir::Compare{op, std::move(given), makeInt(range, limit)});
    };
    ir::ExprPtr below = compared(ir::CompareOp::Less, -size);
    ir::ExprPtr above = compared(ir::CompareOp::GreaterEqual, size);
    SourceRange range = below->range;
    return makeExpr(range, Type::of(Scalar::Bool),
                    ir::Logical{false, std::move(below), std::move(above)});
  };
  return raisingWhere(std::move(index), isOutside, std::to_string(size),
                      "IndexError", "tuple index out of range");
}

ir::ExprPtr FileChecker::raisingUnless(ir::ExprPtr condition, const char *kind,
                                       const std::string &text) {
  auto isFalse = [](const std::function<ir::ExprPtr()> &value) {
    ir::ExprPtr given = value();
    SourceRange range = given->range;
    return makeExpr(range, Type::of(Scalar::Bool),
                    ir::Unary{ir::UnaryOp::Not, std::move(given)});
  };
  return raisingWhere(std::move(condition), isFalse, "", kind, text);
}

} // namespace pyk2ptx
