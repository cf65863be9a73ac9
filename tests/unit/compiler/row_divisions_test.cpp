// Which divisions a row's stretches do without: those that are left in its
// innermost loops. tests/run/test_row_divisions.py has what they compute.
#include "compiler/host/row_divisions.h"
#include "parsed_function.h"
#include "run_pass.h"

#include <gtest/gtest.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <string>

namespace pyk2ptx {
namespace {

/// The fewest divisions of one of the innermost loops that a row of %count
/// threads becomes, whose place is %x. %n, %m: any numbers; %d is %n, or 1 for
/// zero; `body` leaves %v.
std::size_t divisionsIn(const std::string &body) {
  ParsedFunction function(
      "define void @f(ptr %a, i32 range(i32 1, 1025) %threads,\n"
      "               i64 range(i64 0, 1125899906842625) %first,\n"
      "               i64 %n, i64 %m, i64 %any) {\n"
      "entry:\n"
      "  %count = zext i32 %threads to i64\n"
      "  %isZero = icmp eq i64 %n, 0\n"
      "  %d = call i64 @llvm.umax.i64(i64 %n, i64 1)\n"
      "  br label %loop\n"
      "loop:\n"
      "  %i = phi i64 [ 0, %entry ], [ %next.i, %loop ]\n"
      "  %x = add nuw nsw i64 %first, %i\n" +
      body +
      "  %to = getelementptr i64, ptr %a, i64 %x\n"
      "  store i64 %v, ptr %to\n"
      "  %next.i = add nuw nsw i64 %i, 1\n"
      "  %more = icmp ult i64 %next.i, %count\n"
      "  br i1 %more, label %loop, label %end\n"
      "end:\n"
      "  ret void\n"
      "}\n");
  runPass<RowDivisionsPass>(*function);
  llvm::DominatorTree tree(*function);
  llvm::LoopInfo loops(tree);
  std::size_t fewest = 100;
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    std::size_t divisions = 0;
    for (llvm::BasicBlock *block : loop->blocks())
      divisions += static_cast<std::size_t>(std::ranges::count_if(
          *block, [](llvm::Instruction &each) { return each.isIntDivRem(); }));
    if (loop->isInnermost())
      fewest = std::min(fewest, divisions);
  }
  return fewest;
}

TEST(RowDivisions, QuotientsAndRemainders) {
  EXPECT_EQ(divisionsIn("  %v = udiv i64 %x, %n\n"), 0u);
  EXPECT_EQ(divisionsIn("  %v = srem i64 %x, %n\n"), 0u);
  EXPECT_EQ(divisionsIn("  %q = sdiv i64 %x, %n\n"
                        "  %r = urem i64 %x, %m\n"
                        "  %v = add i64 %q, %r\n"),
            0u);
}

TEST(RowDivisions, ByZeroIsAsPythonSays) {
  EXPECT_EQ(divisionsIn("  %q = sdiv i64 %x, %d\n"
                        "  %v = select i1 %isZero, i64 0, i64 %q\n"),
            0u);
}

TEST(RowDivisions, RemaindersAreDividedInTurn) {
  EXPECT_EQ(divisionsIn("  %r = urem i64 %x, %n\n"
                        "  %v = udiv i64 %r, %m\n"),
            0u);
}

TEST(RowDivisions, WhatLlvmMakesOfARemainder) {
  EXPECT_EQ(divisionsIn("  %q = udiv i64 %x, %n\n"
                        "  %p = mul i64 %q, %n\n"
                        "  %v = sub i64 %x, %p\n"),
            0u);
}

TEST(RowDivisions, Constants) {
  EXPECT_EQ(divisionsIn("  %v = udiv i64 %x, 100\n"), 0u);
  EXPECT_EQ(divisionsIn("  %v = udiv i64 %x, 3\n"), 1u);
  EXPECT_EQ(divisionsIn("  %v = udiv i64 %x, 64\n"), 1u);
  EXPECT_EQ(divisionsIn("  %v = sdiv i64 %x, -100\n"), 1u);
}

TEST(RowDivisions, NumbersOfOtherSteps) {
  EXPECT_EQ(divisionsIn("  %y = mul nuw nsw i64 %x, 3\n"
                        "  %v = udiv i64 %y, %n\n"),
            1u);
  EXPECT_EQ(divisionsIn("  %v = udiv i64 %n, %x\n"), 1u);
}

TEST(RowDivisions, NumbersThatMayBeNegative) {
  EXPECT_EQ(divisionsIn("  %y = add i64 %any, %x\n"
                        "  %v = sdiv i64 %y, %n\n"),
            1u);
}

TEST(RowDivisions, AtMostSix) {
  std::string body = "  %s0 = udiv i64 %x, 101\n";
  for (int i = 1; i < 8; ++i) {
    std::string at = std::to_string(i);
    body += "  %q" + at + " = udiv i64 %x, " + std::to_string(101 + 2 * i) +
            "\n  %s" + at + " = add i64 %s" + std::to_string(i - 1) + ", %q" +
            at + "\n";
  }
  EXPECT_EQ(divisionsIn(body + "  %v = add i64 %s7, 0\n"), 2u);
}

} // namespace
} // namespace pyk2ptx
