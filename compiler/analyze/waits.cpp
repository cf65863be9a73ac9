// On a GPU every thread goes on sooner or later, whatever the others do. On the
// host a thread keeps its core until it suspends, so each loop in which it may
// wait for others has to be known; each that is not one should be left alone,
// because it costs registers to suspend.
//
// A loop waits if it may go on until somebody else writes. What decides about
// its end is its condition, the conditions above its breaks and returns, and
// what they are computed from in the loop:
//
//  - an atomic, or what threads exchange where they meet, makes it a wait,
//    wherever that comes in, also by deciding whether a counter counts; but
//    lanes of a whole warp are in the same iteration, and what one gets of the
//    others is computed as they compute what they say;
//  - a plain load does so if it is of the same place in every iteration, or if
//    threads of this module have atomics or fences, with which they may tell
//    each other of plain stores. A comparison with what the loop itself counts
//    in every iteration (`while k < ends[row]`) is none: that ends.
//  - a `for` ends anyway; it waits only by atomics.
//
// What goes through arrays of the thread's own is taken to be one variable.
//
// What stands behind a `continue` is decided about by the conditions above
// that: the loop is looked at as if these were around the rest (early_ends.h).
//
// Where all threads of the block meet in every iteration, others of the block
// go on; then a load waits only for other blocks, which takes atomics or
// fences.
#include "waits.h"

#include "compiler/facts/loop_facts.h"
#include "frontend/ir/early_ends.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "slot_flow.h"
#include "warp_calls.h"

#include <algorithm>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Whether the array is a thread's own.
bool isOwn(const Expr &array) { return array.type.space == Space::Local; }

bool touches(const SlotSet &slots, const SlotSet &others) {
  return std::any_of(slots.begin(), slots.end(),
                     [&](SlotId slot) { return others.contains(slot); });
}

/// Whether `stmt` ends the loop that it stands in, or the thread. `isInner`: it
/// is in a loop of that loop, whose breaks are its own.
bool hasExit(const Stmt &stmt, bool isInner) {
  if (std::holds_alternative<Break>(stmt.node))
    return !isInner;
  if (std::holds_alternative<Return>(stmt.node) ||
      std::holds_alternative<Raise>(stmt.node))
    return true;
  bool found = false;
  forEachBlockOf(stmt, [&](const Block &block) {
    for (const Stmt &inner : block)
      found = found || hasExit(inner, isInner || isRepeated(stmt, block));
  });
  return found;
}

// ---- the thread's own memory ----

/// All of it, as if it were one slot.
constexpr SlotId ownMemory = ~SlotId(0);

/// Whether a function may store to it.
bool getsOwn(const Expr &expr) {
  const auto *call = std::get_if<CallFunction>(&expr.node);
  return call && std::any_of(call->args.begin(), call->args.end(),
                             [](const ExprPtr &arg) {
                               return arg->type.isArray() && isOwn(*arg);
                             });
}

void addRead(const Expr &expr, SlotSet &slots) {
  addSlots(expr, slots);
  forEachExpr(expr, [&](const Expr &part) {
    const auto *load = std::get_if<Load>(&part.node);
    if ((load && isOwn(*load->array)) || getsOwn(part))
      slots.insert(ownMemory);
  });
}

void addSet(const Stmt &stmt, SlotSet &slots) {
  addAssigned(stmt, slots);
  const auto *store = std::get_if<Store>(&stmt.node);
  if (store && isOwn(*store->array))
    slots.insert(ownMemory);
  forEachOperandOf(stmt, [&](const Expr &operand) {
    forEachExpr(operand, [&](const Expr &part) {
      const auto *atomic = std::get_if<Atomic>(&part.node);
      if ((atomic && isOwn(*atomic->array)) || getsOwn(part))
        slots.insert(ownMemory);
    });
  });
  forEachBlockOf(stmt, [&](const Block &block) {
    for (const Stmt &inner : block)
      addSet(inner, slots);
  });
}

} // namespace

