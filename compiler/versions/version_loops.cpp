// A loop is versioned when it has no else and a step whose sign is known, or is
// a while loop whose condition says where its slots end (walking_slots.h). For
// each guarded index loop_span.h gives the tests under which it is never
// negative and never beyond its axis. Threads may part at the tests; so where
// the loop has a barrier, only tests are used whose outcome is the same in the
// whole block: a thread's index is bounded by the block's extent.
//
// Of an index that is loaded its type alone says how large it is: 255, of a
// byte, and a table may be shorter. So a loop may be there three times: without
// guards, without those that are not of data, and as it was.
//
// Outer loops come first. Inside both copies the inner loops are tried again,
// as far as their guards are left: what fails for a whole grid-stride loop may
// hold for each of its iterations, though hardly where these are a few. The
// copy is marked cold, so that LLVM does not unroll it. A function grows by a
// bounded amount.
#include "version_loops.h"

#include "compiler/facts/interval.h"
#include "compiler/facts/loop_facts.h"
#include "compiler/transform/guarded_indices.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Four samples of a field, each between four points, have 600.
constexpr unsigned maxLoopNodes = 1000;
constexpr std::uint64_t fewTurns = 32;

class LoopVersioner {
public:
  LoopVersioner(Function &function, const std::vector<bool> &barriers)
      : function_(function), barriers_(barriers), ranges_(function),
        values_(function), growth_(mostGrowth(function)) {}

  /// `isOwn`: of a loop that is there twice, so cold loops are its own copies.
  void run(Block &block, bool isOwn = false) {
    Block result;
    for (Stmt &stmt : block) {
      std::optional<Block> before;
      const auto *loop = std::get_if<ForRange>(&stmt.node);
      bool hasFewTurns = loop && turnsOf(*loop).value_or(fewTurns) < fewTurns;
      if (loop && (isOwn || !loop->isCold))
        before = version(stmt);
      else if (std::holds_alternative<While>(stmt.node))
        before = versionWhile(stmt);
      if (before)
        for (Stmt &hoisted : *before)
          result.push_back(std::move(hoisted));
      bool isVersioned = before && std::holds_alternative<If>(stmt.node);
      if (isVersioned)
        takeFirstStore(std::get<If>(stmt.node), result);
      if (isVersioned)
        runInCopies(std::get<If>(stmt.node), hasFewTurns);
      else
        forEachBlockOf(stmt, [&](Block &inner) { run(inner, isOwn); });
      result.push_back(std::move(stmt));
    }
    block = std::move(result);
  }

private:
  /// In few turns an index that is outside in one is so in most.
  void runInCopies(If &choice, bool hasFewTurns) {
    auto runIn = [&](Block &copy) {
      if (auto *further = std::get_if<If>(&copy.back().node))
        runInCopies(*further, hasFewTurns);
      else
        forEachBlockOf(copy.back(), [&](Block &body) { run(body, true); });
    };
    runIn(choice.body);
    if (!hasFewTurns)
      runIn(choice.orElse);
  }

  /// Whether both store to one element, as long as none of `assigned` is set.
  static bool isSameElement(const Store &one, const Store &other,
                            const SlotSet &assigned) {
    auto isSame = [&](const Expr &a, const Expr &b) {
      const auto *slot = std::get_if<SlotValue>(&a.node);
      const auto *same = std::get_if<SlotValue>(&b.node);
      if (slot && same)
        return slot->slot == same->slot && !assigned.contains(slot->slot);
      const std::int64_t *number = constantOf(a), *equal = constantOf(b);
      return number && equal && *number == *equal;
    };
    return isSame(*one.array, *other.array) &&
           std::ranges::equal(one.indices, other.indices,
                              [&](const Index &a, const Index &b) {
                                return isSame(*a.value, *b.value);
                              });
  }

