// Which divisions go behind the guarded loads that follow them.
#include "compiler/schedule/late_divisions.h"
#include "parsed_function.h"

#include <gtest/gtest.h>
#include <llvm/IR/Dominators.h>

#include <string>

namespace pyk2ptx {
namespace {

/// "block: names, ..." of what a function of %x, %y and %a computes with this
/// body, after the pass; "as before" if it says that it changed nothing.
std::string blocksOf(const std::string &body) {
  ParsedFunction function(
      "declare float @llvm.sqrt.f32(float)\n"
      "declare void @llvm.sideeffect()\n"
      "define float @f(float %x, float %y, ptr %a, i1 %c, i1 %d, i64 %i) {\n"
      "entry:\n" +
      body + "}\n");
  bool isChanged =
      moveDivisionsBehindLoads(*function, llvm::DominatorTree(*function));
  std::string text;
  for (const llvm::BasicBlock &block : *function) {
    text += block.getName().str() + ":";
    for (const llvm::Instruction &instruction : block)
      if (!instruction.getType()->isVoidTy())
        text += " " + instruction.getName().str();
    text += "\n";
  }
  return isChanged ? text : "as before";
}

/// A guarded load of %v from %p, and what ends the function.
std::string guarded(const std::string &then) {
  return "  br i1 %c, label %inside, label %behind\n"
         "inside:\n"
         "  %e = load float, ptr %a\n"
         "  br label %behind\n"
         "behind:\n"
         "  %v = phi float [ %e, %inside ], [ 0.0, %entry ]\n" +
         then;
}

const std::string useAll = "  %r = fadd float %s, %v\n"
                           "  ret float %r\n";

TEST(LateDivisions, GoBehindWithWhatIsComputedFromThem) {
  EXPECT_EQ(blocksOf("  %q = fdiv float %x, %y\n"
                     "  %o = fadd float %x, 1.0\n"
                     "  %s = fadd float %q, %o\n" +
                     guarded(useAll)),
            "entry: o\ninside: e\nbehind: v q s r\n");
  // Two, of which the second is of the first.
  EXPECT_EQ(blocksOf("  %q = fdiv float %x, %y\n"
                     "  %s = fdiv float %q, %y\n" +
                     guarded(useAll)),
            "entry:\ninside: e\nbehind: v q s r\n");
  EXPECT_EQ(blocksOf("  %q = fdiv afn float %x, %y\n"
                     "  %s = fadd float %q, %x\n" +
                     guarded(useAll)),
            "as before");
}

TEST(LateDivisions, GoFromOneToTheNext) {
  EXPECT_EQ(blocksOf("  %q = fdiv float %x, %y\n" +
                     guarded("  %s = fdiv float %v, %y\n"
                             "  br i1 %d, label %again, label %end\n"
                             "again:\n"
                             "  %f = load float, ptr %a\n"
                             "  br label %end\n"
                             "end:\n"
                             "  %w = phi float [ %f, %again ], [ 0.0, "
                             "%behind ]\n"
                             "  %t = fadd float %q, %s\n"
                             "  %r = fadd float %t, %w\n"
                             "  ret float %r\n")),
            "entry:\ninside: e\nbehind: v\nagain: f\nend: w q s t r\n");
}

TEST(LateDivisions, StayWhereTheyAreNeeded) {
  // By the condition, the guarded block, its result.
  EXPECT_EQ(blocksOf("  %s = fdiv float %x, %y\n"
                     "  %k = fcmp olt float %s, 1.0\n"
                     "  br i1 %k, label %inside, label %behind\n"
                     "inside:\n"
                     "  %e = load float, ptr %a\n"
                     "  br label %behind\n"
                     "behind:\n"
                     "  %v = phi float [ %e, %inside ], [ 0.0, %entry ]\n" +
                     useAll),
            "as before");
  EXPECT_EQ(blocksOf("  %s = fdiv float %x, %y\n"
                     "  br i1 %c, label %inside, label %behind\n"
                     "inside:\n"
                     "  %l = load float, ptr %a\n"
                     "  %e = fadd float %l, %s\n"
                     "  br label %behind\n"
                     "behind:\n"
                     "  %v = phi float [ %e, %inside ], [ 0.0, %entry ]\n" +
                     useAll),
            "as before");
  EXPECT_EQ(blocksOf("  %s = fdiv float %x, %y\n"
                     "  br i1 %c, label %inside, label %behind\n"
                     "inside:\n"
                     "  %e = load float, ptr %a\n"
                     "  br label %behind\n"
                     "behind:\n"
                     "  %v = phi float [ %e, %inside ], [ %s, %entry ]\n" +
                     useAll),
            "as before");
  // By what reads or writes memory.
  EXPECT_EQ(blocksOf("  %s = fdiv float %x, %y\n"
                     "  store float %s, ptr %a\n" +
                     guarded(useAll)),
            "as before");
  EXPECT_EQ(blocksOf("  %q = fdiv float %x, %y\n"
                     "  %k = fptosi float %q to i64\n"
                     "  %p = getelementptr float, ptr %a, i64 %k\n"
                     "  %s = load float, ptr %p\n" +
                     guarded(useAll)),
            "as before");
}

TEST(LateDivisions, OnlyBehindLoads) {
  const std::string division = "  %s = fdiv float %x, %y\n"
                               "  br i1 %c, label %inside, label %behind\n"
                               "inside:\n";
  const std::string behind = "  br label %behind\n"
                             "behind:\n"
                             "  %v = phi float [ %e, %inside ], "
                             "[ 0.0, %entry ]\n" +
                             useAll;
  EXPECT_EQ(blocksOf(division + "  %e = fadd float %x, 1.0\n" + behind),
            "as before");
  EXPECT_EQ(blocksOf(division +
                     "  %e = load float, ptr %a\n"
                     "  store float 1.0, ptr %a\n" +
                     behind),
            "as before");
  // What follows is reached from elsewhere, too.
  EXPECT_EQ(blocksOf("  br i1 %d, label %start, label %behind\n"
                     "start:\n"
                     "  %s = fdiv float %x, %y\n"
                     "  br i1 %c, label %inside, label %behind\n"
                     "inside:\n"
                     "  %e = load float, ptr %a\n"
                     "  br label %behind\n"
                     "behind:\n"
                     "  %v = phi float [ %e, %inside ], [ 0.0, %entry ], "
                     "[ 1.0, %start ]\n"
                     "  ret float %v\n"),
            "as before");
}

/// Code without guards and with them, which both go on to %end with %v and %w.
std::string twoWays(const std::string &without, const std::string &with) {
  return "  br i1 %c, label %free, label %guarded\n"
         "free:\n" +
         without +
         "  br label %end\n"
         "guarded:\n"
         "  call void @llvm.sideeffect()\n" +
         with +
         "  br label %end\n"
         "end:\n"
         "  %r = phi float [ %v, %free ], [ %w, %guarded ]\n"
         "  ret float %r\n";
}

TEST(LateDivisions, GoIntoCodeWithoutGuardsAndWithThem) {
  const std::string division = "  %q = fdiv float %x, %y\n"
                               "  %s = fadd float %q, 1.0\n";
  const std::string load = "  %e = load float, ptr %a\n";
  EXPECT_EQ(blocksOf(division + twoWays(load + "  %v = fadd float %s, %e\n",
                                        "  %w = fsub float %s, %q\n")),
            "entry:\nfree: q s e v\nguarded: q2 s1 w\nend: r\n");
  // Their results, used where both have come to an end.
  EXPECT_EQ(blocksOf("  %v = fdiv float %x, %y\n" +
                     twoWays(load, "  %w = fsub float %v, %x\n")),
            "entry:\nfree: v e\nguarded: v1 w\nend: r\n");
  // Nothing is loaded; the way with guards is no such.
  EXPECT_EQ(blocksOf(division + twoWays("  %v = fadd float %s, %x\n",
                                        "  %w = fsub float %s, %q\n")),
            "as before");
  std::string plain = division + twoWays(load + "  %v = fadd float %s, %e\n",
                                         "  %w = fsub float %s, %q\n");
  const std::string mark = "  call void @llvm.sideeffect()\n";
  plain.erase(plain.find(mark), mark.size());
  EXPECT_EQ(blocksOf(plain), "as before");
  // Needed by the condition, or behind both.
  EXPECT_EQ(blocksOf("  %q = fdiv float %x, %y\n"
                     "  %c2 = fcmp olt float %q, 1.0\n"
                     "  br i1 %c2, label %free, label %guarded\n"
                     "free:\n" +
                     load +
                     "  %v = fadd float %q, %e\n"
                     "  ret float %v\n"
                     "guarded:\n"
                     "  call void @llvm.sideeffect()\n"
                     "  ret float %q\n"),
            "as before");
  EXPECT_EQ(blocksOf("  %q = fdiv float %x, %y\n"
                     "  br i1 %c, label %free, label %guarded\n"
                     "free:\n" +
                     load +
                     "  br label %end\n"
                     "guarded:\n"
                     "  call void @llvm.sideeffect()\n"
                     "  br label %end\n"
                     "end:\n"
                     "  ret float %q\n"),
            "as before");
  // In the next turn.
  EXPECT_EQ(blocksOf("  br label %loop\n"
                     "loop:\n"
                     "  %p = phi float [ %x, %entry ], [ %q, %next ]\n"
                     "  %q = fdiv float %p, %y\n"
                     "  br i1 %c, label %free, label %guarded\n"
                     "free:\n" +
                     load +
                     "  br label %next\n"
                     "guarded:\n"
                     "  call void @llvm.sideeffect()\n"
                     "  br label %next\n"
                     "next:\n"
                     "  br i1 %d, label %loop, label %end\n"
                     "end:\n"
                     "  ret float %x\n"),
            "as before");
}

TEST(LateDivisions, RootsOfGuardedElements) {
  auto rooted = [](const std::string &operation, const std::string &otherwise,
                   const std::string &then) {
    return "  br i1 %c, label %inside, label %behind\n"
           "inside:\n"
           "  %l = load float, ptr %a\n"
           "  %e = " +
           operation +
           "\n"
           "  br label %behind\n"
           "behind:\n"
           "  %v = phi float [ %e, %inside ], [ " +
           otherwise + ", %entry ]\n" + then;
  };
  const std::string root = "call float @llvm.sqrt.f32(float %l)";
  const std::string load = "  %n = load float, ptr %a\n"
                           "  %r = fadd float %v, %n\n"
                           "  ret float %r\n";
  EXPECT_EQ(blocksOf(rooted(root, "0.0", load)),
            "entry:\ninside: l\nbehind:  v n r\n");
  EXPECT_EQ(blocksOf(rooted("fdiv float 1.0, %l", "0x7FF0000000000000", load)),
            "entry:\ninside: l\nbehind:  v n r\n");
  // Of another element than 0; of two numbers; no load follows.
  EXPECT_EQ(blocksOf(rooted(root, "1.0", load)), "as before");
  EXPECT_EQ(blocksOf(rooted(root, "-0.0", load)), "as before");
  EXPECT_EQ(blocksOf(rooted("fdiv float %l, %x", "0.0", load)), "as before");
  EXPECT_EQ(blocksOf(rooted(root, "0.0", "  ret float %v\n")), "as before");
}

} // namespace
} // namespace pyk2ptx
