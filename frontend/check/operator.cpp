// Arithmetic: the type in which an operator works, by these rules. Integers
// widen to int64, uint64 stays; a float operand makes floats of both, and a
// weak one takes the other's type.
#include "checker.h"
#include "frontend/evaluate/fold.h"
#include "frontend/hints/constants.h"
#include "frontend/hints/misuse.h"
#include "frontend/library/array_function.h"
#include "frontend/library/half.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/types/numba_typing.h"
#include "frontend/values/arguments.h"
#include "frontend/values/array.h"
#include "frontend/values/choice.h"
#include "frontend/values/complex.h"
#include "frontend/values/elementwise.h"
#include "frontend/values/enumeration.h"
#include "frontend/values/time.h"
#include "frontend/values/tuple.h"
#include "frontend/values/vector.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace pyk2ptx {

using syntax::BinaryOp;

Operand FunctionChecker::operandError(const char *op, const Operand &left,
                                      const Operand &right, SourceRange range) {
  // A name that stands for no value is the better message.
  for (const Operand *operand : {&left, &right})
    if (!operand->isError && typeOf(*operand).isError())
      return Operand::error(range);
  Diagnostic &message =
      diagnostics().emit(range, diag::OperandTypes, std::string(op),
                         describe(left), describe(right));
  static constexpr std::string_view ofIntegers[] = {"&", "|", "^", "<<", ">>"};
  bool hasFloat = typeOf(left).isFloat() || typeOf(right).isFloat();
  if (hasFloat && std::ranges::find(ofIntegers, op) != std::end(ofIntegers))
    message.notes.push_back({range, "it is for integers: int(x) gives one"});
  for (const Operand *operand : {&left, &right})
    noteShape(message, *operand);
  return Operand::error(range);
}

Value heldAs(Value value, const Type &type) {
  bool isExact =
      value.isNumeric() && value.number.exact && value.number.type.isInteger();
  if (!isExact)
    return value;
  std::uint64_t bits = value.number.bits;
  bool isUnsigned = type.scalar == Scalar::U64;
  return Value::of(isUnsigned ? Number::ofUnsigned(bits)
                              : Number::ofInt(static_cast<std::int64_t>(bits)));
}

/// What an operator of two integers gives is held in at run time.
Type FunctionChecker::holderOf(BinaryOp op, const Value &left,
                               const Value &right, const Value &result) const {
  const Type &a = left.number.type, &b = right.number.type;
  bool isShift = op == BinaryOp::LeftShift || op == BinaryOp::RightShift;
  // numba makes a float of int64 and uint64, but not of Python's constants.
  if (isNumba() && !(a == b))
    return result.number.type;
  return *pyk2ptx::arithmeticType(a, isShift ? a : b);
}

