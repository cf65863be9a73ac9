// float_range: interval arithmetic of floats, in float64. No result is rounded:
// who computes in a narrower type looks further out, and asks inFloat32 how far
// its numbers go.
#ifndef PYK2PTX_COMPILER_FACTS_FLOAT_RANGE_H
#define PYK2PTX_COMPILER_FACTS_FLOAT_RANGE_H

#include <algorithm>
#include <cmath>
#include <limits>

namespace pyk2ptx {

/// Between two numbers, which may be infinite; or not a number.
struct FloatRange {
  double low, high;
  bool isNanPossible;
};

/// Below the least normal float32, which some instructions take for zero.
inline constexpr double leastNormal = 0x1p-126;

inline FloatRange anyFloat() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {-infinity, infinity, true};
}

/// Of what has no number yet.
inline FloatRange noFloat() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {infinity, -infinity, false};
}
inline bool isNone(const FloatRange &range) { return range.low > range.high; }

inline bool isFinite(const FloatRange &range) {
  return std::isfinite(range.low) && std::isfinite(range.high);
}

/// The same of float32s: what lies beyond the largest is infinite. (An infinity
/// less itself, or times zero, is not a number.)
inline FloatRange inFloat32(FloatRange range) {
  constexpr double most = std::numeric_limits<float>::max();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (range.low < -most)
    range.low = -infinity;
  if (range.low > most)
    range.low = most;
  if (range.high > most)
    range.high = infinity;
  if (range.high < -most)
    range.high = -most;
  return range;
}

inline FloatRange unite(const FloatRange &one, const FloatRange &other) {
  return {std::min(one.low, other.low), std::max(one.high, other.high),
          one.isNanPossible || other.isNanPossible};
}

/// Infinities cancel, or are multiplied by zero: nothing is known then.
inline FloatRange sum(const FloatRange &left, const FloatRange &right) {
  if (!isFinite(left) || !isFinite(right))
    return anyFloat();
  return {left.low + right.low, left.high + right.high,
          left.isNanPossible || right.isNanPossible};
}
inline FloatRange product(const FloatRange &left, const FloatRange &right) {
  if (!isFinite(left) || !isFinite(right))
    return anyFloat();
  auto [low, high] =
      std::minmax({left.low * right.low, left.low * right.high,
                   left.high * right.low, left.high * right.high});
  return {low, high, left.isNanPossible || right.isNanPossible};
}
inline FloatRange negated(const FloatRange &range) {
  return {-range.high, -range.low, range.isNanPossible};
}
inline FloatRange quotient(const FloatRange &left, const FloatRange &right) {
  if (!isFinite(left) || !isFinite(right) ||
      (right.low <= 0 && right.high >= 0))
    return anyFloat();
  auto [low, high] =
      std::minmax({left.low / right.low, left.low / right.high,
                   left.high / right.low, left.high / right.high});
  return {low, high, left.isNanPossible || right.isNanPossible};
}

/// Minima and maxima leave nan out where the other is a number.
inline FloatRange least(const FloatRange &left, const FloatRange &right) {
  double low = std::min(left.low, right.low);
  double high = std::min(left.high, right.high);
  if (left.isNanPossible)
    high = std::max(high, right.high);
  if (right.isNanPossible)
    high = std::max(high, left.high);
  return {low, high, left.isNanPossible && right.isNanPossible};
}

} // namespace pyk2ptx

#endif
