// Barriers inside of an `if` that compares which thread of the block it is with
// a number: only some threads come to them, and all must. Told where no block
// of a usual size has all its threads on one side: `tid == 0`, `tid < 16`, and
// `tid < s` of a half of the block. Where all may be there, as behind
// `if i < n:` with a full last block, nothing is said; the CPU device's checks
// see what a launch does.
#include "frontend/ir/turned_ops.h"
#include "frontend/ir/whole_constant.h"
#include "frontend/tables/builtin_enum.h"
#include "text_of.h"
#include "whole_function.h"

#include <optional>
#include <set>
#include <string>

namespace pyk2ptx {

namespace {

constexpr std::int64_t warpSize = 32;

std::optional<Builtin> builtinOf(const ir::Expr &expr) {
  const auto *call = std::get_if<ir::CallBuiltin>(&expr.node);
  return call ? std::optional(call->builtin) : std::nullopt;
}

class BarrierFinder {
public:
  BarrierFinder(const ir::Function &function, const Assigned &assigned,
                Diagnostics &diagnostics)
      : function_(function), assigned_(assigned), diagnostics_(diagnostics) {}

  void look(const ir::Block &block) {
    for (const ir::Stmt &stmt : block) {
      const auto *choice = std::get_if<ir::If>(&stmt.node);
      bool isOfUser = choice && !choice->isOfOperand;
      if (const ir::Expr *parts =
              isOfUser ? parting(*choice->condition) : nullptr)
        tell(*choice, *parts);
      forEachBlockOf(stmt, [&](const ir::Block &inner) { look(inner); });
    }
  }

private:
  /// threadIdx.x, y, z or the lane, or a name for one.
  bool isOfThread(const ir::Expr &expr) const {
    std::optional<Builtin> builtin = builtinOf(assigned_.behindNames(expr));
    return builtin == Builtin::ThreadIdxX || builtin == Builtin::ThreadIdxY ||
           builtin == Builtin::ThreadIdxZ || builtin == Builtin::LaneId;
  }

  /// Threads of the block along an axis.
  bool isBlock(const ir::Expr &expr) const {
    std::optional<Builtin> builtin = builtinOf(assigned_.behindNames(expr));
    return builtin == Builtin::BlockDimX || builtin == Builtin::BlockDimY ||
           builtin == Builtin::BlockDimZ;
  }

  /// Half of the block or less: `s = blockDim.x // 2`, and halves of that.
  bool isHalf(const ir::Expr &expr, std::set<ir::SlotId> &assumed) const {
    const ir::Expr &number = assigned_.behindNames(expr);
    if (const auto *slot = std::get_if<ir::SlotValue>(&number.node)) {
      if (!assumed.insert(slot->slot).second)
        return true;
      const std::vector<const ir::Expr *> &values = assigned_.of(slot->slot);
      for (const ir::Expr *value : values)
        if (!value || !isHalf(*value, assumed))
          return false;
      return !values.empty();
    }
    const auto *part = std::get_if<ir::Binary>(&number.node);
    std::optional<std::int64_t> by =
        part ? wholeConstant(*part->right) : std::nullopt;
    bool divides = by && ((part->op == ir::BinaryOp::FloorDiv && *by >= 2) ||
                          (part->op == ir::BinaryOp::RightShift && *by >= 1));
    return divides && (isBlock(*part->left) || isHalf(*part->left, assumed));
  }

  /// Whether a block has more threads than that along an axis. A named number
  /// may be that of the block, and so may be an extent of a shared array.
  bool isLess(std::int64_t count, const ir::Expr &constant) const {
    bool isTile = false;
    for (const ir::ArrayDeclaration &array : function_.arrays)
      for (std::int64_t extent : array.shape)
        isTile = isTile || (array.space == Space::Shared && extent == count);
    return count < warpSize && isNumeral(constant.range) && !isTile &&
           (function_.maxThreads == 0 || count < function_.maxThreads);
  }

  bool parts(ir::CompareOp op, const ir::Expr &other) const {
    std::set<ir::SlotId> assumed;
    std::optional<std::int64_t> number = wholeConstant(other);
    switch (op) {
    case ir::CompareOp::Equal:
    case ir::CompareOp::NotEqual:
      return number && *number >= 0 && *number < warpSize - 1;
    case ir::CompareOp::LessEqual:
    case ir::CompareOp::Greater:
      return number && *number >= 0 && *number < warpSize &&
             isLess(*number + 1, other);
    case ir::CompareOp::Less:
    case ir::CompareOp::GreaterEqual:
      return number ? *number >= 1 && isLess(*number, other)
                    : isHalf(other, assumed);
    }
    return false;
  }

  /// The comparison that parts the threads of a block, where the condition is
  /// true for none of those that it is false for; else null.
  const ir::Expr *parting(const ir::Expr &condition) const {
    if (const auto *both = std::get_if<ir::Logical>(&condition.node)) {
      if (!both->isAnd)
        return nullptr;
      const ir::Expr *left = parting(*both->left);
      return left ? left : parting(*both->right);
    }
    const auto *compare = std::get_if<ir::Compare>(&condition.node);
    if (!compare)
      return nullptr;
    bool isParting =
        (isOfThread(*compare->left) && parts(compare->op, *compare->right)) ||
        (isOfThread(*compare->right) &&
         parts(mirrored(compare->op), *compare->left));
    return isParting ? &condition : nullptr;
  }

  void tell(const ir::If &choice, const ir::Expr &condition) {
    if (condition.range.source != function_.range.source)
      return;
    // Behind `a and b`, the other side may have threads of both kinds.
    bool isWhole = &condition == choice.condition.get();
    std::string text = "`" + textOf(condition.range) + "`";
    tell(choice.body, text + " is true");
    if (isWhole)
      tell(choice.orElse, text + " is false");
  }

  void tell(const ir::Block &block, const std::string &which) {
    forEachExprIn(block, [&](const ir::Expr &expr) {
      const auto *call = std::get_if<ir::CallBuiltin>(&expr.node);
      bool isBarrier = call && (call->builtin == Builtin::SyncThreads ||
                                call->builtin == Builtin::SyncThreadsCount ||
                                call->builtin == Builtin::SyncThreadsAnd ||
                                call->builtin == Builtin::SyncThreadsOr);
      if (isBarrier && told_.insert(&expr).second)
        diagnostics_.emit(expr.range, diag::LoneBarrier, which);
    });
  }

  const ir::Function &function_;
  const Assigned &assigned_;
  Diagnostics &diagnostics_;
  /// Of several such conditions around it the outermost counts.
  std::set<const ir::Expr *> told_;
};

} // namespace

void warnOfLoneBarriers(const ir::Function &function, const Assigned &assigned,
                        Diagnostics &diagnostics) {
  BarrierFinder(function, assigned, diagnostics).look(function.body);
}

} // namespace pyk2ptx