Operand FunctionChecker::binaryOperation(BinaryOp op, Operand left,
                                         Operand right, SourceRange range) {
  if (left.isError || right.isError)
    return Operand::error(range);
  if (left.known && right.known) {
    const Value &a = *left.known, &b = *right.known;
    Value folded = foldBinary(op, a, b, range);
    if (folded.isNumeric() && folded.number.type.isInteger()) {
      Type type = holderOf(op, a, b, folded);
      // The operands become that, too, but for a shift's count.
      bool isShift = op == BinaryOp::LeftShift || op == BinaryOp::RightShift;
      if (!isShift && a.isNumber() && b.isNumber())
        folded = foldBinary(op, heldAs(a, type), heldAs(b, type), range);
      folded = heldAs(std::move(folded), type);
    }
    if (folded.isKnown())
      return limited(*this, Operand::ofValue(std::move(folded), range), range);
  }
  if (op == BinaryOp::Add && isTuple(left) && isTuple(right)) {
    bool isList = left.isList();
    std::vector<Operand> parts;
    if (expandTuple(*this, left, parts) && expandTuple(*this, right, parts))
      return Operand::asList(makeTuple(*this, std::move(parts), range), isList);
  }
  if (std::optional<Operand> flags = flagBinary(*this, op, left, right, range))
    return std::move(*flags);
  if (isVector(left) || isVector(right))
    return vectorBinary(*this, op, std::move(left), std::move(right), range);
  if (op == BinaryOp::MatMul && left.isArray() && right.isArray() &&
      left.type.ndim == 1 && right.type.ndim == 1 &&
      left.type.element().isNumber() && right.type.element().isNumber())
    return dotProduct(*this, "np__dot", std::move(left), std::move(right),
                      range);
  if (left.isElement || right.isElement || left.isArray() || right.isArray()) {
    std::vector<Operand> both;
    both.push_back(std::move(left));
    both.push_back(std::move(right));
    if (op == BinaryOp::MatMul) {
      needsMemory(*this, range, "a product of matrices",
                  "write its loops: `for i ...: for j ...: out[i, j] = a[i] "
                  "@ b[:, j]`");
      return Operand::error(range);
    }
    if (!takeElements(*this, both, range))
      return Operand::error(range);
    Operand result =
        binaryOperation(op, std::move(both[0]), std::move(both[1]), range);
    result.isElement = !result.isError;
    return result;
  }
  if (isTime(left) || isTime(right))
    return timeBinary(*this, op, std::move(left), std::move(right), range);
  if (!left.isScalar() || !right.isScalar())
    return operandError(spelling(op), left, right, range);
  if (typeOf(left).isComplex() || typeOf(right).isComplex())
    return complexBinary(*this, op, std::move(left), std::move(right), range);
  if (op == BinaryOp::Pow)
    return powerOperation(std::move(left), std::move(right), range);
  return numericBinary(op, std::move(left), std::move(right), range);
}

static ir::BinaryOp irOperator(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return ir::BinaryOp::Add;
  case BinaryOp::Sub:
    return ir::BinaryOp::Sub;
  case BinaryOp::Mul:
  case BinaryOp::MatMul:
    return ir::BinaryOp::Mul;
  case BinaryOp::TrueDiv:
    return ir::BinaryOp::TrueDiv;
  case BinaryOp::FloorDiv:
    return ir::BinaryOp::FloorDiv;
  case BinaryOp::Mod:
    return ir::BinaryOp::Mod;
  case BinaryOp::Pow:
    return ir::BinaryOp::Pow;
  case BinaryOp::LeftShift:
    return ir::BinaryOp::LeftShift;
  case BinaryOp::RightShift:
    return ir::BinaryOp::RightShift;
  case BinaryOp::BitAnd:
    return ir::BinaryOp::BitAnd;
  case BinaryOp::BitOr:
    return ir::BinaryOp::BitOr;
  case BinaryOp::BitXor:
    return ir::BinaryOp::BitXor;
  }
  return ir::BinaryOp::Add;
}

Operand FunctionChecker::numericBinary(BinaryOp op, Operand left, Operand right,
                                       SourceRange range) {
  Type a = typeOf(left);
  Type b = typeOf(right);
  Type type = *arithmeticType(a, b);
  Type rightType = type;
  bool isShift = op == BinaryOp::LeftShift || op == BinaryOp::RightShift;
  bool isBitwise =
      op == BinaryOp::BitAnd || op == BinaryOp::BitOr || op == BinaryOp::BitXor;
  if (op == BinaryOp::MatMul || ((isShift || isBitwise) && type.isFloat()))
    return operandError(spelling(op), left, right, range);
  if (op == BinaryOp::TrueDiv && !type.isFloat())
    type = rightType = pythonFloat();
  if (isShift) {
    type = *arithmeticType(a, a);
    rightType = *arithmeticType(b, b);
  }
  if (isBitwise && a.isBool() && b.isBool())
    type = rightType = a;
  Type result = type;
  ir::ExprPtr x = convert(materialize(std::move(left)), type);
  ir::ExprPtr y = convert(materialize(std::move(right)), rightType);
  // In a wider type, but of what float16 holds of the operands.
  if (op == BinaryOp::FloorDiv || op == BinaryOp::Mod)
    type = rightType = computedIn(type);
  ir::Binary binary;
  binary.op = irOperator(op);
  binary.left = convert(std::move(x), type);
  binary.right = convert(std::move(y), rightType);
  return Operand::ofExpr(
      makeConvert(makeExpr(range, type, std::move(binary)), result));
}

