// The bits of 16-bit floating-point numbers, for compilers without such types:
// the compiler, the launch and the CPU device round alike.
#ifndef PYK2PTX_FLOAT16_H
#define PYK2PTX_FLOAT16_H

#include <cmath>
#include <cstdint>
#include <cstring>

namespace pyk2ptx {

/// IEEE binary16 of a number, rounded once, to nearest even.
[[nodiscard]] inline std::uint16_t toFloat16(double value) {
  std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  double magnitude = std::fabs(value);
  if (std::isnan(value))
    return sign | 0x7e00;
  // 65520 lies halfway between the largest half and 2**16.
  if (magnitude >= 65520.0)
    return sign | 0x7c00;
  if (magnitude == 0)
    return sign;
  // Scaled so that one unit is the half's last place, nearbyint rounds once.
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  if (exponent < -13)
    exponent = -13;
  double units = std::nearbyint(std::ldexp(magnitude, 11 - exponent));
  // A subnormal has no hidden bit; a carry out of the fraction moves into the
  // exponent by itself.
  auto bits = static_cast<std::uint32_t>(units) +
              (static_cast<std::uint32_t>(exponent + 13) << 10);
  return static_cast<std::uint16_t>(sign | bits);
}

/// The upper half of a float32, likewise.
[[nodiscard]] inline std::uint16_t toBfloat16(double value) {
  std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  double magnitude = std::fabs(value);
  if (std::isnan(value))
    return sign | 0x7fc0;
  if (magnitude >= 0x1.ffp127)
    return sign | 0x7f80;
  if (magnitude == 0)
    return sign;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  if (exponent < -125)
    exponent = -125;
  double units = std::nearbyint(std::ldexp(magnitude, 8 - exponent));
  auto bits = static_cast<std::uint32_t>(units) +
              (static_cast<std::uint32_t>(exponent + 125) << 7);
  return static_cast<std::uint16_t>(sign | bits);
}

/// And back, exactly.
[[nodiscard]] inline float fromFloat16(std::uint16_t bits) {
  std::uint32_t magnitude = bits & 0x7fffu, wide = 0;
  if (magnitude > 0x7c00)
    wide = 0x7fc00000;
  else if (magnitude == 0x7c00)
    wide = 0x7f800000;
  else if (magnitude >= 0x400)
    wide = (magnitude << 13) + (112u << 23);
  float value = static_cast<float>(magnitude) / 0x1p24f;
  if (wide)
    std::memcpy(&value, &wide, 4);
  return (bits & 0x8000) != 0 ? -value : value;
}

[[nodiscard]] inline float fromBfloat16(std::uint16_t bits) {
  std::uint32_t wide = static_cast<std::uint32_t>(bits) << 16;
  float value = 0;
  std::memcpy(&value, &wide, 4);
  return value;
}

} // namespace pyk2ptx

#endif
