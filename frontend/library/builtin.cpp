// Python's built-ins, and cuda.grid and cuda.gridsize.
#include "builtin.h"

#include "format.h"
#include "frontend/emit/emitter.h"
#include "frontend/evaluate/fold.h"
#include "frontend/evaluate/namespace_value.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/tables/registers.h"
#include "frontend/types/numba_typing.h"
#include "frontend/values/arguments.h"
#include "frontend/values/array.h"
#include "frontend/values/chars.h"
#include "frontend/values/complex.h"
#include "frontend/values/iterate.h"
#include "frontend/values/optional.h"
#include "frontend/values/pointer.h"
#include "frontend/values/time.h"
#include "frontend/values/tuple.h"
#include "reduce.h"
#include "round.h"
#include "rows.h"

#include <cmath>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

// ---- folds ----

Operand checkExtreme(Emitter &e, BuiltinCall &&call) {
  std::vector<Operand> &args = call.args;
  if (args.size() == 1 && args[0].isArray())
    return foldArray(e, call.builtin, std::move(args[0]), call.range);
  bool isMin = call.builtin == Builtin::Min;
  if (args.size() != 1 || !isTuple(args[0]) || !args[0].expr)
    return e.minMax(isMin, std::move(args), call.range);
  std::vector<ir::Let> lets;
  std::vector<Operand> parts = elementsOnce(e, std::move(args[0]), lets);
  return finished(e, e.minMax(isMin, std::move(parts), call.range, true),
                  std::move(lets));
}

Operand checkFold(Emitter &e, BuiltinCall &&call) {
  if (call.args.size() == 1 && call.args[0].isArray())
    return foldArray(e, call.builtin, std::move(call.args[0]), call.range);
  return callTupleFold(e, call.builtin, std::move(call.args), call.range);
}

// ---- what stands elsewhere ----

Operand refuseValue(Emitter &e, BuiltinCall &&call) {
  std::string where =
      call.builtin == Builtin::Range ? " outside a for loop" : " as a value";
  e.diagnostics().emit(call.range, diag::UnsupportedExpression,
                       "`" + call.name() + "`" + where);
  return call.error();
}

Operand checkConstant(Emitter &e, BuiltinCall &&call) {
  // Of an array that is no constant, numba gives the array.
  if (call.args[0].isArray())
    return std::move(call.args[0]);
  e.diagnostics().emit(call.args[0].range, diag::ConstantNeeded,
                       "the argument of `" + call.name() + "`",
                       std::string(" NumPy array"));
  return call.error();
}

Operand checkPointerArray(Emitter &e, BuiltinCall &&call) {
  return callCArray(e, call.builtin == Builtin::FArray, call.node, call.range);
}

// ---- positions ----

static ir::ExprPtr registerValue(Builtin row, SourceRange range) {
  return makeConvert(
      makeExpr(range, Type::of(Scalar::I32), ir::CallBuiltin{row, {}}),
      Type::of(Scalar::I64));
}

static Operand gridAxis(bool isSize, std::size_t axis, SourceRange range) {
  Type i64 = Type::of(Scalar::I64);
  ir::ExprPtr product = makeExpr(
      range, i64,
      ir::Binary{ir::BinaryOp::Mul,
                 registerValue((isSize ? gridDim : blockIdx)[axis], range),
                 registerValue(blockDim[axis], range)});
  if (isSize)
    return Operand::ofExpr(std::move(product));
  return Operand::ofExpr(
      makeExpr(range, i64,
               ir::Binary{ir::BinaryOp::Add, std::move(product),
                          registerValue(threadIdx[axis], range)}));
}

Operand checkGrid(Emitter &e, BuiltinCall &&call) {
  std::vector<Operand> &args = call.args;
  SourceRange range = call.range;
  bool isSize = call.builtin == Builtin::GridSize;
  std::int64_t axes = args[0].known && args[0].known->isInteger()
                          ? args[0].known->number.asInt()
                          : 0;
  if (axes < 1 || axes > 3) {
    e.diagnostics().emit(args[0].range, diag::ConstantNeeded,
                         "the argument of `" + call.name() + "`",
                         std::string(": 1, 2 or 3"));
    return Operand::error(range);
  }
  if (axes == 1)
    return gridAxis(isSize, 0, range);
  std::vector<Operand> parts;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(axes); ++axis)
    parts.push_back(gridAxis(isSize, axis, range));
  return Operand::tuple(std::move(parts), range);
}

