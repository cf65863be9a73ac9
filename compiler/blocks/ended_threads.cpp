// Many kernels begin with `if x >= n: return` and have barriers behind it. A
// thread that has returned is missed by nobody there; that it has is asked
// before each of its pieces, and counted, which keeps the loops over threads
// from being vectors. So it does not return, but comes along, and does nothing
// between the barriers:
//
//   if x >= n: return            m = not (x >= n)
//   for i in range(tiles):       for i in range(tiles):
//     s[t] = a[i, x]         ->    if m: s[t] = a[i, x]
//     syncthreads()                syncthreads()
//     sum += s[k]                  if m: sum += s[k]
//   c[x] = sum                   if m: c[x] = sum
//
// What decides about loops around barriers, all threads have to know. It is
// often computed behind the return, of what is the same for all of them: that
// is assigned by those that have ended, too (`open` slots), where nobody could
// tell.
#include "ended_threads.h"

#include "compiler/analyze/sync_threads.h"
#include "compiler/analyze/uniform.h"
#include "compiler/facts/loop_facts.h"
#include "exchanges.h"
#include "frontend/ir/early_ends.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"
#include "thread_loops.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

Type maskType() { return Type::of(Scalar::Bool); }

/// Whether all threads have to come to it: a barrier is in it, or it leaves the
/// loop around it, which has one.
bool needsAll(const Stmt &stmt) {
  bool found = hasJump<Break, Continue>(stmt);
  forEachOperandOf(stmt, [&](const Expr &expr) {
    forEachExpr(
        expr, [&](const Expr &part) { found = found || isSyncThreads(part); });
  });
  return found || hasSyncThreads(stmt);
}

class EndedThreads {
public:
  explicit EndedThreads(Function &kernel)
      : kernel_(kernel), uniform_(kernel), isOpen_(kernel.slots.size(), true) {
    for (SlotId slot = 0; slot < isOpen_.size(); ++slot)
      isOpen_[slot] = uniform_.ofSlot(slot);
    findOpen();
  }

  /// False where threads part at a barrier otherwise.
  bool run() {
    kernel_.body = spread(std::move(kernel_.body), std::nullopt, true);
    return !failed_;
  }
  [[nodiscard]] bool hasChanged() const { return changed_; }

private:
  // ---- what those that have ended assign, too ----

  bool isOpenValue(const Expr &value) const {
    bool isOpen = isInvariant(value, {});
    forEachExpr(value, [&](const Expr &part) {
      const auto *slot = std::get_if<SlotValue>(&part.node);
      isOpen = isOpen && (!slot || isOpen_[slot->slot]);
    });
    return isOpen;
  }

  void close(SlotId slot) {
    changed_ = changed_ || isOpen_[slot];
    isOpen_[slot] = false;
  }

  /// `isApart`: of a statement that only some threads come to.
  void closeIn(const Block &block, bool isApart) {
    for (const Stmt &stmt : block) {
      bool isAlone = isApart || (!needsAll(stmt) &&
                                 !std::holds_alternative<Assign>(stmt.node));
      const auto *assign = std::get_if<Assign>(&stmt.node);
      forEachSlotSetBy(stmt, [&](SlotId slot) {
        if (isAlone ||
            (assign && slot == assign->slot && !isOpenValue(*assign->value)))
          close(slot);
      });
      forEachBlockOf(stmt,
                     [&](const Block &inner) { closeIn(inner, isAlone); });
    }
  }

  void findOpen() {
    do {
      changed_ = false;
      closeIn(kernel_.body, false);
    } while (changed_);
  }

  bool isForEnded(const Stmt &stmt) const {
    const auto *assign = std::get_if<Assign>(&stmt.node);
    return assign && isOpen_[assign->slot];
  }

  // ---- what only the others do ----

  ExprPtr valueOf(SlotId slot, SourceRange range) const {
    return makeExpr(range, maskType(), SlotValue{slot});
  }

  /// `isLast`: nothing comes behind the block.
  Block spread(Block block, std::optional<SlotId> mask, bool isLast) {
    Block result;
    If *open = nullptr;
    for (Stmt &stmt : block) {
      bool isEnd = isLast && &stmt == &block.back();
      if (!needsAll(stmt) && mask && !isForEnded(stmt)) {
        if (!open) {
          result.push_back(
              {stmt.range, If{valueOf(*mask, stmt.range), {}, {}}});
          open = &std::get<If>(result.back().node);
        }
        open->body.push_back(std::move(stmt));
        continue;
      }
      open = nullptr;
      auto *choice = std::get_if<If>(&stmt.node);
      if (choice && needsAll(stmt) && !uniform_.of(*choice->condition)) {
        failed_ = failed_ || !isEnd || !choice->orElse.empty();
        spreadRest(*choice, mask, result);
        continue;
      }
      if (needsAll(stmt))
        forEachBlockOf(stmt, [&](Block &inner) {
          inner = spread(std::move(inner), mask, isEnd && choice);
        });
      result.push_back(std::move(stmt));
    }
    return result;
  }

  /// Those of the mask for whom the condition holds are left.
  void spreadRest(If &choice, std::optional<SlotId> mask, Block &result) {
    SourceRange range = choice.condition->range;
    SlotId left = addSlot(kernel_, maskType());
    ExprPtr condition = std::move(choice.condition);
    if (mask)
      condition =
          makeExpr(range, maskType(),
                   Logical{true, valueOf(*mask, range), std::move(condition)});
    result.push_back({range, Assign{left, std::move(condition)}});
    for (Stmt &stmt : spread(std::move(choice.body), left, true))
      result.push_back(std::move(stmt));
    changed_ = true;
  }

  Function &kernel_;
  Uniformity uniform_;
  /// By slot: those that have ended assign it, too.
  std::vector<bool> isOpen_;
  bool changed_ = false, failed_ = false;
};

/// Whether threads may part before a barrier.
bool mayPart(const Function &kernel) {
  bool found = hasReturn(kernel.body);
  forEachStmt(kernel.body, [&](const Stmt &stmt) {
    const auto *choice = std::get_if<If>(&stmt.node);
    found = found || (choice && hasSyncThreads(choice->body));
  });
  return found;
}

} // namespace

void bringEndedThreads(Module &module) {
  std::vector<bool> barriers = findBarriers(module);
  for (Function &kernel : module.functions) {
    // In an exchange a thread that has ended is missed (exchanges.h).
    if (!kernel.isKernel || !hasSyncThreads(kernel.body) || !mayPart(kernel) ||
        std::ranges::any_of(kernel.body, holdsExchange))
      continue;
    BodyCopy before(kernel);
    bool returns = hasReturn(kernel.body);
    endTogether(kernel);
    EndedThreads ended(kernel);
    if (ended.run() && (returns || ended.hasChanged()) &&
        ThreadLoopPlan::make(module, kernel, barriers))
      continue;
    std::move(before).restore(kernel);
  }
}

} // namespace pyk2ptx
