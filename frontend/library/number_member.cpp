// What numbers, times, tuples and types have behind a dot.
#include "number_member.h"

#include "frontend/tables/builtin_enum.h"
#include "frontend/tables/libdevice.h"
#include "frontend/values/array.h"
#include "frontend/values/complex.h"
#include "frontend/values/time.h"
#include "frontend/values/tuple.h"
#include "introspection.h"
#include "member.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

/// x.astype(T) converts; x.view(T) keeps the bits, which libdevice calls
/// float_as_int and the like.
Operand recastNumber(Emitter &e, bool isBits, Operand number,
                     const Operand &dtype, SourceRange range) {
  std::optional<Scalar> scalar = readScalarType(e, dtype);
  if (!scalar)
    return Operand::error(range);
  Type own = e.typeOf(number);
  Type type = Type::of(*scalar);
  if (!isBits && dropsImaginary(own, type)) {
    (void)refuseComplex(e, "astype", number, "use `z.real` or `abs(z)`");
    return Operand::error(range);
  }
  bool isSame = (own.isInteger() && type.isInteger()) || own == type;
  bool isWide = bitWidth(own.scalar) == 32 || bitWidth(own.scalar) == 64;
  bool fits = bitWidth(own.scalar) == bitWidth(*scalar) && !own.weak &&
              (isSame || (isWide && own.isInteger() != type.isInteger() &&
                          (own.isFloat() || type.isFloat())));
  if (isBits && !fits) {
    e.diagnostics().emit(dtype.range, diag::TypeMismatch,
                         "an integer or a float as wide as `" + spell(own) +
                             "`",
                         e.describe(dtype));
    return Operand::error(range);
  }
  ir::ExprPtr value = e.materialize(std::move(number));
  if (!isBits || isSame)
    return Operand::ofExpr(e.convert(std::move(value), type));
  bool isDouble = bitWidth(*scalar) == 64;
  const char *name = own.isFloat()
                         ? isDouble ? "double_as_longlong" : "float_as_int"
                     : isDouble ? "longlong_as_double"
                                : "int_as_float";
  std::uint16_t row = *libdeviceByName(name);
  ir::CallLibdevice call{row, {}};
  if (!own.isFloat())
    value = e.convert(std::move(value),
                      Type::of(isDouble ? Scalar::I64 : Scalar::I32));
  call.args.push_back(std::move(value));
  return Operand::ofExpr(e.convert(
      makeExpr(range, libdeviceResult(libdeviceRows()[row]), std::move(call)),
      type));
}

// ---- numbers ----

Operand attributeItself(Emitter &, MemberUse &&use) {
  return std::move(use.base);
}

Operand attributeRealPart(Emitter &e, MemberUse &&use) {
  return complexPart(e, std::move(use.base), false, use.range);
}

Operand attributeImagPart(Emitter &e, MemberUse &&use) {
  return complexPart(e, std::move(use.base), true, use.range);
}

Operand attributeNumberType(Emitter &e, MemberUse &&use) {
  return Operand::ofValue(Value::ofType(e.typeOf(use.base)), use.range);
}

Operand methodNumberCast(Emitter &e, MemberUse &&use) {
  return recastNumber(e, false, std::move(use.base), use.args[0], use.range);
}

Operand methodNumberView(Emitter &e, MemberUse &&use) {
  return recastNumber(e, true, std::move(use.base), use.args[0], use.range);
}

Operand methodNumberItself(Emitter &, MemberUse &&use) {
  return std::move(use.base);
}

Operand methodConjugate(Emitter &e, MemberUse &&use) {
  return callComplexPart(e, Builtin::NpConj, std::move(use.base), use.range);
}

Operand methodBits(Emitter &e, MemberUse &&use) {
  return callBits(e, use.name, std::move(use.base), use.range);
}

// ---- times ----

Operand methodTimeCast(Emitter &e, MemberUse &&use) {
  return castTime(e, std::move(use.base), use.args[0], use.range);
}

Operand methodTimeView(Emitter &e, MemberUse &&use) {
  return viewTime(e, std::move(use.base), use.args[0], use.range);
}

// ---- tuples ----

Operand methodTupleSearch(Emitter &e, MemberUse &&use) {
  return searchTuple(e, use.name == "count", std::move(use.base),
                     std::move(use.args[0]), use.range);
}

// ---- types ----

Operand attributeTypeName(Emitter &, MemberUse &&use) {
  return Operand::ofValue(Value::string(dtypeName(use.base.known->type.scalar)),
                          use.range);
}

} // namespace pyk2ptx
