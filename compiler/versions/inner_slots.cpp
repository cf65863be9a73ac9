// What is there twice sets the same variables in both copies, and of such a
// variable nothing is known that is known of one copy alone:
//
//   if 0 <= x < 2**13:              if 0 <= x < 2**13:
//     r = int(x)                      r' = int(x)
//     side = 2 * r + 1        ->      side' = 2 * r' + 1: at most 2**14
//     for k in range(side): ...       for k' in range(side'): ...
//   else:                           else:
//     r = int(x)                      r = int(x)
//     side = 2 * r + 1                side = 2 * r + 1
//     for k in range(side): ...       for k in range(side): ...
//
// It may have a name of its own in one of them if no value goes into the copy
// or out of it, nor from one turn of a loop to the next. So it is where each of
// the blocks that set it does so before it reads it, and nobody reads it behind
// the block. A program that uses a name again, in other loops, has several such
// blocks.
#include "inner_slots.h"

#include "frontend/ir/ir_walk.h"

#include <cstddef>
#include <utility>
#include <variant>

namespace pyk2ptx {

using namespace ir;

using Counts = std::unordered_map<SlotId, unsigned>;

static void countNames(std::span<const Stmt> stmts, Counts &counts) {
  forEachSlotNamed(stmts, [&](SlotId slot) { ++counts[slot]; });
}

static bool reads(const Stmt &stmt, SlotId slot) {
  bool does = false;
  forEachOperandOf(stmt, [&](const Expr &root) {
    forEachExpr(root, [&](const Expr &expr) {
      const auto *read = std::get_if<SlotValue>(&expr.node);
      does = does || (read && read->slot == slot);
    });
  });
  return does;
}

InnerSlots::InnerSlots(Function &function) : function_(function) {
  countNames(function.body, names_);
  SlotSet exposed = exposedIn(function.body);
  for (auto [slot, count] : names_)
    if (!exposed.contains(slot) && !nested_.contains(slot))
      closed_.insert(slot);
}

/// Slots that are read there and not surely set before, in the block itself.
SlotSet InnerSlots::exposedIn(const Block &block) {
  SlotSet exposed, set, own;
  auto enter = [&](SlotId slot) {
    if (around_[slot]++)
      nested_.insert(slot);
  };
  for (const Stmt &stmt : block)
    if (const auto *assign = std::get_if<Assign>(&stmt.node);
        assign && own.insert(assign->slot).second)
      enter(assign->slot);
  auto expose = [&](SlotId slot) {
    if (!set.contains(slot))
      exposed.insert(slot);
  };
  for (const Stmt &stmt : block) {
    forEachOperandOf(stmt, [&](const Expr &root) {
      forEachExpr(root, [&](const Expr &expr) {
        if (const auto *read = std::get_if<SlotValue>(&expr.node))
          expose(read->slot);
        // Where it is set within an expression is not looked at.
        else if (const auto *let = std::get_if<Let>(&expr.node))
          exposed.insert(let->slot);
      });
    });
    const auto *loop = std::get_if<ForRange>(&stmt.node);
    if (loop)
      enter(loop->slot);
    forEachBlockOf(stmt, [&](const Block &inner) {
      for (SlotId slot : exposedIn(inner))
        if (!loop || slot != loop->slot || &inner != &loop->body)
          expose(slot);
    });
    if (loop)
      --around_[loop->slot];
    if (const auto *assign = std::get_if<Assign>(&stmt.node))
      set.insert(assign->slot);
  }
  for (SlotId slot : own)
    --around_[slot];
  return exposed;
}

SlotSet InnerSlots::of(std::span<const Stmt> part) const {
  SlotSet inner;
  // Of the block around nothing but the part is looked at.
  Counts behind;
  for (std::size_t i = part.size(); i-- > 0;) {
    countNames(part.subspan(i, 1), behind);
    const auto *assign = std::get_if<Assign>(&part[i].node);
    if (assign && behind[assign->slot] == namesOf(assign->slot) &&
        !reads(part[i], assign->slot))
      inner.insert(assign->slot);
  }
  auto add = [&](SlotId slot) {
    if (closed_.contains(slot))
      inner.insert(slot);
  };
  forEachStmt(part, [&](const Stmt &stmt) {
    if (const auto *loop = std::get_if<ForRange>(&stmt.node))
      add(loop->slot);
    forEachBlockOf(stmt, [&](const Block &block) {
      for (const Stmt &each : block)
        if (const auto *assign = std::get_if<Assign>(&each.node))
          add(assign->slot);
    });
  });
  return inner;
}

bool InnerSlots::isOnlyIn(std::span<const Stmt> part, SlotId slot) const {
  Counts counts;
  countNames(part, counts);
  return counts[slot] == namesOf(slot);
}

unsigned InnerSlots::namesOf(SlotId slot) const {
  auto found = names_.find(slot);
  return found == names_.end() ? 0 : found->second;
}

SlotId InnerSlots::follow(SlotId slot) {
  Slot same = function_.slots[slot];
  function_.slots.push_back(std::move(same));
  auto own = static_cast<SlotId>(function_.slots.size() - 1);
  names_[own] = namesOf(slot);
  if (closed_.contains(slot))
    closed_.insert(own);
  return own;
}

} // namespace pyk2ptx
