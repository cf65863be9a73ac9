// Which second tests do not wait for the first.
#include "checked_module.h"
#include "compiler/blocks/eager_tests.h"
#include "compiler/facts/path_facts.h"
#include "compiler/transform/bounds.h"
#include "frontend/ir/ir_walk.h"

#include <gtest/gtest.h>

#include <string>

namespace pyk2ptx {
namespace {

/// How many `and` and `or` are left.
unsigned waitingTests(const std::string &body) {
  std::optional<ir::Module> module =
      checkedModule("from numba import cuda\n"
                    "@cuda.jit('void(int64, uint8[:], int32[:])')\n"
                    "def k(n, x, y):\n"
                    "    i = cuda.grid(1)\n" +
                    body);
  applyBounds(*module, BoundsMode::Guard, true);
  testEagerly(*module);
  unsigned count = 0;
  forEachExprIn(module->functions.back().body, [&](const ir::Expr &expr) {
    count += std::holds_alternative<ir::Logical>(expr.node);
  });
  return count;
}

TEST(EagerTests, WhereTheElementIsThere) {
  EXPECT_EQ(waitingTests("    if i < x.size:\n"
                         "        y[i] = n == 3 or (n == 2 and x[i] == 1)\n"),
            0u);
  EXPECT_EQ(waitingTests("    if 0 < i < x.size - 1:\n"
                         "        y[i] = x[i] > 3 and x[i - 1] > x[i + 1]\n"),
            1u); // That of the chained comparison.
}

TEST(EagerTests, NotWhereTheFirstTestPutsItThere) {
  EXPECT_EQ(waitingTests("    if i < x.size and x[i] == 1:\n"
                         "        y[i] = 1\n"),
            1u);
  EXPECT_EQ(waitingTests("    y[i] = i >= x.size or x[i] == 1\n"), 1u);
  EXPECT_EQ(waitingTests("    if i < x.size:\n"
                         "        y[i] = i > 0 and x[i - 1] == 1\n"),
            1u);
}

TEST(EagerTests, NotWhatTakesLongOrDoesMore) {
  EXPECT_EQ(waitingTests("    if i < x.size:\n"
                         "        y[i] = n > 2 and x[i] % n == 1\n"),
            1u);
  EXPECT_EQ(waitingTests("    if i < y.size:\n"
                         "        y[i] = n > 2 and"
                         " cuda.atomic.add(y, i, 1) == 1\n"),
            1u);
  EXPECT_EQ(waitingTests("    if i < x.size:\n"
                         "        y[i] = n > 2 and i == 7\n"),
            1u);
}

} // namespace
} // namespace pyk2ptx
