// Values that are None on some paths: of device functions that return nothing
// there, of variables that were None before a loop, of `x if c else None`. Such
// a value is a flag and the value (optional_type.h). It stays one where Python
// keeps an object: in variables, returns, arguments and tuples; `is None` and
// `== None` ask the flag, and truth does. Everything else needs the value:
// check reads it, zero where it is None, or with --bounds=raise a TypeError, as
// for indices that are outside.
#include "optional.h"

#include "array.h"
#include "frontend/emit/emitter.h"
#include "frontend/types/optional_type.h"
#include "tuple.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

bool isOptional(const Operand &operand) {
  return operand.expr && isOptionalType(operand.type);
}

static bool isNone(const Operand &operand) {
  return operand.known && operand.known->kind == Value::Kind::None;
}

Operand checkMaybe(Emitter &e, const Expr &expr) {
  Operand result = e.checkNode(expr);
  if (result.isError)
    e.diagnostics().noteFailure(expr.range);
  e.noteEffects(expr, result);
  return result.known
             ? e.constantOperand(std::move(*result.known), result.range)
             : std::move(result);
}

Operand required(Emitter &e, Operand operand) {
  if (!isOptional(operand))
    return operand;
  SourceRange range = operand.range;
  Type type = valueOf(operand.type);
  auto value = [&](ir::ExprPtr optional) {
    return makeExpr(range, type, ir::TupleElement{std::move(optional), 1});
  };
  if (!e.raisesBounds())
    return Operand::ofExpr(value(std::move(operand.expr)));
  std::vector<ir::Let> lets;
  operand = e.once(std::move(operand), lets);
  Operand there = isThere(e, again(operand), range);
  lets.push_back({e.temporary(there.type),
                  e.raisingUnless(std::move(there.expr), "TypeError",
                                  "None where a value is needed"),
                  nullptr});
  return Operand::ofExpr(
      e.finishLets(value(std::move(operand.expr)), std::move(lets)));
}

Type typeWithNone(Emitter &e, const Operand &operand) {
  if (isNone(operand))
    return Type::none();
  bool isKnown = operand.known && operand.known->kind == Value::Kind::Tuple;
  if (!operand.isTuple && !isKnown)
    return e.typeOf(operand);
  std::vector<Type> types;
  if (isKnown)
    for (const Value &element : operand.known->elements)
      types.push_back(
          typeWithNone(e, Operand::ofValue(element, operand.range)));
  for (const Operand &part : operand.parts)
    types.push_back(typeWithNone(e, part));
  for (const Type &type : types)
    if (type.isError())
      return type;
  Type type = Type::tuple(std::move(types));
  type.names = isKnown ? operand.known->fields : operand.names;
  type.isList = operand.isList();
  return type;
}

/// What a value that is not there reads as.
static ir::ExprPtr zeroAs(Emitter &e, const Type &type, SourceRange range) {
  if (type.isNumber())
    return makeNumber(range, convertNumber(Number::ofInt(0), type));
  if (type.isTuple()) {
    ir::MakeTuple tuple;
    for (const Type &element : *type.elements)
      tuple.elements.push_back(zeroAs(e, element, range));
    return makeExpr(range, type, std::move(tuple));
  }
  // Slots that are not assigned are zero where that is asked for: an array
  // without elements.
  ir::SlotId slot = e.temporary(type);
  e.function().slots[slot].zero = true;
  return makeExpr(range, type, ir::SlotValue{slot});
}

ir::ExprPtr noneAs(Emitter &e, const Type &optional, SourceRange range) {
  return zeroAs(e, optional, range);
}

Operand isThere(Emitter &e, Operand optional, SourceRange range) {
  return Operand::ofExpr(
      makeExpr(range, Type::of(Scalar::Bool),
               ir::TupleElement{e.materialize(std::move(optional)), 0}));
}

ir::ExprPtr truthOf(Emitter &e, Operand optional) {
  SourceRange range = optional.range;
  std::vector<ir::Let> lets;
  optional = e.once(std::move(optional), lets);
  ir::ExprPtr there = e.materialize(isThere(e, again(optional), range));
  ir::ExprPtr truth = e.toBool(Operand::ofExpr(
      makeExpr(range, valueOf(optional.type),
               ir::TupleElement{e.materialize(again(optional)), 1})));
  if (!truth)
    return nullptr;
  return e.finishLets(
      makeExpr(range, Type::of(Scalar::Bool),
               ir::Logical{true, std::move(there), std::move(truth)}),
      std::move(lets));
}

