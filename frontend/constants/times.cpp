// datetime64 and timedelta64: which operators they have, by NumPy's rules, and
// constants of them. NaT takes part in everything and is equal to nothing; a
// result that does not fit is NaT too.
#include "times.h"

#include <cmath>

namespace pyk2ptx {

using syntax::BinaryOp;
using syntax::CompareOp;
using syntax::UnaryOp;
using Form = TimeOperation::Form;

static bool isSpan(const Type &type) {
  return type.isTime() && type.time.kind == TimeType::Kind::Span;
}

static bool isInstant(const Type &type) {
  return type.isTime() && !isSpan(type);
}

static bool isIntegral(const Type &type) {
  return type.isInteger() || type.isBool();
}

TimeType timeOf(const Type &type) {
  if (type.isTime())
    return type.time;
  return {TimeType::Kind::Span, TimeType::Unit::Generic};
}

std::optional<TimeOperation> timeOperation(BinaryOp op, const Type &a,
                                           const Type &b) {
  // By a number.
  bool isProduct = op == BinaryOp::Mul;
  bool isQuotient = op == BinaryOp::TrueDiv || op == BinaryOp::FloorDiv;
  const Type &number = isSpan(a) ? b : a;
  bool isNumber =
      number.isInteger() || number.isFloat() || (isProduct && number.isBool());
  if ((isProduct || isQuotient) && isNumber) {
    if (!(isSpan(a) || (isProduct && isSpan(b))))
      return std::nullopt;
    const Type &span = isSpan(a) ? a : b;
    // Both of NumPy's quotients are truncated.
    return TimeOperation{isProduct ? Form::Scale : Form::Divide, span.time.unit,
                         span};
  }
  bool isSum = op == BinaryOp::Add;
  bool takesInteger = isSum || op == BinaryOp::Sub;
  for (const Type *type : {&a, &b})
    if (!type->isTime() && !(takesInteger && isIntegral(*type)))
      return std::nullopt;
  TimeType left = timeOf(a), right = timeOf(b);
  std::optional<TimeType::Unit> unit = commonUnit(left, right);
  if (!unit)
    return std::nullopt;
  Type span = Type::ofTime({TimeType::Kind::Span, *unit});
  Type instant = Type::ofTime({TimeType::Kind::Instant, *unit});
  switch (op) {
  case BinaryOp::Add:
    if (isInstant(a) && isInstant(b))
      return std::nullopt;
    return TimeOperation{Form::Sum, *unit,
                         isInstant(a) || isInstant(b) ? instant : span};
  case BinaryOp::Sub:
    if (isInstant(b) && !isInstant(a))
      return std::nullopt;
    return TimeOperation{Form::Difference, *unit,
                         isInstant(a) && !isInstant(b) ? instant : span};
  case BinaryOp::TrueDiv:
  case BinaryOp::FloorDiv:
  case BinaryOp::Mod:
    if (!isSpan(a) || !isSpan(b))
      return std::nullopt;
    if (op == BinaryOp::Mod)
      return TimeOperation{Form::Remainder, *unit, span};
    if (op == BinaryOp::FloorDiv)
      return TimeOperation{Form::FloorRatio, *unit, Type::of(Scalar::I64)};
    return TimeOperation{Form::Ratio, *unit, Type::of(Scalar::F64)};
  default:
    return std::nullopt;
  }
}

std::optional<TimeType::Unit> timeComparison(const Type &a, const Type &b) {
  bool fits = (isInstant(a) && isInstant(b)) ||
              ((isSpan(a) || isIntegral(a)) && (isSpan(b) || isIntegral(b)));
  if (!fits)
    return std::nullopt;
  return commonUnit(timeOf(a), timeOf(b));
}

// ---- constants ----

static std::optional<TimeType::Unit> unitOf(const Value &value) {
  return value.kind == Value::Kind::String ? unitByName(value.text)
                                           : std::nullopt;
}

Value makeTime(TimeType type, const std::vector<Value> &args,
               SourceRange range) {
  std::string name = "np." + timeName({type.kind, TimeType::Unit::Generic});
  bool isInstant = type.kind == TimeType::Kind::Instant;
  Value unknown = Value::unknown(
      range, "`" + name + "` takes " +
                 (isInstant ? "a date such as '2020-01-31T12:00', " : "") +
                 "an integer, or 'NaT', and the unit");
  std::optional<TimeType::Unit> unit;
  if (args.size() == 2)
    unit = unitOf(args[1]);
  if (args.empty() || args.size() > 2 || (args.size() == 2 && !unit))
    return unknown;
  if (!unit && type.unit != TimeType::Unit::Generic)
    unit = type.unit;
  TimeConstant constant{{type.kind, TimeType::Unit::Generic}, notATime};
  const Value &given = args[0];
  if (given.isInteger()) {
    // An instant needs to know what is counted.
    if (isInstant && !unit)
      return unknown;
    constant.value = given.number.asInt();
  } else if (given.isTime() && given.number.type.time.kind == type.kind) {
    constant = {given.number.type.time, given.number.asInt()};
  } else if (given.kind == Value::Kind::String &&
             (isInstant || given.text == "NaT")) {
    std::optional<TimeConstant> parsed = parseInstant(given.text);
    if (!parsed)
      return Value::unknown(range, "`" + given.text + "` is no date");
    constant.value = parsed->value;
    constant.type.unit = parsed->type.unit;
  } else if (given.kind != Value::Kind::None) {
    return unknown;
  }
  if (!unit)
    return Value::ofTime(constant.type, constant.value);
  std::optional<std::int64_t> value =
      convertTime(constant.value, constant.type, *unit);
  if (!value)
    return Value::unknown(range, "there is no number of `" +
                                     std::string(unitName(*unit)) + "` in a `" +
                                     timeName(constant.type) + "`");
  return Value::ofTime({type.kind, *unit}, *value);
}

Value foldTime(UnaryOp op, const Value &operand, SourceRange range) {
  const Number &number = operand.number;
  if (!isSpan(number.type) || op == UnaryOp::Invert || op == UnaryOp::Not)
    return Value::unknown(range, "a `" + timeName(number.type.time) +
                                     "` has no such operator");
  // The least number is NaT, and its own negative.
  std::uint64_t bits = op == UnaryOp::Negative ? -number.bits : number.bits;
  return Value::ofTime(number.type.time, static_cast<std::int64_t>(bits));
}

static Value foldScale(const TimeOperation &operation, std::int64_t span,
                       const Number &number) {
  TimeType type = operation.result.time;
  bool isProduct = operation.form == Form::Scale;
  if (span == notATime)
    return Value::ofTime(type, span);
  if (number.type.isFloat()) {
    double value = static_cast<double>(span);
    value = isProduct ? value * number.number : value / number.number;
    constexpr double limit = 9223372036854775808.0;
    bool fits = value < limit && value > -limit;
    return Value::ofTime(type,
                         fits ? static_cast<std::int64_t>(value) : notATime);
  }
  std::int64_t by = number.asInt();
  if (isProduct)
    return Value::ofTime(type,
                         static_cast<std::int64_t>(
                             static_cast<std::uint64_t>(span) * number.bits));
  if (by == 0)
    return Value::ofTime(type, notATime);
  // By -1 too: only NaT would not fit.
  return Value::ofTime(type, span / by);
}

static Value foldPair(const TimeOperation &operation, std::int64_t a,
                      std::int64_t b) {
  bool isNaT = a == notATime || b == notATime;
  switch (operation.form) {
  case Form::Sum:
  case Form::Difference: {
    auto left = static_cast<std::uint64_t>(a);
    auto right = static_cast<std::uint64_t>(b);
    std::uint64_t bits =
        operation.form == Form::Sum ? left + right : left - right;
    return Value::ofTime(operation.result.time,
                         isNaT ? notATime : static_cast<std::int64_t>(bits));
  }
  case Form::Ratio: {
    double ratio =
        isNaT ? std::nan("") : static_cast<double>(a) / static_cast<double>(b);
    return Value::of(
        convertNumber(Number::ofFloat(ratio), Type::of(Scalar::F64)));
  }
  default:
    break;
  }
  bool isDown = !isNaT && b != 0 && a % b != 0 && (a < 0) != (b < 0);
  if (operation.form == Form::Remainder)
    return Value::ofTime(operation.result.time,
                         isNaT || b == 0 ? notATime : a % b + (isDown ? b : 0));
  Number quotient = Number::ofInt(isNaT || b == 0 ? 0 : a / b - isDown);
  quotient.exact = false;
  return Value::of(quotient);
}

Value foldTime(BinaryOp op, const Value &left, const Value &right,
               SourceRange range) {
  Value unknown = Value::unknown(range, "these operands have no such operator");
  for (const Value *value : {&left, &right})
    if (!value->isTime() && !value->isNumber())
      return unknown;
  std::optional<TimeOperation> operation =
      timeOperation(op, left.number.type, right.number.type);
  if (!operation)
    return unknown;
  if (operation->form == Form::Scale || operation->form == Form::Divide) {
    bool isFirst = left.isTime();
    return foldScale(*operation, (isFirst ? left : right).number.asInt(),
                     (isFirst ? right : left).number);
  }
  std::optional<std::int64_t> a = convertTime(
      left.number.asInt(), timeOf(left.number.type), operation->unit);
  std::optional<std::int64_t> b = convertTime(
      right.number.asInt(), timeOf(right.number.type), operation->unit);
  return a && b ? foldPair(*operation, *a, *b) : unknown;
}

Value foldTime(CompareOp op, const Value &left, const Value &right,
               SourceRange range) {
  Value unknown = Value::unknown(range, "the comparison is not a constant");
  for (const Value *value : {&left, &right})
    if (!value->isTime() && !value->isNumber())
      return unknown;
  std::optional<TimeType::Unit> unit =
      timeComparison(left.number.type, right.number.type);
  if (!unit)
    return unknown;
  std::optional<std::int64_t> a =
      convertTime(left.number.asInt(), timeOf(left.number.type), *unit);
  std::optional<std::int64_t> b =
      convertTime(right.number.asInt(), timeOf(right.number.type), *unit);
  if (!a || !b)
    return unknown;
  bool isNaT = *a == notATime || *b == notATime;
  auto known = [](bool value) { return Value::of(Number::ofBool(value)); };
  switch (op) {
  case CompareOp::Equal:
    return known(!isNaT && *a == *b);
  case CompareOp::NotEqual:
    return known(isNaT || *a != *b);
  case CompareOp::Less:
    return known(!isNaT && *a < *b);
  case CompareOp::LessEqual:
    return known(!isNaT && *a <= *b);
  case CompareOp::Greater:
    return known(!isNaT && *a > *b);
  case CompareOp::GreaterEqual:
    return known(!isNaT && *a >= *b);
  default:
    return unknown;
  }
}

} // namespace pyk2ptx
