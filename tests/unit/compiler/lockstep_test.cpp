// Which loops the CPU device runs for all threads of a block together, and
// which kernels' shuffles it takes apart.
#include "checked_module.h"
#include "compiler/analyze/sync_threads.h"
#include "compiler/blocks/exchanges.h"
#include "compiler/blocks/lockstep.h"
#include "compiler/blocks/own_slots.h"
#include "compiler/blocks/thread_loops.h"
#include "compiler/facts/loop_facts.h"
#include "frontend/ir/ir_walk.h"

#include <gtest/gtest.h>

#include <string>

namespace pyk2ptx {
namespace {

std::optional<ir::Module> moduleWithUp(const std::string &body) {
  std::string text = "from numba import cuda\n"
                     "@cuda.jit(device=True)\n"
                     "def up(v, by):\n"
                     "    return v + cuda.shfl_up_sync(-1, v, by)\n"
                     "@cuda.jit('void(int64, float32[:], float32[:, :])')\n"
                     "def k(n, x, a):\n"
                     "    t = cuda.threadIdx.x\n"
                     "    i = cuda.grid(1)\n" +
                     body;
  return checkedModule(text);
}

std::string stepsIn(const ir::Function &kernel) {
  std::string steps;
  forEachStmt(kernel.body, [&](const ir::Stmt &stmt) {
    if (const auto *loop = std::get_if<ir::ForRange>(&stmt.node))
      steps += loop->inStep ? '1' : '0';
  });
  return steps;
}

/// The loops of the kernel, outer ones first: 1 in step, 0 not.
std::string stepsOf(const std::string &body) {
  std::optional<ir::Module> module = moduleWithUp(body);
  partSlots(*module);
  runInStep(*module);
  return stepsIn(module->functions.back());
}

/// The same, for a thread at y, and whether its rows are apart.
std::string rowsOf(const std::string &body) {
  std::optional<ir::Module> module =
      moduleWithUp("    y = cuda.threadIdx.y\n" + body);
  partSlots(*module);
  runInStep(*module);
  const ir::Function &kernel = module->functions.back();
  return stepsIn(kernel) +
         (kernel.together == ir::Together::Row ? " by rows" : "");
}

TEST(Lockstep, RowsApart) {
  const std::string sum = "        x[i] += a[j, i]\n";
  EXPECT_EQ(rowsOf("    for j in range(n):\n" + sum), "1");
  EXPECT_EQ(rowsOf("    for j in range(y):\n" + sum), "1 by rows");
  EXPECT_EQ(rowsOf("    for j in range(n):\n" + sum +
                   "    for j in range(n - y):\n" + sum),
            "11 by rows");
  // Rows meet.
  EXPECT_EQ(
      rowsOf("    for j in range(y):\n" + sum + "    cuda.syncthreads()\n"),
      "0");
  // A loop of the thread's own.
  EXPECT_EQ(rowsOf("    for j in range(t):\n" + sum), "0");
}

TEST(Lockstep, LoadedBounds) {
  const std::string sum = "        x[i] += a[j, i]\n";
  const std::string loop = "for j in range(int(a[0, y]), int(a[1, y])):\n";
  EXPECT_EQ(rowsOf("    " + loop + sum), "1 by rows");
  // The block asks for the row, and the thread's own part stays its own.
  EXPECT_EQ(rowsOf("    if y < n and i < x.size:\n"
                   "        " +
                   loop + "    " + sum),
            "1 by rows");
  EXPECT_EQ(rowsOf("    for j in range(int(a[0, t]), n):\n" + sum), "0");
  // The same for all of the block, whose threads begin apart; no sum of them
  // may leave int64.
  EXPECT_EQ(rowsOf("    for j in range((int(x[n]) & 255) + t, n, 32):\n"
                   "        x[j] += 1\n"),
            "1");
  EXPECT_EQ(rowsOf("    for j in range(int(x[n]) + t, n, 32):\n"
                   "        x[j] += 1\n"),
            "0");
}

TEST(Lockstep, LocalArraysOfThreadsThatRunAlone) {
  const std::string zeros = "    own = cuda.local.array(64, 'float32')\n"
                            "    for d in range(64):\n"
                            "        own[d] = 0\n";
  EXPECT_EQ(stepsOf(zeros + "    x[i] = own[n]\n"), "1");
  // Deeper than what would be in step.
  EXPECT_EQ(stepsOf(zeros + "    for j in range(n):\n"
                            "        for d in range(64):\n"
                            "            own[d] += a[i, d] * a[j, d]\n"
                            "    x[i] = own[n]\n"),
            "000");
  EXPECT_EQ(stepsOf(zeros + "    for j in range(n):\n"
                            "        for d in range(64):\n"
                            "            own[d] += a[d, i] * a[j, d]\n"
                            "    x[i] = own[n]\n"),
            "111");
}

TEST(Lockstep, GridStrideLoops) {
  EXPECT_EQ(stepsOf("    for j in range(i, x.size, cuda.gridsize(1)):\n"
                    "        x[j] += 1\n"),
            "1");
  EXPECT_EQ(stepsOf("    for j in range(t, x.size, cuda.blockDim.x):\n"
                    "        x[j] += 1\n"),
            "1");
  // Each thread's own part, in a row.
  EXPECT_EQ(stepsOf("    for j in range(i * 8, i * 8 + 8):\n"
                    "        x[j] += 1\n"),
            "0");
}

TEST(Lockstep, ToAnyEnd) {
  EXPECT_EQ(stepsOf("    for j in range(i, n, cuda.gridsize(1)):\n"
                    "        x[j] += 1\n"),
            "1");
  // Where the first thread starts below 0, what is left may be no number.
  EXPECT_EQ(stepsOf("    for j in range(i - 5, n, cuda.gridsize(1)):\n"
                    "        x[j] += 1\n"),
            "0");
}

TEST(Lockstep, CountersThatStartWhereIsKnown) {
  EXPECT_EQ(stepsOf("    k = 0\n"
                    "    s = x[0]\n"
                    "    if i < x.size:\n"
                    "        for j in range(k, n):\n"
                    "            k += 1\n"
                    "            s += a[j, i]\n"
                    "        x[i] = s\n"),
            "1");
  EXPECT_EQ(stepsOf("    k = i\n"
                    "    for j in range(k, x.size, cuda.gridsize(1)):\n"
                    "        k = j\n"
                    "        x[j] += k\n"),
            "1");
  // Something else on the way.
  EXPECT_EQ(stepsOf("    k = 0\n"
                    "    s = x[0]\n"
                    "    if x[i] > 1:\n"
                    "        k = i\n"
                    "    for j in range(k, n):\n"
                    "        s += a[j, i]\n"
                    "    x[i] = s + k\n"),
            "0");
}

TEST(Lockstep, LoopsOverColumnsAndNotOverRows) {
  EXPECT_EQ(stepsOf("    s = x[0]\n"
                    "    for j in range(n):\n"
                    "        s += a[j, i]\n"
                    "    x[i] = s\n"),
            "1");
  EXPECT_EQ(stepsOf("    s = x[0]\n"
                    "    for j in range(n):\n"
                    "        s += a[i, j]\n"
                    "    x[i] = s\n"),
            "0");
}

TEST(Lockstep, NextTurns) {
  EXPECT_EQ(stepsOf("    for j in range(n):\n"
                    "        if a[j, i] > 3:\n"
                    "            continue\n"
                    "        x[i] += a[j, i]\n"),
            "1");
  // Both ways of the outer choice come to the last statement.
  EXPECT_EQ(stepsOf("    for j in range(n):\n"
                    "        if a[j, i] > 3:\n"
                    "            x[i] += 1\n"
                    "            if x[i] > 4:\n"
                    "                continue\n"
                    "            x[i] += 2\n"
                    "        x[i] += a[j, i]\n"),
            "1");
  // The outer loop's, in an inner one's else.
  EXPECT_EQ(stepsOf("    for j in range(n):\n"
                    "        for k in range(3):\n"
                    "            if k * n == i:\n"
                    "                break\n"
                    "        else:\n"
                    "            continue\n"
                    "        x[i] += a[j, i]\n"),
            "10");
  // The inner loop's.
  EXPECT_EQ(stepsOf("    for j in range(n):\n"
                    "        for k in range(3):\n"
                    "            if k * n == i:\n"
                    "                continue\n"
                    "            x[i] += a[j, i]\n"),
            "10");
}

TEST(Lockstep, UnderConditions) {
  EXPECT_EQ(stepsOf("    if i < x.size:\n"
                    "        for j in range(n):\n"
                    "            x[i] += a[j, i]\n"),
            "1");
  // Threads leave it, or run it differently often.
  EXPECT_EQ(stepsOf("    for j in range(n):\n"
                    "        if x[i] > 3:\n"
                    "            break\n"
                    "        x[i] += a[j, i]\n"),
            "0");
  EXPECT_EQ(stepsOf("    for j in range(t):\n"
                    "        x[i] += a[j, i]\n"),
            "0");
}

TEST(Lockstep, BehindReturns) {
  const std::string loop = "    for j in range(n):\n"
                           "        x[i] += a[j, i]\n";
  EXPECT_EQ(stepsOf("    if i >= x.size:\n        return\n" + loop), "1");
  EXPECT_EQ(stepsOf("    if i < x.size:\n        x[i] = 0\n"
                    "    else:\n        return\n" +
                    loop),
            "1");
  EXPECT_EQ(stepsOf("    for j in range(t):\n        if x[j] > 0:\n"
                    "            return\n" +
                    loop),
            "01");
  // Who has returned is missed by nobody there, and would be waited for.
  EXPECT_EQ(stepsOf("    if i >= x.size:\n        return\n"
                    "    cuda.syncthreads()\n" +
                    loop),
            "1");
}

TEST(Lockstep, ToEndsComputedUnderConditions) {
  EXPECT_EQ(stepsOf("    if i < x.size:\n"
                    "        m = min(n, a.shape[0])\n"
                    "        for j in range(m):\n"
                    "            x[i] += a[j, i]\n"),
            "1");
  EXPECT_EQ(stepsOf("    if i < x.size:\n"
                    "        own = cuda.local.array(4, 'float32')\n"
                    "        m = min(n, len(own))\n"
                    "        for j in range(m):\n"
                    "            x[i] += a[j, i]\n"),
            "1");
  EXPECT_EQ(stepsOf("    if i < x.size:\n"
                    "        m = min(n, t)\n"
                    "        for j in range(m):\n"
                    "            x[i] += a[j, i]\n"),
            "0");
}

TEST(Lockstep, NotWhereAnOrderShows) {
  EXPECT_EQ(stepsOf("    for j in range(n):\n"
                    "        x[i] += cuda.atomic.add(x, 0, a[j, i])\n"),
            "0");
  EXPECT_EQ(stepsOf("    for j in range(n):\n"
                    "        x[i] += a[j, i]\n"
                    "        print(j)\n"),
            "0");
}

/// How many shuffles stand apart.
unsigned exchangesOf(const std::string &body) {
  std::optional<ir::Module> module = moduleWithUp(body);
  setExchangesApart(*module);
  unsigned count = 0;
  forEachStmt(module->functions.back().body, [&](const ir::Stmt &stmt) {
    bool isIf = std::holds_alternative<ir::If>(stmt.node);
    count += !isIf && exchangeOf(stmt);
  });
  return count;
}

TEST(Exchanges, OfWholeWarps) {
  EXPECT_EQ(exchangesOf("    x[i] = x[i] + cuda.shfl_xor_sync(-1, x[i], 1)\n"),
            1u);
  EXPECT_EQ(exchangesOf("    v = x[i]\n"
                        "    if t // 32 == 1 or n > 3:\n"
                        "        v = up(v, 1)\n"
                        "        v = up(v, 2)\n"
                        "    x[i] = v\n"),
            2u);
  EXPECT_EQ(exchangesOf("    v = x[i]\n"
                        "    d = 16\n"
                        "    while d > 0:\n"
                        "        v += cuda.shfl_down_sync(-1, v, d)\n"
                        "        d //= 2\n"
                        "    x[i] = v\n"),
            5u);
  // Counted over the grid, too, and behind a return.
  EXPECT_EQ(exchangesOf("    if i // 32 >= n:\n"
                        "        return\n"
                        "    v = up(x[i], 1)\n"
                        "    x[i] = v\n"),
            1u);
}

TEST(Exchanges, InLoopsOfSomeWarps) {
  auto behindReturn = [](const std::string &bounds, const std::string &turn) {
    return exchangesOf("    if i // 32 >= n:\n"
                       "        return\n"
                       "    v = x[i]\n"
                       "    for j in range(" +
                       bounds +
                       "):\n"
                       "        v = up(v + a[j, t], 1)\n" +
                       turn + "    x[i] = v + j\n");
  };
  EXPECT_EQ(behindReturn("a.shape[0]", ""), 1u);
  EXPECT_EQ(behindReturn("a.shape[0]", "        if v > 3:\n"
                                       "            v = up(v, 2)\n"),
            0u);
  // Warps take turns where not all turn as often.
  EXPECT_EQ(behindReturn("i // 32", ""), 1u);
  EXPECT_EQ(behindReturn("n", "        if i // 32 > j + 3:\n"
                              "            break\n"),
            1u);
  EXPECT_EQ(behindReturn("t", ""), 0u);
  // They also wait for each other at the end of theirs.
  EXPECT_EQ(behindReturn("i // 32", "    cuda.syncthreads()\n"), 1u);
  EXPECT_EQ(behindReturn("t", "    cuda.syncthreads()\n"), 0u);
}

TEST(Exchanges, SayWhichBlocksTheyAreFor) {
  auto rowsOf = [](const std::string &condition, const std::string &more = "") {
    std::optional<ir::Module> module = moduleWithUp("    v = x[i]\n"
                                                    "    if " +
                                                    condition +
                                                    ":\n"
                                                    "        v = up(v, 1)\n"
                                                    "    x[i] = v\n" +
                                                    more);
    setExchangesApart(*module);
    std::optional<ThreadLoopPlan> plan = ThreadLoopPlan::make(
        *module, module->functions.back(), findBarriers(*module));
    return plan ? std::optional(plan->rows()) : std::nullopt;
  };
  const std::string wait = "    cuda.syncthreads()\n";
  EXPECT_EQ(rowsOf("n > 3", wait), BlockRows::Any);
  EXPECT_EQ(rowsOf("t // 32 == 1", wait), BlockRows::WholeWarpsOrOne);
  EXPECT_EQ(rowsOf("i // 32 == n", wait), BlockRows::WholeWarps);
  EXPECT_EQ(rowsOf("i // 16 == n"), std::nullopt);
  // Warps by turns; not of blocks that may have rows of others.
  EXPECT_EQ(rowsOf("n > 3"), BlockRows::WholeWarps);
  EXPECT_EQ(rowsOf("n > 3", "    x[t] = cuda.threadIdx.y\n"), BlockRows::Any);
}

TEST(Exchanges, NotWhereAWarpMayPart) {
  EXPECT_EQ(exchangesOf("    v = x[i]\n"
                        "    if t < 16:\n"
                        "        v = up(v, 1)\n"
                        "    x[i] = v\n"),
            0u);
  EXPECT_EQ(exchangesOf("    if t >= n:\n"
                        "        return\n"
                        "    v = up(x[i], 1)\n"
                        "    x[i] = v\n"),
            0u);
  EXPECT_EQ(exchangesOf("    v = cuda.shfl_up_sync(0xffff, x[i], 1)\n"
                        "    x[i] = v\n"),
            0u);
  // Evaluated in every turn.
  EXPECT_EQ(exchangesOf("    v = cuda.shfl_up_sync(-1, x[i], 1)\n"
                        "    while cuda.any_sync(-1, v > 0):\n"
                        "        v -= 1\n"
                        "    x[i] = v\n"),
            0u);
}

TEST(Exchanges, VotesAndReductions) {
  EXPECT_EQ(exchangesOf("    v = cuda.shfl_up_sync(-1, x[i], 1)\n"
                        "    if cuda.any_sync(-1, v > 0):\n"
                        "        x[i] = v\n"
                        "    cuda.syncwarp()\n"),
            3u);
  // Warps are counted by the thread's number.
  EXPECT_EQ(exchangesOf("    r = (cuda.threadIdx.z * cuda.blockDim.y\n"
                        "         + cuda.threadIdx.y) * cuda.blockDim.x + t\n"
                        "    if not r // 32 == 1:\n"
                        "        x[i] = cuda.ballot_sync(-1, x[i] > 0)\n"),
            1u);
}

TEST(Exchanges, CountWarpsByWholeNumbersAlone) {
  // Of what some threads of a warp have and others do not.
  EXPECT_EQ(
      exchangesOf("    r = (cuda.threadIdx.z * 0 + cuda.threadIdx.y) * 0 + t\n"
                  "    if r // 32 == 1:\n"
                  "        x[i] = cuda.ballot_sync(-1, x[i] > 0)\n"),
      0u);
}

TEST(Exchanges, CountWarpsByRows) {
  auto ofPlace = [](const std::string &place) {
    return exchangesOf("    r = " + place +
                       " + t\n"
                       "    if r // 32 == 1:\n"
                       "        x[i] = cuda.ballot_sync(-1, x[i] > 0)\n");
  };
  EXPECT_EQ(ofPlace("cuda.threadIdx.y * cuda.blockDim.x"), 1u);
  EXPECT_EQ(ofPlace("cuda.blockDim.x + (cuda.threadIdx.y - 7) * 3 * "
                    "cuda.blockDim.x"),
            1u);
  EXPECT_EQ(ofPlace("cuda.threadIdx.y * cuda.blockDim.y"), 0u);
  EXPECT_EQ(ofPlace("cuda.threadIdx.y * 16"), 0u);
  EXPECT_EQ(ofPlace("t * cuda.blockDim.x"), 0u);
}

TEST(Exchanges, OneValueForAWarp) {
  auto uniformIn = [](const std::string &call) {
    std::optional<ir::Module> module = moduleWithUp("    v = x[i]\n"
                                                    "    m = " +
                                                    call +
                                                    "\n"
                                                    "    for j in range(m):\n"
                                                    "        v = up(v, 1)\n"
                                                    "    x[i] = v\n");
    setExchangesApart(*module);
    return module->functions.back().together == ir::Together::Warp;
  };
  EXPECT_TRUE(uniformIn("cuda.ballot_sync(-1, v > 3)"));
  EXPECT_TRUE(uniformIn("int(cuda.all_sync(-1, v > 3))"));
  EXPECT_TRUE(uniformIn("cuda.shfl_sync(-1, t, n)"));
  EXPECT_FALSE(uniformIn("cuda.shfl_sync(-1, t, t + 1)"));
  EXPECT_FALSE(uniformIn("cuda.shfl_xor_sync(-1, t, 1)"));
  EXPECT_FALSE(uniformIn("cuda.match_any_sync(-1, t)"));
}

TEST(Exchanges, BlocksGoTogetherWhereAFunctionHasTheirBarrier) {
  auto turnsWith = [](const std::string &line) {
    std::optional<ir::Module> module =
        checkedModule("from numba import cuda\n"
                      "import numpy as np\n"
                      "@cuda.jit(device=True)\n"
                      "def total(v, t):\n"
                      "    s = cuda.shared.array(32, np.float32)\n"
                      "    v += cuda.shfl_xor_sync(-1, v, 1)\n"
                      "    s[t // 32] = v\n" +
                      line +
                      "    return v + s[t % 32]\n"
                      "@cuda.jit('void(float32[:])')\n"
                      "def k(x):\n"
                      "    t = cuda.threadIdx.x\n"
                      "    x[t] = total(x[t], t)\n");
    setExchangesApart(*module);
    return module->functions.back().together;
  };
  EXPECT_EQ(turnsWith("    cuda.syncthreads()\n"), ir::Together::Block);
  EXPECT_EQ(turnsWith(""), ir::Together::Warp);
}

TEST(Exchanges, RepeatOnlyWhatPays) {
  std::string body = "        v = up(v, j + 1)\n";
  EXPECT_EQ(exchangesOf("    v = x[i]\n"
                        "    for j in range(4):\n" +
                        body + "    x[i] = v\n"),
            4u);
  // A long body stays the body of a loop.
  std::string longBody = body;
  for (int j = 0; j < 40; ++j)
    longBody += "        x[i] = x[i] * v + t\n";
  EXPECT_EQ(exchangesOf("    v = x[i]\n"
                        "    for j in range(4):\n" +
                        longBody + "    x[i] = v\n"),
            1u);
}

/// Calls, barriers and arrays that a kernel has of functions that wait.
std::string waitingIn(const std::string &body) {
  std::optional<ir::Module> module =
      checkedModule("from numba import cuda\n"
                    "import numpy as np\n"
                    "@cuda.jit(device=True)\n"
                    "def before(v, t):\n"
                    "    s = cuda.shared.array(64, np.float32)\n"
                    "    s[t] = v\n"
                    "    cuda.syncthreads()\n"
                    "    if t == 0:\n"
                    "        r = np.float32(0)\n"
                    "    else:\n"
                    "        r = s[t - 1]\n"
                    "    cuda.syncthreads()\n"
                    "    return r, v\n"
                    "@cuda.jit(device=True)\n"
                    "def loops(v, t):\n"
                    "    for j in range(9):\n"
                    "        v += before(v, t)[0]\n"
                    "        if v > 3:\n"
                    "            return v\n"
                    "    return v\n"
                    "@cuda.jit('void(int64, float32[:])')\n"
                    "def k(n, x):\n"
                    "    t = cuda.threadIdx.x\n" +
                    body);
  setExchangesApart(*module);
  const ir::Function &kernel = module->functions.back();
  unsigned calls = 0, barriers = 0;
  forEachExprIn(kernel.body, [&](const ir::Expr &expr) {
    calls += std::holds_alternative<ir::CallFunction>(expr.node);
    barriers += isSyncThreads(expr);
  });
  return std::to_string(calls) + " calls, " + std::to_string(barriers) +
         " barriers, " + std::to_string(kernel.arrays.size()) + " arrays";
}

TEST(WaitingCalls, ArePartOfTheKernel) {
  EXPECT_EQ(waitingIn("    a, b = before(x[t], t)\n"
                      "    x[t] = a + b\n"),
            "0 calls, 2 barriers, 1 arrays");
  // One array for all calls; inside of expressions, too.
  EXPECT_EQ(waitingIn("    x[t] = before(x[t], t)[0] * before(x[t] + 1, t)[1] "
                      "if n > 2 else x[t]\n"),
            "0 calls, 4 barriers, 1 arrays");
}

TEST(WaitingCalls, BehindAReturn) {
  EXPECT_EQ(waitingIn("    if t >= n:\n"
                      "        return\n"
                      "    x[t] = before(x[t], t)[0]\n"),
            "0 calls, 2 barriers, 1 arrays");
}

TEST(WaitingCalls, StayWhereThreadsMayPart) {
  EXPECT_EQ(waitingIn("    if t < n:\n"
                      "        x[t] = before(x[t], t)[0]\n"),
            "1 calls, 0 barriers, 0 arrays");
  // A return out of a loop.
  EXPECT_EQ(waitingIn("    x[t] = loops(x[t], t)\n"),
            "1 calls, 0 barriers, 0 arrays");
}

} // namespace
} // namespace pyk2ptx
