// On a GPU neighbouring threads access neighbouring elements. Where one thread
// runs its loop to the end before the next one begins, that is the worst order:
// each goes over the whole array in large strides, and none of its iterations
// is a vector of anything. So the block runs the loop, and its threads take
// turns in each iteration, which thread_loops.h makes an inner loop:
//
//   for k in range(n):               for k in range(n):         (by the block)
//     sum += a[y, k] * b[k, x]  ->     for each thread: sum[t] += ...
//
// A grid-stride loop starts elsewhere in each thread. The block runs from where
// the first thread starts, and each tests whether its own end is reached:
//
//   for i in range(base + x, n, s):  for r in range(base, n, s):
//     body                      ->     for each thread: i = r + x
//                                                       if i < n: body
//
// Where blocks run as one, base is 0, and x the thread's place in the grid.
// Where n may be so large that i is no number, the test is x < n - r.
//
// Conditions around a loop go inside it, as a slot that holds what they were;
// an early return is the condition of all behind it, and so is `continue`
// (early_ends.h):
//
//   if y < n:                        m = y < n
//     sum = 0.0                      if m: sum = 0.0
//     for ...: body             ->   for ...: if m: body
//     c[y] = sum                     if m: c[y] = sum
//
// Threads that no barrier orders may run in this order as well as in any other.
// Only atomics and reports could tell, and ThreadLoopPlan refuses those.
#include "lockstep.h"

#include "compiler/analyze/loop_span.h"
#include "compiler/analyze/sync_threads.h"
#include "compiler/analyze/uniform.h"
#include "compiler/facts/loop_facts.h"
#include "compiler/facts/ranges.h"
#include "frontend/ir/early_ends.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"
#include "joined_blocks.h"
#include "known_starts.h"
#include "row_steps.h"
#include "thread_loops.h"
#include "turn_values.h"

#include <optional>
#include <unordered_map>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Loops that LLVM unrolls into each thread's turn are best there.
constexpr std::int64_t fewTurnsInStep = 32;
/// Slots that a kernel may gain: what outlives a piece is kept in memory.
constexpr std::size_t mostSlots = 64;

Type boolType() { return Type::of(Scalar::Bool); }
Type int64Type() { return Type::of(Scalar::I64); }

/// Whether the loop around `body` may end before it has come to its end, or a
/// turn of it, or the thread.
bool leaves(const Block &body) {
  bool found = hasJumpIn<Break, Continue>(body);
  forEachStmt(body, [&](const Stmt &stmt) {
    found = found || std::holds_alternative<Return>(stmt.node) ||
            std::holds_alternative<Raise>(stmt.node);
  });
  return found;
}

class Lockstep {
public:
  /// `joins`: its blocks run as one, which begins nowhere that it can ask for.
  Lockstep(Function &kernel, const std::vector<bool> &barriers, bool joins)
      : kernel_(kernel), barriers_(barriers), joins_(joins), uniform_(kernel),
        values_(kernel), numbers_(kernel, &values_),
        blockSlots_(findBlockSlots(kernel)), ranges_(kernel),
        steps_(kernel, 0, ranges_) {}

  /// Whether anything has changed.
  bool run() {
    choose(kernel_.body);
    if (choices_.empty() || choices_.size() * 3 > mostSlots)
      return false;
    kernel_.body = rewrite(std::move(kernel_.body));
    return !failed_;
  }

private:
  /// How a loop is run; found by its start.
  struct Choice {
    /// Null: all threads start alike.
    ExprPtr base, offset;
    /// No part of the base is negative.
    bool isNatural = true;
    /// The loop may end anywhere in int64.
    bool isLong = false;
  };

  // ---- which loops ----

