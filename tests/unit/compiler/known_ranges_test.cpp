// What counters and floats are known to be, of functions in LLVM's own text.
#include "compiler/words/float_ranges.h"
#include "compiler/words/known_ranges.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>

namespace pyk2ptx {
namespace {

using llvm::APInt;
using llvm::ConstantRange;

class KnownRangesOf : public ::testing::Test {
protected:
  void parse(const std::string &text) {
    llvm::SMDiagnostic problem;
    module_ = llvm::parseAssemblyString(text, problem, context_);
    ASSERT_TRUE(module_) << problem.getMessage().str() << " at "
                         << problem.getLineNo();
    function_ = module_->getFunction("f");
    ranges_ = std::make_unique<KnownRanges>(*function_);
  }
  const llvm::Value *named(const std::string &name) const {
    for (llvm::Instruction &instruction : llvm::instructions(*function_))
      if (instruction.getName() == name)
        return &instruction;
    ADD_FAILURE() << "no " << name;
    return nullptr;
  }
  ConstantRange of(const std::string &name) const {
    return ranges_->of(named(name));
  }
  FloatRange floatOf(const std::string &name) const {
    return FloatRanges(*ranges_).of(named(name));
  }

  /// A loop with two counters; `first` is compared with `end`.
  void parseLoop(const std::string &type, const std::string &start,
                 const std::string &step, const std::string &end,
                 const std::string &more = "") {
    parse("define void @f(" + type + " %n, i32 range(i32 0, 1000) %m) {\n" +
          "entry:\n  %wide = " +
          (type == "i64" ? "zext i32 %m to i64" : "add i32 %m, 0") +
          "\n  %even = shl nuw nsw " + type + " %wide, 1\n" +
          "  br label %loop\nloop:\n  %first = phi " + type + " [ " + start +
          ", %entry ], [ %next, %back ]\n" +
          "  %second = phi i16 [ -2, %entry ], [ %more, %back ]\n" + more +
          "  br label %back\nback:\n  %next = add " + type + " %first, " +
          step + "\n  %more = add i16 %second, 3\n  %ends = icmp eq " + type +
          " %next, " + end +
          "\n  br i1 %ends, label %out, label %loop\nout:\n  ret void\n}\n");
  }
  static ConstantRange between(unsigned bits, std::int64_t low,
                               std::int64_t high) {
    auto number = [&](std::int64_t value) {
      return APInt(bits, static_cast<std::uint64_t>(value), true, true);
    };
    return {number(low), number(high + 1)};
  }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  llvm::Function *function_ = nullptr;
  std::unique_ptr<KnownRanges> ranges_;
};

// LLVM compares words, and extends what it compared somewhere else.
TEST_F(KnownRangesOf, WhatConditionsSayOfExtendedOperands) {
  parse("define void @f(i32 range(i32 0, 1000) %i, i32 %n) {\n"
        "entry:\n  %long = sext i32 %n to i64\n"
        "  %few = icmp slt i32 %i, %n\n"
        "  br i1 %few, label %body, label %else\n"
        "body:\n  %less = add nsw i64 %long, -1\n  ret void\n"
        "else:\n  %other = add nsw i64 %long, -1\n  ret void\n}\n");
  EXPECT_EQ(of("less"), between(64, 0, INT32_MAX - 1));
  EXPECT_EQ(ranges_->within(
                named("long"),
                *llvm::cast<llvm::Instruction>(named("less"))->getParent()),
            between(64, 1, INT32_MAX));
  EXPECT_TRUE(of("long").contains(APInt(64, -5, true)));
  EXPECT_TRUE(of("other").contains(APInt(64, -5, true)));
}

TEST_F(KnownRangesOf, ResultsUnderConditions) {
  parse("define void @f(i32 range(i32 0, 1000) %m, i32 %n, i1 %other) {\n"
        "entry:\n  %anywhere = add i32 %m, -1\n"
        "  %some = icmp ne i32 %m, 0\n  %few = icmp sgt i32 %n, %m\n"
        "  %both = select i1 %some, i1 %few, i1 false\n"
        "  br i1 %both, label %body, label %else\n"
        "body:\n  %before = add i32 %m, -1\n  %limit = add i32 %n, -2\n"
        "  br i1 %other, label %inner, label %join\n"
        "inner:\n  %again = add i32 %m, -1\n  br label %join\n"
        "else:\n  %neither = add i32 %m, -1\n  br label %join\n"
        "join:\n  %behind = add i32 %m, -1\n  ret void\n}\n");
  EXPECT_EQ(of("before"), between(32, 0, 998));
  EXPECT_EQ(of("again"), between(32, 0, 998));
  EXPECT_EQ(of("limit"), between(32, 0, INT32_MAX - 2));
  for (const char *name : {"anywhere", "neither", "behind"})
    EXPECT_EQ(of(name), between(32, -1, 998)) << name;
}

TEST_F(KnownRangesOf, ResultsWhereNeitherHolds) {
  parse("define void @f(i32 range(i32 0, 1000) %m, i32 range(i32 0, 50) %n) {\n"
        "entry:\n  %none = icmp eq i32 %m, 0\n"
        "  %far = icmp uge i32 %m, %n\n  %either = or i1 %none, %far\n"
        "  br i1 %either, label %out, label %body\n"
        "body:\n  %before = add i32 %m, -1\n  %left = sub i32 %n, 2\n"
        "  br label %out\n"
        "out:\n  %any = add i32 %m, -1\n  ret void\n}\n");
  EXPECT_EQ(of("before"), between(32, 0, 47));
  EXPECT_EQ(of("left"), between(32, 0, 47));
  EXPECT_EQ(of("any"), between(32, -1, 998));
}

TEST_F(KnownRangesOf, AConditionOfALoopIsOfItsIteration) {
  parse("define void @f(i32 range(i32 0, 1000) %m, ptr %p) {\n"
        "entry:\n  br label %loop\n"
        "loop:\n  %i = phi i32 [ 0, %entry ], [ %step, %next ]\n"
        "  %big = icmp ugt i32 %i, 10\n"
        "  br i1 %big, label %body, label %next\n"
        "body:\n  %less = sub i32 %i, 11\n  br label %next\n"
        "next:\n  %other = sub i32 %i, 11\n  %step = load i32, ptr %p\n"
        "  %ends = icmp eq i32 %step, %m\n"
        "  br i1 %ends, label %out, label %loop\n"
        "out:\n  ret void\n}\n");
  EXPECT_EQ(of("less"), ConstantRange(APInt(32, 0), APInt(32, -11, true)));
  EXPECT_TRUE(of("other").isFullSet());
}

TEST_F(KnownRangesOf, ACounterBetweenConstants) {
  parseLoop("i64", "1", "1", "513");
  EXPECT_EQ(of("first"), between(64, 1, 513));
  EXPECT_EQ(of("second"), between(16, -2, 512 * 3 - 2));
  parseLoop("i32", "400", "-2", "0");
  EXPECT_EQ(of("first"), between(32, 0, 400));
}

TEST_F(KnownRangesOf, AnEndThatIsSteppedOver) {
  // All but the end, at least.
  auto isOpen = [&](const std::string &name) {
    ConstantRange others = of(name).inverse();
    return others.isEmptySet() || others.isSingleElement();
  };
  parseLoop("i64", "1", "2", "512");
  EXPECT_TRUE(isOpen("first"));
  EXPECT_TRUE(isOpen("second"));
  parseLoop("i32", "600", "1", "512");
  EXPECT_TRUE(isOpen("first"));
  parseLoop("i32", "5", "1", "5");
  EXPECT_TRUE(isOpen("first"));
}

TEST_F(KnownRangesOf, AnEndThatIsKnownToBeSmall) {
  parseLoop("i64", "0", "1", "%wide");
  EXPECT_EQ(of("first"), between(64, 0, 999));
  EXPECT_EQ(of("second"), between(16, -2, 999 * 3 - 2));
  parseLoop("i64", "%even", "-2", "0");
  EXPECT_EQ(of("first"), between(64, 0, 1998));
}

TEST_F(KnownRangesOf, ACounterFromBelowZero) {
  parseLoop("i64", "-1000", "1", "%wide");
  EXPECT_EQ(of("first"), between(64, -1000, 999));
  EXPECT_EQ(of("second"), between(16, -2, 1999 * 3 - 2));
  parseLoop("i64", "-9", "1", "-4");
  EXPECT_EQ(of("first"), between(64, -9, -4));
  // It may begin so far away that it is not years.
  parseLoop("i64", "-6000000000000000000", "1", "%wide");
  EXPECT_TRUE(of("first").isFullSet());
}

TEST_F(KnownRangesOf, ACounterThatIsComparedBeforeItsStep) {
  parse(R"(
    define void @f(i64 range(i64 0, 100) %n) {
    entry:
      %start = sub nsw i64 0, %n
      br label %loop
    loop:
      %i = phi i64 [ %start, %entry ], [ %next, %loop ]
      %turn = phi i16 [ 0, %entry ], [ %more, %loop ]
      %next = add i64 %i, 1
      %more = add i16 %turn, 1
      %ends = icmp eq i64 %n, %i
      br i1 %ends, label %out, label %loop
    out:
      ret void
    })");
  EXPECT_EQ(of("i"), between(64, -99, 99));
  EXPECT_EQ(of("turn"), between(16, 0, 198));
}

TEST_F(KnownRangesOf, ComparisonsThatLlvmHasMadeOneOf) {
  parse(R"(
    define void @f(i64 %a, i64 %b, i64 %c, i64 %d) {
    entry:
      %larger = call i64 @llvm.umax.i64(i64 %a, i64 %b)
      %some = icmp ugt i64 %larger, 100
      %shifted = add i64 %c, 64
      %far = icmp ugt i64 %shifted, 127
      %signed = call i64 @llvm.smax.i64(i64 %d, i64 %c)
      %high = icmp sgt i64 %signed, 9
      %one = or i1 %some, %far
      %any = or i1 %one, %high
      br i1 %any, label %out, label %small
    small:
      %sum = add i64 %a, %b
      %moved = add i64 %c, 1
      %d2 = add i64 %d, 0
      br label %out
    out:
      ret void
    }
    declare i64 @llvm.umax.i64(i64, i64)
    declare i64 @llvm.smax.i64(i64, i64))");
  EXPECT_EQ(of("sum"), between(64, 0, 200));
  EXPECT_EQ(of("moved"), between(64, -63, 10));
  EXPECT_EQ(of("d2").getSignedMax(), APInt(64, 9));
}

TEST_F(KnownRangesOf, NothingIsSaidWhereTheCounterMayGoAllAround) {
  // 2**32 turns are no matter of years.
  parseLoop("i32", "0", "1", "%m");
  EXPECT_TRUE(of("first").isFullSet());
  parseLoop("i64", "%wide", "-2", "0");
  EXPECT_TRUE(of("first").isFullSet());
  parseLoop("i64", "0", "1", "%n");
  EXPECT_TRUE(of("first").isFullSet());
  parseLoop("i64", "0", "65536", "%even");
  EXPECT_TRUE(of("first").isFullSet());
}

TEST_F(KnownRangesOf, AnotherExitMayBeTakenBeforeTheEnd) {
  const std::string exit =
      "  %leaves = icmp eq i16 %second, 7\n"
      "  br i1 %leaves, label %out, label %stays\nstays:\n";
  parseLoop("i64", "0", "1", "%wide", exit);
  EXPECT_TRUE(of("first").isFullSet());
  parseLoop("i64", "0", "1", "100", exit);
  EXPECT_EQ(of("first"), between(64, 0, 100));
}

/// A search that is left early, from `start` by `step` to %n, where %runs.
std::string search(const std::string &start, const std::string &step,
                   const std::string &runs) {
  return "define void @f(ptr %x, i64 range(i64 -3, 1000) %n) {\n"
         "entry:\n  %runs = icmp " +
         runs +
         "\n  br i1 %runs, label %loop, label %out\nloop:\n"
         "  %turn = phi i64 [ " +
         start +
         ", %entry ], [ %next, %back ]\n  %found = load volatile i1, ptr %x\n"
         "  br i1 %found, label %out, label %back\nback:\n"
         "  %next = add i64 %turn, " +
         step +
         "\n  %ends = icmp eq i64 %next, %n\n"
         "  br i1 %ends, label %out, label %loop\nout:\n  ret void\n}\n";
}

TEST_F(KnownRangesOf, ASearchThatBeginsBeforeItsEnd) {
  parse(search("0", "1", "sgt i64 %n, 0"));
  EXPECT_EQ(of("turn"), between(64, 0, 999));
  parse(search("7", "1", "sgt i64 %n, 7"));
  EXPECT_EQ(of("turn"), between(64, 7, 999));
  parse(search("2000", "-1", "sgt i64 %n, -1"));
  EXPECT_EQ(of("turn"), between(64, 0, 2000));
  // From its end or behind it, over it, or below zero, as one sees it.
  for (const std::string &text :
       {search("0", "1", "sgt i64 %n, -1"), search("7", "1", "sgt i64 %n, 5"),
        search("0", "2", "sgt i64 %n, 0"),
        search("2000", "-1", "slt i64 %n, 5"),
        search("-5", "1", "sgt i64 %n, 0")}) {
    parse(text);
    EXPECT_TRUE(of("turn").isFullSet()) << text;
  }
}

TEST_F(KnownRangesOf, WhatASumIsLessThan) {
  // i + k stays inside; so does k, from zero on.
  parse(R"(
define void @f(i64 range(i64 1, 1000) %i, i64 range(i64 0, 2000) %n, i64 %most,
               i64 %a, i64 %b) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %back ]
  %sum = add i64 %i, %k
  %inside = icmp ult i64 %sum, %n
  br i1 %inside, label %back, label %out
back:
  %next = add i64 %k, 1
  %ends = icmp eq i64 %next, %most
  br i1 %ends, label %out, label %loop
out:
  %any = add i64 %a, %b
  %small = icmp ult i64 %any, 10
  br i1 %small, label %in, label %end
in:
  %alone = add i64 %a, 0
  br label %end
end:
  ret void
})");
  EXPECT_EQ(of("k"), between(64, 0, 1998));
  EXPECT_TRUE(of("alone").isFullSet());
}

