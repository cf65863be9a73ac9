// An addition or subtraction whose operand is a product becomes a fused
// multiply-add. The rule looks at one expression tree only: a product that was
// assigned to a variable is rounded, as the source says. Negations stand for
// the subtractions: a*b - c is fma(a, b, -c), c - a*b is fma(-a, b, c);
// negating a float is exact.
#include "contract.h"

#include "compiler/facts/loop_facts.h"
#include "frontend/ir/ir_walk.h"

#include <utility>

namespace pyk2ptx {

using namespace ir;

static bool isProduct(const Expr &expr) {
  const Binary *binary = std::get_if<Binary>(&expr.node);
  // Of bfloat16 only some GPUs have it.
  return binary && binary->op == BinaryOp::Mul && expr.type.isFloat() &&
         expr.type.scalar != Scalar::BF16;
}

static ExprPtr negative(ExprPtr operand) {
  ExprPtr expr = std::make_unique<Expr>();
  expr->range = operand->range;
  expr->type = operand->type;
  expr->node = Unary{UnaryOp::Negative, std::move(operand)};
  return expr;
}

static void contractExpr(Expr &expr) {
  Binary *sum = std::get_if<Binary>(&expr.node);
  if (!sum || !expr.type.isFloat() ||
      (sum->op != BinaryOp::Add && sum->op != BinaryOp::Sub))
    return;
  bool subtract = sum->op == BinaryOp::Sub;
  bool leftIsProduct = isProduct(*sum->left);
  if (!leftIsProduct && !isProduct(*sum->right))
    return;
  // A fused multiply-add evaluates its addend last.
  if (!leftIsProduct && !mayTrade(*sum->left, *sum->right))
    return;
  ExprPtr product = std::move(leftIsProduct ? sum->left : sum->right);
  ExprPtr addend = std::move(leftIsProduct ? sum->right : sum->left);
  Binary &factors = std::get<Binary>(product->node);
  FusedMultiplyAdd fused{std::move(factors.left), std::move(factors.right),
                         std::move(addend)};
  if (subtract && leftIsProduct)
    fused.addend = negative(std::move(fused.addend));
  else if (subtract)
    fused.left = negative(std::move(fused.left));
  expr.node = std::move(fused);
}

void contract(Module &module) {
  for (Function &function : module.functions)
    forEachExprIn(function.body, contractExpr);
}

} // namespace pyk2ptx
