// Ranges of what loops move now and then: it lies no further from what else it
// is set to than all its steps together lead.
#include "checked_module.h"
#include "compiler/facts/ranges.h"

#include <gtest/gtest.h>

#include <string>

namespace pyk2ptx {
namespace {

/// Of `k`, in a kernel of an array x and three integers.
Interval rangeOfK(const std::string &body) {
  std::optional<ir::Module> module =
      checkedModule("from numba import cuda\n"
                    "@cuda.jit('void(int32[:], int64, int64, int32)')\n"
                    "def f(x, n, m, w):\n" +
                    body);
  if (!module)
    return {};
  const ir::Function &function = module->functions.back();
  Interval all{INT64_MAX, INT64_MIN};
  Ranges ranges(function);
  for (ir::SlotId slot = function.paramCount; slot < function.slots.size();
       ++slot)
    if (function.slots[slot].name == "k") {
      Interval range = ranges.ofSlot(slot);
      all = {std::min(all.low, range.low), std::max(all.high, range.high)};
    }
  return all;
}

TEST(Drifts, CountsInLoopsOfKnownTurns) {
  EXPECT_EQ(rangeOfK("  k = 0\n"
                     "  for i in range(10):\n"
                     "    if x[i] > 3:\n"
                     "      x[k] = i\n"
                     "      k += 1\n"),
            (Interval{0, 10}));
  EXPECT_EQ(rangeOfK("  k = 5\n"
                     "  for i in range(3, 12, 4):\n"
                     "    for j in range(7, 0, -2):\n"
                     "      if x[i]: k += 2\n"
                     "      else: k = k - 1\n"),
            (Interval{5 - 12, 5 + 24}));
  EXPECT_EQ(rangeOfK("  k = 5\n"
                     "  for i in range(x.size):\n"
                     "    if x[i]: k = 1 + k\n"
                     "    else: k = 0\n"),
            (Interval{0, 5 + maxExtent}));
}

TEST(Drifts, WhatConditionsBoundIsNoFurther) {
  // Down to 0 by the loop's condition, up by what it may run.
  Interval stack = rangeOfK("  k = 1\n"
                            "  while k > 0:\n"
                            "    k -= 1\n"
                            "    if x[k] > 0:\n"
                            "      k += 2\n");
  EXPECT_EQ(stack.low, 0);
  EXPECT_LT(stack.high, INT64_MAX / 2);
  Interval others = rangeOfK("  j = 1\n  k = 0\n"
                             "  while j > 0:\n"
                             "    j -= 1\n"
                             "    if x[j] > 0:\n"
                             "      j += 2\n"
                             "      continue\n"
                             "    k += 4\n");
  EXPECT_EQ(others.low, 0);
  EXPECT_LT(others.high, INT64_MAX / 2);
  EXPECT_EQ(rangeOfK("  k = 1\n"
                     "  for i in range(100):\n"
                     "    if k < 64: k += 1\n"
                     "    elif x[i]: k -= 3\n"),
            (Interval{1, 64}));
}

TEST(Drifts, WhatMayLeaveInt64IsAnything) {
  // By steps that nobody knows.
  EXPECT_EQ(rangeOfK("  k = 0\n"
                     "  for i in range(10):\n"
                     "    k += n\n"),
            Interval{});
  EXPECT_EQ(rangeOfK("  k = n\n"
                     "  for i in range(10):\n"
                     "    if x[i]: k += 1\n"),
            Interval{});
  // In more turns than memory has elements.
  EXPECT_EQ(rangeOfK("  k = 0\n"
                     "  for i in range(n):\n"
                     "    k += 1000000\n"),
            Interval{});
  // LLVM knows the result of this loop without running it.
  EXPECT_EQ(rangeOfK("  k = 0\n  i = 0\n"
                     "  while i < n:\n"
                     "    i += 1\n"
                     "    k += 16\n"
                     "  x[k] = 1\n"),
            Interval{});
  EXPECT_EQ(rangeOfK("  k = 0\n"
                     "  for i in range(n):\n"
                     "    x[1] = i\n"
                     "    k += 3\n"),
            Interval{});
  // A stack's end is not what ends these.
  EXPECT_EQ(rangeOfK("  k = 1\n  i = 0\n"
                     "  while k > 0 and i < n:\n"
                     "    i += 1\n"
                     "    k += 16\n"),
            Interval{});
  EXPECT_EQ(rangeOfK("  k = 1\n  i = 0\n"
                     "  while k > 0:\n"
                     "    x[k] = i\n"
                     "    if i >= n: break\n"
                     "    i += 1\n"
                     "    k += 16\n"),
            Interval{});
  EXPECT_EQ(rangeOfK("  k = n\n"
                     "  while k > 0:\n"
                     "    k -= 1\n"
                     "    if x[k]: k += 2\n"),
            Interval{});
  // As deep as another loop has made it.
  EXPECT_EQ(rangeOfK("  k = 0\n  j = 1\n"
                     "  for i in range(n):\n"
                     "    j += 1\n"
                     "  while j > 0:\n"
                     "    j -= 1\n"
                     "    k += 3\n"),
            Interval{});
  EXPECT_EQ(rangeOfK("  k = 0\n  j = 1\n"
                     "  while j > 0:\n"
                     "    for i in range(n):\n"
                     "      j += 1\n"
                     "    j -= 1\n"
                     "    k += 3\n"),
            Interval{});
  // Two turns each, of as many as there are.
  EXPECT_EQ(rangeOfK("  k = 0\n"
                     "  for i in range(n):\n"
                     "    j = 2\n"
                     "    while j > 0:\n"
                     "      j -= 1\n"
                     "      k += 3\n"),
            Interval{});
  EXPECT_EQ(rangeOfK("  k = 0\n"
                     "  while x[0] < n:\n"
                     "    x[0] += 1\n"
                     "    k += 2**40\n"),
            Interval{});
  // No step: it may be doubled each time.
  EXPECT_EQ(rangeOfK("  k = 1\n"
                     "  for i in range(100):\n"
                     "    k += 1\n"
                     "    k *= 2\n"),
            Interval{});
}

TEST(Drifts, StepsOfWords) {
  EXPECT_EQ(rangeOfK("  k = 0\n"
                     "  for i in range(8):\n"
                     "    k += w\n"),
            (Interval{8LL * INT32_MIN, 8LL * INT32_MAX}));
  // A loop's own counter is set anew in each turn.
  EXPECT_EQ(rangeOfK("  for k in range(8):\n"
                     "    x[k] = 1\n"
                     "    k += 5\n"),
            (Interval{0, 7 + 8 * 5}));
}

} // namespace
} // namespace pyk2ptx
