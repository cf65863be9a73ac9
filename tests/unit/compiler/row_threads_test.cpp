// Which statements are pieces of their own because they are for a few threads
// of a row, and for which.
#include "checked_module.h"
#include "compiler/blocks/thread_loops.h"

#include <gtest/gtest.h>

#include <string>

namespace pyk2ptx {
namespace {

std::string textOf(const PieceRows &rows) {
  std::string text;
  for (const RowEnd &end : rows.ends)
    text += (end.slot ? "<slot+" : "<") + std::to_string(end.plus);
  if (rows.step)
    text += "%" + std::to_string(rows.step->step) + "=" +
            std::to_string(rows.step->first) + (rows.step->isOfRank ? "r" : "");
  return text.empty() ? "all" : text;
}

/// The pieces behind the last barrier of a kernel k(n, x) that ends with this.
std::string rowsOf(const std::string &body) {
  std::string text =
      "from numba import cuda\n"
      "@cuda.jit('void(int64, int64[:])')\n"
      "def k(n, x):\n"
      "    s = cuda.shared.array(32, 'int64')\n"
      "    t = cuda.threadIdx.x\n"
      "    r = (cuda.threadIdx.z * cuda.blockDim.y + cuda.threadIdx.y)"
      " * cuda.blockDim.x + t\n"
      "    own = cuda.local.array(4, 'int64')\n"
      "    a = b = c = d = e = x[t]\n"
      "    cuda.syncthreads()\n" +
      body;
  std::optional<ir::Module> module = checkedModule(text);
  if (!module)
    return "error";
  const ir::Function &kernel = module->functions.back();
  std::optional<ThreadLoopPlan> plan = ThreadLoopPlan::make(
      *module, kernel, std::vector<bool>(module->functions.size(), false));
  if (!plan)
    return "none";
  std::string result;
  for (const BlockPiece &piece : plan->piecesOf(kernel.body)) {
    if (piece.kind == BlockPiece::Kind::Barrier)
      result.clear();
    else
      result += " " + textOf(plan->rowsOf(kernel.body, piece,
                                          plan->slotsOf(kernel.body, piece)));
  }
  return result;
}

TEST(RowThreads, BelowAnEnd) {
  EXPECT_EQ(rowsOf("    if t == 0:\n        x[0] = a\n"), " <1");
  EXPECT_EQ(rowsOf("    if r == 0:\n        x[0] = a\n"), " <1");
  EXPECT_EQ(rowsOf("    if t < n:\n        x[t] = a\n"), " <slot+0");
  EXPECT_EQ(rowsOf("    if 4 >= r and a > 0:\n        x[t] = a\n"), " <5");
  EXPECT_EQ(rowsOf("    if t // 8 == 1:\n        x[t] = a\n"), " <16");
  EXPECT_EQ(rowsOf("    if a > 0:\n        if t < 3:\n"
                   "            x[t] = a\n"),
            " <3");
  EXPECT_EQ(rowsOf("    if t == 0 or a > 0:\n        x[t] = a\n"), " all");
  EXPECT_EQ(rowsOf("    if t != 0:\n        x[t] = a\n"), " all");
  // What the condition does all do.
  EXPECT_EQ(rowsOf("    if cuda.atomic.add(x, 0, 1) > 3 and t == 0:\n"
                   "        x[t] = a\n"),
            " all");
  EXPECT_EQ(rowsOf("    if cuda.atomic.add(x, 0, 1) > 3:\n"
                   "        if t == 0:\n            x[t] = a\n"),
            " all");
}

TEST(RowThreads, InSteps) {
  EXPECT_EQ(rowsOf("    if t % 10 == 9:\n        x[t] = a\n"), " %10=9");
  EXPECT_EQ(rowsOf("    if r % 32 == 0:\n        x[t] = a\n"), " %32=0r");
  EXPECT_EQ(rowsOf("    if t & 7 == 7 and t < 9:\n        x[t] = a\n"),
            " <9%8=7");
  // A row of such numbers begins anywhere.
  EXPECT_EQ(rowsOf("    if r % 10 == 9:\n        x[t] = a\n"), " all");
  EXPECT_EQ(rowsOf("    if t & 6 == 2:\n        x[t] = a\n"), " all");
  EXPECT_EQ(rowsOf("    if t % 8 == 8:\n        x[t] = a\n"), " all");
}

TEST(RowThreads, CutWhereAFewGoOn) {
  EXPECT_EQ(rowsOf("    s[t] = a\n    if t == 0:\n        x[0] = a\n"),
            " all <1");
  EXPECT_EQ(rowsOf("    if t == 0:\n        x[0] = a\n    s[t] = a\n"),
            " <1 all");
  EXPECT_EQ(rowsOf("    a += 1\n    if t % 32 == 0:\n        x[t] = a\n"
                   "    if t % 32 == 0:\n        x[t] += a\n    x[t] += 1\n"),
            " all %32=0 all");
  EXPECT_EQ(rowsOf("    m = t * 2\n    if t == 0:\n        x[m] = a\n"), " <1");
  // As many as that are asked with the others.
  EXPECT_EQ(rowsOf("    s[t] = a\n    if t < 100:\n        x[t] = a\n"),
            " all");
  EXPECT_EQ(rowsOf("    s[t] = a\n    if t % 2 == 0:\n        x[t] = a\n"),
            " all");
}

TEST(RowThreads, NotWhereOrderShowsOrMuchWouldBeKept) {
  EXPECT_EQ(rowsOf("    print(t)\n    if t == 0:\n        print(a)\n"), " all");
  EXPECT_EQ(rowsOf("    own[n & 3] = a\n    if t == 0:\n"
                   "        x[0] = own[1]\n"),
            " all");
  EXPECT_EQ(rowsOf("    a += 1\n    b += a\n    c += b\n    d += c\n"
                   "    e += d\n    if t == 0:\n"
                   "        x[0] = a + b + c + d + e\n"),
            " all");
}

} // namespace
} // namespace pyk2ptx
