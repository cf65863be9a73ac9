// Who refers to an array of an earlier round. In Python each evaluation makes a
// new array, here each round of a loop uses the same memory again
// (new_array.cpp). That is as good while nobody refers to the array of an
// earlier round: whether anybody may is found when the function is checked,
// from which variables are still read behind the place that makes the array,
// and which of them may hold it.
#include "checker.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/values/elementwise.h"

#include <map>
#include <set>
#include <utility>

namespace pyk2ptx {

using ir::SlotId;

namespace {

using Slots = std::set<SlotId>;
using Storages = std::set<std::uint32_t>;

/// The parameters of a function that may be what it returns, or in it.
class Returned {
public:
  explicit Returned(const ir::Module &module) : module_(module) {}

  const Slots &of(std::uint32_t number) {
    auto [found, isNew] = known_.try_emplace(number);
    const ir::Function &function = module_.functions[number];
    if (!isNew)
      return found->second;
    Slots all;
    for (SlotId slot = 0; slot < function.paramCount; ++slot)
      all.insert(slot);
    // What is not checked yet, calls itself, or stands elsewhere.
    found->second = all;
    if (function.body.empty())
      return found->second;
    std::map<SlotId, Slots> held;
    for (SlotId slot : all)
      held[slot] = {slot};
    for (bool isChanged = true; isChanged;) {
      isChanged = false;
      forEachAssigned(function.body, [&](SlotId slot, const ir::Expr &value) {
        Slots from = sourcesOf(value, held);
        std::size_t before = held[slot].size();
        held[slot].merge(from);
        isChanged = isChanged || held[slot].size() != before;
      });
    }
    Slots returned;
    forEachStmt(function.body, [&](const ir::Stmt &stmt) {
      const auto *result = std::get_if<ir::Return>(&stmt.node);
      if (result && result->value)
        returned.merge(sourcesOf(*result->value, held));
    });
    return known_[number] = std::move(returned);
  }

private:
  Slots sourcesOf(const ir::Expr &expr, std::map<SlotId, Slots> &held) {
    Slots result;
    if (const auto *slot = std::get_if<ir::SlotValue>(&expr.node))
      return held[slot->slot];
    if (expr.type.isScalar())
      return result;
    if (const auto *call = std::get_if<ir::CallFunction>(&expr.node)) {
      for (SlotId each : of(call->function))
        result.merge(sourcesOf(*call->args[each], held));
      return result;
    }
    forEachOperand(expr, [&](const ir::Expr &part) {
      result.merge(sourcesOf(part, held));
    });
    return result;
  }

  const ir::Module &module_;
  std::map<std::uint32_t, Slots> known_;
};

/// Live slots, backwards over a function's body, and what each may hold.
class Referrers {
public:
  Referrers(const ir::Function &function, const ir::Module &module,
            const Storages &made,
            const std::map<SlotId, std::uint32_t> &results)
      : function_(function), returned_(module), made_(made), results_(results) {
    do {
      isChanged_ = false;
      forEachAssigned(function.body, [&](SlotId slot, const ir::Expr &value) {
        hold(slot, value);
      });
    } while (isChanged_);
  }

  struct Conflict {
    SlotId slot;
    SourceRange range;
  };
  const std::map<std::uint32_t, Conflict> &conflicts() {
    liveBefore(function_.body, {}, nullptr);
    return conflicts_;
  }

private:
  struct Loop {
    const Slots &behind, &head;
  };

