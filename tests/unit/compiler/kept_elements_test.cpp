// keepElements: which elements are kept while a loop runs, and that arrays
// which share memory give what they did.
#include "checked_module.h"
#include "compiler/transform/kept_elements.h"
#include "frontend/ir/ir_walk.h"
#include "guarded_code.h"
#include "host_jit.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {
namespace {

std::optional<ir::Module> keptIn(const std::string &body, bool noAlias = true,
                                 bool areGuarded = true) {
  std::optional<ir::Module> module =
      checkedModule("from numba import cuda\n"
                    "@cuda.jit('void(int64[::1], int64[::1], int64[:, ::1], "
                    "int64, int64)')\n"
                    "def k(x, y, t, n, r):\n" +
                    body);
  if (!module)
    return std::nullopt;
  module->functions.back().noAlias = noAlias;
  keepElements(*module, areGuarded);
  return module;
}

/// Stores in loops, which is where they were; and whether a flag says, before
/// one, if there is anything to store.
struct KeptCounts {
  int storesInLoops = 0, flags = 0, tests = 0;
};

KeptCounts countKept(const std::optional<ir::Module> &module) {
  KeptCounts counts;
  if (!module) {
    ADD_FAILURE() << "does not compile";
    return counts;
  }
  const ir::Function &kernel = module->functions.back();
  forEachStmt(kernel.body, [&](const ir::Stmt &stmt) {
    bool isLoop = std::holds_alternative<ir::ForRange>(stmt.node) ||
                  std::holds_alternative<ir::While>(stmt.node);
    if (isLoop)
      forEachBlockOf(stmt, [&](const ir::Block &block) {
        for (const ir::Stmt &inner : block)
          counts.storesInLoops += std::holds_alternative<ir::Store>(inner.node);
      });
  });
  for (const ir::Slot &slot : kernel.slots)
    counts.flags += slot.name == "added";
  forEachExprIn(kernel.body, [&](const ir::Expr &expr) {
    const auto *property = std::get_if<ir::ArrayProperty>(&expr.node);
    counts.tests += property && property->field == ir::ArrayField::Address;
  });
  return counts;
}

TEST(KeptElements, SumsOfAllTurns) {
  KeptCounts counts = countKept(keptIn("    for j in range(n):\n"
                                       "        x[r] += y[j]\n"));
  EXPECT_EQ(counts.storesInLoops, 0);
  EXPECT_EQ(counts.flags, 0);
  EXPECT_EQ(counts.tests, 0);
}

TEST(KeptElements, SumsOfSomeTurnsHaveAFlag) {
  KeptCounts counts = countKept(keptIn("    for j in range(n):\n"
                                       "        if y[j] > 3:\n"
                                       "            break\n"
                                       "        x[r] += y[j]\n"));
  EXPECT_EQ(counts.storesInLoops, 0);
  EXPECT_EQ(counts.flags, 1);
}

TEST(KeptElements, WhatWasStoredBeforeIsStoredAgain) {
  KeptCounts counts = countKept(keptIn("    j = 0\n"
                                       "    x[r] = 0\n"
                                       "    while j < n:\n"
                                       "        x[r] += y[j]\n"
                                       "        j += 1\n"));
  EXPECT_EQ(counts.storesInLoops, 0);
  EXPECT_EQ(counts.flags, 0);
}

TEST(KeptElements, WithoutGuardsNothingIsLoadedThatWasNot) {
  const char *some = "    for j in range(n):\n"
                     "        if r < x.size:\n"
                     "            x[r] += y[j]\n";
  EXPECT_EQ(countKept(keptIn(some, true, true)).storesInLoops, 0);
  std::optional<ir::Module> module = keptIn(some, true, false);
  ASSERT_TRUE(module);
  for (const ir::Slot &slot : module->functions.back().slots)
    EXPECT_NE(slot.name, "kept");
}

TEST(KeptElements, ElementsThatConstantsTellApart) {
  EXPECT_EQ(countKept(keptIn("    for j in range(n):\n"
                             "        t[r, 0] += y[j]\n"
                             "        t[r, 1] += t[r, 2] * y[j]\n"))
                .storesInLoops,
            0);
}

TEST(KeptElements, NotWhatMayBeAccessedOtherwise) {
  for (const char *other :
       {"t[r, j] += 1", "n += t[r, 0]", "n += t[r, n]", "t[-1, -1] += y[j]",
        "cuda.syncthreads()", "cuda.atomic.add(t, (r, 1 - j), 1)", "print(j)",
        "return", "r += 1", "x = t[0]\n        x[j] = 1", "t[j, 0] = 1"})
    EXPECT_GE(countKept(keptIn("    for j in range(n):\n"
                               "        t[r, 0] += y[j]\n"
                               "        " +
                               std::string(other) + "\n"))
                  .storesInLoops,
              1)
        << other;
}

TEST(KeptElements, NotWhatIsSeenAsItIsStored) {
  for (const char *value :
       {"x[r] + cuda.atomic.add(t, (x[r], 0), 1)", "(n := x[r] + y[j])"})
    EXPECT_EQ(countKept(keptIn("    for j in range(n):\n"
                               "        x[r] = " +
                               std::string(value) + "\n"))
                  .storesInLoops,
              1)
        << value;
}

TEST(KeptElements, ArraysThatAreSetAnewAreNotCompared) {
  // What they were given may be more than they are.
  const std::string sum = "    for j in range(n):\n"
                          "        x[r] += v[j]\n";
  EXPECT_EQ(countKept(keptIn("    v = y\n" + sum, false)).tests, 4);
  EXPECT_EQ(countKept(keptIn("    v = y\n    y = y[10:]\n" + sum, false)).tests,
            0);
}

TEST(KeptElements, WhereNobodyKnowsItIsAskedWhatIsApart) {
  const char *sum = "    for j in range(n):\n"
                    "        x[r] += y[j] * t[j, 0]\n";
  EXPECT_EQ(countKept(keptIn(sum, false)).tests, 8);
  EXPECT_EQ(countKept(keptIn(sum, false)).storesInLoops, 1);
  EXPECT_EQ(countKept(keptIn("    for j in range(5):\n"
                             "        x[r] += y[j] * t[j, 0]\n",
                             false))
                .tests,
            0);
}

int readBefore(const std::string &body, bool noAlias = false,
               bool areGuarded = true) {
  int count = 0;
  if (std::optional<ir::Module> module = keptIn(body, noAlias, areGuarded))
    for (const ir::Slot &slot : module->functions.back().slots)
      count += slot.name == "read";
  return count;
}

TEST(KeptElements, WhatALoopOnlyReadsIsReadBefore) {
  const std::string search = "    for j in range(n):\n"
                             "        if y[j] > x[r]:\n";
  EXPECT_EQ(readBefore(search + "            t[r, 0] = j\n"
                                "            break\n"),
            1);
  // It goes on, and t may be x.
  const std::string stores = search + "            t[r, 0] = j\n";
  EXPECT_EQ(readBefore(stores), 0);
  EXPECT_EQ(readBefore(stores, true), 1);
  // Before it leaves, it reads what it may have stored to.
  EXPECT_EQ(readBefore(search + "            t[r, 0] = j\n"
                                "            t[r, 1] = x[r]\n"
                                "            break\n"),
            0);
  // The inner loop is left, not the one around.
  EXPECT_EQ(readBefore("    for i in range(n):\n"
                       "        for j in range(n):\n"
                       "            if y[j] > x[r]:\n"
                       "                t[r, 0] = j\n"
                       "                break\n"),
            1);
  EXPECT_EQ(readBefore(stores + "        x[j] = 0\n", true), 0);
  EXPECT_EQ(readBefore(search + "            cuda.syncthreads()\n"), 0);
  EXPECT_EQ(readBefore("    while x[r] == 0:\n"
                       "        n += y[r]\n"),
            0);
  EXPECT_EQ(readBefore("    for j in range(n):\n"
                       "        while x[r] == j:\n"
                       "            n += y[r]\n"),
            0);
  EXPECT_EQ(readBefore(search + "            n += x[r]\n", true, false), 0);
  // Behind the last turn it may be another.
  for (const char *last : {"x[r] = 5\n", "cuda.syncthreads()\n"})
    EXPECT_EQ(readBefore(search +
                             "            n += x[r]\n"
                             "    else:\n"
                             "        " +
                             last + "        t[r, 0] = x[r]\n",
                         true),
              0)
        << last;
}

TEST(KeptElements, ArraysThatShareMemoryGiveWhatTheyDid) {
  CheckedText text("from numba import cuda\n"
                   "@cuda.jit('void(int64[::1], int64[::1])')\n"
                   "def k(x, y):\n"
                   "    for j in range(y.size):\n"
                   "        x[1] = x[1] * 3 + y[j]\n");
  std::optional<ir::Module> &module = text.module;
  ASSERT_TRUE(module);
  keepElements(*module, true);
  ASSERT_EQ(countKept(module).tests, 4);
  for (int level : {0, 3}) {
    build::HostJit jit(*module, level);
    for (std::int64_t from = 0; from < 9; ++from)
      for (std::int64_t to = 0; to < 9; ++to)
        for (std::int64_t size : {0, 1, 2, 4}) {
          std::vector<std::int64_t> memory, expected;
          for (std::int64_t i = 0; i < 13; ++i)
            memory.push_back(i * i);
          expected = memory;
          for (std::int64_t j = 0; j < size; ++j)
            expected[static_cast<std::size_t>(to + 1)] =
                expected[static_cast<std::size_t>(to + 1)] * 3 +
                expected[static_cast<std::size_t>(from + j)];
          struct {
            build::PackedArray x, y;
          } params = {{memory.data() + to, 2}, {memory.data() + from, size}};
          jit.run("k", &params, 1);
          EXPECT_EQ(memory, expected) << from << " " << to << " " << size;
        }
  }
}

TEST(KeptElements, ArraysWhoseElementsAreApartFromEachOther) {
  CheckedText text("from numba import cuda\n"
                   "@cuda.jit('void(int64[:, :], int64[:])')\n"
                   "def k(x, y):\n"
                   "    for j in range(y.size):\n"
                   "        x[1, 0] = x[1, 0] * 3 + y[j]\n");
  std::optional<ir::Module> &module = text.module;
  ASSERT_TRUE(module);
  keepElements(*module, true);
  ASSERT_EQ(countKept(module).tests, 4);
  constexpr auto item = static_cast<std::int64_t>(sizeof(std::int64_t));
  build::HostJit jit(*module, 3);
  for (std::int64_t step : {-2, -1, 1, 2, 3})
    for (std::int64_t row : {-4, -1, 1, 4})
      for (std::int64_t from = 6; from < 12; ++from)
        for (std::int64_t to = 5; to < 14; ++to)
          for (std::int64_t size : {0, 1, 3}) {
            std::vector<std::int64_t> memory;
            for (std::int64_t i = 0; i < 19; ++i)
              memory.push_back(i * i + 1);
            std::vector<std::int64_t> expected = memory;
            for (std::int64_t j = 0; j < size; ++j)
              expected[static_cast<std::size_t>(to + row)] =
                  expected[static_cast<std::size_t>(to + row)] * 3 +
                  expected[static_cast<std::size_t>(from + j * step)];
            struct {
              std::int64_t *x, rows, columns, rowStride, columnStride;
              std::int64_t *y, size, stride;
            } params = {
                memory.data() + to,   2,    1,          row * item, item,
                memory.data() + from, size, step * item};
            jit.run("k", &params, 1);
            ASSERT_EQ(memory, expected)
                << step << " " << row << " " << from << " " << to;
          }
}

} // namespace
} // namespace pyk2ptx
