// A thread that shuffles waits for its warp, which would make a coroutine of
// it. Where whole warps come to a shuffle together, it can be two pieces of
// thread loops instead: in one each thread says its value, in the next each
// reads another's. Votes and reductions of a warp are the same, with the values
// of all its lanes.
//
//   if warp == 0:                  m = warp == 0
//     x = sum_of_warp(x)     ->    if m: s0 = x
//                                  if m: r0 = shfl_down(all, s0, 16)
//                                  if m: x = x + r0; s1 = x
//                                  if m: r1 = shfl_down(all, s1, 8) ...
//
// So what waits is a statement of the kernel's own (waits_apart.h), loops with
// exchanges that turn a few times are repeated (repeat_exchanges.h), and
// conditions around exchanges become slots. That a condition is one for whole
// warps is ThreadLoopPlan's to prove.
#include "exchanges.h"

#include "compiler/analyze/sync_threads.h"
#include "compiler/analyze/uniform.h"
#include "compiler/analyze/warp_calls.h"
#include "compiler/transform/butterflies.h"
#include "frontend/ir/early_ends.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"
#include "repeat_exchanges.h"
#include "thread_loops.h"
#include "waits_apart.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

constexpr std::size_t mostStatements = 2000;

ExprPtr valueOf(SlotId slot, const Type &type, SourceRange range) {
  return makeExpr(range, type, SlotValue{slot});
}

/// Exchanges of a kernel under conditions: these become slots.
class ConditionSplitter {
public:
  explicit ConditionSplitter(Function &kernel)
      : kernel_(kernel), uniform_(kernel, kernel.together),
        slots_(kernel.slots.size()),
        readOutside_(countersReadOutside(kernel.body)) {}

  bool run() {
    kernel_.body = split(std::move(kernel_.body), {});
    std::size_t statements = 0;
    forEachStmt(kernel_.body, [&](const Stmt &) { ++statements; });
    return !failed_ && statements <= mostStatements;
  }

private:
  static Type boolType() { return Type::of(Scalar::Bool); }

  SlotId newCondition() { return addSlot(kernel_, boolType()); }

  static Stmt under(SlotId mask, Block body) {
    SourceRange range = body.front().range;
    return {range, If{valueOf(mask, boolType(), range), std::move(body), {}}};
  }

  bool isForAll(const Expr &expr) const {
    bool isOld = true;
    forEachExpr(expr, [&](const Expr &each) {
      const auto *slot = std::get_if<SlotValue>(&each.node);
      isOld = isOld && (!slot || slot->slot < slots_);
    });
    return isOld && uniform_.of(expr);
  }

  Block split(Block block, std::optional<SlotId> mask) {
    Block result, open;
    auto close = [&] {
      if (!open.empty())
        result.push_back(under(*mask, std::exchange(open, {})));
    };
    for (Stmt &stmt : block) {
      bool isExchange = exchangeOf(stmt).has_value();
      if (!holdsExchange(stmt)) {
        // What a few of a warp's threads do stands by itself, too.
        const auto *choice = std::get_if<If>(&stmt.node);
        bool isApart = choice && choice->orElse.empty();
        if (isApart)
          close();
        (mask ? open : result).push_back(std::move(stmt));
        if (isApart)
          close();
        continue;
      }
      close();
      if (isExchange) {
        Block one;
        one.push_back(std::move(stmt));
        result.push_back(mask ? under(*mask, std::move(one))
                              : std::move(one.front()));
        continue;
      }
      auto *choice = std::get_if<If>(&stmt.node);
      if (choice && (mask || !isForAll(*choice->condition))) {
        splitIf(*choice, mask, result);
        continue;
      }
      auto *loop = std::get_if<ForRange>(&stmt.node);
      if (mask && loop && isForAllTogether(*loop)) {
        splitLoop(*loop, *mask);
        result.push_back(std::move(stmt));
        continue;
      }
      failed_ = failed_ || mask;
      forEachBlockOf(
          stmt, [&](Block &inner) { inner = split(std::move(inner), {}); });
      result.push_back(std::move(stmt));
    }
    close();
    return result;
  }

