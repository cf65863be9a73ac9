// What version_loops.h and version_regions.h have in common: they find guarded
// indices with symbolic bounds (loop_span.h), and put one test of the bounds in
// place of a guard for each.
//
// Only indices that stand under no condition inside the code bring tests, or
// under one that says where a counter is, as `if k > 0: x[k - 1]`. One under
// another condition (`if j < n: x[j]`) may be outside just when the condition
// is false, and its tests could keep every thread off the fast copy; it loses
// its guard when the others' tests cover it, and LLVM often proves the rest
// from the condition. A thread's place in a tile brings its test all the same:
// what the condition says of it was asked before (path_facts.h). And so does an
// index under a condition of data, unless it is data itself: `if a[k] > 0` says
// nothing of where k is.
#include "guarded_indices.h"

#include "clamped_slots.h"
#include "compiler/facts/integer_types.h"
#include "compiler/facts/loop_facts.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"
#include "frontend/ir/turned_ops.h"
#include "frontend/types/magnitude.h"
#include "walking_slots.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// A counter and as much stay in int64.
constexpr std::uint64_t mostAdded = std::uint64_t(1) << 30;

/// What stands between code and its being reached: the greater says more.
enum class Under : std::uint8_t { Nothing, Data, Condition };

class IndexCollector {
public:
  IndexCollector(const LoopSpans &spans, const Ranges &ranges)
      : spans_(spans), ranges_(ranges) {}

  std::vector<GuardedIndex> run(std::span<Stmt> stmts) {
    for (Stmt &stmt : stmts)
      walk(stmt, Under::Nothing);
    return std::move(found_);
  }
  std::vector<GuardedIndex> run(ForRange &loop, const Span &counter) {
    SlotSet assigned;
    addAssigned(loop.body, assigned);
    if (!assigned.contains(loop.slot)) {
      known_.insert_or_assign(loop.slot, counter);
      learnLate(loop, counter);
    }
    assigned.insert(loop.slot);
    changing_ = std::move(assigned);
    walk(loop.body, Under::Nothing);
    return std::move(found_);
  }
  std::vector<GuardedIndex> run(While &loop) {
    changing_.emplace();
    addAssigned(loop.body, *changing_);
    walkCondition(*loop.condition, findWalking(loop, spans_, ranges_));
    halving_ = findHalving(loop, spans_);
    if (halving_) {
      known_.insert_or_assign(halving_->low, halving_->ofLow);
      known_.insert_or_assign(halving_->high, halving_->ofHigh);
    }
    walk(loop.body, Under::Nothing);
    return std::move(found_);
  }

private:
  /// Slots that are set to the counter for the next turn: `j = i`. They are
  /// what they were before the loop, which threads need not agree about, or as
  /// the counter.
  void learnLate(const ForRange &loop, const Span &counter) {
    if (spans_.areUniform())
      return;
    std::map<SlotId, std::optional<Span>> late;
    forEachAssigned(loop.body, [&](SlotId slot, const Expr &value) {
      const auto *copied = std::get_if<SlotValue>(&value.node);
      bool isLate = copied && copied->slot == loop.slot && isInt64(value.type);
      auto [place, isNew] = late.try_emplace(slot, counter);
      if (!isLate)
        place->second.reset();
    });
    SlotSet counters{loop.slot};
    addCounters(loop.body, counters);
    for (auto &[slot, span] : late) {
      if (!span || counters.contains(slot))
        continue;
      Span first = spans_.before(slot);
      LoopTests tests = span->tests;
      auto low = spans_.extreme(BinaryOp::Min, first.low, span->low, tests);
      auto high = spans_.extreme(BinaryOp::Max, first.high, span->high, tests);
      if (low && high)
        known_.insert_or_assign(slot, Span{*low, *high, std::move(tests)});
    }
  }

  /// Behind each part of it is known what that says.
  void walkCondition(Expr &condition, const WalkingSlots &walking) {
    auto *both = std::get_if<Logical>(&condition.node);
    if (both && both->isAnd) {
      walkCondition(*both->left, walking);
      walkCondition(*both->right, walking);
      return;
    }
    walk(condition, Under::Nothing);
    if (auto bounded = boundedBy(condition, walking, spans_)) {
      known_.insert_or_assign(bounded->first, std::move(bounded->second));
      walking_.insert(bounded->first);
    }
  }