/// None is equal to None alone, and before and after nothing.
Operand compareOptional(Emitter &e, CompareOp op, Operand left, Operand right,
                        SourceRange range) {
  bool isSame = op == CompareOp::Is || op == CompareOp::Equal;
  bool isEquality =
      isSame || op == CompareOp::IsNot || op == CompareOp::NotEqual;
  if (isNone(left))
    std::swap(left, right);
  if (isEquality && isNone(right)) {
    Operand there = isThere(e, std::move(left), range);
    return isSame ? negation(e, std::move(there), range) : std::move(there);
  }
  bool isIdentity = op == CompareOp::Is || op == CompareOp::IsNot;
  if (!isEquality || isIdentity)
    return e.compareTwo(op, required(e, std::move(left)),
                        required(e, std::move(right)), range);
  std::vector<ir::Let> lets;
  left = e.once(std::move(left), lets);
  right = e.once(std::move(right), lets);
  if (left.isError || right.isError)
    return Operand::error(range);
  auto there = [&](const Operand &side) {
    return isOptional(side) ? isThere(e, again(side), range)
                            : boolOperand(true, range);
  };
  auto value = [&](const Operand &side) {
    return isOptional(side)
               ? Operand::ofExpr(
                     makeExpr(range, valueOf(side.type),
                              ir::TupleElement{e.materialize(again(side)), 1}))
               : again(side);
  };
  Operand both = e.bothTrue(true, there(left), there(right), range);
  Operand same = e.bothTrue(
      true, std::move(both),
      e.compareTwo(CompareOp::Equal, value(left), value(right), range), range);
  if (isOptional(left) && isOptional(right)) {
    Operand neither =
        negation(e, e.bothTrue(false, there(left), there(right), range), range);
    same = e.bothTrue(false, std::move(same), std::move(neither), range);
  }
  if (same.isError)
    return same;
  return finished(
      e, isSame ? std::move(same) : negation(e, std::move(same), range),
      std::move(lets));
}

/// `a or b` and `a and b` where one may be None: the operand that decides.
Operand boolOpOptional(Emitter &e, bool isAnd, Operand left, Operand right,
                       SourceRange range) {
  std::vector<ir::Let> lets;
  left = e.once(std::move(left), lets);
  Type leftType = e.typeOf(left);
  Type rightType = typeWithNone(e, right);
  if (leftType.isError() || rightType.isError())
    return Operand::error(range);
  // What is true is there.
  std::optional<Type> type =
      e.join(isAnd ? leftType : valueOf(leftType), rightType);
  if (!type)
    return e.operandError(isAnd ? "and" : "or", left, right, range);
  ir::ExprPtr truth =
      isOptional(left) ? truthOf(e, again(left)) : e.toBool(again(left));
  if (!isAnd && isOptional(left))
    left = Operand::ofExpr(
        makeExpr(range, valueOf(leftType),
                 ir::TupleElement{e.materialize(again(left)), 1}));
  ir::ExprPtr value = e.coerce(std::move(left), *type);
  ir::ExprPtr other = e.coerce(std::move(right), *type);
  if (!truth || !value || !other)
    return Operand::error(range);
  if (isAnd)
    std::swap(value, other);
  return Operand::ofExpr(
      e.finishLets(makeExpr(range, *type,
                            ir::Select{std::move(truth), std::move(value),
                                       std::move(other)}),
                   std::move(lets)));
}

ir::ExprPtr coerceParts(Emitter &e, Operand tuple, const Type &type) {
  SourceRange range = tuple.range;
  std::vector<ir::Let> lets;
  if (tuple.expr)
    tuple = e.once(std::move(tuple), lets);
  std::vector<Operand> parts;
  if (tuple.isError || !expandTuple(e, tuple, parts))
    return nullptr;
  ir::MakeTuple result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Type &element = (*type.elements)[i];
    result.elements.push_back(e.coerce(std::move(parts[i]), element));
    if (!result.elements.back())
      return nullptr;
  }
  return e.finishLets(makeExpr(range, type, std::move(result)),
                      std::move(lets));
}

} // namespace pyk2ptx
