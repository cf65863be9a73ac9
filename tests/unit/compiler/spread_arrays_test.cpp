// Which local arrays have their threads' elements side by side.
#include "checked_module.h"
#include "compiler/blocks/thread_loops.h"

#include <gtest/gtest.h>

#include <string>

namespace pyk2ptx {
namespace {

/// Whether `own` is, of a kernel k(n, x) with a barrier between these.
bool spreads(const std::string &before, const std::string &behind) {
  std::optional<ir::Module> module =
      checkedModule("from numba import cuda\n"
                    "@cuda.jit(device=True)\n"
                    "def first(a):\n"
                    "    return a[0]\n"
                    "@cuda.jit('void(int64, int64[:])')\n"
                    "def k(n, x):\n"
                    "    own = cuda.local.array(4, 'int64')\n"
                    "    other = cuda.local.array(4, 'int64')\n"
                    "    t = cuda.threadIdx.x\n" +
                    before + "    cuda.syncthreads()\n" + behind);
  if (!module)
    ADD_FAILURE() << before << behind;
  std::optional<ThreadLoopPlan> plan =
      ThreadLoopPlan::make(*module, module->functions.back(),
                           std::vector<bool>(module->functions.size(), false));
  EXPECT_TRUE(plan);
  return plan && plan->spreadsArray(0);
}

const std::string set = "    own[0] = t\n    own[n] = 1\n";
const std::string get = "    x[t] = own[1] + own[n - 1]\n";

TEST(SpreadArrays, WhereAllAskForTheSame) {
  EXPECT_TRUE(spreads(set, get));
  EXPECT_TRUE(spreads("    for j in range(4):\n        own[j] = t\n", get));
  EXPECT_TRUE(spreads(set, "    a = own\n    x[t] = a[1] + a[x[0]]\n"));
  EXPECT_TRUE(spreads(set, "    p = (own, t)\n    x[t] = p[0][1] + p[1]\n"));
  EXPECT_TRUE(spreads(set, "    x[t] = own[1] + own.size + len(own)\n"));
}

TEST(SpreadArrays, NotWhereOneAsksForAnother) {
  EXPECT_FALSE(spreads(set, "    x[t] = own[t]\n"));
  EXPECT_FALSE(spreads("    own[x[t]] = 1\n", get));
  EXPECT_FALSE(spreads(set, "    a = own\n    x[t] = a[t]\n"));
}

TEST(SpreadArrays, NotWhereOthersSeeIt) {
  EXPECT_FALSE(spreads(set, get + "    x[0] = first(own)\n"));
  EXPECT_FALSE(spreads(set, get + "    x[0] = own[1:][0]\n"));
  EXPECT_FALSE(spreads(set, get + "    a = own[n:]\n    x[0] = a[0]\n"));
  EXPECT_FALSE(
      spreads(set, "    a = own if n > 3 else other\n    x[0] = a[0]\n"));
  EXPECT_FALSE(
      spreads(set, get + "    a = other\n    if n > 3:\n        a = own\n"
                         "    x[0] = a[0]\n"));
}

TEST(SpreadArrays, NotWhatNoPieceFindsThere) {
  EXPECT_FALSE(spreads(set, "    x[t] = n\n"));
}

} // namespace
} // namespace pyk2ptx