  void forget(const SlotSet &slots) {
    auto isForgotten = [&](const auto &entry) {
      return slots.contains(entry.first);
    };
    std::erase_if(known_, isForgotten);
    std::erase_if(clamped_, isForgotten);
  }
  void learn(SlotId slot, ClampedSlot &&bounds) {
    if (bounds.low && bounds.high)
      known_.insert_or_assign(slot, Span{*std::move(bounds.low),
                                         *std::move(bounds.high),
                                         std::move(bounds.tests)});
    else
      clamped_.insert_or_assign(slot, std::move(bounds));
  }
  void learn(SlotId slot, const Expr &value) {
    known_.erase(slot);
    clamped_.erase(slot);
    if (isOfData(value))
      data_.insert(slot);
    else
      data_.erase(slot);
    if (halving_ && slot == halving_->middle)
      known_.insert_or_assign(slot, halving_->ofMiddle);
    else if (value.type.isScalar() && value.type.scalar == Scalar::I64)
      if (std::optional<Span> span = spans_.of(value, known_))
        known_.insert_or_assign(slot, *std::move(span));
  }

  bool isData(const Expr &expr) const {
    const auto *slot = std::get_if<SlotValue>(&expr.node);
    return std::holds_alternative<Load>(expr.node) ||
           (slot && (data_.contains(slot->slot) ||
                     (expr.type.isScalar() && expr.type.isFloat())));
  }
  /// Whether all of it but constants was loaded, or is of floats.
  bool isOfData(const Expr &expr) const {
    if (isData(expr) || std::holds_alternative<Constant>(expr.node))
      return true;
    bool isIt = std::holds_alternative<Convert>(expr.node) ||
                std::holds_alternative<Unary>(expr.node) ||
                std::holds_alternative<Binary>(expr.node) ||
                std::holds_alternative<Compare>(expr.node) ||
                std::holds_alternative<Logical>(expr.node);
    forEachOperand(
        expr, [&](const Expr &operand) { isIt = isIt && isOfData(operand); });
    return isIt;
  }
  Under reached(const Expr &condition, Under before) const {
    return std::max(before,
                    isOfData(condition) ? Under::Data : Under::Condition);
  }
  /// Whether what is known of how the code is reached may bound the index.
  bool isBounded(const Expr &index, Under under) const {
    return (under == Under::Condition && !isOfWalking(index)) ||
           (under == Under::Data && hasData(index));
  }
  bool hasData(const Expr &index) const {
    bool does = false;
    forEachExpr(index, [&](const Expr &expr) { does = does || isData(expr); });
    return does;
  }

  /// A while loop's condition bounds them, whatever others say.
  bool isOfWalking(const Expr &index) const {
    bool isIt = true, isAny = false;
    forEachExpr(index, [&](const Expr &expr) {
      if (const auto *slot = std::get_if<SlotValue>(&expr.node)) {
        isIt = isIt && walking_.contains(slot->slot);
        isAny = true;
      }
    });
    return isIt && isAny;
  }

  /// The indices that an expression or a statement itself has.
  template <class Node> void noteIndices(Node &node, Under under) {
    forEachIndex(node, [&](Index &index, const Expr &array, unsigned axis) {
      note(index, array, axis, isBounded(*index.value, under));
    });
  }
  void note(Index &index, const Expr &array, unsigned axis, bool conditional) {
    if (!isTested(index))
      return;
    std::optional<LoopTests> tests;
    if (index.isInsideIfAny)
      tests = spans_.insideTests(Span(), array, axis);
    else if (std::optional<Span> span = spans_.of(*index.value, known_))
      tests = spans_.insideTests(*span, array, axis);
    found_.push_back({&index, std::move(tests),
                      conditional && !isOfBlock(*index.value, array, axis),
                      hasData(*index.value)});
  }
  /// A thread's place in a tile, which was made for the block: an index that no
  /// iteration changes, of an axis of known length.
  bool isOfBlock(const Expr &index, const Expr &array, unsigned axis) const {
    Interval extent = ranges_.extent(array, axis);
    return changing_ && extent.low == extent.high &&
           isInvariant(index, *changing_);
  }

