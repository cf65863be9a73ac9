// Which divisions are left in a loop, and where their reciprocals stand.
// tests/run/test_invariant_divisions.py has what they compute.
#include "compiler/host/invariant_divisions.h"
#include "parsed_function.h"
#include "run_pass.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <string>

namespace pyk2ptx {
namespace {

struct Counts {
  unsigned divisions = 0, reciprocals = 0, inEntry = 0;
  bool operator==(const Counts &) const = default;
};

/// Of two loops around `body`, which leaves %v; %x is another in each turn,
/// %half its lower half, %row another in each row. The divisor %loaded is read
/// from memory that nobody writes.
Counts countsOf(const std::string &body) {
  ParsedFunction function(
      "define void @f(ptr noalias %a, ptr noalias readonly %b, i64 %n, i32 %m) "
      "{\n"
      "entry:\n"
      "  br label %rows\n"
      "rows:\n"
      "  %row = phi i64 [ 1, %entry ], [ %next.row, %end.row ]\n"
      "  br label %loop\n"
      "loop:\n"
      "  %i = phi i64 [ 0, %rows ], [ %next.i, %loop ]\n"
      "  %to = getelementptr i64, ptr %a, i64 %i\n"
      "  %x = load i64, ptr %to\n"
      "  %half = trunc i64 %x to i32\n"
      "  %loaded = load i64, ptr %b\n" +
      body +
      "  store i64 %v, ptr %to\n"
      "  %next.i = add nuw nsw i64 %i, 1\n"
      "  %more = icmp ult i64 %next.i, 1000\n"
      "  br i1 %more, label %loop, label %end.row\n"
      "end.row:\n"
      "  %next.row = add nuw nsw i64 %row, 1\n"
      "  %more.rows = icmp ult i64 %next.row, 100\n"
      "  br i1 %more.rows, label %rows, label %end\n"
      "end:\n"
      "  ret void\n"
      "}\n");
  runPass<InvariantDivisionsPass>(*function);
  Counts counts;
  for (llvm::Instruction &each : llvm::instructions(*function)) {
    counts.divisions += each.isIntDivRem();
    bool isReciprocal = llvm::isa<llvm::CallInst>(each) &&
                        !llvm::isa<llvm::IntrinsicInst>(each);
    counts.reciprocals += isReciprocal;
    counts.inEntry +=
        isReciprocal && each.getParent() == &function->getEntryBlock();
  }
  return counts;
}

TEST(InvariantDivisions, ByAParameter) {
  for (const char *division : {"sdiv", "udiv", "srem", "urem"})
    EXPECT_EQ(countsOf("  %v = " + std::string(division) + " i64 %x, %n\n"),
              (Counts{0, 1, 1}))
        << division;
}

TEST(InvariantDivisions, QuotientAndRemainderShareOne) {
  EXPECT_EQ(countsOf("  %q = sdiv i64 %x, %n\n"
                     "  %r = srem i64 %x, %n\n"
                     "  %v = xor i64 %q, %r\n"),
            (Counts{0, 1, 1}));
}

TEST(InvariantDivisions, ByWhatIsLoaded) {
  EXPECT_EQ(countsOf("  %v = udiv i64 %x, %loaded\n"), (Counts{0, 1, 1}));
}

TEST(InvariantDivisions, ByWhatARowHas) {
  EXPECT_EQ(countsOf("  %v = udiv i64 %x, %row\n"), (Counts{0, 1, 0}));
}

TEST(InvariantDivisions, ShortOnesAreOfFloats) {
  EXPECT_EQ(countsOf("  %q = sdiv i32 %half, %m\n"
                     "  %v = sext i32 %q to i64\n"),
            (Counts{0, 0, 0}));
}

TEST(InvariantDivisions, OthersStay) {
  EXPECT_EQ(countsOf("  %v = udiv i64 %n, %x\n"), (Counts{1, 0, 0}));
  EXPECT_EQ(countsOf("  %v = udiv i64 %x, 10\n"), (Counts{1, 0, 0}));
  EXPECT_EQ(countsOf("  %d = or i64 %i, 1\n"
                     "  %v = sdiv i64 %x, %d\n"),
            (Counts{1, 0, 0}));
}

} // namespace
} // namespace pyk2ptx
