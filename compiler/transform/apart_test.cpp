// Two arrays lie apart if one ends before the other begins. Where elements do
// not lie side by side, strides may have either sign, and of two columns of one
// table the answer is no: that costs speed, not what is computed.
#include "apart_test.h"

#include "frontend/ir/ir_clone.h"
#include "frontend/ir/make_expr.h"

namespace pyk2ptx {

using namespace ir;

namespace {

class ArrayEnds {
public:
  ArrayEnds(const Function &kernel, SlotId slot, SourceRange range)
      : type_(kernel.slots[slot].type), slot_(slot), range_(range) {}

  /// Bytes: where the first element is, or where the last one ends.
  ExprPtr of(bool isEnd) const {
    ExprPtr address = property(ArrayField::Address, 0);
    if (isEnd && type_.layout == Layout::A)
      address = binary(BinaryOp::Add, std::move(address),
                       number(byteSize(type_.element())));
    else if (isEnd)
      return binary(BinaryOp::Add, std::move(address),
                    binary(BinaryOp::Mul, property(ArrayField::Size, 0),
                           number(byteSize(type_.element()))));
    if (type_.layout != Layout::A)
      return address;
    for (std::uint8_t axis = 0; axis < type_.ndim; ++axis)
      address = binary(BinaryOp::Add, std::move(address),
                       binary(isEnd ? BinaryOp::Max : BinaryOp::Min,
                              wayAlong(axis), number(0)));
    return address;
  }

private:
  /// From the first element of an axis to the last; of none, one step back.
  ExprPtr wayAlong(std::uint8_t axis) const {
    return binary(
        BinaryOp::Mul,
        binary(BinaryOp::Sub, property(ArrayField::Shape, axis), number(1)),
        property(ArrayField::Stride, axis));
  }

  ExprPtr property(ArrayField field, std::uint8_t axis) const {
    return makeExpr(
        range_, Type::of(Scalar::I64),
        ArrayProperty{field, axis, makeExpr(range_, type_, SlotValue{slot_})});
  }
  ExprPtr binary(BinaryOp op, ExprPtr left, ExprPtr right) const {
    return makeExpr(range_, Type::of(Scalar::I64),
                    Binary{op, std::move(left), std::move(right)});
  }
  static ExprPtr number(std::int64_t value) {
    return clone(*int64Constant(value));
  }

  const Type &type_;
  SlotId slot_;
  SourceRange range_;
};

} // namespace

bool isDense(const Function &kernel, SlotId slot) {
  const Type &type = kernel.slots[slot].type;
  return type.isArray() && type.layout != Layout::A && type.ndim >= 1;
}

ExprPtr areApart(const Function &kernel, const OnlyValues &values,
                 const ArrayPairs &pairs, SourceRange range) {
  const Type truth = Type::of(Scalar::Bool);
  auto endsBefore = [&](SlotId first, SlotId second) {
    return makeExpr(range, truth,
                    Compare{CompareOp::LessEqual,
                            ArrayEnds(kernel, first, range).of(true),
                            ArrayEnds(kernel, second, range).of(false)});
  };
  auto both = [&](BinaryOp op, ExprPtr left, ExprPtr right) {
    return makeExpr(range, truth,
                    Binary{op, std::move(left), std::move(right)});
  };
  ExprPtr all;
  for (auto [one, other] : pairs) {
    for (SlotId slot : {one, other})
      if (const Type &type = kernel.slots[slot].type;
          !type.isArray() || type.ndim < 1 || !values.isParameter(slot))
        return nullptr;
    ExprPtr apart =
        both(BinaryOp::BitOr, endsBefore(one, other), endsBefore(other, one));
    all = all ? both(BinaryOp::BitAnd, std::move(all), std::move(apart))
              : std::move(apart);
  }
  return all;
}

} // namespace pyk2ptx
