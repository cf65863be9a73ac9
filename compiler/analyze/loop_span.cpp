// An index is bounded by taking its expression apart: what the loop does not
// change stands for itself, a counter lies between its start and its stop, and
// sums, differences, products, min and max are bounded by those of their
// operands. None of this may wrap around: an operand that could be too large
// brings a test that it is not.
#include "loop_span.h"

#include "compiler/facts/interval.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/tables/registers.h"

#include <algorithm>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Values up to here may be multiplied: more than an array has rows, or a row
/// columns.
constexpr std::int64_t factorLimit = std::int64_t(1) << 30;
/// What may be so large, for all that is known of it, is asked for no place:
/// arrays are not.
constexpr std::int64_t tableLimit = std::int64_t(1) << 26;

bool isSmall(Interval range) {
  return range.low >= -farthest && range.high <= farthest;
}

} // namespace

Span LoopSpans::before(SlotId slot) const {
  return invariant(int64Expr(SlotValue{slot}), ranges_.ofSlot(slot));
}

Span LoopSpans::invariant(SharedExpr expr, Interval range) {
  LinearBound bound = LinearBound::of(std::move(expr), range);
  if (const std::int64_t *value = constantOf(*bound.expr))
    bound = {nullptr, *value, {*value, *value}};
  return {bound, bound, {}};
}

/// A thread's index as int64, bounded by the block's extent.
static std::optional<Span> ofThreadIndex(const Expr &expr,
                                         const OnlyValues &values) {
  const auto *convert = std::get_if<Convert>(&expr.node);
  const Expr *operand = convert ? convert->operand.get() : nullptr;
  if (operand)
    if (const auto *slot = std::get_if<SlotValue>(&operand->node))
      operand = values.of(slot->slot);
  const auto *call =
      operand ? std::get_if<CallBuiltin>(&operand->node) : nullptr;
  if (!call)
    return std::nullopt;
  std::optional<unsigned> axis = threadIdx.axisOf(call->builtin);
  if (!axis)
    return std::nullopt;
  Builtin extent = blockDim[*axis];
  ExprPtr end = clone(*operand);
  std::get<CallBuiltin>(end->node).builtin = extent;
  return Span{
      {nullptr, 0, {0, 0}},
      LinearBound::of(int64Expr(Convert{std::move(end)}), registerRange(extent))
          .shifted(-1),
      {}};
}

bool LoopSpans::isKnownBefore(const Expr &expr) const {
  return isInvariant(expr, assigned_) && (!uniform_ || isUniform(expr));
}

/// Of an invariant expression.
bool LoopSpans::isUniform(const Expr &expr) const {
  if (const auto *slot = std::get_if<SlotValue>(&expr.node)) {
    const Expr *value = values_.of(slot->slot);
    return value ? isUniform(*value) : values_.isParameter(slot->slot);
  }
  if (const auto *call = std::get_if<CallBuiltin>(&expr.node)) {
    Effect effect = effectOf(call->builtin);
    return effect == Effect::OfBlock || effect == Effect::OfShape;
  }
  bool result = true;
  forEachOperand(expr, [&](const Expr &operand) {
    result = result && isUniform(operand);
  });
  return result;
}

/// Adds the nodes of an expression, up to one more than `most`.
static void addNodes(const Expr &expr, unsigned most, unsigned &count) {
  ++count;
  if (count <= most)
    forEachOperand(expr, [&](const Expr &operand) {
      if (count <= most)
        addNodes(operand, most, count);
    });
}

/// Of `n, m = m, n + m`, each is twice as long as the ones before.
static bool isShort(const LinearBound &bound) {
  constexpr unsigned most = 128;
  unsigned count = 0;
  if (bound.expr)
    addNodes(*bound.expr, most, count);
  return count <= most;
}

/// What its range says of an expression.
static std::optional<Span> ofRange(Interval range) {
  if (range.low < -tableLimit || range.high > tableLimit)
    return std::nullopt;
  return Span{{nullptr, range.low, {range.low, range.low}},
              {nullptr, range.high, {range.high, range.high}},
              {}};
}

std::optional<Span> LoopSpans::of(const Expr &expr,
                                  const SpanEnvironment &known) const {
  std::optional<Span> span = byParts(expr, known);
  return !span || (isShort(span->low) && isShort(span->high))
             ? span
             : ofRange(ranges_.of(expr));
}

