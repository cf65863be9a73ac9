// The lists of a ragged array, rows of a sparse matrix or the edges of a node,
// begin and end where another array says:
//
//   for j in range(first[bag], first[bag + 1]):
//     sum += w[j] * table[index[j], x]
//
// A block runs such a loop for its threads only if it can tell by itself where
// the loop ends, also where some of them do not come to it. It reads
//
//   begin = first[bag]
//   end = first[bag + 1]
//   for j in range(begin, end): ...
//
// where what is loaded is the same for all of them, and an index that is
// outside gives 0 and no fault.
#include "step_bounds.h"

#include "compiler/facts/integer_types.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Whether evaluating it loads an element, and each index is tested.
bool isGuardedLoad(const Expr &expr) {
  const auto *load = std::get_if<Load>(&expr.node);
  if (!load || !isInvariant(*load->array, {}))
    return false;
  return std::ranges::all_of(load->indices, [](const Index &index) {
    return index.bounds == Bounds::Guard && !index.isInsideIfAny;
  });
}

class BoundsAside {
public:
  BoundsAside(Function &kernel, const Uniformity &uniform)
      : kernel_(kernel), uniform_(uniform) {}

  void run(Block &block) {
    Block result;
    for (Stmt &stmt : block) {
      forEachBlockOf(stmt, [&](Block &inner) { run(inner); });
      if (auto *loop = std::get_if<ForRange>(&stmt.node))
        for (ExprPtr *bound : {&loop->start, &loop->stop})
          setAside(**bound, result);
      result.push_back(std::move(stmt));
    }
    block = std::move(result);
  }

private:
  /// The largest parts that are loaded for all alike.
  void setAside(Expr &expr, Block &before) {
    const auto *sum = std::get_if<Binary>(&expr.node);
    if (isInvariant(expr, {}) || !isInt64(expr.type))
      return;
    if (isHarmless(expr) && uniform_.of(expr)) {
      SlotId slot = addSlot(kernel_, expr.type);
      ExprPtr value = std::make_unique<Expr>(std::move(expr));
      expr = Expr{value->range, value->type, SlotValue{slot}};
      before.push_back({value->range, Assign{slot, std::move(value)}});
    } else if (sum && sum->op == BinaryOp::Add) {
      setAside(*sum->left, before);
      setAside(*sum->right, before);
    }
  }

  Function &kernel_;
  const Uniformity &uniform_;
};

} // namespace

bool isHarmless(const Expr &expr) {
  if (isInvariant(expr, {}))
    return true;
  bool isPart = std::holds_alternative<Convert>(expr.node) ||
                std::holds_alternative<Unary>(expr.node) ||
                std::holds_alternative<Binary>(expr.node) ||
                std::holds_alternative<Compare>(expr.node) ||
                isGuardedLoad(expr);
  forEachOperand(expr, [&](const Expr &operand) {
    isPart = isPart && isHarmless(operand);
  });
  return isPart;
}

void setBoundsAside(Function &kernel, const Uniformity &uniform) {
  BoundsAside(kernel, uniform).run(kernel.body);
}

} // namespace pyk2ptx
