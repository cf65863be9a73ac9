// Whose rules give types to arithmetic: Python's or, with typing="numba",
// numba's (numba_typing.h). The IR is the same for both: an
// operator works in 64-bit integers, floats or complex numbers, and a narrower
// result is converted.
#include "checker.h"
#include "frontend/library/half.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/types/numba_typing.h"
#include "frontend/types/optional_type.h"

#include <utility>

namespace pyk2ptx {

using syntax::BinaryOp;

std::optional<Type> FunctionChecker::arithmeticType(const Type &a,
                                                    const Type &b) const {
  return isNumba() ? numbaArithmetic(a, b) : pyk2ptx::arithmeticType(a, b);
}

std::optional<Type> FunctionChecker::join(const Type &a, const Type &b) const {
  return pyk2ptx::join(a, b, isNumba() ? numbaUnify : nullptr);
}

Type FunctionChecker::pythonFloat() const {
  return isNumba() ? Type::of(Scalar::F64) : Type::weakFloat();
}

Type FunctionChecker::strong(const Type &type) const {
  if (!isNumba())
    return type;
  Type result = type;
  result.weak = false;
  if (!type.isTuple())
    return result;
  std::vector<Type> elements;
  for (const Type &element : *type.elements)
    elements.push_back(strong(element));
  result.elements =
      std::make_shared<const std::vector<Type>>(std::move(elements));
  return result;
}

Type computable(const Type &type) {
  bool isNarrow = type.isBool() || type.isInteger();
  return isNarrow ? *pyk2ptx::arithmeticType(type, type) : type;
}

/// Whether a constant is of Python and not of typed data: CPython folds an
/// operator of two such before numba sees it.
static bool isPythonNumber(const Value &value) {
  const Number &number = value.number;
  return number.exact || number.type.isBool() || number.type.weak;
}

Value FunctionChecker::foldBinary(BinaryOp op, const Value &left,
                                  const Value &right, SourceRange range) {
  Evaluator &evaluator = file_.evaluator();
  bool typed = left.isNumber() && right.isNumber() &&
               (!isPythonNumber(left) || !isPythonNumber(right));
  if (!isNumba() || !typed)
    return evaluator.binary(op, left, right, range);
  const Type &a = left.number.type;
  const Type &b = right.number.type;
  bool isShift = op == BinaryOp::LeftShift || op == BinaryOp::RightShift;
  bool isPower = op == BinaryOp::Pow;
  if (isPower && b.isInteger() && right.number.asInt() < 0)
    return Value::unknown(range, "numba's power of integers is an integer");
  Type type = isPower ? numbaPower(a, b) : *numbaArithmetic(a, b);
  if (isShift)
    type = *numbaArithmetic(a, a);
  if (op == BinaryOp::TrueDiv && type.isInteger())
    type = Type::of(Scalar::F64);
  bool bools = a.isBool() && b.isBool() &&
               (op == BinaryOp::BitAnd || op == BinaryOp::BitOr ||
                op == BinaryOp::BitXor);
  auto as = [&](const Number &number) {
    return Value::of(bools ? number : convertNumber(number, type));
  };
  return evaluator.binary(op, as(left.number),
                          isShift ? right : as(right.number), range);
}

/// What the operands of a function of floats convert to.
Type FunctionChecker::realType(Builtin builtin,
                               const std::vector<Operand> &args) {
  Signature signature = builtinInfo(builtin).signature;
  bool hasNumber = signature == Signature::RealInt;
  Type first = typeOf(args[0]);
  if (!isNumba()) {
    Type real = Type::weakFloat();
    for (std::size_t i = 0; i < (hasNumber ? 1 : args.size()); ++i)
      real = *arithmeticType(real, typeOf(args[i]));
    return real;
  }
  bool isUnary = args.size() == 1 && signature != Signature::RealFraction;
  if (isUnary)
    return first.isFloat() || first.isComplex() ? first : pythonFloat();
  if (args.size() == 1 || hasNumber)
    return numbaReal(first);
  if (builtin == Builtin::MathPow)
    return numbaMathPower(first, typeOf(args[1]));
  bool ofIntegers = builtin == Builtin::Atan2 || builtin == Builtin::Hypot;
  for (const Operand &arg : args) {
    Type type = typeOf(arg);
    ofIntegers = ofIntegers && (type.isInteger() || type.isBool());
  }
  if (ofIntegers)
    return pythonFloat();
  Type real = numbaReal(first);
  for (const Operand &arg : args)
    real = *numbaUnify(real, numbaReal(typeOf(arg)));
  return real;
}

/// int, float, abs and round of a number, by numba's rules.
Operand FunctionChecker::numbaConversion(Builtin builtin, Operand operand,
                                         SourceRange range) {
  Type own = typeOf(operand);
  Type type = own;
  if (builtin == Builtin::Int) {
    if (!own.isInteger())
      type = Type::of(Scalar::I64);
  } else if (builtin == Builtin::Float) {
    if (!own.isFloat())
      type = Type::of(Scalar::F64);
  } else if (builtin == Builtin::Abs && own.isBool()) {
    type = Type::of(Scalar::I8);
  }
  bool isConversion = builtin == Builtin::Int || builtin == Builtin::Float;
  if (operand.isNumber() && isConversion)
    return Operand::ofValue(
        Value::of(convertNumber(operand.known->number, type)), range);
  if (isConversion)
    return Operand::ofExpr(convert(materialize(std::move(operand)), type));
  if (builtin == Builtin::RoundInt) {
    type = Type::of(Scalar::I64);
    own = computedIn(numbaReal(own));
  } else {
    own = computedIn(computable(type));
  }
  ir::CallBuiltin call{builtin, {}};
  call.args.push_back(convert(materialize(std::move(operand)), own));
  Type result = builtin == Builtin::RoundInt ? type : own;
  return Operand::ofExpr(
      convert(makeExpr(range, result, std::move(call)), type));
}

} // namespace pyk2ptx
