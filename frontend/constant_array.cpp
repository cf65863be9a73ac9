// NumPy arrays of constants: made of literals by the evaluator, read by kernels
// as data of the function. The number of elements is bounded, because each is
// written into the PTX.
#include "checker.h"

#include <cmath>

namespace pyk2ptx {

static constexpr std::int64_t maxElements = 1 << 16;

/// Appends the numbers of nested tuples; false unless all have one shape.
static bool flatten(const Value &value, std::size_t axis, Value &array) {
  if (value.isNumber()) {
    if (axis != array.shape.size())
      return false;
    array.elements.push_back(value);
    return true;
  }
  if (value.kind != Value::Kind::Tuple)
    return false;
  auto size = static_cast<std::int64_t>(value.elements.size());
  if (axis == array.shape.size() && array.elements.empty())
    array.shape.push_back(size);
  if (axis >= array.shape.size() || array.shape[axis] != size)
    return false;
  for (const Value &element : value.elements)
    if (!flatten(element, axis + 1, array))
      return false;
  return true;
}

static bool readShape(const Value &shape, Value &array, std::int64_t &count) {
  std::vector<Value> extents = {shape};
  if (shape.kind == Value::Kind::Tuple)
    extents = shape.elements;
  count = 1;
  for (const Value &extent : extents) {
    if (!extent.isInteger() || extent.number.asInt() < 0 ||
        extent.number.asInt() > maxElements)
      return false;
    array.shape.push_back(extent.number.asInt());
    count *= extent.number.asInt();
    if (count > maxElements)
      return false;
  }
  return true;
}

static std::optional<Scalar> dtypeOf(const Value &dtype) {
  if (dtype.kind == Value::Kind::Type && dtype.type.isScalar() &&
      !dtype.type.isTime())
    return dtype.type.scalar;
  if (dtype.kind == Value::Kind::String)
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
static Value makeRecords(const Value &rows, const Type &type,
                         SourceRange range) {
  Value unknown =
      Value::unknown(range, "an array of records is known when each record is "
                            "a tuple of numbers, one for each field");
  const std::vector<RecordField> &fields = type.record->fields;
  Value array;
  array.kind = Value::Kind::Array;
  array.range = range;
  array.type = Type::array(type, 1, Layout::C);
  array.shape = {static_cast<std::int64_t>(rows.elements.size())};
  for (const Value &row : rows.elements) {
    if (row.kind != Value::Kind::Tuple || row.elements.size() != fields.size())
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
  bool isSmall = array.elements.size() <= maxElements;
  return array.elements.empty() || !isSmall ? unknown : array;
}

Value makeArray(const std::string &path, const std::vector<Value> &args,
                const Value *dtype, SourceRange range) {
  Value unknown = Value::unknown(range, "the array is not known before the "
                                        "program runs");
  bool isFull = path == "np.full";
  std::size_t values = isFull ? 2 : 1;
  if (args.size() < values || args.size() > values + 1 ||
      (args.size() > values && dtype))
    return unknown;
  if (args.size() > values)
    dtype = &args[values];
  bool isRecord = dtype && dtype->kind == Value::Kind::Type &&
                  dtype->type.isRecord() && args[0].kind == Value::Kind::Tuple;
  if (isRecord && (path == "np.array" || path == "np.asarray"))
    return makeRecords(args[0], dtype->type, range);
  Value array;
  array.kind = Value::Kind::Array;
  array.range = range;
  std::int64_t count = 0;
  Type type = Type::of(Scalar::F64);
  if (path == "np.array" || path == "np.asarray") {
    if (args[0].kind == Value::Kind::Array)
      array = args[0];
    else if (!flatten(args[0], 0, array))
      return unknown;
    std::optional<Type> common;
    for (const Value &element : array.elements)
      common =
          common ? join(*common, element.number.type) : element.number.type;
    type = common.value_or(type);
  } else if (path == "np.zeros" || path == "np.ones" || isFull) {
    if (!readShape(args[0], array, count) || (isFull && !args[1].isNumber()))
      return unknown;
    Value fill =
        isFull ? args[1] : Value::of(Number::ofFloat(path == "np.ones"));
    type = fill.number.type;
    array.elements.assign(static_cast<std::size_t>(count), fill);
  } else if (path == "np.arange" && args[0].isInteger()) {
    if (!readShape(args[0], array, count))
      return unknown;
    type = Type::of(Scalar::I64);
    for (std::int64_t i = 0; i < count; ++i)
      array.elements.push_back(Value::of(Number::ofInt(i)));
  } else {
    return unknown;
  }
  if (dtype) {
    std::optional<Scalar> scalar = dtypeOf(*dtype);
    if (!scalar)
      return unknown;
    type = Type::of(*scalar);
  }
  auto size = static_cast<std::int64_t>(array.elements.size());
  if (size > maxElements)
    return unknown;
  type.weak = false;
  for (const Value &element : array.elements)
    if (dropsImaginary(element.number.type, type))
      return unknown;
  for (Value &element : array.elements)
    element = Value::of(convertNumber(element.number, type));
  array.type =
      Type::array(type.scalar, static_cast<int>(array.shape.size()), Layout::C);
  return array;
}

Operand FunctionChecker::constantArray(const Value &value,
                                       const std::string &name,
                                       SourceRange range) {
  bool isOfDevice = value.kind == Value::Kind::DeviceArray;
  // Used twice, it is one; so it is when a loop is checked again.
  std::uint32_t index = 0;
  bool isKnown = false;
  for (const auto &[known, place] : constantArrays_)
    if (known == value) {
      index = place;
      isKnown = true;
    }
  if (!isKnown) {
    index = static_cast<std::uint32_t>(function_.arrays.size());
    ir::ArrayDeclaration declaration;
    declaration.name = name;
    declaration.element = value.type.element();
    declaration.space = Space::Global;
    declaration.shape = value.shape;
    declaration.range = range;
    if (isOfDevice)
      declaration.address = value.number.bits;
    for (const Value &element : value.elements)
      declaration.data.push_back(
          {element.number.bits, element.number.number, element.number.imag});
    // An array of nothing has memory all the same.
    if (declaration.data.empty() && !isOfDevice)
      declaration.data.emplace_back();
    function_.arrays.push_back(std::move(declaration));
    constantArrays_.emplace_back(value, index);
  }
  Type type = value.type;
  type.readonly = !isOfDevice;
  return Operand::ofExpr(makeExpr(range, type, ir::ArrayStorage{index}));
}

bool FunctionChecker::refuseReadonly(const Operand &array) {
  if (!array.type.readonly)
    return false;
  diagnostics().emit(array.range, diag::CannotAssign,
                     std::string("an element of a read-only array"));
  return true;
}

} // namespace pyk2ptx
