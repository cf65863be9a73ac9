// Which loops over a row of threads do without their checks in the middle: the
// branches that are left there when LLVM has taken them out.
#include "compiler/host/row_checks.h"
#include "parsed_function.h"
#include "run_pass.h"

#include <gtest/gtest.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <string>

namespace pyk2ptx {
namespace {

/// Whether one of the loops that the loop has become does without all checks.
/// Its counter is %i; %x is the thread's place, %n an extent, %last and %other
/// one and two less, %p any number; %isFirst is the same for the row. It loads
/// so many values.
bool isPlain(const std::string &body, std::size_t loads = 0) {
  ParsedFunction function(
      "declare i64 @llvm.smin.i64(i64, i64)\n"
      "declare i64 @llvm.smax.i64(i64, i64)\n"
      "declare i64 @llvm.usub.sat.i64(i64, i64)\n"
      "define void @f(ptr %a, i32 range(i32 1, 1025) %threads,\n"
      "               i32 range(i32 0, 2147483647) %block,\n"
      "               i64 range(i64 0, 1125899906842625) %n, i64 %p) {\n"
      "entry:\n"
      "  %count = zext i32 %threads to i64\n"
      "  %index = zext i32 %block to i64\n"
      "  %first = mul nuw nsw i64 %count, %index\n"
      "  %last = add nsw i64 %n, -1\n"
      "  %other = add nsw i64 %n, -2\n"
      "  br label %rows\n"
      "rows:\n"
      "  %y = phi i64 [ 0, %entry ], [ %next.y, %next ]\n"
      "  %isFirst = icmp eq i64 %y, 0\n"
      "  br label %loop\n"
      "loop:\n"
      "  %i = phi i64 [ 0, %rows ], [ %next.i, %latch ]\n"
      "  %x = add nuw nsw i64 %first, %i\n"
      "  %to = getelementptr i64, ptr %a, i64 %x\n" +
      body +
      "latch:\n"
      "  %next.i = add nuw nsw i64 %i, 1\n"
      "  %more = icmp ult i64 %next.i, %count\n"
      "  br i1 %more, label %loop, label %next\n"
      "next:\n"
      "  %next.y = add nuw nsw i64 %y, 1\n"
      "  %more.y = icmp ult i64 %next.y, 8\n"
      "  br i1 %more.y, label %rows, label %end\n"
      "end:\n"
      "  ret void\n"
      "}\n");
  llvm::LoopAnalysisManager loopAnalyses;
  llvm::FunctionAnalysisManager analyses;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(analyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, analyses, callGraph, modules);
  llvm::FunctionPassManager passes;
  passes.addPass(RowChecksPass());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.run(*function, analyses);

  llvm::LoopInfo &loops = analyses.getResult<llvm::LoopAnalysis>(*function);
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    std::size_t tests = 0, found = 0;
    for (llvm::Instruction &each : *loop->getHeader()) {
      tests += llvm::isa<llvm::ICmpInst, llvm::IntrinsicInst>(each);
      found += llvm::isa<llvm::LoadInst>(each);
    }
    // That of its own end.
    if (loop->getNumBlocks() == 1 && tests == 1 && found == loads)
      return true;
  }
  return false;
}

/// A store where %t holds.
bool isPlainGuarded(const std::string &test) {
  return isPlain(test + "  br i1 %t, label %then, label %latch\n"
                        "then:\n"
                        "  store i64 %x, ptr %to\n"
                        "  br label %latch\n");
}

/// A store of %v.
bool isPlainStored(const std::string &value) {
  return isPlain("  %m = add nuw nsw i64 %x, 1\n"
                 "  %b = add nsw i64 %x, -2\n" +
                 value +
                 "  store i64 %v, ptr %to\n"
                 "  br label %latch\n");
}

TEST(RowChecks, Ends) {
  EXPECT_TRUE(isPlainGuarded("  %t = icmp slt i64 %x, %n\n"));
  EXPECT_TRUE(isPlainGuarded("  %t = icmp sle i64 %x, %n\n"));
  EXPECT_TRUE(isPlainGuarded("  %t = icmp sgt i64 %n, %x\n"));
  EXPECT_TRUE(isPlainGuarded("  %t = icmp sgt i64 %x, 2\n"));
  EXPECT_TRUE(isPlainGuarded("  %t = icmp ne i64 %x, 0\n"));
  // Outside is what is likely.
  EXPECT_TRUE(isPlainGuarded("  %t = icmp slt i64 %x, 3\n"));
  EXPECT_TRUE(isPlainGuarded("  %t = icmp eq i64 %x, 0\n"));
}

TEST(RowChecks, EqualitiesThatAreNoEnds) {
  EXPECT_FALSE(isPlainGuarded("  %t = icmp eq i64 %x, %n\n"));
  EXPECT_FALSE(isPlainGuarded("  %t = icmp ne i64 %x, 7\n"));
}

TEST(RowChecks, TheLastOneIsAnEndBehindAGuard) {
  const std::string guard = "  %in = icmp slt i64 %x, %n\n"
                            "  br i1 %in, label %inside, label %latch\n"
                            "inside:\n";
  EXPECT_TRUE(isPlainGuarded(guard + "  %t = icmp ne i64 %x, %last\n"));
  EXPECT_FALSE(isPlainGuarded(guard + "  %t = icmp ne i64 %x, %other\n"));
}

TEST(RowChecks, SeveralAtOnce) {
  EXPECT_TRUE(isPlainGuarded("  %l = icmp sgt i64 %x, 0\n"
                             "  %r = icmp slt i64 %x, %n\n"
                             "  %t = select i1 %l, i1 %r, i1 false\n"));
  EXPECT_TRUE(isPlainGuarded("  %l = icmp eq i64 %x, 0\n"
                             "  %r = icmp sge i64 %x, %n\n"
                             "  %o = select i1 %l, i1 true, i1 %r\n"
                             "  %t = select i1 %o, i1 true, i1 %isFirst\n"));
}

// `if x >= p: ... a[x - p]`, where x is likely to be that.
TEST(RowChecks, BehindWhatIsSubtracted) {
  const std::string access = "  br i1 %t, label %latch, label %then\n"
                             "then:\n"
                             "  %d = sub nuw nsw i64 %x, %p\n"
                             "  %in = icmp samesign ult i64 %d, %n\n"
                             "  br i1 %in, label %inside, label %latch\n"
                             "inside:\n"
                             "  %e = getelementptr i64, ptr %a, i64 %d\n"
                             "  %v = load i64, ptr %e\n"
                             "  store i64 %v, ptr %to\n"
                             "  br label %latch\n";
  EXPECT_TRUE(isPlain("  %t = icmp samesign ult i64 %x, %p\n" + access, 1));
  // Their difference may be no number.
  EXPECT_FALSE(isPlain("  %t = icmp slt i64 %x, %p\n" + access, 1));
}

TEST(RowChecks, MinimaAndMaxima) {
  EXPECT_TRUE(
      isPlainStored("  %v = call i64 @llvm.smin.i64(i64 %m, i64 %last)\n"));
  EXPECT_TRUE(isPlainStored("  %v = call i64 @llvm.smax.i64(i64 %b, i64 0)\n"));
  EXPECT_TRUE(
      isPlainStored("  %v = call i64 @llvm.usub.sat.i64(i64 %x, i64 1)\n"));
  EXPECT_TRUE(
      isPlainStored("  %w = call i64 @llvm.smin.i64(i64 %b, i64 %last)\n"
                    "  %v = call i64 @llvm.smax.i64(i64 %w, i64 0)\n"));
  EXPECT_TRUE(isPlainStored("  %t = icmp slt i64 %m, %n\n"
                            "  %v = select i1 %t, i64 %m, i64 0\n"));
  // Of what is no place in a row.
  EXPECT_FALSE(
      isPlainStored("  %q = mul i64 %x, %x\n"
                    "  %v = call i64 @llvm.smin.i64(i64 %q, i64 %n)\n"));
}

/// What follows is done where %w, that may count from the end, is inside.
constexpr char wrappedGuard[] = "  %q = add i64 %p, %x\n"
                                "  %neg = icmp slt i64 %q, 0\n"
                                "  %by = select i1 %neg, i64 %n, i64 0\n"
                                "  %w = add i64 %by, %q\n"
                                "  %t = icmp ult i64 %w, %n\n"
                                "  br i1 %t, label %then, label %latch\n"
                                "then:\n";

TEST(RowChecks, GuardsThatWrap) {
  EXPECT_TRUE(isPlain(std::string(wrappedGuard) +
                      "  %e = getelementptr i64, ptr %a, i64 %w\n"
                      "  store i64 %x, ptr %e\n"
                      "  br label %latch\n"));
}

TEST(RowChecks, GuardsThatWrapOfAStoreThatTwoWaysShare) {
  EXPECT_TRUE(isPlain(std::string("  %edge = icmp eq i64 %x, 0\n"
                                  "  br i1 %edge, label %store, label %inner\n"
                                  "inner:\n") +
                      wrappedGuard +
                      "  br label %store\n"
                      "store:\n"
                      "  %at = phi i64 [ 0, %loop ], [ %w, %then ]\n"
                      "  %e = getelementptr i64, ptr %a, i64 %at\n"
                      "  store i64 %x, ptr %e\n"
                      "  br label %latch\n"));
}

} // namespace
} // namespace pyk2ptx
