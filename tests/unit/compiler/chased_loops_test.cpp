// versionChasedLoops: which indices a turn tests, and in how many bits.
#include "checked_module.h"
#include "compiler/transform/bounds.h"
#include "compiler/versions/chased_loops.h"
#include "compiler/versions/version_loops.h"
#include "frontend/ir/ir_walk.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace pyk2ptx {
namespace {

std::optional<ir::Module> boundedModule(const std::string &body) {
  std::optional<ir::Module> module = checkedModule(
      "from numba import cuda\n"
      "@cuda.jit('void(int32[::1], int32[::1], int64[::1], int32[:, ::1], "
      "int64)')\n"
      "def k(after, value, far, row, n):\n"
      "    t = cuda.grid(1)\n"
      "    i = t\n"
      "    s = 0\n" +
      body + "    value[t] = i + s\n");
  if (module)
    applyBounds(*module, BoundsMode::Guard, true);
  return module;
}

unsigned loopsOf(const ir::Module &module) {
  unsigned count = 0;
  forEachStmt(module.functions.back().body, [&](const ir::Stmt &stmt) {
    count += std::holds_alternative<ir::While>(stmt.node);
  });
  return count;
}

struct Found {
  /// Indices that need no guard in the first loop.
  unsigned covered = 0;
  /// Slots of 32 bits that it has besides.
  unsigned words = 0;
};

bool operator==(const Found &one, const Found &other) {
  return one.covered == other.covered && one.words == other.words;
}
std::ostream &operator<<(std::ostream &out, const Found &found) {
  return out << found.covered << " covered, " << found.words << " words";
}

Found foundIn(const std::string &body) {
  std::optional<ir::Module> module = boundedModule(body);
  if (!module)
    return {99, 99};
  ir::Function &kernel = module->functions.back();
  std::size_t slots = kernel.slots.size();
  unsigned before = 0, after = 0;
  auto count = [&](unsigned &sum) {
    forEachIndexIn(kernel.body, [&](const ir::Index &index, const ir::Expr &,
                                    unsigned) { sum += index.isProven; });
  };
  count(before);
  versionChasedLoops(*module);
  count(after);
  Found found{after - before, 0};
  for (; slots < kernel.slots.size(); ++slots)
    found.words += kernel.slots[slots].type == Type::of(Scalar::I32);
  return found;
}

TEST(ChasedLoops, ListsAreFollowedInWords) {
  // The slot and the end, both of 32 bits.
  EXPECT_EQ(foundIn("    while after[i] != i:\n"
                    "        i = after[i]\n"),
            (Found{2, 2}));
  EXPECT_EQ(foundIn("    while True:\n"
                    "        s += value[i]\n"
                    "        if s > n:\n"
                    "            break\n"
                    "        i = after[i] if value[i] > 0 else -1\n"),
            (Found{3, 2}));
  // Its numbers have 64.
  EXPECT_EQ(foundIn("    while far[i] != i:\n"
                    "        i = far[i]\n"),
            (Found{2, 0}));
}

TEST(ChasedLoops, TablesAreSearched) {
  EXPECT_EQ(foundIn("    while value[i] != n:\n"
                    "        i = (i + 1) % after.shape[0]\n"),
            (Found{1, 0}));
  EXPECT_EQ(foundIn("    while row[t, i] > 0:\n"
                    "        i = 2 * i + 1 + (row[t, i] & 1)\n"),
            (Found{2, 0}));
}

TEST(ChasedLoops, WhatIsNoLongerWhereTheTurnBegan) {
  EXPECT_EQ(foundIn("    while after[i] != i:\n"
                    "        i = after[i]\n"
                    "        s += value[i]\n"),
            (Found{2, 2}));
  EXPECT_EQ(foundIn("    while after[i] != i:\n"
                    "        if s > 3:\n"
                    "            i = after[i]\n"
                    "        else:\n"
                    "            s += value[i]\n"
                    "        s += value[i]\n"),
            (Found{3, 2}));
  EXPECT_EQ(foundIn("    while s < n:\n"
                    "        for _ in range(3):\n"
                    "            s += value[i]\n"
                    "            i = after[i]\n"),
            (Found{0, 0}));
}

TEST(ChasedLoops, WhatAConditionSaysOfTheSlot) {
  // A sentinel's test would keep the thread off the first loop.
  EXPECT_EQ(foundIn("    while after[i] != i:\n"
                    "        if i >= 0 and s < n:\n"
                    "            s += value[i]\n"
                    "        s += value[i] if i < n else 0\n"
                    "        i = after[i]\n"),
            (Found{2, 2}));
  // What is loaded there says nothing of where it is; where the loop's own
  // condition is false it ends.
  EXPECT_EQ(foundIn("    while i >= 0 and after[i] != i:\n"
                    "        if value[i] > 0 and value[i] < n:\n"
                    "            s += value[i]\n"
                    "        i = after[i]\n"),
            (Found{5, 2}));
}

TEST(ChasedLoops, WhatStaysAsItIs) {
  // LLVM finds what no turn changes.
  EXPECT_EQ(foundIn("    while s < n:\n"
                    "        s += value[i]\n"),
            (Found{0, 0}));
  EXPECT_EQ(foundIn("    while s < n:\n"
                    "        a = after if s > 3 else value\n"
                    "        s += a[i]\n"
                    "        i = a[t]\n"),
            (Found{0, 0}));
}

TEST(ChasedLoops, ThreadsMeetInOneLoop) {
  const std::string inBody = "    while after[i] != i:\n"
                             "        i = after[i]\n"
                             "        cuda.syncthreads()\n",
                    inCondition =
                        "    while i < n and cuda.syncthreads_or(after[i]):\n"
                        "        i += 1\n";
  for (const std::string &body : {inBody, inCondition}) {
    std::optional<ir::Module> module = boundedModule(body);
    ASSERT_TRUE(module);
    versionLoops(*module);
    versionChasedLoops(*module);
    EXPECT_EQ(loopsOf(*module), 1u) << body;
  }
}

} // namespace
} // namespace pyk2ptx
