// round(x) and round(x, digits).
//
// CPython rounds the shortest decimal text of a float correctly; a kernel has
// no such text. So digits are rounded as NumPy does: scaled by a power of ten,
// rounded half to even and scaled back, in float64 also for narrower floats,
// which makes them exact nearly always. What overflows on the way has no digits
// behind the point: it stays as it is.
#include "checker.h"
#include "numba_typing.h"

#include <cmath>
#include <utility>

namespace pyk2ptx {

static constexpr std::int64_t mostDigits = 308;

Operand FunctionChecker::callRound(std::vector<Operand> args,
                                   SourceRange range) {
  if (!args[0].isScalar()) {
    diagnostics().emit(args[0].range, diag::ArgumentType, Integer(1),
                       std::string("round"), std::string("a number"),
                       describe(args[0]));
    return Operand::error(range);
  }
  if (refuseComplex("round", args[0], "round `z.real` and `z.imag`"))
    return Operand::error(range);
  Type type = typeOf(args[0]);
  bool hasDigits = args.size() > 1 &&
                   !(args[1].known && args[1].known->kind == Value::Kind::None);
  if (isNumba() && !hasDigits)
    return numbaConversion(Builtin::RoundInt, std::move(args[0]), range);
  if (isNumba()) {
    type = numbaReal(type);
    args[0] = Operand::ofExpr(convert(materialize(std::move(args[0])), type));
  }
  if (!hasDigits && !type.isFloat()) {
    args.resize(1);
    return callInt(std::move(args), range);
  }
  if (!hasDigits) {
    ir::CallBuiltin call{Builtin::RoundInt, {}};
    call.args.push_back(
        convert(materialize(std::move(args[0])), computedIn(type)));
    return Operand::ofExpr(
        makeExpr(range, Type::of(Scalar::I64), std::move(call)));
  }
  Type digits = typeOf(args[1]);
  if (digits.isError())
    return Operand::error(range);
  if (!digits.isInteger() && !digits.isBool()) {
    diagnostics().emit(args[1].range, diag::ArgumentType, Integer(2),
                       std::string("round"), std::string("an int"),
                       describe(args[1]));
    return Operand::error(range);
  }
  return type.isFloat()
             ? roundToDigits(std::move(args[0]), std::move(args[1]), range)
             : roundInteger(std::move(args[0]), std::move(args[1]), range);
}

/// The nearest multiple of 10**-digits, the even one of two.
Operand FunctionChecker::roundInteger(Operand value, Operand digits,
                                      SourceRange range) {
  if (!digits.known) {
    diagnostics().emit(digits.range, diag::ConstantNeeded,
                       std::string("the number of digits of an int"),
                       std::string());
    return Operand::error(range);
  }
  std::int64_t places = digits.known->number.asInt();
  std::vector<Operand> args;
  args.push_back(std::move(value));
  Operand whole = callInt(std::move(args), range);
  if (places >= 0 || whole.isError)
    return whole;
  // 10**19 is beyond int64.
  if (places < -18)
    return Operand::ofExpr(makeInt(range, 0));
  std::int64_t step = 1;
  for (std::int64_t i = places; i < 0; ++i)
    step *= 10;
  std::vector<ir::Let> lets;
  Type type = Type::of(Scalar::I64);
  Operand number = once(Operand::ofExpr(coerce(std::move(whole), type)), lets);
  auto binary = [&](ir::BinaryOp op, ir::ExprPtr left, std::int64_t right) {
    return makeExpr(range, type,
                    ir::Binary{op, std::move(left), makeInt(range, right)});
  };
  auto compare = [&](ir::CompareOp op, ir::ExprPtr left, std::int64_t right) {
    return makeExpr(range, Type::of(Scalar::Bool),
                    ir::Compare{op, std::move(left), makeInt(range, right)});
  };
  Operand rest = once(Operand::ofExpr(binary(ir::BinaryOp::Mod,
                                             materialize(again(number)), step)),
                      lets);
  Operand low = once(Operand::ofExpr(binary(ir::BinaryOp::FloorDiv,
                                            materialize(again(number)), step)),
                     lets);
  ir::ExprPtr isOdd =
      compare(ir::CompareOp::NotEqual,
              binary(ir::BinaryOp::Mod, materialize(again(low)), 2), 0);
  ir::ExprPtr tie =
      makeExpr(range, Type::of(Scalar::Bool),
               ir::Logical{true,
                           compare(ir::CompareOp::Equal,
                                   materialize(again(rest)), step / 2),
                           std::move(isOdd)});
  ir::ExprPtr up =
      makeExpr(range, Type::of(Scalar::Bool),
               ir::Logical{false,
                           compare(ir::CompareOp::Greater,
                                   materialize(again(rest)), step / 2),
                           std::move(tie)});
  ir::ExprPtr quotient =
      makeExpr(range, type,
               ir::Binary{ir::BinaryOp::Add, materialize(again(low)),
                          makeConvert(std::move(up), type)});
  return Operand::ofExpr(finishLets(
      binary(ir::BinaryOp::Mul, std::move(quotient), step), std::move(lets)));
}

/// 10**|digits| as a float64: a constant, or an element of a table.
ir::ExprPtr FunctionChecker::powerOfTen(ir::ExprPtr digits, SourceRange range) {
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
  Operand array = constantArray(table, "powers_of_ten", range);
  Type type = Type::of(Scalar::I64);
  std::vector<ir::Let> lets;
  Operand count = once(Operand::ofExpr(std::move(digits)), lets);
  ir::ExprPtr negative = makeExpr(
      range, type, ir::Unary{ir::UnaryOp::Negative, materialize(again(count))});
  ir::ExprPtr isNegative =
      makeExpr(range, Type::of(Scalar::Bool),
               ir::Compare{ir::CompareOp::Less, materialize(again(count)),
                           makeInt(range, 0)});
  ir::ExprPtr size =
      makeExpr(range, type,
               ir::Select{std::move(isNegative), std::move(negative),
                          materialize(again(count))});
  size = makeExpr(range, type,
                  ir::Binary{ir::BinaryOp::Min, std::move(size),
                             makeInt(range, mostDigits)});
  ir::Load load;
  load.array = std::move(array.expr);
  ir::Index index;
  index.value = finishLets(std::move(size), std::move(lets));
  index.wrap = false;
  load.indices.push_back(std::move(index));
  return makeExpr(range, Type::of(Scalar::F64), std::move(load));
}

Operand FunctionChecker::roundToDigits(Operand value, Operand digits,
                                       SourceRange range) {
  Type type = typeOf(value);
  Type wide = Type::of(Scalar::F64);
  std::vector<ir::Let> lets;
  Operand number = once(
      Operand::ofExpr(makeConvert(materialize(std::move(value)), wide)), lets);
  std::optional<std::int64_t> known;
  if (digits.known)
    known = digits.known->number.asInt();
  Operand places, power;
  if (known) {
    std::int64_t size = std::min(std::abs(*known), mostDigits);
    Number constant = Number::ofFloat(std::stod("1e" + std::to_string(size)));
    constant.type = wide;
    power = Operand::ofValue(Value::of(constant), range);
  } else {
    places =
        once(Operand::ofExpr(coerce(std::move(digits), Type::of(Scalar::I64))),
             lets);
    power = once(Operand::ofExpr(powerOfTen(materialize(again(places)), range)),
                 lets);
  }
  auto scale = [&](ir::ExprPtr operand, bool up) {
    return makeExpr(range, wide,
                    ir::Binary{up ? ir::BinaryOp::Mul : ir::BinaryOp::TrueDiv,
                               std::move(operand), materialize(again(power))});
  };
  // `up` multiplies where digits are not negative.
  auto scaleEither = [&](const Operand &operand, bool up) {
    if (known)
      return scale(materialize(again(operand)), (*known >= 0) == up);
    ir::ExprPtr isNegative =
        makeExpr(range, Type::of(Scalar::Bool),
                 ir::Compare{ir::CompareOp::Less, materialize(again(places)),
                             makeInt(range, 0)});
    return makeExpr(range, wide,
                    ir::Select{std::move(isNegative),
                               scale(materialize(again(operand)), !up),
                               scale(materialize(again(operand)), up)});
  };
  Operand scaled = once(Operand::ofExpr(scaleEither(number, true)), lets);
  ir::CallBuiltin rint{Builtin::RoundReal, {}};
  rint.args.push_back(materialize(again(scaled)));
  Operand rounded =
      once(Operand::ofExpr(makeExpr(range, wide, std::move(rint))), lets);
  ir::CallBuiltin isFinite{Builtin::IsFinite, {}};
  isFinite.args.push_back(materialize(again(scaled)));
  ir::ExprPtr result = makeExpr(
      range, wide,
      ir::Select{makeExpr(range, Type::of(Scalar::Bool), std::move(isFinite)),
                 scaleEither(rounded, false), materialize(again(number))});
  return Operand::ofExpr(
      makeConvert(finishLets(std::move(result), std::move(lets)), type));
}

} // namespace pyk2ptx
