// Which kernels' threads do the work of several.
#include "compiler/transform/launch_facts.h"
#include "frontend/check/check.h"
#include "frontend/parse/parse.h"

#include <gtest/gtest.h>

#include <string>

namespace pyk2ptx {
namespace {

/// How many threads of a block of 32 x 8 one does the work of, along x and y,
/// and how many arrays the kernel has then.
std::string lanesOf(const std::string &body, unsigned most = 4) {
  std::string text = "from numba import cuda\n"
                     "import numpy as np\n"
                     "@cuda.jit(device=True)\n"
                     "def order(w, a, b):\n"
                     "    low = min(w[a], w[b])\n"
                     "    w[b] = max(w[a], w[b])\n"
                     "    w[a] = low\n"
                     "@cuda.jit('void(float32[:, :], float32[:, :])')\n"
                     "def k(a, out):\n"
                     "    x, y = cuda.grid(2)\n" +
                     body;
  Source source("test.py", text);
  Diagnostics diagnostics;
  std::optional<syntax::Module> tree = parse(source, diagnostics);
  EXPECT_TRUE(tree);
  std::optional<ir::Module> module = check(*tree, {}, diagnostics);
  if (!module)
    return "error";
  ir::Function &kernel = module->functions.back();
  LaunchFacts facts;
  facts.block[0] = 32;
  facts.block[1] = 8;
  facts.block[2] = 1;
  facts.perThread = most;
  applyFacts(*module, facts);
  return std::to_string(kernel.coarsening[0]) + " " +
         std::to_string(kernel.coarsening[1]) + ", " +
         std::to_string(kernel.arrays.size());
}

TEST(CoarsenThreads, LocalArraysAreOneForEachLane) {
  const char *sorted = "    if y < a.shape[0] and x < a.shape[1]:\n"
                       "        w = cuda.local.array(5, np.float32)\n"
                       "        k = 0\n"
                       "        for i in range(-2, 3):\n"
                       "            w[k] = a[y + i, x]\n"
                       "            k += 1\n"
                       "        for i in range(3):\n"
                       "            for j in range(i + 1, 5):\n"
                       "                if w[j] < w[i]:\n"
                       "                    w[i], w[j] = w[j], w[i]\n"
                       "        out[y, x] = w[2]\n";
  EXPECT_EQ(lanesOf(sorted), "1 4, 4");
  EXPECT_EQ(lanesOf(sorted, 2), "1 2, 2");
  EXPECT_EQ(lanesOf("    w = cuda.local.array(3, np.float32)\n"
                    "    s = cuda.shared.array(3, np.float32)\n"
                    "    for i in range(3):\n"
                    "        w[i] = a[y, x + i] + s[i]\n"
                    "    order(w, 0, 1)\n"
                    "    out[y, x] = w[0]\n"),
            "1 4, 5");
}

TEST(CoarsenThreads, LocalArraysThatAreMemory) {
  // Each lane has a place of its own in it.
  EXPECT_EQ(lanesOf("    w = cuda.local.array(4, np.float32)\n"
                    "    for i in range(4):\n"
                    "        w[i] = a[y, x]\n"
                    "    out[y, x] = w[y % 4]\n"),
            "1 1, 1");
  EXPECT_EQ(lanesOf("    w = cuda.local.array(4, np.float32)\n"
                    "    for i in range(4):\n"
                    "        w[i] = a[y, x]\n"
                    "    least = 0\n"
                    "    for i in range(1, 4):\n"
                    "        if w[i] < w[least]:\n"
                    "            least = i\n"
                    "    out[y, x] = least\n"),
            "1 1, 1");
  // Too many registers for four, and for two.
  EXPECT_EQ(lanesOf("    w = cuda.local.array(20, np.float32)\n"
                    "    for i in range(20):\n"
                    "        w[i] = a[y, x]\n"
                    "    out[y, x] = w[0]\n"),
            "1 2, 2");
  EXPECT_EQ(lanesOf("    w = cuda.local.array((3, 7), np.float32)\n"
                    "    for i in range(7):\n"
                    "        w[0, i] = a[y, x]\n"
                    "    out[y, x] = w[0, 0]\n"),
            "1 1, 1");
}

TEST(CoarsenThreads, ThreadsThatPart) {
  EXPECT_EQ(lanesOf("    if y < a.shape[0]:\n"
                    "        for i in range(3):\n"
                    "            for j in range(i, 3):\n"
                    "                out[y, x] += a[i, j]\n"),
            "1 4, 0");
  EXPECT_EQ(lanesOf("    for i in range(y):\n"
                    "        out[y, x] += a[i, x]\n"),
            "1 1, 0");
}

} // namespace
} // namespace pyk2ptx
