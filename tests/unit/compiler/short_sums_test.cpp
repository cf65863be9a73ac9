// Which 64-bit sums are there once more in 32 bits, and behind which tests.
// That they are the same numbers is what tests/run asks, by --passes=gpu.
#include "compiler/selection/short_sums.h"
#include "parsed_function.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <string>

namespace pyk2ptx {
namespace {

/// What is left of a function.
struct Result {
  /// Extremes of 32 bits, with signs, and tests: the limits, "1073741823 ".
  unsigned shortExtremes = 0;
  std::string limits;
  /// Numbers that are tested together.
  unsigned tested = 0;
};

/// Of a loop that computes `body` in each turn.
Result resultOf(const std::string &body, const std::string &phis = "") {
  ParsedFunction function(
      "declare i64 @llvm.smin.i64(i64, i64)\n"
      "declare i64 @llvm.smax.i64(i64, i64)\n"
      "define void @f(i32 %w, i64 %far, ptr %p, i32 %n) {\n"
      "entry:\n"
      "  br label %loop\nloop:\n"
      "  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]\n" +
      phis +
      "  %x = load i32, ptr %p\n  %a = sext i32 %x to i64\n"
      "  %y = load i32, ptr %p\n  %b = sext i32 %y to i64\n"
      "  %z = load i32, ptr %p\n  %c = sext i32 %z to i64\n" +
      body +
      "  %i1 = add i32 %i, 1\n  %ends = icmp eq i32 %i1, %n\n"
      "  br i1 %ends, label %out, label %loop\nout:\n  ret void\n}\n");
  bool isChanged = shortenSums(*function);
  Result result;
  for (const llvm::Instruction &each : llvm::instructions(*function)) {
    if (const auto *extreme = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&each);
        extreme && extreme->getType()->isIntegerTy(32))
      ++(extreme->isSigned() ? result.shortExtremes : result.tested);
    const auto *test = llvm::dyn_cast<llvm::ICmpInst>(&each);
    if (test && test->getPredicate() == llvm::CmpInst::ICMP_ULE)
      result.limits +=
          std::to_string(llvm::cast<llvm::ConstantInt>(test->getOperand(1))
                             ->getZExtValue() /
                         2) +
          " ";
  }
  EXPECT_EQ(isChanged, result.shortExtremes != 0);
  return result;
}

const std::string cut = "  %cut = trunc i64 %s to i32\n"
                        "  store i32 %cut, ptr %p\n";

/// The greatest of so many sums of two and %far, which 32 bits may not hold.
std::string extremesOf(unsigned count, const std::string &first = "%a") {
  std::string text = "  %s0 = add i64 " + first + ", %b\n";
  for (unsigned i = 1; i <= count; ++i) {
    std::string number = std::to_string(i);
    text += "  %t" + number + " = add i64 %c, " + number + "\n  %s" + number +
            " = call i64 @llvm.smax.i64(i64 %s" + std::to_string(i - 1) +
            ", i64 %t" + number + ")\n";
  }
  return text + "  %s = add i64 %s" + std::to_string(count) + ", 0\n" + cut;
}

TEST(ShortSums, AsManyAsAreWorthATest) {
  EXPECT_EQ(resultOf(extremesOf(1)).shortExtremes, 0u);
  Result result = resultOf(extremesOf(4));
  EXPECT_EQ(result.shortExtremes, 4u);
  EXPECT_EQ(result.limits, "1073741823 ");
  // Of three numbers the greatest is asked.
  EXPECT_EQ(result.tested, 2u);
}

TEST(ShortSums, MadeOfNumbersThatFit) {
  EXPECT_EQ(resultOf(extremesOf(4, "%far")).shortExtremes, 0u);
}

TEST(ShortSums, SumsOfSumsHaveCloserLimits) {
  EXPECT_EQ(resultOf("  %t = add i64 %a, %a\n  %u = add i64 %t, %t\n"
                     "  %v = add i64 %u, %b\n" +
                     extremesOf(4, "%v"))
                .limits,
            "268435455 ");
}

TEST(ShortSums, WhatALoopCarries) {
  auto loopOf = [](const std::string &start) {
    return resultOf("  %g = sext i32 %w to i64\n"
                    "  %eb = sub i64 %e, %g\n  %hc = sub i64 %h, %c\n"
                    "  %e1 = call i64 @llvm.smax.i64(i64 %eb, i64 %hc)\n"
                    "  %ha = add i64 %h, %a\n"
                    "  %m = call i64 @llvm.smax.i64(i64 %ha, i64 %e1)\n"
                    "  %ac = sub i64 %a, %c\n"
                    "  %l = call i64 @llvm.smax.i64(i64 %m, i64 %ac)\n"
                    "  %h1 = call i64 @llvm.smax.i64(i64 %l, i64 0)\n"
                    "  %s = add i64 %h1, 0\n" +
                        cut,
                    "  %e = phi i64 [ " + start +
                        ", %entry ], [ %e1, %loop ]\n"
                        "  %h = phi i64 [ 0, %entry ], [ %h1, %loop ]\n");
  };
  Result result = loopOf("-10000");
  EXPECT_EQ(result.shortExtremes, 4u);
  EXPECT_EQ(result.tested, 4u);
  EXPECT_EQ(loopOf("%far").shortExtremes, 0u);
}

TEST(ShortSums, NotBehindWhoAsksForThem) {
  // What is loaded behind the store of a sum is another of the terms.
  std::string sums = "  %k0 = add i64 %c, 5\n"
                     "  %k = call i64 @llvm.smax.i64(i64 %k0, i64 %b)\n",
              store = "  store i64 %k, ptr %p\n",
              load = "  %g = load i32, ptr %p\n  %l = sext i32 %g to i64\n"
                     "  %m = add i64 %k, %l\n";
  EXPECT_EQ(resultOf(sums + store + load + extremesOf(4, "%m")).shortExtremes,
            0u);
  EXPECT_EQ(resultOf(sums + load + store + extremesOf(4, "%m")).shortExtremes,
            5u);
}

} // namespace
} // namespace pyk2ptx
