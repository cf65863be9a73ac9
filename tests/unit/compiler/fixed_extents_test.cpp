// For which extents a loop is there once more. tests/run/test_fixed_extents.py
// has what it computes.
#include "compiler/host/fixed_extents.h"
#include "parsed_function.h"
#include "run_pass.h"

#include <gtest/gtest.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <string>

namespace pyk2ptx {
namespace {

/// What %e, which is read from `from`, is compared with before a loop that does
/// not use it; 0: all loops do. `test` gives %t, where an element of %i * %e is
/// stored.
std::uint64_t fixedBy(const std::string &test,
                      const std::string &offset = "mul nuw i64 %i, %e",
                      const std::string &from = "%params") {
  ParsedFunction function("define void @f(ptr %params, ptr %a, i64 %n) {\n"
                          "entry:\n"
                          "  %e = load i64, ptr " +
                          from +
                          "\n"
                          "  br label %loop\n"
                          "loop:\n"
                          "  %i = phi i64 [ 0, %entry ], [ %next, %latch ]\n" +
                          test +
                          "  br i1 %t, label %inside, label %latch\n"
                          "inside:\n"
                          "  %at = " +
                          offset +
                          "\n"
                          "  %to = getelementptr float, ptr %a, i64 %at\n"
                          "  store float 1.0, ptr %to\n"
                          "  br label %latch\n"
                          "latch:\n"
                          "  %next = add nuw i64 %i, 1\n"
                          "  %more = icmp ult i64 %next, %n\n"
                          "  br i1 %more, label %loop, label %end\n"
                          "end:\n"
                          "  ret void\n"
                          "}\n");
  runPass<FixedExtentsPass>(*function);
  // It does not make a third one.
  runPass<FixedExtentsPass>(*function);
  llvm::DominatorTree tree(*function);
  llvm::LoopInfo loops(tree);
  EXPECT_LE(std::distance(loops.begin(), loops.end()), 2);
  std::uint64_t fixed = 0;
  bool isFree = false;
  for (llvm::Loop *loop : loops) {
    bool uses = false;
    llvm::Value &extent = function->getEntryBlock().front();
    for (llvm::User *user : extent.users())
      uses = uses || loop->contains(llvm::cast<llvm::Instruction>(user));
    isFree = isFree || !uses;
  }
  for (llvm::Instruction &each : llvm::instructions(*function))
    if (auto *same = llvm::dyn_cast<llvm::ICmpInst>(&each);
        same && isFree && same->getPredicate() == llvm::CmpInst::ICMP_EQ &&
        llvm::isa<llvm::FreezeInst>(same->getOperand(0)))
      fixed =
          llvm::cast<llvm::ConstantInt>(same->getOperand(1))->getZExtValue();
  return fixed;
}

TEST(FixedExtents, AreBehindTheLastIndex) {
  EXPECT_EQ(fixedBy("  %t = icmp ugt i64 %e, 2\n"), 3u);
  EXPECT_EQ(fixedBy("  %t = icmp ult i64 %e, 3\n"), 3u);
  EXPECT_EQ(fixedBy("  %t = icmp ne i64 %e, 1\n"), 2u);
  EXPECT_EQ(fixedBy("  %o = icmp ne i64 %e, 0\n"
                    "  %u = icmp ugt i64 %e, 3\n"
                    "  %t = and i1 %o, %u\n"),
            4u);
}

TEST(FixedExtents, NotOfOneElementNorOfMany) {
  EXPECT_EQ(fixedBy("  %t = icmp ne i64 %e, 0\n"), 0u);
  EXPECT_EQ(fixedBy("  %t = icmp ugt i64 %e, 16\n"), 0u);
  EXPECT_EQ(fixedBy("  %t = icmp ugt i64 %e, %i\n"), 0u);
}

TEST(FixedExtents, OfParametersAlone) {
  EXPECT_EQ(fixedBy("  %t = icmp ugt i64 %e, 2\n", "mul nuw i64 %i, %e", "%a"),
            0u);
}

TEST(FixedExtents, WhatIsNoStrideIsNoExtent) {
  EXPECT_EQ(fixedBy("  %t = icmp ugt i64 %e, 2\n", "add i64 %i, %e"), 0u);
}

} // namespace
} // namespace pyk2ptx
