// Which numbers have 16 bits. tests/run/test_half_words.py has what they are.
#include "compiler/host/half_words.h"
#include "parsed_function.h"
#include "run_pass.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <string>

namespace pyk2ptx {
namespace {

/// Whether nothing is computed in 32 bits any more of %x and %y, which are
/// bytes %a and %b and a short %c widened; `body` leaves %v, an i8.
bool isNarrow(const std::string &body) {
  ParsedFunction function("declare i32 @llvm.abs.i32(i32, i1)\n"
                          "declare i32 @llvm.smin.i32(i32, i32)\n"
                          "declare i32 @llvm.umin.i32(i32, i32)\n"
                          "define i8 @f(i8 %a, i8 %b, i16 %c, ptr %to) {\n"
                          "  %x = zext i8 %a to i32\n"
                          "  %y = sext i8 %b to i32\n"
                          "  %z = sext i16 %c to i32\n" +
                          body + "  ret i8 %v\n}\n");
  runPass<HalfWordsPass>(*function);
  return std::ranges::none_of(
      llvm::instructions(*function), [](const llvm::Instruction &each) {
        return each.getType()->isIntegerTy(32) &&
               !llvm::isa<llvm::ZExtInst, llvm::SExtInst>(each);
      });
}

TEST(HalfWords, WhatFits) {
  EXPECT_TRUE(isNarrow("  %s = sub i32 %x, %y\n"
                       "  %d = shl i32 %s, 2\n"
                       "  %t = call i32 @llvm.abs.i32(i32 %d, i1 false)\n"
                       "  %u = call i32 @llvm.umin.i32(i32 %t, i32 255)\n"
                       "  %v = trunc i32 %u to i8\n"));
  EXPECT_TRUE(isNarrow("  %p = mul i32 %y, %y\n"
                       "  %q = ashr i32 %p, 7\n"
                       "  %v = trunc i32 %q to i8\n"));
  EXPECT_TRUE(isNarrow("  %m = call i32 @llvm.smin.i32(i32 %z, i32 %x)\n"
                       "  %t = icmp slt i32 %m, 3\n"
                       "  %v = zext i1 %t to i8\n"));
  // By way of 64 bits.
  EXPECT_TRUE(isNarrow("  %s = add i32 %x, %y\n"
                       "  %w = sext i32 %s to i64\n"
                       "  %v = trunc i64 %w to i8\n"));
}

TEST(HalfWords, WhatDoesNot) {
  EXPECT_FALSE(isNarrow("  %p = mul i32 %x, %x\n"
                        "  %q = lshr i32 %p, 8\n"
                        "  %v = trunc i32 %q to i8\n"));
  EXPECT_FALSE(isNarrow("  %s = add i32 %z, %x\n"
                        "  %q = ashr i32 %s, 8\n"
                        "  %v = trunc i32 %q to i8\n"));
  EXPECT_FALSE(isNarrow("  %s = sub i32 %x, %y\n"
                        "  %q = lshr i32 %s, 3\n"
                        "  %v = trunc i32 %q to i8\n"));
  EXPECT_FALSE(isNarrow("  %s = shl i32 %x, %y\n"
                        "  %v = trunc i32 %s to i8\n"));
}

TEST(HalfWords, NotWhatIsWantedWide) {
  EXPECT_FALSE(isNarrow("  %s = add i32 %x, %y\n"
                        "  store i32 %s, ptr %to\n"
                        "  %v = trunc i32 %s to i8\n"));
  EXPECT_FALSE(isNarrow("  %s = add i32 %x, %y\n"
                        "  %o = mul i32 %s, 1000\n"
                        "  %t = icmp ugt i32 %o, 70000\n"
                        "  %v = zext i1 %t to i8\n"));
}

} // namespace
} // namespace pyk2ptx
