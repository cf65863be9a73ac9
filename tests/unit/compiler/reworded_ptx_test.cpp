// Which lines ptxas gets in other words. What it makes of them is what the
// tests on a GPU ask.
#include "compiler/backend/reworded_ptx.h"

#include <gtest/gtest.h>

#include <string>

namespace pyk2ptx {
namespace {

const std::string negation = "\tneg.s32 \t%r2, %r1;\n",
                  successor = "\tnot.b32 \t%r2, %r1;\n"
                              "\tadd.s32 \t%r2, %r2, 1;\n";

TEST(RewordedPtx, NegationsInExtremes) {
  const std::string least = "\tmin.s32 \t%r4, %r3, %r2;\n",
                    copy = "\tmov.b32 \t%r5, %r2;\n",
                    greatest = "\tmax.s32 \t%r6, %r5, %r7;\n";
  EXPECT_EQ(rewordedPtx(negation + least), successor + least);
  // Copied to one, wherever that stands.
  EXPECT_EQ(rewordedPtx(greatest + copy + negation),
            greatest + copy + successor);
  EXPECT_EQ(rewordedPtx("\tneg.s16 \t%rs2, %rs1;\n"
                        "\tmin.s16 \t%rs3, %rs2, %rs4;\n"),
            "\tnot.b16 \t%rs2, %rs1;\n"
            "\tadd.s16 \t%rs2, %rs2, 1;\n"
            "\tmin.s16 \t%rs3, %rs2, %rs4;\n");
}

TEST(RewordedPtx, OtherNegationsStay) {
  for (const char *use :
       {"\tadd.s32 \t%r3, %r2, %r4;\n", "\tmin.u32 \t%r3, %r2, %r4;\n",
        "\tmin.s32 \t%r2, %r3, %r4;\n", "\tmov.b32 \t%r3, %r2;\n"})
    EXPECT_EQ(rewordedPtx(negation + use), negation + use);
}

TEST(RewordedPtx, ShiftsAndUpperHalves) {
  EXPECT_EQ(rewordedPtx("\tshl.b64 \t%rd2, %rd1, 31;\n"),
            "\tshl.b64 \t%rd2, %rd1, 30;\n"
            "\tadd.s64 \t%rd2, %rd2, %rd2;\n");
  EXPECT_EQ(rewordedPtx("\tmul.hi.u32 \t%r3, %r1, %r2;"),
            "\t{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r1, %r2;"
            " mov.b64 {low, %r3}, wide; }");
}

} // namespace
} // namespace pyk2ptx
