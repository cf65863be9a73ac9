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
// Where a loop's bounds depend on y, a row of the block runs to its end before
// the next one begins (Together::Row), and all of this is about its threads
// alone; and where warps have been set apart (exchanges.h), about a warp's.
//
// Threads that no barrier orders may run in this order as well as in any other.
// Only atomics and reports could tell, and ThreadLoopPlan refuses those.
#include "lockstep.h"

#include "compiler/analyze/place_numbers.h"
#include "compiler/analyze/sync_threads.h"
#include "compiler/facts/loop_facts.h"
#include "frontend/ir/early_ends.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"
#include "frontend/messages/internal_error.h"
#include "joined_blocks.h"
#include "known_starts.h"
#include "step_bounds.h"
#include "step_choices.h"
#include "thread_loops.h"
#include "turn_values.h"

#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Slots that a kernel may gain: what outlives a piece is kept in memory.
constexpr std::size_t mostSlots = 64;

Type boolType() { return Type::of(Scalar::Bool); }
Type int64Type() { return Type::of(Scalar::I64); }

class Lockstep {
public:
  Lockstep(Function &kernel, const std::vector<bool> &barriers, bool joins)
      : kernel_(kernel), choices_(kernel, barriers, joins),
        blockSlots_(findBlockSlots(kernel)),
        readOutside_(countersReadOutside(kernel.body)) {}

  /// Whether anything has changed.
  bool run() {
    if (choices_.size() == 0 || choices_.size() * 3 > mostSlots)
      return false;
    kernel_.body = rewrite(std::move(kernel_.body));
    return !failed_;
  }

private:
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
    bool found = loop && choices_.holds(*loop);
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
      if (choice)
        takeShared(stmt);
      choice = std::get_if<If>(&stmt.node);
      if (choice && !choices_.isForAll(*choice->condition)) {
        SlotId mask = newSlot(boolType());
        result.push_back(assign(mask, std::move(choice->condition)));
        ++masks_;
        appendIf(result, rewrite(std::move(choice->body)), mask, true);
        appendIf(result, rewrite(std::move(choice->orElse)), mask, false);
        --masks_;
        continue;
      }
      if (loop && choices_.holds(*loop))
        step(*loop);
      else
        forEachBlockOf(
            stmt, [&](Block &inner) { inner = rewrite(std::move(inner)); });
      result.push_back(std::move(stmt));
    }
    return result;
  }

  /// Appends what must all be true for `condition`, or for its contrary.
  static void addParts(ExprPtr condition, bool isContrary,
                       std::vector<ExprPtr> &parts) {
    auto *logical = std::get_if<Logical>(&condition->node);
    auto *bits = std::get_if<Binary>(&condition->node);
    auto *contrary = std::get_if<Unary>(&condition->node);
    BinaryOp op = isContrary ? BinaryOp::BitOr : BinaryOp::BitAnd;
    auto split = [&](auto &both) {
      addParts(std::move(both.left), isContrary, parts);
      addParts(std::move(both.right), isContrary, parts);
    };
    if (condition->type == boolType() && logical &&
        logical->isAnd != isContrary) {
      split(*logical);
    } else if (condition->type == boolType() && bits && bits->op == op) {
      split(*bits);
    } else if (contrary && contrary->op == UnaryOp::Not) {
      addParts(std::move(contrary->operand), !isContrary, parts);
    } else {
      SourceRange range = condition->range;
      if (isContrary)
        condition = makeExpr(range, boolType(),
                             Unary{UnaryOp::Not, std::move(condition)});
      parts.push_back(std::move(condition));
    }
  }

  /// `if y < h and x < w` is an `if x < w` in an `if y < h`, which the block
  /// asks once.
  void takeShared(Stmt &stmt) const {
    auto &choice = std::get<If>(stmt.node);
    if (!choice.orElse.empty() || choices_.isForAll(*choice.condition))
      return;
    std::vector<ExprPtr> parts;
    addParts(clone(*choice.condition), false, parts);
    ExprPtr shared, own;
    for (ExprPtr &part : parts) {
      SourceRange range = part->range;
      bool isShared = choices_.isForAll(*part);
      ExprPtr &all = isShared ? shared : own;
      if (!all)
        all = std::move(part);
      else if (isShared)
        all =
            makeExpr(range, boolType(),
                     Binary{BinaryOp::BitAnd, std::move(all), std::move(part)});
      else
        all = makeExpr(range, boolType(),
                       Logical{true, std::move(all), std::move(part)});
    }
    if (!shared || !own)
      return;
    choice.condition = std::move(own);
    Block body;
    body.push_back(std::move(stmt));
    stmt = {shared->range, If{std::move(shared), std::move(body), {}}};
  }

  /// Whether the statement may as well be for all threads: nobody else reads
  /// what it sets, and a loop's end may be computed of it, or a loop in it may
  /// compute it again.
  bool isForOthers(const Stmt &stmt) const {
    const auto *assign = std::get_if<Assign>(&stmt.node);
    if (!assign)
      return false;
    if (choices_.values().of(assign->slot) && choices_.isForAll(*assign->value))
      return true;
    return blockSlots_.contains(assign->slot) &&
           (isCheapNumber(*assign->value) ||
            (choices_.uniform().ofSlot(assign->slot) &&
             isHarmless(*assign->value)));
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
      const auto *loop = std::get_if<ForRange>(&stmt.node);
      if (loop && !ownCounters_.contains(loop->slot))
        internalError("a loop sets for all threads what only some set");
      // A barrier in it would be one that not all threads come to.
      failed_ = failed_ || hasSyncThreads(stmt) ||
                std::holds_alternative<While>(stmt.node);
      forEachBlockOf(stmt, [&](Block &inner) {
        Block masked;
        appendIf(masked, std::move(inner), mask, wanted);
        inner = std::move(masked);
      });
      to.push_back(std::move(stmt));
    }
  }

  void step(ForRange &loop) {
    StepChoice &choice = choices_.of(loop);
    SourceRange range = loop.start->range;
    Block body;
    loop.inStep = true;
    if (!choice.offset) {
      const SlotId given = loop.slot;
      // Threads whose mask is false keep what the counter was.
      if (!choices_.uniform().ofSlot(loop.slot) ||
          (masks_ > 0 && readOutside_.contains(loop.slot))) {
        SlotId counter = newSlot(int64Type());
        body.push_back(assign(loop.slot, valueOf(counter, int64Type(), range)));
        loop.slot = counter;
      }
      SlotId own = loop.slot;
      ownCounters_.insert(own);
      SlotSet assigned;
      addAssigned(loop.body, assigned);
      for (Stmt &stmt : rewrite(std::move(loop.body)))
        body.push_back(std::move(stmt));
      if (own != given && !assigned.contains(given))
        replaceReads(body, given, own);
      loop.body = std::move(body);
      return;
    }
    SlotId round = newSlot(int64Type()), own = newSlot(int64Type()),
           mask = newSlot(boolType());
    Block turn;
    turn.push_back(assign(loop.slot, valueOf(own, int64Type(), range)));
    SlotSet assigned;
    addAssigned(loop.body, assigned);
    ++masks_;
    for (Stmt &stmt : rewrite(std::move(loop.body)))
      turn.push_back(std::move(stmt));
    --masks_;
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
    ownCounters_.insert(round);
    discarded_.push_back(std::move(loop.start));
    loop.start = std::move(choice.base);
    loop.body = std::move(body);
  }

  Function &kernel_;
  StepChoices choices_;
  const SlotSet blockSlots_;
  const SlotSet readOutside_;
  /// Of loops in step: what nothing outside of them reads, or a mask is not
  /// around.
  SlotSet ownCounters_;
  /// How many masks are around what is rewritten.
  unsigned masks_ = 0;
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

