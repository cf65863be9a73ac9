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

/// Values up to here may be added without leaving int64.
constexpr std::int64_t limit = std::int64_t(1) << 50;
/// And up to here multiplied: more than an array has rows, or a row columns.
constexpr std::int64_t factorLimit = std::int64_t(1) << 30;
/// What may be so large, for all that is known of it, is asked for no place:
/// arrays are not.
constexpr std::int64_t tableLimit = std::int64_t(1) << 26;

const Type int64Type = Type::of(Scalar::I64);

template <class Node> ExprPtr make(Node node) {
  auto expr = std::make_unique<Expr>();
  expr->type = int64Type;
  expr->node = std::move(node);
  return expr;
}

SharedExpr binary(BinaryOp op, const SharedExpr &left,
                  const SharedExpr &right) {
  return make(Binary{op, clone(*left), clone(*right)});
}

SharedExpr exprOf(const LinearBound &bound) {
  if (!bound.expr)
    return int64Constant(bound.offset);
  if (bound.offset == 0)
    return bound.expr;
  return binary(BinaryOp::Add, bound.expr, int64Constant(bound.offset));
}

std::vector<Term> joined(std::vector<Term> terms, const std::vector<Term> &more,
                         bool isSubtracted) {
  for (const Term &term : more)
    terms.push_back({term.value, term.isSubtracted != isSubtracted});
  return terms;
}

LinearBound plus(const LinearBound &a, const LinearBound &b) {
  SharedExpr sum = a.expr && b.expr ? binary(BinaryOp::Add, a.expr, b.expr)
                   : a.expr         ? a.expr
                                    : b.expr;
  return {sum, a.offset + b.offset, applyTo(BinaryOp::Add, a.range, b.range),
          joined(a.terms, b.terms, false)};
}

LinearBound minus(const LinearBound &a, const LinearBound &b) {
  SharedExpr difference = a.expr;
  if (b.expr)
    difference =
        binary(BinaryOp::Sub, a.expr ? a.expr : int64Constant(0), b.expr);
  return {difference, a.offset - b.offset,
          applyTo(BinaryOp::Sub, a.range, b.range),
          joined(a.terms, b.terms, true)};
}

LinearBound valueOf(SharedExpr expr, Interval range) {
  return {expr, 0, range, {{expr}}};
}

LinearBound applied(BinaryOp op, const LinearBound &a, const LinearBound &b) {
  return valueOf(binary(op, exprOf(a), exprOf(b)),
                 applyTo(op, a.range, b.range));
}

} // namespace

LinearBound LoopSpans::shifted(LinearBound bound, std::int64_t by) {
  // Where the sum is beyond int64, the loop does not run.
  auto moved = [&](std::int64_t end) {
    return static_cast<std::int64_t>(
        std::clamp<__int128>(__int128(end) + by, INT64_MIN, INT64_MAX));
  };
  bound.range = {moved(bound.range.low), moved(bound.range.high)};
  // Of an offset at the end of int64 no test is made.
  bound.offset = moved(bound.offset);
  return bound;
}

namespace {

bool isSmall(Interval range) {
  return range.low >= -limit && range.high <= limit;
}

} // namespace

SharedExpr int64Constant(std::int64_t value) {
  return make(Constant{static_cast<std::uint64_t>(value), 0});
}

const std::int64_t *constantOf(const Expr &expr) {
  const auto *constant = std::get_if<Constant>(&expr.node);
  return constant ? reinterpret_cast<const std::int64_t *>(&constant->bits)
                  : nullptr;
}

// ---- slots with one value ----

