// LLVM sees that `if i < n` implies the guard of a[i]. It does not see it of a
// stencil's a[i - 1] and a[i + 1], nor of an index that was clamped, whose
// guards then stand between the loads; and every guard that it has to remove
// costs compile time.
//
// The function is walked with what is known at each place (inequalities.h),
// and each index is asked whether it may be negative and whether it is less
// than the extent.
#include "path_facts.h"

#include "frontend/ir/ir_walk.h"
#include "inequalities.h"

namespace pyk2ptx {

using namespace ir;

namespace {

class PathProver {
public:
  PathProver(const Module &module, const Function &function,
             const Ranges &ranges)
      : known_(module, function, ranges) {}

  void walk(Block &block) {
    for (Stmt &stmt : block) {
      // Its condition is asked in each turn.
      if (std::holds_alternative<While>(stmt.node))
        known_.forgetAssigned(stmt);
      forEachOperandOf(stmt, [&](Expr &expr) { walk(expr); });
      proveIndices(stmt);
      if (hasBlocks(stmt))
        known_.through(stmt, [&](Block &inner) { walk(inner); });
      else
        known_.pass(stmt);
    }
  }

private:
  static bool hasBlocks(Stmt &stmt) {
    bool has = false;
    forEachBlockOf(stmt, [&](Block &) { has = true; });
    return has;
  }

  void prove(Index &index, const Expr &array, unsigned axis) {
    if (index.bounds == Bounds::None)
      return;
    Polynomial value = known_.of(*index.value);
    if (!known_.isNeverNegative(value))
      return;
    index.wrap = false;
    std::optional<Polynomial> room = known_.differenceOf(
        CompareOp::Less, value, known_.extentOf(array, axis));
    if (room && known_.isNeverNegative(*room))
      index.bounds = Bounds::None;
  }

  /// The indices that an expression or a statement itself has.
  template <class Node> void proveIndices(Node &node) {
    forEachIndex(node, [&](Index &index, const Expr &array, unsigned axis) {
      prove(index, array, axis);
    });
  }

  /// Walks what holds where `condition` is as `isTrue`.
  template <class F> void under(const Expr &condition, bool isTrue, F &&walk) {
    Inequalities::Mark before = known_.mark();
    known_.assume(condition, isTrue);
    walk();
    known_.forgetSince(before);
  }

  void walk(Expr &expr) {
    if (auto *select = std::get_if<Select>(&expr.node)) {
      walk(*select->condition);
      under(*select->condition, true, [&] { walk(*select->body); });
      under(*select->condition, false, [&] { walk(*select->orElse); });
      return;
    }
    if (auto *logical = std::get_if<Logical>(&expr.node)) {
      walk(*logical->left);
      under(*logical->left, logical->isAnd, [&] { walk(*logical->right); });
      return;
    }
    if (auto *let = std::get_if<Let>(&expr.node)) {
      walk(*let->value);
      known_.assign(let->slot, *let->value);
      walk(*let->body);
      return;
    }
    forEachOperand(expr, [&](Expr &operand) { walk(operand); });
    proveIndices(expr);
  }

  Inequalities known_;
};

} // namespace

void proveByConditions(const Module &module, Function &function,
                       const Ranges &ranges) {
  PathProver(module, function, ranges).walk(function.body);
}

} // namespace pyk2ptx
