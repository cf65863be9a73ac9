// datetime64 and timedelta64. In the IR they are the int64 that they count;
// only types tell them from integers, so that nothing takes one for a number.
// What NumPy does to NaT and to other units is written in Python
// (prelude/times.py).
#include "time.h"

#include "arguments.h"
#include "array.h"
#include "frontend/emit/emitter.h"
#include "frontend/evaluate/prelude.h"
#include "frontend/ir/compare_op.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/types/time_type.h"
#include "tuple.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;
using Form = TimeOperation::Form;

bool isTime(const Operand &operand) {
  if (operand.known)
    return operand.known->isTime();
  return operand.expr && operand.type.isTime() && !operand.isElement;
}

/// The same int64 with another type.
static Operand retyped(Operand operand, const Type &type) {
  operand.expr->type = type;
  operand.type = type;
  return operand;
}

static Operand callTimeFunction(Emitter &e, const char *name, Operand a,
                                Operand b, SourceRange range) {
  std::vector<Operand> args;
  for (Operand *operand : {&a, &b}) {
    Type type = e.typeOf(*operand);
    Type wide = Type::of(type.isFloat() ? Scalar::F64 : Scalar::I64);
    args.push_back(
        Operand::ofExpr(e.convert(e.materialize(std::move(*operand)), wide)));
  }
  FunctionValue function = preludeFunction(name);
  args.resize(function.def->params.size());
  return e.callInstance(function, std::move(args), std::nullopt, range);
}

static Operand inUnit(Emitter &e, Operand count, TimeType from,
                      TimeType::Unit to, SourceRange range) {
  using Unit = TimeType::Unit;
  auto scale = [&](Operand value, Unit own, Unit wanted) {
    if (own == wanted)
      return value;
    bool isFiner = wanted > own;
    std::int64_t factor =
        *(isFiner ? unitsIn(own, wanted) : unitsIn(wanted, own));
    return callTimeFunction(e, isFiner ? "time_finer" : "time_coarser",
                            std::move(value), intOperand(factor, range), range);
  };
  if (from.unit == to || from.unit == Unit::Generic || to == Unit::Generic)
    return count;
  if (isCalendar(from.unit) == isCalendar(to))
    return scale(std::move(count), from.unit, to);
  bool isDate = isCalendar(from.unit);
  Operand middle =
      scale(std::move(count), from.unit, isDate ? Unit::Month : Unit::Day);
  middle = callTimeFunction(
      e, isDate ? "time_days_of_months" : "time_months_of_days",
      std::move(middle), intOperand(0, range), range);
  return scale(std::move(middle), isDate ? Unit::Day : Unit::Month, to);
}

Operand countIn(Emitter &e, Operand operand, TimeType::Unit unit,
                SourceRange range) {
  if (!isTime(operand))
    return Operand::ofExpr(
        e.convert(e.materialize(std::move(operand)), Type::of(Scalar::I64)));
  TimeType own = e.typeOf(operand).time;
  if (operand.known) {
    std::int64_t value = operand.known->number.asInt();
    return intOperand(convertTime(value, own, unit).value_or(notATime), range);
  }
  return inUnit(e, retyped(std::move(operand), Type::of(Scalar::I64)), own,
                unit, range);
}

static const char *functionOf(Form form, bool isFloat) {
  switch (form) {
  case Form::Sum:
    return "time_sum";
  case Form::Difference:
    return "time_difference";
  case Form::Ratio:
    return "time_ratio";
  case Form::FloorRatio:
    return "time_floor_ratio";
  case Form::Remainder:
    return "time_remainder";
  case Form::Scale:
    return isFloat ? "time_scale_float" : "time_scale";
  case Form::Divide:
    break;
  }
  return isFloat ? "time_divide_float" : "time_divide";
}

Operand timeBinary(Emitter &e, BinaryOp op, Operand left, Operand right,
                   SourceRange range) {
  Type a = e.typeOf(left, false);
  Type b = e.typeOf(right, false);
  std::optional<TimeOperation> operation = timeOperation(op, a, b);
  if (!operation)
    return e.operandError(spelling(op), left, right, range);
  bool isByNumber =
      operation->form == Form::Scale || operation->form == Form::Divide;
  // The operands are evaluated in their order, whichever is the span.
  std::vector<ir::Let> lets;
  left = e.once(std::move(left), lets);
  right = e.once(std::move(right), lets);
  if (isByNumber && !isTime(left)) {
    std::swap(left, right);
    std::swap(a, b);
  }
  Operand x = countIn(e, std::move(left), operation->unit, range);
  Operand y = isByNumber ? std::move(right)
                         : countIn(e, std::move(right), operation->unit, range);
  const char *function = functionOf(operation->form, b.isFloat());
  Operand result =
      callTimeFunction(e, function, std::move(x), std::move(y), range);
  if (result.isError)
    return result;
  if (operation->result.isTime())
    result = retyped(std::move(result), operation->result);
  else
    result = Operand::ofExpr(
        e.convert(e.materialize(std::move(result)), operation->result));
  return finished(e, std::move(result), std::move(lets));
}

