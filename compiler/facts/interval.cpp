// Interval arithmetic with Python's operators. Products and sums are exact in
// 128 bits; what may leave int64 wraps, so it is anything.
#include "interval.h"
#include "frontend/tables/registers.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace pyk2ptx {

using ir::BinaryOp;

Interval unite(Interval a, Interval b) {
  if (isEmpty(a))
    return b;
  if (isEmpty(b))
    return a;
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

Interval intersect(Interval a, Interval b) {
  return {std::max(a.low, b.low), std::min(a.high, b.high)};
}

std::int64_t lastValue(Interval start, std::int64_t end, Interval step,
                       bool isUp) {
  std::int64_t first = isUp ? start.low : start.high;
  if (isUp ? end <= first : end >= first)
    return first;
  if (start.low != start.high || step.low != step.high)
    return end;
  return static_cast<std::int64_t>(end - (__int128(end) - first) % step.low);
}

/// [low, high], or everything when int64 does not hold it: then it wraps.
Interval fit(__int128 low, __int128 high) {
  if (low < INT64_MIN || high > INT64_MAX)
    return whole;
  return {static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)};
}

double mostTurns(Interval start, Interval stop, Interval step) {
  double most = 1;
  if (isEmpty(start) || isEmpty(stop) || isEmpty(step))
    return most;
  auto add = [&](std::int64_t from, std::int64_t to, std::int64_t by) {
    most =
        std::max(most, (static_cast<double>(to) - static_cast<double>(from)) /
                           static_cast<double>(by));
  };
  if (step.high > 0)
    add(start.low, stop.high, std::max<std::int64_t>(step.low, 1));
  if (step.low < 0)
    add(start.high, stop.low, std::min<std::int64_t>(step.high, -1));
  return std::ceil(most);
}

Interval typeRange(Scalar scalar) {
  if (scalar == Scalar::Bool)
    return {0, 1};
  if (!isInteger(scalar) || bitWidth(scalar) == 64)
    return whole;
  int bits = bitWidth(scalar);
  if (isSigned(scalar))
    return {-(std::int64_t(1) << (bits - 1)),
            (std::int64_t(1) << (bits - 1)) - 1};
  return {0, (std::int64_t(1) << bits) - 1};
}