std::optional<Span> LoopSpans::byParts(const Expr &expr,
                                       const SpanEnvironment &known) const {
  if (const auto *slot = std::get_if<SlotValue>(&expr.node))
    if (auto found = known.find(slot->slot); found != known.end())
      return found->second;
  const auto *node = std::get_if<Binary>(&expr.node);
  // x + 1 and x - 1 are kept apart, for comparisons with x.
  if (node && (node->op == BinaryOp::Add || node->op == BinaryOp::Sub))
    if (const std::int64_t *value = constantOf(*node->right);
        value && *value > -farthest && *value < farthest &&
        staysInInt64(node->op, ranges_.of(*node->left), {*value, *value})) {
      std::optional<Span> left = of(*node->left, known);
      if (!left || !isSmall({left->low.offset, left->high.offset}) ||
          !isSmall({left->high.offset, left->low.offset}))
        return std::nullopt;
      std::int64_t by = node->op == BinaryOp::Add ? *value : -*value;
      left->low = left->low.shifted(by);
      left->high = left->high.shifted(by);
      return left;
    }
  if (isKnownBefore(expr)) {
    bool isSum =
        node && (node->op == BinaryOp::Add || node->op == BinaryOp::Sub);
    if (apart_ && isSum)
      if (std::optional<Span> span = combine(*node, known))
        return span;
    return invariant(clone(expr), ranges_.of(expr));
  }
  if (uniform_) {
    if (const auto *slot = std::get_if<SlotValue>(&expr.node))
      if (const Expr *value = values_.of(slot->slot))
        return of(*value, known);
    if (std::optional<Span> span = ofThreadIndex(expr, values_))
      return span;
  }
  if (const auto *convert = std::get_if<Convert>(&expr.node))
    if (convert->operand->type.isScalar() &&
        convert->operand->type.scalar == Scalar::I64)
      return of(*convert->operand, known);
  if (node)
    if (std::optional<Span> span = combine(*node, known))
      return span;
  return ofRange(ranges_.of(expr));
}

/// Adds the tests that keep a span within what may be added. False if it cannot
/// be.
bool LoopSpans::clip(Span &span) const {
  constexpr Interval small{-farthest, farthest};
  LinearBound &low = span.low, &high = span.high;
  if (!small.contains(low.offset) || !small.contains(high.offset))
    return false;
  if (low.range.low < -farthest) {
    if (!low.expr)
      return false;
    require(span.tests, low, CompareOp::GreaterEqual,
            int64Constant(-farthest - low.offset), true);
  }
  if (high.range.high > farthest) {
    if (!high.expr)
      return false;
    require(span.tests, high, CompareOp::LessEqual,
            int64Constant(farthest - high.offset), true);
  }
  low.range = intersect(low.range, small);
  high.range = intersect(high.range, small);
  return !isEmpty(low.range) && !isEmpty(high.range);
}

/// Whether they differ in their constants at most.
bool LoopSpans::areOfOne(const LinearBound &a, const LinearBound &b) const {
  return a.expr && b.expr ? keyOf(*a.expr) == keyOf(*b.expr)
                          : !a.expr && !b.expr;
}

std::optional<LinearBound> LoopSpans::extreme(BinaryOp op, const LinearBound &a,
                                              const LinearBound &b,
                                              LoopTests &tests) const {
  bool isLeast = op == BinaryOp::Min;
  if (areOfOne(a, b))
    return (a.offset < b.offset) == isLeast ? a : b;
  if (isLeast ? a.range.high <= b.range.low : a.range.low >= b.range.high)
    return a;
  if (isLeast ? b.range.high <= a.range.low : b.range.low >= a.range.high)
    return b;
  LinearBound result[2] = {a, b};
  for (LinearBound &bound : result) {
    Span span{bound, bound, {}};
    if (!clip(span))
      return std::nullopt;
    bound.range = intersect(span.low.range, span.high.range);
    tests.merge(span.tests);
  }
  return LinearBound::applied(op, result[0], result[1]);
}

