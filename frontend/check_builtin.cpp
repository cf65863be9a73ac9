// Builtins whose typing is a rule of their own.
#include "checker.h"
#include "numba_typing.h"

#include <cmath>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

Operand FunctionChecker::callSpecial(Builtin builtin, std::vector<Operand> args,
                                     const Call &node, SourceRange range) {
  const BuiltinInfo &info = builtinInfo(builtin);
  auto count = [&](std::size_t least, std::size_t most) {
    return argumentCount(info.name.data(), args.size(), least, most, range);
  };
  bool isFold = builtin == Builtin::Sum || builtin == Builtin::Any ||
                builtin == Builtin::All || builtin == Builtin::Min ||
                builtin == Builtin::Max;
  if (isFold && args.size() == 1 && args[0].isArray())
    return foldArray(builtin, std::move(args[0]), range);
  switch (builtin) {
  case Builtin::Grid:
  case Builtin::GridSize:
    return callGrid(builtin == Builtin::GridSize, std::move(args), range);
  case Builtin::Min:
  case Builtin::Max:
    if (args.size() == 1 && isTuple(args[0]) && args[0].expr) {
      std::vector<ir::Let> lets;
      std::vector<Operand> parts = elementsOnce(std::move(args[0]), lets);
      return finished(
          minMax(builtin == Builtin::Min, std::move(parts), range, true),
          std::move(lets));
    }
    return minMax(builtin == Builtin::Min, std::move(args), range);
  case Builtin::Complex:
    return callComplex(std::move(args), range);
  case Builtin::RealPart:
  case Builtin::ImagPart:
  case Builtin::NpConj:
  case Builtin::NpAngle:
    return count(1, 1) ? callComplexPart(builtin, std::move(args[0]), range)
                       : Operand::error(range);
  case Builtin::Int:
    return callInt(std::move(args), range);
  case Builtin::Float:
    return callFloat(std::move(args), range);
  case Builtin::Bool: {
    if (!count(1, 1))
      return Operand::error(range);
    std::optional<bool> known;
    ir::ExprPtr value = checkCondition(*node.args[0], known);
    if (known)
      return Operand::ofValue(Value::of(Number::ofBool(*known)), range);
    return value ? Operand::ofExpr(std::move(value)) : Operand::error(range);
  }
  case Builtin::Abs:
    return count(1, 1) ? callAbs(std::move(args[0]), range)
                       : Operand::error(range);
  case Builtin::Len:
    return count(1, 1) ? callLen(std::move(args[0]), range)
                       : Operand::error(range);
  case Builtin::Round:
    return count(1, 2) ? callRound(std::move(args), range)
                       : Operand::error(range);
  case Builtin::Pow:
    if (args.size() == 2 && node.args.size() == 2 && args[0].isScalar() &&
        (typeOf(args[0]).isInteger() || typeOf(args[0]).isBool()))
      args[1] = exponentOf(*node.args[1], std::move(args[1]));
    return count(2, 2) ? binaryOperation(BinaryOp::Pow, std::move(args[0]),
                                         std::move(args[1]), range)
                       : Operand::error(range);
  case Builtin::DivMod:
    return count(2, 2) ? callDivMod(std::move(args), range)
                       : Operand::error(range);
  case Builtin::Sum:
  case Builtin::Any:
  case Builtin::All:
    return count(1, builtin == Builtin::Sum ? 2 : 1)
               ? callTupleFold(builtin, std::move(args), range)
               : Operand::error(range);
  case Builtin::IsInstance:
    return callIsInstance(std::move(args), range);
  case Builtin::HasAttr:
  case Builtin::GetAttr:
    return callAttribute(builtin == Builtin::HasAttr, std::move(args), range);
  case Builtin::TypeOf:
    return callTypeOf(std::move(args), range);
  case Builtin::Tuple:
  case Builtin::List:
    return callSequence(builtin, std::move(args), range);
  case Builtin::Range:
    diagnostics().emit(range, diag::UnsupportedExpression,
                       std::string("`range` outside a for loop"));
    return Operand::error(range);
  case Builtin::ConstArrayLike:
    if (!count(1, 1))
      return Operand::error(range);
    // Of an array that is no constant, numba gives the array.
    if (args[0].isArray())
      return std::move(args[0]);
    diagnostics().emit(args[0].range, diag::ConstantNeeded,
                       "the argument of `" + std::string(info.name) + "`",
                       std::string(" NumPy array"));
    return Operand::error(range);
  case Builtin::Print:
    // Nobody can use its value.
    diagnostics().emit(range, diag::UnsupportedExpression,
                       "`" + std::string(info.name) + "` as a value");
    return Operand::error(range);
  default:
    return isNumpyScalar(builtin)
               ? callNumpy(builtin, std::move(args), range)
               : callCuda(builtin, std::move(args), node, range);
  }
}

