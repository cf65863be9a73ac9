// A sum or a product of 64 bits is an instruction or two more than one of 32,
// and an address has 64 anyway. The least of two, a remainder, a conversion to
// a float are many more. So these are counted, where their 64 bits come of
// sizes; and integers that are made of floats to be indices, which have few
// bits as soon as they are inside.
//
// In a loop one is enough. What a thread computes once has to be more than a
// few; and divisions there ask for themselves whether both sides are short.
//
// A loop that searches may be left at any turn, as one may that goes on while
// something holds, and so is not unrolled: each turn computes its indices and
// compares them. There sums are work.
#include "work_of_sizes.h"

#include "frontend/ir/ir_walk.h"

#include <algorithm>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Outside of loops.
constexpr unsigned muchWork = 3;

bool isDivision(const Expr &expr) {
  const auto *binary = std::get_if<Binary>(&expr.node);
  return binary &&
         (binary->op == BinaryOp::FloorDiv || binary->op == BinaryOp::Mod);
}

class WorkCounter {
public:
  WorkCounter(const Function &kernel, const Sizes &sizes)
      : kernel_(kernel), sizes_(sizes) {}

  /// Of all that `body` computes.
  [[nodiscard]] unsigned count(const Block &body, bool withDivisions) const {
    unsigned count = 0;
    forEachExprIn(body, [&](const Expr &expr) {
      count += isWork(expr) && (withDivisions || !isDivision(expr)) ? 1 : 0;
    });
    forEachStmt(body,
                [&](const Stmt &stmt) { count += isClamp(stmt) ? 1 : 0; });
    forEachIndexIn(body, [&](const Index &index, const Expr &, unsigned) {
      count += countOfFloats(*index.value);
    });
    forEachAssigned(body, [&](SlotId slot, const Expr &value) {
      count += sizes_.isOfIndices(slot) ? countOfFloats(value) : 0;
    });
    return count;
  }

  [[nodiscard]] bool isIn(const Stmt &stmt) const {
    const auto *loop = std::get_if<While>(&stmt.node);
    const auto *range = std::get_if<ForRange>(&stmt.node);
    if (!loop && !range)
      return false;
    const Block &body = loop ? loop->body : range->body;
    bool isLeft = loop || isLeftEarly(body), isWorkToAsk = false,
         isWideLoad = false;
    auto lookAt = [&](const Expr &expr) {
      isWideLoad = isWideLoad || loadsByWide(expr);
    };
    forEachExprIn(body, lookAt);
    if (loop)
      forEachExpr(*loop->condition, [&](const Expr &expr) {
        lookAt(expr);
        isWorkToAsk = isWorkToAsk || isWork(expr);
      });
    return isWorkToAsk || count(body, true) > 0 || (isLeft && isWideLoad);
  }

private:
  bool isWork(const Expr &expr) const {
    if (!Sizes::isWork(expr))
      return false;
    const auto *convert = std::get_if<Convert>(&expr.node);
    return sizes_.isWideSize(convert ? *convert->operand : expr);
  }

  /// Integers of more than 32 bits that are made of floats. Where the launch
  /// has said that arrays are small, where they are inside is known.
  unsigned countOfFloats(const Expr &value) const {
    unsigned count = 0;
    if (!kernel_.smallArrays)
      forEachExpr(value, [&](const Expr &expr) {
        count += isOfFloat(expr) && sizes_.isWide(expr) ? 1 : 0;
      });
    return count;
  }
  /// int(x), math.floor(x).
  static bool isOfFloat(const Expr &expr) {
    if (const auto *convert = std::get_if<Convert>(&expr.node))
      return convert->operand->type.isFloat();
    const auto *call = std::get_if<CallBuiltin>(&expr.node);
    return call && call->args.size() == 1 && call->args[0]->type.isFloat();
  }

  /// `if i < 0: i = 0`.
  bool isClamp(const Stmt &stmt) const {
    const auto *choice = std::get_if<If>(&stmt.node);
    const auto *assign = choice && choice->body.size() == 1
                             ? std::get_if<Assign>(&choice->body[0].node)
                             : nullptr;
    const auto *compare =
        choice ? std::get_if<Compare>(&choice->condition->node) : nullptr;
    if (!assign || !compare)
      return false;
    auto isAssigned = [&](const Expr &side) {
      const auto *value = std::get_if<SlotValue>(&side.node);
      return value && value->slot == assign->slot && sizes_.isWideSize(side);
    };
    return isAssigned(*compare->left) || isAssigned(*compare->right);
  }

  bool loadsByWide(const Expr &expr) const {
    const auto *load = std::get_if<Load>(&expr.node);
    return load && std::ranges::any_of(load->indices, [&](const Index &index) {
             return sizes_.wouldFit(*index.value);
           });
  }

  const Function &kernel_;
  const Sizes &sizes_;
};

} // namespace

bool hasWorkOfSizes(const Function &kernel, const Sizes &sizes) {
  const WorkCounter work(kernel, sizes);
  bool isInLoop = false;
  forEachStmt(kernel.body, [&](const Stmt &stmt) {
    isInLoop = isInLoop || work.isIn(stmt);
  });
  return isInLoop || work.count(kernel.body, false) >= muchWork;
}

} // namespace pyk2ptx
