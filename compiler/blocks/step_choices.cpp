// A loop can be run for all threads of a block at once where they leave it
// together: its end and its steps are the same for all, and so is its start but
// for what is the thread's own, and not negative. It is where LLVM does not
// unroll it into the threads' turns, and in an iteration the threads of a row
// access neighbouring elements, or the same one.
#include "step_choices.h"

#include "compiler/analyze/sync_threads.h"
#include "compiler/facts/loop_facts.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace pyk2ptx {

using namespace ir;

/// Loops that LLVM unrolls into each thread's turn are best there.
static constexpr std::int64_t fewTurnsInStep = 32;

static Type int64Type() { return Type::of(Scalar::I64); }

StepChoices::StepChoices(const Function &kernel,
                         const std::vector<bool> &barriers, bool joins)
    : kernel_(kernel), barriers_(barriers), joins_(joins),
      uniform_(kernel, kernel.together), values_(kernel),
      numbers_(kernel, &values_), ranges_(kernel), steps_(kernel, 0, ranges_) {
  choose(kernel_.body);
  keepLocalArrays();
}

/// Whether the statement or an expression of its own has an element of a
/// thread's own array.
static bool accessesLocalArray(const Stmt &stmt) {
  bool found = false;
  auto look = [&](const Index &, const Expr &array, unsigned) {
    found = found || array.type.space == Space::Local;
  };
  forEachIndex(stmt, look);
  forEachOperandOf(stmt, [&](const Expr &root) {
    forEachExpr(root, [&](const Expr &expr) { forEachIndex(expr, look); });
  });
  return found;
}

/// How many loops, but for those that LLVM unrolls, are around the accesses to
/// threads' own arrays: those of loops in step, and others.
struct StepChoices::LocalDepths {
  int inStep = 0, alone = 0;
};

void StepChoices::findDepths(const Block &block, int depth, bool isInStep,
                             LocalDepths &depths) const {
  for (const Stmt &stmt : block) {
    int &deepest = isInStep ? depths.inStep : depths.alone;
    if (accessesLocalArray(stmt))
      deepest = std::max(deepest, depth);
    const auto *loop = std::get_if<ForRange>(&stmt.node);
    bool isAround =
        std::holds_alternative<While>(stmt.node) || (loop && !isShort(*loop));
    forEachBlockOf(stmt, [&](const Block &inner) {
      findDepths(inner, depth + isAround,
                 isAround ? loop && holds(*loop) : isInStep, depths);
    });
  }
}

/// Chosen are those of `all` that stand in no loop that is none of them, but
/// for those that the block runs anyway.
void StepChoices::reduceTo(const Block &block, Choices &all) {
  for (const Stmt &stmt : block) {
    const auto *loop = std::get_if<ForRange>(&stmt.node);
    bool isLoop = loop || std::holds_alternative<While>(stmt.node);
    if (loop)
      choices_.insert(all.extract(loop->start.get()));
    if (!isLoop || hasSyncThreads(stmt) || (loop && holds(*loop)))
      forEachBlockOf(stmt, [&](const Block &inner) { reduceTo(inner, all); });
  }
}

/// Where loops in step access threads' own arrays, all threads' elements lie
/// side by side, which is the worst for a thread that goes over its array by
/// itself. Most of the time is spent where loops are deepest.
void StepChoices::keepLocalArrays() {
  LocalDepths depths;
  findDepths(kernel_.body, 0, false, depths);
  if (depths.alone <= depths.inStep)
    return;
  Choices all = std::exchange(choices_, {});
  forEachStmt(kernel_.body, [&](const Stmt &stmt) {
    const auto *loop = std::get_if<ForRange>(&stmt.node);
    bool accesses = false;
    if (loop)
      forEachStmt(loop->body, [&](const Stmt &inner) {
        accesses = accesses || accessesLocalArray(inner);
      });
    if (accesses)
      all.erase(loop->start.get());
  });
  reduceTo(kernel_.body, all);
}

/// Whether the loop around `body` may end before it has come to its end, or a
/// turn of it, or the thread.
static bool leaves(const Block &body) {
  bool found = hasJumpIn<Break, Continue>(body);
  forEachStmt(body, [&](const Stmt &stmt) {
    found = found || std::holds_alternative<Return>(stmt.node) ||
            std::holds_alternative<Raise>(stmt.node);
  });
  return found;
}

void StepChoices::choose(const Block &block) {
  for (const Stmt &stmt : block) {
    if (const auto *loop = std::get_if<ForRange>(&stmt.node)) {
      chooseLoop(*loop);
      if (!holds(*loop) && (!loop->orElse.empty() || !hasSyncThreads(stmt)))
        continue;
    } else if (std::holds_alternative<While>(stmt.node) &&
               !hasSyncThreads(stmt)) {
      continue;
    }
    forEachBlockOf(stmt, [&](const Block &inner) { choose(inner); });
  }
}

bool StepChoices::isForAll(const Expr &expr) const {
  return isInvariant(expr, {}) && uniform_.of(expr);
}

