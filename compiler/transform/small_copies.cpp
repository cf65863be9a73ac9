// Python's integers have 64 bits, and a GPU computes with 32. Ahead of time
// nobody knows how large arrays are, and what clamps an index, wraps it around
// or makes it of a float takes two to twenty times the instructions that it
// does where they are known to have less than 2**31 elements along each axis:
//
//   for dy in range(-radius, radius + 1):
//       row = min(max(y + dy, 0), height - 1)
//
// So such a kernel is there twice, behind a test of its extents and integers.
// In the first copy they are cut to as many bits, which changes nothing and is
// seen wherever they are used; the second is cold. Where indices are
// sums and products, as in most kernels, addresses have 64 bits anyway and
// there is little to gain: these stay as they are.
#include "small_copies.h"

#include "compiler/analyze/loop_facts.h"
#include "compiler/analyze/loop_span.h"
#include "compiler/analyze/ranges.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"
#include "guarded_indices.h"

namespace pyk2ptx {

using namespace ir;

namespace {

/// As long as a loop that is there twice.
constexpr unsigned mostKernelNodes = 1000;
constexpr std::size_t mostSizeTests = 12;
/// Sums of an extent and an integer have 31 bits.
constexpr std::int64_t integerLimit = std::int64_t(1) << (If::smallBits - 1);

bool isWide(const Expr &expr, const Ranges &ranges) {
  if (expr.type != Type::of(Scalar::I64))
    return false;
  Interval range = ranges.of(expr);
  return range.low < INT32_MIN || range.high > INT32_MAX;
}

/// Whether it takes work to compute it in 64 bits.
bool isWork(const Expr &expr, const Ranges &ranges) {
  if (const auto *convert = std::get_if<Convert>(&expr.node)) {
    bool toFloat = expr.type.isFloat() && isWide(*convert->operand, ranges);
    bool fromFloat = convert->operand->type.isFloat() && isWide(expr, ranges);
    return toFloat || fromFloat;
  }
  if (std::holds_alternative<Select>(expr.node))
    return isWide(expr, ranges);
  const auto *binary = std::get_if<Binary>(&expr.node);
  return binary && isWide(expr, ranges) &&
         (binary->op == BinaryOp::Min || binary->op == BinaryOp::Max ||
          binary->op == BinaryOp::FloorDiv || binary->op == BinaryOp::Mod);
}

/// `if i < 0: i = 0`.
bool isClamp(const Stmt &stmt, const Ranges &ranges) {
  const auto *choice = std::get_if<If>(&stmt.node);
  const auto *assign = choice && choice->body.size() == 1
                           ? std::get_if<Assign>(&choice->body[0].node)
                           : nullptr;
  const auto *compare =
      choice ? std::get_if<Compare>(&choice->condition->node) : nullptr;
  if (!assign || !compare)
    return false;
  auto isWideSlot = [&](const Expr &side) {
    const auto *value = std::get_if<SlotValue>(&side.node);
    return value && value->slot == assign->slot && isWide(side, ranges);
  };
  return isWideSlot(*compare->left) || isWideSlot(*compare->right);
}

class SmallCopier {
public:
  explicit SmallCopier(Function &kernel) : kernel_(kernel), values_(kernel) {}

  void run(const std::vector<bool> &barriers) {
    if (kernel_.smallArrays || countNodes(kernel_.body) > mostKernelNodes ||
        hasBarrier(kernel_.body, barriers) || reports() || !hasWork())
      return;
    std::vector<SlotId> params;
    ExprPtr small = test(params);
    if (!small)
      return;
    SourceRange range = kernel_.range;
    If choice{std::move(small), std::move(kernel_.body), {}, true, false,
              std::move(params)};
    for (const Stmt &stmt : choice.body)
      choice.orElse.push_back(clone(stmt));
    for (Stmt &stmt : choice.orElse)
      setCold(stmt, true);
    kernel_.body.clear();
    kernel_.body.push_back({range, std::move(choice)});
  }

private:
  /// Who reads the reports of a kernel is told each place once.
  bool reports() const {
    bool does = false;
    forEachStmt(kernel_.body, [&](const Stmt &stmt) {
      const auto *raise = std::get_if<Raise>(&stmt.node);
      does = does || (raise && raise->report);
    });
    return does;
  }

  /// In a loop; what a thread computes once is not worth a test.
  bool hasWork() const {
    const Ranges ranges(kernel_);
    bool hasAny = false;
    forEachStmt(kernel_.body, [&](const Stmt &stmt) {
      if (std::holds_alternative<ForRange>(stmt.node) ||
          std::holds_alternative<While>(stmt.node))
        forEachBlockOf(stmt, [&](const Block &body) {
          hasAny = hasAny || hasWorkIn(body, ranges);
        });
    });
    return hasAny;
  }
  static bool hasWorkIn(const Block &body, const Ranges &ranges) {
    bool hasAny = false;
    forEachExprIn(body, [&](const Expr &expr) {
      hasAny = hasAny || isWork(expr, ranges);
    });
    forEachStmt(body, [&](const Stmt &stmt) {
      hasAny = hasAny || isClamp(stmt, ranges);
    });
    return hasAny;
  }

  /// Null: there is nothing to ask, or too much. Adds the parameters that it is
  /// about: none that the kernel sets anew.
  ExprPtr test(std::vector<SlotId> &params) const {
    ExprPtr all;
    std::size_t count = 0;
    auto require = [&](ExprPtr value, CompareOp op, std::int64_t limit) {
      SourceRange range = value->range;
      const Type truth = Type::of(Scalar::Bool);
      ExprPtr one =
          makeExpr(range, truth,
                   Compare{op, std::move(value), clone(*int64Constant(limit))});
      all = all ? makeExpr(
                      range, truth,
                      Binary{BinaryOp::BitAnd, std::move(all), std::move(one)})
                : std::move(one);
      ++count;
    };
    for (SlotId slot = 0; slot < kernel_.paramCount; ++slot) {
      const Type &type = kernel_.slots[slot].type;
      auto value = [&] {
        return makeExpr(kernel_.range, type, SlotValue{slot});
      };
      bool isInteger = type == Type::of(Scalar::I64);
      if (!values_.isParameter(slot) || (!isInteger && !type.isArray()))
        continue;
      params.push_back(slot);
      if (!isInteger)
        for (std::uint8_t axis = 0; axis < type.ndim; ++axis)
          require(makeExpr(kernel_.range, Type::of(Scalar::I64),
                           ArrayProperty{ArrayField::Shape, axis, value()}),
                  CompareOp::Less, 2 * integerLimit);
      else {
        require(value(), CompareOp::GreaterEqual, -integerLimit);
        require(value(), CompareOp::Less, integerLimit);
      }
    }
    return count <= mostSizeTests ? std::move(all) : nullptr;
  }

  Function &kernel_;
  OnlyValues values_;
};

} // namespace

void copySmall(Module &module) {
  std::vector<bool> barriers = findBarriers(module);
  for (Function &function : module.functions)
    if (function.isKernel)
      SmallCopier(function).run(barriers);
}

} // namespace pyk2ptx