Operand timeUnary(Emitter &e, UnaryOp op, Operand operand, SourceRange range) {
  Type type = e.typeOf(operand);
  if (op == UnaryOp::Invert || type.time.kind != TimeType::Kind::Span) {
    e.diagnostics().emit(range, diag::OperandType, std::string(spelling(op)),
                         e.describe(operand));
    return Operand::error(range);
  }
  if (op == UnaryOp::Positive)
    return operand;
  // NaT is its own negative.
  ir::ExprPtr count =
      retyped(Operand::ofExpr(e.materialize(std::move(operand))),
              Type::of(Scalar::I64))
          .expr;
  return Operand::ofExpr(makeExpr(
      range, type, ir::Unary{ir::UnaryOp::Negative, std::move(count)}));
}

/// NaT is the least int64, so one test of one operand is enough: of the lesser,
/// or of either where they are equal.
Operand timeCompare(Emitter &e, CompareOp op, Operand left, Operand right,
                    SourceRange range) {
  std::optional<TimeType::Unit> unit =
      timeComparison(e.typeOf(left, false), e.typeOf(right, false));
  if (!unit)
    return e.operandError(spelling(op), left, right, range);
  std::vector<ir::Let> lets;
  Operand x = e.once(countIn(e, std::move(left), *unit, range), lets);
  Operand y = e.once(countIn(e, std::move(right), *unit, range), lets);
  bool isDescending = op == CompareOp::Greater || op == CompareOp::GreaterEqual;
  bool isNotEqual = op == CompareOp::NotEqual;
  auto compare = [&](ir::CompareOp how, ir::ExprPtr a, ir::ExprPtr b) {
    return makeExpr(range, Type::of(Scalar::Bool),
                    ir::Compare{how, std::move(a), std::move(b)});
  };
  ir::ExprPtr test = compare(
      isNotEqual ? ir::CompareOp::Equal : ir::CompareOp::NotEqual,
      e.materialize(again(isDescending ? y : x)), makeInt(range, notATime));
  ir::ExprPtr order = compare(compareOpOf(op), e.materialize(again(x)),
                              e.materialize(again(y)));
  return Operand::ofExpr(e.finishLets(
      makeExpr(range, Type::of(Scalar::Bool),
               ir::Logical{!isNotEqual, std::move(order), std::move(test)}),
      std::move(lets)));
}

ir::ExprPtr coerceTime(Emitter &e, Operand operand, const Type &type) {
  SourceRange range = operand.range;
  Operand count = countIn(e, std::move(operand), type.time.unit, range);
  if (count.isError)
    return nullptr;
  ir::ExprPtr expr = e.materialize(std::move(count));
  expr->type = type;
  return expr;
}

// ---- calls ----

static const char *extremeOf(Builtin builtin) {
  switch (builtin) {
  case Builtin::Min:
    return "time_min";
  case Builtin::Max:
    return "time_max";
  case Builtin::NpMinimum:
    return "time_minimum";
  case Builtin::NpMaximum:
    return "time_maximum";
  case Builtin::NpFmin:
    return "time_fmin";
  case Builtin::NpFmax:
    return "time_fmax";
  default:
    return nullptr;
  }
}

/// The times of `args` from `first` on in one unit; nothing after a message.
static std::optional<Type> commonTime(Emitter &e, const std::string &name,
                                      const std::vector<Operand> &args,
                                      std::size_t first) {
  std::optional<Type> common;
  for (std::size_t i = first; i < args.size(); ++i) {
    bool fits = isTime(args[i]);
    Type own = fits ? e.typeOf(args[i]) : Type::error();
    fits = fits && (!common || common->time.kind == own.time.kind);
    std::optional<TimeType::Unit> unit;
    if (fits)
      unit = commonUnit(common ? common->time : own.time, own.time);
    if (!unit) {
      e.diagnostics().emit(args[i].range, diag::ArgumentType,
                           static_cast<Integer>(i + 1), name,
                           common ? "`" + spell(*common) + "`"
                                  : std::string("a `datetime64` or "
                                                "`timedelta64`"),
                           e.describe(args[i]));
      return std::nullopt;
    }
    common = Type::ofTime({own.time.kind, *unit});
  }
  return common;
}

/// np.where of two times.
static Operand chooseTime(Emitter &e, const Type &common,
                          std::vector<Operand> args, SourceRange range) {
  ir::ExprPtr condition = e.toBool(std::move(args[0]));
  if (!condition)
    return Operand::error(range);
  std::vector<ir::Let> lets;
  Operand x =
      e.once(Operand::ofExpr(coerceTime(e, std::move(args[1]), common)), lets);
  Operand y =
      e.once(Operand::ofExpr(coerceTime(e, std::move(args[2]), common)), lets);
  return Operand::ofExpr(e.finishLets(
      makeExpr(range, common,
               ir::Select{std::move(condition), e.materialize(std::move(x)),
                          e.materialize(std::move(y))}),
      std::move(lets)));
}

