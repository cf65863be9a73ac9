// Operands as IR: which run-time type a value has, and how it becomes another.
#include "checker.h"
#include "frontend/evaluate/namespace_value.h"
#include "frontend/hints/misuse.h"
#include "frontend/library/round.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/types/optional_type.h"
#include "frontend/types/time_type.h"
#include "frontend/values/chars.h"
#include "frontend/values/elementwise.h"
#include "frontend/values/enumeration.h"
#include "frontend/values/optional.h"
#include "frontend/values/record.h"
#include "frontend/values/time.h"
#include "frontend/values/tuple.h"
#include "frontend/values/vector.h"

#include <utility>

namespace pyk2ptx {

Operand Operand::error(SourceRange range) {
  Operand operand;
  operand.isError = true;
  operand.range = range;
  return operand;
}

Operand Operand::ofValue(Value value, SourceRange range) {
  Operand operand;
  operand.known = std::move(value);
  operand.range = range;
  return operand;
}

Operand intOperand(std::int64_t value, SourceRange range) {
  return Operand::ofValue(Value::of(Number::ofInt(value)), range);
}

Operand boolOperand(bool value, SourceRange range) {
  return Operand::ofValue(Value::of(Number::ofBool(value)), range);
}

Operand Operand::ofExpr(ir::ExprPtr expr) {
  Operand operand;
  operand.type = expr->type;
  operand.range = expr->range;
  operand.expr = std::move(expr);
  return operand;
}

Operand Operand::wholeAxis(SourceRange range) {
  Operand operand;
  operand.hasBounds = true;
  for (int i = 0; i < 3; ++i)
    operand.parts.push_back(ofValue(Value::none(), range));
  operand.range = range;
  return operand;
}

Operand Operand::tuple(std::vector<Operand> parts, SourceRange range,
                       std::shared_ptr<const std::vector<std::string>> names) {
  Operand operand;
  operand.names = names;
  operand.isTuple = true;
  operand.parts = std::move(parts);
  operand.range = range;
  // All parts constant: the tuple is.
  std::vector<Value> values;
  for (const Operand &part : operand.parts) {
    if (part.isError)
      return error(range);
    if (part.known)
      values.push_back(*part.known);
  }
  if (values.size() == operand.parts.size()) {
    operand.isTuple = false;
    operand.parts.clear();
    operand.known = Value::tuple(std::move(values));
    operand.known->fields = std::move(names);
  }
  return operand;
}

Operand Operand::asList(Operand operand, bool isList) {
  if (operand.known && operand.known->kind == Value::Kind::Tuple)
    operand.known->isList = isList;
  else if (operand.expr && operand.type.isTuple())
    operand.type.isList = operand.expr->type.isList = isList;
  else if (operand.isTuple)
    operand.madeAsList = isList;
  return operand;
}

bool Operand::isScalar() const {
  return isNumber() || (expr && type.isNumber() && !isElement);
}

std::string FunctionChecker::describe(const Operand &operand) const {
  if (operand.known) {
    const Value &value = *operand.known;
    switch (value.kind) {
    case Value::Kind::Number:
    case Value::Kind::Time:
      return "`" + spell(value.number.type) + "`";
    case Value::Kind::Member:
      return "`" + spell(value.type) + "`";
    case Value::Kind::Path:
      return "`" + value.text + "`";
    case Value::Kind::Array:
      return "an array of constants";
    case Value::Kind::DeviceArray:
      return "an array of the device's";
    case Value::Kind::BigInteger:
      return "an integer of more than 64 bits";
    case Value::Kind::Module:
      return "the module `" + value.text + "`";
    case Value::Kind::Class:
      return "the class `" + value.text + "`";
    case Value::Kind::String:
      return "a string";
    case Value::Kind::None:
      return "`None`";
    case Value::Kind::Ellipsis:
      return "`...`";
    case Value::Kind::Tuple:
      if (isNamespace(value))
        return "a module, a class or an object";
      return "a tuple of " + std::to_string(value.elements.size());
    case Value::Kind::Dict:
      return "a dictionary";
    case Value::Kind::Set:
      return "a set";
    case Value::Kind::Slice:
      return "a slice";
    case Value::Kind::Type:
      return "the type `" + spell(value.type) + "`";
    case Value::Kind::Function:
      return "the function `" + value.function.def->name + "`";
    default:
      return "a compile-time value";
    }
  }
  if (operand.isElement)
    return "an array expression";
  if (operand.isTuple)
    return "a tuple of " + std::to_string(operand.parts.size());
  return "`" + spell(operand.type) + "`";
}

/// The run-time type of a constant; nothing for functions, strings, ...
static std::optional<Type> typeOfValue(const Value &value) {
  if (value.isNumber() || value.isTime())
    return value.number.type;
  if (value.isMember() && !value.type.record->fields.empty())
    return value.type;
  if (value.kind != Value::Kind::Tuple)
    return std::nullopt;
  std::vector<Type> types;
  for (const Value &element : value.elements) {
    std::optional<Type> type = typeOfValue(element);
    if (!type)
      return std::nullopt;
    types.push_back(*type);
  }
  Type type = Type::tuple(std::move(types));
  type.names = value.fields;
  type.isList = value.isList;
  return type;
}

Type FunctionChecker::typeOf(const Operand &operand, bool report) {
  if (operand.isError)
    return Type::error();
  if (operand.isElement) {
    if (report)
      diagnostics().emit(operand.range, diag::ArrayExpression);
    return Type::error();
  }
  if (operand.isTuple) {
    std::vector<Type> types;
    for (const Operand &part : operand.parts) {
      types.push_back(typeOf(part, report));
      if (types.back().isError())
        return Type::error();
    }
    Type type = Type::tuple(std::move(types));
    type.names = operand.names;
    type.isList = operand.madeAsList;
    return type;
  }
  if (operand.expr) {
    if (operand.type.isNone() && report) {
      diagnostics().emit(operand.range, diag::NotAValue, std::string("`None`"));
      return Type::error();
    }
    return strong(operand.type);
  }
  std::optional<Type> type = typeOfValue(*operand.known);
  if (type)
    return strong(*type);
  if (!report)
    return Type::error();
  Diagnostic &message =
      diagnostics().emit(operand.range, diag::NotAValue, describe(operand));
  noteValue(message, operand);
  if (operand.known->kind == Value::Kind::String)
    message.notes.push_back({operand.range,
                             "text is known while compiling, or printed: "
                             "print(\"x =\", x), print(f\"{x:.3f}\")"});
  return Type::error();
}

static ir::ExprPtr materializeValue(const Value &value, SourceRange range) {
  if (value.isNumber() || value.isTime())
    return makeNumber(range, value.number);
  if (value.isMember())
    return memberOf(
        makeNumber(range, convertNumber(value.elements[0].number,
                                        value.type.record->fields[0].type)),
        value.type);
  std::vector<Type> types;
  ir::MakeTuple tuple;
  for (const Value &element : value.elements) {
    tuple.elements.push_back(materializeValue(element, range));
    types.push_back(tuple.elements.back()->type);
  }
  Type type = Type::tuple(std::move(types));
  type.names = value.fields;
  type.isList = value.isList;
  return makeExpr(range, std::move(type), std::move(tuple));
}

ir::ExprPtr FunctionChecker::materialize(Operand operand) {
  if (operand.expr)
    return std::move(operand.expr);
  if (operand.known)
    return materializeValue(*operand.known, operand.range);
  std::vector<Type> types;
  ir::MakeTuple tuple;
  for (Operand &part : operand.parts) {
    tuple.elements.push_back(materialize(std::move(part)));
    types.push_back(tuple.elements.back()->type);
  }
  Type type = Type::tuple(std::move(types));
  type.names = operand.names;
  type.isList = operand.madeAsList;
  return makeExpr(operand.range, std::move(type), std::move(tuple));
}

bool FunctionChecker::canCoerce(const Type &from, const Type &to) const {
  if (from.isError() || to.isError())
    return true;
  if (isOptionalType(to))
    return from.isNone() || canCoerce(valueOf(from), valueOf(to));
  if (from.kind != to.kind || isOptionalType(from))
    return false;
  switch (from.kind) {
  case TypeKind::Error:
  case TypeKind::None:
    return true;
  case TypeKind::Scalar:
    if (from.isTime() && to.isTime())
      return from.time.kind == to.time.kind &&
             convertTime(0, from.time, to.time.unit).has_value();
    if (from.isTime() || to.isTime())
      return from.isInteger() && to.time.kind == TimeType::Kind::Span;
    return !dropsImaginary(from, to);
  case TypeKind::Record:
  case TypeKind::Pointer:
    return from == to;
  case TypeKind::Array:
  case TypeKind::Reference: {
    std::optional<Type> joined = join(from, to);
    return joined && *joined == to;
  }
  case TypeKind::Tuple:
    break;
  }
  if (from.elements->size() != to.elements->size())
    return false;
  for (std::size_t i = 0; i < from.elements->size(); ++i) {
    const Type &a = (*from.elements)[i];
    const Type &b = (*to.elements)[i];
    bool isOtherTime = !(a == b) && (a.isTime() || b.isTime());
    if (isOtherTime || !canCoerce(a, b))
      return false;
  }
  return true;
}

ir::ExprPtr FunctionChecker::convert(ir::ExprPtr expr, const Type &type) {
  if (isOptionalType(type) && !isOptionalType(expr->type))
    return makeConvert(convert(std::move(expr), valueOf(type)), type);
  if (const auto *constant = std::get_if<ir::Constant>(&expr->node)) {
    Number number{expr->type, constant->bits, constant->number};
    number.imag = constant->imag;
    return makeNumber(expr->range, convertNumber(number, type));
  }
  auto *call = std::get_if<ir::CallBuiltin>(&expr->node);
  if (type.isFloat() && call) {
    if (std::optional<Builtin> real = realForm(call->builtin)) {
      call->builtin = *real;
      expr->type = call->args[0]->type;
      // An int is never -0.
      Type own = expr->type;
      SourceRange range = expr->range;
      expr = makeExpr(
          range, own,
          ir::Binary{ir::BinaryOp::Add, std::move(expr),
                     makeNumber(range, convertNumber(Number::ofInt(0), own))});
    }
  }
  return makeConvert(std::move(expr), type);
}

ir::ExprPtr FunctionChecker::coerce(Operand operand, const Type &type) {
  bool isText =
      type.isRecord() && type.record->kind == RecordLayout::Kind::Chars;
  bool isString = operand.known && operand.known->kind == Value::Kind::String;
  if (isText &&
      (isString || (isChars(operand) && !(operand.type.element() == type)))) {
    Operand text = charsAs(*this, std::move(operand), type);
    return text.isError ? nullptr : loadRecord(materialize(std::move(text)));
  }
  bool isOptional = isOptionalType(type);
  bool isTuples = type.isTuple() && isTuple(operand) && !isOptional;
  if (isOptional && operand.known && operand.known->kind == Value::Kind::None)
    return noneAs(*this, type, operand.range);
  if (isTuples && holdsOptional(type) && !operand.expr)
    return coerceParts(*this, std::move(operand), type);
  if (isOptional && !(operand.expr && isOptionalType(operand.type))) {
    ir::ExprPtr value = coerce(std::move(operand), valueOf(type));
    return value ? makeConvert(std::move(value), type) : nullptr;
  }
  if (!isOptional)
    operand = required(*this, std::move(operand));
  Type from = typeOf(operand);
  if (from.isError() || type.isError())
    return nullptr;
  if (type.isRecord() && from.isReference() && from.element() == type)
    return loadRecord(materialize(std::move(operand)));
  if (sameFields(from.isReference() ? from.element() : from, type) &&
      !(from == type))
    return recordAs(*this, std::move(operand), type);
  if (type.isRecord() && from.isTuple())
    return recordOfTuple(*this, std::move(operand), type);
  if ((isPair(type) && from.isComplex()) || (type.isComplex() && isPair(from)))
    return pairAs(*this, std::move(operand), type);
  if (!canCoerce(from, type)) {
    diagnostics().emit(operand.range, diag::TypeMismatch,
                       "`" + spell(type) + "`", describe(operand));
    return nullptr;
  }
  if (type.isTime())
    return coerceTime(*this, std::move(operand), type);
  return convert(materialize(std::move(operand)), type);
}

ir::ExprPtr FunctionChecker::toBool(Operand operand) {
  if (operand.isError)
    return nullptr;
  if (operand.known && operand.known->kind == Value::Kind::None)
    return makeNumber(operand.range, Number::ofBool(false));
  if (isMember(operand)) {
    SourceRange range = operand.range;
    operand = memberTruth(*this, std::move(operand), range);
  }
  Type type = typeOf(operand);
  if (type.isError())
    return nullptr;
  if (isOptionalType(type))
    return truthOf(*this, std::move(operand));
  SourceRange range = operand.range;
  if (type.isTime())
    operand =
        countIn(*this, std::move(operand), TimeType::Unit::Generic, range);
  else if (operand.isArray() && type.ndim > 0) {
    diagnostics().emit(operand.range, diag::ArrayTruth,
                       elementText(operand.range, type.ndim));
    return nullptr;
  } else if (!type.isScalar()) {
    diagnostics().emit(operand.range, diag::TypeMismatch,
                       std::string("a number"), describe(operand));
    return nullptr;
  }
  return convert(materialize(std::move(operand)), Type::of(Scalar::Bool));
}

ir::ExprPtr FunctionChecker::toIndex(Operand operand, bool &canBeNegative) {
  Type type = typeOf(operand);
  if (type.isError())
    return nullptr;
  if (!type.isInteger() && !type.isBool()) {
    Diagnostic &message =
        diagnostics().emit(operand.range, diag::IndexType, describe(operand));
    if (type.isFloat())
      message.notes.push_back(
          {operand.range, "`//` gives integers, and int(...) the whole part"});
    return nullptr;
  }
  canBeNegative = isSigned(type.scalar);
  if (operand.isNumber())
    canBeNegative = canBeNegative && operand.known->number.asInt() < 0;
  return convert(materialize(std::move(operand)), Type::of(Scalar::I64));
}

Operand FunctionChecker::once(Operand operand, std::vector<ir::Let> &lets) {
  if (operand.isError || operand.known)
    return operand;
  SourceRange range = operand.range;
  const auto *read =
      operand.expr ? std::get_if<ir::SlotValue>(&operand.expr->node) : nullptr;
  if (read && !isSetWithin(read->slot))
    return operand;
  Type type = typeOf(operand);
  if (type.isError())
    return Operand::error(range);
  ir::SlotId slot = temporary(type);
  ir::ExprPtr value = materialize(std::move(operand));
  noteKept(slot, *value);
  lets.push_back({slot, std::move(value), nullptr});
  return Operand::ofExpr(makeExpr(range, type, ir::SlotValue{slot}));
}

bool FunctionChecker::isSetWithin(ir::SlotId slot) const {
  // A name whose type changes has several slots: n, n.1, ...
  const std::string &name = function_.slots[slot].name;
  return walrus_.contains(name.substr(0, name.find('.')));
}

Operand again(const Operand &operand) {
  if (operand.isError)
    return Operand::error(operand.range);
  if (operand.known)
    return Operand::ofValue(*operand.known, operand.range);
  return Operand::ofExpr(makeExpr(operand.range, operand.type,
                                  std::get<ir::SlotValue>(operand.expr->node)));
}

ir::ExprPtr FunctionChecker::finishLets(ir::ExprPtr body,
                                        std::vector<ir::Let> lets) {
  while (!lets.empty()) {
    ir::Let let = std::move(lets.back());
    lets.pop_back();
    SourceRange range = body->range;
    Type type = body->type;
    let.body = std::move(body);
    body = makeExpr(range, type, std::move(let));
  }
  return body;
}

} // namespace pyk2ptx
