// NumPy's arrays and scalars on constants: how arrays are made, their types
// where they meet, operators element by element.
#include "fold.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pyk2ptx {

using namespace syntax;
using Kind = Value::Kind;

namespace {

/// The type in which NumPy computes with two; nothing where it does not.
std::optional<Scalar> promoted(Scalar a, Scalar b) {
  if (a == b)
    return a;
  if (a == Scalar::BF16 || b == Scalar::BF16 || isComplex(a) || isComplex(b))
    return std::nullopt;
  if (a == Scalar::Bool || b == Scalar::Bool)
    return a == Scalar::Bool ? b : a;
  bool areFloats[] = {isFloat(a), isFloat(b)};
  int widths[] = {bitWidth(a), bitWidth(b)};
  if (areFloats[0] == areFloats[1] &&
      (areFloats[0] || isSigned(a) == isSigned(b)))
    return widths[0] > widths[1] ? a : b;
  if (areFloats[0] || areFloats[1]) {
    Scalar real = areFloats[0] ? a : b;
    int bits = areFloats[0] ? widths[1] : widths[0];
    int need = bits <= 8 ? 16 : bits <= 16 ? 32 : 64;
    return bitWidth(real) >= need ? real
           : need == 32           ? Scalar::F32
                                  : Scalar::F64;
  }
  Scalar mine = isSigned(a) ? a : b;
  int other = bitWidth(isSigned(a) ? b : a);
  if (bitWidth(mine) > other)
    return mine;
  return other == 8    ? Scalar::I16
         : other == 16 ? Scalar::I32
         : other == 32 ? Scalar::I64
                       : Scalar::F64;
}

/// The same of an array's element or a number: Python's have the other's type
/// where it holds their kind.
std::optional<Scalar> meeting(const Type &a, bool isPythonA, const Type &b,
                              bool isPythonB) {
  if (isPythonA == isPythonB)
    return promoted(a.scalar, b.scalar);
  const Type &weak = isPythonA ? a : b;
  const Type &typed = isPythonA ? b : a;
  if (weak.isComplex() || typed.isComplex())
    return std::nullopt;
  if (typed.isBool())
    return weak.scalar;
  if (weak.isFloat() && !typed.isFloat())
    return Scalar::F64;
  return typed.scalar;
}

Type elementType(const Value &value) {
  return value.kind == Kind::Array ? value.type.element() : value.number.type;
}

/// One operation in `type`.
std::optional<Number> compute(BinaryOp op, const Number &a, const Number &b,
                              Scalar scalar) {
  Type type = Type::of(scalar);
  Number x = convertNumber(a, type);
  Number y = convertNumber(b, type);
  if (op == BinaryOp::Pow && isFloat(scalar)) {
    double power = scalar == Scalar::F32
                       ? std::pow(static_cast<float>(x.number),
                                  static_cast<float>(y.number))
                       : std::pow(x.number, y.number);
    return convertNumber(Number::ofFloat(power), type);
  }
  if (op == BinaryOp::Pow && wide(y) < 0)
    return std::nullopt;
  if (op == BinaryOp::Pow) {
    // Wrapping, as its products do.
    std::uint64_t result = 1;
    std::uint64_t base = x.bits;
    for (std::uint64_t n = y.bits; n > 0; n >>= 1, base *= base)
      result *= n & 1 ? base : 1;
    Number product = integer(static_cast<Wide>(result), false, type);
    return convertNumber(product, type);
  }
  Value result =
      Evaluator::binary(op, Value::of(x), Value::of(y), SourceRange{});
  return result.isNumber() ? std::optional(convertNumber(result.number, type))
                           : std::nullopt;
}

/// The place in `shape` of an element of the broadcast `whole`.
std::size_t placeIn(const std::vector<std::int64_t> &shape,
                    const std::vector<std::int64_t> &whole,
                    std::size_t element) {
  std::size_t place = 0;
  std::size_t stride = 1;
  for (std::size_t axis = whole.size(); axis-- > 0;) {
    auto extent = static_cast<std::size_t>(whole[axis]);
    std::size_t index = element % extent;
    element /= extent;
    std::size_t missing = whole.size() - shape.size();
    if (axis < missing)
      continue;
    auto own = static_cast<std::size_t>(shape[axis - missing]);
    place += own == 1 ? 0 : index * stride;
    stride *= own;
  }
  return place;
}

std::optional<std::vector<std::int64_t>>
broadcast(const std::vector<std::int64_t> &a,
          const std::vector<std::int64_t> &b) {
  std::vector<std::int64_t> result(std::max(a.size(), b.size()), 1);
  std::int64_t count = 1;
  for (std::size_t i = 1; i <= result.size(); ++i) {
    std::int64_t x = i <= a.size() ? a[a.size() - i] : 1;
    std::int64_t y = i <= b.size() ? b[b.size() - i] : 1;
    if (x != y && x != 1 && y != 1)
      return std::nullopt;
    result[result.size() - i] = x == 1 ? y : x;
    count *= result[result.size() - i];
    if (count > mostElements)
      return std::nullopt;
  }
  return result;
}

/// Of a shape, without its elements, and how many these are.
std::pair<Value, std::size_t> arrayOfShape(std::vector<std::int64_t> shape,
                                           Scalar scalar, SourceRange range) {
  Value array;
  array.kind = Kind::Array;
  array.range = range;
  array.type = Type::array(scalar, static_cast<int>(shape.size()), Layout::C);
  std::size_t count = 1;
  for (std::int64_t extent : shape)
    count *= static_cast<std::size_t>(extent);
  array.shape = std::move(shape);
  return {std::move(array), count};
}

/// f(a, b) of each pair of elements, of type `scalar`.
template <class Function>
Value elementwise(const Value &left, const Value &right, Scalar scalar,
                  SourceRange range, Function function) {
  Value unknown = Value::unknown(range, "the arrays' result is not evaluated");
  if (left.isNumber() && right.isNumber()) {
    std::optional<Number> result = function(left.number, right.number);
    return result ? Value::of(*result) : unknown;
  }
  auto shape = broadcast(left.shape, right.shape);
  if (!shape)
    return unknown;
  auto [array, count] = arrayOfShape(*shape, scalar, range);
  auto elementAt = [&](const Value &value, std::size_t i) -> const Number & {
    return value.kind == Kind::Array
               ? value.elements[placeIn(value.shape, *shape, i)].number
               : value.number;
  };
  for (std::size_t i = 0; i < count; ++i) {
    std::optional<Number> result =
        function(elementAt(left, i), elementAt(right, i));
    if (!result)
      return unknown;
    array.elements.push_back(Value::of(*result));
  }
  // NumPy makes a scalar of an array without axes.
  return shape->empty() ? array.elements[0] : array;
}

/// A list or tuple beside an array is one.
std::optional<Value> asOperand(const Value &value, const Value &other,
                               SourceRange range) {
  if (value.isNumeric())
    return value.isNumber() ? std::optional(value) : std::nullopt;
  if (value.kind == Kind::Array)
    return value.type.record ? std::nullopt : std::optional(value);
  if (value.kind != Kind::Tuple || other.kind != Kind::Array)
    return std::nullopt;
  Value array = arrayOf(value, nullptr, range);
  return array.isKnown() ? std::optional(array) : std::nullopt;
}

/// Both operands, and the type in which they meet; nothing when NumPy has no
/// part in it.
struct Meeting {
  Value left, right;
  Scalar scalar;
};

std::optional<Meeting> meet(const Value &left, const Value &right,
                            SourceRange range) {
  auto a = asOperand(left, right, range);
  auto b = asOperand(right, left, range);
  if (!a || !b)
    return std::nullopt;
  bool isPythonA = a->isNumber() && isOfPython(a->number);
  bool isPythonB = b->isNumber() && isOfPython(b->number);
  if (isPythonA && isPythonB)
    return std::nullopt;
  auto scalar = meeting(elementType(*a), isPythonA, elementType(*b), isPythonB);
  if (!scalar)
    return std::nullopt;
  // An integer that does not fit raises.
  for (const Value *each : {&*a, &*b})
    if (each->isNumber() && isOfPython(each->number) && each->isInteger() &&
        isInteger(*scalar) &&
        wide(convertNumber(each->number, Type::of(*scalar))) !=
            wide(each->number))
      return std::nullopt;
  return Meeting{std::move(*a), std::move(*b), *scalar};
}

bool hasNumPy(const Value &left, const Value &right) {
  auto isNumPy = [](const Value &value) {
    return value.kind == Kind::Array ||
           (value.isNumber() && !isOfPython(value.number) &&
            !value.number.type.isComplex());
  };
  return isNumPy(left) || isNumPy(right);
}

} // namespace