// ---- conversions ----

Operand checkInt(Emitter &e, BuiltinCall &&call) {
  return callInt(e, std::move(call.args), call.range);
}

Operand callInt(Emitter &e, std::vector<Operand> args, SourceRange range) {
  if (args.empty())
    return Operand::ofValue(Value::of(Number::ofInt(0)), range);
  Operand operand = std::move(args[0]);
  Type i64 = Type::of(Scalar::I64);
  if (isTime(operand) && e.typeOf(operand).time.kind == TimeType::Kind::Span)
    return countIn(e, std::move(operand), TimeType::Unit::Generic, range);
  if (refuseComplex(e, "int", operand, "use `int(z.real)`"))
    return Operand::error(range);
  if (e.isNumba() && operand.isScalar())
    return e.numbaConversion(Builtin::Int, std::move(operand), range);
  if (operand.isNumber())
    return Operand::ofValue(
        Value::of(convertNumber(operand.known->number, i64)), range);
  if (!operand.isScalar()) {
    e.diagnostics().emit(operand.range, diag::ArgumentType, Integer(1),
                         std::string("int"), std::string("a number"),
                         e.describe(operand));
    return Operand::error(range);
  }
  return Operand::ofExpr(e.convert(e.materialize(std::move(operand)), i64));
}

Operand checkFloat(Emitter &e, BuiltinCall &&call) {
  std::vector<Operand> &args = call.args;
  SourceRange range = call.range;
  if (args.empty())
    return Operand::ofValue(Value::of(Number::ofFloat(0)), range);
  Operand operand = std::move(args[0]);
  if (refuseComplex(e, "float", operand, "use `z.real` or `abs(z)`"))
    return Operand::error(range);
  if (e.isNumba() && operand.isScalar())
    return e.numbaConversion(Builtin::Float, std::move(operand), range);
  if (operand.known) {
    Value folded =
        e.evaluator().call(Value::path("float"), {*operand.known}, range);
    if (folded.isKnown())
      return Operand::ofValue(std::move(folded), range);
  }
  if (!operand.isScalar()) {
    e.diagnostics().emit(operand.range, diag::ArgumentType, Integer(1),
                         std::string("float"), std::string("a number"),
                         e.describe(operand));
    return Operand::error(range);
  }
  return Operand::ofExpr(
      e.convert(e.materialize(std::move(operand)), e.pythonFloat()));
}

/// Reads the text itself: of `a and b` only the truth of each matters.
Operand checkBool(Emitter &e, BuiltinCall &&call) {
  if (hasKeywords(e, "bool", call.node) ||
      !argumentCount(e, "bool", call.node.args.size(), 1, 1, call.range))
    return call.error();
  std::optional<bool> known;
  ir::ExprPtr value = e.checkCondition(*call.node.args[0], known);
  if (known)
    return boolOperand(*known, call.range);
  return value ? Operand::ofExpr(std::move(value)) : call.error();
}

// ---- numbers ----

Operand checkComplex(Emitter &e, BuiltinCall &&call) {
  return callComplex(e, std::move(call.args), call.range);
}

Operand checkComplexPart(Emitter &e, BuiltinCall &&call) {
  return callComplexPart(e, call.builtin, std::move(call.args[0]), call.range);
}

Operand checkAbs(Emitter &e, BuiltinCall &&call) {
  return callAbs(e, std::move(call.args[0]), call.range);
}

Operand checkRound(Emitter &e, BuiltinCall &&call) {
  return callRound(e, std::move(call.args), call.range);
}

Operand checkPower(Emitter &e, BuiltinCall &&call) {
  std::vector<Operand> &args = call.args;
  if (call.node.args.size() == 2 && args[0].isScalar() &&
      (e.typeOf(args[0]).isInteger() || e.typeOf(args[0]).isBool()))
    args[1] = e.exponentOf(*call.node.args[1], std::move(args[1]));
  return e.binaryOperation(BinaryOp::Pow, std::move(args[0]),
                           std::move(args[1]), call.range);
}