/// Whether others may decide what the call gives, wherever they are. Of what a
/// whole warp exchanges each lane knows where it has its own from.
static bool asksOthers(const CallBuiltin &call) {
  return mayWait(effectOf(call.builtin)) && !isExchange(call);
}

/// Whether `value` is the slot's, a step on: it does not come back.
static bool isStep(const Expr &value, SlotId slot) {
  const auto *binary = std::get_if<Binary>(&withoutConverts(value).node);
  if (!binary)
    return false;
  bool mayMirror = binary->op == BinaryOp::Add || binary->op == BinaryOp::Mul;
  if (!mayMirror && binary->op != BinaryOp::Sub &&
      binary->op != BinaryOp::FloorDiv && binary->op != BinaryOp::LeftShift &&
      binary->op != BinaryOp::RightShift)
    return false;
  auto isIt = [&](const Expr &operand) {
    const auto *read = std::get_if<SlotValue>(&withoutConverts(operand).node);
    return read && read->slot == slot;
  };
  return isIt(*binary->left) || (mayMirror && isIt(*binary->right));
}

/// The questions about one loop.
class LoopWait {
public:
  LoopWait(const Waits &waits, const Expr *condition, const Block &body)
      : waits_(waits), condition_(condition), own_(withoutContinue(body)),
        body_(own_.empty() ? body : own_) {
    if (condition)
      flow_.add(*condition);
    flow_.add(body_);
    if (condition)
      takeCondition(*condition);
    findExits(body_, false);
  }

  [[nodiscard]] bool byAtomics() const {
    if (exits_.empty())
      return false;
    SlotSet slots;
    for (const Expr *exit : exits_)
      if (addRead(*exit, slots); holdsAtomic(*exit))
        return true;
    for (std::size_t known = 0; known != slots.size();) {
      known = slots.size();
      if (isFedByAtomic(body_, slots))
        return true;
    }
    return false;
  }

  [[nodiscard]] bool byLoads() const {
    if (!waits_.communicates_ && hasBlockBarrier())
      return false;
    return std::any_of(leaves_.begin(), leaves_.end(),
                       [&](const Expr *leaf) { return waitsFor(*leaf); });
  }

  /// Whether an iteration leaves nothing behind but by atomics.
  [[nodiscard]] bool spins() const {
    bool reads = false, isIdle = true;
    auto see = [&](const Expr &expr) {
      reads = reads || holdsAtomicItself(expr) ||
              std::holds_alternative<Load>(expr.node);
      if (const auto *call = std::get_if<CallFunction>(&expr.node)) {
        const Waits::Sources &sources = waits_.sources_[call->function];
        isIdle = isIdle && !sources.works;
        reads = reads || sources.loads;
      }
      if (const auto *call = std::get_if<CallBuiltin>(&expr.node))
        isIdle = isIdle && (onlyGivesValue(effectOf(call->builtin)) ||
                            effectOf(call->builtin) == Effect::Orders);
    };
    if (condition_)
      forEachExpr(*condition_, see);
    forEachExprIn(body_, see);
    forEachStmt(body_, [&](const Stmt &stmt) {
      isIdle = isIdle && !std::holds_alternative<Store>(stmt.node) &&
               !std::holds_alternative<Print>(stmt.node) &&
               !std::holds_alternative<ForRange>(stmt.node) &&
               !std::holds_alternative<While>(stmt.node);
    });
    return reads && isIdle &&
           std::none_of(flow_.assigned().begin(), flow_.assigned().end(),
                        [&](SlotId slot) { return isCarried(slot); });
  }

private:
  /// Empty where it and its loops have none.
  [[nodiscard]] Block withoutContinue(const Block &body) const {
    bool has = false;
    forEachStmt(body, [&](const Stmt &stmt) {
      has = has || std::holds_alternative<Continue>(stmt.node);
    });
    if (!has)
      return {};
    Block own = clone(body);
    SlotId next = waits_.firstFlag_;
    auto newFlag = [&] { return next++; };
    endTurnsTogether(own, newFlag);
    forEachStmt(own, [&](Stmt &stmt) {
      forEachBlockOf(stmt, [&](Block &block) {
        if (isRepeated(stmt, block))
          endTurnsTogether(block, newFlag);
      });
    });
    return own;
  }

