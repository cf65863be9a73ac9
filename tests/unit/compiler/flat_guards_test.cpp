// Which branches have their guards taken out of them.
#include "compiler/schedule/flat_guards.h"

#include "compiler/backend/emit_ptx.h"
#include "compiler/backend/pass_analyses.h"
#include "compiler/target/target.h"
#include "parsed_function.h"
#include "run_pass.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

namespace pyk2ptx {
namespace {

/// A loop in which `body` follows `head` and ends before `next`, whose total is
/// %sum.
std::string loopOf(const std::string &body) {
  return "declare void @other()\n"
         "define i32 @f(ptr %x, ptr %index, i64 %n, i64 %size) {\n"
         "entry:\n"
         "  br label %head\n"
         "head:\n"
         "  %j = phi i64 [ 0, %entry ], [ %more, %next ]\n"
         "  %total = phi i32 [ 0, %entry ], [ %sum, %next ]\n"
         "  %at = getelementptr i64, ptr %index, i64 %j\n"
         "  %i = load i64, ptr %at\n"
         "  %skips = icmp eq i64 %i, 7\n"
         "  br i1 %skips, label %next, label %taken\n" +
         body +
         "next:\n"
         "  %sum = phi i32 [ %total, %head ], [ %added, %last ]\n"
         "  %more = add i64 %j, 1\n"
         "  %ends = icmp eq i64 %more, %n\n"
         "  br i1 %ends, label %exit, label %head\n"
         "exit:\n"
         "  ret i32 %sum\n"
         "}\n";
}

/// Blocks that are entered or not, each of so many loads: "1 2 ".
std::string guardsOf(llvm::Function &function) {
  std::string text;
  for (const llvm::BasicBlock &block : function) {
    const llvm::BasicBlock *before = block.getSinglePredecessor();
    const llvm::BasicBlock *behind = block.getSingleSuccessor();
    if (!before || !behind || !llvm::is_contained(successors(before), behind))
      continue;
    std::size_t loads = 0;
    for (const llvm::Instruction &each : block)
      loads += llvm::isa<llvm::LoadInst>(each);
    text += std::to_string(loads) + " ";
  }
  return text;
}

const std::string guarded = "taken:\n"
                            "  %place = getelementptr i32, ptr %x, i64 %i\n"
                            "  %isInside = icmp ult i64 %i, %size\n"
                            "  br i1 %isInside, label %inside, label %last\n"
                            "inside:\n"
                            "  %element = load i32, ptr %place\n"
                            "  br label %last\n"
                            "last:\n"
                            "  %v = phi i32 [ 0, %taken ],"
                            "               [ %element, %inside ]\n"
                            "  %added = add i32 %total, %v\n"
                            "  br label %next\n";

TEST(FlatGuards, StandBesideTheBranch) {
  ParsedFunction function(loopOf(guarded));
  EXPECT_TRUE(runPass<FlatGuards>(*function));
  EXPECT_EQ(guardsOf(*function), "1 ");
  // Without a branch around it: a loop of three blocks.
  EXPECT_EQ(function->size(), 5U);
}

TEST(FlatGuards, LoadsOfTheBranchHaveItsCondition) {
  std::string body = guarded;
  body.insert(body.find("  %isInside"), "  %p = getelementptr i32, ptr %x, "
                                        "i64 %j\n"
                                        "  %w = load i32, ptr %p\n"
                                        "  %q = getelementptr i32, ptr %p, "
                                        "i64 %n\n"
                                        "  %u = load i32, ptr %q\n");
  body.replace(body.find("%total, %v"), 10, "%w, %u");
  ParsedFunction function(loopOf(body));
  EXPECT_TRUE(runPass<FlatGuards>(*function));
  EXPECT_EQ(guardsOf(*function), "2 1 ");
}

TEST(FlatGuards, EndWhereTheBranchDoes) {
  ParsedFunction function(
      "define i32 @f(ptr %x, i64 %i, i64 %n, i1 %c, i1 %d) {\n"
      "entry:\n"
      "  br label %head\n"
      "head:\n"
      "  %j = phi i64 [ 0, %entry ], [ %more, %next ]\n"
      "  br i1 %c, label %taken, label %next\n"
      "taken:\n"
      "  %place = getelementptr i32, ptr %x, i64 %j\n"
      "  br i1 %d, label %next, label %inside\n"
      "inside:\n"
      "  %element = load i32, ptr %place\n"
      "  br label %next\n"
      "next:\n"
      "  %v = phi i32 [ 3, %head ], [ 0, %taken ], [ %element, %inside ]\n"
      "  %more = add i64 %j, 1\n"
      "  %ends = icmp eq i64 %more, %n\n"
      "  br i1 %ends, label %exit, label %head\n"
      "exit:\n"
      "  ret i32 %v\n"
      "}\n");
  EXPECT_TRUE(runPass<FlatGuards>(*function));
  EXPECT_EQ(guardsOf(*function), "1 ");
}

TEST(FlatGuards, ComputeBothSidesOfAChoice) {
  // Which of two, and one or none.
  for (const char *left : {"  %left = sub i64 %n, %i\n  br label %chosen\n"
                           "right:\n  br label %chosen\n",
                           "  %left = sub i64 %n, %i\n  br label %chosen\n"}) {
    bool isOne = !llvm::StringRef(left).contains("right");
    std::string body = guarded;
    body.replace(0, std::string("taken:\n").size(),
                 std::string("taken:\n  %isLow = icmp slt i64 %i, 0\n"
                             "  br i1 %isLow, label %low, label %") +
                     (isOne ? "chosen" : "right") + "\nlow:\n" + left +
                     "chosen:\n  %k = phi i64 [ %left, %low ], [ %i, %" +
                     (isOne ? "taken" : "right") + " ]\n");
    body.replace(body.find("[ 0, %taken ]"), 13, "[ 0, %chosen ]");
    body.replace(body.find("i64 %i\n  %isInside"), 6, "i64 %k");
    ParsedFunction function(loopOf(body));
    EXPECT_TRUE(runPass<FlatGuards>(*function));
    EXPECT_EQ(guardsOf(*function), "1 ");
    EXPECT_EQ(function->size(), 5U);
  }
}

TEST(FlatGuards, ForgetWhatWasTrueInTheBranch) {
  std::string body = guarded;
  body.insert(
      body.find("  %isInside"),
      "  %m = call noundef i64 @llvm.umin.i64(i64 noundef %i, i64 9)\n");
  ParsedFunction function(loopOf(body));
  EXPECT_TRUE(runPass<FlatGuards>(*function));
  unsigned calls = 0;
  for (llvm::Instruction &each : llvm::instructions(*function))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&each)) {
      ++calls;
      EXPECT_FALSE(call->hasRetAttr(llvm::Attribute::NoUndef));
      EXPECT_FALSE(call->paramHasAttr(0, llvm::Attribute::NoUndef));
    }
  EXPECT_EQ(calls, 1U);
}

