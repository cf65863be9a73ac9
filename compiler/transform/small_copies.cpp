// Python's integers have 64 bits, and a GPU computes with 32. Ahead of time
// nobody knows how large arrays are, and what clamps an index, wraps it around
// or makes it of a float takes two to twenty times the instructions that it
// does where they are known to have less than 2**30 elements along each axis:
//
//   for dy in range(-radius, radius + 1):
//       row = min(max(y + dy, 0), height - 1)
//
// So such a kernel is there twice, behind a test of its extents and of those
// integers that are about them (sizes.h).
// In the first copy they are cut to as many bits, which changes nothing and is
// seen wherever they are used; the second is cold. Where indices are
// sums and products, as in most kernels, addresses have 64 bits anyway and
// there is little to gain: these stay as they are, but for loops that search.
#include "small_copies.h"

#include "compiler/analyze/loop_span.h"
#include "compiler/facts/loop_facts.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"
#include "guarded_indices.h"
#include "work_of_sizes.h"

namespace pyk2ptx {

using namespace ir;

namespace {

/// As long as a loop that is there twice.
constexpr unsigned mostKernelNodes = 1000;
constexpr std::size_t mostSizeTests = 12;
/// Sums of an extent and an integer have 31 bits.
constexpr std::int64_t integerLimit = std::int64_t(1) << (If::smallBits - 1);

class SmallCopier {
public:
  explicit SmallCopier(Function &kernel) : kernel_(kernel), values_(kernel) {}

  void run(const std::vector<bool> &barriers) {
    if (countNodes(kernel_.body) > mostKernelNodes ||
        hasBarrier(kernel_.body, barriers) || reports())
      return;
    const Sizes sizes(kernel_);
    if (!hasWorkOfSizes(kernel_, sizes))
      return;
    std::vector<SlotId> params;
    ExprPtr small = test(sizes, params);
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

  /// Null: there is nothing to ask, or too much. Adds the parameters that it is
  /// about: none that the kernel sets anew.
  ExprPtr test(const Sizes &sizes, std::vector<SlotId> &params) const {
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
      bool isInteger = sizes.has(slot) || sizes.hasShort(slot);
      if (!values_.isParameter(slot) || (!isInteger && !type.isArray()))
        continue;
      params.push_back(slot);
      if (!isInteger)
        for (std::uint8_t axis = 0; axis < type.ndim; ++axis)
          require(makeExpr(kernel_.range, Type::of(Scalar::I64),
                           ArrayProperty{ArrayField::Shape, axis, value()}),
                  CompareOp::Less, 2 * integerLimit);
      else {
        require(asIndex(value()), CompareOp::GreaterEqual, -integerLimit);
        require(asIndex(value()), CompareOp::Less, integerLimit);
      }
    }
    return count <= mostSizeTests ? std::move(all) : nullptr;
  }

  static ExprPtr asIndex(ExprPtr number) {
    SourceRange range = number->range;
    const Type index = Type::of(Scalar::I64);
    return number->type == index
               ? std::move(number)
               : makeExpr(range, index, Convert{std::move(number)});
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