  /// Whether threads for whom a condition around the loop does not hold may as
  /// well come to it, and do nothing in its turns.
  bool isForAllTogether(const ForRange &loop) const {
    bool isIt = loop.orElse.empty() && !hasReturn(loop.body) &&
                !hasJumpIn<Break, Continue>(loop.body);
    for (const ExprPtr *bound : {&loop.start, &loop.stop, &loop.step})
      isIt = isIt && isInvariant(**bound, {}) && isForAll(**bound);
    return isIt;
  }

  void splitLoop(ForRange &loop, SlotId mask) {
    SourceRange range = loop.start->range;
    Block turn;
    // Others may still read what the counter was.
    if (!uniform_.ofSlot(loop.slot) || readOutside_.contains(loop.slot)) {
      Type type = kernel_.slots[loop.slot].type;
      SlotId counter = addSlot(kernel_, type);
      turn.push_back({range, Assign{loop.slot, valueOf(counter, type, range)}});
      loop.slot = counter;
    }
    std::ranges::move(loop.body, std::back_inserter(turn));
    loop.body = split(std::move(turn), mask);
  }

  void splitIf(If &choice, std::optional<SlotId> mask, Block &result) {
    SourceRange range = choice.condition->range;
    // What `body` does, by those of the mask for whom the condition holds.
    auto add = [&](ExprPtr condition, Block body) {
      SlotId both = newCondition();
      if (mask)
        condition = makeExpr(range, boolType(),
                             Logical{true, valueOf(*mask, boolType(), range),
                                     std::move(condition)});
      result.push_back({range, Assign{both, std::move(condition)}});
      std::ranges::move(split(std::move(body), both),
                        std::back_inserter(result));
      return both;
    };
    SlotId first = add(std::move(choice.condition), std::move(choice.body));
    if (!choice.orElse.empty())
      add(makeExpr(range, boolType(),
                   Unary{UnaryOp::Not, valueOf(first, boolType(), range)}),
          std::move(choice.orElse));
  }

  Function &kernel_;
  const Uniformity uniform_;
  /// How many slots `uniform_` knows.
  std::size_t slots_;
  const SlotSet readOutside_;
  bool failed_ = false;
};

bool setApart(const Module &module, Function &kernel,
              const std::vector<bool> &waiting,
              const std::vector<bool> &barriers) {
  if (!setWaitsApart(module, kernel, waiting))
    return false;
  // Nobody misses one who has ended at a barrier; in an exchange he is missed.
  if (std::ranges::any_of(kernel.body,
                          [](const Stmt &stmt) { return holdsExchange(stmt); }))
    endTogether(kernel);
  repeatExchanges(kernel);
  if (kernel.together == Together::Warp)
    nameButterflies(kernel);
  return ConditionSplitter(kernel).run() &&
         ThreadLoopPlan::make(module, kernel, barriers);
}

/// By the first of the ways, each of which functions are made part of the
/// kernel, that can be gone; else nothing changes.
bool setApartOnce(const Module &module, Function &kernel,
                  const std::vector<std::vector<bool>> &ways,
                  const std::vector<bool> &barriers) {
  for (const std::vector<bool> &inlined : ways) {
    BodyCopy before(kernel);
    if (setApart(module, kernel, inlined, barriers))
      return true;
    std::move(before).restore(kernel);
  }
  return false;
}

/// Who may take turns, the best first. Warps can of rows that are whole warps,
/// which those of blocks with several rows often are not. More are the same for
/// all of a warp; but where it waits for others at barriers, it is a coroutine.
std::vector<Together> turnsOf(const Function &kernel, bool waitsForBlock) {
  bool areWhole = kernel.block[0] || !asksForRow(kernel);
  return areWhole && !waitsForBlock
             ? std::vector{Together::Warp, Together::Block}
             : std::vector{Together::Block, Together::Warp};
}

