// Warps are counted by a thread's number in its block, x fastest. Kernels write
// it down (rank // 32), or know their blocks and take threadIdx.x for it, or
// cuda.grid(1), which is right in blocks of some shapes alone.
#include "thread_places.h"

#include "compiler/facts/integer_types.h"
#include "compiler/target/host_abi.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/tables/registers.h"

#include <algorithm>

namespace pyk2ptx {

using namespace ir;

// ---- numbers ----

const Expr &PlaceNumbers::behind(const Expr &expr) const {
  const auto *slot = std::get_if<SlotValue>(&expr.node);
  const Expr *value = slot && values_ ? values_->of(slot->slot) : nullptr;
  return value ? behind(*value) : expr;
}

bool PlaceNumbers::isRegister(const Expr &expr, Builtin name) const {
  const Expr &inner = behind(expr);
  if (const auto *convert = std::get_if<Convert>(&inner.node))
    return inner.type.isScalar() &&
           (inner.type.scalar == Scalar::I64 ||
            inner.type.scalar == Scalar::U64) &&
           isRegister(*convert->operand, name);
  const auto *call = std::get_if<CallBuiltin>(&inner.node);
  return call && call->builtin == name;
}

bool PlaceNumbers::isExtent(const Expr &expr, unsigned axis) const {
  static constexpr Builtin names[] = {blockDim.x, blockDim.y, blockDim.z};
  const auto *known = std::get_if<Constant>(&behind(expr).node);
  return known ? kernel_.block[axis] && known->bits == kernel_.block[axis]
               : isRegister(expr, names[axis]);
}

const Binary *PlaceNumbers::operation(const Expr &expr, BinaryOp op) const {
  const auto *node = std::get_if<Binary>(&behind(expr).node);
  return node && node->op == op && isInt64(expr.type) ? node : nullptr;
}

bool PlaceNumbers::isThreadX(const Expr &expr) const {
  return isRegister(expr, threadIdx.x);
}

bool PlaceNumbers::isBlockBegin(const Expr &expr) const {
  const Binary *product = operation(expr, BinaryOp::Mul);
  auto isIt = [&](const Expr &index, const Expr &extent) {
    return isRegister(index, blockIdx.x) && isExtent(extent, 0);
  };
  return product && (isIt(*product->left, *product->right) ||
                     isIt(*product->right, *product->left));
}

bool PlaceNumbers::isGridX(const Expr &expr) const {
  const Binary *sum = operation(expr, BinaryOp::Add);
  auto isIt = [&](const Expr &begin, const Expr &thread) {
    return isBlockBegin(begin) && isThreadX(thread);
  };
  return sum &&
         (isIt(*sum->left, *sum->right) || isIt(*sum->right, *sum->left));
}

bool PlaceNumbers::isRank(const Expr &expr) const {
  const Binary *sum = operation(expr, BinaryOp::Add);
  const Binary *rows = sum ? operation(*sum->left, BinaryOp::Mul) : nullptr;
  const Binary *row = rows ? operation(*rows->left, BinaryOp::Add) : nullptr;
  const Binary *planes = row ? operation(*row->left, BinaryOp::Mul) : nullptr;
  return planes && isRegister(*planes->left, threadIdx.z) &&
         isExtent(*planes->right, 1) && isRegister(*row->right, threadIdx.y) &&
         isExtent(*rows->right, 0) && isThreadX(*sum->right);
}

// ---- warps and rows ----

/// The blocks in which a thirty-second of it is the warp's number, or counts
/// warps over the grid.
std::optional<BlockRows> ThreadPlaces::countsWarps(const Expr &expr) const {
  if (numbers_.isRank(expr))
    return BlockRows::Any;
  if (numbers_.isThreadX(expr))
    return BlockRows::WholeWarpsOrOne;
  if (numbers_.isGridX(expr))
    return BlockRows::WholeWarps;
  return std::nullopt;
}

std::optional<BlockRows> ThreadPlaces::warpsOf(const Expr &expr) const {
  if (uniform_.of(expr))
    return BlockRows::Any;
  if (const auto *slot = std::get_if<SlotValue>(&expr.node)) {
    const Expr *value = values_.of(slot->slot);
    return value ? warpsOf(*value) : std::nullopt;
  }
  auto numberOf = [](const Expr &operand) -> std::optional<std::uint64_t> {
    const auto *value = std::get_if<Constant>(&operand.node);
    bool isNumber = value && !operand.type.isFloat();
    return isNumber ? std::optional(value->bits) : std::nullopt;
  };
  std::optional<BlockRows> rows;
  if (const auto *node = std::get_if<Binary>(&expr.node)) {
    std::optional<std::uint64_t> by = numberOf(*node->right);
    bool isWhole =
        (node->op == BinaryOp::FloorDiv && by && *by && *by % warpSize == 0) ||
        (node->op == BinaryOp::RightShift && by && *by >= 5 && *by < 32);
    rows = isWhole ? countsWarps(*node->left) : std::nullopt;
  } else if (const auto *compare = std::get_if<Compare>(&expr.node)) {
    std::optional<std::uint64_t> limit = numberOf(*compare->right);
    bool isWhole = (compare->op == CompareOp::Less ||
                    compare->op == CompareOp::GreaterEqual) &&
                   limit && *limit % warpSize == 0;
    rows = isWhole ? countsWarps(*compare->left) : std::nullopt;
  }
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
