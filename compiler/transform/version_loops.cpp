// A loop is versioned when it has no else and a step whose sign is known. For
// each guarded index loop_span.h gives the tests under which it is never
// negative and never beyond its axis. Threads may part at the tests; so where
// the loop has a barrier, only tests are used whose outcome is the same in the
// whole block: a thread's index is bounded by the block's extent.
//
// What every iteration does decides: only indices that stand under no condition
// inside the loop bring tests. One under a condition (`if j < n: x[j]`) may be
// outside just when the condition is false, and its tests could keep every
// thread off the fast copy; it loses its guard when the others' tests cover it,
// and LLVM often proves the rest from the condition.
//
// Outer loops come first. Inside both copies the inner loops are tried again,
// as far as their guards are left: what fails for a whole grid-stride loop may
// hold for each of its iterations. The copy is marked cold, so that LLVM does
// not unroll it. A function grows by a bounded amount.
#include "version_loops.h"

#include "compiler/analyze/interval.h"
#include "compiler/analyze/loop_span.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"

#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

constexpr unsigned maxLoopNodes = 400;
constexpr unsigned maxTests = 12;
/// By how many nodes a function may grow: that of a small kernel, or half of a
/// large one.
constexpr unsigned minGrowth = 1200;

/// A guarded index of a loop.
struct GuardedIndex {
  Index *index;
  /// What puts it inside; none: not known.
  std::optional<LoopTests> tests;
  bool isConditional;
};

/// Walks a loop in the order of evaluation and collects its guarded indices.
class IndexCollector {
public:
  IndexCollector(const LoopSpans &spans, const Ranges &ranges)
      : spans_(spans), ranges_(ranges) {}

  std::vector<GuardedIndex> run(ForRange &loop, const Span &counter) {
    SlotSet assigned;
    addAssigned(loop.body, assigned);
    if (!assigned.contains(loop.slot))
      known_.insert_or_assign(loop.slot, counter);
    walk(loop.body, false);
    return std::move(found_);
  }

private:
  void forget(const SlotSet &slots) {
    std::erase_if(
        known_, [&](const auto &entry) { return slots.contains(entry.first); });
  }
  void learn(SlotId slot, const Expr &value) {
    known_.erase(slot);
    if (value.type.isScalar() && value.type.scalar == Scalar::I64)
      if (std::optional<Span> span = spans_.of(value, known_))
        known_.insert_or_assign(slot, *std::move(span));
  }

  /// The indices that an expression or a statement itself has.
  template <class Node> void noteIndices(Node &node, bool conditional) {
    forEachIndex(node, [&](Index &index, const Expr &array, unsigned axis) {
      note(index, array, axis, conditional);
    });
  }
  void note(Index &index, const Expr &array, unsigned axis, bool conditional) {
    if (index.bounds != Bounds::Guard)
      return;
    std::optional<LoopTests> tests;
    if (std::optional<Span> span = spans_.of(*index.value, known_))
      tests = spans_.insideTests(*span, array, axis);
    found_.push_back({&index, std::move(tests), conditional});
  }

  void walk(Expr &expr, bool conditional) {
    if (auto *select = std::get_if<Select>(&expr.node)) {
      walk(*select->condition, conditional);
      walk(*select->body, true);
      walk(*select->orElse, true);
      return;
    }
    if (auto *logical = std::get_if<Logical>(&expr.node)) {
      walk(*logical->left, conditional);
      walk(*logical->right, true);
      return;
    }
    if (auto *let = std::get_if<Let>(&expr.node)) {
      walk(*let->value, conditional);
      learn(let->slot, *let->value);
      walk(*let->body, conditional);
      return;
    }
    forEachOperand(expr, [&](Expr &operand) { walk(operand, conditional); });
    noteIndices(expr, conditional);
  }

  void walk(Block &block, bool conditional) {
    for (Stmt &stmt : block)
      walk(stmt, conditional);
  }

  void walk(Stmt &stmt, bool conditional) {
    bool isWhile = std::holds_alternative<While>(stmt.node);
    if (isWhile)
      forgetAssigned(stmt);
    forEachOperandOf(stmt, [&](Expr &operand) { walk(operand, conditional); });
    noteIndices(stmt, conditional);
    if (auto *assign = std::get_if<Assign>(&stmt.node)) {
      learn(assign->slot, *assign->value);
    } else if (auto *loop = std::get_if<ForRange>(&stmt.node)) {
      walkInner(*loop, stmt, conditional);
    } else {
      forEachBlockOf(stmt, [&](Block &inner) {
        SpanEnvironment outer = known_;
        walk(inner, true);
        known_ = std::move(outer);
      });
      if (isWhile || std::holds_alternative<If>(stmt.node))
        forgetAssigned(stmt);
    }
  }