std::optional<Value> foldArrays(BinaryOp op, const Value &left,
                                const Value &right, SourceRange range) {
  if (!hasNumPy(left, right))
    return std::nullopt;
  bool isData = left.kind == Kind::Array || right.kind == Kind::Array;
  Value unknown = Value::unknown(range, "the arrays' result is not evaluated");
  std::optional<Meeting> met = meet(left, right, range);
  if (!met)
    return isData ? std::optional(unknown) : std::nullopt;
  Scalar scalar = met->scalar;
  bool isBits =
      op == BinaryOp::BitAnd || op == BinaryOp::BitOr || op == BinaryOp::BitXor;
  if (op == BinaryOp::MatMul || (scalar == Scalar::Bool && !isBits))
    return unknown;
  if (op == BinaryOp::TrueDiv && !isFloat(scalar))
    scalar = Scalar::F64;
  return elementwise(met->left, met->right, scalar, range,
                     [&](const Number &a, const Number &b) {
                       return compute(op, a, b, scalar);
                     });
}

Value foldArrays(UnaryOp op, const Value &operand, SourceRange range) {
  Value result = operand;
  std::vector<Value *> numbers = {&result};
  if (operand.kind == Kind::Array) {
    numbers.clear();
    for (Value &element : result.elements)
      numbers.push_back(&element);
  }
  Type type = elementType(operand);
  bool isInvert = op == UnaryOp::Invert;
  if (operand.type.record || type.isComplex() || (isInvert && type.isFloat()) ||
      (type.isBool() && !isInvert))
    return Value::unknown(range, "the array's result is not evaluated");
  for (Value *each : numbers) {
    Number &number = each->number;
    if (op == UnaryOp::Negative && type.isFloat())
      number.number = -number.number;
    else if (isInvert && type.isBool())
      number = Number::ofBool(!number.isTrue());
    else if (op == UnaryOp::Negative || isInvert)
      number = convertNumber(
          integer(isInvert ? ~wide(number) : -wide(number), false, type), type);
  }
  return result;
}