/// Whether nobody leaves the loop early, and its end and steps are the block's.
bool StepChoices::isCandidate(const ForRange &loop) const {
  SlotSet assigned;
  addAssigned(loop.body, assigned);
  return loop.orElse.empty() && !leaves(loop.body) &&
         !hasBarrier(loop.body, barriers_) && isForAll(*loop.stop) &&
         isForAll(*loop.step) && isInvariant(*loop.stop, assigned) &&
         isInvariant(*loop.step, assigned);
}

void StepChoices::chooseLoop(const ForRange &loop) {
  if (!isCandidate(loop))
    return;
  if (isForAll(*loop.start)) {
    if (!isShort(loop) && isBetter(loop, false))
      choices_.try_emplace(loop.start.get());
    return;
  }
  // Nothing of these sums leaves int64.
  constexpr std::int64_t large = std::int64_t(1) << 61;
  Interval start = ranges_.of(*loop.start), stop = ranges_.of(*loop.stop);
  if (ranges_.of(*loop.step).low < 1 || start.low < -large ||
      start.high > large)
    return;
  StepChoice choice;
  choice.isLong = stop.high > large;
  SlotSet assigned;
  addAssigned(loop.body, assigned);
  if (!split(*loop.start, choice, 0) || !choice.offset ||
      (choice.isLong && !choice.isNatural) ||
      !isInvariant(*choice.offset, assigned) || !isBetter(loop, true))
    return;
  if (!choice.base)
    choice.base = makeExpr(loop.start->range, int64Type(), Constant{});
  choices_.insert_or_assign(loop.start.get(), std::move(choice));
}

static void addTo(ExprPtr &sum, const Expr &term) {
  ExprPtr copy = clone(term);
  SourceRange range = term.range;
  sum = sum ? makeExpr(range, int64Type(),
                       Binary{BinaryOp::Add, std::move(sum), std::move(copy)})
            : std::move(copy);
}

/// Adds `expr` to what all threads share and what is the thread's own, which
/// is not negative.
bool StepChoices::split(const Expr &expr, StepChoice &choice, int depth) const {
  constexpr int deepest = 6;
  constexpr std::int64_t large = std::int64_t(1) << 40;
  if (!expr.type.isScalar() || expr.type.scalar != Scalar::I64 ||
      depth > deepest)
    return false;
  if (isForAll(expr)) {
    choice.isNatural = choice.isNatural && ranges_.of(expr).low >= 0;
    addTo(choice.base, expr);
    return true;
  }
  if (joins_ && numbers_.isGridX(expr)) {
    addTo(choice.offset, expr);
    return true;
  }
  const auto *sum = std::get_if<Binary>(&expr.node);
  if (sum && sum->op == BinaryOp::Add)
    return split(*sum->left, choice, depth + 1) &&
           split(*sum->right, choice, depth + 1);
  if (const auto *slot = std::get_if<SlotValue>(&expr.node))
    if (const Expr *value = values_.of(slot->slot))
      return split(*value, choice, depth + 1);
  Interval range = ranges_.of(expr);
  if (!isInvariant(expr, {}) || range.low < 0 || range.high > large)
    return false;
  addTo(choice.offset, expr);
  return true;
}

/// Whether LLVM unrolls the loop as a whole.
bool StepChoices::isShort(const ForRange &loop) const {
  Interval start = ranges_.of(*loop.start), stop = ranges_.of(*loop.stop);
  Interval step = ranges_.of(*loop.step);
  return start.low == start.high && stop.low == stop.high &&
         step.low == step.high && step.low > 0 &&
         (stop.high <= start.low ||
          (stop.high / 2 - start.low / 2) / step.low < fewTurnsInStep / 2);
}

/// Whether threads in step gain from it: those of a row access neighbouring
/// elements, or the same one.
bool StepChoices::isBetter(const ForRange &loop, bool isStrided) const {
  bool isLocal = false, isNear = false, isFar = false, isLong = false;
  forEachIndexIn(
      loop.body, [&](const Index &index, const Expr &array, unsigned axis) {
        bool isLast = axis + 1 == array.type.ndim;
        std::optional<std::int64_t> step = steps_.of(*index.value);
        isNear = isNear || (isLast && step == 1);
        isFar = isFar || !step || (*step != 0 && !(isLast && *step == 1));
      });
  forEachExprIn(loop.body, [&](const Expr &expr) {
    const auto *storage = std::get_if<ArrayStorage>(&expr.node);
    isLocal = isLocal ||
              (storage && kernel_.arrays[storage->array].space == Space::Local);
  });
  forEachStmt(loop.body, [&](const Stmt &stmt) {
    const auto *inner = std::get_if<ForRange>(&stmt.node);
    isLong = isLong || std::holds_alternative<While>(stmt.node) ||
             (inner && !isShort(*inner) && !isForAll(*inner->start));
  });
  if (kernel_.block[0] && kernel_.block[0] < 8)
    return false;
  return !isLocal && (isStrided ? isNear : !isFar && !isLong);
}

} // namespace pyk2ptx