/// Whether more loops run in step where each row of a block runs to its end
/// before the next one begins: those that depend on y. Nobody may wait.
static bool isBetterByRows(Function &kernel, const std::vector<bool> &barriers,
                           bool joins) {
  if (!asksForRow(kernel) || hasBarrier(kernel.body, barriers))
    return false;
  std::size_t together = StepChoices(kernel, barriers, joins).size();
  kernel.together = Together::Row;
  std::size_t apart = StepChoices(kernel, barriers, joins).size();
  kernel.together = Together::Block;
  return apart > together;
}

void runInStep(Module &module) {
  std::vector<bool> barriers = findBarriers(module);
  for (Function &kernel : module.functions) {
    if (!kernel.isKernel || meets(kernel, barriers))
      continue;
    BodyCopy body(kernel);
    // At a barrier nobody misses one who has returned; elsewhere, as he goes on
    // to the end, the others' loops can run in step.
    if (!hasSyncThreads(kernel.body))
      endTogether(kernel);
    endTurns(kernel, barriers);
    stateStarts(kernel);
    const Together before = kernel.together;
    bool mayPart = before == Together::Block && !hasSyncThreads(kernel.body);
    setBoundsAside(kernel,
                   Uniformity(kernel, mayPart ? Together::Row : before));
    bool joins = joinsBlocks(module, kernel);
    if (mayPart && isBetterByRows(kernel, barriers, joins))
      kernel.together = Together::Row;
    if (Lockstep(kernel, barriers, joins).run() &&
        ThreadLoopPlan::make(module, kernel, barriers))
      continue;
    kernel.together = before;
    std::move(body).restore(kernel);
  }
}

} // namespace pyk2ptx
