// An array as NumPy prints it: the shortest digits that read back as the
// number, of long arrays the ends.
#include "describe_array.h"

#include "frontend/types/time_type.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace pyk2ptx {

namespace {

// NumPy writes the shortest digits, and "1." for a float without a fraction.
template <typename Float> std::string showFloat(Float value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  char digits[64];
  std::to_chars_result end = std::to_chars(digits, digits + 64, value);
  std::string text(digits, end.ptr);
  if (text.find_first_of(".e") == std::string::npos)
    text += '.';
  return text;
}

// The shortest digits that read back as the same 16 bits.
std::string showHalf(const std::byte *from, Scalar scalar) {
  std::uint16_t bits = 0;
  std::memcpy(&bits, from, 2);
  bool isHalf = scalar == Scalar::F16;
  double value = isHalf ? fromFloat16(bits) : fromBfloat16(bits);
  for (int digits = 1; digits < 6 && std::isfinite(value); ++digits) {
    char text[40];
    std::snprintf(text, sizeof(text), "%.*e", digits - 1, value);
    double shorter = std::strtod(text, nullptr);
    if ((isHalf ? toFloat16(shorter) : toBfloat16(shorter)) == bits)
      return showFloat(shorter);
  }
  return showFloat(value);
}

// As NumPy shows a complex number: "1.+2.j".
template <typename Float> std::string showComplex(const std::byte *from) {
  Float parts[2];
  std::memcpy(parts, from, sizeof(parts));
  std::string imag = showFloat(parts[1]);
  if (imag[0] != '-')
    imag = "+" + imag;
  return showFloat(parts[0]) + imag + "j";
}

std::string showScalar(Scalar scalar, const std::byte *from) {
  if (isHalf(scalar))
    return showHalf(from, scalar);
  if (scalar == Scalar::C64)
    return showComplex<float>(from);
  if (scalar == Scalar::C128)
    return showComplex<double>(from);
  if (scalar == Scalar::F32) {
    float value = 0;
    std::memcpy(&value, from, 4);
    return showFloat(value);
  }
  if (scalar == Scalar::F64) {
    double value = 0;
    std::memcpy(&value, from, 8);
    return showFloat(value);
  }
  if (scalar == Scalar::Bool)
    return *from != std::byte() ? "True" : "False";
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, byteSize(scalar));
  if (!isSigned(scalar))
    return std::to_string(bits);
  int shift = 64 - bitWidth(scalar);
  return std::to_string(static_cast<std::int64_t>(bits << shift) >> shift);
}

std::string showValue(const Type &type, const std::byte *from);

// [1. 2.] of a field that is an array.
std::string showField(const RecordField &field, std::size_t axis,
                      const std::byte *&from) {
  if (axis == field.shape.size()) {
    std::string text = showValue(field.type, from);
    from += byteSize(field.type);
    return text;
  }
  std::string text = "[";
  for (std::int64_t i = 0; i < field.shape[axis]; ++i)
    text += (i ? " " : "") + showField(field, axis + 1, from);
  return text + "]";
}

// Text up to its padding, in quotes.
std::string showChars(const RecordField &chars, const std::byte *from) {
  std::string text, pending;
  for (std::int64_t i = 0; i < chars.shape[0]; ++i) {
    std::uint32_t c = 0;
    auto size = static_cast<std::size_t>(byteSize(chars.type));
    std::memcpy(&c, from + static_cast<std::size_t>(i) * size, size);
    char shown[16];
    bool isPlain = c >= 0x20 && c < 0x7f;
    std::snprintf(shown, sizeof(shown), isPlain ? "%c" : "\\x%02x", c);
    pending += shown;
    if (c != 0) {
      text += pending;
      pending.clear();
    }
  }
  return "'" + text + "'";
}

std::string showValue(const Type &type, const std::byte *from) {
  if (type.isTime()) {
    std::int64_t count = 0;
    std::memcpy(&count, from, sizeof(count));
    return showTime(type.time, count);
  }
  if (!type.isRecord())
    return showScalar(type.scalar, from);
  if (type.record->kind == RecordLayout::Kind::Chars)
    return showChars(type.record->fields[0], from);
  std::string text = "(";
  for (const RecordField &field : type.record->fields) {
    const std::byte *place = from + field.offset;
    text += (text.size() > 1 ? ", " : "") + showField(field, 0, place);
  }
  return text + ")";
}

} // namespace

std::string describeArray(const HostArray &array) {
  std::string text = std::string(array.dtypeText()) + " (";
  for (std::size_t axis = 0; axis < array.shape.size(); ++axis)
    text += (axis ? ", " : "") + std::to_string(array.shape[axis]);
  text += array.shape.size() == 1 ? ",) [" : ") [";
  constexpr std::int64_t shown = 3;
  std::int64_t size = array.size();
  for (std::int64_t i = 0; i < size; ++i) {
    if (i)
      text += ' ';
    if (size > 2 * shown && i == shown) {
      text += "... ";
      i = size - shown;
    }
    text += showValue(array.elementType(), array.element(i));
  }
  return text + "]";
}

} // namespace pyk2ptx