  /// What the condition says, where it holds or does not, of slots whose spans
  /// are known. Whether that is all of it.
  bool refine(const Expr &condition, bool holds) {
    if (const auto *unary = std::get_if<Unary>(&condition.node))
      return unary->op == UnaryOp::Not && refine(*unary->operand, !holds);
    if (const auto *logical = std::get_if<Logical>(&condition.node))
      return logical->isAnd == holds && refine(*logical->left, holds) &&
             refine(*logical->right, holds);
    const auto *compare = std::get_if<Compare>(&condition.node);
    if (!compare || !isInt64(compare->left->type) ||
        !isInt64(compare->right->type))
      return false;
    CompareOp op = holds ? compare->op : negated(compare->op);
    return refine(*compare->left, op, *compare->right) ||
           refine(*compare->right, mirrored(op), *compare->left);
  }
  bool refine(const Expr &left, CompareOp op, const Expr &right) {
    // k + 1 < n says as much of k.
    const auto *sum = std::get_if<Binary>(&left.node);
    bool isSum = sum && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub);
    const std::int64_t *added = isSum ? constantOf(*sum->right) : nullptr;
    const auto *slot =
        std::get_if<SlotValue>(added ? &sum->left->node : &left.node);
    auto found = slot ? known_.find(slot->slot) : known_.end();
    std::optional<Span> with =
        found != known_.end() ? spans_.of(right, known_) : std::nullopt;
    if (!with || (added && (magnitudeOf(*added) > mostAdded ||
                            !staysInInt64(sum->op, ranges_.of(*sum->left),
                                          {*added, *added}))))
      return false;
    if (added) {
      std::int64_t by = sum->op == BinaryOp::Add ? -*added : *added;
      with->low = with->low.shifted(by);
      with->high = with->high.shifted(by);
    }
    Span span = found->second;
    span.tests.insert(with->tests.begin(), with->tests.end());
    auto limit = [&](BinaryOp which, LinearBound &bound,
                     const LinearBound &by) {
      if (auto nearer = spans_.extreme(which, bound, by, span.tests))
        bound = *std::move(nearer);
    };
    auto isEnd = [&](const LinearBound &end) {
      return !end.expr && !with->low.expr && !with->high.expr &&
             end.offset == with->low.offset && end.offset == with->high.offset;
    };
    bool isEqual = op == CompareOp::Equal;
    if (op == CompareOp::Less)
      limit(BinaryOp::Min, span.high, with->high.shifted(-1));
    else if (op == CompareOp::LessEqual || isEqual)
      limit(BinaryOp::Min, span.high, with->high);
    if (op == CompareOp::Greater)
      limit(BinaryOp::Max, span.low, with->low.shifted(1));
    else if (op == CompareOp::GreaterEqual || isEqual)
      limit(BinaryOp::Max, span.low, with->low);
    if (op == CompareOp::NotEqual && isEnd(span.low))
      span.low = span.low.shifted(1);
    else if (op == CompareOp::NotEqual && isEnd(span.high))
      span.high = span.high.shifted(-1);
    found->second = std::move(span);
    return true;
  }
  /// Walks what is reached where the condition holds, or does not.
  template <class F>
  void where(const Expr &condition, bool holds, Under under, const F &walk) {
    SpanEnvironment outer = known_;
    ClampedSlots outerClamped = clamped_;
    bool isAll = refine(condition, holds);
    walk(isAll ? under : reached(condition, under));
    known_ = std::move(outer);
    clamped_ = std::move(outerClamped);
  }

  void walk(Expr &expr, Under under) {
    if (auto *select = std::get_if<Select>(&expr.node)) {
      walk(*select->condition, under);
      where(*select->condition, true, under,
            [&](Under inside) { walk(*select->body, inside); });
      where(*select->condition, false, under,
            [&](Under inside) { walk(*select->orElse, inside); });
      return;
    }
    if (auto *logical = std::get_if<Logical>(&expr.node)) {
      walk(*logical->left, under);
      where(*logical->left, logical->isAnd, under,
            [&](Under inside) { walk(*logical->right, inside); });
      return;
    }
    if (auto *let = std::get_if<Let>(&expr.node)) {
      walk(*let->value, under);
      learn(let->slot, *let->value);
      walk(*let->body, under);
      return;
    }
    forEachOperand(expr, [&](Expr &operand) { walk(operand, under); });
    noteIndices(expr, under);
  }

  void walk(Block &block, Under under) {
    for (Stmt &stmt : block)
      walk(stmt, under);
  }

  void walk(Stmt &stmt, Under under) {
    bool isWhile = std::holds_alternative<While>(stmt.node);
    if (isWhile)
      forgetAssigned(stmt);
    forEachOperandOf(stmt, [&](Expr &operand) { walk(operand, under); });
    noteIndices(stmt, under);
    if (auto *assign = std::get_if<Assign>(&stmt.node)) {
      learn(assign->slot, *assign->value);
    } else if (auto *loop = std::get_if<ForRange>(&stmt.node)) {
      walkInner(*loop, stmt, under);
    } else {
      const auto *choice = std::get_if<If>(&stmt.node);
      auto clamped =
          choice ? clampedBy(*choice, spans_, known_, clamped_) : std::nullopt;
      forEachBlockOf(stmt, [&](Block &inner) {
        if (choice)
          return where(*choice->condition, &inner == &choice->body, under,
                       [&](Under inside) { walk(inner, inside); });
        SpanEnvironment outer = known_;
        ClampedSlots outerClamped = clamped_;
        walk(inner, Under::Condition);
        known_ = std::move(outer);
        clamped_ = std::move(outerClamped);
      });
      if (isWhile || choice)
        forgetAssigned(stmt);
      if (clamped)
        learn(clamped->first, std::move(clamped->second));
    }
  }

  void walkInner(ForRange &loop, const Stmt &stmt, Under under) {
    std::optional<Span> start = spans_.of(*loop.start, known_),
                        stop = spans_.of(*loop.stop, known_), counter;
    if (start && stop)
      counter = LoopSpans::ofCounter(*start, *stop, ranges_.of(*loop.step));
    forgetAssigned(stmt);
    SpanEnvironment outer = known_;
    ClampedSlots outerClamped = clamped_;
    SlotSet assigned;
    addAssigned(loop.body, assigned);
    if (counter && !assigned.contains(loop.slot))
      known_.insert_or_assign(loop.slot, *std::move(counter));
    walk(loop.body, under);
    known_ = outer;
    clamped_ = std::move(outerClamped);
    walk(loop.orElse, Under::Condition);
    known_ = std::move(outer);
    forgetAssigned(stmt);
  }

  void forgetAssigned(const Stmt &stmt) {
    SlotSet assigned;
    addAssigned(stmt, assigned);
    forget(assigned);
  }

  const LoopSpans &spans_;
  const Ranges &ranges_;
  SpanEnvironment known_;
  /// Slots of which one bound is known.
  ClampedSlots clamped_;
  /// Slots that hold what was loaded, or what was computed of it, when they
  /// were last set: a guess, by which tests are chosen and nothing is proven.
  SlotSet data_;
  /// Slots that a while loop's condition bounds.
  SlotSet walking_;
  std::optional<Halving> halving_;
  /// What the loop assigns, if it is a loop.
  std::optional<SlotSet> changing_;
  std::vector<GuardedIndex> found_;
};

