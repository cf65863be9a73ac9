// NumPy's functions of scalars beyond those that mean a function of math, and
// operators under their names in NumPy and in the module `operator`. Results
// have the types of the operators: a weak float takes the other's type.
#include "checker.h"

#include <cmath>
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
      {"np.add", BinaryOp::Add, {}, {}},
      {"np.subtract", BinaryOp::Sub, {}, {}},
      {"np.multiply", BinaryOp::Mul, {}, {}},
      {"np.divide", BinaryOp::TrueDiv, {}, {}},
      {"np.true_divide", BinaryOp::TrueDiv, {}, {}},
      {"np.floor_divide", BinaryOp::FloorDiv, {}, {}},
      {"np.mod", BinaryOp::Mod, {}, {}},
      {"np.remainder", BinaryOp::Mod, {}, {}},
      {"np.bitwise_and", BinaryOp::BitAnd, {}, {}},
      {"np.bitwise_or", BinaryOp::BitOr, {}, {}},
      {"np.bitwise_xor", BinaryOp::BitXor, {}, {}},
      {"np.left_shift", BinaryOp::LeftShift, {}, {}},
      {"np.right_shift", BinaryOp::RightShift, {}, {}},
      {"np.bitwise_left_shift", BinaryOp::LeftShift, {}, {}},
      {"np.bitwise_right_shift", BinaryOp::RightShift, {}, {}},
      {"np.logical_and", BinaryOp::BitAnd, {}, {}, true},
      {"np.logical_or", BinaryOp::BitOr, {}, {}, true},
      {"np.logical_xor", BinaryOp::BitXor, {}, {}, true},
      {"np.less", {}, CompareOp::Less, {}},
      {"np.less_equal", {}, CompareOp::LessEqual, {}},
      {"np.greater", {}, CompareOp::Greater, {}},
      {"np.greater_equal", {}, CompareOp::GreaterEqual, {}},
      {"np.equal", {}, CompareOp::Equal, {}},
      {"np.not_equal", {}, CompareOp::NotEqual, {}},
      {"np.negative", {}, {}, UnaryOp::Negative},
      {"np.positive", {}, {}, UnaryOp::Positive},
      {"np.logical_not", {}, {}, UnaryOp::Not},
      {"operator.add", BinaryOp::Add, {}, {}},
      {"operator.sub", BinaryOp::Sub, {}, {}},
      {"operator.mul", BinaryOp::Mul, {}, {}},
      {"operator.truediv", BinaryOp::TrueDiv, {}, {}},
      {"operator.floordiv", BinaryOp::FloorDiv, {}, {}},
      {"operator.mod", BinaryOp::Mod, {}, {}},
      {"operator.and_", BinaryOp::BitAnd, {}, {}},
      {"operator.or_", BinaryOp::BitOr, {}, {}},
      {"operator.xor", BinaryOp::BitXor, {}, {}},
      {"operator.lshift", BinaryOp::LeftShift, {}, {}},
      {"operator.rshift", BinaryOp::RightShift, {}, {}},
      {"operator.iadd", BinaryOp::Add, {}, {}},
      {"operator.isub", BinaryOp::Sub, {}, {}},
      {"operator.imul", BinaryOp::Mul, {}, {}},
      {"operator.itruediv", BinaryOp::TrueDiv, {}, {}},
      {"operator.ifloordiv", BinaryOp::FloorDiv, {}, {}},
      {"operator.imod", BinaryOp::Mod, {}, {}},
      {"operator.ipow", BinaryOp::Pow, {}, {}},
      {"operator.iand", BinaryOp::BitAnd, {}, {}},
      {"operator.ior", BinaryOp::BitOr, {}, {}},
      {"operator.ixor", BinaryOp::BitXor, {}, {}},
      {"operator.ilshift", BinaryOp::LeftShift, {}, {}},
      {"operator.irshift", BinaryOp::RightShift, {}, {}},
      {"operator.matmul", BinaryOp::MatMul, {}, {}},
      {"operator.imatmul", BinaryOp::MatMul, {}, {}},
      {"operator.is_", {}, CompareOp::Is, {}},
      {"operator.is_not", {}, CompareOp::IsNot, {}},
      {"operator.contains", {}, CompareOp::In, {}},
      {"operator.truth", {}, {}, UnaryOp::Not},
      {"operator.lt", {}, CompareOp::Less, {}},
      {"operator.le", {}, CompareOp::LessEqual, {}},
      {"operator.gt", {}, CompareOp::Greater, {}},
      {"operator.ge", {}, CompareOp::GreaterEqual, {}},
      {"operator.eq", {}, CompareOp::Equal, {}},
      {"operator.ne", {}, CompareOp::NotEqual, {}},
      {"operator.neg", {}, {}, UnaryOp::Negative},
      {"operator.pos", {}, {}, UnaryOp::Positive},
      {"operator.not_", {}, {}, UnaryOp::Not},
      {"operator.inv", {}, {}, UnaryOp::Invert},
      {"operator.invert", {}, {}, UnaryOp::Invert},
  };
  for (const OperatorName &row : names)
    if (path == row.name)
      return &row;
  return nullptr;
}

