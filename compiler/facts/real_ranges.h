// real_ranges: between which numbers floats of the IR are, from how they are
// computed.
#ifndef PYK2PTX_COMPILER_FACTS_REAL_RANGES_H
#define PYK2PTX_COMPILER_FACTS_REAL_RANGES_H

#include "float_range.h"
#include "ranges.h"

#include <functional>
#include <vector>

namespace pyk2ptx {

/// What a range analysis knows of floats while it evaluates an expression.
struct RealFacts {
  /// By slot; empty: nothing is known of any.
  const std::vector<FloatRange> &slots;
  std::function<Interval(const ir::Expr &)> ofInteger;
};

/// Of a float32 or a float64; of others anything. No number at all
/// (low > high) where an integer has none yet.
[[nodiscard]] FloatRange realRange(const ir::Expr &expr,
                                   const RealFacts &facts);

/// What such a float becomes as an int64, rounded as `round` does: saturating,
/// and 0 of nan.
[[nodiscard]] Interval wholePartOf(const FloatRange &range,
                                   double (*round)(double));

/// The float that the expression makes an integer of, as int(x), math.floor(x)
/// and their like do; null: it makes none.
[[nodiscard]] ir::ExprPtr *realOperandOf(ir::Expr &expr);
[[nodiscard]] inline const ir::ExprPtr *realOperandOf(const ir::Expr &expr) {
  return realOperandOf(const_cast<ir::Expr &>(expr));
}

/// How math.floor and its like round, and int(x) does.
[[nodiscard]] double (*roundingOf(Builtin builtin))(double);

} // namespace pyk2ptx

#endif
