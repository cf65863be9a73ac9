// Operators that do not add up: the unary ones, comparisons and their chains,
// `and`, `or` and the conditional expression. Arithmetic is in
// operator.cpp.
#include "checker.h"
#include "frontend/evaluate/fold.h"
#include "frontend/evaluate/namespace_value.h"
#include "frontend/hints/constants.h"
#include "frontend/ir/compare_op.h"
#include "frontend/library/array_function.h"
#include "frontend/library/groups.h"
#include "frontend/library/introspection.h"
#include "frontend/library/reduce.h"
#include "frontend/types/numba_typing.h"
#include "frontend/types/optional_type.h"
#include "frontend/values/array.h"
#include "frontend/values/chars.h"
#include "frontend/values/choice.h"
#include "frontend/values/complex.h"
#include "frontend/values/elementwise.h"
#include "frontend/values/enumeration.h"
#include "frontend/values/optional.h"
#include "frontend/values/time.h"
#include "frontend/values/tuple.h"
#include "frontend/values/vector.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

Operand FunctionChecker::checkUnary(const Unary &node, SourceRange range) {
  if (node.op == UnaryOp::Not) {
    std::optional<bool> known;
    ir::ExprPtr value = checkCondition(*node.operand, known);
    if (known)
      return Operand::ofValue(Value::of(Number::ofBool(!*known)), range);
    if (!value)
      return Operand::error(range);
    return Operand::ofExpr(
        makeExpr(range, Type::of(Scalar::Bool),
                 ir::Unary{ir::UnaryOp::Not, std::move(value)}));
  }
  if (!isWritten(*node.operand))
    return unaryOperation(node.op, check(*node.operand), range);
  Operand operand = exactOperand(*node.operand);
  if (operand.known)
    if (Value value = file_.evaluator().unary(node.op, *operand.known, range);
        value.isKnown())
      return heldConstant(Operand::ofValue(std::move(value), range));
  return unaryOperation(node.op, heldConstant(std::move(operand)), range);
}

Operand FunctionChecker::unaryOperation(UnaryOp op, Operand operand,
                                        SourceRange range) {
  if (operand.isError)
    return operand;
  if (operand.isElement || operand.isArray()) {
    std::vector<Operand> one;
    one.push_back(std::move(operand));
    if (!takeElements(*this, one, range))
      return Operand::error(range);
    Operand result = unaryOperation(op, std::move(one[0]), range);
    result.isElement = !result.isError;
    return result;
  }
  if (op == UnaryOp::Not && !operand.known) {
    ir::ExprPtr value = toBool(std::move(operand));
    if (!value)
      return Operand::error(range);
    return Operand::ofExpr(
        makeExpr(range, Type::of(Scalar::Bool),
                 ir::Unary{ir::UnaryOp::Not, std::move(value)}));
  }
  if (operand.known) {
    Value folded = file_.evaluator().unary(op, *operand.known, range);
    if (folded.isNumeric() && operand.known->isNumeric()) {
      const Type &type = operand.known->number.type;
      folded = heldAs(std::move(folded), *pyk2ptx::arithmeticType(type, type));
    }
    if (folded.isKnown())
      return Operand::ofValue(std::move(folded), range);
  }
  if (op == UnaryOp::Invert)
    if (std::optional<Operand> flag = flagInvert(*this, operand, range))
      return std::move(*flag);
  if (isVector(operand) && op != UnaryOp::Not)
    return vectorUnary(*this, op, std::move(operand), range);
  if (isTime(operand) && op != UnaryOp::Not)
    return timeUnary(*this, op, std::move(operand), range);
  bool fits = operand.isScalar();
  if (isNumba() && fits && op == UnaryOp::Invert && typeOf(operand).isBool())
    return unaryOperation(UnaryOp::Not, std::move(operand), range);
  Type type = fits ? typeOf(operand) : Type::error();
  bool isReal = type.isFloat() || type.isComplex();
  if (!fits || (op == UnaryOp::Invert && isReal)) {
    diagnostics().emit(range, diag::OperandType, std::string(spelling(op)),
                       describe(operand));
    return Operand::error(range);
  }
  if (type.isComplex() && op == UnaryOp::Negative)
    return complexSigns(*this, std::move(operand), true, range);
  Type wide = *arithmeticType(type, type);
  ir::ExprPtr value = convert(materialize(std::move(operand)), wide);
  if (op == UnaryOp::Positive)
    return Operand::ofExpr(std::move(value));
  ir::UnaryOp irOp =
      op == UnaryOp::Negative ? ir::UnaryOp::Negative : ir::UnaryOp::Invert;
  return Operand::ofExpr(
      makeExpr(range, wide, ir::Unary{irOp, std::move(value)}));
}