bool FunctionChecker::isWritten(const syntax::Expr &expr) const {
  using namespace syntax;
  if (const auto *name = std::get_if<Name>(&expr.node))
    return !indices_.contains(name->id) && !bound_.contains(name->id);
  if (const auto *access = std::get_if<Attribute>(&expr.node))
    return isWritten(*access->value);
  if (const auto *sign = std::get_if<Unary>(&expr.node))
    return isWritten(*sign->operand);
  if (const auto *operation = std::get_if<Binary>(&expr.node))
    // The right one is short in a long sum.
    return isWritten(*operation->right) && isWritten(*operation->left);
  return std::holds_alternative<IntLiteral>(expr.node);
}

/// An operand of a constant that is written down, which Python computes with
/// exactly: (1 << 64) - 1 is a mask. What is computed from variables goes on
/// from 64 bits, be it known or not.
Operand FunctionChecker::exactOperand(const syntax::Expr &expr) {
  using namespace syntax;
  SourceRange range = expr.range;
  const auto *sign = std::get_if<Unary>(&expr.node);
  if (sign && sign->op != UnaryOp::Not) {
    Operand operand = exactOperand(*sign->operand);
    if (operand.known)
      if (Value value =
              file_.evaluator().unary(sign->op, *operand.known, range);
          value.isKnown())
        return Operand::ofValue(std::move(value), range);
    return unaryOperation(sign->op, std::move(operand), range);
  }
  if (const auto *operation = std::get_if<Binary>(&expr.node)) {
    Operand left = exactOperand(*operation->left);
    Operand right = exactOperand(*operation->right);
    if (left.known && right.known)
      if (Value value =
              foldBinary(operation->op, *left.known, *right.known, range);
          value.isKnown())
        return Operand::ofValue(std::move(value), range);
    return binaryOperation(operation->op, std::move(left), std::move(right),
                           range);
  }
  return check(expr);
}

/// A constant as it was written, held in 64 bits.
Operand FunctionChecker::heldConstant(Operand constant) {
  if (!constant.known || constant.known->kind != Value::Kind::BigInteger)
    return constant;
  SourceRange range = constant.range;
  Value held = heldAs(*constant.known, constant.known->number.type);
  bool isUnsigned = held.number.type.scalar == Scalar::U64;
  diagnostics().emit(range, diag::ConstantWraps,
                     isUnsigned ? std::to_string(held.number.bits)
                                : std::to_string(held.number.asInt()));
  return Operand::ofValue(std::move(held), range);
}

/// An int by a negative number is a float where the number is written down. One
/// that is computed may be known as well, but what that makes must not depend
/// on how much the compiler knows: it is the int of run time.
Operand FunctionChecker::exponentOf(const syntax::Expr &expr,
                                    Operand exponent) {
  if (!exponent.known || !exponent.known->isInteger() ||
      exponent.known->number.asInt() >= 0 || isWritten(expr))
    return exponent;
  return Operand::ofExpr(materialize(std::move(exponent)));
}

