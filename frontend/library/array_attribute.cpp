// What an array says of itself: its extents, types and addresses, and views of
// the same memory that are written as attributes.
#include "frontend/values/array.h"
#include "frontend/values/array_view.h"
#include "frontend/values/iterate.h"
#include "frontend/values/record.h"
#include "member.h"

#include <utility>

namespace pyk2ptx {

// ---- what the type says ----

Operand attributeNdim(Emitter &, MemberUse &&use) {
  return intOperand(use.base.type.ndim, use.range);
}

Operand attributeItemsize(Emitter &, MemberUse &&use) {
  return intOperand(byteSize(use.base.type.element()), use.range);
}

Operand attributeDtype(Emitter &, MemberUse &&use) {
  return Operand::ofValue(Value::ofType(use.base.type.element()), use.range);
}

Operand attributeWriteable(Emitter &, MemberUse &&use) {
  return boolOperand(!use.base.type.readonly, use.range);
}

// ---- what the array says ----

static Operand behindLets(Emitter &e, Operand result,
                          std::vector<ir::Let> lets) {
  return Operand::ofExpr(
      e.finishLets(e.materialize(std::move(result)), std::move(lets)));
}

/// One number of each axis.
static Operand ofAxes(Emitter &e, MemberUse &&use, ir::ArrayField field) {
  std::vector<ir::Let> lets;
  Operand array = e.once(std::move(use.base), lets);
  std::vector<Operand> parts;
  for (int axis = 0; axis < array.type.ndim; ++axis)
    parts.push_back(arrayProperty(e, array, field, axis, use.range));
  Operand result = Operand::tuple(std::move(parts), use.range);
  return lets.empty() ? std::move(result)
                      : behindLets(e, std::move(result), std::move(lets));
}

Operand attributeShape(Emitter &e, MemberUse &&use) {
  Operand shape = ofAxes(e, std::move(use), ir::ArrayField::Shape);
  shape.isShape = true;
  return shape;
}

Operand attributeStrides(Emitter &e, MemberUse &&use) {
  return ofAxes(e, std::move(use), ir::ArrayField::Stride);
}

Operand attributeSize(Emitter &e, MemberUse &&use) {
  std::vector<ir::Let> lets;
  Operand array = e.once(std::move(use.base), lets);
  Operand size = arrayProperty(e, array, ir::ArrayField::Size, 0, use.range);
  return lets.empty() ? std::move(size)
                      : behindLets(e, std::move(size), std::move(lets));
}

Operand attributeNbytes(Emitter &e, MemberUse &&use) {
  std::vector<ir::Let> lets;
  Operand array = e.once(std::move(use.base), lets);
  Operand size = arrayProperty(e, array, ir::ArrayField::Size, 0, use.range);
  Operand bytes = intBinary(
      e, syntax::BinaryOp::Mul, std::move(size),
      intOperand(byteSize(array.type.element()), use.range), use.range);
  return behindLets(e, std::move(bytes), std::move(lets));
}

Operand attributeAddress(Emitter &e, MemberUse &&use) {
  std::vector<ir::Let> lets;
  Operand array = e.once(std::move(use.base), lets);
  Operand address =
      arrayProperty(e, array, ir::ArrayField::Address, 0, use.range);
  ir::ExprPtr value =
      e.convert(e.materialize(std::move(address)), Type::of(Scalar::U64));
  return Operand::ofExpr(e.finishLets(std::move(value), std::move(lets)));
}

Operand attributeRowMajor(Emitter &e, MemberUse &&use) {
  return isContiguous(e, std::move(use.base), true, use.range);
}

Operand attributeColumnMajor(Emitter &e, MemberUse &&use) {
  return isContiguous(e, std::move(use.base), false, use.range);
}

// ---- views ----

Operand attributeTransposed(Emitter &e, MemberUse &&use) {
  std::vector<std::size_t> axes;
  for (std::size_t axis = use.base.type.ndim; axis-- > 0;)
    axes.push_back(axis);
  return transposed(e, std::move(use.base), axes, use.range);
}

Operand attributeFlat(Emitter &e, MemberUse &&use) {
  const Type &type = use.base.type;
  // What is not contiguous has no address for its i-th element.
  if (type.ndim > 1 && type.layout == Layout::A) {
    e.diagnostics().emit(
        use.range, diag::NeedsMemory,
        std::string("`.flat` outside of a for loop"),
        std::string("index the axes, or declare the array C-contiguous"));
    return use.error();
  }
  return flattened(e, std::move(use.base), use.range);
}

static Operand partsOf(Emitter &e, MemberUse &&use, std::uint32_t index) {
  Type type = fieldOf(use.base.type, index);
  return Operand::ofExpr(makeExpr(
      use.range, type, ir::Field{e.materialize(std::move(use.base)), index}));
}

Operand attributeRealParts(Emitter &e, MemberUse &&use) {
  return partsOf(e, std::move(use), 0);
}

Operand attributeImagParts(Emitter &e, MemberUse &&use) {
  return partsOf(e, std::move(use), 1);
}

} // namespace pyk2ptx
