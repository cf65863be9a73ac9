// nameButterflies: what a warp has summed by the bits of its lanes' numbers is
// one value for it.
#include "checked_module.h"
#include "compiler/blocks/exchanges.h"
#include "frontend/ir/ir_walk.h"

#include <gtest/gtest.h>

#include <string>

namespace pyk2ptx {
namespace {

/// Whether `x` is known to be one for a warp behind `reduction`: a loop of as
/// many turns can hold exchanges.
bool isOneBehind(const std::string &reduction) {
  std::optional<ir::Module> module =
      checkedModule("from numba import cuda\n"
                    "import numpy as np\n"
                    "@cuda.jit('void(int32[:], float32[:], float32[:])')\n"
                    "def k(a, b, out):\n"
                    "    t = cuda.threadIdx.x\n"
                    "    x = a[t]\n"
                    "    f = b[t]\n" +
                    reduction +
                    "    for j in range(int(x)):\n"
                    "        f = cuda.shfl_up_sync(-1, f, 1)\n"
                    "    out[t] = f\n");
  if (!module)
    return false;
  setExchangesApart(*module);
  return module->functions.back().together == ir::Together::Warp;
}

std::string sumBy(const std::string &update, const std::string &bits) {
  return "    for o in (" + bits + "):\n        " + update + "\n";
}

TEST(Butterflies, AreOneForTheWarp) {
  const std::string all = "16, 8, 4, 2, 1";
  EXPECT_TRUE(isOneBehind(sumBy("x += cuda.shfl_xor_sync(-1, x, o)", all)));
  EXPECT_TRUE(isOneBehind(
      sumBy("x = max(x, cuda.shfl_xor_sync(-1, x, o))", "1, 2, 4, 8, 16")));
  EXPECT_TRUE(isOneBehind(
      sumBy("x = cuda.shfl_xor_sync(-1, x, o) | x", "1, 2, 2, 4, 16, 8")));
  EXPECT_TRUE(isOneBehind("    o = 16\n"
                          "    while o > 0:\n"
                          "        x = x + cuda.shfl_xor_sync(-1, x, o)\n"
                          "        o //= 2\n"));
  // Of two names in one loop.
  EXPECT_TRUE(
      isOneBehind(sumBy("f += cuda.shfl_xor_sync(-1, f, o)\n"
                        "        x = min(x, cuda.shfl_xor_sync(-1, x, o))",
                        all)));
}

TEST(Butterflies, NotOfWhatLanesHaveOfTheirOwn) {
  const std::string all = "16, 8, 4, 2, 1";
  EXPECT_FALSE(isOneBehind(""));
  EXPECT_FALSE(
      isOneBehind(sumBy("x += cuda.shfl_xor_sync(-1, x, o)", "16, 8, 4, 2")));
  EXPECT_FALSE(isOneBehind(
      sumBy("x += cuda.shfl_xor_sync(-1, x, o)", "16, 8, 4, 3, 1")));
  EXPECT_FALSE(isOneBehind(sumBy("x -= cuda.shfl_xor_sync(-1, x, o)", all)));
  EXPECT_FALSE(isOneBehind(sumBy("x += cuda.shfl_down_sync(-1, x, o)", all)));
  EXPECT_FALSE(isOneBehind(sumBy("x = t + cuda.shfl_xor_sync(-1, x, o)", all)));
  EXPECT_FALSE(
      isOneBehind(sumBy("x += cuda.shfl_xor_sync(-1, x + t, o)", all)));
  EXPECT_FALSE(isOneBehind(sumBy("x += cuda.shfl_xor_sync(-1, x, o)\n"
                                 "        x += t",
                                 all)));
  EXPECT_FALSE(isOneBehind(sumBy("x += cuda.shfl_xor_sync(-1, x, o)", all) +
                           "    x += t\n"));
  EXPECT_FALSE(isOneBehind(sumBy("x += cuda.shfl_xor_sync(-1, x, o)", all) +
                           "    if t > 3:\n        x = t\n"));
}

} // namespace
} // namespace pyk2ptx
