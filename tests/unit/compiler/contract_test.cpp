// contract: which sums become fused multiply-adds, and with which signs.
#include "build_ir.h"
#include "compiler/transform/contract.h"

#include <gtest/gtest.h>

namespace pyk2ptx {
namespace {

using namespace build;
using ir::BinaryOp;

/// The expression in a short form: numbers, (a*b), fma(a,b,c), -a.
std::string show(const ir::Expr &expr) {
  if (const auto *constant = std::get_if<ir::Constant>(&expr.node))
    return std::to_string(static_cast<int>(
        expr.type.isFloat() ? constant->number
                            : static_cast<double>(constant->bits)));
  if (const auto *node = std::get_if<ir::Binary>(&expr.node)) {
    const char *op = node->op == BinaryOp::Add   ? "+"
                     : node->op == BinaryOp::Sub ? "-"
                                                 : "*";
    return "(" + show(*node->left) + op + show(*node->right) + ")";
  }
  if (const auto *node = std::get_if<ir::FusedMultiplyAdd>(&expr.node))
    return "fma(" + show(*node->left) + "," + show(*node->right) + "," +
           show(*node->addend) + ")";
  if (const auto *node = std::get_if<ir::Unary>(&expr.node))
    return "-" + show(*node->operand);
  return "call";
}

std::string contracted(ir::ExprPtr value) {
  FunctionBuilder f("k");
  f.add(stmt(ir::Evaluate{std::move(value)}));
  ir::Module m = module(std::move(f));
  contract(m);
  return show(*std::get<ir::Evaluate>(m.functions[0].body[0].node).value);
}
ir::ExprPtr product(double a, double b) {
  return binary(BinaryOp::Mul, real(a), real(b));
}

TEST(Contract, SumsAndDifferences) {
  EXPECT_EQ(contracted(binary(BinaryOp::Add, product(1, 2), real(3))),
            "fma(1,2,3)");
  EXPECT_EQ(contracted(binary(BinaryOp::Add, real(3), product(1, 2))),
            "fma(1,2,3)");
  EXPECT_EQ(contracted(binary(BinaryOp::Sub, product(1, 2), real(3))),
            "fma(1,2,-3)");
  EXPECT_EQ(contracted(binary(BinaryOp::Sub, real(3), product(1, 2))),
            "fma(-1,2,3)");
}

TEST(Contract, OfTwoProductsTheLeftIsFused) {
  EXPECT_EQ(contracted(binary(BinaryOp::Add, product(1, 2), product(3, 4))),
            "fma(1,2,(3*4))");
}

TEST(Contract, NestedSums) {
  ir::ExprPtr inner = binary(BinaryOp::Add, product(1, 2), real(3));
  EXPECT_EQ(contracted(binary(BinaryOp::Add, std::move(inner), product(4, 5))),
            "fma(4,5,fma(1,2,3))");
}

TEST(Contract, IntegersStay) {
  EXPECT_EQ(contracted(binary(BinaryOp::Add,
                              binary(BinaryOp::Mul, integer(1), integer(2)),
                              integer(3))),
            "((1*2)+3)");
}

TEST(Contract, KeepsTheOrderOfEffects) {
  auto callee = [] { return expr(f64Type, ir::CallFunction{0, {}}); };
  EXPECT_EQ(contracted(binary(BinaryOp::Add, callee(),
                              binary(BinaryOp::Mul, callee(), real(2)))),
            "(call+(call*2))");
  EXPECT_EQ(contracted(binary(BinaryOp::Add, callee(), product(1, 2))),
            "fma(1,2,call)");
  // What one side stores the other may load.
  auto load = [] { return expr(f64Type, ir::Load{real(0), {}}); };
  EXPECT_EQ(contracted(binary(BinaryOp::Add, load(),
                              binary(BinaryOp::Mul, callee(), real(2)))),
            "(call+(call*2))");
  EXPECT_EQ(contracted(binary(BinaryOp::Add, callee(),
                              binary(BinaryOp::Mul, load(), real(2)))),
            "(call+(call*2))");
  EXPECT_EQ(contracted(binary(BinaryOp::Add, load(),
                              binary(BinaryOp::Mul, load(), real(2)))),
            "fma(call,2,call)");
}

} // namespace
} // namespace pyk2ptx
