// Records that are values: CUDA's vectors, which are made, computed with and
// taken apart, and dataclasses, which are made and taken apart.
#include "vector.h"

#include "arguments.h"
#include "complex.h"
#include "frontend/emit/emitter.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

bool isVector(const Operand &operand) {
  return operand.expr && operand.type.isRecord() &&
         operand.type.record->kind == RecordLayout::Kind::Vector;
}

bool isPair(const Type &type) {
  return type.isRecord() && type.record->kind == RecordLayout::Kind::Vector &&
         type.record->fields.size() == 2 &&
         type.record->fields[0].type.isFloat();
}

/// Part `i` of a vector that `once` returned; a number itself.
static Operand vectorPart(const Operand &operand, Operand again,
                          std::uint32_t i) {
  if (!operand.expr || !operand.type.isRecord())
    return again;
  Type type = operand.type.record->fields[i].type;
  return Operand::ofExpr(makeExpr(operand.range, std::move(type),
                                  ir::TupleElement{std::move(again.expr), i}));
}

/// Both parts of what `once` returned: a complex number's, or a pair's.
static std::vector<Operand> partsOfPair(Emitter &e, const Operand &operand) {
  std::vector<Operand> parts;
  for (std::uint32_t i = 0; i < 2; ++i)
    parts.push_back(e.typeOf(operand).isComplex()
                        ? complexPart(e, again(operand), i == 1, operand.range)
                        : vectorPart(operand, again(operand), i));
  return parts;
}

ir::ExprPtr pairAs(Emitter &e, Operand operand, const Type &type) {
  SourceRange range = operand.range;
  std::vector<ir::Let> lets;
  operand = e.once(std::move(operand), lets);
  if (operand.isError)
    return nullptr;
  Type part = type.isComplex() ? type.part() : type.record->fields[0].type;
  std::vector<ir::ExprPtr> made;
  for (Operand &each : partsOfPair(e, operand))
    made.push_back(e.convert(e.materialize(std::move(each)), part));
  ir::ExprPtr result;
  if (type.isComplex()) {
    result = makeComplex(std::move(made[0]), std::move(made[1]), range);
  } else {
    ir::MakeTuple tuple;
    tuple.elements = std::move(made);
    result = makeExpr(range, type, std::move(tuple));
  }
  return e.finishLets(std::move(result), std::move(lets));
}

Operand vectorBinary(Emitter &e, BinaryOp op, Operand left, Operand right,
                     SourceRange range) {
  bool isBoth = isVector(left) && isVector(right);
  const Operand &other = isVector(left) ? right : left;
  if (isBoth ? !(left.type == right.type) : !other.isScalar())
    return e.operandError(spelling(op), left, right, range);
  Type type = isVector(left) ? left.type : right.type;
  std::vector<ir::Let> lets;
  left = e.once(std::move(left), lets);
  right = e.once(std::move(right), lets);
  if (left.isError || right.isError)
    return Operand::error(range);
  ir::MakeTuple result;
  const std::vector<RecordField> &fields = type.record->fields;
  for (std::uint32_t i = 0; i < fields.size(); ++i) {
    Operand a = vectorPart(left, again(left), i);
    Operand b = vectorPart(right, again(right), i);
    Operand value = e.binaryOperation(op, std::move(a), std::move(b), range);
    if (value.isError)
      return value;
    if (e.typeOf(value).isFloat() && !fields[i].type.isFloat())
      return e.operandError(spelling(op), left, right, range);
    result.elements.push_back(
        e.convert(e.materialize(std::move(value)), fields[i].type));
  }
  return Operand::ofExpr(
      e.finishLets(makeExpr(range, type, std::move(result)), std::move(lets)));
}

