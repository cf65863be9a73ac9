// What a branch assigns is certain behind it only where the other branch does
// so too; what a loop's body assigns, in the rest of the body only.
#include "slot_flow.h"

#include "ir_walk.h"

#include <utility>

namespace pyk2ptx {

using namespace ir;

void SlotFlow::assign(SlotId slot) {
  assigned_.insert(slot);
  if (certain_.insert(slot).second)
    order_.push_back(slot);
}

std::vector<SlotId> SlotFlow::rewind(std::size_t size) {
  std::vector<SlotId> forgotten(
      order_.begin() + static_cast<std::ptrdiff_t>(size), order_.end());
  for (SlotId slot : forgotten)
    certain_.erase(slot);
  order_.resize(size);
  return forgotten;
}

void SlotFlow::add(const Expr &expr) {
  if (const auto *slot = std::get_if<SlotValue>(&expr.node)) {
    if (!certain_.contains(slot->slot))
      exposed_.insert(slot->slot);
  } else if (const auto *let = std::get_if<Let>(&expr.node)) {
    add(*let->value);
    assign(let->slot);
    add(*let->body);
  } else if (std::holds_alternative<Select>(expr.node) ||
             std::holds_alternative<Logical>(expr.node)) {
    // The first operand is the condition.
    std::size_t size = 0;
    bool isCondition = true;
    forEachOperand(expr, [&](const Expr &operand) {
      add(operand);
      if (std::exchange(isCondition, false))
        size = order_.size();
      else
        rewind(size);
    });
  } else {
    forEachOperand(expr, [&](const Expr &operand) { add(operand); });
  }
}

void SlotFlow::add(const Stmt &stmt) {
  forEachOperandOf(stmt, [&](const Expr &expr) { add(expr); });
  std::size_t size = order_.size();
  if (const auto *node = std::get_if<Assign>(&stmt.node)) {
    assign(node->slot);
  } else if (const auto *choice = std::get_if<If>(&stmt.node)) {
    add(choice->body);
    std::vector<SlotId> body = rewind(size);
    add(choice->orElse);
    std::vector<SlotId> orElse = rewind(size);
    SlotSet both(orElse.begin(), orElse.end());
    for (SlotId slot : body)
      if (both.contains(slot))
        assign(slot);
  } else if (const auto *range = std::get_if<ForRange>(&stmt.node)) {
    assign(range->slot);
    add(range->body);
    rewind(size);
    add(range->orElse);
    rewind(size);
  } else if (const auto *loop = std::get_if<While>(&stmt.node)) {
    add(loop->body);
    rewind(size);
    add(loop->orElse);
    rewind(size);
  }
}

void SlotFlow::add(const Block &block) {
  for (const Stmt &stmt : block)
    add(stmt);
}

bool isSpinLoop(const While &loop) {
  bool reads = false, isPure = true;
  auto see = [&](const Expr &expr) {
    reads = reads || std::holds_alternative<Load>(expr.node) ||
            std::holds_alternative<Atomic>(expr.node);
    isPure = isPure && !std::holds_alternative<CallFunction>(expr.node);
    // Memory may change by an exchange that finds what it puts there.
    if (const auto *atomic = std::get_if<Atomic>(&expr.node))
      isPure =
          isPure &&
          (atomic->op == AtomicOp::Load || atomic->op == AtomicOp::Exchange ||
           atomic->op == AtomicOp::CompareExchange ||
           (atomic->op >= AtomicOp::LoadCa && atomic->op <= AtomicOp::LoadCv));
    if (const auto *call = std::get_if<CallBuiltin>(&expr.node);
        call && isBarrier(call->builtin))
      isPure = isPure && (call->builtin == Builtin::NanoSleep ||
                          call->builtin == Builtin::ThreadFence ||
                          call->builtin == Builtin::ThreadFenceBlock ||
                          call->builtin == Builtin::ThreadFenceSystem);
  };
  forEachExpr(*loop.condition, see);
  forEachExprIn(loop.body, see);
  forEachStmt(loop.body, [&](const Stmt &stmt) {
    isPure = isPure && !std::holds_alternative<Store>(stmt.node) &&
             !std::holds_alternative<Print>(stmt.node) &&
             !std::holds_alternative<ForRange>(stmt.node) &&
             !std::holds_alternative<While>(stmt.node);
  });
  if (!reads || !isPure)
    return false;
  SlotFlow flow;
  flow.add(*loop.condition);
  flow.add(loop.body);
  for (SlotId slot : flow.assigned())
    if (flow.exposed().contains(slot))
      return false;
  return true;
}

} // namespace pyk2ptx