TEST_F(KnownRangesOf, BitsOfNumbersWithSigns) {
  parse(R"(
define void @f(i64 range(i64 -3, 100) %a, i64 range(i64 -1, 5) %b, i64 %c) {
  %or = or i64 %a, %b
  %and = and i64 %a, %b
  %xor = xor i64 %a, %b
  %any = or i64 %a, %c
  %all = xor i64 %a, -1
  ret void
})");
  for (const char *name : {"or", "and", "xor", "all"})
    EXPECT_TRUE(
        ConstantRange(APInt(64, -128, true), APInt(64, 128)).contains(of(name)))
        << name;
  EXPECT_TRUE(of("any").isFullSet());
}

TEST_F(KnownRangesOf, SeveralTurnsThatAreOne) {
  auto parseTurns = [&](const std::string &mark) {
    parse("define void @f(i64 range(i64 0, 100) %n, i64 range(i64 -9, 3) %m) {"
          "\nentry:\n  br label %loop\nloop:\n"
          "  %i = phi i64 [ %m, %entry ], [ %next, %loop ]\n"
          "  %turn = phi i16 [ 0, %entry ], [ %more, %loop ]\n"
          "  %next = add i64 %i, 8\n  %more = add i16 %turn, 1\n"
          "  %last = add i64 %i, 7\n  %ends = icmp eq i64 %last, %n\n"
          "  br i1 %ends, label %out, label %loop, !llvm.loop !0\nout:\n"
          "  ret void\n}\n!0 = distinct !{!0, !1}\n!1 = !{!\"" +
          mark + "\"}\n");
  };
  parseTurns("pyk2ptx.loop.counted");
  EXPECT_EQ(of("i"), between(64, -9, 99 - 7));
  EXPECT_EQ(of("turn"), between(16, 0, (99 - 7 + 9) / 8));
  // The counter may step over its end.
  parseTurns("of another kind");
  EXPECT_TRUE(of("i").isFullSet());
}