bool covers(const LoopTests &all, const LoopTests &some) {
  for (const auto &[key, test] : some)
    if (!all.contains(key))
      return false;
  return true;
}

/// The key of a test without the constant at its end.
std::string familyOf(const std::string &key) {
  return key.substr(0, key.rfind(' '));
}

/// Whether `test` says more than `other`, which differs in its constant.
bool isStronger(const LoopTest &test, const LoopTest &other) {
  auto limit = [](const LoopTest &of) {
    return static_cast<std::int64_t>(std::get<Constant>(of.right->node).bits);
  };
  bool isLower =
      test.op == CompareOp::Greater || test.op == CompareOp::GreaterEqual;
  return isLower ? limit(test) > limit(other) : limit(test) < limit(other);
}

LoopTests strongest(const LoopTests &tests) {
  LoopTests kept;
  for (const auto &[key, test] : tests) {
    if (!std::holds_alternative<Constant>(test.right->node)) {
      kept.emplace(key, test);
      continue;
    }
    auto [place, isNew] = kept.try_emplace(familyOf(key), test);
    if (!isNew && isStronger(test, place->second))
      place->second = test;
  }
  return kept;
}

} // namespace

bool hasGuards(std::span<const Stmt> stmts) {
  bool found = false;
  forEachIndexIn(stmts, [&](const Index &index, const Expr &, unsigned) {
    found = found || isTested(index);
  });
  return found;
}