namespace {

struct Corners {
  __int128 low, high;
};
Corners product(Interval a, Interval b) {
  __int128 values[] = {__int128(a.low) * b.low, __int128(a.low) * b.high,
                       __int128(a.high) * b.low, __int128(a.high) * b.high};
  auto [low, high] = std::minmax_element(std::begin(values), std::end(values));
  return {*low, *high};
}
Corners exactResult(BinaryOp op, Interval a, Interval b) {
  if (op == BinaryOp::Add)
    return {__int128(a.low) + b.low, __int128(a.high) + b.high};
  if (op == BinaryOp::Sub)
    return {__int128(a.low) - b.high, __int128(a.high) - b.low};
  return product(a, b);
}

Interval floorDivide(Interval a, Interval b) {
  auto divide = [](std::int64_t x, std::int64_t y) {
    __int128 q = __int128(x) / y;
    return q * y != x && (x < 0) != (y < 0) ? q - 1 : q;
  };
  // x // 0 is 0; the quotient's magnitude is at most the dividend's.
  std::optional<Interval> positive, negative;
  if (b.high > 0)
    positive = Interval{std::max<std::int64_t>(b.low, 1), b.high};
  if (b.low < 0)
    negative = Interval{b.low, std::min<std::int64_t>(b.high, -1)};
  __int128 low = 0, high = 0;
  bool first = !b.contains(0);
  for (const std::optional<Interval> &divisor : {positive, negative}) {
    if (!divisor)
      continue;
    for (std::int64_t x : {a.low, a.high})
      for (std::int64_t y : {divisor->low, divisor->high}) {
        __int128 q = divide(x, y);
        low = first ? q : std::min(low, q);
        high = first ? q : std::max(high, q);
        first = false;
      }
  }
  return fit(low, high);
}

Interval modulo(Interval a, Interval b) {
  // The sign is the divisor's, the magnitude below it; x % 0 is 0.
  Interval result{b.low < 0 ? b.low + 1 : 0, b.high > 0 ? b.high - 1 : 0};
  result.low = std::min<std::int64_t>(result.low, 0);
  result.high = std::max<std::int64_t>(result.high, 0);
  if (a.isNonNegative() && b.isNonNegative())
    result.high = std::min(result.high, a.high);
  return result;
}

/// The least 2^k - 1 that is not below `value`.
std::int64_t allOnes(std::int64_t value) {
  std::uint64_t mask = static_cast<std::uint64_t>(value);
  for (int shift = 1; shift < 64; shift *= 2)
    mask |= mask >> shift;
  return static_cast<std::int64_t>(mask);
}

Interval bitwise(BinaryOp op, Interval a, Interval b) {
  bool bothNonNegative = a.isNonNegative() && b.isNonNegative();
  if (op == BinaryOp::BitAnd) {
    if (bothNonNegative)
      return {0, std::min(a.high, b.high)};
    if (a.isNonNegative() || b.isNonNegative())
      return {0, a.isNonNegative() ? a.high : b.high};
    return {INT64_MIN, std::max(a.high, b.high) < 0
                           ? -1
                           : allOnes(std::max(a.high, b.high))};
  }
  if (bothNonNegative)
    return {0, allOnes(std::max(a.high, b.high))};
  return whole;
}

Interval shiftLeft(Interval a, Interval count) {
  if (!Interval{0, 62}.contains(count.low) ||
      !Interval{0, 62}.contains(count.high))
    return whole;
  Corners corners =
      product(a, {std::int64_t(1) << count.low, std::int64_t(1) << count.high});
  return fit(corners.low, corners.high);
}

/// For an int64; counts out of range fill with the sign.
Interval shiftRight(Interval a, Interval count) {
  std::int64_t least = Interval{0, 63}.contains(count.low) ? count.low : 0;
  std::int64_t most = count.low >= 0 && count.high <= 63 ? count.high : 63;
  return {a.low < 0 ? a.low >> least : a.low >> most,
          a.high < 0 ? a.high >> most : a.high >> least};
}

Interval power(Interval base, Interval exponent) {
  if (exponent.low != exponent.high || exponent.low < 0 || exponent.low > 64)
    return whole;
  Interval result{1, 1};
  for (std::int64_t i = 0; i < exponent.low; ++i) {
    Corners corners = product(result, base);
    result = fit(corners.low, corners.high);
  }
  // The loop treats the factors as unrelated, which is sound and wide.
  return result;
}

} // namespace

Interval applyTo(BinaryOp op, Interval a, Interval b) {
  switch (op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul: {
    Corners corners = exactResult(op, a, b);
    return fit(corners.low, corners.high);
  }
  case BinaryOp::TrueDiv:
    return whole;
  case BinaryOp::FloorDiv:
    return floorDivide(a, b);
  case BinaryOp::Mod:
    return modulo(a, b);
  case BinaryOp::Pow:
    return power(a, b);
  case BinaryOp::LeftShift:
    return shiftLeft(a, b);
  case BinaryOp::RightShift:
    return shiftRight(a, b);
  case BinaryOp::BitAnd:
  case BinaryOp::BitOr:
  case BinaryOp::BitXor:
    return bitwise(op, a, b);
  case BinaryOp::Min:
    return {std::min(a.low, b.low), std::min(a.high, b.high)};
  case BinaryOp::Max:
    return {std::max(a.low, b.low), std::max(a.high, b.high)};
  }
  return whole;
}

Interval registerRange(Builtin builtin, const ir::Function &function) {
  Interval all = registerRange(builtin);
  if (std::optional<unsigned> axis = blockIdx.axisOf(builtin)) {
    std::int64_t threads =
        std::int64_t(function.block[*axis]) * function.coarsening[*axis];
    if (function.smallGrid && threads)
      all.high = std::min(all.high, (std::int64_t(1) << 30) / threads - 1);
  } else if (axis = threadIdx.axisOf(builtin); axis && function.block[*axis]) {
    all = {0, std::int64_t(function.block[*axis]) - 1};
  }
  return all;
}

Interval registerRange(Builtin builtin) {
  RegisterRange range = builtinInfo(builtin).range;
  return {range.low, range.high};
}

bool staysInInt64(BinaryOp op, Interval left, Interval right) {
  Corners corners = exactResult(op, left, right);
  return corners.low >= INT64_MIN && corners.high <= INT64_MAX;
}

} // namespace pyk2ptx
