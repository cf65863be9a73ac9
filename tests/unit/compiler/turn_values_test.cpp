// What loops in step keep for each thread, and what they compute again.
#include "checked_module.h"
#include "compiler/blocks/lockstep.h"
#include "compiler/blocks/own_slots.h"
#include "compiler/blocks/thread_loops.h"
#include "compiler/facts/loop_facts.h"

#include <gtest/gtest.h>

#include <string>

namespace pyk2ptx {
namespace {

/// How many numbers each thread keeps from piece to piece in a kernel
/// k(n, x, a) whose turns for y do `turn` and store m to a row.
unsigned keptWith(const std::string &turn, const std::string &behind = "") {
  std::optional<ir::Module> module =
      checkedModule("from numba import cuda\n"
                    "@cuda.jit('void(int64, int64[:], int64[:, :])')\n"
                    "def k(n, x, a):\n"
                    "    j, i = cuda.grid(2)\n"
                    "    sx, sy = cuda.gridsize(2)\n"
                    "    m = n\n"
                    "    for y in range(i, a.shape[0], sy):\n" +
                    turn +
                    "        for z in range(j, a.shape[1], sx):\n"
                    "            a[y, z] += m\n" +
                    behind);
  if (!module) {
    ADD_FAILURE() << turn;
    return 0;
  }
  partSlots(*module);
  runInStep(*module);
  const ir::Function &kernel = module->functions.back();
  std::optional<ThreadLoopPlan> plan =
      ThreadLoopPlan::make(*module, kernel, findBarriers(*module));
  if (!plan) {
    ADD_FAILURE() << turn;
    return 0;
  }
  unsigned kept = 0;
  for (ir::SlotId slot = kernel.paramCount; slot < kernel.slots.size(); ++slot)
    kept += plan->isKept(slot) && !plan->isUniform(slot);
  return kept;
}

TEST(TurnValues, ThreadsKeepNoPlaces) { EXPECT_EQ(keptWith(""), 0u); }

TEST(TurnValues, OfOneTurn) {
  const std::string inner = "        for z in range(j, a.shape[1], sx):\n"
                            "            a[y, z] -= p * z\n";
  EXPECT_EQ(keptWith("        p = y * n - cuda.threadIdx.x\n" + inner), 0u);
  EXPECT_EQ(keptWith("        q = y + n\n        p = q * q\n" + inner), 0u);
  // Set twice, in some turns, before the loop.
  EXPECT_EQ(keptWith("        p = y\n" + inner + "        p += x[0]\n" + inner),
            1u);
  EXPECT_EQ(keptWith("        if y > 3:\n            p = y\n" + inner), 1u);
  // Read where the turn has ended.
  EXPECT_EQ(keptWith("        p = y\n" + inner, "    x[i] = p\n"), 1u);
  // Loaded, or dear.
  EXPECT_EQ(keptWith("        p = x[y]\n" + inner), 1u);
  EXPECT_EQ(keptWith("        p = y // n\n" + inner), 1u);
}

} // namespace
} // namespace pyk2ptx