  [[nodiscard]] bool isCarried(SlotId slot) const {
    return flow_.assigned().contains(slot) && flow_.exposed().contains(slot);
  }

  [[nodiscard]] bool holdsAtomicItself(const Expr &expr) const {
    if (const auto *atomic = std::get_if<Atomic>(&expr.node))
      return !isOwn(*atomic->array);
    if (const auto *call = std::get_if<CallFunction>(&expr.node))
      return waits_.sources_[call->function].atomics;
    const auto *call = std::get_if<CallBuiltin>(&expr.node);
    return call && asksOthers(*call);
  }

  [[nodiscard]] bool holdsAtomic(const Expr &root) const {
    bool found = false;
    forEachExpr(root, [&](const Expr &expr) {
      found = found || holdsAtomicItself(expr);
    });
    return found;
  }

  // `and`, `or` and `not` decide one by one.
  void takeCondition(const Expr &expr) {
    exits_.push_back(&expr);
    takeLeaves(expr);
  }
  void takeLeaves(const Expr &expr) {
    if (const auto *both = std::get_if<Logical>(&expr.node)) {
      takeLeaves(*both->left);
      takeLeaves(*both->right);
    } else if (const auto *unary = std::get_if<Unary>(&expr.node);
               unary && unary->op == UnaryOp::Not) {
      takeLeaves(*unary->operand);
    } else {
      leaves_.push_back(&expr);
    }
  }

  void findExits(const Block &block, bool isInner) {
    for (const Stmt &stmt : block) {
      if (!hasExit(stmt, isInner))
        continue;
      const auto *loop = std::get_if<While>(&stmt.node);
      const auto *range = std::get_if<ForRange>(&stmt.node);
      if (loop || range || std::holds_alternative<If>(stmt.node))
        forEachOperandOf(stmt, [&](const Expr &expr) { takeCondition(expr); });
      forEachBlockOf(stmt, [&](const Block &inner) {
        findExits(inner, isInner || isRepeated(stmt, inner));
      });
    }
  }

  /// Whether what is assigned to `slots`, or decides about it, is an atomic.
  /// Adds the slots that it is computed from. `isInLoop`: so does what ends the
  /// loop around `block`.
  bool isFedByAtomic(const Block &block, SlotSet &slots,
                     bool isInLoop = false) const {
    bool isFed = false;
    for (const Stmt &stmt : block) {
      SlotSet assigned;
      addSet(stmt, assigned);
      if (!touches(assigned, slots) && !(isInLoop && hasExit(stmt, false)))
        continue;
      forEachOperandOf(stmt, [&](const Expr &expr) {
        isFed = isFed || holdsAtomic(expr);
        addRead(expr, slots);
      });
      forEachBlockOf(stmt, [&](const Block &inner) {
        bool isIn = isInLoop || isRepeated(stmt, inner);
        isFed = isFedByAtomic(inner, slots, isIn) || isFed;
      });
    }
    return isFed;
  }

  [[nodiscard]] bool hasBlockBarrier() const {
    bool found = false;
    forEachExprIn(body_, [&](const Expr &expr) {
      const auto *call = std::get_if<CallBuiltin>(&expr.node);
      found = found || (call && effectOf(call->builtin) == Effect::MeetsBlock);
    });
    return found;
  }

  /// The values that the loop assigns to one of `slots`, and calls that may.
  void addValues(const Block &block, const SlotSet &slots,
                 std::vector<const Expr *> &values) const {
    forEachStmt(block, [&](const Stmt &stmt) {
      const auto *assign = std::get_if<Assign>(&stmt.node);
      if (assign && slots.contains(assign->slot))
        values.push_back(assign->value.get());
      const auto *store = std::get_if<Store>(&stmt.node);
      if (store && isOwn(*store->array) && slots.contains(ownMemory))
        values.push_back(store->value.get());
    });
    if (slots.contains(ownMemory))
      forEachExprIn(block, [&](const Expr &expr) {
        if (getsOwn(expr))
          values.push_back(&expr);
      });
  }

