// NumPy's functions of scalars beyond those that mean a function of math, and
// operators under their names in NumPy and in the module `operator`. Results
// have the types of the operators: a weak float takes the other's type.
#include "numpy.h"

#include "builtin.h"
#include "frontend/emit/emitter.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/values/arguments.h"
#include "frontend/values/array.h"
#include "frontend/values/complex.h"
#include "frontend/values/elementwise.h"
#include "frontend/values/time.h"
#include "half.h"
#include "round.h"
#include "rows.h"

#include <iterator>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

namespace {

/// An operator by name. Exactly one of the optionals is set, or `isLogical`.
struct OperatorName {
  const char *name;
  std::optional<BinaryOp> binary;
  std::optional<CompareOp> compare;
  std::optional<UnaryOp> unary;
  /// logical_and, logical_or, logical_xor: '&', '|', '^' of truth.
  bool isLogical = false;
};

const OperatorName *operatorByName(const std::string &path) {
  static const OperatorName names[] = {
#define OPERATOR_BINARY(name, op) {name, BinaryOp::op, {}, {}},
#define OPERATOR_LOGICAL(name, op) {name, BinaryOp::op, {}, {}, true},
#define OPERATOR_COMPARE(name, op) {name, {}, CompareOp::op, {}},
#define OPERATOR_UNARY(name, op) {name, {}, {}, UnaryOp::op},
#include "frontend/tables/operators.def"
#undef OPERATOR_BINARY
#undef OPERATOR_LOGICAL
#undef OPERATOR_COMPARE
#undef OPERATOR_UNARY
  };
  for (const OperatorName &row : names)
    if (path == row.name)
      return &row;
  return nullptr;
}

ir::ExprPtr binary(ir::BinaryOp op, ir::ExprPtr left, ir::ExprPtr right) {
  SourceRange range = left->range;
  Type type = left->type;
  return makeExpr(range, type,
                  ir::Binary{op, std::move(left), std::move(right)});
}

} // namespace

bool isOperatorName(const std::string &path) {
  return operatorByName(path) != nullptr;
}

std::size_t operatorArity(const std::string &path) {
  const OperatorName *row = operatorByName(path);
  return !row ? 0 : row->unary ? 1 : 2;
}

static Operand applyOperator(Emitter &e, const std::string &path,
                             std::vector<Operand> args, SourceRange range) {
  const OperatorName *row = operatorByName(path);
  if (row->isLogical && hasElements(args)) {
    if (!takeElements(e, args, range))
      return Operand::error(range);
    Operand result = applyOperator(e, path, std::move(args), range);
    result.isElement = !result.isError;
    return result;
  }
  // a += b changes the array a.
  bool isInPlace = row->binary && path.starts_with("operator.i");
  if (isInPlace && args[0].isArray()) {
    needsMemory(e, range, "`" + path + "` of an array",
                "assign to its elements: `a[:] += b`");
    return Operand::error(range);
  }
  if (path == "operator.truth") {
    ir::ExprPtr truth = e.toBool(std::move(args[0]));
    return truth ? Operand::ofExpr(std::move(truth)) : Operand::error(range);
  }
  if (row->compare == CompareOp::In)
    std::swap(args[0], args[1]);
  if (row->unary)
    return e.unaryOperation(*row->unary, std::move(args[0]), range);
  if (row->compare)
    return e.compareTwo(*row->compare, std::move(args[0]), std::move(args[1]),
                        range);
  if (row->isLogical)
    for (Operand &arg : args) {
      ir::ExprPtr truth = e.toBool(std::move(arg));
      if (!truth)
        return Operand::error(range);
      arg = Operand::ofExpr(std::move(truth));
    }
  return e.binaryOperation(*row->binary, std::move(args[0]), std::move(args[1]),
                           range);
}

