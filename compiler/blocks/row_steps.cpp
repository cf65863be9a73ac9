// Values are looked at as sums: of what a row shares, which does not grow, of
// the thread's place in the row, which grows by one, and of slots that are
// assigned once. A loop's counter grows as its start does, for neighbours are
// looked at in the same turn.
#include "row_steps.h"

#include "compiler/target/loop_marks.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/tables/registers.h"

namespace pyk2ptx {

using namespace ir;

RowSteps::RowSteps(const Function &kernel, unsigned axis, const Ranges &ranges)
    : axis_(axis), row_(kernel, axis), ranges_(ranges),
      assigned_(kernel.slots.size(), 0), only_(kernel.slots.size(), nullptr) {
  forEachStmt(kernel.body, [&](const Stmt &stmt) {
    forEachSlotSetBy(stmt, [&](SlotId slot) { ++assigned_[slot]; });
    if (const auto *loop = std::get_if<ForRange>(&stmt.node))
      starts_[loop->slot] = loop->start.get();
  });
  forEachAssigned(kernel.body, [&](SlotId slot, const Expr &value) {
    only_[slot] = &value;
  });
}

std::optional<std::int64_t> RowSteps::of(const Expr &expr, int depth) const {
  constexpr int deepest = 12;
  if (row_.of(expr))
    return 0;
  if (depth > deepest)
    return std::nullopt;
  if (const auto *slot = std::get_if<SlotValue>(&expr.node))
    return ofSlot(slot->slot, depth);
  if (const auto *convert = std::get_if<Convert>(&expr.node))
    return expr.type.isScalar() && !expr.type.isFloat()
               ? of(*convert->operand, depth + 1)
               : std::nullopt;
  if (const auto *call = std::get_if<CallBuiltin>(&expr.node))
    return call->builtin == threadIdx[axis_] ? std::optional<std::int64_t>(1)
                                             : std::nullopt;
  if (const auto *field = std::get_if<TupleElement>(&expr.node))
    if (const auto *tuple = std::get_if<MakeTuple>(&field->tuple->node))
      return of(*tuple->elements[field->index], depth + 1);
  const auto *node = std::get_if<Binary>(&expr.node);
  return node ? ofBinary(*node, depth) : std::nullopt;
}

std::optional<std::int64_t> RowSteps::ofSlot(SlotId slot, int depth) const {
  if (slot >= assigned_.size() || assigned_[slot] != 1)
    return std::nullopt;
  if (auto start = starts_.find(slot); start != starts_.end())
    return of(*start->second, depth + 1);
  const Expr *value = only_[slot];
  return value ? of(*value, depth + 1) : std::nullopt;
}

std::optional<std::int64_t> RowSteps::ofBinary(const Binary &node,
                                               int depth) const {
  std::optional<std::int64_t> left = of(*node.left, depth + 1);
  if (node.op == BinaryOp::FloorDiv || node.op == BinaryOp::Mod)
    return ofDivision(node, left);
  std::optional<std::int64_t> right = of(*node.right, depth + 1);
  if (node.op == BinaryOp::Mul)
    return left == 0 && right == 0 ? left : std::nullopt;
  if (node.op != BinaryOp::Add && node.op != BinaryOp::Sub)
    return std::nullopt;
  if (!left || !right)
    return std::nullopt;
  return node.op == BinaryOp::Add ? *left + *right : *left - *right;
}

std::optional<std::int64_t>
RowSteps::ofDivision(const Binary &division,
                     std::optional<std::int64_t> number) const {
  const auto *known = std::get_if<Constant>(&division.right->node);
  if (!number || (*number != 0 && *number != 1) || !row_.of(*division.right) ||
      (known && ranges_.of(*division.right).low < leastRowDivisor))
    return std::nullopt;
  return division.op == BinaryOp::Mod ? *number : 0;
}

} // namespace pyk2ptx