// ---- positions ----

static ir::ExprPtr registerValue(Builtin builtin, int axis, SourceRange range) {
  auto row = static_cast<Builtin>(static_cast<int>(builtin) + axis);
  return makeConvert(
      makeExpr(range, Type::of(Scalar::I32), ir::CallBuiltin{row, {}}),
      Type::of(Scalar::I64));
}

Operand FunctionChecker::gridAxis(bool isSize, int axis, SourceRange range) {
  Type i64 = Type::of(Scalar::I64);
  ir::ExprPtr product = makeExpr(
      range, i64,
      ir::Binary{ir::BinaryOp::Mul,
                 registerValue(isSize ? Builtin::GridDimX : Builtin::BlockIdxX,
                               axis, range),
                 registerValue(Builtin::BlockDimX, axis, range)});
  if (isSize)
    return Operand::ofExpr(std::move(product));
  return Operand::ofExpr(
      makeExpr(range, i64,
               ir::Binary{ir::BinaryOp::Add, std::move(product),
                          registerValue(Builtin::ThreadIdxX, axis, range)}));
}

Operand FunctionChecker::callGrid(bool isSize, std::vector<Operand> args,
                                  SourceRange range) {
  const char *name = isSize ? "cuda.gridsize" : "cuda.grid";
  if (!argumentCount(name, args.size(), 1, 1, range))
    return Operand::error(range);
  std::int64_t axes = args[0].known && args[0].known->isInteger()
                          ? args[0].known->number.asInt()
                          : 0;
  if (axes < 1 || axes > 3) {
    diagnostics().emit(args[0].range, diag::ConstantNeeded,
                       "the argument of `" + std::string(name) + "`",
                       std::string(": 1, 2 or 3"));
    return Operand::error(range);
  }
  if (axes == 1)
    return gridAxis(isSize, 0, range);
  std::vector<Operand> parts;
  for (int axis = 0; axis < axes; ++axis)
    parts.push_back(gridAxis(isSize, axis, range));
  return Operand::tuple(std::move(parts), range);
}

// ---- conversions ----

Operand FunctionChecker::callInt(std::vector<Operand> args, SourceRange range) {
  if (args.empty())
    return Operand::ofValue(Value::of(Number::ofInt(0)), range);
  if (!argumentCount("int", args.size(), 1, 1, range))
    return Operand::error(range);
  Operand operand = std::move(args[0]);
  Type i64 = Type::of(Scalar::I64);
  if (isTime(operand) && typeOf(operand).time.kind == TimeType::Kind::Span)
    return countIn(std::move(operand), TimeType::Unit::Generic, range);
  if (refuseComplex("int", operand, "use `int(z.real)`"))
    return Operand::error(range);
  if (isNumba() && operand.isScalar())
    return numbaConversion(Builtin::Int, std::move(operand), range);
  if (operand.isNumber())
    return Operand::ofValue(
        Value::of(convertNumber(operand.known->number, i64)), range);
  if (!operand.isScalar()) {
    diagnostics().emit(operand.range, diag::ArgumentType, Integer(1),
                       std::string("int"), std::string("a number"),
                       describe(operand));
    return Operand::error(range);
  }
  return Operand::ofExpr(convert(materialize(std::move(operand)), i64));
}

