// Which tests of two ends become one. That it says the same is what tests/run
// asks, by --passes=gpu.
#include "compiler/selection/inside_tests.h"
#include "parsed_function.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <string>

namespace pyk2ptx {
namespace {

/// What is left of a function: comparisons with signs and without, and choices
/// of the larger number in the loop and before it.
struct Tests {
  unsigned withSigns = 0, withoutSigns = 0, within = 0, before = 0;
};

/// `test` makes %inside of %i, of 32 bits, %any, %low and %high, which are
/// small numbers with a sign, %n, which is not negative, and %m.
Tests testsOf(const std::string &test) {
  ParsedFunction function(
      "define void @f(i64 noundef range(i64 -2147483648, 2147483648) %i, "
      "i64 noundef %any, i64 noundef range(i64 -1048576, 1048576) %low, "
      "i64 noundef range(i64 -1048576, 1048576) %high, "
      "i64 noundef range(i64 0, -9223372036854775808) %n, "
      "i64 noundef %m, i64 %maybe, ptr %p) {\n"
      "entry:\n"
      "  br label %loop\n"
      "loop:\n"
      "  %read = load volatile i64, ptr %p\n" +
      test +
      "  br i1 %inside, label %loop, label %out\n"
      "out:\n  ret void\n}\n");
  (void)joinInsideTests(*function);
  Tests found;
  for (const llvm::Instruction &each : llvm::instructions(*function)) {
    if (const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&each))
      ++(compare->isSigned() ? found.withSigns : found.withoutSigns);
    if (llvm::isa<llvm::MinMaxIntrinsic>(each))
      ++(each.getParent()->getName() == "loop" ? found.within : found.before);
  }
  return found;
}

void expectOne(const std::string &test, unsigned before = 1,
               unsigned within = 0) {
  Tests tests = testsOf(test);
  EXPECT_EQ(tests.withSigns, 0U) << test;
  EXPECT_EQ(tests.withoutSigns, 1U) << test;
  EXPECT_EQ(tests.before, before) << test;
  EXPECT_EQ(tests.within, within) << test;
}

void expectNone(const std::string &test) {
  Tests tests = testsOf(test);
  EXPECT_EQ(tests.withSigns, 2U) << test;
  EXPECT_EQ(tests.withoutSigns + tests.before + tests.within, 0U) << test;
}

const char *const both = "  %inside = and i1 %a, %b\n",
                  *const either = "  %inside = or i1 %a, %b\n";

TEST(InsideTests, FromZero) {
  std::string low = "  %a = icmp sgt i64 %read, -1\n";
  expectOne(low + "  %b = icmp slt i64 %read, %m\n" + both);
  expectOne(low + "  %b = icmp sgt i64 %m, %read\n" + both);
  expectOne(low + "  %b = icmp slt i64 %read, %n\n" + both, 0);
  expectOne(low + "  %b = icmp sle i64 %read, %high\n" + both);
  expectOne("  %a = icmp slt i64 %read, 0\n"
            "  %b = icmp sge i64 %read, %m\n" +
            std::string(either));
  // The lesser of the two, where either says that it is outside.
  expectNone(low + "  %b = icmp slt i64 %read, %m\n" + either);
  expectNone(low + "  %b = icmp sgt i64 %read, %m\n" + both);
  expectNone("  %a = icmp slt i64 %read, 0\n"
             "  %b = icmp slt i64 %read, %m\n" +
             std::string(both));
}

TEST(InsideTests, OfNumbersThatTheLoopChanges) {
  std::string low = "  %a = icmp sgt i64 %i, -1\n",
              other = "  %c = and i64 %read, 255\n  %e = sub i64 %c, 100\n";
  expectOne(other + low + "  %b = icmp slt i64 %i, %e\n" + both, 0, 1);
  // 64 bits take four instructions more.
  expectNone(other +
             "  %a = icmp sgt i64 %any, -1\n"
             "  %b = icmp slt i64 %any, %e\n" +
             both);
  expectNone(low + "  %b = icmp slt i64 %i, %read\n" + both);
}

TEST(InsideTests, FromAnotherNumber) {
  std::string low = "  %a = icmp sge i64 %i, %low\n";
  expectOne(low + "  %b = icmp slt i64 %i, %high\n" + both);
  expectOne("  %a = icmp sgt i64 %i, %low\n"
            "  %b = icmp sle i64 %i, %high\n" +
            std::string(both));
  expectOne("  %a = icmp sgt i64 %i, 0\n"
            "  %b = icmp sle i64 %i, %high\n" +
            std::string(both));
  // Their difference may take more than 64 bits, or 32.
  expectNone(low + "  %b = icmp slt i64 %i, %m\n" + both);
  expectNone("  %a = icmp sge i64 %any, %low\n"
             "  %b = icmp slt i64 %any, %high\n" +
             std::string(both));
}

TEST(InsideTests, NotTheNextOfTheLargest) {
  expectNone("  %a = icmp sgt i64 %read, -1\n"
             "  %b = icmp sle i64 %read, %m\n" +
             std::string(both));
}

TEST(InsideTests, ANarrowNumberIsAskedForItsSign) {
  std::string wide = "  %x = load volatile i32, ptr %p\n"
                     "  %a = icmp sgt i32 %x, -1\n"
                     "  %w = sext i32 %x to i64\n";
  expectOne(wide + "  %b = icmp slt i64 %w, %m\n" + both);
  expectOne(wide + "  %b = icmp slt i64 %w, %n\n" + both, 0);
  expectNone("  %x = load volatile i32, ptr %p\n"
             "  %a = icmp sgt i32 %x, -1\n"
             "  %w = zext i32 %x to i64\n"
             "  %b = icmp slt i64 %w, %m\n" +
             std::string(both));
}

TEST(InsideTests, AnEndThatIsMadeOfWhatWasRead) {
  // Of a float that was read: that is what is frozen.
  std::string asked = "  %a = icmp sgt i64 %i, -1\n"
                      "  %b = icmp slt i64 %i, %end\n"
                      "  %inside = select i1 %a, i1 %b, i1 false\n";
  expectOne("  %f = load volatile float, ptr %p\n"
            "  %c = fcmp ogt float %f, 5.0\n"
            "  %end = select i1 %c, i64 7, i64 -2\n" +
                asked,
            0, 1);
  // Frozen, two tests of 32 bits would be one of 64.
  expectNone("  %end = add nsw i64 %low, %high\n" + asked);
}

TEST(InsideTests, WhatIsAskedInOrder) {
  // Nobody asks for the end of what is negative: it may be poison then.
  std::string asked = "  %a = icmp sgt i64 %i, -1\n"
                      "  %c = icmp eq i64 %i, 7\n"
                      "  %d = select i1 %a, i1 %c, i1 false\n";
  ParsedFunction function(
      "define i1 @f(i64 noundef range(i64 -2147483648, 2147483648) %i, "
      "i64 %maybe) {\n"
      "entry:\n  br label %loop\n"
      "loop:\n" +
      asked +
      "  %b = icmp slt i64 %i, %maybe\n"
      "  %inside = select i1 %d, i1 %b, i1 false\n"
      "  br i1 %inside, label %loop, label %out\n"
      "out:\n  ret i1 %inside\n}\n");
  EXPECT_TRUE(joinInsideTests(*function));
  unsigned frozen = 0;
  for (const llvm::Instruction &each : llvm::instructions(*function)) {
    frozen += llvm::isa<llvm::FreezeInst>(each);
    if (const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&each);
        compare && compare->getPredicate() == llvm::ICmpInst::ICMP_ULT) {
      // It is asked first.
      const auto *choice = llvm::cast<llvm::SelectInst>(compare->user_back());
      EXPECT_EQ(choice->getCondition(), compare);
    }
  }
  EXPECT_EQ(frozen, 1U);
}

} // namespace
} // namespace pyk2ptx