  /// `c[y, x] = 0` before a loop that adds to c[y, x] is the first statement of
  /// both copies: where it has no guard either, the element is in a register
  /// from there to the loop's end. The tests read no memory.
  static void takeFirstStore(If &choice, Block &before) {
    const auto *loop = std::get_if<ForRange>(&choice.body.back().node);
    const auto *first =
        before.empty() ? nullptr : std::get_if<Store>(&before.back().node);
    if (!first || !loop || loop->inStep || !isPure(*first->value) ||
        std::ranges::none_of(first->indices, [](const Index &index) {
          return index.bounds == Bounds::Guard;
        }))
      return;
    SlotSet assigned;
    addAssigned(choice.body.back(), assigned);
    bool isFound = false;
    forEachStmt(loop->body, [&](const Stmt &stmt) {
      const auto *store = std::get_if<Store>(&stmt.node);
      isFound = isFound || (store && isSameElement(*first, *store, assigned));
    });
    if (!isFound)
      return;
    choice.orElse.insert(choice.orElse.begin(), clone(before.back()));
    choice.body.insert(choice.body.begin(), std::move(before.back()));
    before.pop_back();
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
          makeExpr(expr.range, expr.type, SlotValue{nextSlot++}), range);
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
    expr = makeExpr(range, type, SlotValue{slot});
  }

  /// Ends the loop at `maxExtent` at the latest.
  static void clampStop(ForRange &loop) {
    ExprPtr stopExpr = std::move(loop.stop);
    Type type = stopExpr->type;
    SourceRange range = stopExpr->range;
    loop.stop = makeExpr(range, type,
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
        findGuardedIndices(loop, *counter, spans, ranges_);

    LoopTests tests;
    std::vector<Index *> inside = chooseTests(indices, tests);
    if (inside.empty() || (!tests.empty() && size > growth_))
      return std::nullopt;
    LoopTests fewer;
    std::vector<Index *> insideOfFewer;
    if (std::ranges::any_of(indices, &GuardedIndex::isOfData))
      insideOfFewer = chooseTestsWithoutData(indices, fewer);
    bool isThrice = !insideOfFewer.empty() && !fewer.empty() &&
                    fewer.size() < tests.size() && 2 * size <= growth_;

    Block before;
    std::optional<Stmt> slow;
    if (!tests.empty()) {
      // Where the step cannot take the counter beyond int64, lowering has a
      // simpler loop.
      bool isClamped =
          step.low > 1 && stopRange.high > maxExtent && stop->high.expr;
      if (isClamped)
        for (LoopTests *asked : {&tests, &fewer})
          spans.require(*asked, stop->high, CompareOp::LessEqual,
                        int64Constant(maxExtent - stop->high.offset));
      hoist(loop.start, before);
      hoist(loop.stop, before);
      slow = clone(stmt);
      growth_ -= size;
      if (isClamped)
        clampStop(loop);
    }
    if (isThrice) {
      dropGuards(insideOfFewer);
      Stmt middle = clone(stmt);
      growth_ -= size;
      choose(middle, *std::move(slow), fewer);
      slow = std::move(middle);
    }
    dropGuards(inside);
    if (slow)
      choose(stmt, *std::move(slow), tests);
    return before;
  }

  /// Of a loop that counts where it pleases (walking_slots.h).
  std::optional<Block> versionWhile(Stmt &stmt) {
    auto &loop = std::get<While>(stmt.node);
    unsigned size = countNodes(loop.body);
    if (!loop.orElse.empty() || size > maxLoopNodes || !hasGuards({&stmt, 1}) ||
        hasBarrier({&stmt, 1}, barriers_))
      return std::nullopt;
    SlotSet assigned;
    addAssigned(stmt, assigned);
    LoopSpans spans(values_, ranges_, assigned, false);
    std::vector<GuardedIndex> indices =
        findGuardedIndices(loop, spans, ranges_);
    LoopTests tests;
    std::vector<Index *> inside = chooseTests(indices, tests);
    // LLVM finds what no turn changes.
    bool isWorthIt = std::ranges::any_of(inside, [&](const Index *index) {
      return !index->isInsideIfAny && !isInvariant(*index->value, assigned);
    });
    if (!isWorthIt || (!tests.empty() && size > growth_))
      return std::nullopt;
    std::optional<Stmt> slow;
    if (!tests.empty())
      slow = clone(stmt);
    dropGuards(inside);
    if (slow) {
      growth_ -= size;
      choose(stmt, *std::move(slow), tests);
    }
    return Block();
  }

  /// `stmt` where the tests hold, else the copy, which may be a choice itself.
  static void choose(Stmt &stmt, Stmt slow, const LoopTests &tests) {
    setCold(stmt, false);
    if (!std::holds_alternative<If>(slow.node))
      setCold(slow, true);
    SourceRange range = stmt.range;
    If choice{conditionOf(tests, range), {}, {}};
    choice.body.push_back(std::move(stmt));
    choice.orElse.push_back(std::move(slow));
    stmt = {range, std::move(choice)};
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
