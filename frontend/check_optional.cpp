// Values that are None on some paths: of device functions that return nothing
// there, of variables that were None before a loop, of `x if c else None`. Such
// a value is a flag and the value (optional_type.h). It stays one where Python
// keeps an object: in variables, returns, arguments and tuples; `is None` and
// `== None` ask the flag, and truth does. Everything else needs the value:
// check reads it, zero where it is None, or with --bounds=raise a TypeError, as
// for indices that are outside.
#include "checker.h"
#include "optional_type.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

static bool isOptional(const Operand &operand) {
  return operand.expr && isOptionalType(operand.type);
}

static bool isNone(const Operand &operand) {
  return operand.known && operand.known->kind == Value::Kind::None;
}

Operand FunctionChecker::checkMaybe(const Expr &expr) {
  Operand result = checkNode(expr);
  if (result.isError)
    diagnostics().noteFailure(expr.range);
  noteEffects(expr, result);
  return result.known ? constantOperand(std::move(*result.known), result.range)
                      : std::move(result);
}

Operand FunctionChecker::required(Operand operand) {
  if (!isOptional(operand))
    return operand;
  SourceRange range = operand.range;
  Type type = valueOf(operand.type);
  auto value = [&](ir::ExprPtr optional) {
    return makeExpr(range, type, ir::TupleElement{std::move(optional), 1});
  };
  if (!file_.raisesBounds())
    return Operand::ofExpr(value(std::move(operand.expr)));
  std::vector<ir::Let> lets;
  operand = once(std::move(operand), lets);
  Operand there = isThere(again(operand), range);
  lets.push_back({temporary(there.type),
                  file_.raisingUnless(std::move(there.expr), "TypeError",
                                      "None where a value is needed"),
                  nullptr});
  return Operand::ofExpr(
      finishLets(value(std::move(operand.expr)), std::move(lets)));
}

Type FunctionChecker::typeWithNone(const Operand &operand) {
  if (isNone(operand))
    return Type::none();
  bool isKnown = operand.known && operand.known->kind == Value::Kind::Tuple;
  if (!operand.isTuple && !isKnown)
    return typeOf(operand);
  std::vector<Type> types;
  if (isKnown)
    for (const Value &element : operand.known->elements)
      types.push_back(typeWithNone(Operand::ofValue(element, operand.range)));
  for (const Operand &part : operand.parts)
    types.push_back(typeWithNone(part));
  for (const Type &type : types)
    if (type.isError())
      return type;
  Type type = Type::tuple(std::move(types));
  type.names = isKnown ? operand.known->fields : operand.names;
  return type;
}

/// What a value that is not there reads as.
ir::ExprPtr FunctionChecker::zeroAs(const Type &type, SourceRange range) {
  if (type.isNumber())
    return makeNumber(range, convertNumber(Number::ofInt(0), type));
  if (type.isTuple()) {
    ir::MakeTuple tuple;
    for (const Type &element : *type.elements)
      tuple.elements.push_back(zeroAs(element, range));
    return makeExpr(range, type, std::move(tuple));
  }
  // Slots that are not assigned are zero where that is asked for: an array
  // without elements.
  ir::SlotId slot = temporary(type);
  function_.slots[slot].zero = true;
  return makeExpr(range, type, ir::SlotValue{slot});
}

ir::ExprPtr FunctionChecker::noneAs(const Type &optional, SourceRange range) {
  return zeroAs(optional, range);
}

Operand FunctionChecker::isThere(Operand optional, SourceRange range) {
  return Operand::ofExpr(
      makeExpr(range, Type::of(Scalar::Bool),
               ir::TupleElement{materialize(std::move(optional)), 0}));
}

ir::ExprPtr FunctionChecker::truthOf(Operand optional) {
  SourceRange range = optional.range;
  std::vector<ir::Let> lets;
  optional = once(std::move(optional), lets);
  ir::ExprPtr there = materialize(isThere(again(optional), range));
  ir::ExprPtr truth = toBool(Operand::ofExpr(
      makeExpr(range, valueOf(optional.type),
               ir::TupleElement{materialize(again(optional)), 1})));
  if (!truth)
    return nullptr;
  return finishLets(
      makeExpr(range, Type::of(Scalar::Bool),
               ir::Logical{true, std::move(there), std::move(truth)}),
      std::move(lets));
}