Operand FunctionChecker::checkBinary(const Binary &node, SourceRange range) {
  bool isConstant = isWritten(*node.right) && isWritten(*node.left);
  Diagnostics::Mark mark = diagnostics().mark();
  Operand left = isConstant ? exactOperand(*node.left) : check(*node.left);
  Operand right = isConstant ? exactOperand(*node.right) : check(*node.right);
  warnOfRight(*this, node.op, left, right, range);
  if (node.op == BinaryOp::BitAnd)
    forgetMasked(diagnostics(), mark, left, right);
  if (isConstant && left.known && right.known)
    if (Value value = foldBinary(node.op, *left.known, *right.known, range);
        value.isKnown())
      return heldConstant(Operand::ofValue(std::move(value), range));
  if (node.op == BinaryOp::Pow && left.isScalar() &&
      (typeOf(left).isInteger() || typeOf(left).isBool()))
    right = exponentOf(*node.right, std::move(right));
  Operand result =
      binaryOperation(node.op, std::move(left), std::move(right), range);
  warnOfWideShift(*this, wideSlots_, result, *node.left);
  return result;
}

/// What stands before the dot or the brackets of Color.RED, Color["RED"],
/// Color(1).
static const Expr *baseOf(const Expr &expr) {
  const auto *access = std::get_if<Attribute>(&expr.node);
  const auto *item = std::get_if<Subscript>(&expr.node);
  const auto *call = std::get_if<Call>(&expr.node);
  return access ? access->value.get()
         : item ? item->value.get()
         : call ? call->callee.get()
                : nullptr;
}

static bool isNumberLiteral(const Expr &expr) {
  if (const auto *sign = std::get_if<Unary>(&expr.node))
    return sign->op != UnaryOp::Not && isNumberLiteral(*sign->operand);
  return std::holds_alternative<IntLiteral>(expr.node) ||
         std::holds_alternative<FloatLiteral>(expr.node) ||
         std::holds_alternative<BoolLiteral>(expr.node);
}

/// Whether operands, of which one is a number that is a member of an
/// enumeration `of`, are known not to be the same object.
static bool areOthers(const std::optional<Value> (&of)[2],
                      const Compare &node) {
  if (of[0] && of[1])
    return !isSameEnumeration(*of[0], *of[1]);
  return (of[0] && isNumberLiteral(*node.operands[1])) ||
         (of[1] && isNumberLiteral(*node.operands[0]));
}

/// array == None, which is NumPy's comparison of every element.
static bool refusesNone(Emitter &e, CompareOp op, const Operand &left,
                        const Operand &right, SourceRange range) {
  auto isNone = [](const Operand &operand) {
    return operand.known && operand.known->kind == Value::Kind::None;
  };
  bool isEquality = op == CompareOp::Equal || op == CompareOp::NotEqual;
  bool isOfNone =
      (left.isArray() && isNone(right)) || (isNone(left) && right.isArray());
  if (!isEquality || !isOfNone)
    return false;
  e.diagnostics()
      .emit(range, diag::OperandTypes,
            std::string(op == CompareOp::Equal ? "==" : "!="), e.describe(left),
            e.describe(right))
      .notes.push_back({range, "write `is None` or `is not None`"});
  return true;
}