  /// All that `expr` is computed from in the loop, itself first.
  [[nodiscard]] std::vector<const Expr *> closureOf(const Expr &expr) const {
    SlotSet slots;
    addRead(expr, slots);
    std::vector<const Expr *> all;
    for (std::size_t known = 0; known != slots.size() || all.empty();) {
      known = slots.size();
      all = {&expr};
      addValues(body_, slots, all);
      for (const Expr *each : all)
        addRead(*each, slots);
    }
    return all;
  }

  [[nodiscard]] bool isFixed(const Expr &place) const {
    for (const Expr *each : closureOf(place)) {
      SlotSet slots;
      addRead(*each, slots);
      if (std::any_of(slots.begin(), slots.end(),
                      [&](SlotId slot) { return isCarried(slot); }))
        return false;
    }
    return true;
  }

  /// Whether `expr` is computed from a load, of one place if `fixed`.
  [[nodiscard]] bool isLoaded(const Expr &expr, bool fixed) const {
    for (const Expr *each : closureOf(expr)) {
      bool found = false;
      forEachExpr(*each, [&](const Expr &part) {
        const auto *load = std::get_if<Load>(&part.node);
        const auto *call = std::get_if<CallFunction>(&part.node);
        bool reads = (load && !isOwn(*load->array)) ||
                     (call && waits_.sources_[call->function].loads);
        found = found || (reads && (!fixed || isFixed(part)));
      });
      if (found)
        return true;
    }
    return false;
  }

  /// The loop steps it on in each iteration, without asking memory.
  [[nodiscard]] bool isCounter(SlotId slot) const {
    if (!isCarried(slot) || !flow_.isCertain(slot))
      return false;
    std::vector<const Expr *> values;
    addValues(body_, {slot}, values);
    return std::all_of(values.begin(), values.end(), [&](const Expr *value) {
      return isStep(*value, slot) && !isLoaded(*value, false);
    });
  }

  /// Whether each assignment to `slot` stands below a condition of a load of
  /// one place. A flag's first one is none.
  [[nodiscard]] bool isHeldByLoad(const Block &block, SlotId slot,
                                  bool isBelow) const {
    return std::all_of(block.begin(), block.end(), [&](const Stmt &stmt) {
      if (const auto *assign = std::get_if<Assign>(&stmt.node))
        return isBelow || assign->slot != slot || setsFlag(*assign);
      SlotSet assigned;
      addSet(stmt, assigned);
      if (!assigned.contains(slot))
        return true;
      bool below = isBelow;
      if (const auto *choice = std::get_if<If>(&stmt.node))
        below = below || isOfLoad(*choice->condition);
      bool held = true;
      forEachBlockOf(stmt, [&](const Block &inner) {
        bool isElse =
            !std::holds_alternative<If>(stmt.node) && !isRepeated(stmt, inner);
        held = held &&
               isHeldByLoad(inner, slot, below || (isElse && endsByLoad(stmt)));
      });
      return held;
    });
  }

  [[nodiscard]] bool setsFlag(const Assign &assign) const {
    const auto *value = std::get_if<Constant>(&assign.value->node);
    return assign.slot >= waits_.firstFlag_ && value && value->bits != 0;
  }

  [[nodiscard]] bool isOfLoad(const Expr &condition) const {
    const auto *flag = std::get_if<SlotValue>(&condition.node);
    return flag && flag->slot >= waits_.firstFlag_
               ? isHeldByLoad(body_, flag->slot, false)
               : isLoaded(condition, true);
  }

  /// Whether a load of one place decides if the loop comes to its `else`.
  [[nodiscard]] bool endsByLoad(const Stmt &loop) const {
    bool found = false;
    forEachBlockOf(loop, [&](const Block &block) {
      forEachStmt(block, [&](const Stmt &stmt) {
        const auto *choice = std::get_if<If>(&stmt.node);
        found = found || (choice && hasExit(stmt, false) &&
                          isLoaded(*choice->condition, true));
      });
    });
    return found;
  }