TEST_F(KnownRangesOf, WhatIsLeftOfADivision) {
  parse(R"(
define void @f(i64 range(i64 0, 256) %a, i64 range(i64 -9, 10) %b, i64 %c) {
  %whole = sdiv i64 %a, %b
  %product = mul nsw i64 %whole, %b
  %rest = sub nsw i64 %a, %product
  %hiddenA = bitcast i64 %a to <1 x i64>
  %hiddenC = bitcast i64 %c to <1 x i64>
  %hidden = sdiv <1 x i64> %hiddenA, %hiddenC
  %far = bitcast <1 x i64> %hidden to i64
  %farProduct = mul i64 %c, %far
  %farRest = sub i64 %a, %farProduct
  %of255 = sdiv <1 x i64> splat (i64 255), %hiddenC
  %most = bitcast <1 x i64> %of255 to i64
  %other = sub i64 %c, %product
  %cast = bitcast <1 x i64> %hiddenA to i64
  ret void
})");
  EXPECT_EQ(of("rest"), between(64, 0, 8));
  EXPECT_EQ(of("far"), between(64, -255, 255));
  EXPECT_EQ(of("farRest"), between(64, 0, 255));
  EXPECT_EQ(of("most"), between(64, -255, 255));
  EXPECT_TRUE(of("other").isFullSet());
  EXPECT_TRUE(of("cast").isFullSet());
}

