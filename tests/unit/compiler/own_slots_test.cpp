// Which names become slots of their own where they are set again.
#include "checked_module.h"
#include "compiler/blocks/own_slots.h"
#include "frontend/ir/print_ir.h"

#include <gtest/gtest.h>

#include <string>

namespace pyk2ptx {
namespace {

/// How many slots are called `name`.
unsigned slotsOf(const std::string &name, const std::string &body) {
  std::optional<ir::Module> module =
      checkedModule("from numba import cuda\n"
                    "@cuda.jit('void(int64, int64[::1])')\n"
                    "def k(n, x):\n"
                    "    s = cuda.shared.array(32, 'int64')\n"
                    "    t = cuda.threadIdx.x\n" +
                    body);
  partSlots(*module);
  unsigned count = 0;
  for (const ir::Slot &slot : module->functions.back().slots)
    count += slot.name == name;
  return count;
}

TEST(OwnSlots, OfCounters) {
  const std::string loop = "    for j in range(n):\n        x[j] += 1\n";
  EXPECT_EQ(slotsOf("j", loop), 1u);
  EXPECT_EQ(slotsOf("j", loop + loop + loop), 3u);
  EXPECT_EQ(slotsOf("j", loop +
                             "    x[0] = 1\n    for i in range(n):\n"
                             "        x[i] += n\n    " +
                             loop.substr(4)),
            2u);
  // What a loop leaves, and what is there where it has no turn.
  EXPECT_EQ(slotsOf("j", loop + loop + "    x[0] = j\n"), 1u);
  EXPECT_EQ(slotsOf("j", loop + "    j = 3\n" + loop + "    x[0] = j\n"), 2u);
  EXPECT_EQ(slotsOf("j", loop + "    for j in range(j, n):\n"
                                "        x[j] += 1\n"),
            1u);
  // Of two turns of a loop around them, too.
  EXPECT_EQ(slotsOf("j", "    for i in range(n):\n    " +
                             loop.substr(0, loop.find('\n') + 1) +
                             "            x[j] += 1\n"
                             "        for j in range(3):\n"
                             "            x[j] += i\n"),
            2u);
  EXPECT_EQ(slotsOf("j", "    j = 0\n    for i in range(n):\n"
                         "        x[j] += 1\n"
                         "        for j in range(3):\n"
                         "            x[j] += i\n"),
            1u);
}

TEST(OwnSlots, OfArrays) {
  EXPECT_EQ(slotsOf("v", "    v = x\n    v[0] = 1\n    v = x[1:]\n"
                         "    v[0] = 2\n"),
            2u);
  EXPECT_EQ(slotsOf("v", "    v = x\n    v = v[1:]\n    v = v[n:]\n"
                         "    v[0] = 2\n"),
            3u);
  EXPECT_EQ(slotsOf("v", "    v = x\n    if n > 0:\n        v = x[1:]\n"
                         "    v[0] = 2\n"),
            1u);
  EXPECT_EQ(slotsOf("v", "    v = x\n    if n > 0:\n        v = x[1:]\n"
                         "    v[0] = 2\n    v = x[2:]\n    v[1] = 3\n"),
            2u);
  EXPECT_EQ(slotsOf("v", "    v = x\n    for i in range(n):\n"
                         "        v[0] = 2\n        v = x[i:]\n"),
            1u);
}

TEST(OwnSlots, OfEndsOfLoops) {
  const std::string loop = "    m = n * 2\n    for j in range(m):\n"
                           "        x[j] += 1\n";
  EXPECT_EQ(slotsOf("m", loop + loop), 2u);
  EXPECT_EQ(slotsOf("p", "    p = n\n    m = p\n    for j in range(m):\n"
                         "        x[j] += 1\n    p = 3\n"),
            2u);
  // Of one thread alone.
  EXPECT_EQ(slotsOf("m", "    m = t\n    for j in range(m):\n"
                         "        x[j] += 1\n    m = t + 1\n"),
            1u);
}

TEST(OwnSlots, OfPlaces) {
  const std::string loop = "    while p < n:\n        x[p] += 1\n"
                           "        p += 32\n";
  EXPECT_EQ(slotsOf("p", "    p = t + n\n" + loop), 1u);
  EXPECT_EQ(slotsOf("p", "    p = t + n\n" + loop +
                             "    p = t + 5 * n\n    x[p] = 0\n"),
            2u);
  // Of the value before.
  EXPECT_EQ(slotsOf("p", "    p = t * n\n    p = p + 1\n    x[p] = 0\n"), 2u);
  EXPECT_EQ(slotsOf("p", "    p = t * n\n    for i in range(n):\n"
                         "        x[p] = 0\n        p += 1\n"),
            1u);
  // Past what sets it anew.
  EXPECT_EQ(slotsOf("p", "    p = t * n\n    for i in range(n):\n"
                         "        if x[i] > 0:\n            p = i\n"
                         "            continue\n"
                         "        p = i + n\n"
                         "    x[p] = 0\n"),
            1u);
  EXPECT_EQ(slotsOf("p", "    p = t * n\n    for i in range(n):\n"
                         "        if x[i] > 0:\n            p = i\n"
                         "        if x[0] > i:\n            break\n"
                         "        p = i + n\n"
                         "    x[p] = 0\n"),
            1u);
  EXPECT_EQ(slotsOf("p", "    p = t * n\n    for i in range(n):\n"
                         "        p = i + n\n"
                         "    else:\n        x[p] = 0\n"),
            1u);
  // Under conditions, each of which has its own.
  const std::string own =
      "    if x[t] > 0:\n        p = t * 2\n        x[p] = 0\n";
  EXPECT_EQ(slotsOf("p", own + own), 2u);
  EXPECT_EQ(slotsOf("p", "    p = 3\n" + own + "    x[p] = 1\n"), 1u);
  // In the turns of a loop, whose next turn sets it first, or reads it.
  EXPECT_EQ(slotsOf("p", "    for i in range(n):\n"
                         "        p = i\n        x[p] = 0\n"
                         "        p = i + n\n        x[p] = 0\n"),
            2u);
  EXPECT_EQ(slotsOf("p", "    p = 0\n    for i in range(n):\n"
                         "        x[p] = 0\n        p = i + n\n"),
            1u);
  EXPECT_EQ(slotsOf("p", "    p = 0\n    while p < n:\n"
                         "        x[p] = 0\n        p = x[0]\n"
                         "        x[p] = 1\n        p = t\n"),
            1u);
}

TEST(OwnSlots, NotOfOtherNumbers) {
  EXPECT_EQ(slotsOf("m", "    m = n\n    x[0] = m\n    m = t\n    x[1] = m\n"),
            1u);
}

} // namespace
} // namespace pyk2ptx