std::optional<Value> foldArrays(CompareOp op, const Value &left,
                                const Value &right, SourceRange range) {
  if (left.kind != Kind::Array && right.kind != Kind::Array)
    return std::nullopt;
  std::optional<Meeting> met = meet(left, right, range);
  if (!met)
    return Value::unknown(range, "the arrays' comparison is not evaluated");
  Type type = Type::of(met->scalar);
  return elementwise(
      met->left, met->right, Scalar::Bool, range,
      [&](const Number &a, const Number &b) -> std::optional<Number> {
        Value result =
            Evaluator::compare(op, Value::of(convertNumber(a, type)),
                               Value::of(convertNumber(b, type)), {});
        return result.isNumber() ? std::optional(result.number) : std::nullopt;
      });
}

// ---- creation ----

namespace {

/// Appends the numbers of nested sequences; false unless all have one shape.
bool flatten(const Value &value, std::size_t axis, Value &array) {
  if (value.isNumber()) {
    if (axis != array.shape.size())
      return false;
    array.elements.push_back(value);
    return true;
  }
  std::optional<std::vector<Value>> parts;
  if (value.kind == Kind::Tuple || value.kind == Kind::Array)
    parts = elementsOf(value);
  if (!parts)
    return false;
  auto size = static_cast<std::int64_t>(parts->size());
  if (axis == array.shape.size() && array.elements.empty())
    array.shape.push_back(size);
  if (axis >= array.shape.size() || array.shape[axis] != size)
    return false;
  for (const Value &part : *parts)
    if (!flatten(part, axis + 1, array))
      return false;
  return true;
}

std::optional<Scalar> dtypeOf(const Value &dtype) {
  if (dtype.kind == Kind::Type && dtype.type.isScalar() && !dtype.type.isTime())
    return dtype.type.scalar;
  if (dtype.kind == Kind::String)
    return scalarByName(dtype.text);
  if (dtype == Value::path("float"))
    return Scalar::F64;
  if (dtype == Value::path("int"))
    return Scalar::I64;
  if (dtype == Value::path("bool"))
    return Scalar::Bool;
  if (dtype == Value::path("complex"))
    return Scalar::C128;
  return std::nullopt;
}

/// np.array([(1, 2.0), ...], dtype=record): one record a tuple, of numbers. The
/// elements are their numbers, field by field. Unknown when it is none.
Value makeRecords(const Value &rows, const Type &type, SourceRange range) {
  Value unknown =
      Value::unknown(range, "an array of records is known when each record is "
                            "a tuple of numbers, one for each field");
  const std::vector<RecordField> &fields = type.record->fields;
  Value array;
  array.kind = Kind::Array;
  array.range = range;
  array.type = Type::array(type, 1, Layout::C);
  array.shape = {static_cast<std::int64_t>(rows.elements.size())};
  for (const Value &row : rows.elements) {
    if (row.kind != Kind::Tuple || row.elements.size() != fields.size())
      return unknown;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const Type &field = fields[i].type;
      const Value &value = row.elements[i];
      bool fits = fields[i].shape.empty() && field.isNumber() &&
                  !field.isComplex() && value.isNumber() &&
                  !value.number.type.isComplex();
      if (!fits)
        return unknown;
      array.elements.push_back(Value::of(convertNumber(value.number, field)));
    }
  }
  return array.elements.size() <= mostElements ? array : unknown;
}

} // namespace