TEST_F(KnownRangesOf, DividendsWithoutSigns) {
  parse("define void @f(i64 range(i64 -100, 31) %x, i64 %y, i32 %w) {\n"
        "  %sign = ashr i64 %x, 63\n  %flipped = xor i64 %x, %sign\n"
        "  %other = ashr i64 %y, 63\n  %any = xor i64 %other, %y\n"
        "  %mixed = xor i64 %x, %other\n"
        "  %half = ashr i64 %x, 31\n  %less = xor i64 %x, %half\n"
        "  %quotient = udiv i64 %flipped, 10\n"
        "  %floor = xor i64 %quotient, %sign\n"
        "  %extended = zext nneg i32 %w to i64\n"
        "  ret void\n}\n");
  EXPECT_EQ(of("flipped"), ConstantRange(APInt(64, 0), APInt(64, 100)));
  EXPECT_EQ(of("any"),
            ConstantRange(APInt(64, 0), APInt::getSignedMinValue(64)));
  EXPECT_TRUE(of("mixed").contains(APInt(64, std::uint64_t(-1))));
  EXPECT_TRUE(of("less").contains(APInt(64, std::uint64_t(-1))));
  EXPECT_EQ(of("floor").getSignedMin(), -16);
  EXPECT_EQ(of("floor").getSignedMax(), 15);
  EXPECT_EQ(of("extended").getUnsignedMax(), (std::uint64_t(1) << 31) - 1);
}

