// Which stores wait for the next one beside them, and which addresses lie so.
#include "compiler/schedule/near_places.h"
#include "compiler/schedule/near_stores.h"
#include "parsed_function.h"
#include "run_pass.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ValueSymbolTable.h>

#include <string>

namespace pyk2ptx {
namespace {

/// What a function with this body does, in order, after the pass: the names of
/// what it computes, and =x where it stores x.
std::string orderOf(const std::string &body) {
  ParsedFunction function(
      "declare void @other()\n"
      "define void @f(ptr noalias %a, ptr noalias %b, ptr %c, float %x,"
      "               float %y, i64 %i) {\n"
      "  %p = getelementptr float, ptr %a, i64 1\n"
      "  %p2 = getelementptr float, ptr %a, i64 2\n" +
      body + "  ret void\n}\n");
  runPass<NearStores>(*function);
  std::string text;
  for (const llvm::Instruction &instruction : llvm::instructions(*function))
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      text += "=" + store->getValueOperand()->getName().str() + " ";
    else if (instruction.hasName() && !instruction.getName().starts_with("p"))
      text += instruction.getName().str() + " ";
  return text;
}

TEST(NearStores, WaitForDivisions) {
  EXPECT_EQ(orderOf("  store float %x, ptr %a\n"
                    "  %q = fdiv float %x, %y\n"
                    "  store float %q, ptr %p\n"
                    "  %r = fdiv float %y, %x\n"
                    "  store float %r, ptr %p2\n"),
            "q r =x =q =r ");
  // Other numbers are there soon.
  EXPECT_EQ(orderOf("  store float %x, ptr %a\n"
                    "  %q = fmul float %x, %y\n"
                    "  store float %q, ptr %p\n"),
            "=x q =q ");
  // Those of another array pass.
  EXPECT_EQ(orderOf("  store float %x, ptr %a\n"
                    "  store float %y, ptr %b\n"
                    "  %l = load float, ptr %b\n"
                    "  %q = fdiv float %l, %y\n"
                    "  store float %q, ptr %p\n"),
            "=y l q =x =q ");
}

TEST(NearStores, OnlyForNeighbours) {
  EXPECT_EQ(orderOf("  store float %x, ptr %a\n"
                    "  %q = fdiv float %x, %y\n"
                    "  store float %q, ptr %b\n"),
            "=x q =q ");
  EXPECT_EQ(orderOf("  store float %x, ptr %a\n"
                    "  %q = fdiv float %x, %y\n"
                    "  %pi = getelementptr float, ptr %a, i64 %i\n"
                    "  store float %q, ptr %pi\n"),
            "=x q =q ");
  EXPECT_EQ(orderOf("  store float %x, ptr %a\n"
                    "  %q = fdiv float %x, %y\n"
                    "  %pf = getelementptr float, ptr %a, i64 32\n"
                    "  store float %q, ptr %pf\n"),
            "=x q =q ");
}

TEST(NearStores, StayBeforeWhatMayUseThem) {
  const std::string end = "  %q = fdiv float %x, %y\n"
                          "  store float %q, ptr %p\n";
  EXPECT_EQ(orderOf("  store float %x, ptr %a\n"
                    "  %l = load float, ptr %a\n" +
                    end),
            "=x l q =q ");
  // %c may be any address but %a's and %b's; the element itself.
  EXPECT_EQ(orderOf("  store float %x, ptr %a\n"
                    "  %l = load float, ptr %c\n" +
                    end),
            "l q =x =q ");
  EXPECT_EQ(orderOf("  store float %x, ptr %c\n"
                    "  %l = load float, ptr %c\n"
                    "  %q = fdiv float %x, %y\n"
                    "  %pc = getelementptr float, ptr %c, i64 1\n"
                    "  store float %q, ptr %pc\n"),
            "=x l q =q ");
  EXPECT_EQ(orderOf("  store float %x, ptr %a\n"
                    "  %q = fdiv float %x, %y\n"
                    "  store float %q, ptr %a\n"),
            "q =x =q ");
  EXPECT_EQ(orderOf("  store float %x, ptr %a\n"
                    "  fence release\n" +
                    end),
            "=x q =q ");
  EXPECT_EQ(orderOf("  store float %x, ptr %a\n"
                    "  call void @other()\n" +
                    end),
            "=x q =q ");
  EXPECT_EQ(orderOf("  store volatile float %x, ptr %a\n" + end), "=x q =q ");
}

TEST(Place, IsNearInAnyOrderOfAdditions) {
  ParsedFunction function("define void @f(ptr %a, ptr %b, i64 %i, i64 %j) {\n"
                          "  %1 = getelementptr float, ptr %a, i64 %i\n"
                          "  %here = getelementptr i8, ptr %1, i64 4\n"
                          "  %2 = getelementptr i8, ptr %a, i64 -8\n"
                          "  %same = getelementptr float, ptr %2, i64 %i\n"
                          "  %far = getelementptr i8, ptr %1, i64 132\n"
                          "  %last = getelementptr i8, ptr %1, i64 131\n"
                          "  %other = getelementptr float, ptr %b, i64 %i\n"
                          "  %scaled = getelementptr i64, ptr %a, i64 %i\n"
                          "  %elsewhere = getelementptr float, ptr %a, i64 %j\n"
                          "  ret void\n}\n");
  llvm::ValueSymbolTable &names = *function->getValueSymbolTable();
  auto isNear = [&](const char *name) {
    const llvm::DataLayout &layout = function->getDataLayout();
    return Place(*names.lookup("here"), layout)
        .isNear(Place(*names.lookup(name), layout));
  };
  EXPECT_TRUE(isNear("here"));
  EXPECT_TRUE(isNear("same"));
  EXPECT_TRUE(isNear("last"));
  EXPECT_FALSE(isNear("far"));
  EXPECT_FALSE(isNear("other"));
  EXPECT_FALSE(isNear("scaled"));
  EXPECT_FALSE(isNear("elsewhere"));
}

} // namespace
} // namespace pyk2ptx