Operand FunctionChecker::callFloat(std::vector<Operand> args,
                                   SourceRange range) {
  if (args.empty())
    return Operand::ofValue(Value::of(Number::ofFloat(0)), range);
  if (!argumentCount("float", args.size(), 1, 1, range))
    return Operand::error(range);
  Operand operand = std::move(args[0]);
  if (refuseComplex("float", operand, "use `z.real` or `abs(z)`"))
    return Operand::error(range);
  if (isNumba() && operand.isScalar())
    return numbaConversion(Builtin::Float, std::move(operand), range);
  if (operand.known) {
    Value folded =
        file_.evaluator().call(Value::path("float"), {*operand.known}, range);
    if (folded.isKnown())
      return Operand::ofValue(std::move(folded), range);
  }
  if (!operand.isScalar()) {
    diagnostics().emit(operand.range, diag::ArgumentType, Integer(1),
                       std::string("float"), std::string("a number"),
                       describe(operand));
    return Operand::error(range);
  }
  return Operand::ofExpr(
      convert(materialize(std::move(operand)), pythonFloat()));
}

// ---- numbers ----

Operand FunctionChecker::callAbs(Operand arg, SourceRange range) {
  if (isTime(arg)) {
    std::vector<Operand> one;
    one.push_back(std::move(arg));
    return callTime(Builtin::Abs, std::move(one), range);
  }
  bool fromPython = arg.isNumber() && arg.known->number.exact;
  if (isNumba() && arg.isScalar() && !fromPython && !typeOf(arg).isComplex())
    return numbaConversion(Builtin::Abs, std::move(arg), range);
  if (arg.known) {
    Value folded =
        file_.evaluator().call(Value::path("abs"), {*arg.known}, range);
    if (folded.isKnown())
      return Operand::ofValue(std::move(folded), range);
  }
  if (!arg.isScalar()) {
    diagnostics().emit(arg.range, diag::ArgumentType, Integer(1),
                       std::string("abs"), std::string("a number"),
                       describe(arg));
    return Operand::error(range);
  }
  Type own = typeOf(arg);
  if (own.isComplex())
    return complexAbs(std::move(arg), range);
  Type type = *arithmeticType(own, own);
  ir::CallBuiltin call{Builtin::Abs, {}};
  call.args.push_back(convert(materialize(std::move(arg)), type));
  return Operand::ofExpr(makeExpr(range, type, std::move(call)));
}

Operand FunctionChecker::callLen(Operand arg, SourceRange range) {
  if (isChars(arg))
    return charsLength(std::move(arg), range);
  if (arg.isArray() && arg.type.ndim > 0) {
    std::vector<ir::Let> lets;
    arg = once(std::move(arg), lets);
    Operand extent = arrayProperty(arg, ir::ArrayField::Shape, 0, range);
    return Operand::ofExpr(
        finishLets(materialize(std::move(extent)), std::move(lets)));
  }
  std::int64_t length = -1;
  if (arg.isTuple)
    length = static_cast<std::int64_t>(arg.parts.size());
  else if (arg.expr && arg.type.isTuple())
    length = static_cast<std::int64_t>(arg.type.elements->size());
  else if (arg.known && arg.known->kind == Value::Kind::Tuple)
    length = static_cast<std::int64_t>(arg.known->elements.size());
  if (length < 0) {
    diagnostics().emit(arg.range, diag::ArgumentType, Integer(1),
                       std::string("len"), std::string("an array or a tuple"),
                       describe(arg));
    return Operand::error(range);
  }
  return Operand::ofValue(Value::of(Number::ofInt(length)), range);
}