std::optional<Operand> callOperator(Emitter &e, const std::string &path,
                                    const Call &node, SourceRange range) {
  const OperatorName *row = operatorByName(path);
  if (!row)
    return std::nullopt;
  std::size_t arity = row->unary ? 1 : 2;
  std::optional<std::vector<Operand>> args =
      positionalArguments(e, row->name, node, arity, arity, range);
  if (!args)
    return Operand::error(range);
  return applyOperator(e, path, std::move(*args), range);
}

// ---- functions of scalars ----

static bool hasTime(const std::vector<Operand> &args) {
  for (const Operand &arg : args)
    if (isTime(arg))
      return true;
  return false;
}

static Operand timeOf(Emitter &e, BuiltinCall &&call) {
  return callTime(e, call.builtin, std::move(call.args), call.range);
}

/// Whether all are numbers, real ones if these are needed; or it is reported.
static bool areNumbers(Emitter &e, const BuiltinCall &call,
                       bool takesComplex = false) {
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    const Operand &arg = call.args[i];
    if (!arg.isScalar()) {
      wrongArgument(e, call.builtin, i + 1, "a number", arg);
      return false;
    }
    if (!takesComplex &&
        refuseComplex(e, call.name(), arg, "use its `.real` and `.imag`"))
      return false;
  }
  return true;
}

static bool hasFloat(Emitter &e, const std::vector<Operand> &args) {
  for (const Operand &arg : args)
    if (Type type = e.typeOf(arg); type.isFloat() || type.isComplex())
      return true;
  return false;
}

Operand checkClip(Emitter &e, BuiltinCall &&call) {
  std::vector<Operand> &args = call.args;
  SourceRange range = call.range;
  // A bound of None is none.
  auto isNone = [](const Operand &operand) {
    return operand.known && operand.known->kind == Value::Kind::None;
  };
  bool noLeast = isNone(args[1]);
  if (noLeast || isNone(args[2])) {
    args.erase(args.begin() + (noLeast ? 1 : 2));
    if (isNone(args[1]))
      return std::move(args[0]);
    return callRow(e, noLeast ? Builtin::NpMinimum : Builtin::NpMaximum,
                   std::move(args), range);
  }
  bool isTimes = hasTime(args);
  if (!isTimes && !areNumbers(e, call, true))
    return call.error();
  auto bounded = [&](Builtin builtin, std::vector<Operand> sides) {
    return isTimes ? callTime(e, builtin, std::move(sides), range)
                   : numpyExtreme(e, builtin, std::move(sides), range);
  };
  Operand most = std::move(args[2]);
  args.pop_back();
  Operand lower = bounded(Builtin::NpMaximum, std::move(args));
  if (lower.isError)
    return call.error();
  return bounded(Builtin::NpMinimum, listOf(std::move(lower), std::move(most)));
}

Operand checkFmax(Emitter &e, BuiltinCall &&call) {
  if (hasTime(call.args))
    return timeOf(e, std::move(call));
  if (!areNumbers(e, call, true))
    return call.error();
  return e.minMax(call.builtin == Builtin::NpFmin, std::move(call.args),
                  call.range);
}

Operand checkExtremeNan(Emitter &e, BuiltinCall &&call) {
  if (hasTime(call.args))
    return timeOf(e, std::move(call));
  if (!areNumbers(e, call, true))
    return call.error();
  return numpyExtreme(e, call.builtin, std::move(call.args), call.range);
}

Operand checkFmod(Emitter &e, BuiltinCall &&call) {
  SourceRange range = call.range;
  if (hasTime(call.args))
    return timeOf(e, std::move(call));
  if (!areNumbers(e, call))
    return call.error();
  if (hasFloat(e, call.args))
    return e.callReal(Builtin::Fmod, std::move(call.args), range);
  return callArrayFunction(e, "np__int_fmod", std::move(call.args), range);
}

Operand checkInvert(Emitter &e, BuiltinCall &&call) {
  if (hasTime(call.args))
    return timeOf(e, std::move(call));
  if (!areNumbers(e, call))
    return call.error();
  bool isBool = e.typeOf(call.args[0]).isBool();
  return e.unaryOperation(isBool ? UnaryOp::Not : UnaryOp::Invert,
                          std::move(call.args[0]), call.range);
}

