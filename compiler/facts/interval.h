// Interval arithmetic, for range_analysis.cpp.
#ifndef PYK2PTX_COMPILER_FACTS_INTERVAL_H
#define PYK2PTX_COMPILER_FACTS_INTERVAL_H

#include "ranges.h"

namespace pyk2ptx {

inline constexpr Interval whole{};
/// No value: a slot that nothing was assigned to yet.
inline constexpr Interval nothing{INT64_MAX, INT64_MIN};

inline bool isEmpty(Interval x) { return x.low > x.high; }
/// The least interval that holds both.
Interval unite(Interval a, Interval b);
Interval intersect(Interval a, Interval b);
/// [low, high], or everything when int64 does not hold it: then it wraps.
Interval fit(__int128 low, __int128 high);
/// What a slot of the type may hold.
Interval typeRange(Scalar scalar);
/// How often a loop from `start` to `stop` turns at most, once at least; what
/// the loop is not reached with is empty.
double mostTurns(Interval start, Interval stop, Interval step);
/// The last value of a loop that goes up or down from `start` to `end` at most,
/// where it turns.
std::int64_t lastValue(Interval start, std::int64_t end, Interval step,
                       bool isUp);
/// Half a year of one in each cycle: what a loop does that runs turn by turn.
/// Of one that LLVM can compute without turning there may be more.
inline constexpr double turnsOfHalfYear = 0x1p56;
/// left op right of int64; neither is empty.
Interval applyTo(ir::BinaryOp op, Interval left, Interval right);

} // namespace pyk2ptx

#endif
