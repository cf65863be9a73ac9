// Which branches become choices between values.
#include "compiler/switches/flat_choices.h"
#include "parsed_function.h"
#include "run_pass.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <string>

namespace pyk2ptx {
namespace {

/// Branches by a condition that are left of `blocks`, which begin in the
/// function's first and give %r.
unsigned branchesOf(const std::string &blocks) {
  ParsedFunction function("declare float @llvm.sqrt.f32(float)\n"
                          "define float @f(float %a, float %b, double %d, "
                          "i32 %i, i32 %j, ptr %p, i1 %other) {\n" +
                          blocks + "  ret float %r\n}\n");
  auto count = [&] {
    unsigned branches = 0;
    for (const llvm::BasicBlock &block : *function)
      branches += llvm::succ_size(&block) > 1;
    return branches;
  };
  unsigned before = count();
  bool isChanged = runPass<FlatChoices>(*function);
  EXPECT_EQ(isChanged, count() != before);
  return count();
}

/// If %c, %x is what `body` computes, else %a.
std::string choiceOf(const std::string &condition, const std::string &body) {
  return condition + "  br i1 %c, label %then, label %end\nthen:\n" + body +
         "  br label %end\nend:\n  %r = phi float [ %x, %then ], [ %a, %0 ]\n";
}

const std::string less = "  %c = fcmp olt float %a, %b\n",
                  sum = "  %x = fadd float %a, %b\n";

TEST(FlatChoices, WhereFloatsAreCompared) {
  EXPECT_EQ(branchesOf(choiceOf(less, sum)), 0u);
  EXPECT_EQ(branchesOf(choiceOf("  %l = fcmp ult float %b, %a\n"
                                "  %c = select i1 %l, i1 %other, i1 false\n",
                                sum)),
            0u);
  EXPECT_EQ(branchesOf(choiceOf("  %c = icmp slt i32 %i, %j\n", sum)), 1u);
}

TEST(FlatChoices, WhatOnlyComputesALittle) {
  EXPECT_EQ(branchesOf(choiceOf(less, "  %x = load float, ptr %p\n")), 1u);
  EXPECT_EQ(branchesOf(choiceOf(less, "  store float %b, ptr %p\n" + sum)), 1u);
  EXPECT_EQ(branchesOf(choiceOf(less, "  %x = fdiv float %b, %a\n")), 1u);
  EXPECT_EQ(branchesOf(
                choiceOf(less, "  %x = call float @llvm.sqrt.f32(float %b)\n")),
            1u);
  auto behind = [](unsigned count, const std::string &computed) {
    std::string text;
    for (unsigned i = 0; i < count; ++i)
      text += "  %x" + std::to_string(i) + " = " + computed + "\n";
    return text + sum;
  };
  const std::string one = "fadd float %a, %b", two = "fadd double %d, %d";
  EXPECT_EQ(branchesOf(choiceOf(less, behind(8, one))), 0u);
  EXPECT_EQ(branchesOf(choiceOf(less, behind(9, one))), 1u);
  EXPECT_EQ(branchesOf(choiceOf(less, behind(2, two))), 0u);
  EXPECT_EQ(branchesOf(choiceOf(less, behind(3, two))), 1u);
}

TEST(FlatChoices, FromTheInsideOut) {
  // if ...: x; elif ...: y
  EXPECT_EQ(branchesOf(less + "  br i1 %c, label %then, label %else\nthen:\n" +
                       sum +
                       "  br label %end\nelse:\n"
                       "  %e = fcmp ogt float %a, 0.0\n"
                       "  br i1 %e, label %more, label %end\nmore:\n"
                       "  %y = fsub float %a, %b\n  br label %end\nend:\n"
                       "  %r = phi float [ %x, %then ], [ %y, %more ], "
                       "[ %a, %else ]\n"),
            0u);
}

TEST(FlatChoices, WaysThatOthersTakeToo) {
  // `then` is entered from elsewhere; the way back of a loop has a mark.
  EXPECT_EQ(branchesOf("  br i1 %other, label %then, label %ask\nask:\n" +
                       less + "  br i1 %c, label %then, label %end\nthen:\n" +
                       sum +
                       "  br label %end\nend:\n"
                       "  %r = phi float [ %x, %then ], [ %a, %ask ]\n"),
            2u);
  EXPECT_EQ(branchesOf("  br label %loop\nloop:\n"
                       "  %r = phi float [ %a, %0 ], [ %x, %then ]\n"
                       "  %c = fcmp olt float %r, %b\n"
                       "  br i1 %c, label %then, label %end\nthen:\n"
                       "  %x = fadd float %r, %b\n  br label %loop\nend:\n"),
            1u);
}

} // namespace
} // namespace pyk2ptx