Operand checkIsNat(Emitter &e, BuiltinCall &&call) {
  return timeOf(e, std::move(call));
}

Operand checkReciprocal(Emitter &e, BuiltinCall &&call) {
  if (hasTime(call.args))
    return timeOf(e, std::move(call));
  if (!areNumbers(e, call, true))
    return call.error();
  bool isFloat = hasFloat(e, call.args);
  return e.binaryOperation(isFloat ? BinaryOp::TrueDiv : BinaryOp::FloorDiv,
                           intOperand(1, call.range), std::move(call.args[0]),
                           call.range);
}

Operand checkNumpyRound(Emitter &e, BuiltinCall &&call) {
  std::vector<Operand> &args = call.args;
  if (hasTime(args))
    return timeOf(e, std::move(call));
  if (args.size() == 1)
    if (std::optional<Operand> result =
            numpyComplex(e, Builtin::RoundReal, args[0], call.range))
      return std::move(*result);
  if (!areNumbers(e, call))
    return call.error();
  if (!hasFloat(e, args))
    return std::move(args[0]);
  return args.size() == 2
             ? callRound(e, std::move(args), call.range)
             : e.callReal(Builtin::RoundReal, std::move(args), call.range);
}

Operand checkSignBit(Emitter &e, BuiltinCall &&call) {
  if (hasTime(call.args))
    return timeOf(e, std::move(call));
  if (!areNumbers(e, call))
    return call.error();
  std::vector<Operand> one =
      listOf(Operand::ofValue(Value::of(Number::ofFloat(1)), call.range),
             std::move(call.args[0]));
  return e.compareTwo(CompareOp::Less,
                      e.callReal(Builtin::CopySign, std::move(one), call.range),
                      intOperand(0, call.range), call.range);
}

Operand checkSquare(Emitter &e, BuiltinCall &&call) {
  if (hasTime(call.args))
    return timeOf(e, std::move(call));
  if (!areNumbers(e, call, true))
    return call.error();
  std::vector<ir::Let> lets;
  Operand x = e.once(std::move(call.args[0]), lets);
  Operand square =
      e.binaryOperation(BinaryOp::Mul, again(x), again(x), call.range);
  return lets.empty() ? std::move(square)
                      : Operand::ofExpr(e.finishLets(
                            e.materialize(std::move(square)), std::move(lets)));
}

Operand checkWhere(Emitter &e, BuiltinCall &&call) {
  if (isTime(call.args[1]) || isTime(call.args[2]))
    return timeOf(e, std::move(call));
  if (!areNumbers(e, call, true))
    return call.error();
  return numpyWhere(e, std::move(call.args), call.range);
}

/// The condition's value chooses; x and y are numbers, so evaluating both does
/// no harm beyond what their own evaluation does.
Operand numpyWhere(Emitter &e, std::vector<Operand> args, SourceRange range) {
  Type type = *e.join(e.typeOf(args[1]), e.typeOf(args[2]));
  ir::ExprPtr condition = e.toBool(std::move(args[0]));
  if (!condition)
    return Operand::error(range);
  std::vector<ir::Let> lets, sides;
  Operand x = e.once(std::move(args[1]), sides);
  Operand y = e.once(std::move(args[2]), sides);
  // First: x and y may use a name that it gives a value.
  if (!sides.empty())
    condition =
        e.materialize(e.once(Operand::ofExpr(std::move(condition)), lets));
  lets.insert(lets.end(), std::make_move_iterator(sides.begin()),
              std::make_move_iterator(sides.end()));
  return Operand::ofExpr(e.finishLets(
      makeExpr(range, type,
               ir::Select{std::move(condition),
                          e.convert(e.materialize(std::move(x)), type),
                          e.convert(e.materialize(std::move(y)), type)}),
      std::move(lets)));
}