  void choose(const Block &block) {
    for (const Stmt &stmt : block) {
      if (const auto *loop = std::get_if<ForRange>(&stmt.node)) {
        if (!isCandidate(*loop))
          continue;
        if (std::optional<Choice> choice = choiceOf(*loop))
          choices_.insert_or_assign(loop->start.get(), *std::move(choice));
        else if (!hasSync(stmt))
          continue;
      } else if (std::holds_alternative<While>(stmt.node) && !hasSync(stmt)) {
        continue;
      }
      forEachBlockOf(stmt, [&](const Block &inner) { choose(inner); });
    }
  }

  static bool hasSync(const Stmt &stmt) {
    bool found = false;
    forEachBlockOf(stmt, [&](const Block &block) {
      found = found || hasSyncThreads(block);
    });
    return found;
  }

  /// Whether the expression means the same wherever all threads are together.
  bool isForAll(const Expr &expr) const {
    return isInvariant(expr, {}) && uniform_.of(expr);
  }

  bool isCandidate(const ForRange &loop) const { return loop.orElse.empty(); }

  std::optional<Choice> choiceOf(const ForRange &loop) const {
    if (leaves(loop.body) || hasBarrier(loop.body, barriers_) ||
        !isForAll(*loop.stop) || !isForAll(*loop.step))
      return std::nullopt;
    SlotSet assigned;
    addAssigned(loop.body, assigned);
    if (!isInvariant(*loop.stop, assigned) ||
        !isInvariant(*loop.step, assigned))
      return std::nullopt;
    if (isForAll(*loop.start)) {
      if (isShort(loop) || !isBetter(loop, false))
        return std::nullopt;
      return Choice{};
    }
    // Nothing of these sums leaves int64.
    constexpr std::int64_t large = std::int64_t(1) << 61;
    Interval start = ranges_.of(*loop.start), stop = ranges_.of(*loop.stop);
    if (ranges_.of(*loop.step).low < 1 || start.low < -large ||
        start.high > large)
      return std::nullopt;
    Choice choice;
    choice.isLong = stop.high > large;
    if (!split(*loop.start, choice, 0) || !choice.offset ||
        (choice.isLong && !choice.isNatural) ||
        !isInvariant(*choice.offset, assigned) || !isBetter(loop, true))
      return std::nullopt;
    if (!choice.base)
      choice.base = makeExpr(loop.start->range, int64Type(), Constant{});
    return choice;
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
  bool split(const Expr &expr, Choice &choice, int depth) const {
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
  bool isShort(const ForRange &loop) const {
    Interval start = ranges_.of(*loop.start), stop = ranges_.of(*loop.stop);
    Interval step = ranges_.of(*loop.step);
    return start.low == start.high && stop.low == stop.high &&
           step.low == step.high && step.low > 0 &&
           (stop.high <= start.low ||
            (stop.high / 2 - start.low / 2) / step.low < fewTurnsInStep / 2);
  }

  // ---- what an iteration accesses ----

  /// Whether threads in step gain from it: those of a row access neighbouring
  /// elements, or the same one.
  bool isBetter(const ForRange &loop, bool isStrided) const {
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
      isLocal = isLocal || (storage && kernel_.arrays[storage->array].space ==
                                           Space::Local);
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

  // ---- new loops ----

  SlotId newSlot(const Type &type) { return addSlot(kernel_, type); }
  static ExprPtr valueOf(SlotId slot, const Type &type, SourceRange range) {
    return makeExpr(range, type, SlotValue{slot});
  }
  static Stmt assign(SlotId slot, ExprPtr value) {
    SourceRange range = value->range;
    return {range, Assign{slot, std::move(value)}};
  }

  /// What a turn begins with says where the thread is better than what only
  /// some of them set.
  static void replaceReads(Block &block, SlotId slot, SlotId by) {
    forEachExprIn(block, [&](Expr &expr) {
      auto *read = std::get_if<SlotValue>(&expr.node);
      if (read && read->slot == slot)
        read->slot = by;
    });
  }

  bool holdsChosen(const Stmt &stmt) const {
    const auto *loop = std::get_if<ForRange>(&stmt.node);
    bool found = loop && choices_.contains(loop->start.get());
    forEachBlockOf(stmt, [&](const Block &block) {
      for (const Stmt &inner : block)
        found = found || holdsChosen(inner);
    });
    return found;
  }
  static bool holdsStepped(const Stmt &stmt) {
    const auto *loop = std::get_if<ForRange>(&stmt.node);
    bool found = loop && loop->inStep;
    forEachBlockOf(stmt, [&](const Block &block) {
      for (const Stmt &inner : block)
        found = found || holdsStepped(inner);
    });
    return found;
  }

  Block rewrite(Block block) {
    Block result;
    for (Stmt &stmt : block) {
      if (!holdsChosen(stmt)) {
        result.push_back(std::move(stmt));
        continue;
      }
      auto *choice = std::get_if<If>(&stmt.node);
      auto *loop = std::get_if<ForRange>(&stmt.node);
      if (choice && !isForAll(*choice->condition)) {
        SlotId mask = newSlot(boolType());
        result.push_back(assign(mask, std::move(choice->condition)));
        appendIf(result, rewrite(std::move(choice->body)), mask, true);
        appendIf(result, rewrite(std::move(choice->orElse)), mask, false);
        continue;
      }
      if (loop && choices_.contains(loop->start.get()))
        step(*loop);
      else
        forEachBlockOf(
            stmt, [&](Block &inner) { inner = rewrite(std::move(inner)); });
      result.push_back(std::move(stmt));
    }
    return result;
  }

  /// Whether the statement may as well be for all threads: nobody else reads
  /// what it sets, and a loop's end may be computed of it, or a loop in it may
  /// compute it again.
  bool isForOthers(const Stmt &stmt) const {
    const auto *assign = std::get_if<Assign>(&stmt.node);
    if (!assign)
      return false;
    return (values_.of(assign->slot) && isForAll(*assign->value)) ||
           (blockSlots_.contains(assign->slot) &&
            isCheapNumber(*assign->value));
  }

  /// Appends `body`, for threads whose `mask` is `wanted`.
  void appendIf(Block &to, Block body, SlotId mask, bool wanted) {
    If *open = nullptr;
    for (Stmt &stmt : body) {
      if (isForOthers(stmt)) {
        open = nullptr;
        to.push_back(std::move(stmt));
        continue;
      }
      if (!holdsStepped(stmt)) {
        if (!open) {
          ExprPtr condition = valueOf(mask, boolType(), stmt.range);
          if (!wanted)
            condition = makeExpr(stmt.range, boolType(),
                                 Unary{UnaryOp::Not, std::move(condition)});
          to.push_back({stmt.range, If{std::move(condition), {}, {}}});
          open = &std::get<If>(to.back().node);
        }
        open->body.push_back(std::move(stmt));
        continue;
      }
      open = nullptr;
      // A barrier in it would be one that not all threads come to.
      failed_ =
          failed_ || hasSync(stmt) || std::holds_alternative<While>(stmt.node);
      forEachBlockOf(stmt, [&](Block &inner) {
        Block masked;
        appendIf(masked, std::move(inner), mask, wanted);
        inner = std::move(masked);
      });
      to.push_back(std::move(stmt));
    }
  }

  void step(ForRange &loop) {
    Choice &choice = choices_.at(loop.start.get());
    SourceRange range = loop.start->range;
    Block body;
    loop.inStep = true;
    if (!choice.offset) {
      if (!uniform_.ofSlot(loop.slot)) {
        SlotId counter = newSlot(int64Type());
        body.push_back(assign(loop.slot, valueOf(counter, int64Type(), range)));
        loop.slot = counter;
      }
      for (Stmt &stmt : rewrite(std::move(loop.body)))
        body.push_back(std::move(stmt));
      loop.body = std::move(body);
      return;
    }
    SlotId round = newSlot(int64Type()), own = newSlot(int64Type()),
           mask = newSlot(boolType());
    Block turn;
    turn.push_back(assign(loop.slot, valueOf(own, int64Type(), range)));
    SlotSet assigned;
    addAssigned(loop.body, assigned);
    for (Stmt &stmt : rewrite(std::move(loop.body)))
      turn.push_back(std::move(stmt));
    if (!assigned.contains(loop.slot))
      replaceReads(turn, loop.slot, own);
    auto number = [&](SlotId slot) {
      return valueOf(slot, int64Type(), range);
    };
    // What is left of a loop that may end anywhere is a number, where the place
    // of a thread that has ended may be none.
    ExprPtr place = choice.isLong ? clone(choice.offset) : number(own);
    ExprPtr end =
        choice.isLong
            ? makeExpr(range, int64Type(),
                       Binary{BinaryOp::Sub, clone(loop.stop), number(round)})
            : clone(loop.stop);
    body.push_back(assign(own, makeExpr(range, int64Type(),
                                        Binary{BinaryOp::Add, number(round),
                                               std::move(choice.offset)})));
    body.push_back(assign(
        mask,
        makeExpr(range, boolType(),
                 Compare{CompareOp::Less, std::move(place), std::move(end)})));
    appendIf(body, std::move(turn), mask, true);
    loop.slot = round;
    discarded_.push_back(std::move(loop.start));
    loop.start = std::move(choice.base);
    loop.body = std::move(body);
  }

  Function &kernel_;
  const std::vector<bool> &barriers_;
  bool joins_;
  Uniformity uniform_;
  OnlyValues values_;
  PlaceNumbers numbers_;
  SlotSet blockSlots_;
  Ranges ranges_;
  RowSteps steps_;
  std::unordered_map<const Expr *, Choice> choices_;
  /// Choices are found by address, so none may come again.
  std::vector<ExprPtr> discarded_;
  bool failed_ = false;
};

/// Whether threads wait for others but at syncthreads() and in exchanges, which
/// thread loops have.
bool meets(const Function &kernel, const std::vector<bool> &barriers) {
  bool found = false;
  int exchanges = 0;
  forEachStmt(kernel.body, [&](const Stmt &stmt) {
    bool isIf = std::holds_alternative<If>(stmt.node);
    exchanges += !isIf && exchangeOf(stmt);
  });
  forEachExprIn(kernel.body, [&](const Expr &expr) {
    const auto *call = std::get_if<CallFunction>(&expr.node);
    found = found || (call && barriers[call->function]);
    exchanges -= isTogetherCall(expr) && !isSyncThreads(expr);
  });
  return found || exchanges != 0;
}

/// Loops in which nobody waits have no `continue`.
void endTurns(Function &kernel, const std::vector<bool> &barriers) {
  auto newFlag = [&] { return addSlot(kernel, boolType()); };
  forEachStmt(kernel.body, [&](Stmt &stmt) {
    auto *loop = std::get_if<ForRange>(&stmt.node);
    if (loop && !hasBarrier(loop->body, barriers))
      endTurnsTogether(loop->body, newFlag);
  });
}

} // namespace

void runInStep(Module &module) {
  std::vector<bool> barriers = findBarriers(module);
  for (Function &kernel : module.functions) {
    if (!kernel.isKernel || meets(kernel, barriers))
      continue;
    BodyCopy before(kernel);
    // At a barrier nobody misses one who has returned; elsewhere, as he goes on
    // to the end, the others' loops can run in step.
    if (!hasSyncThreads(kernel.body))
      endTogether(kernel);
    endTurns(kernel, barriers);
    stateStarts(kernel);
    if (Lockstep(kernel, barriers, joinsBlocks(module, kernel)).run() &&
        ThreadLoopPlan::make(module, kernel, barriers))
      continue;
    std::move(before).restore(kernel);
  }
}

} // namespace pyk2ptx
