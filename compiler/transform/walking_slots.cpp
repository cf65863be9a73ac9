// Two sorted rows are merged, a sorted row gets another element, by loops that
// count when they please:
//
//   while i < i_end and j < j_end:     while j > 0 and a[j - 1] > key:
//       if x[i] < x[j]: i += 1             a[j] = a[j - 1]
//       else: j += 1                       j -= 1
//
// What only grows is never less than before the loop, and the condition says
// what it is less than: both are known before the loop, as of a counter.
#include "walking_slots.h"

#include "compiler/facts/integer_types.h"
#include "compiler/facts/interval.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/turned_ops.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Of all steps in loops in the loop, for one of its turns.
constexpr double farthestInTurn = 0x1p62;

bool isSlot(const Expr &expr, SlotId slot) {
  const auto *value = std::get_if<SlotValue>(&expr.node);
  return value && value->slot == slot;
}

/// Whether the bound is not farther, with the test that says so.
bool staysNear(const LinearBound &bound, bool isUpper, const LoopSpans &spans,
               LoopTests &tests) {
  if (isUpper ? bound.range.high <= farthest : bound.range.low >= -farthest)
    return true;
  if (!bound.expr || bound.offset < -farthest || bound.offset > farthest)
    return false;
  spans.require(
      tests, bound, isUpper ? CompareOp::LessEqual : CompareOp::GreaterEqual,
      int64Constant((isUpper ? farthest : -farthest) - bound.offset), true);
  return true;
}

/// Where `value` is the slot and more, or less. A step that the loop does not
/// change is taken to be positive, with a test, as most are.
std::optional<Walk> walkOf(SlotId slot, const Expr &value,
                           const LoopSpans &spans, const Ranges &ranges) {
  const Expr *step = stepOf(slot, value);
  if (!step)
    return std::nullopt;
  bool isAdded = std::get<Binary>(value.node).op == BinaryOp::Add;
  Interval range = ranges.of(*step);
  if (range.low >= -farthest && range.high <= 0)
    return Walk{!isAdded, {}};
  std::optional<Span> span = spans.of(*step, {});
  if (!span)
    return std::nullopt;
  Walk walk{isAdded, std::move(span->tests)};
  if (!staysNear(span->high, true, spans, walk.tests))
    return std::nullopt;
  if (span->low.range.low >= 0)
    return walk;
  if (!span->low.expr || span->low.offset != 0)
    return std::nullopt;
  spans.require(walk.tests, span->low, CompareOp::GreaterEqual,
                int64Constant(0));
  return walk;
}

const Binary *asBinary(const Expr &expr, BinaryOp op) {
  const auto *binary = std::get_if<Binary>(&expr.node);
  return binary && binary->op == op ? binary : nullptr;
}
bool isConstant(const Expr &expr, std::int64_t value) {
  const std::int64_t *constant = constantOf(expr);
  return constant && *constant == value;
}
std::optional<SlotId> asSlot(const Expr &expr) {
  const auto *value = std::get_if<SlotValue>(&expr.node);
  return value && isInt64(expr.type) ? std::optional(value->slot)
                                     : std::nullopt;
}

/// What is halved, rounding down.
const Expr *halvedBy(const Expr &expr) {
  if (const Binary *quotient = asBinary(expr, BinaryOp::FloorDiv))
    return isConstant(*quotient->right, 2) ? quotient->left.get() : nullptr;
  const Binary *shift = asBinary(expr, BinaryOp::RightShift);
  return shift && isConstant(*shift->right, 1) ? shift->left.get() : nullptr;
}
/// (low + high) // 2, or low + (high - low) // 2.
bool isMiddle(const Expr &expr, SlotId low, SlotId high) {
  const Expr *sum = halvedBy(expr);
  const Binary *ends = sum ? asBinary(*sum, BinaryOp::Add) : nullptr;
  if (ends)
    return (isSlot(*ends->left, low) && isSlot(*ends->right, high)) ||
           (isSlot(*ends->left, high) && isSlot(*ends->right, low));
  const Binary *way = asBinary(expr, BinaryOp::Add);
  const Expr *half = way ? halvedBy(*way->right) : nullptr;
  const Binary *room = half ? asBinary(*half, BinaryOp::Sub) : nullptr;
  return room && isSlot(*way->left, low) && isSlot(*room->left, high) &&
         isSlot(*room->right, low);
}