/// maximum and minimum: as max and min, but nan if one is nan.
Operand numpyExtreme(Emitter &e, Builtin builtin, std::vector<Operand> args,
                     SourceRange range) {
  bool isMin = builtin == Builtin::NpMinimum;
  if (args[0].isError || args[1].isError)
    return Operand::error(range);
  Type type = *e.arithmeticType(e.typeOf(args[0]), e.typeOf(args[1]));
  if (type.isComplex())
    return complexExtreme(e, isMin, true, std::move(args), range);
  if (!type.isFloat())
    return e.minMax(isMin, std::move(args), range);
  std::vector<ir::Let> lets;
  Operand x = e.once(
      Operand::ofExpr(e.convert(e.materialize(std::move(args[0])), type)),
      lets);
  Operand y = e.once(
      Operand::ofExpr(e.convert(e.materialize(std::move(args[1])), type)),
      lets);
  auto use = [&](const Operand &operand) {
    return e.materialize(again(operand));
  };
  // The sum is nan as soon as one is.
  ir::ExprPtr sum = binary(ir::BinaryOp::Add, use(x), use(y));
  auto isNan = [&](const Operand &operand) {
    return makeExpr(
        range, Type::of(Scalar::Bool),
        ir::Compare{ir::CompareOp::NotEqual, use(operand), use(operand)});
  };
  ir::ExprPtr either = makeExpr(range, Type::of(Scalar::Bool),
                                ir::Logical{false, isNan(x), isNan(y)});
  ir::ExprPtr extreme =
      binary(isMin ? ir::BinaryOp::Min : ir::BinaryOp::Max, use(x), use(y));
  return Operand::ofExpr(
      e.finishLets(makeExpr(range, type,
                            ir::Select{std::move(either), std::move(sum),
                                       std::move(extreme)}),
                   std::move(lets)));
}

/// Of x's type, for all that a function of the prelude makes of it.
Operand checkSign(Emitter &e, BuiltinCall &&call) {
  SourceRange range = call.range;
  if (hasTime(call.args))
    return timeOf(e, std::move(call));
  Operand &arg = call.args[0];
  if (std::optional<Operand> result =
          numpyComplex(e, Builtin::NpSign, arg, range))
    return std::move(*result);
  if (!areNumbers(e, call))
    return call.error();
  Type own = e.typeOf(arg);
  Type type = *e.arithmeticType(own, own);
  Operand x = Operand::ofExpr(e.convert(e.materialize(std::move(arg)), type));
  Operand sign =
      callArrayFunction(e, type.isFloat() ? "np__sign" : "np__int_sign",
                        listOf(std::move(x)), range);
  return Operand::ofExpr(e.convert(e.materialize(std::move(sign)), type));
}

Operand checkLogAddExp(Emitter &e, BuiltinCall &&given) {
  bool isTwo = given.builtin == Builtin::NpLogAddExp2;
  std::vector<Operand> &args = given.args;
  SourceRange range = given.range;
  if (hasTime(args))
    return timeOf(e, std::move(given));
  if (!areNumbers(e, given))
    return given.error();
  Type type = *e.arithmeticType(e.typeOf(args[0]), e.typeOf(args[1]));
  if (!type.isFloat())
    type = e.pythonFloat();
  for (Operand &arg : args)
    arg = Operand::ofExpr(e.convert(
        e.convert(e.materialize(std::move(arg)), type), computedIn(type)));
  Operand sum = callArrayFunction(e, isTwo ? "np__logaddexp2" : "np__logaddexp",
                                  std::move(args), range);
  return Operand::ofExpr(e.convert(e.materialize(std::move(sum)), type));
}

/// An operator or a builtin under its name in a library, of given operands.
Operand callLibrary(Emitter &e, const std::string &path,
                    std::vector<Operand> args, SourceRange range) {
  for (const Operand &arg : args)
    if (arg.isError)
      return Operand::error(range);
  if (operatorArity(path))
    return applyOperator(e, path, std::move(args), range);
  return callRow(e, *builtinByName(path), std::move(args), range, true);
}

} // namespace pyk2ptx
