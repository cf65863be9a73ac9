// The bits of 16-bit floating-point numbers, for compilers without such types:
// the compiler, the launch and the CPU device round alike.
#ifndef PYK2PTX_FLOAT16_H
#define PYK2PTX_FLOAT16_H

#include <cmath>
#include <cstdint>
#include <cstring>

namespace pyk2ptx {

/// The bits of a number that has `fraction` bits behind the point and an
/// exponent biased by `bias`, rounded once, to nearest even.
[[nodiscard]] inline std::uint16_t roundTo16Bits(double value,
                                                 unsigned fraction, int bias) {
  constexpr unsigned wideFraction = 52;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, 8);
  auto sign = static_cast<std::uint32_t>(bits >> 48) & 0x8000u;
  auto wideExponent = static_cast<int>(bits >> wideFraction & 2047);
  std::uint32_t infinity = (2u * static_cast<unsigned>(bias) + 1) << fraction;
  if (std::isnan(value))
    return static_cast<std::uint16_t>(sign | infinity | 1u << (fraction - 1));
  int exponent = wideExponent - 1023 + bias;
  if (exponent > 2 * bias)
    return static_cast<std::uint16_t>(sign | infinity);
  unsigned shift = wideFraction - fraction;
  // A subnormal has no hidden bit.
  if (exponent < 1)
    shift += static_cast<unsigned>(1 - exponent);
  if (shift > wideFraction + 1)
    return static_cast<std::uint16_t>(sign);
  std::uint64_t one = std::uint64_t(1) << wideFraction;
  std::uint64_t significand = one | (bits & (one - 1));
  std::uint64_t unit = std::uint64_t(1) << shift;
  std::uint64_t units = significand >> shift, rest = significand & (unit - 1);
  units += rest > unit / 2 || (rest == unit / 2 && (units & 1) != 0) ? 1 : 0;
  // The hidden bit, and a carry out of the fraction, move into the exponent.
  std::uint32_t below = exponent < 1 ? 0 : static_cast<unsigned>(exponent - 1);
  return static_cast<std::uint16_t>(
      sign | ((below << fraction) + static_cast<std::uint32_t>(units)));
}

/// IEEE binary16 of a number, rounded once, to nearest even.
[[nodiscard]] inline std::uint16_t toFloat16(double value) {
  return roundTo16Bits(value, 10, 15);
}

/// The upper half of a float32, likewise.
[[nodiscard]] inline std::uint16_t toBfloat16(double value) {
  return roundTo16Bits(value, 7, 127);
}

/// And back, exactly.
[[nodiscard]] inline float fromFloat16(std::uint16_t bits) {
  std::uint32_t magnitude = bits & 0x7fffu, wide = 0;
  float small = static_cast<float>(magnitude) / 0x1p24f, value = 0;
  std::memcpy(&wide, &small, 4);
  // No branches: compilers make vectors of it.
  wide = magnitude >= 0x400 ? (magnitude << 13) + (112u << 23) : wide;
  wide = magnitude >= 0x7c00 ? 0x7f800000 : wide;
  wide = magnitude > 0x7c00 ? 0x7fc00000 : wide;
  wide |= static_cast<std::uint32_t>(bits & 0x8000) << 16;
  std::memcpy(&value, &wide, 4);
  return value;
}

[[nodiscard]] inline float fromBfloat16(std::uint16_t bits) {
  std::uint32_t wide = static_cast<std::uint32_t>(bits) << 16;
  float value = 0;
  std::memcpy(&value, &wide, 4);
  return value;
}

} // namespace pyk2ptx

#endif