TEST_F(KnownRangesOf, AMinimumIsOneOfBoth) {
  parse(R"(
declare i64 @llvm.umax.i64(i64, i64)
define void @f(i64 range(i64 -255, 256) %a) {
  %some = call i64 @llvm.umax.i64(i64 %a, i64 1)
  ret void
})");
  EXPECT_EQ(of("some"), between(64, -255, 255));
}

TEST_F(KnownRangesOf, WhatIsSaidOfOtherWidths) {
  parse(R"(
define void @f(i32 %n, i64 range(i64 -300, 300) %m, i64 %far, i1 %other) {
entry:
  %long = sext i32 %n to i64
  %short = icmp ult i64 %long, 4294967296
  br i1 %short, label %plain, label %else
plain:
  %more = add i32 %n, 0
  br label %else
else:
  %low = trunc i64 %m to i32
  %isPlace = icmp sge i32 %low, 0
  %cut = trunc i64 %far to i32
  br i1 %isPlace, label %place, label %last
place:
  %double = add i64 %m, %m
  br label %last
last:
  %isFar = icmp ult i32 %cut, 9
  br i1 %isFar, label %end, label %out
end:
  %still = add i64 %far, 0
  ret void
out:
  ret void
})");
  EXPECT_EQ(of("more"), between(32, 0, INT32_MAX));
  EXPECT_EQ(of("double"), between(64, 0, 598));
  EXPECT_TRUE(of("still").isFullSet());
}

