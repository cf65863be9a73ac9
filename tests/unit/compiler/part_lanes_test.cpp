// Which kernels have no copy with guards of what several threads' work do
// together.
#include "checked_module.h"
#include "compiler/passes.h"
#include "frontend/ir/ir_walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {
namespace {

/// How many choices of the kernel's leave what threads do together, and how
/// many guarded indices it has.
struct Counts {
  std::ptrdiff_t left = -1;
  std::size_t guards = 0;
};

Counts countsOf(const std::string &body, unsigned lanes = 4) {
  std::optional<ir::Module> module = checkedModule(
      "from numba import cuda\n"
      "import numpy as np\n"
      "@cuda.jit('void(float32[:, ::1], float32[:, ::1], int64)')\n"
      "def k(a, out, n):\n"
      "    x, y = cuda.grid(2)\n" +
      body);
  if (!module)
    return {};
  CompileOptions options;
  options.facts.noAlias = true;
  options.facts.smallArrays = options.facts.smallGrid = true;
  options.facts.block[0] = 32;
  options.facts.block[1] = 8;
  options.facts.block[2] = 1;
  options.facts.perThread = lanes;
  std::vector<PhaseTime> times;
  PhaseTimer timer(times);
  transform(*module, options, TargetDevice::Gpu, timer);
  transformLoops(*module, options, TargetDevice::Gpu, timer);
  const ir::Function &kernel = module->functions.back();
  Counts counts;
  counts.left =
      std::count_if(kernel.slots.begin(), kernel.slots.end(),
                    [](const ir::Slot &slot) { return slot.name == "done"; });
  forEachIndexIn(kernel.body,
                 [&](const ir::Index &index, const ir::Expr &, unsigned) {
                   counts.guards += index.bounds == ir::Bounds::Guard;
                 });
  return counts;
}

const std::string sum = "a[y, x - 1] + a[y, x + 1] + a[y - 1, x] + a[y + 1, x]";

TEST(PartLanes, WhoHasStoredNothingBeginsAgain) {
  const std::string there = "    if x < n and y < n:\n";
  EXPECT_EQ(countsOf(there + "        out[y, x] = " + sum + "\n").left, 1);
  // Indices are computed before the test, in a loop; there is a loop besides.
  EXPECT_EQ(countsOf(there +
                     "        s = 0\n"
                     "        for i in range(n):\n"
                     "            s += i * y\n"
                     "        out[y, x] = " +
                     sum + " + a[s, s]\n")
                .left,
            1);
  EXPECT_EQ(countsOf(there +
                     "        s = np.float32(0)\n"
                     "        for i in range(n):\n"
                     "            s += a[y, i] * a[i, x]\n"
                     "        out[y, x] = s + " +
                     sum + "\n")
                .left,
            1);
}

TEST(PartLanes, NothingIsDoneTwice) {
  const std::string there = "    if x < n and y < n:\n";
  // Stored before the test.
  EXPECT_EQ(countsOf(there +
                     "        out[y, x] = 1\n"
                     "        cuda.threadfence()\n"
                     "        out[y, x] = " +
                     sum + "\n")
                .left,
            0);
  // Added to what was there before.
  const std::string added = "    s = 0\n"
                            "    for turn in range(n):\n"
                            "        if x < n and y < n:\n"
                            "            s += turn * y\n";
  EXPECT_EQ(countsOf(added + "            out[y, x] = s + " + sum + "\n").left,
            0);
  // No threads are joined.
  EXPECT_EQ(countsOf(there + "        out[y, x] = " + sum + "\n", 1).left, 0);
}

TEST(PartLanes, WhereTheTestTakesLongNothingIsDoneTogether) {
  const std::string there = "    if x < n and y < n:\n"
                            "        p = (y * n + x) * n\n"
                            "        out[y, x] = ";
  auto around = [](int far) {
    std::string text = "a[0, p]";
    for (int i = 1; i <= far; ++i)
      text += " + a[0, p - n * " + std::to_string(i) + "] + a[0, p + n * " +
              std::to_string(i) + "]";
    return text + "\n";
  };
  EXPECT_EQ(countsOf(there + around(0)).left, 1);
  EXPECT_EQ(countsOf(there + around(4)).left, 0);
  // Four threads by themselves.
  EXPECT_EQ(countsOf(there + around(4)).guards, 4u * (9 + 1) * 2);
}

TEST(PartLanes, OneCopyWithGuardsIsLess) {
  // Of four threads by themselves: five indices of two axes each.
  Counts counts =
      countsOf("    if x < n and y < n:\n        out[y, x] = " + sum + "\n");
  EXPECT_EQ(counts.guards, 4u * 5 * 2);
}

} // namespace
} // namespace pyk2ptx
