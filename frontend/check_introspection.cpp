// Questions about a value's type, answered at compile time: isinstance,
// hasattr, getattr, type; and int.bit_count, int.bit_length.
#include "checker.h"

#include <bit>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

/// A library's name as the class of a value of `type`: int, float, np.floating.
/// Elements of arrays and parameters are Python numbers, whatever their width.
static std::optional<bool> isOfClass(const Type &type,
                                     const std::string &path) {
  bool isInteger = type.isInteger();
  bool isNumber = type.isNumber();
  if (path == "int" || path == "numbers.Integral")
    return isInteger || type.isBool();
  if (path == "float")
    return type.isFloat();
  if (path == "numbers.Real")
    return isInteger || type.isBool() || type.isFloat();
  if (path == "bool")
    return type.isBool();
  if (path == "complex")
    return type.isComplex();
  if (path == "numbers.Number" || path == "numbers.Complex")
    return isNumber;
  if (path == "tuple" || path == "list")
    return path == "tuple" && type.isTuple();
  if (path == "str" || path == "dict" || path == "set" || path == "bytes")
    return false;
  if (path == "object")
    return true;
  if (path == "np.ndarray")
    return type.isArray();
  if (path == "np.integer")
    return isInteger;
  if (path == "np.signedinteger")
    return isInteger && isSigned(type.scalar);
  if (path == "np.unsignedinteger")
    return isInteger && !isSigned(type.scalar);
  if (path == "np.floating" || path == "np.inexact")
    return type.isFloat() || (path == "np.inexact" && type.isComplex());
  if (path == "np.complexfloating")
    return type.isComplex();
  if (path == "np.number" || path == "np.generic")
    return isNumber && (path == "np.generic" || !type.isBool());
  return std::nullopt;
}

bool isClassName(const std::string &path) {
  return isOfClass(Type::of(Scalar::I64), path).has_value();
}

/// Whether an operand is an instance of a class; nothing when that is none.
std::optional<bool> FunctionChecker::isInstance(const Operand &operand,
                                                const Value &of) {
  if (of.kind == Value::Kind::Tuple && !of.fields) {
    std::optional<bool> result = false;
    for (const Value &element : of.elements) {
      std::optional<bool> each = isInstance(operand, element);
      if (!each)
        return each;
      result = *result || *each;
    }
    return result;
  }
  const Value *known = operand.known ? &*operand.known : nullptr;
  if (known && known->kind == Value::Kind::String)
    return of.kind == Value::Kind::Path
               ? of.text == "str" || of.text == "object"
               : false;
  Type type = typeOf(operand, false);
  if (of.kind == Value::Kind::None ||
      (of.kind == Value::Kind::Type && of.type.isNone()))
    return known && known->kind == Value::Kind::None;
  if (of.kind == Value::Kind::Type) {
    if (type.isArray())
      type.space = of.type.space;
    return sameStorage(type, of.type);
  }
  if (of.kind == Value::Kind::Path)
    return isOfClass(type, of.text);
  return std::nullopt;
}

Operand FunctionChecker::callIsInstance(std::vector<Operand> args,
                                        SourceRange range) {
  if (!argumentCount("isinstance", args.size(), 2, 2, range))
    return Operand::error(range);
  std::optional<bool> result;
  if (args[1].known)
    result = isInstance(args[0], *args[1].known);
  if (result)
    return boolOperand(*result, range);
  diagnostics().emit(args[1].range, diag::ArgumentType, Integer(2),
                     std::string("isinstance"),
                     std::string("a type, such as float or np.float32, or a "
                                 "tuple of types"),
                     describe(args[1]));
  return Operand::error(range);
}

/// hasattr(x, "name"), getattr(x, "name"[, otherwise]).
Operand FunctionChecker::callAttribute(bool isQuestion,
                                       std::vector<Operand> args,
                                       SourceRange range) {
  const char *name = isQuestion ? "hasattr" : "getattr";
  if (!argumentCount(name, args.size(), 2, isQuestion ? 2 : 3, range))
    return Operand::error(range);
  if (!args[1].known || args[1].known->kind != Value::Kind::String) {
    diagnostics().emit(args[1].range, diag::ConstantNeeded,
                       "the name given to `" + std::string(name) + "`",
                       std::string(" string"));
    return Operand::error(range);
  }
  Attribute access;
  access.name = args[1].known->text;
  access.nameRange = args[1].range;
  Diagnostics::Mark mark = diagnostics().mark();
  Operand value = attributeOf(std::move(args[0]), access, range);
  if (!isQuestion && args.size() == 2)
    return value;
  bool exists = !value.isError;
  diagnostics().rollback(mark);
  if (isQuestion)
    return boolOperand(exists, range);
  return exists ? std::move(value) : std::move(args[2]);
}

