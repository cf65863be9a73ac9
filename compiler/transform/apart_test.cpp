// Two arrays lie apart if one ends before the other begins. Where their
// elements do not lie side by side that would take strides of either sign, and
// be false of two columns of one table: nothing is asked of those.
#include "apart_test.h"

#include "compiler/analyze/loop_span.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/make_expr.h"

namespace pyk2ptx {

using namespace ir;

/// Where the array begins, or ends.
static ExprPtr addressOf(const Function &kernel, SlotId slot, bool isEnd,
                         SourceRange range) {
  const Type &type = kernel.slots[slot].type;
  const Type number = Type::of(Scalar::I64);
  auto property = [&](ArrayField field) {
    return makeExpr(
        range, number,
        ArrayProperty{field, 0, makeExpr(range, type, SlotValue{slot})});
  };
  ExprPtr address = property(ArrayField::Address);
  if (!isEnd)
    return address;
  ExprPtr bytes =
      makeExpr(range, number,
               Binary{BinaryOp::Mul, property(ArrayField::Size),
                      clone(*int64Constant(byteSize(type.element())))});
  return makeExpr(range, number,
                  Binary{BinaryOp::Add, std::move(address), std::move(bytes)});
}

static bool isDense(const Function &kernel, SlotId slot) {
  const Type &type = kernel.slots[slot].type;
  return type.isArray() && type.layout != Layout::A && type.ndim >= 1;
}

ExprPtr areApart(const Function &kernel, const ArrayPairs &pairs,
                 SourceRange range) {
  const Type truth = Type::of(Scalar::Bool);
  auto endsBefore = [&](SlotId first, SlotId second) {
    return makeExpr(range, truth,
                    Compare{CompareOp::LessEqual,
                            addressOf(kernel, first, true, range),
                            addressOf(kernel, second, false, range)});
  };
  auto both = [&](BinaryOp op, ExprPtr left, ExprPtr right) {
    return makeExpr(range, truth,
                    Binary{op, std::move(left), std::move(right)});
  };
  ExprPtr all;
  for (auto [one, other] : pairs) {
    if (!isDense(kernel, one) || !isDense(kernel, other))
      return nullptr;
    ExprPtr apart =
        both(BinaryOp::BitOr, endsBefore(one, other), endsBefore(other, one));
    all = all ? both(BinaryOp::BitAnd, std::move(all), std::move(apart))
              : std::move(apart);
  }
  return all;
}

} // namespace pyk2ptx