std::optional<Value> chosenElements(const Value &given, const Value &left,
                                    const Value &right, SourceRange range) {
  Value condition =
      given.kind == Kind::Tuple ? arrayOf(given, nullptr, range) : given;
  if (condition.kind != Kind::Array || condition.type.record)
    return std::nullopt;
  std::optional<Meeting> both = meet(left, right, range);
  if (!both) {
    // Of Python's numbers alone it is what an array of them has.
    Value pair = arrayOf(Value::tuple({left, right}), nullptr, range);
    if (!left.isNumber() || !right.isNumber() || pair.kind != Kind::Array)
      return std::nullopt;
    both = Meeting{left, right, pair.type.element().scalar};
  }
  auto shape = broadcast(both->left.shape, both->right.shape);
  if (shape)
    shape = broadcast(condition.shape, *shape);
  if (!shape)
    return std::nullopt;
  auto [array, count] = arrayOfShape(*shape, both->scalar, range);
  for (std::size_t i = 0; i < count; ++i) {
    bool isLeft =
        condition.elements[placeIn(condition.shape, *shape, i)].number.isTrue();
    const Value &from = isLeft ? both->left : both->right;
    const Value &element = from.kind == Kind::Array
                               ? from.elements[placeIn(from.shape, *shape, i)]
                               : from;
    array.elements.push_back(
        Value::of(convertNumber(element.number, Type::of(both->scalar))));
  }
  return array;
}

Value arrayOf(const Value &value, const Value *dtype, SourceRange range) {
  Value unknown = Value::unknown(range, "the array is not known before the "
                                        "program runs");
  if (dtype && dtype->kind == Kind::None)
    dtype = nullptr;
  if (dtype && dtype->kind == Kind::Type && dtype->type.isRecord())
    return value.kind == Kind::Tuple ? makeRecords(value, dtype->type, range)
                                     : unknown;
  Value array;
  array.kind = Kind::Array;
  array.range = range;
  if (value.kind == Kind::Array)
    array = value;
  else if (!flatten(value, 0, array))
    return unknown;
  if (array.elements.size() > static_cast<std::size_t>(mostElements) ||
      array.type.record)
    return unknown;
  std::optional<Type> common;
  for (const Value &element : array.elements) {
    Type own = Type::of(element.number.type.scalar);
    if (!common || own.isComplex() || common->isComplex()) {
      common = common ? join(*common, own) : own;
      continue;
    }
    auto scalar = promoted(common->scalar, own.scalar);
    if (!scalar)
      return unknown;
    common = Type::of(*scalar);
  }
  Type type = array.elements.empty() && value.kind == Kind::Array
                  ? value.type.element()
                  : common.value_or(Type::of(Scalar::F64));
  if (dtype) {
    std::optional<Scalar> scalar = dtypeOf(*dtype);
    if (!scalar)
      return unknown;
    type = Type::of(*scalar);
  }
  type.weak = false;
  for (Value &element : array.elements) {
    if (dropsImaginary(element.number.type, type))
      return unknown;
    Number converted = convertNumber(element.number, type);
    // An integer that does not fit raises.
    if (element.number.exact && type.isInteger() &&
        wide(converted) != wide(element.number))
      return unknown;
    element = Value::of(converted);
  }
  array.type =
      Type::array(type.scalar, static_cast<int>(array.shape.size()), Layout::C);
  return array;
}

} // namespace pyk2ptx
