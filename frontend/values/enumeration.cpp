// Members of plain enumerations in kernels. Which of its class one is, its
// value says, so two of a class are compared by that; a member of another
// class, or what is no member at all, is never the same. Flags have `&`, `|`,
// `^` and `~` besides. All other operators refuse a record, as Python refuses a
// member.
#include "enumeration.h"

#include "frontend/evaluate/namespace_value.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

static Type typeOfMember(const Operand &member) {
  return member.known ? member.known->type : member.type;
}

static bool isFlag(const Operand &operand) {
  return isMember(operand) &&
         typeOfMember(operand).record->kind == RecordLayout::Kind::Flag;
}

bool isMember(const Operand &operand) {
  return operand.known ? operand.known->isMember()
                       : operand.expr && operand.type.isMember();
}

ir::ExprPtr memberOf(ir::ExprPtr value, const Type &type) {
  SourceRange range = value->range;
  ir::MakeTuple made;
  made.elements.push_back(std::move(value));
  return makeExpr(range, type, std::move(made));
}

/// Its value as its class's members have it.
static ir::ExprPtr valueOfMember(Emitter &e, Operand member,
                                 SourceRange range) {
  if (member.known)
    return makeNumber(range,
                      convertNumber(member.known->elements[0].number,
                                    member.known->type.record->fields[0].type));
  ir::ExprPtr record = e.materialize(std::move(member));
  Type type = record->type.record->fields[0].type;
  return makeExpr(range, type, ir::TupleElement{std::move(record), 0});
}

Operand memberValue(Emitter &e, Operand member, SourceRange range) {
  if (member.known)
    return e.constantOperand(member.known->elements[0], range);
  ir::ExprPtr value = valueOfMember(e, std::move(member), range);
  // It was written as one of Python's floats.
  if (value->type == Type::of(Scalar::F64))
    value->type = e.pythonFloat();
  return Operand::ofExpr(std::move(value));
}

Operand memberTruth(Emitter &e, Operand member, SourceRange range) {
  if (!isFlag(member))
    return boolOperand(true, range);
  return e.compareTwo(CompareOp::NotEqual,
                      memberValue(e, std::move(member), range),
                      intOperand(0, range), range);
}

static Operand sameMember(Emitter &e, bool asksSame, Operand left,
                          Operand right, SourceRange range) {
  if (left.known && right.known)
    return boolOperand((*left.known == *right.known) == asksSame, range);
  ir::Compare compare;
  compare.op = asksSame ? ir::CompareOp::Equal : ir::CompareOp::NotEqual;
  compare.left = valueOfMember(e, std::move(left), range);
  compare.right = valueOfMember(e, std::move(right), range);
  return Operand::ofExpr(
      makeExpr(range, Type::of(Scalar::Bool), std::move(compare)));
}

/// Python finds the member nowhere, where a program may have meant its value.
static void warnOfOther(Emitter &e, bool asksSame, const Operand &left,
                        const Operand &right, SourceRange range) {
  const Operand &other = isMember(left) ? right : left;
  Diagnostic &message = e.diagnostics().emit(
      range, diag::NeverEqual, e.describe(left), e.describe(right),
      std::string(asksSame ? "False" : "True"));
  if (other.isScalar() && !(isMember(left) && isMember(right)))
    message.notes.push_back(
        {range, "compare with its `.value`, or give what is compared the type "
                "`" +
                    spell(typeOfMember(isMember(left) ? left : right)) + "`"});
}