OnlyValues::OnlyValues(const Function &function)
    : paramCount_(function.paramCount) {
  assignments_.assign(function.slots.size(), 0);
  values_.assign(function.slots.size(), nullptr);
  for (std::size_t i = 0; i < function.slots.size(); ++i)
    if (i < function.paramCount || function.slots[i].zero)
      assignments_[i] = 1;
  forEachStmt(function.body, [&](const Stmt &stmt) {
    if (const auto *assign = std::get_if<Assign>(&stmt.node)) {
      ++assignments_[assign->slot];
      values_[assign->slot] = assign->value.get();
    } else if (const auto *range = std::get_if<ForRange>(&stmt.node)) {
      assignments_[range->slot] += 2;
    }
    forEachOperandOf(stmt, [&](const Expr &operand) {
      forEachExpr(operand, [&](const Expr &expr) {
        if (const auto *let = std::get_if<Let>(&expr.node))
          assignments_[let->slot] += 2;
      });
    });
  });
}

const Expr *OnlyValues::of(SlotId slot) const {
  if (slot >= values_.size() || assignments_[slot] != 1 || !values_[slot])
    return nullptr;
  const Expr *value = values_[slot];
  if (!isStable(*value, deepest))
    return nullptr;
  // Of `x, y = 1, 2` x is a copy, and of what is named twice.
  const auto *copied = std::get_if<SlotValue>(&value->node);
  const Expr *original = copied ? of(copied->slot) : nullptr;
  return original ? original : value;
}

bool OnlyValues::isParameter(SlotId slot) const {
  return slot < paramCount_ && assignments_[slot] == 1;
}

bool OnlyValues::isStable(const Expr &expr) const {
  return isStable(expr, deepest);
}

/// However deep the expression itself is: `depth` counts slots.
bool OnlyValues::isStable(const Expr &expr, int depth) const {
  if (const auto *slot = std::get_if<SlotValue>(&expr.node)) {
    if (slot->slot >= values_.size() || assignments_[slot->slot] != 1)
      return false;
    // A parameter, or the zero of a slot that nothing is assigned to.
    const Expr *value = values_[slot->slot];
    return !value || (depth > 0 && isStable(*value, depth - 1));
  }
  static const SlotSet none;
  bool isPure = std::holds_alternative<CallBuiltin>(expr.node)
                    ? isInvariant(expr, none)
                    : !std::holds_alternative<Load>(expr.node) &&
                          !std::holds_alternative<Atomic>(expr.node) &&
                          !std::holds_alternative<CallFunction>(expr.node) &&
                          !std::holds_alternative<Let>(expr.node);
  forEachOperand(expr, [&](const Expr &operand) {
    isPure = isPure && isStable(operand, depth);
  });
  return isPure;
}

// ---- spans ----

Span LoopSpans::before(SlotId slot) const {
  return invariant(make(SlotValue{slot}), ranges_.ofSlot(slot));
}

