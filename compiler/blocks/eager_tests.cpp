// `alive == 3 or (alive == 2 and cells[y, x] == 1)` reads the cell where alive
// is 2. For a row of threads that is a branch around a load, and there is no
// load under a mask for most types: no vectors. LLVM would make the load
// everywhere if it knew that there is an element; the conditions above say so
// (inequalities.h), where they do without the first test's help.
#include "eager_tests.h"

#include "compiler/facts/fact_walk.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Expressions in the test that is made for all.
constexpr unsigned mostNodesOfTest = 24;

class EagerTests {
public:
  EagerTests(const Module &module, Function &function)
      : function_(function), ranges_(function),
        known_(module, function, ranges_) {}

  void run() {
    auto visit = [&](auto &node) { look(node); };
    FactWalk(known_, visit).walk(function_.body);
    // Inner ones come behind outer ones, whose operands they are.
    for (Expr *expr : found_) {
      auto &logical = std::get<Logical>(expr->node);
      Binary both{logical.isAnd ? BinaryOp::BitAnd : BinaryOp::BitOr,
                  std::move(logical.left), std::move(logical.right)};
      expr->node = std::move(both);
    }
  }

private:
  void look(Stmt &) {}
  /// Known is what holds where the first test is asked.
  void look(Expr &expr) {
    auto *logical = std::get_if<Logical>(&expr.node);
    if (!logical)
      return;
    unsigned nodes = 0, loads = 0;
    forEachExpr(*logical->right, [&](const Expr &part) {
      ++nodes;
      loads += std::holds_alternative<Load>(part.node);
    });
    if (loads > 0 && nodes <= mostNodesOfTest && isSafe(*logical->right))
      found_.push_back(&expr);
  }

  /// Whether it can be evaluated here, for nothing but time.
  bool isSafe(const Expr &expr) {
    bool isPlain = std::holds_alternative<Constant>(expr.node) ||
                   std::holds_alternative<SlotValue>(expr.node) ||
                   std::holds_alternative<Convert>(expr.node) ||
                   std::holds_alternative<Unary>(expr.node) ||
                   std::holds_alternative<Compare>(expr.node) ||
                   std::holds_alternative<Logical>(expr.node) ||
                   std::holds_alternative<ArrayProperty>(expr.node);
    if (const auto *binary = std::get_if<Binary>(&expr.node))
      isPlain = isShort(binary->op);
    if (const auto *load = std::get_if<Load>(&expr.node))
      isPlain = isInside(*load);
    bool isSafeBelow = isPlain;
    forEachOperand(expr, [&](const Expr &operand) {
      isSafeBelow = isSafeBelow && isSafe(operand);
    });
    return isSafeBelow;
  }

  static bool isShort(BinaryOp op) {
    return op == BinaryOp::Add || op == BinaryOp::Sub || op == BinaryOp::Mul ||
           op == BinaryOp::BitAnd || op == BinaryOp::BitOr ||
           op == BinaryOp::BitXor || op == BinaryOp::Min || op == BinaryOp::Max;
  }

  /// Of a parameter or an array of the kernel's: others may be no array there.
  bool isInside(const Load &load) {
    const auto *slot = std::get_if<SlotValue>(&load.array->node);
    bool isThere = std::holds_alternative<ArrayStorage>(load.array->node) ||
                   (slot && slot->slot < function_.paramCount);
    for (unsigned axis = 0; axis < load.indices.size() && isThere; ++axis) {
      const Index &index = load.indices[axis];
      Polynomial value = known_.of(*index.value),
                 extent = known_.extentOf(*load.array, axis);
      std::optional<Polynomial> room =
          known_.differenceOf(CompareOp::Less, value, extent);
      isThere = index.bounds == Bounds::None && !index.wrap && room &&
                known_.isNeverNegative(value) && known_.isNeverNegative(*room);
    }
    return isThere;
  }

  Function &function_;
  Ranges ranges_;
  Inequalities known_;
  std::vector<Expr *> found_;
};

} // namespace

void testEagerly(Module &module) {
  for (Function &function : module.functions) {
    bool hasLogical = false;
    forEachExprIn(function.body, [&](const Expr &expr) {
      hasLogical = hasLogical || std::holds_alternative<Logical>(expr.node);
    });
    if (hasLogical)
      EagerTests(module, function).run();
  }
}

} // namespace pyk2ptx
