// Which kernels' threads come along to barriers instead of returning.
#include "checked_module.h"
#include "compiler/analyze/sync_threads.h"
#include "compiler/blocks/ended_threads.h"
#include "compiler/facts/loop_facts.h"
#include "frontend/ir/ir_walk.h"

#include <gtest/gtest.h>

#include <string>

namespace pyk2ptx {
namespace {

/// Whether nobody returns from a kernel k(n, x) of this body, nor parts at one
/// of its barriers.
bool comeAlong(const std::string &body) {
  std::optional<ir::Module> module =
      checkedModule("from numba import cuda\n"
                    "@cuda.jit('void(int64, int64[:])')\n"
                    "def k(n, x):\n"
                    "    s = cuda.shared.array(32, 'int64')\n"
                    "    t = cuda.threadIdx.x\n" +
                    body);
  if (!module)
    ADD_FAILURE() << body;
  bringEndedThreads(*module);
  const ir::Function &kernel = module->functions.back();
  bool found = hasReturn(kernel.body);
  forEachStmt(kernel.body, [&](const ir::Stmt &stmt) {
    const auto *choice = std::get_if<ir::If>(&stmt.node);
    found = found || (choice && hasSyncThreads(choice->body));
  });
  return !found;
}

const std::string meet = "    s[t] = t\n    cuda.syncthreads()\n";
const std::string use = "    x[t] = s[t ^ 1]\n";

TEST(EndedThreads, ComeAlong) {
  EXPECT_TRUE(comeAlong("    if t >= n:\n        return\n" + meet + use));
  EXPECT_TRUE(comeAlong(meet + "    if t >= n:\n        return\n" + use));
  EXPECT_TRUE(comeAlong("    if t >= n:\n        return\n" + meet +
                        "    if t == 3:\n        return\n"
                        "    cuda.syncthreads()\n" +
                        use));
  // Both ways of the outer choice come to the barrier.
  EXPECT_TRUE(comeAlong("    if t > 3:\n"
                        "        if x[t] > n:\n"
                        "            return\n"
                        "        x[t] = 1\n" +
                        meet + use));
}

TEST(EndedThreads, ToLoopsWithBarriers) {
  EXPECT_TRUE(comeAlong("    if t >= n:\n"
                        "        return\n"
                        "    w = cuda.blockDim.x // 2\n"
                        "    while w > 0:\n"
                        "        s[t] += w\n"
                        "        cuda.syncthreads()\n"
                        "        w //= 2\n" +
                        use));
  EXPECT_TRUE(comeAlong("    if t >= n:\n"
                        "        return\n"
                        "    for i in range(x.size):\n"
                        "        if i * i > n:\n"
                        "            break\n"
                        "        cuda.syncthreads()\n" +
                        use));
  // Only who is left may load what decides.
  EXPECT_FALSE(comeAlong("    if t >= n:\n"
                         "        return\n"
                         "    times = x[0]\n"
                         "    for i in range(times):\n"
                         "        cuda.syncthreads()\n" +
                         use));
}

TEST(EndedThreads, StayWhereThreadsPartOtherwise) {
  EXPECT_FALSE(comeAlong("    if t > n:\n"
                         "        cuda.syncthreads()\n" +
                         use));
  EXPECT_FALSE(comeAlong("    for i in range(n):\n"
                         "        if i == t:\n"
                         "            return\n"
                         "        cuda.syncthreads()\n"));
}

} // namespace
} // namespace pyk2ptx