/// Two ends, and by how much the upper one is more where the loop goes on.
struct Ends {
  SlotId low, high;
  std::int64_t apart;
  /// It asks for their difference, which may wrap around.
  bool subtracts;
};
std::optional<Ends> endsOf(const Expr &condition) {
  if (const auto *both = std::get_if<Logical>(&condition.node);
      both && both->isAnd) {
    std::optional<Ends> ends = endsOf(*both->left);
    return ends ? ends : endsOf(*both->right);
  }
  const auto *compare = std::get_if<Compare>(&condition.node);
  if (!compare)
    return std::nullopt;
  const Expr *less = compare->left.get(), *more = compare->right.get();
  CompareOp op = compare->op;
  if (op == CompareOp::Greater || op == CompareOp::GreaterEqual) {
    std::swap(less, more);
    op = mirrored(op);
  }
  if (op != CompareOp::Less && op != CompareOp::LessEqual)
    return std::nullopt;
  std::int64_t apart = op == CompareOp::Less ? 1 : 0;
  // 1 < high - low
  const Binary *room = asBinary(*more, BinaryOp::Sub);
  if (room && !isConstant(*less, 1))
    return std::nullopt;
  bool subtracts = room;
  if (room) {
    more = room->left.get();
    less = room->right.get();
    ++apart;
  }
  std::optional<SlotId> low = asSlot(*less), high = asSlot(*more);
  return low && high && *low != *high
             ? std::optional(Ends{*low, *high, apart, subtracts})
             : std::nullopt;
}

/// The first statement of the body that sets an end or a middle of them, if it
/// sets the middle.
std::optional<SlotId> middleOf(const Block &body, const Ends &ends) {
  for (const Stmt &stmt : body) {
    const auto *assign = std::get_if<Assign>(&stmt.node);
    if (assign && isMiddle(*assign->value, ends.low, ends.high))
      return assign->slot;
    SlotSet assigned;
    addAssigned(stmt, assigned);
    if (assigned.contains(ends.low) || assigned.contains(ends.high))
      return std::nullopt;
  }
  return std::nullopt;
}

/// Whether it is the middle, or one more, or one less.
bool isNextTo(const Expr &value, SlotId middle, bool isAbove) {
  const Binary *next = asBinary(value, isAbove ? BinaryOp::Add : BinaryOp::Sub);
  return isSlot(value, middle) ||
         (next && isSlot(*next->left, middle) && isConstant(*next->right, 1));
}

/// Slots that loops in the body of a loop move, and how far at most in one of
/// its turns.
class InnerSteps {
public:
  explicit InnerSteps(const Ranges &ranges) : ranges_(ranges) {}

  /// Adds what runs `times` times.
  void add(const Block &body, double times) {
    for (const Stmt &stmt : body) {
      if (const auto *assign = std::get_if<Assign>(&stmt.node))
        addStep(assign->slot, *assign->value, times);
      double inside = timesIn(stmt, times);
      forEachBlockOf(stmt, [&](const Block &block) { add(block, inside); });
    }
  }
  void addFar(SlotSet &slots) const {
    for (const auto &[slot, distance] : distances_)
      if (!(distance < farthestInTurn))
        slots.insert(slot);
  }

private:
  void addStep(SlotId slot, const Expr &value, double times) {
    const Expr *step = times > 1 ? stepOf(slot, value) : nullptr;
    if (!step)
      return;
    Interval by = ranges_.of(*step);
    distances_[slot] +=
        times * std::max(std::fabs(static_cast<double>(by.low)),
                         std::fabs(static_cast<double>(by.high)));
  }
  /// How often the blocks of what runs `times` times do. Of a while loop there
  /// is no telling, but where its condition reads memory at places that it
  /// changes: such a loop turns, and all of it within half a year.
  double timesIn(const Stmt &stmt, double times) const {
    if (const auto *range = std::get_if<ForRange>(&stmt.node))
      return times * mostTurns(ranges_.of(*range->start),
                               ranges_.of(*range->stop),
                               ranges_.of(*range->step));
    const auto *loop = std::get_if<While>(&stmt.node);
    if (!loop)
      return times;
    SlotSet assigned;
    addAssigned(loop->body, assigned);
    bool reads = false;
    forEachExpr(*loop->condition, [&](const Expr &part) {
      const auto *load = std::get_if<Load>(&part.node);
      reads = reads || (load && readsAny(*load, assigned));
    });
    return reads ? turnsOfHalfYear : HUGE_VAL;
  }
  static bool readsAny(const Load &load, const SlotSet &assigned) {
    return std::ranges::any_of(load.indices, [&](const Index &index) {
      SlotSet read;
      addSlots(*index.value, read);
      return std::ranges::any_of(
          read, [&](SlotId slot) { return assigned.contains(slot); });
    });
  }

