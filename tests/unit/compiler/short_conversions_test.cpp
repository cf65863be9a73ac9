// Which conversions of floats are there in 32 bits before a branch to code
// without guards. That they are the same numbers is what tests/run asks, by
// --passes=gpu.
#include "compiler/selection/short_conversions.h"
#include "parsed_function.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <string>

namespace pyk2ptx {
namespace {

/// What is left of a function: conversions to 32 bits and to 64, and extents of
/// which the 32 bits are asked.
struct Conversions {
  unsigned words = 0, longs = 0, extents = 0;
};

/// `test` makes %inside of the whole part %c; `after` stands behind both ways.
Conversions
conversionsOf(const std::string &test, const std::string &after = "",
              const std::string &mark = "  call void @llvm.sideeffect()\n") {
  ParsedFunction function(
      "declare i64 @llvm.fptosi.sat.i64.f32(float)\n"
      "declare i64 @llvm.smin.i64(i64, i64)\n"
      "declare void @llvm.sideeffect()\n"
      "define void @f(float %x, i64 range(i64 0, -9223372036854775808) %n, "
      "i64 %any, ptr %p, i1 %more) {\n"
      "entry:\n"
      "  br label %loop\n"
      "loop:\n"
      "  %c = call i64 @llvm.fptosi.sat.i64.f32(float %x)\n" +
      test +
      "  br i1 %inside, label %plain, label %guarded\n"
      "plain:\n"
      "  store volatile i64 %c, ptr %p\n"
      "  br label %end\n"
      "guarded:\n" +
      mark +
      "  store volatile i64 1, ptr %p\n"
      "  br label %end\n"
      "end:\n" +
      after +
      "  br i1 %more, label %loop, label %out\n"
      "out:\n  ret void\n}\n");
  bool isChanged = shortenConversions(*function);
  Conversions found;
  for (const llvm::Instruction &each : llvm::instructions(*function)) {
    const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&each);
    if (!call)
      continue;
    if (call->getIntrinsicID() == llvm::Intrinsic::umin)
      ++found.extents;
    if (call->getIntrinsicID() == llvm::Intrinsic::fptosi_sat)
      ++(call->getType()->isIntegerTy(32) ? found.words : found.longs);
  }
  EXPECT_EQ(isChanged, found.words != 0);
  return found;
}

const std::string inside = "  %inside = icmp ult i64 %c, %n\n";

TEST(ShortConversions, BeforeCodeWithoutGuards) {
  Conversions found = conversionsOf(inside);
  EXPECT_EQ(found.words, 1u);
  EXPECT_EQ(found.longs, 1u);
  EXPECT_EQ(found.extents, 1u);
  EXPECT_EQ(conversionsOf(inside, "", "").words, 0u);
}

TEST(ShortConversions, WithWhatIsMadeOfThem) {
  const std::string next =
      "  %c1 = add i64 %c, 1\n"
      "  %d = call i64 @llvm.smin.i64(i64 %c1, i64 %n)\n"
      "  %part = sitofp i64 %c to float\n"
      "  %rest = fsub float %x, %part\n"
      "  %lower = icmp ult i64 %c, %n\n  %upper = icmp ult i64 %d, %n\n"
      "  %inside = and i1 %lower, %upper\n";
  Conversions found =
      conversionsOf(next, "  store volatile float %rest, ptr %p\n");
  EXPECT_EQ(found.words, 1u);
  // One for the minimum and the comparisons.
  EXPECT_EQ(found.extents, 1u);
}

TEST(ShortConversions, OneThatIsMadeOfAnother) {
  Conversions found = conversionsOf(
      "  %part = sitofp i64 %c to float\n"
      "  %rest = fsub float %x, %part\n"
      "  %d = call i64 @llvm.fptosi.sat.i64.f32(float %rest)\n"
      "  %lower = icmp ult i64 %c, %n\n  %upper = icmp ult i64 %d, %n\n"
      "  %inside = and i1 %lower, %upper\n");
  EXPECT_EQ(found.words, 1u);
  // In each way, the first by the words of the other.
  EXPECT_EQ(found.longs, 3u);
}

TEST(ShortConversions, NotWhatHasToBeThere) {
  EXPECT_EQ(conversionsOf("  store volatile i64 %c, ptr %p\n" + inside).words,
            0u);
}

TEST(ShortConversions, NotWhatTheBranchDoesNotAsk) {
  EXPECT_EQ(conversionsOf("  %inside = icmp ult i64 %any, %n\n").words, 0u);
}

TEST(ShortConversions, WhereTheConditionSaysOutside) {
  ParsedFunction function(
      "declare i64 @llvm.fptosi.sat.i64.f32(float)\n"
      "declare void @llvm.sideeffect()\n"
      "define i64 @f(float %x) {\n"
      "entry:\n"
      "  %c = call i64 @llvm.fptosi.sat.i64.f32(float %x)\n"
      "  %outside = icmp uge i64 %c, 7\n"
      "  br i1 %outside, label %guarded, label %plain\n"
      "plain:\n  ret i64 %c\n"
      "guarded:\n  call void @llvm.sideeffect()\n  ret i64 -1\n}\n");
  EXPECT_TRUE(shortenConversions(*function));
  const auto *branch =
      llvm::cast<llvm::BranchInst>(function->getEntryBlock().getTerminator());
  EXPECT_TRUE(llvm::PatternMatch::match(
      branch->getCondition(),
      llvm::PatternMatch::m_LogicalAnd(
          llvm::PatternMatch::m_Value(),
          llvm::PatternMatch::m_Not(llvm::PatternMatch::m_Value()))));
}

TEST(ShortConversions, AnyNumberIsNoExtent) {
  EXPECT_EQ(conversionsOf("  %inside = icmp ult i64 %c, %any\n").extents, 0u);
}

} // namespace
} // namespace pyk2ptx