/// Adds the tests that keep a factor from zero to its limit. False if it cannot
/// be: `a[k * n + i]`, with n a number that a launch gives, has one.
bool LoopSpans::limitFactor(Span &span) const {
  LinearBound &low = span.low, &high = span.high;
  if (!keepFromZero(span.tests, low))
    return false;
  if (high.range.high > factorLimit) {
    if (!high.expr)
      return false;
    require(span.tests, high, CompareOp::LessEqual,
            int64Constant(factorLimit - high.offset), true);
  }
  low.range = intersect(low.range, {0, INT64_MAX});
  high.range = intersect(high.range, {0, factorLimit});
  return !isEmpty(low.range) && !isEmpty(high.range);
}

/// What is above 0, a value from before the loop; adds the test that it is.
/// Null: it is none.
std::optional<Span> LoopSpans::positive(const Expr &expr,
                                        const SpanEnvironment &known) const {
  std::optional<Span> span = of(expr, known);
  if (!span || !clip(*span) || span->low.offset != span->high.offset ||
      !areOfOne(span->low, span->high))
    return std::nullopt;
  LinearBound &low = span->low, &high = span->high;
  if (low.range.low < 1) {
    if (low.range.high < 1 || !low.expr)
      return std::nullopt;
    require(span->tests, low, CompareOp::GreaterEqual,
            int64Constant(1 - low.offset));
  }
  low.range = high.range = intersect(low.range, {1, INT64_MAX});
  return span;
}

/// Of x % d from 0 to d - 1, whatever x is; of x // d up to what that of the
/// largest x is.
std::optional<Span> LoopSpans::divided(const Binary &node,
                                       const SpanEnvironment &known) const {
  std::optional<Span> by = positive(*node.right, known);
  if (!by)
    return std::nullopt;
  const LinearBound zero{nullptr, 0, {0, 0}};
  if (node.op == BinaryOp::Mod)
    return Span{zero, by->high.shifted(-1), std::move(by->tests)};
  std::optional<Span> of = this->of(*node.left, known);
  if (!of || !clip(*of))
    return std::nullopt;
  if (!keepFromZero(of->tests, of->low))
    return std::nullopt;
  of->high.range = intersect(of->high.range, {0, INT64_MAX});
  if (isEmpty(of->high.range))
    return std::nullopt;
  Span span{zero, LinearBound::applied(BinaryOp::FloorDiv, of->high, by->high),
            std::move(of->tests)};
  span.tests.merge(by->tests);
  return span;
}

std::optional<Span> LoopSpans::combine(const Binary &node,
                                       const SpanEnvironment &known) const {
  if (node.op == BinaryOp::Mod || node.op == BinaryOp::FloorDiv)
    return divided(node, known);
  std::optional<Span> left = of(*node.left, known);
  std::optional<Span> right = left ? of(*node.right, known) : std::nullopt;
  if (!right || !clip(*left) || !clip(*right))
    return std::nullopt;
  const LinearBound &a = left->low, &b = left->high;
  const LinearBound &c = right->low, &d = right->high;
  Span span;
  switch (node.op) {
  case BinaryOp::Add:
    span = {a.plus(c), b.plus(d), {}};
    break;
  case BinaryOp::Sub:
    span = {a.minus(d), b.minus(c), {}};
    break;
  case BinaryOp::Mul:
    // Each product grows with both factors.
    if (!(a.range.isNonNegative() && c.range.isNonNegative() &&
          staysInInt64(node.op, b.range, d.range) &&
          isSmall(applyTo(node.op, b.range, d.range))) &&
        (!limitFactor(*left) || !limitFactor(*right)))
      return std::nullopt;
    span = {LinearBound::applied(node.op, a, c),
            LinearBound::applied(node.op, b, d),
            {}};
    break;
  case BinaryOp::Min:
  case BinaryOp::Max:
    span = {LinearBound::applied(node.op, a, c),
            LinearBound::applied(node.op, b, d),
            {}};
    break;
  default:
    return std::nullopt;
  }
  span.tests = std::move(left->tests);
  span.tests.merge(right->tests);
  return span;
}

std::optional<Span> LoopSpans::ofCounter(const Span &start, const Span &stop,
                                         Interval step) {
  Span span;
  if (step.low >= 1)
    span = {start.low, stop.high.shifted(-1), {}};
  else if (step.high <= -1)
    span = {stop.low.shifted(1), start.high, {}};
  else
    return std::nullopt;
  span.tests = start.tests;
  span.tests.insert(stop.tests.begin(), stop.tests.end());
  return span;
}

} // namespace pyk2ptx