Operand vectorUnary(Emitter &e, UnaryOp op, Operand operand,
                    SourceRange range) {
  Type type = operand.type;
  std::vector<ir::Let> lets;
  operand = e.once(std::move(operand), lets);
  ir::MakeTuple result;
  const std::vector<RecordField> &fields = type.record->fields;
  for (std::uint32_t i = 0; i < fields.size(); ++i) {
    Operand value =
        e.unaryOperation(op, vectorPart(operand, again(operand), i), range);
    if (value.isError)
      return value;
    result.elements.push_back(
        e.convert(e.materialize(std::move(value)), fields[i].type));
  }
  return Operand::ofExpr(
      e.finishLets(makeExpr(range, type, std::move(result)), std::move(lets)));
}

/// float4(x, y, z, w), float4(v.xy, z, w), float4(v), float4(complex, z, w):
/// the parts of all arguments, each cast.
Operand makeVector(Emitter &e, const Type &type, const Call &node,
                   SourceRange range) {
  const std::vector<RecordField> &fields = type.record->fields;
  std::string name = type.record->name;
  std::vector<ir::Let> lets;
  ir::MakeTuple result;
  if (hasKeywords(e, name, node))
    return Operand::error(range);
  const Type &part = fields[0].type;
  std::vector<Operand> parts;
  for (std::size_t i = 0; i < node.args.size(); ++i) {
    Operand arg = e.check(*node.args[i]);
    if (arg.isError)
      return arg;
    if (!isVector(arg) && !arg.isScalar()) {
      e.diagnostics().emit(
          arg.range, diag::ArgumentType, static_cast<Integer>(i + 1), name,
          std::string("a number or a vector"), e.describe(arg));
      return Operand::error(range);
    }
    std::size_t count = isVector(arg) ? arg.type.record->fields.size() : 1;
    arg = e.once(std::move(arg), lets);
    if (e.typeOf(arg).isComplex())
      for (Operand &each : partsOfPair(e, arg))
        parts.push_back(std::move(each));
    else
      for (std::uint32_t k = 0; k < count; ++k)
        parts.push_back(vectorPart(arg, again(arg), k));
  }
  if (!argumentCount(e, name.c_str(), parts.size(), fields.size(),
                     fields.size(), range))
    return Operand::error(range);
  for (Operand &value : parts)
    result.elements.push_back(e.convert(e.materialize(std::move(value)), part));
  return Operand::ofExpr(
      e.finishLets(makeExpr(range, type, std::move(result)), std::move(lets)));
}

/// A dataclass's call: by position, by name, else its defaults.
Operand makeDataclass(Emitter &e, const Value &given, const Type &type,
                      const Call &node, SourceRange range) {
  const std::vector<RecordField> &fields = type.record->fields;
  const std::string &name = type.record->name;
  std::vector<std::optional<Operand>> values(fields.size());
  if (!argumentCount(e, name.c_str(), node.args.size(), 0, fields.size(),
                     range))
    return Operand::error(range);
  for (std::size_t i = 0; i < node.args.size(); ++i)
    values[i] = e.check(*node.args[i]);
  for (const Keyword &keyword : node.keywords) {
    std::optional<std::uint32_t> field = type.record->find(keyword.name);
    if (!field) {
      e.diagnostics().emit(keyword.range, diag::UnknownKeyword, name,
                           keyword.name, std::string());
      return Operand::error(range);
    }
    if (values[*field]) {
      e.diagnostics().emit(keyword.range, diag::ArgumentGivenTwice, name,
                           keyword.name);
      return Operand::error(range);
    }
    values[*field] = e.check(*keyword.value);
  }
  ir::MakeTuple result;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!values[i]) {
      Value preset = e.evaluator().defaultOfField(given, fields[i].name, range);
      if (preset.isKnown())
        values[i] = Operand::ofValue(std::move(preset), range);
    }
    if (!values[i]) {
      e.diagnostics().emit(range, diag::MissingArgument, name, fields[i].name);
      return Operand::error(range);
    }
    result.elements.push_back(e.coerce(std::move(*values[i]), fields[i].type));
    if (!result.elements.back())
      return Operand::error(range);
  }
  return Operand::ofExpr(makeExpr(range, type, std::move(result)));
}

} // namespace pyk2ptx
