// round(x) and round(x, digits).
//
// CPython rounds the shortest decimal text of a float correctly; a kernel has
// no such text. So digits are rounded as NumPy does: scaled by a power of ten,
// rounded half to even and scaled back (prelude/number.py), in float64 also for
// narrower floats, which makes them exact nearly always.
#include "round.h"

#include "builtin.h"
#include "frontend/emit/emitter.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/types/magnitude.h"
#include "frontend/types/numba_typing.h"
#include "frontend/values/array.h"
#include "frontend/values/complex.h"
#include "half.h"

#include <cmath>
#include <utility>

namespace pyk2ptx {

static Operand roundInteger(Emitter &e, Operand value, Operand digits,
                            SourceRange range);
static Operand roundToDigits(Emitter &e, Operand value, Operand digits,
                             SourceRange range);

static constexpr std::int64_t mostDigits = 308;

Operand callRound(Emitter &e, std::vector<Operand> args, SourceRange range) {
  if (!args[0].isScalar()) {
    e.diagnostics().emit(args[0].range, diag::ArgumentType, Integer(1),
                         std::string("round"), std::string("a number"),
                         e.describe(args[0]));
    return Operand::error(range);
  }
  if (refuseComplex(e, "round", args[0], "round `z.real` and `z.imag`"))
    return Operand::error(range);
  Type type = e.typeOf(args[0]);
  bool hasDigits = args.size() > 1 &&
                   !(args[1].known && args[1].known->kind == Value::Kind::None);
  if (e.isNumba() && !hasDigits)
    return e.numbaConversion(Builtin::RoundInt, std::move(args[0]), range);
  if (e.isNumba()) {
    type = numbaReal(type);
    args[0] =
        Operand::ofExpr(e.convert(e.materialize(std::move(args[0])), type));
  }
  if (!hasDigits && !type.isFloat()) {
    args.resize(1);
    return callInt(e, std::move(args), range);
  }
  if (!hasDigits) {
    ir::CallBuiltin call{Builtin::RoundInt, {}};
    call.args.push_back(
        e.convert(e.materialize(std::move(args[0])), computedIn(type)));
    return Operand::ofExpr(
        makeExpr(range, Type::of(Scalar::I64), std::move(call)));
  }
  Type digits = e.typeOf(args[1]);
  if (digits.isError())
    return Operand::error(range);
  if (!digits.isInteger() && !digits.isBool()) {
    e.diagnostics().emit(args[1].range, diag::ArgumentType, Integer(2),
                         std::string("round"), std::string("an int"),
                         e.describe(args[1]));
    return Operand::error(range);
  }
  return type.isFloat()
             ? roundToDigits(e, std::move(args[0]), std::move(args[1]), range)
             : roundInteger(e, std::move(args[0]), std::move(args[1]), range);
}

/// The nearest multiple of 10**-digits, the even one of two.
static Operand roundInteger(Emitter &e, Operand value, Operand digits,
                            SourceRange range) {
  if (!digits.known) {
    e.diagnostics().emit(digits.range, diag::ConstantNeeded,
                         std::string("the number of digits of an int"),
                         std::string());
    return Operand::error(range);
  }
  std::int64_t places = digits.known->number.asInt();
  std::vector<Operand> args;
  args.push_back(std::move(value));
  Operand whole = callInt(e, std::move(args), range);
  if (places >= 0 || whole.isError)
    return whole;
  // 10**19 is beyond int64.
  if (places < -18)
    return Operand::ofExpr(makeInt(range, 0));
  std::int64_t step = 1;
  for (std::int64_t i = places; i < 0; ++i)
    step *= 10;
  whole = Operand::ofExpr(e.coerce(std::move(whole), Type::of(Scalar::I64)));
  return callArrayFunction(e, "np__round_int",
                           listOf(std::move(whole), intOperand(step, range)),
                           range);
}

/// 10**|digits| as a float64: a constant, or an element of a table.
static ir::ExprPtr powerOfTen(Emitter &e, ir::ExprPtr digits,
                              SourceRange range) {
  static const Value table = [] {
    Value powers;
    powers.kind = Value::Kind::Array;
    powers.shape = {mostDigits + 1};
    powers.type = Type::array(Scalar::F64, 1, Layout::C);
    for (std::int64_t i = 0; i <= mostDigits; ++i)
      powers.elements.push_back(
          Value::of(Number::ofFloat(std::stod("1e" + std::to_string(i)))));
    for (Value &power : powers.elements)
      power.number.type = Type::of(Scalar::F64);
    return powers;
  }();
  Operand array = e.constantArray(table, "powers_of_ten", range);
  Type type = Type::of(Scalar::I64);
  std::vector<ir::Let> lets;
  // The least int64 has no negative.
  digits = makeExpr(range, type,
                    ir::Binary{ir::BinaryOp::Max, std::move(digits),
                               makeInt(range, -mostDigits)});
  Operand count = e.once(Operand::ofExpr(std::move(digits)), lets);
  ir::ExprPtr negative =
      makeExpr(range, type,
               ir::Unary{ir::UnaryOp::Negative, e.materialize(again(count))});
  ir::ExprPtr isNegative =
      makeExpr(range, Type::of(Scalar::Bool),
               ir::Compare{ir::CompareOp::Less, e.materialize(again(count)),
                           makeInt(range, 0)});
  ir::ExprPtr size =
      makeExpr(range, type,
               ir::Select{std::move(isNegative), std::move(negative),
                          e.materialize(again(count))});
  size = makeExpr(range, type,
                  ir::Binary{ir::BinaryOp::Min, std::move(size),
                             makeInt(range, mostDigits)});
  ir::Load load;
  load.array = std::move(array.expr);
  ir::Index index;
  index.value = e.finishLets(std::move(size), std::move(lets));
  index.wrap = false;
  load.indices.push_back(std::move(index));
  return makeExpr(range, Type::of(Scalar::F64), std::move(load));
}

static Operand roundToDigits(Emitter &e, Operand value, Operand digits,
                             SourceRange range) {
  Type type = e.typeOf(value);
  Type wide = Type::of(Scalar::F64);
  value = Operand::ofExpr(makeConvert(e.materialize(std::move(value)), wide));
  std::vector<ir::Let> lets;
  Operand power;
  if (digits.known) {
    std::uint64_t size = std::min<std::uint64_t>(
        magnitudeOf(digits.known->number.asInt()), mostDigits);
    Number constant = Number::ofFloat(std::stod("1e" + std::to_string(size)));
    constant.type = wide;
    power = Operand::ofValue(Value::of(constant), range);
  } else {
    value = e.once(std::move(value), lets);
    digits = e.once(
        Operand::ofExpr(e.coerce(std::move(digits), Type::of(Scalar::I64))),
        lets);
    power = Operand::ofExpr(powerOfTen(e, e.materialize(again(digits)), range));
  }
  Operand result = callArrayFunction(
      e, "np__round_digits",
      listOf(std::move(value), std::move(digits), std::move(power)), range);
  return Operand::ofExpr(makeConvert(
      e.finishLets(e.materialize(std::move(result)), std::move(lets)), type));
}

std::optional<Builtin> realForm(Builtin builtin) {
  switch (builtin) {
  case Builtin::Floor:
    return Builtin::FloorReal;
  case Builtin::Ceil:
    return Builtin::CeilReal;
  case Builtin::Trunc:
    return Builtin::TruncReal;
  case Builtin::RoundInt:
    return Builtin::RoundReal;
  default:
    return std::nullopt;
  }
}

} // namespace pyk2ptx
