// Small questions that several loop transformations ask.
#include "loop_facts.h"

#include "frontend/ir/ir_walk.h"

namespace pyk2ptx {

using namespace ir;

void addAssigned(const Stmt &stmt, SlotSet &slots) {
  forEachSlotSetBy(stmt, [&](SlotId slot) { slots.insert(slot); });
  forEachBlockOf(stmt, [&](const Block &block) { addAssigned(block, slots); });
}

void addAssigned(const Block &block, SlotSet &slots) {
  for (const Stmt &stmt : block)
    addAssigned(stmt, slots);
}

bool isInvariant(const Expr &expr, const SlotSet &assigned) {
  if (const auto *slot = std::get_if<SlotValue>(&expr.node))
    return !assigned.contains(slot->slot);
  if (const auto *call = std::get_if<CallBuiltin>(&expr.node))
    return onlyGivesValue(effectOf(call->builtin)) && call->args.empty();
  bool isPure = std::holds_alternative<Constant>(expr.node) ||
                std::holds_alternative<Convert>(expr.node) ||
                std::holds_alternative<Unary>(expr.node) ||
                std::holds_alternative<Binary>(expr.node) ||
                std::holds_alternative<Compare>(expr.node) ||
                std::holds_alternative<ArrayProperty>(expr.node) ||
                std::holds_alternative<ArrayStorage>(expr.node) ||
                std::holds_alternative<TupleElement>(expr.node) ||
                std::holds_alternative<MakeTuple>(expr.node) ||
                std::holds_alternative<View>(expr.node) ||
                std::holds_alternative<Field>(expr.node) ||
                std::holds_alternative<ArrayAt>(expr.node);
  forEachOperand(expr, [&](const Expr &operand) {
    isPure = isPure && isInvariant(operand, assigned);
  });
  return isPure;
}

bool hasBarrier(const Block &block, const std::vector<bool> &barriers) {
  bool found = false;
  forEachExprIn(block, [&](const Expr &expr) {
    if (const auto *call = std::get_if<CallFunction>(&expr.node))
      found = found || barriers[call->function];
    else if (const auto *builtin = std::get_if<CallBuiltin>(&expr.node))
      found = found || !onlyGivesValue(effectOf(builtin->builtin));
  });
  return found;
}

std::vector<bool> findBarriers(const Module &module) {
  // Callees stand before their callers; those that recursion puts behind are
  // taken to have one.
  std::vector<bool> barriers;
  for (const Function &function : module.functions)
    barriers.push_back(function.isRecursive);
  for (std::size_t i = 0; i < barriers.size(); ++i)
    barriers[i] = module.functions[i].isExternal ||
                  hasBarrier(module.functions[i].body, barriers);
  return barriers;
}

unsigned countNodes(const Block &block) {
  unsigned count = 0;
  forEachStmt(block, [&](const Stmt &stmt) {
    ++count;
    forEachOperandOf(stmt, [&](const Expr &operand) {
      forEachExpr(operand, [&](const Expr &) { ++count; });
    });
  });
  return count;
}

} // namespace pyk2ptx