Operand FunctionChecker::checkCompare(const Compare &node, SourceRange range) {
  if (node.ops.size() == 1 &&
      (node.ops[0] == CompareOp::In || node.ops[0] == CompareOp::NotIn))
    if (const auto *call = std::get_if<Call>(&node.operands[1]->node);
        call && libraryPath(*call->callee) == "range") {
      Operand result = isInRange(*this, *node.operands[0], *call, range);
      return node.ops[0] == CompareOp::In
                 ? std::move(result)
                 : negation(*this, std::move(result), range);
    }
  if (node.ops.size() == 1) {
    CompareOp op = node.ops[0];
    bool isIdentity = op == CompareOp::Is || op == CompareOp::IsNot;
    Operand left = checkMaybe(*this, *node.operands[0]);
    Operand right = checkMaybe(*this, *node.operands[1]);
    if (isIdentity && left.isScalar() && right.isScalar()) {
      // Members of an enumeration are objects of which there is one each; those
      // that are numbers are their values here.
      std::optional<Value> of[2];
      for (std::size_t i = 0; i < 2; ++i) {
        const Expr *base = baseOf(*node.operands[i]);
        const auto *name = base ? std::get_if<Name>(&base->node) : nullptr;
        if (base && !(name && indices_.contains(name->id)))
          of[i] = enumerationOf(file_.evaluator(),
                                file_.evaluator().evaluate(*base, scope_));
      }
      if (areOthers(of, node))
        return boolOperand(op == CompareOp::IsNot, range);
      if (of[0] || of[1])
        op = op == CompareOp::Is ? CompareOp::Equal : CompareOp::NotEqual;
    }
    if (refusesNone(*this, op, left, right, range))
      return Operand::error(range);
    return compareTwo(op, std::move(left), std::move(right), range);
  }
  // From left to right, each once, c of a < b < c only if a < b.
  std::vector<ir::Let> lets;
  Operand left = once(checkMaybe(*this, *node.operands[0]), lets);
  return finished(*this, compareFrom(node, 0, std::move(left), range),
                  std::move(lets));
}

Operand FunctionChecker::compareFrom(const Compare &node, std::size_t first,
                                     Operand left, SourceRange range) {
  Environment before = env_;
  Operand right = checkMaybe(*this, *node.operands[first + 1]);
  if (first + 1 == node.ops.size()) {
    joinSkipped(before, range);
    return compareTwo(node.ops[first], std::move(left), std::move(right),
                      range);
  }
  std::vector<ir::Let> lets;
  right = once(std::move(right), lets);
  if (left.isError || right.isError)
    return Operand::error(range);
  Operand result =
      compareTwo(node.ops[first], std::move(left), again(right), range);
  Operand rest = compareFrom(node, first + 1, std::move(right), range);
  if (first != 0)
    joinSkipped(before, range);
  return finished(*this,
                  bothTrue(true, std::move(result), std::move(rest), range),
                  std::move(lets));
}

/// `left in right` and `left not in right` of tuples and arrays; nothing for
/// others, whose operands stay.
static std::optional<Operand> membership(Emitter &e, CompareOp op,
                                         Operand &left, Operand &right,
                                         SourceRange range) {
  std::optional<Operand> result;
  if (isTuple(right)) {
    result = isIn(e, std::move(left), std::move(right), range);
  } else if (right.isArray() && left.isScalar() &&
             right.type.element().isNumber()) {
    std::vector<Operand> args;
    args.push_back(std::move(right));
    args.push_back(std::move(left));
    result = callArrayFunction(e, "np__contains", std::move(args), range);
  }
  if (!result || op == CompareOp::In)
    return result;
  return negation(e, std::move(*result), range);
}

/// What compares with None, or as `is` does; nothing for other comparisons.
static std::optional<Operand> identityOrNone(Emitter &e, CompareOp op,
                                             Operand &left, Operand &right,
                                             SourceRange range) {
  auto isNone = [](const Operand &operand) {
    return operand.known && operand.known->kind == Value::Kind::None;
  };
  bool isIdentity = op == CompareOp::Is || op == CompareOp::IsNot;
  bool equality = op == CompareOp::Equal || op == CompareOp::NotEqual;
  if ((isIdentity || equality) && (isNone(left) || isNone(right))) {
    // A value with a type is never None.
    bool same = isNone(left) && isNone(right);
    bool asks = op == CompareOp::Is || op == CompareOp::Equal;
    return boolOperand(same == asks, range);
  }
  if (isIdentity)
    if (std::optional<Operand> result =
            identity(e, op == CompareOp::Is, left, right, range))
      return result;
  if (isIdentity || op == CompareOp::In || op == CompareOp::NotIn) {
    Diagnostic &message =
        e.diagnostics().emit(range, diag::UnsupportedExpression,
                             "`" + std::string(spelling(op)) + "` with " +
                                 e.describe(isIdentity ? left : right));
    message.notes.push_back(
        {range, isIdentity ? "values are compared by == and !="
                           : "it looks in tuples, arrays and ranges"});
    return Operand::error(range);
  }
  return std::nullopt;
}