  void walkInner(ForRange &loop, const Stmt &stmt, bool conditional) {
    std::optional<Span> start = spans_.of(*loop.start, known_),
                        stop = spans_.of(*loop.stop, known_), counter;
    if (start && stop)
      counter = LoopSpans::ofCounter(*start, *stop, ranges_.of(*loop.step));
    forgetAssigned(stmt);
    SpanEnvironment outer = known_;
    SlotSet assigned;
    addAssigned(loop.body, assigned);
    if (counter && !assigned.contains(loop.slot))
      known_.insert_or_assign(loop.slot, *std::move(counter));
    walk(loop.body, conditional);
    known_ = outer;
    walk(loop.orElse, true);
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
  std::vector<GuardedIndex> found_;
};

bool covers(const LoopTests &all, const LoopTests &some) {
  for (const auto &[key, test] : some)
    if (!all.contains(key))
      return false;
  return true;
}

bool hasGuards(const Block &block) {
  bool found = false;
  forEachIndexIn(block, [&](const Index &index, const Expr &, unsigned) {
    found = found || index.bounds == Bounds::Guard;
  });
  return found;
}

/// Whether a loop that turns a few times, as often as it says, is about an
/// array of the thread's own: rolled it would keep that in memory, in both
/// copies.
bool keepsLocalArray(const ForRange &loop) {
  constexpr std::int64_t fewTurns = 16;
  const auto *start = std::get_if<Constant>(&loop.start->node);
  const auto *stop = std::get_if<Constant>(&loop.stop->node);
  const auto *step = std::get_if<Constant>(&loop.step->node);
  auto valueOf = [](const Constant &value) {
    return static_cast<std::int64_t>(value.bits);
  };
  if (!start || !stop || !step || valueOf(*step) != 1 || valueOf(*start) != 0 ||
      valueOf(*stop) < 0 || valueOf(*stop) > fewTurns)
    return false;
  bool found = false;
  forEachIndexIn(loop.body, [&](const Index &, const Expr &array, unsigned) {
    found = found || array.type.space == Space::Local;
  });
  return found;
}

void setCold(Stmt &stmt, bool isCold) {
  if (auto *loop = std::get_if<ForRange>(&stmt.node))
    loop->isCold = isCold && !keepsLocalArray(*loop);
  forEachBlockOf(stmt, [&](Block &block) {
    for (Stmt &inner : block)
      setCold(inner, isCold);
  });
}

class LoopVersioner {
public:
  LoopVersioner(Function &function, const std::vector<bool> &barriers)
      : function_(function), barriers_(barriers), ranges_(function),
        values_(function),
        growth_(std::max(minGrowth, countNodes(function.body) / 2)) {}

  void run(Block &block) {
    Block result;
    for (Stmt &stmt : block) {
      std::optional<Block> before;
      if (std::holds_alternative<ForRange>(stmt.node))
        before = version(stmt);
      if (before)
        for (Stmt &hoisted : *before)
          result.push_back(std::move(hoisted));
      bool isVersioned = before && std::holds_alternative<If>(stmt.node);
      forEachBlockOf(stmt, [&](Block &inner) {
        if (isVersioned)
          forEachBlockOf(inner[0], [&](Block &body) { run(body); });
        else
          run(inner);
      });
      result.push_back(std::move(stmt));
    }
    block = std::move(result);
  }

private:
  static ExprPtr makeExpr(Type type, SourceRange range, auto node) {
    auto expr = std::make_unique<Expr>();
    expr->range = range;
    expr->type = std::move(type);
    expr->node = std::move(node);
    return expr;
  }

  /// Whether `expr` can be evaluated twice.
  static bool isPure(const Expr &expr) { return isInvariant(expr, {}); }

  /// Of a loop's start or stop; `nextSlot` is the slot that hoist would take.
  std::optional<Span> beforeLoop(const Expr &expr, SlotId &nextSlot,
                                 bool uniform) const {
    SlotSet none;
    if (uniform)
      return isPure(expr) ? LoopSpans(values_, ranges_, none, true).of(expr, {})
                          : std::nullopt;
    Interval range = ranges_.of(expr);
    if (!isPure(expr))
      return LoopSpans::invariant(
          makeExpr(expr.type, expr.range, SlotValue{nextSlot++}), range);
    return LoopSpans(values_, ranges_, none, false)
        .of(expr, {})
        .value_or(LoopSpans::invariant(clone(expr), range));
  }
  /// Makes a loop's start or stop something that can be evaluated twice.
  void hoist(ExprPtr &expr, Block &before) {
    if (isPure(*expr))
      return;
    auto slot = static_cast<SlotId>(function_.slots.size());
    function_.slots.push_back({"bound", expr->type, false});
    Type type = expr->type;
    SourceRange range = expr->range;
    before.push_back({range, Assign{slot, std::move(expr)}});
    expr = makeExpr(type, range, SlotValue{slot});
  }