std::optional<Operand> memberCompare(Emitter &e, CompareOp op, Operand &left,
                                     Operand &right, SourceRange range) {
  bool isMixed = isMember(left) != isMember(right);
  auto isOfArray = [](const Operand &operand) {
    return operand.isArray() || operand.isElement;
  };
  // An array is compared by elements, whatever with.
  if ((!isMember(left) && !isMember(right)) || isOfArray(left) ||
      isOfArray(right))
    return std::nullopt;
  bool isSameClass = !isMixed && typeOfMember(left) == typeOfMember(right);
  if ((op == CompareOp::In || op == CompareOp::NotIn) && isFlag(right) &&
      isSameClass) {
    std::vector<ir::Let> lets;
    left = e.once(std::move(left), lets);
    Operand wanted = left.known ? copyOf(left) : again(left);
    std::optional<Operand> both =
        flagBinary(e, BinaryOp::BitAnd, wanted, right, range);
    Operand result = sameMember(e, op == CompareOp::In, std::move(*both),
                                std::move(left), range);
    if (lets.empty())
      return result;
    return Operand::ofExpr(
        e.finishLets(e.materialize(std::move(result)), std::move(lets)));
  }
  bool asksSame = op == CompareOp::Equal || op == CompareOp::Is;
  if (!asksSame && op != CompareOp::NotEqual && op != CompareOp::IsNot)
    return std::nullopt;
  if (isSameClass)
    return sameMember(e, asksSame, std::move(left), std::move(right), range);
  auto isNone = [](const Operand &operand) {
    return operand.known && operand.known->kind == Value::Kind::None;
  };
  if (!isNone(left) && !isNone(right))
    warnOfOther(e, asksSame, left, right, range);
  return boolOperand(!asksSame, range);
}

static ir::BinaryOp bitwise(BinaryOp op) {
  return op == BinaryOp::BitAnd  ? ir::BinaryOp::BitAnd
         : op == BinaryOp::BitOr ? ir::BinaryOp::BitOr
                                 : ir::BinaryOp::BitXor;
}

std::optional<Operand> flagBinary(Emitter &e, BinaryOp op, Operand &left,
                                  Operand &right, SourceRange range) {
  bool isBitwise =
      op == BinaryOp::BitAnd || op == BinaryOp::BitOr || op == BinaryOp::BitXor;
  if (!isBitwise || !isFlag(left) || !isFlag(right) ||
      !(typeOfMember(left) == typeOfMember(right)))
    return std::nullopt;
  if (left.known && right.known)
    if (std::optional<Value> folded = foldFlags(op, *left.known, *right.known))
      return Operand::ofValue(std::move(*folded), range);
  Type type = typeOfMember(left);
  ir::Binary binary;
  binary.op = bitwise(op);
  binary.left = valueOfMember(e, std::move(left), range);
  binary.right = valueOfMember(e, std::move(right), range);
  Type bits = binary.left->type;
  return Operand::ofExpr(
      memberOf(makeExpr(range, bits, std::move(binary)), type));
}

std::optional<Operand> flagInvert(Emitter &e, Operand &operand,
                                  SourceRange range) {
  if (!isFlag(operand))
    return std::nullopt;
  // All flags but those.
  Type type = typeOfMember(operand);
  Operand all = Operand::ofValue(
      makeMember(Value::of(Number::ofInt(enumerationTag(type).flags)), "",
                 type),
      range);
  return flagBinary(e, BinaryOp::BitXor, all, operand, range);
}

Type passedAs(const Type &type) {
  if (type.isMember() && !type.record->fields.empty())
    return type.record->fields[0].type;
  if (!type.isTuple())
    return type;
  std::vector<Type> elements;
  for (const Type &element : *type.elements)
    elements.push_back(passedAs(element));
  Type passed = type;
  passed.elements =
      std::make_shared<const std::vector<Type>>(std::move(elements));
  return passed;
}

ir::ExprPtr receivedAs(ir::ExprPtr passed, const Type &type) {
  if (type.isMember())
    return memberOf(std::move(passed), type);
  if (passedAs(type) == type)
    return passed;
  const auto &slot = std::get<ir::SlotValue>(passed->node);
  SourceRange range = passed->range;
  ir::MakeTuple made;
  for (std::uint32_t i = 0; i < type.elements->size(); ++i)
    made.elements.push_back(receivedAs(
        makeExpr(range, (*passed->type.elements)[i],
                 ir::TupleElement{makeExpr(range, passed->type, slot), i}),
        (*type.elements)[i]));
  return makeExpr(range, type, std::move(made));
}

} // namespace pyk2ptx