Operand callTime(Emitter &e, Builtin builtin, std::vector<Operand> args,
                 SourceRange range) {
  std::string name(builtinInfo(builtin).name);
  bool isChoice = builtin == Builtin::NpWhere;
  std::size_t first = isChoice ? 1 : 0;
  std::optional<Type> common = commonTime(e, name, args, first);
  if (!common)
    return Operand::error(range);
  if (isChoice)
    return chooseTime(e, *common, std::move(args), range);
  if (builtin == Builtin::NpIsNat) {
    Operand count = countIn(e, std::move(args[0]), common->time.unit, range);
    return Operand::ofExpr(makeExpr(range, Type::of(Scalar::Bool),
                                    ir::Compare{ir::CompareOp::Equal,
                                                e.materialize(std::move(count)),
                                                makeInt(range, notATime)}));
  }
  if (builtin == Builtin::Abs && common->time.kind == TimeType::Kind::Span) {
    Operand count = countIn(e, std::move(args[0]), common->time.unit, range);
    ir::CallBuiltin call{builtin, {}};
    call.args.push_back(e.materialize(std::move(count)));
    return retyped(Operand::ofExpr(
                       makeExpr(range, Type::of(Scalar::I64), std::move(call))),
                   *common);
  }
  const char *function = extremeOf(builtin);
  if (!function) {
    e.diagnostics().emit(args[0].range, diag::ArgumentType, Integer(1), name,
                         std::string("a number"), e.describe(args[0]));
    return Operand::error(range);
  }
  Operand result = countIn(e, std::move(args[0]), common->time.unit, range);
  for (std::size_t i = 1; i < args.size(); ++i)
    result = callTimeFunction(
        e, function, std::move(result),
        countIn(e, std::move(args[i]), common->time.unit, range), range);
  return result.isError
             ? std::move(result)
             : retyped(Operand::ofExpr(e.materialize(std::move(result))),
                       *common);
}

Operand makeTimeValue(Emitter &e, const Type &type, const Call &node,
                      SourceRange range) {
  std::string name = spell(type);
  std::optional<std::vector<Operand>> given =
      positionalArguments(e, name, node, 1, 2, range);
  if (!given)
    return Operand::error(range);
  std::vector<Operand> &args = *given;
  std::vector<Value> values;
  for (const Operand &arg : args)
    if (arg.known)
      values.push_back(*arg.known);
  if (values.size() == args.size()) {
    Value value = makeTime(type.time, values, range);
    if (value.isKnown())
      return Operand::ofValue(std::move(value), range);
    e.diagnostics().emit(range, diag::NotConstant, name, value.text,
                         std::string());
    return Operand::error(range);
  }
  Type wanted = type;
  if (args.size() == 2) {
    std::optional<TimeType::Unit> unit;
    if (args[1].known && args[1].known->kind == Value::Kind::String)
      unit = unitByName(args[1].known->text);
    if (!unit) {
      e.diagnostics().emit(args[1].range, diag::ConstantNeeded,
                           "the unit of `" + name + "`",
                           std::string(" such as 'ns'"));
      return Operand::error(range);
    }
    wanted.time.unit = *unit;
  }
  Type first = e.typeOf(args[0], false);
  bool isCount = first.isInteger() && !args[0].isElement;
  bool isSame = isTime(args[0]) && e.canCoerce(first, wanted);
  if (!isCount && !isSame) {
    e.diagnostics().emit(args[0].range, diag::ArgumentType, Integer(1), name,
                         "an integer or a `" + name + "`", e.describe(args[0]));
    return Operand::error(range);
  }
  ir::ExprPtr value = coerceTime(e, std::move(args[0]), wanted);
  return value ? Operand::ofExpr(std::move(value)) : Operand::error(range);
}

static Operand noTimeFor(Emitter &e, const Type &own, const Operand &dtype,
                         SourceRange range) {
  e.diagnostics().emit(range, diag::TypeMismatch,
                       "`" + spell(own) + "` or `int64`", e.describe(dtype));
  return Operand::error(range);
}

Operand castTime(Emitter &e, Operand time, const Operand &dtype,
                 SourceRange range) {
  std::optional<Type> type = readDtype(e, dtype);
  if (!type)
    return Operand::error(range);
  Type own = e.typeOf(time);
  if (type->isInteger()) {
    Operand count = countIn(e, std::move(time), own.time.unit, range);
    return Operand::ofExpr(e.convert(e.materialize(std::move(count)), *type));
  }
  if (type->isTime() && e.canCoerce(own, *type))
    return Operand::ofExpr(coerceTime(e, std::move(time), *type));
  return noTimeFor(e, own, dtype, range);
}

Operand viewTime(Emitter &e, Operand time, const Operand &dtype,
                 SourceRange range) {
  std::optional<Type> type = readDtype(e, dtype);
  if (!type)
    return Operand::error(range);
  Type own = e.typeOf(time);
  if (!type->isTime() && !(*type == Type::of(Scalar::I64)))
    return noTimeFor(e, own, dtype, range);
  Operand count = countIn(e, std::move(time), own.time.unit, range);
  ir::ExprPtr value = e.materialize(std::move(count));
  value->type = *type;
  return Operand::ofExpr(std::move(value));
}

} // namespace pyk2ptx
