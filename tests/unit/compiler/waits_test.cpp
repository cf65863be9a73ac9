// Waits: in which loops a thread may wait for others, and which are left alone.
#include "checked_module.h"
#include "compiler/analyze/waits.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/messages/diagnostics.h"
#include "frontend/messages/source.h"
#include "pyk2ptx/compile.h"

#include <gtest/gtest.h>

#include <string>

namespace pyk2ptx {
namespace {

/// What the loops of a kernel k(n, i, x, f) with this body are, outer ones
/// first.
std::string waitsOf(const std::string &body) {
  std::string text = "from numba import cuda\n"
                     "@cuda.jit(device=True)\n"
                     "def seen(f):\n"
                     "    return cuda.atomic.add(f, 0, 0)\n"
                     "@cuda.jit(device=True)\n"
                     "def read(x, i):\n"
                     "    return x[i]\n"
                     "@cuda.jit(device=True)\n"
                     "def put(own, f):\n"
                     "    own[0] = cuda.atomic.add(f, 0, 0)\n"
                     "@cuda.jit(device=True)\n"
                     "def some(condition):\n"
                     "    return cuda.any_sync(-1, condition)\n"
                     "@cuda.jit('void(int64, int64, int64[:], int64[:])')\n"
                     "def k(n, i, x, f):\n"
                     "    s = cuda.shared.array(32, 'int64')\n"
                     "    own = cuda.local.array(4, 'int64')\n" +
                     body;
  std::optional<ir::Module> module = checkedModule(text);
  if (!module)
    return "error";
  Waits waits(*module);
  std::string result;
  auto add = [&](Wait wait) {
    result += result.empty() ? "" : " ";
    result += wait == Wait::None    ? "none"
              : wait == Wait::Spins ? "spins"
                                    : "works";
  };
  forEachStmt(module->functions.back().body, [&](const ir::Stmt &stmt) {
    if (const auto *loop = std::get_if<ir::While>(&stmt.node))
      add(waits.of(*loop));
    else if (const auto *range = std::get_if<ir::ForRange>(&stmt.node))
      add(waits.of(*range));
  });
  return result;
}

TEST(Waits, LoopsThatCountAreNone) {
  EXPECT_EQ(waitsOf("    while i < n:\n"
                    "        x[i] += 1\n"
                    "        i += cuda.gridsize(1)\n"),
            "none");
  EXPECT_EQ(waitsOf("    for j in range(i, n, 4):\n"
                    "        cuda.atomic.add(f, x[j], 1)\n"),
            "none");
  // What is added to memory does not decide.
  EXPECT_EQ(waitsOf("    while i < n:\n"
                    "        if cuda.atomic.add(f, x[i], 1) == 0:\n"
                    "            x[i] = 7\n"
                    "        i += 1\n"),
            "none");
  EXPECT_EQ(waitsOf("    while n > 0:\n"
                    "        n >>= 1\n"),
            "none");
}

TEST(Waits, BoundsInMemoryAreNone) {
  EXPECT_EQ(waitsOf("    k = f[i]\n"
                    "    while k < f[i + 1]:\n"
                    "        x[k] = 0\n"
                    "        k += 1\n"),
            "none");
  EXPECT_EQ(waitsOf("    while i < n and x[i] != 0:\n"
                    "        i += 1\n"),
            "none");
}

TEST(Waits, SearchesAreNone) {
  EXPECT_EQ(waitsOf("    low = 0\n"
                    "    while low < n:\n"
                    "        m = (low + n) // 2\n"
                    "        if x[m] < i:\n"
                    "            low = m + 1\n"
                    "        else:\n"
                    "            n = m\n"
                    "    f[0] = low\n"),
            "none");
  EXPECT_EQ(waitsOf("    while f[i] != i:\n"
                    "        i = f[i]\n"
                    "    x[0] = i\n"),
            "none");
  EXPECT_EQ(waitsOf("    while i >= 0 and x[i] > n:\n"
                    "        x[i + 1] = x[i]\n"
                    "        i -= 1\n"),
            "none");
  EXPECT_EQ(waitsOf("    own[0] = 0\n"
                    "    while own[0] < n:\n"
                    "        own[0] += 1\n"),
            "none");
}

TEST(Waits, LooksAtOnePlaceSpin) {
  EXPECT_EQ(waitsOf("    while f[0] == 0:\n        pass\n"), "spins");
  EXPECT_EQ(waitsOf("    while read(f, i) == 0:\n        pass\n"), "spins");
  EXPECT_EQ(waitsOf("    while cuda.atomic.add(f, 0, 0) == 0:\n"
                    "        cuda.nanosleep(10)\n"),
            "spins");
  EXPECT_EQ(waitsOf("    while seen(f) == 0:\n        pass\n"), "spins");
  EXPECT_EQ(waitsOf("    while True:\n"
                    "        old = cuda.atomic.cas(f, 0, 0, 1)\n"
                    "        if old == 0:\n"
                    "            break\n"),
            "spins");
}

TEST(Waits, ThroughOnesOwnMemory) {
  EXPECT_EQ(waitsOf("    while i < n:\n"
                    "        own[0] = cuda.atomic.add(f, 0, 0)\n"
                    "        if own[0] != 0:\n"
                    "            i += 1\n"),
            "works");
  EXPECT_EQ(waitsOf("    while True:\n"
                    "        put(own, f)\n"
                    "        if own[0] != 0:\n"
                    "            break\n"),
            "works");
  EXPECT_EQ(waitsOf("    own[0] = 0\n"
                    "    while own[0] < n:\n"
                    "        cuda.atomic.add(f, 0, 1)\n"
                    "        own[0] += x[own[0]]\n"),
            "works");
}

// What a `continue` leaves out is decided about by the conditions above it.
TEST(Waits, ContinueHoldsWhatIsBehind) {
  EXPECT_EQ(waitsOf("    while i < n:\n"
                    "        if cuda.atomic.add(f, 0, 0) == 0:\n"
                    "            continue\n"
                    "        i += 1\n"),
            "works");
  EXPECT_EQ(waitsOf("    for j in range(n):\n"
                    "        v = cuda.atomic.add(f, 0, 0)\n"
                    "        if v == 0:\n"
                    "            continue\n"
                    "        i = v\n"
                    "        break\n"),
            "works");
  EXPECT_EQ(waitsOf("    while i < n:\n"
                    "        if f[0] > 2:\n"
                    "            if f[0] > 3:\n"
                    "                continue\n"
                    "            x[0] = i\n"
                    "        i += 1\n"),
            "works");
  // What comes before it is done in any case.
  EXPECT_EQ(waitsOf("    while i < n:\n"
                    "        i += 1\n"
                    "        if cuda.atomic.add(f, 0, 0) == 0:\n"
                    "            continue\n"
                    "        x[i] = 1\n"),
            "none");
  EXPECT_EQ(waitsOf("    while i < n:\n"
                    "        i += 1\n"
                    "        if f[0] == 0:\n"
                    "            continue\n"
                    "        x[i] = 1\n"),
            "none");
}

// That of an inner loop's `else` is the outer loop's.
TEST(Waits, ContinueInAnElse) {
  EXPECT_EQ(waitsOf("    while i < n:\n"
                    "        v = cuda.atomic.add(f, 0, 0)\n"
                    "        for j in range(3):\n"
                    "            if j == v:\n"
                    "                break\n"
                    "        else:\n"
                    "            continue\n"
                    "        i += 1\n"),
            "works none");
  EXPECT_EQ(waitsOf("    while i < n:\n"
                    "        v = f[0]\n"
                    "        for j in range(3):\n"
                    "            if j == v:\n"
                    "                break\n"
                    "        else:\n"
                    "            continue\n"
                    "        i += 1\n"),
            "works none");
}

TEST(Waits, OthersWork) {
  EXPECT_EQ(waitsOf("    while f[0] == 0:\n        x[i] += 1\n"), "works");
  EXPECT_EQ(waitsOf("    t = 0\n"
                    "    while t < 3:\n"
                    "        if cuda.atomic.load(f, 0) == i:\n"
                    "            t += 1\n"),
            "works");
  EXPECT_EQ(waitsOf("    t = 0\n"
                    "    while t < 3:\n"
                    "        if f[0] == i:\n"
                    "            f[0] = i + 1\n"
                    "            t += 1\n"),
            "works");
  EXPECT_EQ(waitsOf("    for j in range(n):\n"
                    "        if cuda.atomic.load(f, 0) == i:\n"
                    "            break\n"),
            "works");
  EXPECT_EQ(waitsOf("    while cuda.any_sync(-1, f[i] == 0):\n"
                    "        pass\n"),
            "works");
  // Only the inner one waits; the outer one counts.
  EXPECT_EQ(waitsOf("    for j in range(n):\n"
                    "        while cuda.atomic.load(f, 0) == j:\n"
                    "            pass\n"),
            "none spins");
}

TEST(Waits, VotesAboutWhatLanesComputeAreNone) {
  EXPECT_EQ(waitsOf("    t = i\n"
                    "    while cuda.any_sync(-1, t < n):\n"
                    "        t += 1\n"),
            "none");
  EXPECT_EQ(waitsOf("    t = i\n"
                    "    while True:\n"
                    "        t = cuda.shfl_sync(-1, t * 2, 0)\n"
                    "        if t > n:\n"
                    "            break\n"),
            "none");
  EXPECT_EQ(waitsOf("    t = i\n"
                    "    while some(t < n):\n"
                    "        t += 1\n"),
            "none");
  EXPECT_EQ(waitsOf("    while some(f[0] < n):\n"
                    "        pass\n"),
            "works");
  // Of a part of a warp others may come later.
  EXPECT_EQ(waitsOf("    t = i\n"
                    "    while cuda.any_sync(3, t < n):\n"
                    "        t += 1\n"),
            "works");
  EXPECT_EQ(waitsOf("    while True:\n"
                    "        t = cuda.shfl_sync(-1, x[0], 0)\n"
                    "        if t > n:\n"
                    "            break\n"),
            "works");
  EXPECT_EQ(waitsOf("    t = 0\n"
                    "    while t == 0:\n"
                    "        if i == 0:\n"
                    "            t = cuda.atomic.add(f, 0, 0)\n"
                    "        t = cuda.shfl_sync(-1, t, 0)\n"),
            "works");
}

TEST(Waits, FencesTellOfPlainStores) {
  const std::string look = "    while f[i] != 2:\n"
                           "        if f[i] == 1:\n"
                           "            i -= 1\n";
  EXPECT_EQ(waitsOf(look), "none");
  EXPECT_EQ(waitsOf(look + "    cuda.threadfence()\n"), "works");
}

TEST(Waits, BlocksThatMeetWaitForOtherBlocksOnly) {
  const std::string look = "    while s[0] == 0:\n"
                           "        cuda.syncthreads()\n"
                           "        s[0] = x[0]\n"
                           "        cuda.syncthreads()\n";
  EXPECT_EQ(waitsOf(look), "none");
  EXPECT_EQ(waitsOf(look + "    cuda.threadfence()\n"), "works");
}

/// How often threads of a GPU's code for this loop sleep.
std::size_t sleepsIn(unsigned level, bool isDebug) {
  Source source("test.py", "from numba import cuda\n"
                           "@cuda.jit('void(int64[::1])')\n"
                           "def k(f):\n"
                           "    for i in range(3):\n"
                           "        f[i + 1] = i\n"
                           "    while cuda.atomic.add(f, 0, 0) == 0:\n"
                           "        f[1] += 1\n");
  CompileOptions options;
  options.optLevel = level;
  options.debugInfo = isDebug;
  Diagnostics diagnostics;
  auto result = compile({&source}, options, {Product::Ptx}, diagnostics);
  EXPECT_TRUE(result);
  std::size_t count = 0;
  const std::string &ptx = result->texts[0];
  for (std::size_t at = 0;
       (at = ptx.find("nanosleep", at)) != std::string::npos; ++at)
    ++count;
  return count;
}

// In optimized code ptxas finds the loops that wait.
TEST(Waits, LetTheirWarpGoOnInPlainCode) {
  EXPECT_EQ(sleepsIn(3, false), 0U);
  EXPECT_EQ(sleepsIn(0, false), 1U);
  EXPECT_EQ(sleepsIn(0, true), 1U);
}

} // namespace
} // namespace pyk2ptx