  [[nodiscard]] bool waitsFor(const Expr &leaf) const {
    SlotSet slots;
    addRead(leaf, slots);
    if (std::any_of(slots.begin(), slots.end(),
                    [&](SlotId slot) { return isCounter(slot); }))
      return false;
    if (isLoaded(leaf, !waits_.communicates_))
      return true;
    return std::any_of(slots.begin(), slots.end(), [&](SlotId slot) {
      return isCarried(slot) && !flow_.isCertain(slot) &&
             isHeldByLoad(body_, slot, false);
    });
  }

  const Waits &waits_;
  const Expr *condition_;
  Block own_;
  const Block &body_;
  SlotFlow flow_;
  /// Conditions that decide about the loop's end, and their parts.
  std::vector<const Expr *> exits_, leaves_;
};

Waits::Sources Waits::sourcesOf(const Function &function) const {
  Sources sources;
  forEachExprIn(function.body, [&](const Expr &expr) {
    if (const auto *call = std::get_if<CallFunction>(&expr.node)) {
      const Sources &callee = sources_[call->function];
      sources.atomics |= callee.atomics;
      sources.loads |= callee.loads;
      sources.works |= callee.works;
    } else if (const auto *atomic = std::get_if<Atomic>(&expr.node)) {
      sources.atomics |= !isOwn(*atomic->array);
    } else if (const auto *load = std::get_if<Load>(&expr.node)) {
      sources.loads |= !isOwn(*load->array);
    } else if (const auto *builtin = std::get_if<CallBuiltin>(&expr.node)) {
      sources.atomics |= asksOthers(*builtin);
      sources.works |= !onlyGivesValue(effectOf(builtin->builtin)) &&
                       effectOf(builtin->builtin) != Effect::Orders;
    }
  });
  forEachStmt(function.body, [&](const Stmt &stmt) {
    sources.works |= std::holds_alternative<Store>(stmt.node) ||
                     std::holds_alternative<Print>(stmt.node) ||
                     std::holds_alternative<While>(stmt.node) ||
                     std::holds_alternative<ForRange>(stmt.node);
  });
  return sources;
}

Waits::Waits(const Module &module) : sources_(module.functions.size()) {
  for (const Function &function : module.functions)
    firstFlag_ =
        std::max(firstFlag_, static_cast<SlotId>(function.slots.size()));
  // Callees stand before their callers, but for recursive ones.
  for (int turn = 0; turn < 2; ++turn)
    for (std::size_t i = 0; i < sources_.size(); ++i)
      sources_[i] = sourcesOf(module.functions[i]);
  for (const Function &function : module.functions)
    forEachExprIn(function.body, [&](const Expr &expr) {
      const auto *atomic = std::get_if<Atomic>(&expr.node);
      const auto *call = std::get_if<CallBuiltin>(&expr.node);
      communicates_ = communicates_ || (atomic && !isOwn(*atomic->array)) ||
                      (call && effectOf(call->builtin) == Effect::Orders);
    });
}

Wait Waits::of(const While &loop) const {
  LoopWait wait(*this, loop.condition.get(), loop.body);
  if (wait.spins())
    return Wait::Spins;
  return wait.byAtomics() || wait.byLoads() ? Wait::Works : Wait::None;
}

Wait Waits::of(const ForRange &loop) const {
  return LoopWait(*this, nullptr, loop.body).byAtomics() ? Wait::Works
                                                         : Wait::None;
}

bool Waits::hasWait(const Function &function) const {
  bool found = false;
  forEachStmt(function.body, [&](const Stmt &stmt) {
    if (const auto *loop = std::get_if<While>(&stmt.node))
      found = found || of(*loop) != Wait::None;
    else if (const auto *range = std::get_if<ForRange>(&stmt.node))
      found = found || of(*range) != Wait::None;
  });
  return found;
}

} // namespace pyk2ptx