TEST_F(KnownRangesOf, BothEndsOfASearchStayInside) {
  parse(R"(
define void @f(i64 range(i64 0, 2147483648) %n, i1 %c) {
entry:
  br label %loop
loop:
  %low = phi i64 [ 0, %entry ], [ %l, %loop ]
  %high = phi i64 [ %n, %entry ], [ %h, %loop ]
  %sum = add i64 %low, %high
  %middle = ashr i64 %sum, 1
  %next = add i64 %middle, 1
  %l = select i1 %c, i64 %next, i64 %low
  %h = select i1 %c, i64 %high, i64 %middle
  %goes = icmp slt i64 %l, %h
  br i1 %goes, label %loop, label %end
end:
  ret void
})");
  EXPECT_EQ(of("low"), between(64, 0, INT32_MAX - 1));
  EXPECT_EQ(of("high"), between(64, 0, INT32_MAX));
  EXPECT_TRUE(fitsUnsigned(of("sum")));
  EXPECT_TRUE(fitsSigned(of("next")));
}

TEST_F(KnownRangesOf, WhatALoopCarriesMayBecomeAnything) {
  auto carried = [&](const std::string &start, const std::string &next,
                     const std::string &type = "i64") {
    parse("define void @f(i64 %n, i64 range(i64 1, 1000) %m, i1 %c) {\n"
          "entry:\n  br label %loop\n"
          "loop:\n"
          "  %x = phi " +
          type + " [ " + start +
          ", %entry ], [ %y, %loop ]\n"
          "  %y = " +
          next +
          "\n"
          "  br i1 %c, label %loop, label %end\n"
          "end:\n  ret void\n}\n");
    return of("x");
  };
  EXPECT_TRUE(fitsUnsigned(carried("1", "lshr i64 %x, 1"), 31));
  EXPECT_EQ(carried("%m", "urem i64 %x, %m"), between(64, 0, 999));
  EXPECT_EQ(carried("0", "and i64 %n, 255"), between(64, 0, 255));
  EXPECT_TRUE(carried("1", "mul i64 %x, 3").isFullSet());
  EXPECT_TRUE(carried("0", "add i64 %x, %m").isFullSet());
  EXPECT_TRUE(carried("0", "sub i64 %m, %x").isFullSet());
  EXPECT_TRUE(carried("1", "mul i32 %x, 5", "i32").isFullSet());
  EXPECT_TRUE(carried("1", "xor i8 %x, -2", "i8").contains(APInt(8, 255)));
}

TEST_F(KnownRangesOf, LoopsOfTwoEntries) {
  parse(R"(
define void @f(i1 %c, i1 %d) {
entry:
  br i1 %c, label %one, label %two
one:
  %x = phi i64 [ 1, %entry ], [ %y, %two ]
  %a = mul i64 %x, 3
  br i1 %d, label %two, label %end
two:
  %y = phi i64 [ 2, %entry ], [ %a, %one ]
  br label %one
end:
  ret void
})");
  EXPECT_TRUE(of("x").isFullSet());
  EXPECT_TRUE(of("y").isFullSet());
}