/// type(x): what a value is converted to by calling it.
Operand FunctionChecker::callTypeOf(std::vector<Operand> args,
                                    SourceRange range) {
  if (!argumentCount("type", args.size(), 1, 1, range))
    return Operand::error(range);
  Type type = typeOf(args[0]);
  if (type.isError())
    return Operand::error(range);
  bool fromPython = args[0].isNumber() && args[0].known->number.exact;
  if (type.isBool())
    return Operand::ofValue(Value::path("bool"), range);
  if (fromPython)
    return Operand::ofValue(Value::path("int"), range);
  if (type.weak)
    return Operand::ofValue(Value::path(type.isComplex() ? "complex" : "float"),
                            range);
  return Operand::ofValue(Value::ofType(type), range);
}

/// (i).bit_count() and (i).bit_length(): of the magnitude, as Python has it.
Operand FunctionChecker::callBits(const std::string &name, Operand operand,
                                  SourceRange range) {
  bool isCount = name == "bit_count";
  if (operand.isNumber()) {
    const Number &number = operand.known->number;
    std::uint64_t bits = number.bits;
    if (number.type.scalar != Scalar::U64 && number.asInt() < 0)
      bits = 0 - bits;
    int result = isCount ? std::popcount(bits) : 64 - std::countl_zero(bits);
    return Operand::ofValue(Value::of(Number::ofInt(result)), range);
  }
  std::vector<Operand> args;
  Type wide = computable(typeOf(operand));
  Operand magnitude = callAbs(
      Operand::ofExpr(convert(materialize(std::move(operand)), wide)), range);
  args.push_back(std::move(magnitude));
  Operand counted =
      callForm(isCount ? Builtin::Popc : Builtin::Clz, std::move(args), range);
  if (isCount || counted.isError)
    return counted;
  return binaryOperation(BinaryOp::Sub,
                         Operand::ofValue(Value::of(Number::ofInt(64)), range),
                         std::move(counted), range);
}

/// tuple(x), list(x)
Operand FunctionChecker::callSequence(Builtin builtin,
                                      std::vector<Operand> args,
                                      SourceRange range) {
  if (args.empty())
    return Operand::tuple({}, range);
  std::string name(builtinInfo(builtin).name);
  if (!argumentCount(name.c_str(), args.size(), 1, 1, range))
    return Operand::error(range);
  if (isTuple(args[0]))
    return std::move(args[0]);
  diagnostics().emit(args[0].range, diag::ArgumentType, Integer(1), name,
                     std::string("a tuple or a comprehension with a constant "
                                 "length"),
                     describe(args[0]));
  return Operand::error(range);
}

std::optional<Operand> FunctionChecker::identity(bool isSame, Operand &left,
                                                 Operand &right,
                                                 SourceRange range) {
  auto isBool = [&](const Operand &operand) {
    return operand.isScalar() && typeOf(operand).isBool();
  };
  // There is one True and one False.
  if (isBool(left) && isBool(right))
    return compareTwo(isSame ? CompareOp::Equal : CompareOp::NotEqual,
                      std::move(left), std::move(right), range);
  bool oneBool = (isBool(left) && left.known) || (isBool(right) && right.known);
  if (oneBool && left.isScalar() && right.isScalar())
    return boolOperand(!isSame, range);
  auto isObject = [](const Operand &operand) {
    return operand.known && !operand.isNumber() &&
           operand.known->kind != Value::Kind::Tuple &&
           operand.known->kind != Value::Kind::String;
  };
  if (isObject(left) && isObject(right))
    return boolOperand((*left.known == *right.known) == isSame, range);
  return std::nullopt;
}

} // namespace pyk2ptx