TEST(FlatGuards, StayWhereChoicesLoad) {
  std::string body = guarded;
  body.replace(0, std::string("taken:\n").size(),
               "taken:\n  %isLow = icmp slt i64 %i, 0\n"
               "  br i1 %isLow, label %low, label %high\n"
               "low:\n  %a = load i64, ptr %index\n  br label %chosen\n"
               "high:\n  br label %chosen\n"
               "chosen:\n  %k = phi i64 [ %a, %low ], [ %i, %high ]\n");
  body.replace(body.find("[ 0, %taken ]"), 13, "[ 0, %chosen ]");
  ParsedFunction function(loopOf(body));
  EXPECT_FALSE(runPass<FlatGuards>(*function));
}

TEST(FlatGuards, StandBesideBranchesOutsideOfLoops) {
  ParsedFunction function("define i32 @f(ptr %x, i64 %i, i1 %c, i1 %d) {\n"
                          "  br i1 %c, label %taken, label %next\n"
                          "taken:\n"
                          "  br i1 %d, label %inside, label %last\n"
                          "inside:\n"
                          "  %element = load i32, ptr %x\n"
                          "  br label %last\n"
                          "last:\n"
                          "  %v = phi i32 [ 4, %taken ],"
                          "               [ %element, %inside ]\n"
                          "  br label %next\n"
                          "next:\n"
                          "  %w = phi i32 [ 3, %0 ], [ %v, %last ]\n"
                          "  ret i32 %w\n"
                          "}\n");
  EXPECT_TRUE(runPass<FlatGuards>(*function));
  EXPECT_EQ(guardsOf(*function), "1 ");
  EXPECT_EQ(function->size(), 3U);
}

TEST(FlatGuards, StayWhereMoreIsDone) {
  const char *others[] = {"  call void @other()\n", "  store i32 1, ptr %x\n",
                          "  %w = load volatile i32, ptr %x\n",
                          "  %d = udiv i64 %n, %i\n"};
  for (const char *other : others) {
    std::string body = guarded;
    body.insert(body.find("  %isInside"), other);
    ParsedFunction function(loopOf(body));
    EXPECT_FALSE(runPass<FlatGuards>(*function)) << other;
  }
  // Nor where there is no guard, or more work than a few instructions.
  ParsedFunction plain(loopOf("taken:\n  br label %last\n"
                              "last:\n  %added = add i32 %total, 1\n"
                              "  br label %next\n"));
  EXPECT_FALSE(runPass<FlatGuards>(*plain));
  std::string body = guarded, work;
  for (int i = 0; i < 40; ++i)
    work += "  %w" + std::to_string(i) + " = add i32 %total, " +
            std::to_string(i) + "\n";
  body.insert(body.find("  %isInside"), work);
  ParsedFunction large(loopOf(body));
  EXPECT_FALSE(runPass<FlatGuards>(*large));
}

TEST(FlatGuards, LeaveMoreOfABranchThatIsTheSameForAll) {
  std::unique_ptr<llvm::TargetMachine> machine =
      makePtxMachine(*findArch("sm_90"), 3, false);
  auto isChanged = [&](llvm::StringRef condition, int work) {
    std::string text =
        "target triple = \"nvptx64-nvidia-cuda\"\n"
        "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
        "define ptx_kernel void @f(ptr addrspace(1) %x, i32 %n, i1 %d) {\n"
        "  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
        "  %c = icmp eq i32 %n, " +
        condition.str() +
        "\n  br i1 %c, label %taken, label %next\n"
        "taken:\n  br i1 %d, label %inside, label %last\n"
        "inside:\n  %element = load i32, ptr addrspace(1) %x\n"
        "  br label %last\n"
        "last:\n  %v = phi i32 [ 4, %taken ], [ %element, %inside ]\n";
    for (int i = 0; i < work; ++i)
      text += "  %w" + std::to_string(i) + " = add i32 %v, " +
              std::to_string(i) + "\n";
    ParsedFunction function(text + "  br label %next\n"
                                   "next:\n"
                                   "  %sum = phi i32 [ 3, %0 ], [ %v, %last ]\n"
                                   "  store i32 %sum, ptr addrspace(1) %x\n"
                                   "  ret void\n}\n");
    PassAnalyses analyses(*machine);
    return !FlatGuards::run(*function, analyses.functions).areAllPreserved();
  };
  EXPECT_TRUE(isChanged("%thread", 32));
  EXPECT_FALSE(isChanged("7", 32));
  EXPECT_TRUE(isChanged("7", 20));
}

} // namespace
} // namespace pyk2ptx