bool meetsIn(const Expr &root) {
  bool found = false;
  forEachExpr(root,
              [&](const Expr &expr) { found = found || isTogetherCall(expr); });
  return found;
}

/// `waiting`, and functions that get arrays of a thread's own: where they are
/// part of the kernel, these can be laid out as it is best for all threads
/// (spread_arrays.h).
std::vector<bool> withBorrowers(const Module &module,
                                std::vector<bool> waiting) {
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    const Function &function = module.functions[i];
    for (SlotId slot = 0; slot < function.paramCount; ++slot) {
      const Type &type = function.slots[slot].type;
      waiting[i] = waiting[i] || (type.isArray() && type.space == Space::Local);
    }
  }
  return waiting;
}

/// Whether there is anything to set apart.
bool holdsMore(const Function &kernel, const std::vector<bool> &waiting) {
  bool found = false;
  forEachExprIn(kernel.body, [&](const Expr &expr) {
    const auto *call = std::get_if<CallFunction>(&expr.node);
    found = found || (call && waiting[call->function]) ||
            (isTogetherCall(expr) && !isSyncThreads(expr));
  });
  return found;
}

} // namespace

bool holdsExchange(const Stmt &stmt) {
  bool found = exchangeOf(stmt).has_value();
  forEachBlockOf(stmt, [&](const Block &block) {
    found = found || std::ranges::any_of(block, [](const Stmt &inner) {
              return holdsExchange(inner);
            });
  });
  return found;
}

std::optional<Exchange> exchangeOf(const Stmt &stmt) {
  if (const auto *choice = std::get_if<If>(&stmt.node)) {
    if (choice->body.size() != 1 || !choice->orElse.empty() ||
        !std::holds_alternative<SlotValue>(choice->condition->node))
      return std::nullopt;
    std::optional<Exchange> inner = exchangeOf(choice->body[0]);
    if (!inner || inner->condition)
      return std::nullopt;
    inner->condition = choice->condition.get();
    return inner;
  }
  const auto *assign = std::get_if<Assign>(&stmt.node);
  const auto *eval = std::get_if<Evaluate>(&stmt.node);
  const Expr *value = assign ? assign->value.get()
                      : eval ? eval->value.get()
                             : nullptr;
  const auto *call = value ? std::get_if<CallBuiltin>(&value->node) : nullptr;
  if (!call || !isExchange(*call))
    return std::nullopt;
  if (call->builtin == Builtin::SyncWarp)
    return eval ? std::optional(Exchange{nullptr, call, {}}) : std::nullopt;
  const auto *from = std::get_if<SlotValue>(&call->args[1]->node);
  bool isNested = call->args.size() > 2 && meetsIn(*call->args[2]);
  if (!assign || !from || from->slot == assign->slot || isNested ||
      !value->type.isScalar() || !call->args[1]->type.isScalar())
    return std::nullopt;
  return Exchange{nullptr, call, Exchange::Slots{assign->slot, from->slot}};
}

void setExchangesApart(Module &module) {
  std::vector<bool> waiting = findWaiting(module);
  std::vector<bool> barriers = findBarriers(module);
  std::vector<std::vector<bool>> ways = {withBorrowers(module, waiting)};
  if (ways.front() != waiting)
    ways.push_back(waiting);
  std::vector<bool> blockBarriers = findCalling(module, isSyncThreads, false);
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    Function &kernel = module.functions[i];
    if (!kernel.isKernel || !holdsMore(kernel, waiting))
      continue;
    for (Together together : turnsOf(kernel, blockBarriers[i])) {
      kernel.together = together;
      if (setApartOnce(module, kernel, ways, barriers))
        break;
      kernel.together = Together::Block;
    }
  }
}

} // namespace pyk2ptx