ir::ExprPtr call(Builtin builtin, ir::ExprPtr arg) {
  SourceRange range = arg->range;
  Type type = arg->type;
  ir::CallBuiltin node{builtin, {}};
  node.args.push_back(std::move(arg));
  return makeExpr(range, type, std::move(node));
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

std::optional<Operand> FunctionChecker::callOperator(const std::string &path,
                                                     const Call &node,
                                                     SourceRange range) {
  const OperatorName *row = operatorByName(path);
  if (!row)
    return std::nullopt;
  std::size_t arity = row->unary ? 1 : 2;
  std::optional<std::vector<Operand>> args =
      positionalArguments(row->name, node, arity, arity, range);
  if (!args)
    return Operand::error(range);
  return applyOperator(path, std::move(*args), range);
}

Operand FunctionChecker::applyOperator(const std::string &path,
                                       std::vector<Operand> args,
                                       SourceRange range) {
  const OperatorName *row = operatorByName(path);
  if (row->isLogical && hasElements(args)) {
    if (!takeElements(args, range))
      return Operand::error(range);
    Operand result = applyOperator(path, std::move(args), range);
    result.isElement = !result.isError;
    return result;
  }
  // a += b changes the array a.
  bool isInPlace = row->binary && path.starts_with("operator.i");
  if (isInPlace && args[0].isArray()) {
    needsMemory(range, "`" + path + "` of an array",
                "assign to its elements: `a[:] += b`");
    return Operand::error(range);
  }
  if (path == "operator.truth") {
    ir::ExprPtr truth = toBool(std::move(args[0]));
    return truth ? Operand::ofExpr(std::move(truth)) : Operand::error(range);
  }
  if (row->compare == CompareOp::In)
    std::swap(args[0], args[1]);
  if (row->unary)
    return unaryOperation(*row->unary, std::move(args[0]), range);
  if (row->compare)
    return compareTwo(*row->compare, std::move(args[0]), std::move(args[1]),
                      range);
  if (row->isLogical)
    for (Operand &arg : args) {
      ir::ExprPtr truth = toBool(std::move(arg));
      if (!truth)
        return Operand::error(range);
      arg = Operand::ofExpr(std::move(truth));
    }
  return binaryOperation(*row->binary, std::move(args[0]), std::move(args[1]),
                         range);
}

bool isNumpyScalar(Builtin builtin) {
  switch (builtin) {
  case Builtin::NpClip:
  case Builtin::NpFmax:
  case Builtin::NpFmin:
  case Builtin::NpFmod:
  case Builtin::NpInvert:
  case Builtin::NpIsNat:
  case Builtin::NpLogAddExp:
  case Builtin::NpLogAddExp2:
  case Builtin::NpMaximum:
  case Builtin::NpMinimum:
  case Builtin::NpReciprocal:
  case Builtin::NpRound:
  case Builtin::NpSign:
  case Builtin::NpSignBit:
  case Builtin::NpSquare:
  case Builtin::NpWhere:
    return true;
  default:
    return false;
  }
}

Operand FunctionChecker::callNumpy(Builtin builtin, std::vector<Operand> args,
                                   SourceRange range) {
  const BuiltinInfo &info = builtinInfo(builtin);
  std::size_t least = 1;
  std::size_t most = 1;
  if (builtin == Builtin::NpClip || builtin == Builtin::NpWhere)
    least = most = 3;
  else if (builtin == Builtin::NpRound)
    most = 2;
  else if (builtin == Builtin::NpFmax || builtin == Builtin::NpFmin ||
           builtin == Builtin::NpFmod || builtin == Builtin::NpMaximum ||
           builtin == Builtin::NpMinimum || builtin == Builtin::NpLogAddExp ||
           builtin == Builtin::NpLogAddExp2)
    least = most = 2;
  if (!argumentCount(info.name.data(), args.size(), least, most, range))
    return Operand::error(range);
  if (builtin == Builtin::NpClip) {
    // A bound of None is none.
    auto isNone = [](const Operand &operand) {
      return operand.known && operand.known->kind == Value::Kind::None;
    };
    bool noLeast = isNone(args[1]);
    if (noLeast || isNone(args[2])) {
      args.erase(args.begin() + (noLeast ? 1 : 2));
      if (isNone(args[1]))
        return std::move(args[0]);
      return callNumpy(noLeast ? Builtin::NpMinimum : Builtin::NpMaximum,
                       std::move(args), range);
    }
  }
  bool hasTime = builtin == Builtin::NpIsNat;
  for (std::size_t i = builtin == Builtin::NpWhere; i < args.size(); ++i)
    hasTime = hasTime || isTime(args[i]);
  if (hasTime && builtin == Builtin::NpClip) {
    std::vector<Operand> bounded;
    bounded.push_back(std::move(args[2]));
    args.pop_back();
    bounded.insert(bounded.begin(),
                   callTime(Builtin::NpMaximum, std::move(args), range));
    return bounded[0].isError
               ? Operand::error(range)
               : callTime(Builtin::NpMinimum, std::move(bounded), range);
  }
  if (hasTime)
    return callTime(builtin, std::move(args), range);
  bool isFloat = false;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!args[i].isScalar()) {
      diagnostics().emit(args[i].range, diag::ArgumentType,
                         static_cast<Integer>(i + 1), std::string(info.name),
                         std::string("a number"), describe(args[i]));
      return Operand::error(range);
    }
    bool takesComplex =
        builtin == Builtin::NpSquare || builtin == Builtin::NpReciprocal ||
        builtin == Builtin::NpWhere || builtin == Builtin::NpMaximum ||
        builtin == Builtin::NpMinimum || builtin == Builtin::NpFmax ||
        builtin == Builtin::NpFmin || builtin == Builtin::NpClip;
    if (!takesComplex && refuseComplex(std::string(info.name), args[i],
                                       "use its `.real` and `.imag`"))
      return Operand::error(range);
    Type type = typeOf(args[i]);
    isFloat = isFloat || type.isFloat() || type.isComplex();
  }
  std::vector<ir::Let> lets;
  switch (builtin) {
  case Builtin::NpFmax:
  case Builtin::NpFmin:
    return minMax(builtin == Builtin::NpFmin, std::move(args), range);
  case Builtin::NpMaximum:
  case Builtin::NpMinimum:
    return numpyExtreme(builtin, std::move(args), range);
  case Builtin::NpClip: {
    std::vector<Operand> upper;
    Operand most3 = std::move(args.back());
    args.pop_back();
    upper.push_back(numpyExtreme(Builtin::NpMaximum, std::move(args), range));
    upper.push_back(std::move(most3));
    return numpyExtreme(Builtin::NpMinimum, std::move(upper), range);
  }
  case Builtin::NpFmod: {
    if (isFloat)
      return callReal(Builtin::Fmod, std::move(args), range);
    // Of integers, x - y * int(x / y): the sign of x.
    Operand x = once(std::move(args[0]), lets);
    Operand y = once(std::move(args[1]), lets);
    Operand isNegative =
        compareTwo(CompareOp::Less, again(x), intOperand(0, range), range);
    Operand rest = binaryOperation(BinaryOp::Mod, callAbs(again(x), range),
                                   callAbs(std::move(y), range), range);
    if (rest.isError)
      return rest;
    rest = once(std::move(rest), lets);
    std::vector<Operand> choice;
    choice.push_back(std::move(isNegative));
    choice.push_back(unaryOperation(UnaryOp::Negative, again(rest), range));
    choice.push_back(std::move(rest));
    return Operand::ofExpr(finishLets(
        materialize(numpyWhere(std::move(choice), range)), std::move(lets)));
  }
  case Builtin::NpInvert: {
    bool isBool = typeOf(args[0]).isBool();
    return unaryOperation(isBool ? UnaryOp::Not : UnaryOp::Invert,
                          std::move(args[0]), range);
  }
  case Builtin::NpLogAddExp:
  case Builtin::NpLogAddExp2:
    return numpyLogAddExp(builtin == Builtin::NpLogAddExp2, std::move(args),
                          range);
  case Builtin::NpReciprocal:
    return binaryOperation(isFloat ? BinaryOp::TrueDiv : BinaryOp::FloorDiv,
                           intOperand(1, range), std::move(args[0]), range);
  case Builtin::NpRound:
    if (!isFloat)
      return std::move(args[0]);
    return args.size() == 2
               ? callRound(std::move(args), range)
               : callReal(Builtin::RoundReal, std::move(args), range);
  case Builtin::NpSign:
    return numpySign(std::move(args[0]), range);
  case Builtin::NpSignBit: {
    std::vector<Operand> one;
    one.push_back(Operand::ofValue(Value::of(Number::ofFloat(1)), range));
    one.push_back(std::move(args[0]));
    return compareTwo(CompareOp::Less,
                      callReal(Builtin::CopySign, std::move(one), range),
                      intOperand(0, range), range);
  }
  case Builtin::NpSquare: {
    Operand x = once(std::move(args[0]), lets);
    Operand square = binaryOperation(BinaryOp::Mul, again(x), again(x), range);
    return lets.empty() ? std::move(square)
                        : Operand::ofExpr(finishLets(
                              materialize(std::move(square)), std::move(lets)));
  }
  default:
    return numpyWhere(std::move(args), range);
  }
}