std::vector<GuardedIndex> findGuardedIndices(ForRange &loop,
                                             const Span &counter,
                                             const LoopSpans &spans,
                                             const Ranges &ranges) {
  return IndexCollector(spans, ranges).run(loop, counter);
}

std::vector<GuardedIndex>
findGuardedIndices(While &loop, const LoopSpans &spans, const Ranges &ranges) {
  return IndexCollector(spans, ranges).run(loop);
}

std::vector<GuardedIndex> findGuardedIndices(std::span<Stmt> stmts,
                                             const LoopSpans &spans,
                                             const Ranges &ranges) {
  return IndexCollector(spans, ranges).run(stmts);
}

std::vector<Index *> chooseTests(const std::vector<GuardedIndex> &indices,
                                 LoopTests &tests) {
  // The eight corners of a cell of a table in space, and a place for the
  // result.
  constexpr std::size_t most = 40;
  for (const GuardedIndex &entry : indices) {
    if (!entry.tests || entry.isConditional)
      continue;
    LoopTests more = tests;
    more.insert(entry.tests->begin(), entry.tests->end());
    if (strongest(more).size() <= most)
      tests = std::move(more);
  }
  std::vector<Index *> inside;
  for (const GuardedIndex &entry : indices)
    if (entry.tests && covers(tests, *entry.tests))
      inside.push_back(entry.index);
  return inside;
}

std::vector<Index *> chooseTestsWithoutData(std::vector<GuardedIndex> indices,
                                            LoopTests &tests) {
  for (GuardedIndex &entry : indices)
    entry.isConditional = entry.isConditional || entry.isOfData;
  return chooseTests(indices, tests);
}

ExprPtr conditionOf(const LoopTests &tests, SourceRange range) {
  auto make = [&](auto node) {
    return makeExpr(range, Type::of(Scalar::Bool), std::move(node));
  };
  ExprPtr all;
  for (const auto &[key, test] : strongest(tests)) {
    ExprPtr one = make(Compare{test.op, clone(*test.left), clone(*test.right)});
    all = all ? make(Binary{BinaryOp::BitAnd, std::move(all), std::move(one)})
              : std::move(one);
  }
  return all;
}

unsigned mostGrowth(const Function &function) {
  constexpr unsigned least = 1200;
  return std::max(least, countNodes(function.body) / 2);
}

bool isTested(const Index &index) {
  return index.bounds == Bounds::Guard ||
         (index.bounds == Bounds::None && index.wrap);
}

namespace {

/// The loops of a statement that rarely runs, or again does not.
class ColdLoops {
public:
  explicit ColdLoops(bool areCold) : areCold_(areCold) {}

  void set(Stmt &stmt) {
    UnrolledLoops around = unrolled_;
    if (auto *loop = std::get_if<ForRange>(&stmt.node)) {
      bool isKept = unrolled_.add(*loop);
      loop->isCold = areCold_ && !isKept;
    } else if (auto *loop = std::get_if<While>(&stmt.node)) {
      loop->isCold = areCold_;
    }
    forEachBlockOf(stmt, [&](Block &block) {
      for (Stmt &inner : block)
        set(inner);
    });
    unrolled_ = std::move(around);
  }

private:
  bool areCold_;
  UnrolledLoops unrolled_;
};

} // namespace

void setCold(Stmt &stmt, bool isCold) { ColdLoops(isCold).set(stmt); }

bool isColdLoop(const Stmt &stmt) {
  const auto *range = std::get_if<ForRange>(&stmt.node);
  const auto *loop = std::get_if<While>(&stmt.node);
  return (range && range->isCold) || (loop && loop->isCold);
}

void dropGuards(const std::vector<Index *> &indices) {
  for (Index *index : indices) {
    index->bounds = Bounds::None;
    index->wrap = false;
  }
}

} // namespace pyk2ptx
