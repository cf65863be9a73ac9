// Which loads go before a division, and which stay behind it.
#include "compiler/schedule/early_loads.h"
#include "parsed_function.h"
#include "run_pass.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>

#include <string>

namespace pyk2ptx {
namespace {

/// The names of what a function of %a to %d and %i computes with this body, in
/// order, after the pass.
std::string orderOf(const std::string &body) {
  ParsedFunction function(
      "declare float @llvm.sqrt.f32(float)\n"
      "declare void @other()\n"
      "define void @f(ptr noalias %a, ptr noalias %b, ptr %c, ptr %d, i64 %i,"
      "               float %y) {\n" +
      body + "  ret void\n}\n");
  runPass<EarlyLoads>(*function);
  std::string names;
  for (const llvm::Instruction &instruction : llvm::instructions(*function))
    if (instruction.hasName())
      names += instruction.getName().str() + " ";
  return names;
}

const std::string quotient = "  %x = load float, ptr %a\n"
                             "  %q = fdiv float %x, %y\n";

TEST(EarlyLoads, GoBeforeWhatHasABranch) {
  const std::string next = "  %p = getelementptr float, ptr %b, i64 %i\n"
                           "  %s = fadd float %q, %y\n"
                           "  %z = load float, ptr %p\n"
                           "  %r = fadd float %s, %z\n";
  EXPECT_EQ(orderOf(quotient + next), "x p z q s r ");
  EXPECT_EQ(orderOf("  %x = load float, ptr %a\n"
                    "  %q = call float @llvm.sqrt.f32(float %x)\n" +
                    next),
            "x p z q s r ");
  EXPECT_EQ(orderOf("  %x = load i64, ptr %a\n"
                    "  %k = sdiv i64 %x, %i\n"
                    "  %z = load i64, ptr %b\n"
                    "  %r = add i64 %k, %z\n"),
            "x z k r ");
  // One without.
  EXPECT_EQ(orderOf("  %x = load float, ptr %a\n"
                    "  %q = fdiv afn float %x, %y\n" +
                    next),
            "x q p s z r ");
  EXPECT_EQ(orderOf("  %x = load i64, ptr %a\n"
                    "  %k = sdiv i64 %x, 7\n"
                    "  %z = load i64, ptr %b\n"
                    "  %r = add i64 %k, %z\n"),
            "x k z r ");
}

TEST(EarlyLoads, StayBehindWhatMayWriteThere) {
  EXPECT_EQ(orderOf(quotient + "  store float %q, ptr %c\n"
                               "  %z = load float, ptr %d\n"
                               "  %w = load float, ptr %b\n"
                               "  %i2 = load float, ptr %d, "
                               "!invariant.load !{}\n"),
            "x w i2 q z ");
  EXPECT_EQ(orderOf(quotient + "  store float %q, ptr %a\n"
                               "  %z = load float, ptr %a\n"),
            "x q z ");
  EXPECT_EQ(orderOf(quotient + "  fence acquire\n"
                               "  %z = load float, ptr %d\n"),
            "x q z ");
  // It may not come back.
  EXPECT_EQ(orderOf(quotient + "  call void @other()\n"
                               "  %z = load float, ptr %b\n"),
            "x q z ");
  EXPECT_EQ(orderOf(quotient + "  %z = load volatile float, ptr %b\n"),
            "x q z ");
}

TEST(EarlyLoads, StayWhereTheirAddressIsWaitedFor) {
  EXPECT_EQ(orderOf(quotient + "  %k = load i64, ptr %b\n"
                               "  %p = getelementptr float, ptr %d, i64 %k\n"
                               "  %z = load float, ptr %p\n"),
            "x k q p z ");
  EXPECT_EQ(orderOf(quotient + "  %k = fptosi float %q to i64\n"
                               "  %p = getelementptr float, ptr %b, i64 %k\n"
                               "  %z = load float, ptr %p\n"),
            "x q k p z ");
  // The first quotient's numbers are waited for as long.
  EXPECT_EQ(orderOf("  %k = load i64, ptr %b\n"
                    "  %p = getelementptr float, ptr %a, i64 %k\n"
                    "  %x = load float, ptr %p\n"
                    "  %q = fdiv float %x, %y\n"
                    "  %bn = getelementptr i64, ptr %b, i64 1\n"
                    "  %kn = load i64, ptr %bn\n"
                    "  %pn = getelementptr float, ptr %a, i64 %kn\n"
                    "  %xn = load float, ptr %pn\n"
                    "  %kk = fptosi float %xn to i64\n"
                    "  %pp = getelementptr float, ptr %a, i64 %kk\n"
                    "  %xx = load float, ptr %pp\n"),
            "k p x bn kn pn xn q kk pp xx ");
}

TEST(EarlyLoads, StayBesideOthers) {
  EXPECT_EQ(orderOf(quotient + "  %p = getelementptr i8, ptr %a, i64 8\n"
                               "  %z = load float, ptr %p\n"),
            "x q p z ");
  EXPECT_EQ(orderOf(quotient + "  %p = getelementptr i8, ptr %a, i64 128\n"
                               "  %z = load float, ptr %p\n"),
            "x p z q ");
  // In another order of additions; as far from another element.
  const std::string record = "  %n = shl i64 %i, 4\n"
                             "  %e = getelementptr i8, ptr %a, i64 %n\n"
                             "  %x = load float, ptr %e\n"
                             "  %q = fdiv float %x, %y\n";
  EXPECT_EQ(orderOf(record + "  %g = getelementptr i8, ptr %a, i64 12\n"
                             "  %p = getelementptr i8, ptr %g, i64 %n\n"
                             "  %z = load float, ptr %p\n"),
            "n e x q g p z ");
  EXPECT_EQ(orderOf(record + "  %g = getelementptr i8, ptr %a, i64 12\n"
                             "  %p = getelementptr i8, ptr %g, i64 %i\n"
                             "  %z = load float, ptr %p\n"),
            "n e x g p z q ");
  // The first of them goes.
  EXPECT_EQ(orderOf(quotient + "  %z = load float, ptr %b\n"
                               "  %p = getelementptr i8, ptr %b, i64 -4\n"
                               "  %w = load float, ptr %p\n"),
            "x z q p w ");
}

} // namespace
} // namespace pyk2ptx
