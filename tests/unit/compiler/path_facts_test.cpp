// Of which indices the conditions before them say enough, and which remainders
// are no divisions.
#include "checked_module.h"
#include "compiler/passes.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/print_ir.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The body of a kernel that has a table, an array of two axes, a number, and a
/// place to store to.
std::optional<ir::Module> moduleOf(const std::string &body) {
  return checkedModule("from numba import cuda\n"
                       "@cuda.jit('void(int32[::1], int32[:, ::1], int64, "
                       "int64[::1])')\n"
                       "def k(table, a, n, out):\n"
                       "    i = cuda.grid(1)\n" +
                       body);
}

/// As the transformation of bounds leaves it.
std::string boundsOf(const std::string &body) {
  std::optional<ir::Module> module = moduleOf(body);
  if (!module)
    return "";
  std::vector<PhaseTime> times;
  PhaseTimer timer(times);
  transform(*module, CompileOptions(), TargetDevice::Gpu, timer);
  return printIr(*module);
}

/// How many remainders are left.
unsigned remaindersOf(const std::string &body) {
  std::optional<ir::Module> module = moduleOf(body);
  if (!module)
    return 99;
  std::vector<PhaseTime> times;
  PhaseTimer timer(times);
  CompileOptions options;
  options.optimizations.set(Optimization::SmallCopies, false);
  transform(*module, options, TargetDevice::Gpu, timer);
  transformLoops(*module, options, TargetDevice::Gpu, timer);
  unsigned count = 0;
  forEachExprIn(module->functions.back().body, [&](const ir::Expr &expr) {
    const auto *binary = std::get_if<ir::Binary>(&expr.node);
    count += binary && binary->op == ir::BinaryOp::Mod;
  });
  return count;
}

TEST(PathFacts, ARemainderByTheExtentIsInsideIfAnythingIs) {
  EXPECT_THAT(boundsOf("    out[i] = table[i % table.size]\n"),
              HasSubstr("table[guard if any i % table.size]"));
  EXPECT_THAT(boundsOf("    out[i] = a[(i - n) % a.shape[0], n % len(a)]\n"),
              HasSubstr("a[guard if any (i - n) % a.shape[0], guard n % "
                        "a.shape[0]]"));
  EXPECT_THAT(boundsOf("    out[i] = table[i % n]\n"),
              HasSubstr("table[guard wrap(i % n)]"));
}

TEST(PathFacts, AndWhatIsKeptBelowIt) {
  EXPECT_THAT(boundsOf("    out[i] = table[min(i, table.size - 1)]\n"),
              HasSubstr("table[guard if any min(i, table.size - 1)]"));
  EXPECT_THAT(boundsOf("    out[i] = table[table.size - 1]\n"),
              HasSubstr("table[guard if any table.size - 1]"));
  EXPECT_THAT(boundsOf("    out[i] = table[min(i, table.size)]\n"),
              HasSubstr("table[guard min(i, table.size)]"));
  EXPECT_THAT(boundsOf("    out[i] = table[min(n, table.size - 1)]\n"),
              HasSubstr("table[guard wrap(min(n, table.size - 1))]"));
}

TEST(PathFacts, WhereThereAreElementsNothingIsAsked) {
  EXPECT_THAT(boundsOf("    if i < table.size:\n"
                       "        out[i] = table[(i + 1) % table.size]\n"),
              HasSubstr("table[(i + 1) % table.size]"));
}

/// A search that changes `place` so.
std::string searched(const std::string &step) {
  return "    place = (i * 7) % table.size\n"
         "    while table[place] != n:\n"
         "        " +
         step + "\n    out[0] = table[place]\n";
}

TEST(PathFacts, WhatAConditionComputesIsKnownBehindIt) {
  EXPECT_THAT(boundsOf("    if i >= table.size // 2: return\n"
                       "    out[i] = table[2 * i + n % 2]\n"),
              HasSubstr("table[2 * i + n % 2]"));
  EXPECT_THAT(boundsOf("    if n < 3 or i >= len(a) // 4:\n"
                       "        return\n"
                       "    out[i] = a[4 * i + 3, 0]\n"),
              HasSubstr("a[4 * i + 3, guard 0]"));
  EXPECT_THAT(boundsOf("    if i < table.size // 2:\n"
                       "        out[i] = table[2 * i + 2]\n"),
              HasSubstr("table[guard 2 * i + 2]"));
  // Only where it was so.
  EXPECT_THAT(boundsOf("    if n < 3 and i < table.size // 2:\n"
                       "        return\n"
                       "    out[i] = table[2 * i]\n"),
              HasSubstr("table[guard 2 * i]"));
}

