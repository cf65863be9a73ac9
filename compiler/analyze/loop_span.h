// Symbolic bounds of integer expressions inside a loop, by expressions that can
// be evaluated before it.
#ifndef PYK2PTX_COMPILER_ANALYZE_LOOP_SPAN_H
#define PYK2PTX_COMPILER_ANALYZE_LOOP_SPAN_H

#include "compiler/facts/loop_facts.h"
#include "compiler/facts/ranges.h"
#include "linear_bound.h"
#include "only_values.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace pyk2ptx {

/// left op right, of int64: what must hold before the loop.
struct LoopTest {
  SharedExpr left;
  ir::CompareOp op;
  SharedExpr right;
  /// Whose sum left - right is.
  std::vector<Term> difference;
  /// Keeps sums of others from wrapping around.
  bool isForOthers = false;
};
/// Tests with one key say the same.
using LoopTests = std::map<std::string, LoopTest>;

/// low <= every value of the expression in the loop <= high, if `tests` hold.
struct Span {
  LinearBound low, high;
  LoopTests tests;
};

/// The assigned slots whose spans are known at a place in the loop.
using SpanEnvironment = std::unordered_map<ir::SlotId, Span>;

/// Bounds of one loop's expressions.
class LoopSpans {
public:
  /// All must outlive it. `assigned` is what the loop assigns. `ranges` is
  /// asked about expressions of the function only, never about new ones. With
  /// `uniform`, bounds are the same for all threads of a block; the function
  /// is a kernel then.
  /// With `apart`, sums that the loop does not change are taken apart, too.
  LoopSpans(const OnlyValues &values, const Ranges &ranges,
            const SlotSet &assigned, bool uniform, bool apart = false)
      : values_(values), ranges_(ranges), assigned_(assigned),
        uniform_(uniform), apart_(apart) {}

  /// Whether bounds are the same for all threads of a block.
  bool areUniform() const { return uniform_; }
  /// Of an int64 expression, at a place where `known` holds. None if nothing
  /// useful is known or if evaluating it may wrap around.
  std::optional<Span> of(const ir::Expr &expr,
                         const SpanEnvironment &known) const;
  /// Of a ForRange's counter in its body, from the spans of what it runs
  /// between; `step` is the step's range. None if its sign is not known.
  static std::optional<Span> ofCounter(const Span &start, const Span &stop,
                                       Interval step);
  /// An int64 slot's value before the loop.
  Span before(ir::SlotId slot) const;
  /// A value from before the loop.
  static Span invariant(SharedExpr expr, Interval range);
  /// The lesser (Min) or the greater (Max) of two bounds, with what keeps it
  /// from wrapping around; none if that cannot be.
  std::optional<LinearBound> extreme(ir::BinaryOp op, const LinearBound &a,
                                     const LinearBound &b,
                                     LoopTests &tests) const;

  /// The tests that put `span` inside the axis of `array`, span.tests included;
  /// what is known to hold is left out. None if the extent is not known before
  /// the loop, or if the tests could not pass.
  std::optional<LoopTests> insideTests(const Span &span, const ir::Expr &array,
                                       unsigned axis) const;
  /// That `expr` of the bound, without its offset, is less than that or so.
  void require(LoopTests &tests, const LinearBound &bound, ir::CompareOp op,
               SharedExpr right, bool isForOthers = false) const;

private:
  std::optional<Span> byParts(const ir::Expr &expr,
                              const SpanEnvironment &known) const;
  std::optional<Span> combine(const ir::Binary &node,
                              const SpanEnvironment &known) const;
  std::optional<Span> divided(const ir::Binary &node,
                              const SpanEnvironment &known) const;
  std::optional<Span> positive(const ir::Expr &expr,
                               const SpanEnvironment &known) const;
  bool isKnownBefore(const ir::Expr &expr) const;
  bool isUniform(const ir::Expr &expr) const;
  bool clip(Span &span) const;
  bool limitFactor(Span &span) const;
  bool areOfOne(const LinearBound &a, const LinearBound &b) const;
  bool keepFromZero(LoopTests &tests, const LinearBound &low) const;
  void requireFromZero(LoopTests &tests, const LinearBound &low) const;
  std::string keyOf(const ir::Expr &expr) const;

  const OnlyValues &values_;
  const Ranges &ranges_;
  const SlotSet &assigned_;
  bool uniform_, apart_;
  mutable unsigned unique_ = 0;
};

} // namespace pyk2ptx

#endif
