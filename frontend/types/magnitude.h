// How far an integer is from zero.
#ifndef PYK2PTX_FRONTEND_TYPES_MAGNITUDE_H
#define PYK2PTX_FRONTEND_TYPES_MAGNITUDE_H

#include <cstdint>

namespace pyk2ptx {

/// Of every int64, the least one too, of which std::abs is undefined.
[[nodiscard]] constexpr std::uint64_t magnitudeOf(std::int64_t value) {
  auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? 0 - bits : bits;
}

} // namespace pyk2ptx

#endif
