// wrapByMinima: which indices that count from the end become a minimum. That
// they are the same ones is what tests/run asks, by --passes=gpu.
#include "compiler/words/wrapped_words.h"
#include "parsed_function.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <string>

namespace pyk2ptx {
namespace {

/// How many minima `body` has then, which goes to %in where the index is
/// inside, and ends at %end.
unsigned minimaOf(const std::string &body,
                  const std::string &extent = "range(i32 0, 2147483647)") {
  ParsedFunction function("target triple = \"nvptx64-nvidia-cuda\"\n"
                          "define i32 @f(ptr %a, i32 %i, i32 " +
                          extent + " %n, i1 %other) {\n" + body + "}\n");
  bool isChanged = wrapByMinima(*function);
  unsigned minima = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(*function)) {
    const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    minima += call && call->getIntrinsicID() == llvm::Intrinsic::umin;
  }
  EXPECT_EQ(isChanged, minima != 0);
  return minima;
}

const std::string sum = "  %s = icmp slt i32 %i, 0\n"
                        "  %m = select i1 %s, i32 %n, i32 0\n"
                        "  %w = add i32 %m, %i\n",
                  choice = "  %m = add i32 %n, %i\n"
                           "  %s = icmp slt i32 %i, 0\n"
                           "  %w = select i1 %s, i32 %m, i32 %i\n",
                  address = "  %z = zext i32 %w to i64\n"
                            "  %p = getelementptr i32, ptr %a, i64 %z\n",
                  go = "  br i1 %c, label %in, label %end\n",
                  end = "  %x = load i32, ptr %p\n  br label %end\n"
                        "end:\n  ret i32 0\n";

TEST(WrappedWords, GuardedIndices) {
  const std::string test = "  %c = icmp ult i32 %w, %n\n";
  EXPECT_EQ(minimaOf(sum + test + go + "in:\n" + address + end), 1u);
  EXPECT_EQ(minimaOf(choice + test + go + "in:\n" + address + end), 1u);
  // Where the address is computed makes no difference.
  EXPECT_EQ(minimaOf(sum + address + test + go + "in:\n" + end), 1u);
  // One of several tests, and one that says where it is outside.
  EXPECT_EQ(minimaOf(sum +
                     "  %t = icmp ult i32 %w, %n\n"
                     "  %c = select i1 %other, i1 %t, i1 false\n" +
                     go + "in:\n" + address + end),
            1u);
  EXPECT_EQ(minimaOf(sum +
                     "  %c = icmp uge i32 %w, %n\n"
                     "  br i1 %c, label %end, label %in\nin:\n" +
                     address + end),
            1u);
}

TEST(WrappedWords, WhatSeesAnIndexThatIsOutside) {
  const std::string test = "  %c = icmp ult i32 %w, %n\n";
  // No test, another one, or one that does not say so alone.
  EXPECT_EQ(minimaOf(sum + "  br label %in\nin:\n" + address + end), 0u);
  EXPECT_EQ(minimaOf(sum + "  %c = icmp ult i32 %w, 7\n" + go + "in:\n" +
                     address + end),
            0u);
  EXPECT_EQ(minimaOf(sum +
                     "  %t = icmp ult i32 %w, %n\n"
                     "  %c = or i1 %other, %t\n" +
                     go + "in:\n" + address + end),
            0u);
  // It is read behind the guard, or what is computed of it is stored before.
  EXPECT_EQ(minimaOf(sum + test + go + "in:\n" + address +
                     "  %x = load i32, ptr %p\n  br label %end\n"
                     "end:\n  ret i32 %w\n"),
            0u);
  EXPECT_EQ(minimaOf(sum + address + "  store i64 %z, ptr %a\n" + test + go +
                     "in:\n" + end),
            0u);
  // An extent that may be negative; a sum of another number.
  EXPECT_EQ(minimaOf(sum + test + go + "in:\n" + address + end, ""), 0u);
  EXPECT_EQ(minimaOf("  %s = icmp slt i32 %i, 1\n"
                     "  %m = select i1 %s, i32 %n, i32 0\n"
                     "  %w = add i32 %m, %i\n" +
                     test + go + "in:\n" + address + end),
            0u);
}

} // namespace
} // namespace pyk2ptx