Operand callAbs(Emitter &e, Operand arg, SourceRange range) {
  if (isTime(arg)) {
    std::vector<Operand> one;
    one.push_back(std::move(arg));
    return callTime(e, Builtin::Abs, std::move(one), range);
  }
  bool fromPython = arg.isNumber() && arg.known->number.exact;
  if (e.isNumba() && arg.isScalar() && !fromPython &&
      !e.typeOf(arg).isComplex())
    return e.numbaConversion(Builtin::Abs, std::move(arg), range);
  if (arg.known) {
    Value folded = e.evaluator().call(Value::path("abs"), {*arg.known}, range);
    if (folded.isNumeric() && arg.isNumber())
      folded = heldAs(std::move(folded),
                      *pyk2ptx::arithmeticType(arg.known->number.type,
                                               arg.known->number.type));
    if (folded.isKnown())
      return Operand::ofValue(std::move(folded), range);
  }
  if (!arg.isScalar()) {
    e.diagnostics().emit(arg.range, diag::ArgumentType, Integer(1),
                         std::string("abs"), std::string("a number"),
                         e.describe(arg));
    return Operand::error(range);
  }
  Type own = e.typeOf(arg);
  if (own.isComplex())
    return complexAbs(e, std::move(arg), range);
  Type type = *e.arithmeticType(own, own);
  ir::CallBuiltin call{Builtin::Abs, {}};
  call.args.push_back(e.convert(e.materialize(std::move(arg)), type));
  return Operand::ofExpr(makeExpr(range, type, std::move(call)));
}

Operand checkLen(Emitter &e, BuiltinCall &&call) {
  Operand &arg = call.args[0];
  SourceRange range = call.range;
  if (isChars(arg))
    return charsLength(e, std::move(arg), range);
  if (arg.isArray() && arg.type.ndim > 0) {
    std::vector<ir::Let> lets;
    arg = e.once(std::move(arg), lets);
    Operand extent = arrayProperty(e, arg, ir::ArrayField::Shape, 0, range);
    return Operand::ofExpr(
        e.finishLets(e.materialize(std::move(extent)), std::move(lets)));
  }
  std::int64_t length = -1;
  if (arg.known)
    if (std::optional<Value> all = enumerationOf(e.evaluator(), *arg.known))
      arg = Operand::ofValue(std::move(*all), arg.range);
  if (arg.isTuple)
    length = static_cast<std::int64_t>(arg.parts.size());
  else if (arg.expr && arg.type.isTuple())
    length = static_cast<std::int64_t>(arg.type.elements->size());
  else if (arg.known && arg.known->kind == Value::Kind::Tuple &&
           !isNamespace(*arg.known))
    length = static_cast<std::int64_t>(arg.known->elements.size());
  else if (arg.known && arg.known->kind == Value::Kind::String)
    length = static_cast<std::int64_t>(elementsOf(*arg.known)->size());
  if (length < 0) {
    e.diagnostics().emit(arg.range, diag::ArgumentType, Integer(1),
                         std::string("len"), std::string("an array or a tuple"),
                         e.describe(arg));
    return Operand::error(range);
  }
  return Operand::ofValue(Value::of(Number::ofInt(length)), range);
}

Operand checkDivMod(Emitter &e, BuiltinCall &&call) {
  std::vector<Operand> &args = call.args;
  SourceRange range = call.range;
  std::vector<ir::Let> lets;
  if (e.isNumba() && args[0].isScalar() && args[1].isScalar()) {
    Type type = numbaDivMod(e.typeOf(args[0]), e.typeOf(args[1]));
    for (Operand &arg : args)
      arg = Operand::ofExpr(e.convert(e.materialize(std::move(arg)), type));
  }
  Operand left = e.once(std::move(args[0]), lets);
  Operand right = e.once(std::move(args[1]), lets);
  std::vector<Operand> parts;
  parts.push_back(
      e.binaryOperation(BinaryOp::FloorDiv, again(left), again(right), range));
  if (parts[0].isError)
    return Operand::error(range);
  parts.push_back(e.binaryOperation(BinaryOp::Mod, std::move(left),
                                    std::move(right), range));
  Operand result = Operand::tuple(std::move(parts), range);
  if (result.isError || lets.empty())
    return result;
  return Operand::ofExpr(
      e.finishLets(e.materialize(std::move(result)), std::move(lets)));
}