Operand FunctionChecker::powerOperation(Operand left, Operand right,
                                        SourceRange range) {
  Type a = typeOf(left);
  Type b = typeOf(right);
  Type type = isNumba() ? numbaPower(a, b) : *arithmeticType(a, b);
  Type result = type;
  type = computedIn(type);
  bool ints = !type.isFloat() && !isNumba();
  // A negative literal makes a float of it, as in Python.
  if (ints && right.isNumber() && isSigned(right.known->number.type.scalar) &&
      right.known->number.asInt() < 0)
    type = Type::weakFloat();
  bool mixed = !type.isFloat() && type.scalar == Scalar::U64 &&
               b.scalar != Scalar::U64 && !right.isNumber();
  const Type &narrow = result.isHalf() ? result : type;
  auto makePower = [&](Operand base, Operand exponent) {
    return makeExpr(
        range, type,
        ir::Binary{
            ir::BinaryOp::Pow,
            convert(convert(materialize(std::move(base)), narrow), type),
            convert(convert(materialize(std::move(exponent)), narrow), type)});
  };
  if (!mixed)
    return Operand::ofExpr(
        makeConvert(makePower(std::move(left), std::move(right)),
                    result.isHalf() ? result : type));
  std::vector<ir::Let> lets;
  left = once(std::move(left), lets);
  right = once(std::move(right), lets);
  ir::ExprPtr power = makePower(again(left), again(right));
  // uint64 ** negative int64: 1 for base 1, else 0.
  Operand negative =
      compareTwo(syntax::CompareOp::Less, std::move(right),
                 Operand::ofValue(Value::of(Number::ofInt(0)), range), range);
  Operand isOne =
      compareTwo(syntax::CompareOp::Equal, std::move(left),
                 Operand::ofValue(Value::of(Number::ofInt(1)), range), range);
  ir::ExprPtr inverse = convert(materialize(std::move(isOne)), type);
  return Operand::ofExpr(
      finishLets(makeExpr(range, type,
                          ir::Select{materialize(std::move(negative)),
                                     std::move(inverse), std::move(power)}),
                 std::move(lets)));
}

/// min and max of integers some of which are uint64, compared as the numbers
/// that they are. The lesser of an int64 and a uint64 is an int64, of the
/// uint64 only what fits counts; the greater is a uint64, and of the int64 only
/// what is not negative counts. The result is held as one of uint64.
ir::ExprPtr FunctionChecker::mixedExtreme(bool isMin,
                                          std::vector<Operand> operands,
                                          SourceRange range) {
  const Type wholes = Type::of(Scalar::I64), naturals = Type::of(Scalar::U64);
  auto extreme = [&](bool ofMin, ir::ExprPtr left, ir::ExprPtr right) {
    Type type = left->type;
    return makeExpr(range, type,
                    ir::Binary{ofMin ? ir::BinaryOp::Min : ir::BinaryOp::Max,
                               std::move(left), std::move(right)});
  };
  auto limit = [&](const Type &type, std::int64_t value) {
    return makeNumber(range, convertNumber(Number::ofInt(value), type));
  };
  auto asWhole = [&](ir::ExprPtr value) {
    if (value->type == naturals)
      value =
          extreme(true, std::move(value),
                  limit(naturals, std::numeric_limits<std::int64_t>::max()));
    return convert(std::move(value), wholes);
  };
  auto asNatural = [&](ir::ExprPtr value, bool canBeNegative) {
    if (canBeNegative)
      value =
          extreme(false, convert(std::move(value), wholes), limit(wholes, 0));
    return convert(std::move(value), naturals);
  };
  ir::ExprPtr result;
  bool resultCanBeNegative = false;
  for (Operand &operand : operands) {
    bool canBeNegative = operand.isNumber()
                             ? operand.known->number.asInt() < 0 &&
                                   isSigned(operand.known->number.type.scalar)
                             : isSigned(typeOf(operand).scalar);
    ir::ExprPtr value = materialize(std::move(operand));
    if (!result) {
      result = std::move(value);
      resultCanBeNegative = canBeNegative;
    } else if (isMin ? canBeNegative || resultCanBeNegative
                     : canBeNegative && resultCanBeNegative) {
      result =
          extreme(isMin, asWhole(std::move(result)), asWhole(std::move(value)));
      resultCanBeNegative = true;
    } else {
      result = extreme(isMin, asNatural(std::move(result), resultCanBeNegative),
                       asNatural(std::move(value), canBeNegative));
      resultCanBeNegative = false;
    }
  }
  return convert(std::move(result), naturals);
}

