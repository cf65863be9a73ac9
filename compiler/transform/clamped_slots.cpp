// Places beyond the edge of an image are taken to be at the edge. Where that is
// written with min and max, the bounds of what comes out are those of operands;
// more often it is
//
//   if x < 0:                     or a function:   if x < low: return low
//     x = 0                                        if x > high: return high
//   elif x >= w:                                   return x
//     x = w - 1
//
// Each way through the choice leaves what it sets, or x as it was, of which all
// the conditions before have been false: behind this one it lies between the
// least and the greatest of 0, w - 1, and of what is at least 0 and below w.
// Whatever x was: of numbers that were loaded as much is known.
#include "clamped_slots.h"

#include "frontend/ir/ir_walk.h"
#include "frontend/ir/turned_ops.h"

#include <utility>
#include <vector>

namespace pyk2ptx {

using namespace ir;

namespace {

class Clamps {
public:
  Clamps(const LoopSpans &spans, const SpanEnvironment &known,
         const ClampedSlots &clamped)
      : spans_(spans), known_(known), clamped_(clamped) {}

  std::optional<std::pair<SlotId, ClampedSlot>> run(const If &choice) {
    const If *at = &choice;
    while (at) {
      const auto *assign = at->body.size() == 1
                               ? std::get_if<Assign>(&at->body[0].node)
                               : nullptr;
      if (!assign || !compare(*at->condition, assign->slot) ||
          !setTo(*assign, refined(rest_, test_.op)))
        return std::nullopt;
      rest_ = refined(std::move(rest_), negated(test_.op));
      if (at->orElse.empty())
        return keep() ? result() : std::nullopt;
      if (at->orElse.size() > 1)
        return std::nullopt;
      const Stmt &other = at->orElse[0];
      at = std::get_if<If>(&other.node);
      const auto *last = std::get_if<Assign>(&other.node);
      if (!at && (!last || !setTo(*last, rest_)))
        return std::nullopt;
    }
    return result();
  }

private:
  struct Test {
    CompareOp op;
    Span with;
  };

  std::optional<std::pair<SlotId, ClampedSlot>> result() {
    ClampedSlot result{
        unite(BinaryOp::Min, lows_), unite(BinaryOp::Max, highs_), {}};
    if (!result.low && !result.high)
      return std::nullopt;
    result.tests = std::move(tests_);
    return std::pair(*target_, std::move(result));
  }

  static const SlotId *slotOf(const Expr &expr) {
    const auto *value = std::get_if<SlotValue>(&expr.node);
    return value && expr.type.isScalar() && expr.type.scalar == Scalar::I64
               ? &value->slot
               : nullptr;
  }

  /// Notes what the subject is compared with. It is the first slot that is
  /// compared: the one that is `set`, if that is.
  bool compare(const Expr &condition, SlotId set) {
    const auto *node = std::get_if<Compare>(&condition.node);
    if (!node)
      return false;
    const SlotId *left = slotOf(*node->left), *right = slotOf(*node->right);
    if (!subject_) {
      const SlotId *first = left && !(right && *right == set) ? left : right;
      if (!first)
        return false;
      subject_ = *first;
      rest_ = before(*first);
    }
    bool isLeft = left && *left == *subject_;
    if (!isLeft && !(right && *right == *subject_))
      return false;
    std::optional<Span> with =
        spanOf(isLeft ? *node->right : *node->left, known_);
    if (!with)
      return false;
    test_ = {isLeft ? node->op : mirrored(node->op), *std::move(with)};
    return true;
  }

  std::optional<Span> spanOf(const Expr &expr, const SpanEnvironment &known) {
    if (!expr.type.isScalar() || expr.type.scalar != Scalar::I64)
      return std::nullopt;
    return spans_.of(expr, known);
  }

  ClampedSlot before(SlotId slot) const {
    if (auto span = known_.find(slot); span != known_.end())
      return {span->second.low, span->second.high, span->second.tests};
    auto half = clamped_.find(slot);
    return half == clamped_.end() ? ClampedSlot() : half->second;
  }

  /// What is known of the subject where it is `op` what it is compared with.
  ClampedSlot refined(ClampedSlot slot, CompareOp op) const {
    const Span &with = test_.with;
    switch (op) {
    case CompareOp::Less:
      slot.high = with.high.shifted(-1);
      break;
    case CompareOp::LessEqual:
      slot.high = with.high;
      break;
    case CompareOp::Greater:
      slot.low = with.low.shifted(1);
      break;
    case CompareOp::GreaterEqual:
      slot.low = with.low;
      break;
    default:
      return slot;
    }
    slot.tests.insert(with.tests.begin(), with.tests.end());
    return slot;
  }

  /// A way that sets the target, where `subject` is known of that.
  bool setTo(const Assign &assign, ClampedSlot subject) {
    if (target_ && *target_ != assign.slot)
      return false;
    target_ = assign.slot;
    const SlotId *copied = slotOf(*assign.value);
    if (copied && *copied == *subject_)
      return add(std::move(subject));
    SpanEnvironment known = known_;
    known.erase(*subject_);
    if (subject.low && subject.high)
      known.insert_or_assign(*subject_, Span{*std::move(subject.low),
                                             *std::move(subject.high),
                                             std::move(subject.tests)});
    std::optional<Span> span = spanOf(*assign.value, known);
    return span && add({span->low, span->high, std::move(span->tests)});
  }
  /// The way on which nothing is set.
  bool keep() { return *target_ == *subject_ && add(rest_); }

  bool add(ClampedSlot way) {
    lows_.push_back(std::move(way.low));
    highs_.push_back(std::move(way.high));
    tests_.merge(way.tests);
    return true;
  }

  std::optional<LinearBound>
  unite(BinaryOp op, const std::vector<std::optional<LinearBound>> &bounds) {
    std::optional<LinearBound> all = bounds[0];
    for (std::size_t i = 1; i < bounds.size() && all; ++i)
      all = bounds[i] ? spans_.extreme(op, *all, *bounds[i], tests_)
                      : std::nullopt;
    return all;
  }

  const LoopSpans &spans_;
  const SpanEnvironment &known_;
  const ClampedSlots &clamped_;
  std::optional<SlotId> subject_, target_;
  Test test_{CompareOp::Equal, {}};
  /// The subject, as none of the conditions so far holds.
  ClampedSlot rest_;
  std::vector<std::optional<LinearBound>> lows_, highs_;
  LoopTests tests_;
};

} // namespace

std::optional<std::pair<SlotId, ClampedSlot>>
clampedBy(const If &choice, const LoopSpans &spans,
          const SpanEnvironment &known, const ClampedSlots &clamped) {
  return Clamps(spans, known, clamped).run(choice);
}

} // namespace pyk2ptx
