// Which guarded loads are found to be loaded already.
#include "compiler/backend/repeated_loads.h"
#include "parsed_function.h"
#include "run_pass.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>

#include <string>

namespace pyk2ptx {
namespace {

/// A guarded value: %NAME, what `inside` sets as %NAME.1, or `other`.
std::string guarded(const std::string &name, const std::string &condition,
                    const std::string &inside,
                    const std::string &other = "0.0") {
  return "  br i1 " + condition + ", label %" + name + ".in, label %" + name +
         ".end\n" + name + ".in:\n" + inside + "  br label %" + name +
         ".end\n" + name + ".end:\n  %" + name + " = phi float [ " + other +
         ", %" + name + ".from ], [ %" + name + ".1, %" + name + ".in ]\n";
}

std::string block(const std::string &name) {
  return "  br label %" + name + ".from\n" + name + ".from:\n";
}

/// How many loads are left of `body`, which stores what it computes to %r.
unsigned loadsOf(const std::string &body) {
  ParsedFunction function(
      "declare void @other()\n"
      "define void @f(ptr %a, ptr noalias %b, i1 %p, i1 %q, i64 %i,"
      "               ptr %r) {\n" +
      body + "  ret void\n}\n");
  runPass<RepeatedLoads>(*function);
  unsigned loads = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(*function))
    loads += llvm::isa<llvm::LoadInst>(instruction);
  return loads;
}

std::string element(const std::string &name, const std::string &array = "%a") {
  return "  %" + name + ".p = getelementptr float, ptr " + array +
         ", i64 %i\n  %" + name + ".1 = load float, ptr %" + name + ".p\n";
}

const std::string first = block("x") + guarded("x", "%p", element("x"));
const std::string sumLines =
    "  %s = fadd float %x, %y\n  store float %s, ptr %r\n";

TEST(RepeatedLoads, UnderOneGuard) {
  EXPECT_EQ(
      loadsOf(first + block("y") + guarded("y", "%p", element("y")) + sumLines),
      1u);
  // All that come behind the first.
  EXPECT_EQ(loadsOf(first + block("z") + guarded("z", "%p", element("z")) +
                    "  store float %z, ptr %b\n" + block("y") +
                    guarded("y", "%p", element("y")) + sumLines),
            1u);
}

TEST(RepeatedLoads, NotOfOtherElements) {
  EXPECT_EQ(
      loadsOf(first + block("y") + guarded("y", "%q", element("y")) + sumLines),
      2u);
  EXPECT_EQ(loadsOf(first + block("y") +
                    guarded("y", "%p", element("y", "%b")) + sumLines),
            2u);
  EXPECT_EQ(loadsOf(first + block("y") +
                    guarded("y", "%p", element("y"), "1.0") + sumLines),
            2u);
  EXPECT_EQ(
      loadsOf(first + block("y") +
              guarded("y", "%p", "  %y.1 = load volatile float, ptr %a\n") +
              sumLines),
      2u);
  // Poison where the first is none.
  EXPECT_EQ(loadsOf(first + block("y") +
                    guarded("y", "%p",
                            "  %y.p = getelementptr inbounds float, ptr %a,"
                            " i64 %i\n"
                            "  %y.1 = load float, ptr %y.p\n") +
                    sumLines),
            2u);
}

TEST(RepeatedLoads, NotBehindWhatMayWriteThere) {
  auto loadsWith = [](const std::string &between) {
    return loadsOf(first + between + block("y") +
                   guarded("y", "%p", element("y")) + sumLines);
  };
  EXPECT_EQ(loadsWith("  store float 1.0, ptr %b\n"), 1u);
  EXPECT_EQ(loadsWith("  store float 1.0, ptr %a\n"), 2u);
  EXPECT_EQ(loadsWith("  call void @other()\n"), 2u);
  EXPECT_EQ(loadsWith("  fence acquire\n"), 2u);
  // In the turn before.
  EXPECT_EQ(loadsOf(first + "  br label %y.from\ny.from:\n" +
                    guarded("y", "%p", element("y")) +
                    "  store float %y, ptr %a\n"
                    "  br i1 %q, label %y.from, label %done\n"
                    "done:\n"),
            2u);
}

TEST(RepeatedLoads, NotWhereTheFirstMayNotHaveBeen) {
  EXPECT_EQ(loadsOf("  br i1 %q, label %x.from, label %y.from\nx.from:\n" +
                    guarded("x", "%p", element("x")) +
                    "  store float %x, ptr %b\n"
                    "  br label %y.from\ny.from:\n" +
                    guarded("y", "%p", element("y")) +
                    "  store float %y, ptr %r\n"),
            2u);
}

} // namespace
} // namespace pyk2ptx