  const Ranges &ranges_;
  std::unordered_map<SlotId, double> distances_;
};

} // namespace

WalkingSlots findWalking(const While &loop, const LoopSpans &spans,
                         const Ranges &ranges) {
  WalkingSlots walking;
  SlotSet others;
  auto look = [&](SlotId slot, const Expr &value) {
    std::optional<Walk> walk = walkOf(slot, value, spans, ranges);
    Walk *known =
        walk ? &walking.try_emplace(slot, Walk{walk->grows, {}}).first->second
             : nullptr;
    if (!known || known->grows != walk->grows)
      others.insert(slot);
    else
      known->tests.merge(walk->tests);
  };
  forEachAssigned(loop.body, look);
  addCounters(loop.body, others);
  InnerSteps steps(ranges);
  steps.add(loop.body, 1);
  steps.addFar(others);
  std::erase_if(
      walking, [&](const auto &entry) { return others.contains(entry.first); });
  return walking;
}

std::optional<std::pair<SlotId, Span>> boundedBy(const Expr &condition,
                                                 const WalkingSlots &walking,
                                                 const LoopSpans &spans) {
  const auto *compare = std::get_if<Compare>(&condition.node);
  if (!compare || !isInt64(compare->left->type) ||
      !isInt64(compare->right->type))
    return std::nullopt;
  const Expr *left = compare->left.get(), *right = compare->right.get();
  CompareOp op = compare->op;
  auto asWalking = [&](const Expr &expr) {
    const auto *slot = std::get_if<SlotValue>(&expr.node);
    return slot ? walking.find(slot->slot) : walking.end();
  };
  auto found = asWalking(*left);
  if (found == walking.end()) {
    found = asWalking(*right);
    std::swap(left, right);
    op = mirrored(op);
  }
  if (found == walking.end())
    return std::nullopt;
  const auto &[slot, walk] = *found;
  bool grows = walk.grows;
  bool isStrict = op == (grows ? CompareOp::Less : CompareOp::Greater);
  if (!isStrict &&
      op != (grows ? CompareOp::LessEqual : CompareOp::GreaterEqual))
    return std::nullopt;
  std::optional<Span> end = spans.of(*right, {});
  if (!end)
    return std::nullopt;
  if (!staysNear(grows ? end->high : end->low, grows, spans, end->tests))
    return std::nullopt;
  end->tests.insert(walk.tests.begin(), walk.tests.end());
  Span start = spans.before(slot);
  Span span = grows ? Span{start.low, end->high.shifted(isStrict ? -1 : 0),
                           std::move(end->tests)}
                    : Span{end->low.shifted(isStrict ? 1 : 0), start.high,
                           std::move(end->tests)};
  return std::pair(slot, std::move(span));
}

std::optional<Halving> findHalving(const While &loop, const LoopSpans &spans) {
  std::optional<Ends> ends = endsOf(*loop.condition);
  std::optional<SlotId> middle =
      ends ? middleOf(loop.body, *ends) : std::nullopt;
  if (!middle || *middle == ends->low || *middle == ends->high)
    return std::nullopt;
  auto [low, high, apart, subtracts] = *ends;
  bool isHalving = true;
  unsigned middles = 0;
  SlotSet others;
  forEachAssigned(loop.body, [&](SlotId slot, const Expr &value) {
    middles += slot == *middle;
    if (slot == low || slot == high)
      isHalving = isHalving && isNextTo(value, *middle, slot == low);
  });
  addCounters(loop.body, others);
  if (!isHalving || middles != 1 || others.contains(low) ||
      others.contains(high) || others.contains(*middle))
    return std::nullopt;
  LinearBound first = spans.before(low).low, last = spans.before(high).high;
  LoopTests tests;
  if (!staysNear(first, false, spans, tests) ||
      !staysNear(last, true, spans, tests) ||
      (subtracts && (!staysNear(first, true, spans, tests) ||
                     !staysNear(last, false, spans, tests))))
    return std::nullopt;
  return Halving{
      low,
      high,
      *middle,
      {first, last.shifted(-apart), tests},
      {first.shifted(apart), last, tests},
      {first.shifted(apart / 2), last.shifted(-((apart + 1) / 2)), tests}};
}

} // namespace pyk2ptx