/// Of real numbers.
static Operand compareNumbers(Emitter &e, CompareOp op, Operand left,
                              Operand right, const Type &common,
                              SourceRange range) {
  Type a = e.typeOf(left);
  Type b = e.typeOf(right);
  Type leftType = common;
  Type rightType = common;
  if (a.isBool() && b.isBool()) {
    leftType = rightType = a;
  } else if (!common.isFloat()) {
    // int64 against uint64 is compared exactly, so neither is converted.
    leftType = *e.arithmeticType(a, a);
    rightType = *e.arithmeticType(b, b);
  }
  ir::Compare compare;
  compare.op = compareOpOf(op);
  compare.left = e.convert(e.materialize(std::move(left)), leftType);
  compare.right = e.convert(e.materialize(std::move(right)), rightType);
  return Operand::ofExpr(
      makeExpr(range, Type::of(Scalar::Bool), std::move(compare)));
}

Operand FunctionChecker::compareTwo(CompareOp op, Operand left, Operand right,
                                    SourceRange range) {
  if (left.isError || right.isError)
    return Operand::error(range);
  if ((left.expr && isOptionalType(left.type)) ||
      (right.expr && isOptionalType(right.type)))
    return compareOptional(*this, op, std::move(left), std::move(right), range);
  if (std::optional<Operand> result =
          memberCompare(*this, op, left, right, range))
    return std::move(*result);
  bool asksIn = op == CompareOp::In || op == CompareOp::NotIn;
  if (asksIn)
    if (std::optional<Operand> result =
            membership(*this, op, left, right, range))
      return std::move(*result);
  bool ordered = op != CompareOp::Is && op != CompareOp::IsNot && !asksIn;
  bool hasElement =
      left.isElement || right.isElement || left.isArray() || right.isArray();
  if (ordered && hasElement) {
    std::vector<Operand> both;
    both.push_back(std::move(left));
    both.push_back(std::move(right));
    if (!takeElements(*this, both, range))
      return Operand::error(range);
    Operand result =
        compareTwo(op, std::move(both[0]), std::move(both[1]), range);
    result.isElement = !result.isError;
    return result;
  }
  if (ordered && isTuple(left) && isTuple(right))
    return compareTuples(*this, op, std::move(left), std::move(right), range);
  if (left.known && right.known) {
    Value folded =
        file_.evaluator().compare(op, *left.known, *right.known, range);
    if (folded.isKnown())
      return Operand::ofValue(std::move(folded), range);
  }
  if (std::optional<Operand> result =
          identityOrNone(*this, op, left, right, range))
    return std::move(*result);
  if (ordered && (isChars(left) || isChars(right)))
    return compareChars(*this, op, std::move(left), std::move(right), range);
  if (isTime(left) || isTime(right))
    return timeCompare(*this, op, std::move(left), std::move(right), range);
  if (!left.isScalar() || !right.isScalar())
    return operandError(spelling(op), left, right, range);
  Type a = typeOf(left);
  Type b = typeOf(right);
  if (a.isComplex() || b.isComplex())
    return complexCompare(*this, op, std::move(left), std::move(right), range);
  Type common = isNumba() ? numbaComparison(a, b) : *arithmeticType(a, b);
  return compareNumbers(*this, op, std::move(left), std::move(right), common,
                        range);
}

Operand FunctionChecker::checkBoolOp(const BoolOp &node, SourceRange range) {
  return boolOpFrom(node, 0, range);
}

