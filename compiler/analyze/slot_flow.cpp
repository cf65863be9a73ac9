// What a branch assigns is certain behind it only where the other branch does
// so too; what a loop's body assigns, in the rest of the body only.
#include "slot_flow.h"

#include "frontend/ir/ir_walk.h"

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

} // namespace pyk2ptx