// ---- print ----

/// A register of three axes, by its name.
static std::optional<Operand> tripleOf(const std::string &path,
                                       SourceRange range) {
  std::vector<Operand> parts;
  for (const char *axis : {".x", ".y", ".z"}) {
    std::optional<Builtin> row = builtinByName(path + axis);
    if (!row || builtinInfo(*row).signature != Signature::Register)
      return std::nullopt;
    parts.push_back(Operand::ofExpr(
        makeExpr(range, Type::of(Scalar::I32), ir::CallBuiltin{*row, {}})));
  }
  return Operand::tuple(std::move(parts), range);
}

void printOperand(Emitter &e, Operand operand,
                  std::vector<ir::PrintPiece> &pieces, std::size_t number) {
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
  if (operand.known && operand.known->isMember() &&
      !operand.known->text.empty())
    return addText(spell(operand.known->type) + "." + operand.known->text);
  // A dim3 is its x, y and z.
  if (operand.known && operand.known->kind == Value::Kind::Path)
    if (std::optional<Operand> triple =
            tripleOf(operand.known->text, operand.range))
      operand = std::move(*triple);
  std::vector<Operand> elements;
  if (expandTuple(e, operand, elements)) {
    addText("(");
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (i != 0)
        addText(", ");
      printOperand(e, std::move(elements[i]), pieces, number);
    }
    return addText(elements.size() == 1 ? ",)" : ")");
  }
  Type type = e.typeOf(operand);
  if (type.isError())
    return;
  if (!type.isNumber()) {
    e.diagnostics().emit(
        operand.range, diag::ArgumentType, number, std::string("print"),
        type.isTime() ? std::string("numbers, such as `t.astype(np.int64)`")
                      : std::string("numbers, strings or tuples of them"),
        e.describe(operand));
    return;
  }
  Type printed = type.isBool()      ? type
                 : type.isFloat()   ? Type::of(Scalar::F64)
                 : type.isComplex() ? Type::of(Scalar::C128)
                                    : *e.arithmeticType(type, type);
  pieces.push_back(
      {std::string(), e.convert(e.materialize(std::move(operand)), printed)});
}

void checkPrint(Emitter &e, const Call &node, SourceRange range,
                ir::Block &block) {
  std::string separator = " ";
  std::string end = "\n";
  for (const Keyword &keyword : node.keywords) {
    Operand value = e.check(*keyword.value);
    bool known = keyword.name == "sep" || keyword.name == "end";
    if (!known) {
      e.diagnostics().emit(keyword.range, diag::UnknownKeyword,
                           std::string("print"), keyword.name, std::string());
    } else if (value.known && value.known->kind == Value::Kind::String) {
      (keyword.name == "sep" ? separator : end) = value.known->text;
    } else if (!value.isError &&
               !(value.known && value.known->kind == Value::Kind::None)) {
      e.diagnostics().emit(keyword.range, diag::ConstantNeeded,
                           "`" + keyword.name + "`", std::string(" string"));
    }
  }
  std::vector<Operand> operands;
  std::vector<const Expr *> texts;
  for (const ExprPtr &arg : node.args) {
    bool isText = std::holds_alternative<FString>(arg->node);
    texts.push_back(isText ? arg.get() : nullptr);
    operands.push_back(isText ? Operand::ofValue(Value::none(), range)
                              : checkMaybe(e, *arg));
    // Its elements are printed one by one.
    if (operands.back().expr && isTuple(operands.back()))
      operands.back() = keep(e, std::move(operands.back()), block);
  }
  printAll(e, std::move(operands), 0, texts, separator, end, range, block);
}

} // namespace pyk2ptx