/// `a or b` is a if a is true, else b: the join of their types.
Operand FunctionChecker::boolOpFrom(const BoolOp &node, std::size_t first,
                                    SourceRange range) {
  Operand left = checkMaybe(*this, *node.operands[first]);
  if (first + 1 == node.operands.size())
    return left;
  if (left.isNumber() ||
      (left.known && left.known->kind == Value::Kind::None)) {
    bool isTrue = left.isNumber() && left.known->number.isTrue();
    std::vector<Type> others;
    if (isTrue == node.isAnd) {
      others.push_back(typeOf(left, false));
      left = boolOpFrom(node, first + 1, range);
    }
    for (std::size_t i = first + 1;
         isTrue != node.isAnd && !isNumba() && i < node.operands.size(); ++i)
      others.push_back(typeOfUnevaluated(*node.operands[i]));
    return isNumba() ? std::move(left)
                     : chosen(*this, std::move(left), others, range);
  }
  Environment before = env_;
  Elementwise *outer = std::exchange(elementwise_, nullptr);
  Operand right = boolOpFrom(node, first + 1, range);
  elementwise_ = outer;
  joinSkipped(before, range);
  // As below: what has no type yet has the other side's.
  if (left.isError)
    return right;
  if (right.isError)
    return left;
  auto mayBeNone = [](const Operand &operand) {
    return (operand.expr && isOptionalType(operand.type)) ||
           (operand.known && operand.known->kind == Value::Kind::None);
  };
  if (mayBeNone(left) || mayBeNone(right))
    return boolOpOptional(*this, node.isAnd, std::move(left), std::move(right),
                          range);
  if (!left.isScalar() || !right.isScalar())
    return operandError(node.isAnd ? "and" : "or", left, right, range);
  Type leftType = typeOf(left);
  Type type = *join(leftType, typeOf(right));
  if (type.isBool())
    return Operand::ofExpr(
        makeExpr(range, type,
                 ir::Logical{node.isAnd, materialize(std::move(left)),
                             materialize(std::move(right))}));
  std::vector<ir::Let> lets;
  left = once(std::move(left), lets);
  ir::ExprPtr condition = toBool(again(left));
  ir::ExprPtr value = convert(materialize(std::move(left)), type);
  ir::ExprPtr other = convert(materialize(std::move(right)), type);
  if (node.isAnd)
    std::swap(value, other);
  return Operand::ofExpr(
      finishLets(makeExpr(range, type,
                          ir::Select{std::move(condition), std::move(value),
                                     std::move(other)}),
                 std::move(lets)));
}

Operand FunctionChecker::checkIfExpr(const IfExpr &node, SourceRange range) {
  std::optional<bool> known;
  ir::ExprPtr condition = checkCondition(*node.condition, known);
  if (known && isNumba())
    return checkMaybe(*this, *known ? *node.body : *node.orElse);
  if (known) {
    Type other = typeOfUnevaluated(*known ? *node.orElse : *node.body);
    return chosen(*this, checkMaybe(*this, *known ? *node.body : *node.orElse),
                  {other}, range);
  }
  Environment before = env_;
  if (whenTrue_)
    env_ = *std::exchange(whenTrue_, std::nullopt);
  Elementwise *outer = std::exchange(elementwise_, nullptr);
  Operand body = checkMaybe(*this, *node.body);
  std::swap(before, env_);
  Operand orElse = checkMaybe(*this, *node.orElse);
  elementwise_ = outer;
  joinSkipped(before, range);
  // What has no type yet, in a loop's first pass or a recursive call, has the
  // other side's.
  if (condition && body.isError != orElse.isError)
    return body.isError ? std::move(orElse) : std::move(body);
  if (!condition || body.isError || orElse.isError)
    return Operand::error(range);
  Type a = typeWithNone(*this, body);
  Type b = typeWithNone(*this, orElse);
  if (a.isError() || b.isError())
    return Operand::error(range);
  if (a.isNone() && b.isNone())
    return body;
  std::optional<Type> type = join(a, b);
  if (!type)
    return operandError("if else", body, orElse, range);
  ir::Select select;
  select.condition = std::move(condition);
  select.body = coerce(std::move(body), *type);
  select.orElse = coerce(std::move(orElse), *type);
  if (!select.body || !select.orElse)
    return Operand::error(range);
  return Operand::ofExpr(makeExpr(range, *type, std::move(select)));
}

} // namespace pyk2ptx