Operand FunctionChecker::callDivMod(std::vector<Operand> args,
                                    SourceRange range) {
  std::vector<ir::Let> lets;
  if (isNumba() && args[0].isScalar() && args[1].isScalar()) {
    Type type = numbaDivMod(typeOf(args[0]), typeOf(args[1]));
    for (Operand &arg : args)
      arg = Operand::ofExpr(convert(materialize(std::move(arg)), type));
  }
  Operand left = once(std::move(args[0]), lets);
  Operand right = once(std::move(args[1]), lets);
  std::vector<Operand> parts;
  parts.push_back(
      binaryOperation(BinaryOp::FloorDiv, again(left), again(right), range));
  if (parts[0].isError)
    return Operand::error(range);
  parts.push_back(
      binaryOperation(BinaryOp::Mod, std::move(left), std::move(right), range));
  Operand result = Operand::tuple(std::move(parts), range);
  if (result.isError || lets.empty())
    return result;
  return Operand::ofExpr(
      finishLets(materialize(std::move(result)), std::move(lets)));
}

// ---- print ----

void FunctionChecker::printOperand(Operand operand,
                                   std::vector<ir::PrintPiece> &pieces) {
  if (operand.isError)
    return;
  auto addText = [&](const std::string &text) {
    if (!pieces.empty() && !pieces.back().value)
      pieces.back().text += text;
    else
      pieces.push_back({text, nullptr});
  };
  if (operand.known && operand.known->kind == Value::Kind::String)
    return addText(operand.known->text);
  if (operand.known && operand.known->kind == Value::Kind::None)
    return addText("None");
  // A dim3 is its x, y and z.
  if (operand.known && operand.known->kind == Value::Kind::Path)
    if (std::optional<Builtin> row = builtinByName(operand.known->text + ".x"))
      if (builtinInfo(*row).signature == Signature::Register)
        operand = tripleOf(*row, operand.range);
  std::vector<Operand> elements;
  if (expandTuple(operand, elements)) {
    addText("(");
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (i != 0)
        addText(", ");
      printOperand(std::move(elements[i]), pieces);
    }
    return addText(elements.size() == 1 ? ",)" : ")");
  }
  Type type = typeOf(operand);
  if (type.isError())
    return;
  if (!type.isNumber()) {
    diagnostics().emit(
        operand.range, diag::ArgumentType, Integer(1), std::string("print"),
        type.isTime() ? std::string("numbers, such as `t.astype(np.int64)`")
                      : std::string("numbers, strings or tuples of them"),
        describe(operand));
    return;
  }
  Type printed = type.isBool()      ? type
                 : type.isFloat()   ? Type::of(Scalar::F64)
                 : type.isComplex() ? Type::of(Scalar::C128)
                                    : *arithmeticType(type, type);
  pieces.push_back(
      {std::string(), convert(materialize(std::move(operand)), printed)});
}

void FunctionChecker::checkPrint(const Call &node, SourceRange range,
                                 Block &block) {
  std::string separator = " ";
  std::string end = "\n";
  for (const Keyword &keyword : node.keywords) {
    Operand value = check(*keyword.value);
    bool known = keyword.name == "sep" || keyword.name == "end";
    if (!known) {
      diagnostics().emit(keyword.range, diag::UnknownKeyword,
                         std::string("print"), keyword.name, std::string());
    } else if (value.known && value.known->kind == Value::Kind::String) {
      (keyword.name == "sep" ? separator : end) = value.known->text;
    } else if (!value.isError &&
               !(value.known && value.known->kind == Value::Kind::None)) {
      diagnostics().emit(keyword.range, diag::ConstantNeeded,
                         "`" + keyword.name + "`", std::string(" string"));
    }
  }
  std::vector<Operand> operands;
  std::vector<const Expr *> texts;
  for (const ExprPtr &arg : node.args) {
    bool isText = std::holds_alternative<FString>(arg->node);
    texts.push_back(isText ? arg.get() : nullptr);
    operands.push_back(isText ? Operand::ofValue(Value::none(), range)
                              : checkMaybe(*arg));
    // Its elements are printed one by one.
    if (operands.back().expr && isTuple(operands.back()))
      operands.back() = keep(std::move(operands.back()), block);
  }
  printAll(std::move(operands), 0, texts, separator, end, range, block);
}

} // namespace pyk2ptx