/// The condition's value chooses; x and y are numbers, so evaluating both does
/// no harm beyond what their own evaluation does.
Operand FunctionChecker::numpyWhere(std::vector<Operand> args,
                                    SourceRange range) {
  Type type = *join(typeOf(args[1]), typeOf(args[2]));
  ir::ExprPtr condition = toBool(std::move(args[0]));
  if (!condition)
    return Operand::error(range);
  std::vector<ir::Let> lets, sides;
  Operand x = once(std::move(args[1]), sides);
  Operand y = once(std::move(args[2]), sides);
  // First: x and y may use a name that it gives a value.
  if (!sides.empty())
    condition = materialize(once(Operand::ofExpr(std::move(condition)), lets));
  lets.insert(lets.end(), std::make_move_iterator(sides.begin()),
              std::make_move_iterator(sides.end()));
  return Operand::ofExpr(
      finishLets(makeExpr(range, type,
                          ir::Select{std::move(condition),
                                     convert(materialize(std::move(x)), type),
                                     convert(materialize(std::move(y)), type)}),
                 std::move(lets)));
}

/// maximum and minimum: as max and min, but nan if one is nan.
Operand FunctionChecker::numpyExtreme(Builtin builtin,
                                      std::vector<Operand> args,
                                      SourceRange range) {
  bool isMin = builtin == Builtin::NpMinimum;
  if (args[0].isError || args[1].isError)
    return Operand::error(range);
  Type type = *arithmeticType(typeOf(args[0]), typeOf(args[1]));
  if (type.isComplex())
    return complexExtreme(isMin, true, std::move(args), range);
  if (!type.isFloat())
    return minMax(isMin, std::move(args), range);
  std::vector<ir::Let> lets;
  Operand x = once(
      Operand::ofExpr(convert(materialize(std::move(args[0])), type)), lets);
  Operand y = once(
      Operand::ofExpr(convert(materialize(std::move(args[1])), type)), lets);
  auto use = [&](const Operand &operand) {
    return materialize(again(operand));
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
      finishLets(makeExpr(range, type,
                          ir::Select{std::move(either), std::move(sum),
                                     std::move(extreme)}),
                 std::move(lets)));
}

