// Questions about a value's type, answered at compile time: isinstance,
// hasattr, getattr, type; and int.bit_count, int.bit_length.
#include "introspection.h"

#include "builtin.h"
#include "frontend/emit/emitter.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/types/optional_type.h"
#include "frontend/values/arguments.h"
#include "frontend/values/array.h"
#include "frontend/values/iterate.h"
#include "frontend/values/optional.h"
#include "frontend/values/tuple.h"
#include "member.h"
#include "rows.h"

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
    return type.isTuple() && type.isList == (path == "list");
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
static std::optional<bool> isInstance(Emitter &e, const Operand &operand,
                                      const Value &of) {
  if (of.kind == Value::Kind::Tuple && !of.fields) {
    std::optional<bool> result = false;
    for (const Value &element : of.elements) {
      std::optional<bool> each = isInstance(e, operand, element);
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
  Type type = e.typeOf(operand, false);
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

Operand checkIsInstance(Emitter &e, BuiltinCall &&call) {
  std::vector<Operand> &args = call.args;
  SourceRange range = call.range;
  std::optional<bool> result;
  bool isOptional = args[0].expr && isOptionalType(args[0].type);
  if (isOptional && args[1].known) {
    // Of a class whose instances the value is, None, or both.
    std::vector<ir::Let> lets;
    Operand optional = e.once(std::move(args[0]), lets);
    std::optional<bool> isValue =
        isInstance(e,
                   Operand::ofExpr(makeExpr(
                       range, valueOf(optional.type),
                       ir::TupleElement{e.materialize(again(optional)), 1})),
                   *args[1].known);
    std::optional<bool> isNone =
        isInstance(e, Operand::ofValue(Value::none(), range), *args[1].known);
    if (isValue && isNone && *isValue != *isNone) {
      Operand there = isThere(e, std::move(optional), range);
      return finished(
          e, *isValue ? std::move(there) : negation(e, std::move(there), range),
          std::move(lets));
    }
    result = isValue;
  } else if (args[1].known) {
    result = isInstance(e, args[0], *args[1].known);
  }
  if (result)
    return boolOperand(*result, range);
  e.diagnostics().emit(args[1].range, diag::ArgumentType, Integer(2),
                       std::string("isinstance"),
                       std::string("a type, such as float or np.float32, or a "
                                   "tuple of types"),
                       e.describe(args[1]));
  return Operand::error(range);
}

/// hasattr(x, "name"), getattr(x, "name"[, otherwise]).
static Operand attributeNamed(Emitter &e, BuiltinCall &&call) {
  bool isQuestion = call.builtin == Builtin::HasAttr;
  std::string name = call.name();
  std::vector<Operand> &args = call.args;
  SourceRange range = call.range;
  if (!args[1].known || args[1].known->kind != Value::Kind::String) {
    e.diagnostics().emit(args[1].range, diag::ConstantNeeded,
                         "the name given to `" + name + "`",
                         std::string(" string"));
    return Operand::error(range);
  }
  Attribute access;
  access.name = args[1].known->text;
  access.nameRange = args[1].range;
  if (isQuestion && hasMethod(e, args[0], access.name))
    return boolOperand(true, range);
  Diagnostics::Mark mark = e.diagnostics().mark();
  Operand value = e.attributeOf(std::move(args[0]), access, range);
  if (!isQuestion && args.size() == 2)
    return value;
  bool exists = !value.isError;
  e.diagnostics().rollback(mark);
  if (isQuestion)
    return boolOperand(exists, range);
  return exists ? std::move(value) : std::move(args[2]);
}

Operand checkHasAttr(Emitter &e, BuiltinCall &&call) {
  return attributeNamed(e, std::move(call));
}

Operand checkGetAttr(Emitter &e, BuiltinCall &&call) {
  return attributeNamed(e, std::move(call));
}

/// type(x): what a value is converted to by calling it.
Operand checkTypeOf(Emitter &e, BuiltinCall &&call) {
  std::vector<Operand> &args = call.args;
  SourceRange range = call.range;
  Type type = e.typeOf(args[0]);
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
Operand callBits(Emitter &e, const std::string &name, Operand operand,
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
  Type wide = computable(e.typeOf(operand));
  Operand magnitude = callAbs(
      e, Operand::ofExpr(e.convert(e.materialize(std::move(operand)), wide)),
      range);
  Operand counted = callRow(e, isCount ? Builtin::Popc : Builtin::Clz,
                            listOf(std::move(magnitude)), range);
  if (isCount || counted.isError)
    return counted;
  return e.binaryOperation(
      BinaryOp::Sub, Operand::ofValue(Value::of(Number::ofInt(64)), range),
      std::move(counted), range);
}

/// tuple(x), list(x)
/// tuple(array): its elements along the first axis, as many as there can be;
/// another length is an error where errors are reported, as where an array is
/// unpacked.
static std::optional<Operand> elementsAsTuple(Emitter &e, Operand &array,
                                              SourceRange range) {
  if (!array.isArray() || array.type.ndim == 0)
    return std::nullopt;
  Extents extents = e.extentsOf(*array.expr);
  constexpr std::int64_t limit = 1024;
  if (extents.empty() || !extents[0].most || *extents[0].most > limit)
    return std::nullopt;
  std::int64_t count = *extents[0].most;
  std::vector<ir::Let> lets;
  array = e.once(std::move(array), lets);
  if (!extents[0].isExact && e.raisesBounds()) {
    Operand fits =
        e.compareTwo(CompareOp::Equal,
                     arrayProperty(e, array, ir::ArrayField::Shape, 0, range),
                     intOperand(count, range), range);
    ir::ExprPtr checked = e.raisingUnless(
        e.materialize(std::move(fits)), "ValueError",
        "an array of another length than the " + std::to_string(count) +
            " elements that its slice can have");
    lets.push_back(
        {e.temporary(Type::of(Scalar::Bool)), std::move(checked), {}});
  }
  std::vector<Operand> parts;
  for (std::int64_t i = 0; i < count; ++i)
    parts.push_back(
        elementOf(e, again(array), listOf(intOperand(i, range)), range));
  Operand result = Operand::tuple(std::move(parts), range);
  if (result.isError)
    return result;
  return Operand::ofExpr(
      e.finishLets(e.materialize(std::move(result)), std::move(lets)));
}

Operand checkSequence(Emitter &e, BuiltinCall &&call) {
  bool isList = call.builtin == Builtin::List;
  if (call.args.empty())
    return Operand::asList(Operand::tuple({}, call.range), isList);
  Operand &elements = call.args[0];
  if (isTuple(elements))
    return Operand::asList(std::move(elements), isList);
  if (std::optional<Operand> made = elementsAsTuple(e, elements, call.range))
    return Operand::asList(std::move(*made), isList);
  e.diagnostics().emit(elements.range, diag::ArgumentType, Integer(1),
                       call.name(),
                       std::string("a tuple, a comprehension with a constant "
                                   "length or a part of an array, such as "
                                   "a[:3]"),
                       e.describe(elements));
  return call.error();
}

/// x is y: the same elements in the same order, as numba has it; a view made
/// here is a new object.
static Operand sameArray(Emitter &e, bool isSame, Operand left, Operand right,
                         SourceRange range) {
  auto isNew = [](const Operand &array) {
    return !std::holds_alternative<ir::SlotValue>(array.expr->node);
  };
  const Type &a = left.type;
  const Type &b = right.type;
  if (isNew(left) || isNew(right) || !(a.element() == b.element()) ||
      a.ndim != b.ndim)
    return boolOperand(!isSame, range);
  Operand same = boolOperand(true, range);
  auto compare = [&](ir::ArrayField field, int axis) {
    Operand equal = e.compareTwo(
        CompareOp::Equal, arrayProperty(e, left, field, axis, range),
        arrayProperty(e, right, field, axis, range), range);
    same = e.bothTrue(true, std::move(same), std::move(equal), range);
  };
  compare(ir::ArrayField::Address, 0);
  for (int axis = 0; axis < a.ndim; ++axis) {
    compare(ir::ArrayField::Shape, axis);
    compare(ir::ArrayField::Stride, axis);
  }
  return isSame ? std::move(same) : negation(e, std::move(same), range);
}

std::optional<Operand> identity(Emitter &e, bool isSame, Operand &left,
                                Operand &right, SourceRange range) {
  auto isBool = [&](const Operand &operand) {
    return operand.isScalar() && e.typeOf(operand).isBool();
  };
  // There is one True and one False.
  if (isBool(left) && isBool(right))
    return e.compareTwo(isSame ? CompareOp::Equal : CompareOp::NotEqual,
                        std::move(left), std::move(right), range);
  bool oneBool = (isBool(left) && left.known) || (isBool(right) && right.known);
  if (oneBool && left.isScalar() && right.isScalar())
    return boolOperand(!isSame, range);
  if (left.isArray() && right.isArray())
    return sameArray(e, isSame, std::move(left), std::move(right), range);
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
