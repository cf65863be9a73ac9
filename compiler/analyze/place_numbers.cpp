// Warps are counted by a thread's number in its block, x fastest. Kernels write
// it down (rank // 32), or know their blocks and take threadIdx.x for it, or
// cuda.grid(1), which is right in blocks of some shapes alone.
#include "place_numbers.h"

#include "compiler/facts/integer_types.h"
#include "compiler/target/host_abi.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/tables/registers.h"

#include <algorithm>

namespace pyk2ptx {

using namespace ir;

bool asksForRow(const Function &kernel) {
  bool found = false;
  forEachExprIn(kernel.body, [&](const Expr &expr) {
    const auto *call = std::get_if<CallBuiltin>(&expr.node);
    found = found || (call && threadIdx.axisOf(call->builtin).value_or(0) > 0);
  });
  return found;
}

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

/// Whether it is the same for all threads of a row: made of constants and of
/// registers but threadIdx.x.
bool PlaceNumbers::isOfRow(const Expr &expr) const {
  static constexpr Axes ofBlock[] = {blockIdx, blockDim, gridDim};
  const Expr &inner = behind(expr);
  if (const auto *convert = std::get_if<Convert>(&inner.node))
    return isOfRow(*convert->operand);
  if (const auto *call = std::get_if<CallBuiltin>(&inner.node))
    return call->builtin == threadIdx.y || call->builtin == threadIdx.z ||
           std::ranges::any_of(ofBlock, [&](const Axes &axes) {
             return axes.axisOf(call->builtin).has_value();
           });
  const auto *node = std::get_if<Binary>(&inner.node);
  bool isNode =
      node && (node->op == BinaryOp::Add || node->op == BinaryOp::Sub ||
               node->op == BinaryOp::Mul);
  return std::holds_alternative<Constant>(inner.node) ||
         (isNode && isOfRow(*node->left) && isOfRow(*node->right));
}

/// Whether it is the same for all threads of a row, and a multiple of a warp's
/// where rows are.
bool PlaceNumbers::isRowBegin(const Expr &expr) const {
  if (isExtent(expr, 0))
    return true;
  if (const Binary *product = operation(expr, BinaryOp::Mul))
    return (isRowBegin(*product->left) && isOfRow(*product->right)) ||
           (isRowBegin(*product->right) && isOfRow(*product->left));
  const Binary *sum = operation(expr, BinaryOp::Add);
  return sum && isRowBegin(*sum->left) && isRowBegin(*sum->right);
}

/// Whether it is threadIdx.x and, else, where rows begin.
bool PlaceNumbers::isPlaceInRows(const Expr &expr) const {
  const Binary *sum = operation(expr, BinaryOp::Add);
  auto isIt = [&](const Expr &begin, const Expr &place) {
    return isRowBegin(begin) && isPlaceInRows(place);
  };
  return isThreadX(expr) || (sum && (isIt(*sum->left, *sum->right) ||
                                     isIt(*sum->right, *sum->left)));
}

/// The blocks in which a thirty-second of it is the warp's number, or counts
/// warps over the grid or some of its rows.
std::optional<BlockRows> PlaceNumbers::countsWarps(const Expr &expr) const {
  if (isRank(expr))
    return BlockRows::Any;
  if (isThreadX(expr))
    return BlockRows::WholeWarpsOrOne;
  if (isPlaceInRows(expr))
    return BlockRows::WholeWarps;
  return std::nullopt;
}

std::optional<BlockRows> PlaceNumbers::warpsOf(const Expr &expr) const {
  auto numberOf = [](const Expr &operand) -> std::optional<std::uint64_t> {
    const auto *value = std::get_if<Constant>(&operand.node);
    bool isNumber = value && !operand.type.isFloat();
    return isNumber ? std::optional(value->bits) : std::nullopt;
  };
  if (const auto *node = std::get_if<Binary>(&expr.node)) {
    std::optional<std::uint64_t> by = numberOf(*node->right);
    bool isWhole =
        (node->op == BinaryOp::FloorDiv && by && *by && *by % warpSize == 0) ||
        (node->op == BinaryOp::RightShift && by && *by >= 5 && *by < 32);
    return isWhole ? countsWarps(*node->left) : std::nullopt;
  }
  const auto *compare = std::get_if<Compare>(&expr.node);
  std::optional<std::uint64_t> limit =
      compare ? numberOf(*compare->right) : std::nullopt;
  bool isWhole = limit && *limit % warpSize == 0 &&
                 (compare->op == CompareOp::Less ||
                  compare->op == CompareOp::GreaterEqual);
  return isWhole ? countsWarps(*compare->left) : std::nullopt;
}

} // namespace pyk2ptx
