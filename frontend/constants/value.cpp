// Compile-time values: how they are made, compared and converted.
#include "value.h"
#include "frontend/types/time_type.h"
#include "runtime/include/pyk2ptx/float16.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace pyk2ptx {

Number Number::ofInt(std::int64_t value) {
  Number number;
  number.type = Type::of(Scalar::I64);
  number.bits = static_cast<std::uint64_t>(value);
  number.exact = true;
  return number;
}

Number Number::ofUnsigned(std::uint64_t value) {
  Number number;
  number.type = Type::of(Scalar::U64);
  number.bits = value;
  number.exact = true;
  return number;
}

Number Number::ofBool(bool value) {
  Number number;
  number.type = Type::of(Scalar::Bool);
  number.bits = value;
  return number;
}

Number Number::ofFloat(double value) {
  Number number;
  number.type = Type::weakFloat();
  number.number = value;
  return number;
}

Number Number::ofComplex(double real, double imag) {
  Number number;
  number.type = Type::weakComplex();
  number.number = real;
  number.imag = imag;
  return number;
}

Number Number::part(bool isImag) const {
  Number result = *this;
  if (!type.isComplex())
    return isImag ? convertNumber(ofInt(0), type) : result;
  result.type = type.part();
  result.number = isImag ? imag : number;
  result.imag = 0;
  return result;
}

double Number::asDouble() const {
  if (type.isFloat() || type.isComplex())
    return number;
  if (big)
    return std::ldexp(static_cast<double>(high), 64) +
           static_cast<double>(bits);
  return type.scalar == Scalar::U64 ? static_cast<double>(bits)
                                    : static_cast<double>(asInt());
}

bool Number::isTrue() const {
  if (type.isComplex())
    return number != 0 || imag != 0;
  return type.isFloat() ? number != 0 : bits != 0 || big;
}

bool operator==(const Number &a, const Number &b) {
  // Bitwise, so that nan equals itself and 0.0 differs from -0.0.
  return a.type == b.type && a.bits == b.bits && a.high == b.high &&
         std::bit_cast<std::uint64_t>(a.number) ==
             std::bit_cast<std::uint64_t>(b.number) &&
         std::bit_cast<std::uint64_t>(a.imag) ==
             std::bit_cast<std::uint64_t>(b.imag);
}

/// `bits` cut to the width of an integer type and extended back by its sign.
static std::uint64_t wrapTo(Scalar scalar, std::uint64_t bits) {
  int width = bitWidth(scalar);
  if (width == 64)
    return bits;
  std::uint64_t mask = (std::uint64_t(1) << width) - 1;
  bits &= mask;
  if (isSigned(scalar) && (bits >> (width - 1)) != 0)
    bits |= ~mask;
  return bits;
}

static std::uint64_t truncateFloat(double value, Scalar scalar) {
  if (std::isnan(value))
    return 0;
  constexpr double twoTo63 = 9223372036854775808.0;
  if (scalar == Scalar::U64 && value >= 0) {
    if (value >= 2 * twoTo63)
      return std::numeric_limits<std::uint64_t>::max();
    return static_cast<std::uint64_t>(value);
  }
  if (value >= twoTo63)
    return static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (value < -twoTo63)
    return static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::min());
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

/// `value` rounded to nearest once, as float16, bfloat16 or float32 hold it;
/// a float64 itself.
static double roundedTo(double value, Scalar scalar) {
  if (scalar == Scalar::F64)
    return value;
  if (scalar == Scalar::F32)
    return static_cast<float>(value);
  return scalar == Scalar::F16 ? fromFloat16(toFloat16(value))
                               : fromBfloat16(toBfloat16(value));
}

Number convertNumber(const Number &value, const Type &type) {
  Number result;
  result.type = type;
  if (type.isBool()) {
    result.bits = value.isTrue();
  } else if (type.isFloat() || type.isComplex()) {
    result.number = value.asDouble();
    if (type.isComplex())
      result.imag = value.imag;
    if (partOf(type.scalar) == Scalar::F32) {
      result.imag = static_cast<float>(result.imag);
      // From an integer, rounding once matters beyond 2**53.
      bool isReal = value.type.isFloat() || value.type.isComplex();
      if (isReal || value.big)
        result.number = static_cast<float>(value.asDouble());
      else if (value.type.scalar == Scalar::U64)
        result.number = static_cast<float>(value.bits);
      else
        result.number = static_cast<float>(value.asInt());
    } else if (type.isHalf()) {
      result.number = roundedTo(result.number, type.scalar);
    }
  } else {
    result.bits =
        wrapTo(type.scalar, value.type.isFloat()
                                ? truncateFloat(value.number, type.scalar)
                                : value.bits);
  }
  return result;
}

Value Value::unknown(SourceRange range, std::string why) {
  Value value;
  value.range = range;
  value.text = std::move(why);
  return value;
}

Value Value::missing() {
  Value value;
  value.kind = Kind::Missing;
  return value;
}

Value Value::of(const pyk2ptx::Number &number) {
  Value value;
  value.kind = number.big ? Kind::BigInteger : Kind::Number;
  value.number = number;
  return value;
}

Value Value::ofTime(TimeType time, std::int64_t value) {
  Value result;
  result.kind = Kind::Time;
  result.number.type = pyk2ptx::Type::ofTime(time);
  result.number.bits = static_cast<std::uint64_t>(value);
  return result;
}

Value Value::path(std::string dotted) {
  Value value;
  value.kind = Kind::Path;
  value.text = std::move(dotted);
  return value;
}

Value Value::string(std::string text) {
  Value value;
  value.kind = Kind::String;
  value.text = std::move(text);
  return value;
}

Value Value::none() {
  Value value;
  value.kind = Kind::None;
  return value;
}

Value Value::tuple(std::vector<Value> elements) {
  Value value;
  value.kind = Kind::Tuple;
  value.elements = std::move(elements);
  return value;
}

Value Value::ofType(pyk2ptx::Type type) {
  Value value;
  value.kind = Kind::Type;
  value.type = std::move(type);
  return value;
}

bool operator==(const Value &a, const Value &b) {
  if (a.kind != b.kind)
    return false;
  switch (a.kind) {
  case Value::Kind::Unknown:
  case Value::Kind::Missing:
    return false;
  case Value::Kind::Number:
  case Value::Kind::BigInteger:
  case Value::Kind::Time:
    return a.number == b.number;
  case Value::Kind::Member:
    return a.type == b.type && a.elements == b.elements;
  case Value::Kind::Path:
  case Value::Kind::String:
    return a.text == b.text;
  case Value::Kind::None:
  case Value::Kind::Ellipsis:
    return true;
  case Value::Kind::Tuple:
  case Value::Kind::Dict:
  case Value::Kind::Set:
  case Value::Kind::Slice:
    return a.elements == b.elements;
  case Value::Kind::Type:
    return a.type == b.type;
  case Value::Kind::Signature:
    return a.signature == b.signature;
  case Value::Kind::External:
    return a.external == b.external;
  case Value::Kind::Function:
    return a.function == b.function;
  case Value::Kind::Jit:
    return a.jit == b.jit;
  case Value::Kind::Module:
    return a.module == b.module;
  case Value::Kind::Class:
    return a.classScope == b.classScope;
  case Value::Kind::Array:
    return a.type == b.type && a.shape == b.shape && a.elements == b.elements;
  case Value::Kind::DeviceArray:
    return a.type == b.type && a.shape == b.shape &&
           a.number.bits == b.number.bits;
  }
  return false;
}

} // namespace pyk2ptx