TEST(PathFacts, FromTheEndItMayBeAsFar) {
  EXPECT_THAT(
      boundsOf("    if i < table.size:\n"
               "        out[i] = table[i - 1] + table[i - table.size]\n"),
      HasSubstr("i64(table[wrap(i - 1)]) + "
                "i64(table[wrap(i - table.size)])"));
  EXPECT_THAT(boundsOf("    if i < table.size:\n"
                       "        out[i] = table[i - 2]\n"),
              HasSubstr("table[guard wrap(i - 2)]"));
  // Mirrored at both ends; an only element is beyond the other end.
  EXPECT_THAT(
      boundsOf("    if i < table.size:\n"
               "        p = i - 1 + n % 3\n"
               "        if p < 0: p = -p\n"
               "        if p >= table.size: p = 2 * table.size - 2 - p\n"
               "        out[i] = table[p]\n"),
      HasSubstr("table[wrap(p)]"));
  EXPECT_THAT(
      boundsOf("    if i < table.size:\n"
               "        p = i - 1 + n % 4\n"
               "        if p < 0: p = -p\n"
               "        if p >= table.size: p = 2 * table.size - 2 - p\n"
               "        out[i] = table[p]\n"),
      HasSubstr("table[guard wrap(p)]"));
}

TEST(PathFacts, ALoopKeepsARemainder) {
  for (const char *step : {
           "place = (place + 1) % table.size",
           "place = (place * 5 + n) % table.size",
           "place = min(place + 1, table.size - 1)",
           "place = min(table.size - 1, max(place - n, 0))",
           "place = max(0, min(place - n, table.size - 1))",
       }) {
    std::string text = boundsOf(searched(step));
    EXPECT_THAT(text, HasSubstr("while i64(table[guard if any place])"));
    EXPECT_THAT(text, HasSubstr("= i64(table[guard if any place])"));
  }
}

TEST(PathFacts, IfEveryAssignmentDoes) {
  for (const char *step : {
           "place = (place + 1) % n",
           "place += 1",
           "place = min(place - 1, table.size - 1)",
           "place = (place + 1) % table.size; place = n",
           "place = (place + 1) % (table.size + 1)",
       }) {
    std::string text = boundsOf(searched(step));
    EXPECT_THAT(text, Not(HasSubstr("while i64(table[guard if any place])")))
        << step;
    EXPECT_THAT(text, HasSubstr("guard")) << step;
  }
}

TEST(PathFacts, WhatTwoSlotsKeepOfEachOther) {
  // Each is a remainder as long as the other is.
  EXPECT_THAT(boundsOf("    p = i % table.size\n"
                       "    q = n % table.size\n"
                       "    for _ in range(n):\n"
                       "        p = min(q, table.size - 1)\n"
                       "        q = min(p, table.size - 1)\n"
                       "        out[0] = table[p]\n"),
              HasSubstr("table[guard if any p]"));
  EXPECT_THAT(boundsOf("    p = i % table.size\n"
                       "    q = n % table.size\n"
                       "    for _ in range(n):\n"
                       "        p = min(q, table.size - 1)\n"
                       "        q = min(p - 1, table.size - 1)\n"
                       "        out[0] = table[p]\n"),
              HasSubstr("table[guard wrap(p)]"));
}

TEST(NearRemainders, AreComparisons) {
  EXPECT_EQ(remaindersOf("    if i < table.size:\n"
                         "        out[i] = (i + 1) % table.size\n"),
            0U);
  EXPECT_EQ(remaindersOf("    if i < n:\n"
                         "        for d in range(-1, 2):\n"
                         "            out[i] += (i + d) % n\n"),
            0U);
  EXPECT_EQ(remaindersOf("    if i < table.size:\n"
                         "        out[i] = (table.size - i) % table.size\n"
                         "        out[i] += (i + i) % table.size\n"),
            0U);
  // The first is one.
  EXPECT_EQ(remaindersOf(searched("place = (place + 1) % table.size")), 1U);
}

TEST(NearRemainders, ThatMayBeFurtherAwayStay) {
  EXPECT_EQ(remaindersOf("    out[i] = (i + 1) % table.size\n"), 1U);
  EXPECT_EQ(remaindersOf("    if i < n:\n"
                         "        out[i] = (i + 2) % n + (i - 2) % n\n"),
            2U);
  EXPECT_EQ(
      remaindersOf("    if i < n:\n"
                   "        out[i] = (i * 2 + 1) % n + (i - n - n) % n\n"),
      1U);
  EXPECT_EQ(remaindersOf(searched("place = (place + 2) % table.size")), 2U);
  EXPECT_EQ(remaindersOf(searched("place = (place - 1) % table.size")), 2U);
}

} // namespace
} // namespace pyk2ptx