TEST_F(KnownRangesOf, FloatsUnderConditions) {
  parse(R"(
define void @f(float %x, float %y, float %z, i32 range(i32 0, 1000) %n) {
entry:
  %end = uitofp i32 %n to float
  %below = fcmp olt float %x, 0.0
  %above = fcmp oge float %x, %end
  %beside = or i1 %below, %above
  br i1 %beside, label %out, label %inside
inside:
  %in = fadd float %x, 0.0
  %down = call float @llvm.floor.f32(float %x)
  %order = fcmp olt float %y, 8.0
  %more = fcmp ugt float 4.0, %z
  %both = select i1 %order, i1 %more, i1 false
  br i1 %both, label %ordered, label %other
ordered:
  %last = fadd float %y, %z
  %is = fcmp ult float %x, %z
  br i1 %is, label %behind, label %behind
behind:
  %unknown = fadd float %z, 1.0
  br label %out
other:
  %not = fadd float %y, 2.0
  br label %out
out:
  %outside = fadd float %x, 1.0
  ret void
})");
  constexpr double infinity = std::numeric_limits<double>::infinity();
  FloatRanges floats(*ranges_);
  auto within = [&](const std::string &user, unsigned operand) {
    const auto *at = llvm::cast<llvm::Instruction>(named(user));
    return floats.within(at->getOperand(operand), *at->getParent());
  };
  // Nan is neither below zero nor beyond the end.
  FloatRange in = within("in", 0);
  EXPECT_EQ(in.low, 0);
  EXPECT_EQ(in.high, 999);
  EXPECT_TRUE(in.isNanPossible);
  FloatRange down =
      floats.within(named("down"),
                    *llvm::cast<llvm::Instruction>(named("down"))->getParent());
  EXPECT_EQ(down.low, 0);
  EXPECT_EQ(down.high, 999);
  FloatRange y = within("last", 0), z = within("last", 1);
  EXPECT_EQ(y.high, 8);
  EXPECT_EQ(y.low, -infinity);
  EXPECT_FALSE(y.isNanPossible);
  EXPECT_EQ(z.high, 4);
  EXPECT_TRUE(z.isNanPossible);
  // Both ways lead there; one of two conditions was not.
  EXPECT_EQ(within("unknown", 0).high, 4);
  EXPECT_EQ(within("not", 0).high, infinity);
  EXPECT_EQ(within("outside", 0).high, infinity);
}

TEST_F(KnownRangesOf, FloatsThatAreClamped) {
  parse(R"(
define void @f(float %x, double %y, i8 %byte, i1 %c) {
  %low = call float @llvm.maximumnum.f32(float %x, float 0.0)
  %both = call float @llvm.minimumnum.f32(float %low, float 255.0)
  %same = call float @llvm.minimumnum.f32(float %x, float 255.0)
  %down = call float @llvm.floor.f32(float %both)
  %number = uitofp i8 %byte to float
  %part = fmul float %number, 0.5
  %sum = fadd float %part, %both
  %less = fneg float %sum
  %either = select i1 %c, float %less, float 1.0e9
  %scaled = fmul double %y, 2.0
  %size = call double @llvm.fabs.f64(double %y)
  %huge = fmul float %number, 0x47EFFFFFE0000000
  %nothing = fsub float %huge, %huge
  ret void
})");
  FloatRange both = floatOf("both");
  EXPECT_EQ(both.low, 0);
  EXPECT_EQ(both.high, 255);
  EXPECT_FALSE(both.isNanPossible);
  // Nan gives the other number, below it is open.
  EXPECT_EQ(floatOf("same").high, 255);
  EXPECT_EQ(floatOf("same").low, -std::numeric_limits<double>::infinity());
  EXPECT_FALSE(floatOf("same").isNanPossible);
  EXPECT_EQ(floatOf("down").high, 255);
  EXPECT_NEAR(floatOf("sum").high, 382.5, 1e-3);
  EXPECT_GE(floatOf("sum").high, 382.5);
  EXPECT_LE(floatOf("sum").low, 0);
  EXPECT_LE(floatOf("either").low, -382.5);
  EXPECT_EQ(floatOf("either").high, 1e9);
  EXPECT_TRUE(floatOf("scaled").isNanPossible);
  EXPECT_EQ(floatOf("size").low, 0);
  EXPECT_TRUE(floatOf("size").isNanPossible);
  EXPECT_TRUE(std::isinf(floatOf("huge").high));
  EXPECT_TRUE(floatOf("nothing").isNanPossible);
}