/// (x > 0) - (x < 0) as x's type, and x itself where it is nan.
Operand FunctionChecker::numpySign(Operand arg, SourceRange range) {
  Type own = typeOf(arg);
  Type type = *arithmeticType(own, own);
  std::vector<ir::Let> lets;
  Operand x =
      once(Operand::ofExpr(convert(materialize(std::move(arg)), type)), lets);
  auto compare = [&](ir::CompareOp op) {
    return makeExpr(
        range, Type::of(Scalar::Bool),
        ir::Compare{op, materialize(again(x)),
                    makeNumber(range, convertNumber(Number::ofInt(0), type))});
  };
  ir::ExprPtr sign = binary(ir::BinaryOp::Sub,
                            makeConvert(compare(ir::CompareOp::Greater), type),
                            makeConvert(compare(ir::CompareOp::Less), type));
  if (type.isFloat()) {
    ir::ExprPtr isNan =
        makeExpr(range, Type::of(Scalar::Bool),
                 ir::Compare{ir::CompareOp::NotEqual, materialize(again(x)),
                             materialize(again(x))});
    sign = makeExpr(
        range, type,
        ir::Select{std::move(isNan), materialize(again(x)), std::move(sign)});
  }
  return Operand::ofExpr(finishLets(std::move(sign), std::move(lets)));
}

