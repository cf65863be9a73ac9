// What is computed of a warp's number, and of what is the block's, is one for
// the warp. Comparisons with a thread's place say which of a row do something.
#include "thread_places.h"

#include "compiler/facts/integer_types.h"
#include "frontend/ir/ir_walk.h"

#include <algorithm>

namespace pyk2ptx {

using namespace ir;

std::optional<BlockRows> ThreadPlaces::warpsOf(const Expr &expr) const {
  if (uniform_.of(expr))
    return BlockRows::Any;
  if (const auto *slot = std::get_if<SlotValue>(&expr.node)) {
    const Expr *value = values_.of(slot->slot);
    return value ? warpsOf(*value) : std::nullopt;
  }
  std::optional<BlockRows> rows = numbers_.warpsOf(expr);
  if (rows)
    return rows;
  bool isPure = std::holds_alternative<Compare>(expr.node) ||
                std::holds_alternative<Logical>(expr.node) ||
                std::holds_alternative<Binary>(expr.node) ||
                std::holds_alternative<Unary>(expr.node) ||
                std::holds_alternative<Convert>(expr.node);
  rows = isPure ? std::optional(BlockRows::Any) : std::nullopt;
  forEachOperand(expr, [&](const Expr &operand) {
    std::optional<BlockRows> own = rows ? warpsOf(operand) : std::nullopt;
    rows = own ? std::optional(std::max(*rows, *own)) : std::nullopt;
  });
  return rows;
}

/// threadIdx.x, or the thread's number, which is never below it.
bool ThreadPlaces::isThread(const Expr &expr) const {
  return numbers_.isThreadX(expr) || numbers_.isRank(expr);
}

/// A constant from 0 to 2**20.
static std::optional<std::int64_t> smallOf(const Expr &expr) {
  constexpr std::int64_t most = 1 << 20;
  const auto *value = std::get_if<Constant>(&expr.node);
  auto number =
      value && isInt64(expr.type) ? static_cast<std::int64_t>(value->bits) : -1;
  return number >= 0 && number <= most ? std::optional(number) : std::nullopt;
}

/// What is false for all threads from the end on.
std::optional<RowEnd> ThreadPlaces::rowEndOf(const Compare &compare) const {
  bool isTurned =
      compare.op == CompareOp::Greater || compare.op == CompareOp::GreaterEqual;
  const Expr &thread = isTurned ? *compare.right : *compare.left;
  const Expr &limit = isTurned ? *compare.left : *compare.right;
  std::int64_t plus =
      compare.op == CompareOp::Less || compare.op == CompareOp::Greater ? 0 : 1;
  if (compare.op == CompareOp::NotEqual)
    return std::nullopt;
  std::optional<std::int64_t> number = smallOf(limit);
  if (isThread(thread) && number)
    return RowEnd{nullptr, *number + plus};
  if (isThread(thread) && std::holds_alternative<SlotValue>(limit.node))
    return RowEnd{&limit, plus};
  const auto *quotient = std::get_if<Binary>(&numbers_.behind(thread).node);
  if (!quotient || quotient->op != BinaryOp::FloorDiv || !number ||
      !isThread(*quotient->left))
    return std::nullopt;
  std::optional<std::int64_t> by = smallOf(*quotient->right);
  if (!by || *by == 0)
    return std::nullopt;
  return RowEnd{nullptr, (*number + plus) * *by};
}

/// thread % step == first, thread & (step - 1) == first
std::optional<RowStep> ThreadPlaces::rowStepOf(const Compare &compare) const {
  std::optional<std::int64_t> first = smallOf(*compare.right);
  const auto *rest = std::get_if<Binary>(&numbers_.behind(*compare.left).node);
  if (compare.op != CompareOp::Equal || !first || !rest ||
      !isThread(*rest->left))
    return std::nullopt;
  std::optional<std::int64_t> by = smallOf(*rest->right);
  bool isMask = rest->op == BinaryOp::BitAnd;
  if (!by || (!isMask && rest->op != BinaryOp::Mod))
    return std::nullopt;
  std::int64_t step = isMask ? *by + 1 : *by;
  bool isPower = step > 0 && (step & (step - 1)) == 0;
  bool isOfRank = !numbers_.isThreadX(*rest->left);
  if (step < 2 || *first >= step || ((isMask || isOfRank) && !isPower))
    return std::nullopt;
  return RowStep{step, *first, isOfRank};
}

RowThreads ThreadPlaces::rowThreadsOf(const Expr &condition) const {
  if (const auto *slot = std::get_if<SlotValue>(&condition.node)) {
    const Expr *value = values_.of(slot->slot);
    return value ? rowThreadsOf(*value) : RowThreads{};
  }
  if (const auto *node = std::get_if<Logical>(&condition.node)) {
    if (!node->isAnd)
      return {};
    RowThreads left = rowThreadsOf(*node->left),
               right = rowThreadsOf(*node->right);
    return {left.end ? left.end : right.end,
            left.step ? left.step : right.step};
  }
  const auto *node = std::get_if<Compare>(&condition.node);
  if (!node || !isInt64(node->left->type) || !isInt64(node->right->type))
    return {};
  return {rowEndOf(*node), rowStepOf(*node)};
}

} // namespace pyk2ptx