  Storages heldBy(const ir::Expr &expr) {
    Storages result;
    auto add = [&](const ir::Expr &part) { result.merge(heldBy(part)); };
    if (const auto *storage = std::get_if<ir::ArrayStorage>(&expr.node)) {
      if (made_.contains(storage->array))
        result.insert(storage->array);
    } else if (const auto *slot = std::get_if<ir::SlotValue>(&expr.node)) {
      result = held_[slot->slot];
    } else if (const auto *call = std::get_if<ir::CallFunction>(&expr.node)) {
      if (!expr.type.isScalar())
        for (SlotId each : returned_.of(call->function))
          add(*call->args[each]);
    } else if (!expr.type.isScalar()) {
      // Of a tuple one part is enough.
      forEachOperand(expr, add);
    }
    return result;
  }
  void hold(SlotId slot, const ir::Expr &value) {
    Storages &held = held_[slot];
    std::size_t before = held.size();
    held.merge(heldBy(value));
    isChanged_ = isChanged_ || held.size() != before;
  }
  /// The slots that the statement itself reads.
  static void addUses(const ir::Stmt &stmt, Slots &live) {
    forEachOperandOf(stmt, [&](const ir::Expr &operand) {
      forEachExpr(operand, [&](const ir::Expr &expr) {
        if (const auto *slot = std::get_if<ir::SlotValue>(&expr.node))
          live.insert(slot->slot);
      });
    });
  }

  Slots liveBefore(const ir::Block &block, Slots live, const Loop *loop) {
    for (std::size_t i = block.size(); i-- > 0;) {
      const ir::Stmt &stmt = block[i];
      const auto &node = stmt.node;
      if (const auto *branch = std::get_if<ir::If>(&node)) {
        Slots orElse = liveBefore(branch->orElse, live, loop);
        live = liveBefore(branch->body, std::move(live), loop);
        live.merge(orElse);
      } else if (const auto *repeat = std::get_if<ir::While>(&node)) {
        live = liveBeforeLoop(stmt, repeat->body, repeat->orElse, live, loop);
      } else if (const auto *range = std::get_if<ir::ForRange>(&node)) {
        live = liveBeforeLoop(stmt, range->body, range->orElse, live, loop);
      } else if (std::holds_alternative<ir::Break>(node)) {
        live = loop->behind;
      } else if (std::holds_alternative<ir::Continue>(node)) {
        live = loop->head;
      } else if (std::holds_alternative<ir::Return>(node) ||
                 std::holds_alternative<ir::Raise>(node)) {
        live.clear();
      } else if (const auto *assign = std::get_if<ir::Assign>(&node)) {
        live.erase(assign->slot);
        if (auto made = results_.find(assign->slot); made != results_.end())
          for (SlotId slot : live)
            if (held_[slot].contains(made->second))
              conflicts_.try_emplace(made->second, Conflict{slot, stmt.range});
      }
      addUses(stmt, live);
    }
    return live;
  }
  Slots liveBeforeLoop(const ir::Stmt &stmt, const ir::Block &body,
                       const ir::Block &orElse, const Slots &behind,
                       const Loop *outer) {
    Slots head = liveBefore(orElse, behind, outer);
    for (;;) {
      std::size_t before = head.size();
      addUses(stmt, head);
      Slots atHead = head;
      Loop loop{behind, atHead};
      Slots first = liveBefore(body, atHead, &loop);
      head.merge(first);
      if (head.size() == before)
        return head;
    }
  }

  const ir::Function &function_;
  Returned returned_;
  const Storages &made_;
  const std::map<SlotId, std::uint32_t> &results_;
  std::map<SlotId, Storages> held_;
  std::map<std::uint32_t, Conflict> conflicts_;
  bool isChanged_ = false;
};

} // namespace

void FunctionChecker::checkNewArrays() {
  if (newResults_.empty())
    return;
  Referrers referrers(function_, file_.module(), newArrays_, newResults_);
  for (const auto &[storage, conflict] : referrers.conflicts()) {
    const std::string &name = function_.slots[conflict.slot].name;
    std::string who = name.starts_with('%') ? "something" : "`" + name + "`";
    needsMemory(*this, conflict.range,
                "an array that each round of a loop makes while " + who +
                    " still refers to that of an earlier round",
                "keep a copy of that: `x = y.copy()` or `x[:] = y` in place of "
                "`x = y`");
  }
}

} // namespace pyk2ptx