  ExprPtr condition(const LoopTests &tests, SourceRange range) {
    const Type boolType = Type::of(Scalar::Bool);
    ExprPtr all;
    for (const auto &[key, test] : tests) {
      ExprPtr one =
          makeExpr(boolType, range,
                   Compare{test.op, clone(*test.left), clone(*test.right)});
      all = all ? makeExpr(
                      boolType, range,
                      Binary{BinaryOp::BitAnd, std::move(all), std::move(one)})
                : std::move(one);
    }
    return all;
  }

  /// The tests that are worth making, and the indices that need no others.
  static std::vector<Index *> chooseTests(std::vector<GuardedIndex> &indices,
                                          LoopTests &tests) {
    for (GuardedIndex &entry : indices)
      if (entry.tests && !entry.isConditional &&
          tests.size() + entry.tests->size() <= maxTests)
        tests.insert(entry.tests->begin(), entry.tests->end());
    std::vector<Index *> inside;
    for (const GuardedIndex &entry : indices)
      if (entry.tests && covers(tests, *entry.tests))
        inside.push_back(entry.index);
    return inside;
  }

  /// Ends the loop at `maxExtent` at the latest.
  static void clampStop(ForRange &loop) {
    ExprPtr stopExpr = std::move(loop.stop);
    Type type = stopExpr->type;
    SourceRange range = stopExpr->range;
    loop.stop = makeExpr(type, range,
                         Binary{BinaryOp::Min, std::move(stopExpr),
                                clone(*int64Constant(maxExtent))});
  }

  /// Versions the loop `stmt` or drops guards that are not needed. None if it
  /// stays as it is; else what must come before it, and `stmt` may be an If.
  std::optional<Block> version(Stmt &stmt) {
    auto &loop = std::get<ForRange>(stmt.node);
    unsigned size = countNodes(loop.body);
    Interval step = ranges_.of(*loop.step);
    if (!loop.orElse.empty() || size > maxLoopNodes || step.contains(0) ||
        !hasGuards(loop.body))
      return std::nullopt;
    bool uniform = loop.inStep || hasBarrier(loop.body, barriers_);
    if (uniform && !function_.isKernel)
      return std::nullopt;
    SlotSet assigned;
    addAssigned(stmt, assigned);
    LoopSpans spans(values_, ranges_, assigned, uniform);
    SlotId nextSlot = static_cast<SlotId>(function_.slots.size());
    Interval stopRange = ranges_.of(*loop.stop);
    std::optional<Span> start = beforeLoop(*loop.start, nextSlot, uniform);
    std::optional<Span> stop = beforeLoop(*loop.stop, nextSlot, uniform);
    if (!start || !stop)
      return std::nullopt;
    std::optional<Span> counter = LoopSpans::ofCounter(*start, *stop, step);
    if (!counter)
      return std::nullopt;
    std::vector<GuardedIndex> indices =
        IndexCollector(spans, ranges_).run(loop, *counter);

    LoopTests tests;
    std::vector<Index *> inside = chooseTests(indices, tests);
    if (inside.empty() || (!tests.empty() && size > growth_))
      return std::nullopt;

    Block before;
    std::optional<Stmt> slow;
    if (!tests.empty()) {
      // Where the step cannot take the counter beyond int64, lowering has a
      // simpler loop.
      bool isClamped =
          step.low > 1 && stopRange.high > maxExtent && stop->high.expr;
      if (isClamped)
        spans.require(tests, stop->high.expr, CompareOp::LessEqual,
                      int64Constant(maxExtent - stop->high.offset));
      hoist(loop.start, before);
      hoist(loop.stop, before);
      slow = clone(stmt);
      growth_ -= size;
      if (isClamped)
        clampStop(loop);
    }
    for (Index *index : inside) {
      index->bounds = Bounds::None;
      index->wrap = false;
    }
    if (!slow)
      return before;
    setCold(stmt, false);
    setCold(*slow, true);
    SourceRange range = stmt.range;
    If choice{condition(tests, range), {}, {}};
    choice.body.push_back(std::move(stmt));
    choice.orElse.push_back(*std::move(slow));
    stmt = {range, std::move(choice)};
    return before;
  }

  Function &function_;
  const std::vector<bool> &barriers_;
  Ranges ranges_;
  OnlyValues values_;
  unsigned growth_;
};

} // namespace

void versionLoops(Module &module) {
  std::vector<bool> barriers = findBarriers(module);
  for (Function &function : module.functions)
    if (hasGuards(function.body))
      LoopVersioner(function, barriers).run(function.body);
}

} // namespace pyk2ptx
