// A slot that is assigned once is what it is assigned, wherever it is read: an
// expression of parameters, of where the thread is and of other such slots.
#include "only_values.h"

#include "compiler/facts/loop_facts.h"
#include "frontend/ir/ir_walk.h"

namespace pyk2ptx {

using namespace ir;

OnlyValues::OnlyValues(const Function &function)
    : paramCount_(function.paramCount) {
  assignments_.assign(function.slots.size(), 0);
  values_.assign(function.slots.size(), nullptr);
  for (std::size_t i = 0; i < function.slots.size(); ++i)
    if (i < function.paramCount || function.slots[i].zero)
      assignments_[i] = 1;
  forEachStmt(function.body, [&](const Stmt &stmt) {
    if (const auto *assign = std::get_if<Assign>(&stmt.node)) {
      ++assignments_[assign->slot];
      values_[assign->slot] = assign->value.get();
    } else if (const auto *range = std::get_if<ForRange>(&stmt.node)) {
      assignments_[range->slot] += 2;
    }
    forEachOperandOf(stmt, [&](const Expr &operand) {
      forEachExpr(operand, [&](const Expr &expr) {
        if (const auto *let = std::get_if<Let>(&expr.node))
          assignments_[let->slot] += 2;
      });
    });
  });
}

const Expr *OnlyValues::of(SlotId slot) const {
  if (slot >= values_.size() || assignments_[slot] != 1 || !values_[slot])
    return nullptr;
  const Expr *value = values_[slot];
  if (!isStable(*value, deepest))
    return nullptr;
  // Of `x, y = 1, 2` x is a copy, and of what is named twice.
  const auto *copied = std::get_if<SlotValue>(&value->node);
  const Expr *original = copied ? of(copied->slot) : nullptr;
  return original ? original : value;
}

bool OnlyValues::isParameter(SlotId slot) const {
  return slot < paramCount_ && assignments_[slot] == 1;
}

bool OnlyValues::isStable(const Expr &expr) const {
  return isStable(expr, deepest);
}

/// However deep the expression itself is: `depth` counts slots.
bool OnlyValues::isStable(const Expr &expr, int depth) const {
  if (const auto *slot = std::get_if<SlotValue>(&expr.node)) {
    if (slot->slot >= values_.size() || assignments_[slot->slot] != 1)
      return false;
    // A parameter, or the zero of a slot that nothing is assigned to.
    const Expr *value = values_[slot->slot];
    return !value || (depth > 0 && isStable(*value, depth - 1));
  }
  static const SlotSet none;
  bool isPure = std::holds_alternative<CallBuiltin>(expr.node)
                    ? isInvariant(expr, none)
                    : !std::holds_alternative<Load>(expr.node) &&
                          !std::holds_alternative<Atomic>(expr.node) &&
                          !std::holds_alternative<CallFunction>(expr.node) &&
                          !std::holds_alternative<Let>(expr.node);
  forEachOperand(expr, [&](const Expr &operand) {
    isPure = isPure && isStable(operand, depth);
  });
  return isPure;
}

} // namespace pyk2ptx