Span LoopSpans::invariant(SharedExpr expr, Interval range) {
  LinearBound bound = valueOf(std::move(expr), range);
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
      LoopSpans::shifted(
          valueOf(make(Convert{std::move(end)}), registerRange(extent)), -1),
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
        value && *value > -limit && *value < limit &&
        staysInInt64(node->op, ranges_.of(*node->left), {*value, *value})) {
      std::optional<Span> left = of(*node->left, known);
      if (!left || !isSmall({left->low.offset, left->high.offset}) ||
          !isSmall({left->high.offset, left->low.offset}))
        return std::nullopt;
      std::int64_t by = node->op == BinaryOp::Add ? *value : -*value;
      left->low = shifted(left->low, by);
      left->high = shifted(left->high, by);
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

/// Adds the tests that keep a span within the limit. False if it cannot be.
bool LoopSpans::clip(Span &span) const {
  constexpr Interval small{-limit, limit};
  LinearBound &low = span.low, &high = span.high;
  if (!small.contains(low.offset) || !small.contains(high.offset))
    return false;
  if (low.range.low < -limit) {
    if (!low.expr)
      return false;
    require(span.tests, low, CompareOp::GreaterEqual,
            int64Constant(-limit - low.offset), true);
  }
  if (high.range.high > limit) {
    if (!high.expr)
      return false;
    require(span.tests, high, CompareOp::LessEqual,
            int64Constant(limit - high.offset), true);
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
  return applied(op, result[0], result[1]);
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
    return Span{zero, shifted(by->high, -1), std::move(by->tests)};
  std::optional<Span> of = this->of(*node.left, known);
  if (!of || !clip(*of))
    return std::nullopt;
  if (!keepFromZero(of->tests, of->low))
    return std::nullopt;
  of->high.range = intersect(of->high.range, {0, INT64_MAX});
  if (isEmpty(of->high.range))
    return std::nullopt;
  Span span{zero, applied(BinaryOp::FloorDiv, of->high, by->high),
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
    span = {plus(a, c), plus(b, d), {}};
    break;
  case BinaryOp::Sub:
    span = {minus(a, d), minus(b, c), {}};
    break;
  case BinaryOp::Mul:
    // Each product grows with both factors.
    if (!(a.range.isNonNegative() && c.range.isNonNegative() &&
          staysInInt64(node.op, b.range, d.range) &&
          isSmall(applyTo(node.op, b.range, d.range))) &&
        (!limitFactor(*left) || !limitFactor(*right)))
      return std::nullopt;
    span = {applied(node.op, a, c), applied(node.op, b, d), {}};
    break;
  case BinaryOp::Min:
  case BinaryOp::Max:
    span = {applied(node.op, a, c), applied(node.op, b, d), {}};
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
    span = {start.low, shifted(stop.high, -1), {}};
  else if (step.high <= -1)
    span = {shifted(stop.low, 1), start.high, {}};
  else
    return std::nullopt;
  span.tests = start.tests;
  span.tests.insert(stop.tests.begin(), stop.tests.end());
  return span;
}

// ---- tests ----

std::optional<LoopTests> LoopSpans::insideTests(const Span &span,
                                                const Expr &array,
                                                unsigned axis) const {
  // The fields of an array's records lie where these do.
  if (const auto *field = std::get_if<Field>(&array.node))
    if (const Expr &records = *field->array;
        records.type.isArray() && axis < records.type.ndim)
      return insideTests(span, records, axis);
  LoopTests tests = span.tests;
  const LinearBound &low = span.low, &high = span.high;
  constexpr Interval small{-limit, limit};
  if (!small.contains(low.offset) || !small.contains(high.offset))
    return std::nullopt;
  if (!keepFromZero(tests, low))
    return std::nullopt;
  Interval extent = ranges_.extent(array, axis);
  if (high.range.high < extent.low)
    return tests;
  if (high.range.low >= extent.high)
    return std::nullopt;
  SharedExpr end;
  if (extent.low == extent.high)
    end = int64Constant(extent.low);
  else if (isKnownBefore(array))
    end = make(ArrayProperty{ArrayField::Shape, static_cast<std::uint8_t>(axis),
                             clone(array)});
  else
    return std::nullopt;
  if (!high.expr) {
    require(tests, valueOf(end, extent), CompareOp::Greater,
            int64Constant(high.offset));
    return tests;
  }
  // expr + offset < end
  if (high.offset < 0 && keyOf(*high.expr) == keyOf(*end))
    return tests;
  if (high.offset == -1)
    require(tests, high, CompareOp::LessEqual, end);
  else if (high.offset == 0)
    require(tests, high, CompareOp::Less, end);
  else if (extent.low == extent.high)
    require(tests, high, CompareOp::Less,
            int64Constant(extent.low - high.offset));
  else
    require(tests, high, CompareOp::Less,
            binary(BinaryOp::Sub, end, int64Constant(high.offset)));
  return tests;
}

/// Adds the test that the bound is not negative, if it may be. False if it is.
bool LoopSpans::keepFromZero(LoopTests &tests, const LinearBound &low) const {
  if (low.range.isNonNegative())
    return true;
  if (low.range.high < 0 || !low.expr)
    return false;
  requireFromZero(tests, low);
  return true;
}

/// That the bound is not negative. A difference of two values is a comparison
/// of them, which cannot wrap around.
void LoopSpans::requireFromZero(LoopTests &tests,
                                const LinearBound &low) const {
  const std::vector<Term> &terms = low.terms;
  bool isDifference = terms.size() == 2 && !terms[0].isSubtracted &&
                      terms[1].isSubtracted && low.offset <= 0 &&
                      low.offset >= -1;
  if (isDifference)
    require(tests, valueOf(terms[0].value, {}),
            low.offset == 0 ? CompareOp::GreaterEqual : CompareOp::Greater,
            terms[1].value);
  else
    require(tests, low, CompareOp::GreaterEqual, int64Constant(-low.offset));
}

void LoopSpans::require(LoopTests &tests, const LinearBound &bound,
                        CompareOp op, SharedExpr right,
                        bool isForOthers) const {
  std::string key = keyOf(*bound.expr) + " " +
                    std::to_string(static_cast<int>(op)) + " " + keyOf(*right);
  std::vector<Term> difference = bound.terms;
  // An extent less a constant is exact, as a sum.
  const auto *sub = std::get_if<Binary>(&right->node);
  if (sub && sub->op == BinaryOp::Sub && constantOf(*sub->right)) {
    difference.push_back({clone(*sub->left), true});
    difference.push_back({clone(*sub->right), false});
  } else {
    difference.push_back({right, true});
  }
  auto [place, isNew] = tests.try_emplace(
      std::move(key), LoopTest{bound.expr, op, std::move(right),
                               std::move(difference), isForOthers});
  if (!isNew)
    place->second.isForOthers = place->second.isForOthers && isForOthers;
}

/// Equal keys: equal values, at one place in the program. A node that is not
/// compared gets a key of its own.
std::string LoopSpans::keyOf(const Expr &expr) const {
  if (const auto *slot = std::get_if<SlotValue>(&expr.node)) {
    const Expr *value = values_.of(slot->slot);
    return value ? keyOf(*value) : "s" + std::to_string(slot->slot);
  }
  if (const std::int64_t *value = constantOf(expr))
    return std::to_string(*value) + ":" +
           std::to_string(static_cast<int>(expr.type.scalar)) + ":" +
           std::to_string(std::get<Constant>(expr.node).number);
  if (const auto *element = std::get_if<TupleElement>(&expr.node))
    if (const auto *tuple = std::get_if<MakeTuple>(&element->tuple->node))
      return keyOf(*tuple->elements[element->index]);
  std::string key = std::to_string(expr.node.index());
  std::visit(
      Overloaded{
          [&](const Convert &) {
            key += "t" + std::to_string(static_cast<int>(expr.type.scalar));
          },
          [&](const Unary &node) {
            key += "o" + std::to_string(static_cast<int>(node.op));
          },
          [&](const Binary &node) {
            key += "o" + std::to_string(static_cast<int>(node.op));
          },
          [&](const Compare &node) {
            key += "o" + std::to_string(static_cast<int>(node.op));
          },
          [&](const ArrayProperty &node) {
            // The size of a vector is its extent.
            bool isShape =
                node.field == ArrayField::Shape ||
                (node.field == ArrayField::Size && node.array->type.ndim == 1);
            key += isShape ? "shape" + std::to_string(node.axis)
                   : node.field == ArrayField::Size ? "size"
                   : node.field == ArrayField::Address
                       ? "address"
                       : "stride" + std::to_string(node.axis);
          },
          [&](const Field &node) { key += "f" + std::to_string(node.index); },
          [&](const ArrayStorage &node) {
            key += "a" + std::to_string(node.array);
          },
          [&](const TupleElement &node) {
            key += "e" + std::to_string(node.index);
          },
          [&](const CallBuiltin &node) {
            key += "b" + std::to_string(static_cast<int>(node.builtin));
          },
          [&](const auto &) { key += "u" + std::to_string(++unique_); }},
      expr.node);
  key += "(";
  forEachOperand(expr,
                 [&](const Expr &operand) { key += keyOf(operand) + ","; });
  return key + ")";
}

} // namespace pyk2ptx