/// None is equal to None alone, and before and after nothing.
Operand FunctionChecker::compareOptional(CompareOp op, Operand left,
                                         Operand right, SourceRange range) {
  bool isSame = op == CompareOp::Is || op == CompareOp::Equal;
  bool isEquality =
      isSame || op == CompareOp::IsNot || op == CompareOp::NotEqual;
  if (isNone(left))
    std::swap(left, right);
  if (isEquality && isNone(right)) {
    Operand there = isThere(std::move(left), range);
    return isSame ? negation(std::move(there), range) : std::move(there);
  }
  bool isIdentity = op == CompareOp::Is || op == CompareOp::IsNot;
  if (!isEquality || isIdentity)
    return compareTwo(op, required(std::move(left)), required(std::move(right)),
                      range);
  std::vector<ir::Let> lets;
  left = once(std::move(left), lets);
  right = once(std::move(right), lets);
  if (left.isError || right.isError)
    return Operand::error(range);
  auto there = [&](const Operand &side) {
    return isOptional(side) ? isThere(again(side), range)
                            : boolOperand(true, range);
  };
  auto value = [&](const Operand &side) {
    return isOptional(side)
               ? Operand::ofExpr(
                     makeExpr(range, valueOf(side.type),
                              ir::TupleElement{materialize(again(side)), 1}))
               : again(side);
  };
  Operand both = bothTrue(true, there(left), there(right), range);
  Operand same = bothTrue(
      true, std::move(both),
      compareTwo(CompareOp::Equal, value(left), value(right), range), range);
  if (isOptional(left) && isOptional(right)) {
    Operand neither =
        negation(bothTrue(false, there(left), there(right), range), range);
    same = bothTrue(false, std::move(same), std::move(neither), range);
  }
  if (same.isError)
    return same;
  return finished(isSame ? std::move(same) : negation(std::move(same), range),
                  std::move(lets));
}

/// `a or b` and `a and b` where one may be None: the operand that decides.
Operand FunctionChecker::boolOpOptional(bool isAnd, Operand left, Operand right,
                                        SourceRange range) {
  std::vector<ir::Let> lets;
  left = once(std::move(left), lets);
  Type leftType = typeOf(left);
  Type rightType = typeWithNone(right);
  if (leftType.isError() || rightType.isError())
    return Operand::error(range);
  // What is true is there.
  std::optional<Type> type =
      join(isAnd ? leftType : valueOf(leftType), rightType);
  if (!type)
    return operandError(isAnd ? "and" : "or", left, right, range);
  ir::ExprPtr truth =
      isOptional(left) ? truthOf(again(left)) : toBool(again(left));
  if (!isAnd && isOptional(left))
    left = Operand::ofExpr(
        makeExpr(range, valueOf(leftType),
                 ir::TupleElement{materialize(again(left)), 1}));
  ir::ExprPtr value = coerce(std::move(left), *type);
  ir::ExprPtr other = coerce(std::move(right), *type);
  if (!truth || !value || !other)
    return Operand::error(range);
  if (isAnd)
    std::swap(value, other);
  return Operand::ofExpr(
      finishLets(makeExpr(range, *type,
                          ir::Select{std::move(truth), std::move(value),
                                     std::move(other)}),
                 std::move(lets)));
}

ir::ExprPtr FunctionChecker::coerceParts(Operand tuple, const Type &type) {
  SourceRange range = tuple.range;
  std::vector<ir::Let> lets;
  if (tuple.expr)
    tuple = once(std::move(tuple), lets);
  std::vector<Operand> parts;
  if (tuple.isError || !expandTuple(tuple, parts))
    return nullptr;
  ir::MakeTuple result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Type &element = (*type.elements)[i];
    result.elements.push_back(coerce(std::move(parts[i]), element));
    if (!result.elements.back())
      return nullptr;
  }
  return finishLets(makeExpr(range, type, std::move(result)), std::move(lets));
}

/// One printf has its text; what may be None decides which of two it is.
void FunctionChecker::printAll(std::vector<Operand> operands, std::size_t from,
                               const std::vector<const Expr *> &texts,
                               const std::string &separator,
                               const std::string &end, SourceRange range,
                               Block &block) {
  while (from < operands.size() && !isOptional(operands[from]))
    ++from;
  if (from == operands.size()) {
    ir::Print print;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (i != 0)
        printOperand(Operand::ofValue(Value::string(separator), range),
                     print.pieces);
      if (texts[i])
        printText(std::get<FString>(texts[i]->node), print.pieces);
      else
        printOperand(std::move(operands[i]), print.pieces);
    }
    printOperand(Operand::ofValue(Value::string(end), range), print.pieces);
    block.push_back({range, std::move(print)});
    return;
  }
  for (Operand &operand : operands)
    operand = keepParts(std::move(operand), block);
  auto with = [&](Operand chosen) {
    std::vector<Operand> result;
    for (const Operand &operand : operands)
      result.push_back(copyOf(operand));
    result[from] = std::move(chosen);
    return result;
  };
  ir::If branch;
  Operand value = again(operands[from]);
  branch.condition = materialize(isThere(again(value), range));
  value =
      Operand::ofExpr(makeExpr(value.range, valueOf(value.type),
                               ir::TupleElement{materialize(again(value)), 1}));
  value = keep(std::move(value), branch.body);
  printAll(with(std::move(value)), from, texts, separator, end, range,
           branch.body);
  printAll(with(Operand::ofValue(Value::none(), range)), from, texts, separator,
           end, range, branch.orElse);
  block.push_back({range, std::move(branch)});
}

} // namespace pyk2ptx
