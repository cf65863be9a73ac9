// NumPy's functions on constants: arrays made by them, functions of their
// elements, and reductions, which add in NumPy's order.
#include "fold.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

namespace pyk2ptx {

using namespace syntax;
using Kind = Value::Kind;

namespace {

Value unknownArray(const HostCall &call) {
  return call.fails("the array is not known before the program runs");
}

// ---- making arrays ----

/// An array of one value, all of one type.
std::optional<Value> filled(const Value &shape, const Value &fill,
                            const Value *dtype, const HostCall &call) {
  std::vector<Value> extents = {shape};
  if (shape.kind == Kind::Tuple)
    extents = shape.elements;
  Value array;
  array.kind = Kind::Array;
  array.range = call.range;
  std::int64_t count = 1;
  for (const Value &extent : extents) {
    if (!extent.isInteger() || extent.number.asInt() < 0 ||
        extent.number.asInt() > mostElements)
      return std::nullopt;
    array.shape.push_back(extent.number.asInt());
    count *= extent.number.asInt();
    if (count > mostElements)
      return std::nullopt;
  }
  if (!fill.isNumber())
    return std::nullopt;
  array.type = Type::array(fill.number.type.scalar,
                           static_cast<int>(array.shape.size()), Layout::C);
  array.elements.assign(static_cast<std::size_t>(count), fill);
  if (count > 0)
    return arrayOf(array, dtype, call.range);
  // Without elements the type is all there is.
  Value one = arrayOf(Value::tuple({fill}), dtype, call.range);
  if (!one.isKnown())
    return std::nullopt;
  array.type = Type::array(one.type.scalar,
                           static_cast<int>(array.shape.size()), Layout::C);
  return array;
}

/// np.arange: NumPy adds multiples of the difference of its first two.
std::optional<Value> arange(const HostCall &call) {
  std::vector<Value> parts;
  for (std::size_t i = 0; i < call.args.size() && i < 3; ++i)
    parts.push_back(call.args[i]);
  const Value *dtype = call.argument(3, "dtype");
  for (const char *name : {"start", "stop", "step"})
    if (call.keyword(name))
      return std::nullopt;
  if (parts.size() == 1)
    parts.insert(parts.begin(), intValue(0));
  if (parts.size() == 2)
    parts.push_back(intValue(1));
  if (parts.size() != 3)
    return std::nullopt;
  bool areInts = true;
  for (const Value &part : parts) {
    if (!part.isNumber() || part.number.type.isComplex() ||
        !isOfPython(part.number))
      return std::nullopt;
    areInts = areInts && !part.number.type.isFloat();
  }
  double start = parts[0].number.asDouble();
  double step = parts[2].number.asDouble();
  double size = std::ceil((parts[1].number.asDouble() - start) / step);
  if (!(size <= static_cast<double>(mostElements)))
    return std::nullopt;
  Value list = Value::tuple({});
  double delta = (start + step) - start;
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(size); ++i)
    list.elements.push_back(
        areInts  ? intValue(wide(parts[0].number) +
                            static_cast<Wide>(i) * wide(parts[2].number))
        : i == 1 ? floatValue(start + step)
                 : floatValue(start + static_cast<double>(i) * delta));
  if (dtype && dtype->kind != Kind::None && !areInts &&
      arrayOf(Value::tuple({}), dtype, call.range).type.element() !=
          Type::of(Scalar::F64))
    return std::nullopt;
  if (list.elements.empty())
    return filled(intValue(0), areInts ? intValue(0) : floatValue(0), dtype,
                  call);
  return arrayOf(list, dtype, call.range);
}

std::optional<Value> linspace(const HostCall &call) {
  const Value *first = call.argument(0, "start");
  const Value *last = call.argument(1, "stop");
  const Value *number = call.argument(2, "num");
  const Value *endpoint = call.argument(3, "endpoint");
  bool hasEnd = !endpoint || endpoint->isTrue();
  std::int64_t count = number && number->isInteger() ? number->number.asInt()
                       : number                      ? -1
                                                     : 50;
  if (!first || !last || !first->isNumber() || !last->isNumber() || count < 1 ||
      count > mostElements || call.keyword("retstep") || call.args.size() > 4)
    return std::nullopt;
  double start = first->number.asDouble();
  double stop = last->number.asDouble();
  double parts = static_cast<double>(hasEnd ? count - 1 : count);
  double span = stop - start;
  double step = span / parts;
  Value list = Value::tuple({});
  for (std::int64_t i = 0; i < count; ++i) {
    auto at = static_cast<double>(i);
    double value = parts <= 0  ? at * span
                   : step == 0 ? at / parts * span
                               : at * step;
    bool isLast = hasEnd && count > 1 && i == count - 1;
    list.elements.push_back(floatValue(isLast ? stop : value + start));
  }
  const Value *dtype = call.keyword("dtype");
  if (dtype && dtype->kind != Kind::None) {
    // Integers are rounded down.
    Value wanted = arrayOf(Value::tuple({}), dtype, call.range);
    if (wanted.isKnown() && wanted.type.element().isInteger())
      for (Value &each : list.elements)
        each = floatValue(std::floor(each.number.number));
  }
  return arrayOf(list, dtype, call.range);
}

std::optional<Value> eye(const HostCall &call) {
  const Value *rows = call.argument(0, call.name == "eye" ? "N" : "n");
  bool isEye = call.name == "eye";
  const Value *columns = isEye ? call.argument(1, "M") : nullptr;
  const Value *shift = isEye ? call.argument(2, "k") : nullptr;
  const Value *dtype = call.argument(isEye ? 3 : 1, "dtype");
  if (!columns || columns->kind == Kind::None)
    columns = rows;
  if (!rows || !rows->isInteger() || !columns->isInteger() ||
      (shift && !shift->isInteger()))
    return std::nullopt;
  auto array =
      filled(Value::tuple({*rows, *columns}), floatValue(0), dtype, call);
  if (!array || !array->isKnown() || !array->type.element().isNumber())
    return array;
  std::int64_t width = array->shape[1];
  for (std::int64_t i = 0; i < array->shape[0]; ++i) {
    std::int64_t at = i + (shift ? shift->number.asInt() : 0);
    if (at >= 0 && at < width)
      array->elements[static_cast<std::size_t>(i * width + at)] =
          Value::of(convertNumber(Number::ofInt(1), array->type.element()));
  }
  return array;
}

/// Numbers in a text's bytes, the least significant byte first.
std::optional<Value> frombuffer(const HostCall &call) {
  const Value *bytes = call.argument(0, "buffer");
  const Value *dtype = call.argument(1, "dtype");
  if (!bytes || bytes->kind != Kind::String || !bytes->isBytes ||
      call.args.size() > 2)
    return std::nullopt;
  Value float64 = Value::ofType(Type::of(Scalar::F64));
  if (!dtype)
    dtype = &float64;
  Value array = arrayOf(Value::tuple({}), dtype, call.range);
  if (!array.isKnown())
    return array;
  Type element = array.type.element();
  std::size_t size = element.isInteger() || element == Type::of(Scalar::F32) ||
                             element == Type::of(Scalar::F64)
                         ? byteSize(element)
                         : 0;
  if (size == 0 || bytes->text.size() > mostElements)
    return std::nullopt;
  if (bytes->text.empty() || bytes->text.size() % size != 0)
    return call.fails("np.frombuffer: " + std::to_string(bytes->text.size()) +
                      " bytes are no elements of " + std::to_string(size));
  Value list = Value::tuple({});
  for (std::size_t at = 0; at < bytes->text.size(); at += size) {
    std::uint64_t bits = 0;
    for (std::size_t k = size; k-- > 0;)
      bits = bits << 8 | static_cast<unsigned char>(bytes->text[at + k]);
    Number number = Number::ofInt(static_cast<std::int64_t>(bits));
    if (element.scalar == Scalar::F64)
      number.number = std::bit_cast<double>(bits);
    else if (element.isFloat())
      number.number = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    list.elements.push_back(element.isFloat()
                                ? floatValue(number.number)
                                : Value::of(convertNumber(number, element)));
  }
  return arrayOf(list, dtype, call.range);
}

std::optional<Value> makeNumpyArray(const HostCall &call) {
  const std::string &name = call.name;
  const std::vector<Value> &args = call.args;
  for (const auto &[keyword, value] : call.keywords)
    if (keyword != "dtype" && keyword != "copy" && keyword != "shape" &&
        keyword != "buffer" && keyword != "fill_value" && name != "linspace" &&
        name != "eye" && name != "arange")
      return std::nullopt;
  if (name == "arange")
    return arange(call);
  if (name == "linspace")
    return linspace(call);
  if (name == "eye" || name == "identity")
    return eye(call);
  if (name == "frombuffer")
    return frombuffer(call);
  if ((name == "array" || name == "asarray" || name == "ascontiguousarray") &&
      !args.empty() && args.size() <= 2)
    return arrayOf(args[0], call.argument(1, "dtype"), call.range);
  bool isFull = name == "full" || name == "full_like";
  bool isLike =
      name == "zeros_like" || name == "ones_like" || name == "full_like";
  if (!isFull && !isLike && name != "zeros" && name != "ones")
    return std::nullopt;
  const Value *shape = call.argument(0, isLike ? "a" : "shape");
  const Value *dtype = call.argument(isFull ? 2 : 1, "dtype");
  const Value *fill = isFull ? call.argument(1, "fill_value") : nullptr;
  if (!shape || (isFull && !fill) || args.size() > (isFull ? 3U : 2U))
    return std::nullopt;
  Value ownType;
  Value like;
  if (isLike) {
    like = arrayOf(*shape, nullptr, call.range);
    if (!like.isKnown())
      return std::nullopt;
    ownType = Value::ofType(like.type.element());
    dtype = dtype && dtype->kind != Kind::None ? dtype : &ownType;
    like = arrayShape(like);
    shape = &like;
  }
  return filled(*shape, fill ? *fill : floatValue(name.starts_with("ones")),
                dtype, call);
}

// ---- functions of elements ----

/// f of a number or of every element.
template <class Function>
Value eachElement(const Value &value, Function function) {
  if (value.kind != Kind::Array)
    return Value::of(function(value.number));
  Value result = value;
  for (Value &element : result.elements)
    element = Value::of(function(element.number));
  Type type = value.elements.empty() ? value.type.element()
                                     : result.elements[0].number.type;
  result.type =
      Type::array(type.scalar, static_cast<int>(value.shape.size()), Layout::C);
  return result;
}

/// A number, an array, or a tuple as one, of real numbers.
std::optional<Value> asReal(const Value &value, const HostCall &call) {
  Value result = value;
  if (value.kind == Kind::Tuple)
    result = arrayOf(value, nullptr, call.range);
  bool isReal = result.kind == Kind::Array
                    ? !result.type.record && !result.type.element().isComplex()
                    : result.isNumber() && !result.number.type.isComplex();
  return isReal ? std::optional(result) : std::nullopt;
}

/// What a function of NumPy's gives of an element of this type: float16 for 8
/// bits, computed in float32; float32 for 16.
Number asLoopOf(const Type &type, const Number &result) {
  if (type.isFloat())
    return convertNumber(result, Type::of(type.scalar));
  int bits = type.isBool() ? 8 : bitWidth(type.scalar);
  if (bits > 16)
    return convertNumber(result, Type::of(Scalar::F64));
  Number rounded = convertNumber(result, Type::of(Scalar::F32));
  return bits == 16 ? rounded : convertNumber(rounded, Type::of(Scalar::F16));
}

std::optional<Value> foldElements(const HostCall &call) {
  if (call.args.size() != 1 || !call.keywords.empty())
    return std::nullopt;
  auto value = asReal(call.args[0], call);
  if (!value)
    return std::nullopt;
  const std::string &name = call.name;
  bool isRounding = name == "floor" || name == "ceil" || name == "trunc";
  // Python's own numbers stay such.
  auto typed = [&](const Number &number, const Number &result) {
    bool isTyped = value->kind == Kind::Array || number.type.isBool() ||
                   !isOfPython(number);
    return isTyped ? asLoopOf(number.type, result) : result;
  };
  if (UnaryFunction function = numpyFunction(name))
    return eachElement(*value, [&](const Number &number) {
      bool isTyped = value->kind == Kind::Array || !isOfPython(number);
      if (isRounding && isTyped && !number.type.isFloat())
        return number;
      return typed(number, Number::ofFloat(function(number.asDouble())));
    });
  if (name == "abs" || name == "absolute" || name == "fabs")
    return eachElement(*value, [&](const Number &number) {
      Number result = number;
      if (number.type.isFloat())
        result.number = std::fabs(number.number);
      else if (wide(number) < 0)
        result = convertNumber(
            integer(-wide(number), number.exact, number.type), number.type);
      if (number.exact)
        result.exact = true;
      return name == "fabs" && !number.type.isFloat()
                 ? typed(number, Number::ofFloat(result.asDouble()))
                 : result;
    });
  if (name == "negative")
    return foldHost(UnaryOp::Negative, *value, call.range);
  if (name == "square")
    return foldHost(BinaryOp::Mul, *value, *value, call.range);
  if (name == "isnan" || name == "isinf" || name == "isfinite")
    return eachElement(*value, [&](const Number &number) {
      double x = number.asDouble();
      return Number::ofBool(name == "isnan"   ? std::isnan(x)
                            : name == "isinf" ? std::isinf(x)
                                              : std::isfinite(x));
    });
  return std::nullopt;
}

struct OperatorRow {
  const char *name;
  BinaryOp op;
};

const OperatorRow operatorRows[] = {
    {"add", BinaryOp::Add},
    {"subtract", BinaryOp::Sub},
    {"multiply", BinaryOp::Mul},
    {"divide", BinaryOp::TrueDiv},
    {"true_divide", BinaryOp::TrueDiv},
    {"floor_divide", BinaryOp::FloorDiv},
    {"remainder", BinaryOp::Mod},
    {"mod", BinaryOp::Mod},
    {"power", BinaryOp::Pow},
    {"bitwise_and", BinaryOp::BitAnd},
    {"bitwise_or", BinaryOp::BitOr},
    {"bitwise_xor", BinaryOp::BitXor},
};

/// A number of Python's as NumPy's functions take it.
Value typed(const Value &value) {
  if (!value.isNumber() || !isOfPython(value.number))
    return value;
  const Type &type = value.number.type;
  return Value::of(convertNumber(value.number, Type::of(type.scalar)));
}

std::optional<Value> foldPairs(const HostCall &call) {
  if (call.args.size() != 2 || !call.keywords.empty())
    return std::nullopt;
  auto left = asReal(call.args[0], call);
  auto right = asReal(call.args[1], call);
  if (!left || !right)
    return std::nullopt;
  bool areOfPython = left->isNumber() && right->isNumber() &&
                     isOfPython(left->number) && isOfPython(right->number);
  for (const OperatorRow &row : operatorRows) {
    if (call.name != row.name)
      continue;
    if (!areOfPython)
      return foldHost(row.op, *left, *right, call.range);
    // Two of Python's meet as NumPy's, by which a float stays weak.
    Value result = foldHost(row.op, typed(*left), typed(*right), call.range);
    bool isFloat = result.isNumber() && result.number.type.isFloat();
    return isFloat ? floatValue(result.number.number) : result;
  }
  bool isMax = call.name == "maximum" || call.name == "fmax";
  bool isMin = call.name == "minimum" || call.name == "fmin";
  bool isHypot = call.name == "hypot";
  if ((!isMax && !isMin && !isHypot && call.name != "arctan2") ||
      left->kind == Kind::Array || right->kind == Kind::Array)
    return std::nullopt;
  double x = left->number.asDouble();
  double y = right->number.asDouble();
  if (!areOfPython || std::isnan(x) || std::isnan(y))
    return std::nullopt;
  if (isMax || isMin) {
    bool isLeft = isMax ? x >= y : x <= y;
    bool isFloat = left->number.type.isFloat() || right->number.type.isFloat();
    return isFloat ? floatValue(isLeft ? x : y) : isLeft ? *left : *right;
  }
  return floatValue(isHypot ? std::hypot(x, y) : std::atan2(x, y));
}

// ---- reductions ----

/// NumPy's sum of a contiguous row: eight sums side by side in blocks of at
/// most 128, which are added pairwise.
template <class Real> Real pairwise(const Real *values, std::size_t count) {
  if (count < 8) {
    Real sum = -0.0;
    for (std::size_t i = 0; i < count; ++i)
      sum += values[i];
    return sum;
  }
  if (count <= 128) {
    Real sums[8];
    std::copy(values, values + 8, sums);
    std::size_t i = 8;
    for (; i < count - count % 8; i += 8)
      for (std::size_t j = 0; j < 8; ++j)
        sums[j] += values[i + j];
    Real sum = ((sums[0] + sums[1]) + (sums[2] + sums[3])) +
               ((sums[4] + sums[5]) + (sums[6] + sums[7]));
    for (; i < count; ++i)
      sum += values[i];
    return sum;
  }
  std::size_t half = count / 2;
  half -= half % 8;
  return pairwise(values, half) + pairwise(values + half, count - half);
}

template <class Real> double sumAs(const Value &array) {
  std::vector<Real> values;
  for (const Value &element : array.elements)
    values.push_back(static_cast<Real>(element.number.number));
  Real sum = pairwise(values.data(), values.size());
  // The reduction starts from 0.
  return static_cast<double>(static_cast<Real>(0) + sum);
}

Value sumOf(const Value &array) {
  Type element = array.type.element();
  if (element.isFloat())
    return Value::of(convertNumber(Number::ofFloat(element.scalar == Scalar::F32
                                                       ? sumAs<float>(array)
                                                       : sumAs<double>(array)),
                                   element));
  std::uint64_t sum = 0;
  for (const Value &each : array.elements)
    sum += each.number.bits;
  bool isUnsigned = element.isInteger() && !isSigned(element.scalar);
  return Value::of(integer(static_cast<Wide>(sum), false,
                           Type::of(isUnsigned ? Scalar::U64 : Scalar::I64)));
}

Value productOf(const Value &array) {
  Type element = array.type.element();
  bool isUnsigned = element.isInteger() && !isSigned(element.scalar);
  Type type = element.isFloat()
                  ? element
                  : Type::of(isUnsigned ? Scalar::U64 : Scalar::I64);
  std::uint64_t bits = 1;
  double product = 1;
  for (const Value &each : array.elements) {
    bits *= each.number.bits;
    product = convertNumber(
                  Number::ofFloat(product * each.number.asDouble()),
                  Type::of(element.isFloat() ? element.scalar : Scalar::F64))
                  .number;
  }
  return Value::of(element.isFloat()
                       ? convertNumber(Number::ofFloat(product), type)
                       : integer(static_cast<Wide>(bits), false, type));
}

/// min, max, argmin, argmax
Value extreme(const Value &array, const std::string &name,
              const HostCall &call) {
  bool isMax = name == "max" || name == "amax" || name == "argmax";
  std::size_t best = 0;
  for (std::size_t i = 0; i < array.elements.size(); ++i) {
    const Value &each = array.elements[i];
    if (std::isnan(each.number.asDouble()))
      return call.fails("the array holds nan");
    if (isMax ? isLess(array.elements[best], each).value_or(false)
              : isLess(each, array.elements[best]).value_or(false))
      best = i;
  }
  return name.starts_with("arg")
             ? Value::of(
                   convertNumber(Number::ofInt(static_cast<std::int64_t>(best)),
                                 Type::of(Scalar::I64)))
             : array.elements[best];
}

std::optional<Value> cumulative(const Value &array) {
  if (array.shape.size() != 1)
    return std::nullopt;
  Value result = array;
  Type element = array.type.element();
  bool isUnsigned = element.isInteger() && !isSigned(element.scalar);
  Type type = element.isFloat()
                  ? element
                  : Type::of(isUnsigned ? Scalar::U64 : Scalar::I64);
  for (std::size_t i = 0; i < result.elements.size(); ++i) {
    Number own = convertNumber(array.elements[i].number, type);
    if (i > 0)
      own =
          convertNumber(Evaluator::binary(BinaryOp::Add, result.elements[i - 1],
                                          Value::of(own), {})
                            .number,
                        type);
    result.elements[i] = Value::of(own);
  }
  result.type = Type::array(type.scalar, 1, Layout::C);
  return result;
}

std::optional<Value> reduce(const HostCall &call) {
  static constexpr const char *names[] = {
      "sum",  "prod", "product", "min",    "max",    "amin",  "amax",
      "mean", "any",  "all",     "cumsum", "argmin", "argmax"};
  const std::string &name = call.name;
  if (std::find(std::begin(names), std::end(names), name) == std::end(names) ||
      call.args.size() != 1 || !call.keywords.empty())
    return std::nullopt;
  auto array = asReal(call.args[0], call);
  if (!array)
    return std::nullopt;
  if (array->kind != Kind::Array)
    array = arrayOf(Value::tuple({*array}), nullptr, call.range);
  Type element = array->type.element();
  if (element.scalar == Scalar::F16 || element.scalar == Scalar::BF16)
    return unknownArray(call);
  if (name == "any" || name == "all") {
    bool isAny = name == "any";
    for (const Value &each : array->elements)
      if (each.number.isTrue() == isAny)
        return boolValue(isAny);
    return boolValue(!isAny);
  }
  if (name == "sum")
    return sumOf(*array);
  if (name == "prod" || name == "product")
    return productOf(*array);
  if (name == "cumsum")
    return cumulative(*array);
  if (array->elements.empty())
    return unknownArray(call);
  if (name != "mean")
    return extreme(*array, name, call);
  auto count = static_cast<double>(array->elements.size());
  Value real = Value::ofType(Type::of(Scalar::F64));
  Value sum =
      sumOf(element.isFloat() ? *array : arrayOf(*array, &real, call.range));
  return Value::of(convertNumber(Number::ofFloat(sum.number.number / count),
                                 sum.number.type));
}

/// np.round(x, decimals): scaled, rounded to even, scaled back.
std::optional<Value> foldRound(const HostCall &call) {
  if (call.name != "round" && call.name != "around")
    return std::nullopt;
  const Value *digits = call.argument(1, "decimals");
  auto value = call.args.empty() ? std::nullopt : asReal(call.args[0], call);
  if (!value || (digits && !digits->isInteger()))
    return std::nullopt;
  std::int64_t places = digits ? digits->number.asInt() : 0;
  Type type =
      value->kind == Kind::Array ? value->type.element() : value->number.type;
  if (type.scalar != Scalar::F64 || places < 0 || places > 22)
    return std::nullopt;
  double scale = std::pow(10.0, static_cast<double>(places));
  return eachElement(*value, [&](const Number &number) {
    double rounded = std::nearbyint(number.number * scale) / scale;
    return convertNumber(Number::ofFloat(rounded), number.type);
  });
}

} // namespace

std::optional<Value> foldNumpy(const HostCall &call) {
  if (std::optional<Value> made = makeNumpyArray(call))
    return made;
  if (call.name == "size" || call.name == "ndim" || call.name == "shape")
    return call.args.size() == 1 && call.args[0].kind == Kind::Array
               ? foldAttribute(call.args[0], call.name)
               : std::nullopt;
  if (call.name == "where" && call.args.size() == 3 && call.keywords.empty())
    return chosenElements(call.args[0], call.args[1], call.args[2], call.range);
  // Methods that are functions, too.
  bool isMethod = call.name == "reshape" || call.name == "ravel" ||
                  call.name == "transpose";
  if (isMethod && !call.args.empty() && call.args[0].kind == Kind::Array) {
    std::vector<Value> rest(call.args.begin() + 1, call.args.end());
    return foldMethod(call.args[0],
                      {call.name, rest, call.keywords, call.range, call.call});
  }
  if (std::optional<Value> folded = foldElements(call))
    return folded;
  if (std::optional<Value> folded = foldPairs(call))
    return folded;
  if (std::optional<Value> folded = foldRound(call))
    return folded;
  return reduce(call);
}

} // namespace pyk2ptx
