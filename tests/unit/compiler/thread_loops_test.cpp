// ThreadLoopPlan: which kernels are loops over threads, and what they keep from
// barrier to barrier.
#include "checked_module.h"
#include "compiler/blocks/thread_loops.h"

#include <gtest/gtest.h>

#include <string>

namespace pyk2ptx {
namespace {

/// The plan of a kernel k(n, x) with this body: "none", or what is kept,
/// "one: a b; each: c d; arrays: e".
std::string planOf(const std::string &body) {
  std::string text = "from numba import cuda\n"
                     "@cuda.jit('void(int64, int64[:])')\n"
                     "def k(n, x):\n"
                     "    s = cuda.shared.array(32, 'int64')\n"
                     "    t = cuda.threadIdx.x\n" +
                     body;
  std::optional<ir::Module> module = checkedModule(text);
  if (!module)
    return "error";
  const ir::Function &kernel = module->functions.back();
  std::vector<bool> waits(module->functions.size(), false);
  std::optional<ThreadLoopPlan> plan =
      ThreadLoopPlan::make(*module, kernel, waits);
  if (!plan)
    return "none";
  std::string one, each, arrays;
  for (ir::SlotId slot = kernel.paramCount; slot < kernel.slots.size(); ++slot)
    if (plan->isKept(slot))
      (plan->isUniform(slot) ? one : each) += " " + kernel.slots[slot].name;
  for (std::uint32_t i = 0; i < kernel.arrays.size(); ++i)
    if (plan->keepsArray(i))
      arrays += " " + kernel.arrays[i].name;
  return "one:" + one + "; each:" + each + "; arrays:" + arrays;
}

TEST(ThreadLoops, KeepWhatIsReadBehindABarrier) {
  EXPECT_EQ(planOf("    a = x[t]\n"
                   "    b = x[0]\n"
                   "    c = x[t + 1]\n"
                   "    s[t] = c\n"
                   "    cuda.syncthreads()\n"
                   "    x[t] = a + b + s[31 - t]\n"),
            "one: b; each: a; arrays:");
}

TEST(ThreadLoops, ComputeAgainWhatIsAlwaysTheSame) {
  EXPECT_EQ(planOf("    i = cuda.grid(1)\n"
                   "    m = x.shape[0] - 1\n"
                   "    s[t] = i\n"
                   "    cuda.syncthreads()\n"
                   "    x[i % m] = s[t]\n"),
            "one:; each:; arrays:");
}

TEST(ThreadLoops, LoopsWithBarriersRunOnce) {
  EXPECT_EQ(planOf("    step = n\n"
                   "    while step > 0:\n"
                   "        if t < step:\n"
                   "            s[t] += s[t + step]\n"
                   "        cuda.syncthreads()\n"
                   "        step //= 2\n"
                   "        if step == 7:\n"
                   "            break\n"),
            "one: step; each:; arrays:");
  EXPECT_EQ(planOf("    total = 0\n"
                   "    for i in range(x[cuda.blockIdx.x]):\n"
                   "        cuda.syncthreads()\n"
                   "        total += s[i + t]\n"
                   "    x[t] = total\n"),
            "one: i; each: total; arrays:");
}

TEST(ThreadLoops, LocalArraysOutliveAPieceThatIsNotTheOnlyOne) {
  const char *own = "    own = cuda.local.array(4, 'int64')\n"
                    "    for i in range(4):\n"
                    "        own[i] = i + t\n";
  EXPECT_EQ(planOf(std::string(own) + "    s[t] = own[n]\n"
                                      "    cuda.syncthreads()\n"
                                      "    x[t] = s[31 - t]\n"),
            "one:; each:; arrays:");
  EXPECT_EQ(planOf(std::string(own) + "    cuda.syncthreads()\n"
                                      "    x[t] = own[n]\n"),
            "one:; each:; arrays: own");
}

TEST(ThreadLoops, LocalArraysThatAreFilledFirstAreNotKept) {
  auto keptOf = [](const std::string &turn) {
    return planOf("    own = cuda.local.array(4, 'int64')\n"
                  "    for k in range(n):\n"
                  "        s[t] = k\n"
                  "        cuda.syncthreads()\n" +
                  turn + "        cuda.syncthreads()\n");
  };
  const char *none = "one: k; each:; arrays:",
             *kept = "one: k; each:; arrays: own";
  const std::string read = "        x[t] += own[n & 3]\n";
  EXPECT_EQ(keptOf("        for i in range(4):\n"
                   "            own[i] = s[i]\n" +
                   read),
            none);
  EXPECT_EQ(keptOf("        own[0] = own_ = t\n        own[3] = own_\n"
                   "        own[2] = 0\n        own[1] = s[3]\n" +
                   read),
            none);
  EXPECT_EQ(keptOf("        view = own\n"
                   "        if n > 3:\n            for i in range(4):\n"
                   "                view[i] = i\n"
                   "        else:\n            for i in range(4):\n"
                   "                own[i] = t\n" +
                   read),
            none);
  EXPECT_EQ(keptOf(read), kept);
  EXPECT_EQ(keptOf(read + "        for i in range(4):\n"
                          "            own[i] = s[i]\n"),
            kept);
  EXPECT_EQ(keptOf("        for i in range(3):\n"
                   "            own[i] = s[i]\n" +
                   read),
            kept);
  EXPECT_EQ(keptOf("        for i in range(4):\n"
                   "            own[i] = own[3 - i]\n" +
                   read),
            kept);
  EXPECT_EQ(keptOf("        for i in range(4):\n"
                   "            if s[i] > 3:\n                break\n"
                   "            own[i] = s[i]\n" +
                   read),
            kept);
  EXPECT_EQ(keptOf("        for i in range(4):\n"
                   "            if s[i] > 3:\n"
                   "                own[i] = s[i]\n" +
                   read),
            kept);
  EXPECT_EQ(keptOf("        if t > 3:\n            for i in range(4):\n"
                   "                own[i] = i\n" +
                   read),
            kept);
  EXPECT_EQ(keptOf("        part = own[1:]\n        x[t] = part[0]\n"
                   "        for i in range(4):\n            own[i] = i\n"),
            kept);
}

TEST(ThreadLoops, NotWhereThreadsMayPart) {
  EXPECT_EQ(planOf("    if t < 8:\n        cuda.syncthreads()\n"), "none");
  EXPECT_EQ(planOf("    for i in range(t):\n        cuda.syncthreads()\n"),
            "none");
  EXPECT_EQ(planOf("    for i in range(n):\n"
                   "        if s[t] > i:\n            break\n"
                   "        cuda.syncthreads()\n"),
            "none");
  // The number of rounds parts, and with it what comes of it.
  EXPECT_EQ(planOf("    m = 0\n"
                   "    for i in range(x[t]):\n        m = i\n"
                   "    for i in range(m):\n        cuda.syncthreads()\n"),
            "none");
  EXPECT_EQ(planOf("    m = cuda.atomic.add(x, 0, 1)\n"
                   "    while m > 0:\n        cuda.syncthreads()\n"
                   "        m -= 1\n"),
            "none");
  EXPECT_EQ(planOf("    m = n\n"
                   "    if t == 3:\n        m = 2\n"
                   "    if m > 4:\n        cuda.syncthreads()\n"),
            "none");
}

TEST(ThreadLoops, NotWhereTheirOrderWouldShow) {
  EXPECT_EQ(planOf("    print(t)\n"
                   "    for i in range(n):\n"
                   "        print(i)\n"
                   "        cuda.syncthreads()\n"),
            "none");
  EXPECT_NE(planOf("    print(t)\n"
                   "    cuda.syncthreads()\n"
                   "    for i in range(n):\n"
                   "        print(i)\n"
                   "        cuda.syncthreads()\n"
                   "    print(t)\n"),
            "none");
  EXPECT_EQ(planOf("    for i in range(n):\n"
                   "        cuda.atomic.exch(x, 0, t)\n"
                   "        if i == 3:\n            cuda.syncthreads()\n"),
            "none");
}

TEST(ThreadLoops, OfAtomicsWhoseOrderDoesNotShow) {
  auto planOfTwo = [](const std::string &first, const std::string &second) {
    return planOf("    old = 0\n    for i in range(n):\n        " + first +
                  "\n        if i == 3:\n            cuda.syncthreads()\n"
                  "        " +
                  second + "\n    x[t] = old\n");
  };
  EXPECT_NE(planOfTwo("cuda.atomic.add(x, 0, 1)", "cuda.atomic.sub(x, t, i)"),
            "none");
  EXPECT_NE(planOfTwo("cuda.atomic.max(x, 0, t)", "cuda.atomic.max(s, 0, i)"),
            "none");
  EXPECT_EQ(planOfTwo("cuda.atomic.add(x, 0, 1)", "cuda.atomic.max(x, t, i)"),
            "none");
  EXPECT_EQ(planOfTwo("old += cuda.atomic.add(x, 0, 1)", "old += 1"), "none");
}

} // namespace
} // namespace pyk2ptx