TEST_F(KnownRangesOf, FloatsWithoutTheirWholePart) {
  parse(R"(
define void @f(float %x, double %y, i8 %byte, i1 %c) {
entry:
  %low = call float @llvm.maximumnum.f32(float %x, float 0.0)
  %place = call float @llvm.minimumnum.f32(float %low, float 1099511627776.0)
  %down = call float @llvm.floor.f32(float %place)
  %whole = call i64 @llvm.fptosi.sat.i64.f32(float %down)
  %back = sitofp i64 %whole to float
  %part = fsub float %place, %back
  %other = fsub float 1.0, %part
  %cut = call i64 @llvm.fptosi.sat.i64.f32(float %place)
  %near = sitofp i64 %cut to float
  %rest = fsub float %place, %near
  %direct = fsub float %place, %down
  %narrow = call i32 @llvm.fptosi.sat.i32.f32(float %place)
  %wrong = sitofp i32 %narrow to float
  %saturated = fsub float %place, %wrong
  %open = call float @llvm.floor.f32(float %x)
  %anything = fsub float %x, %open
  %scaled = fmul float %place, 0.5
  %half = call float @llvm.floor.f32(float %scaled)
  %inexact = fsub float %scaled, %half
  %third = fdiv float %place, 3.0
  %none = fdiv float %place, %other
  br i1 %c, label %inside, label %behind
inside:
  %number = uitofp i8 %byte to float
  br label %behind
behind:
  %guarded = phi float [ 0.0, %entry ], [ %number, %inside ]
  %weighed = fmul float %guarded, %part
  br label %loop
loop:
  %carried = phi float [ %weighed, %behind ], [ %next, %loop ]
  %next = fadd float %carried, 1.0
  br i1 %c, label %loop, label %end
end:
  ret void
})");
  for (const char *name : {"part", "rest", "direct"}) {
    EXPECT_EQ(floatOf(name).low, -2) << name;
    EXPECT_EQ(floatOf(name).high, 2) << name;
    EXPECT_FALSE(floatOf(name).isNanPossible) << name;
  }
  EXPECT_NEAR(floatOf("other").high, 3, 1e-6);
  EXPECT_GE(floatOf("saturated").high, 9e11);
  EXPECT_TRUE(floatOf("anything").isNanPossible);
  // As one operation the product is not rounded: off by its last place.
  EXPECT_GE(floatOf("inexact").high, 4e11);
  EXPECT_NEAR(floatOf("third").high, std::ldexp(1, 40) / 3, 1e5);
  EXPECT_TRUE(floatOf("none").isNanPossible);
  EXPECT_EQ(floatOf("guarded").high, 255);
  EXPECT_NEAR(floatOf("weighed").high, 510, 1e-3);
  EXPECT_TRUE(floatOf("carried").isNanPossible);
}

TEST(KnownRanges, WordsThatTellWhatIsInside) {
  constexpr std::int64_t word = std::int64_t(1) << 32, half = word / 2,
                         least = std::numeric_limits<std::int64_t>::min(),
                         most = std::numeric_limits<std::int64_t>::max();
  auto between = [](std::int64_t low, std::int64_t high) {
    return ConstantRange::getNonEmpty(APInt(64, std::uint64_t(low)),
                                      APInt(64, std::uint64_t(high)) + 1);
  };
  auto isTold = [&](std::int64_t low, std::int64_t high, std::int64_t end) {
    return areWordsInside(between(low, high), between(0, end));
  };
  EXPECT_TRUE(isTold(-half, half, half - 1));
  // As a word, the number below is the end itself.
  EXPECT_TRUE(isTold(100 - word + 1, word - 1, 100));
  EXPECT_FALSE(isTold(100 - word, word - 1, 100));
  EXPECT_FALSE(isTold(0, word, 100));
  EXPECT_FALSE(isTold(least, 0, 100));
  EXPECT_FALSE(isTold(least, 0, 0));
  EXPECT_FALSE(isTold(0, most, 0));
  EXPECT_FALSE(isTold(0, 0, half));
  EXPECT_FALSE(areWordsInside(between(0, 9), between(-1, 100)));
  // The lower halves say the same, of all that is told.
  for (std::int64_t end : {std::int64_t(0), std::int64_t(100), half - 1})
    for (std::int64_t low : {end - word + 1, -half, std::int64_t(-1)})
      for (std::int64_t number :
           {low, low + 1, std::int64_t(-1), std::int64_t(0), end - 1, end,
            end + 1, half, word - 1})
        EXPECT_EQ(std::uint64_t(number) < std::uint64_t(end),
                  std::uint32_t(number) < std::uint32_t(end))
            << number << " " << end;
}

} // namespace
} // namespace pyk2ptx