/// max(x, y) + log1p(exp(-|x - y|)); for equal ones, infinities too, x + log 2.
Operand FunctionChecker::numpyLogAddExp(bool isTwo, std::vector<Operand> args,
                                        SourceRange range) {
  Type type = *arithmeticType(typeOf(args[0]), typeOf(args[1]));
  if (!type.isFloat())
    type = pythonFloat();
  Type result = type;
  type = computedIn(type);
  std::vector<ir::Let> lets;
  auto side = [&](Operand &arg) {
    return Operand::ofExpr(
        convert(convert(materialize(std::move(arg)), result), type));
  };
  Operand x = once(side(args[0]), lets);
  Operand y = once(side(args[1]), lets);
  auto use = [&](const Operand &operand) {
    return materialize(again(operand));
  };
  auto number = [&](double value) {
    return makeNumber(range, convertNumber(Number::ofFloat(value), type));
  };
  ir::ExprPtr distance =
      call(Builtin::Fabs, binary(ir::BinaryOp::Sub, use(x), use(y)));
  ir::ExprPtr power =
      call(isTwo ? Builtin::Exp2 : Builtin::Exp,
           makeExpr(range, type,
                    ir::Unary{ir::UnaryOp::Negative, std::move(distance)}));
  ir::ExprPtr rest = call(Builtin::Log1p, std::move(power));
  if (isTwo)
    rest = binary(ir::BinaryOp::Mul, std::move(rest), number(1 / std::log(2)));
  ir::ExprPtr unequal =
      binary(ir::BinaryOp::Add, binary(ir::BinaryOp::Max, use(x), use(y)),
             std::move(rest));
  ir::ExprPtr equal =
      binary(ir::BinaryOp::Add, use(x), number(isTwo ? 1.0 : std::log(2)));
  ir::ExprPtr isEqual =
      makeExpr(range, Type::of(Scalar::Bool),
               ir::Compare{ir::CompareOp::Equal, use(x), use(y)});
  ir::ExprPtr chosen = makeExpr(
      range, type,
      ir::Select{std::move(isEqual), std::move(equal), std::move(unequal)});
  return Operand::ofExpr(
      finishLets(makeConvert(std::move(chosen), result), std::move(lets)));
}

} // namespace pyk2ptx