/// min or max of constants, as at run time; nothing where it is none.
static std::optional<Operand> knownExtreme(Emitter &e, const char *name,
                                           std::vector<Value> values,
                                           const Type &type,
                                           SourceRange range) {
  if (type.scalar == Scalar::U64 && type.isInteger())
    for (Value &value : values) {
      Type held = value.number.type;
      value = heldAs(std::move(value), held);
    }
  Value folded = values[0];
  if (values.size() > 1)
    folded = e.evaluator().call(Value::path(name), values, range);
  if (folded.isNumber() && e.isNumba() && !folded.number.exact)
    folded = Value::of(convertNumber(folded.number, type));
  if (folded.isKnown())
    return chosen(e, Operand::ofValue(std::move(folded), range),
                  {e.isNumba() ? Type::error() : type}, range);
  return std::nullopt;
}

/// The one type that integers have of which the least or greatest is asked, and
/// that holds the constants among them: the result is one of them. One that is
/// said to be an uint64 makes it one.
static std::optional<Type> commonInteger(Emitter &e,
                                         const std::vector<Operand> &operands) {
  std::optional<Type> common;
  for (const Operand &operand : operands) {
    if (operand.known)
      continue;
    Type own = e.typeOf(operand);
    if (!own.isInteger() || own.isBool() || (common && *common != own))
      return std::nullopt;
    common = own;
  }
  for (const Operand &operand : operands)
    if (common && operand.known &&
        (!operand.known->isInteger() || operand.known->number.big ||
         !fits(operand.known->number, *common) ||
         (e.typeOf(operand).scalar == Scalar::U64 &&
          common->scalar != Scalar::U64)))
      return std::nullopt;
  return common;
}

Operand FunctionChecker::minMax(bool isMin, std::vector<Operand> operands,
                                SourceRange range, bool isTuple) {
  const char *name = isMin ? "min" : "max";
  if (operands.size() == 1) {
    std::vector<Operand> elements;
    if (expandTuple(*this, operands[0], elements)) {
      operands = std::move(elements);
      isTuple = true;
    }
  }
  if (!argumentCount(*this, name, operands.size(), isTuple ? 1 : 2, 1024,
                     range))
    return Operand::error(range);
  for (const Operand &operand : operands)
    if (isTime(operand))
      return callTime(*this, isMin ? Builtin::Min : Builtin::Max,
                      std::move(operands), range);
  bool allKnown = true;
  std::vector<Value> values;
  std::optional<Type> type;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Operand &operand = operands[i];
    if (operand.isError)
      return Operand::error(range);
    if (!operand.isScalar()) {
      diagnostics().emit(operand.range, diag::ArgumentType,
                         static_cast<Integer>(i + 1), std::string(name),
                         std::string("a number"), describe(operand));
      return Operand::error(range);
    }
    if (typeOf(operand).isComplex())
      return complexExtreme(*this, isMin, false, std::move(operands), range);
    allKnown = allKnown && operand.known;
    if (operand.known)
      values.push_back(*operand.known);
    Type own = typeOf(operand);
    type = isNumba() ? join(type ? *type : own, own)
                     : arithmeticType(type ? *type : own, own);
  }
  if (allKnown)
    if (std::optional<Operand> known =
            knownExtreme(*this, name, std::move(values), *type, range))
      return std::move(*known);
  // numba joins them, and a literal is an int64.
  std::optional<Type> common =
      isNumba() ? std::nullopt : commonInteger(*this, operands);
  if (common)
    type = common;
  else if (type->scalar == Scalar::U64 && type->isInteger())
    return Operand::ofExpr(mixedExtreme(isMin, std::move(operands), range));
  Type wide = computable(*type);
  ir::ExprPtr result;
  for (Operand &operand : operands) {
    ir::ExprPtr value = convert(materialize(std::move(operand)), wide);
    result =
        !result
            ? std::move(value)
            : makeExpr(range, wide,
                       ir::Binary{isMin ? ir::BinaryOp::Min : ir::BinaryOp::Max,
                                  std::move(result), std::move(value)});
  }
  return Operand::ofExpr(convert(std::move(result), *type));
}

} // namespace pyk2ptx
