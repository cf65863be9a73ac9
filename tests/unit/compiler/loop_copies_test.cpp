// Which loops have a copy without guards, of kernels as they are written.
#include "checked_module.h"
#include "compiler/transform/bounds.h"
#include "compiler/transform/guarded_indices.h"
#include "compiler/versions/version_loops.h"
#include "frontend/ir/ir_walk.h"

#include <gtest/gtest.h>

#include <string>

namespace pyk2ptx {
namespace {

/// Statements of the first copy of the loop in a kernel k(x, a, n, w) of this
/// body; none: it has no copy without guards.
std::optional<std::size_t> firstCopyOf(const std::string &body) {
  std::optional<ir::Module> module =
      checkedModule("from numba import cuda\n"
                    "@cuda.jit('void(int64[:], int64[:, :], int64, int64)')\n"
                    "def k(x, a, n, w):\n"
                    "    i = cuda.grid(1)\n"
                    "    s = 0\n" +
                    body + "    x[0] = s\n");
  if (!module) {
    ADD_FAILURE() << body;
    return std::nullopt;
  }
  applyBounds(*module, BoundsMode::Guard, true);
  versionLoops(*module);
  std::optional<std::size_t> size;
  forEachStmt(module->functions.back().body, [&](const ir::Stmt &stmt) {
    const auto *choice = std::get_if<ir::If>(&stmt.node);
    if (!size && choice && !choice->body.empty() &&
        std::holds_alternative<ir::ForRange>(choice->body.back().node) &&
        !hasGuards({&choice->body.back(), 1}))
      size = choice->body.size();
  });
  return size;
}

std::string loop(const std::string &body) {
  return "    for k in range(n):\n        c = i + k - 3\n" + body +
         "        s += x[c]\n";
}

TEST(LoopCopies, OfClampedPlaces) {
  EXPECT_EQ(firstCopyOf(loop("        if c < 0:\n            c = 0\n"
                             "        elif c >= w:\n            c = w - 1\n")),
            1u);
  EXPECT_EQ(firstCopyOf(loop("        if 0 > c:\n            c = 0\n"
                             "        if c > w - 1:\n            c = w - 1\n")),
            1u);
  EXPECT_EQ(firstCopyOf(loop("        if c < 0:\n            c += w\n"
                             "        if c >= w:\n            c -= w\n")),
            1u);
  // Whatever it was.
  EXPECT_EQ(firstCopyOf(loop("        c = a[k, 0]\n"
                             "        if c < 0:\n            c = 0\n"
                             "        elif c >= w:\n            c = w - 1\n")),
            1u);
  EXPECT_EQ(firstCopyOf("    for k in range(n):\n"
                        "        c = a[k, 1]\n"
                        "        if c < 0:\n            d = 0\n"
                        "        elif c >= w:\n            d = w - 1\n"
                        "        else:\n            d = c\n"
                        "        s += x[d]\n"),
            1u);
}

TEST(LoopCopies, NotOfPlacesWithoutAnEnd) {
  EXPECT_EQ(firstCopyOf(loop("        c = a[k, 0]\n"
                             "        if c < 0:\n            c = 0\n")),
            std::nullopt);
  EXPECT_EQ(firstCopyOf(loop("        c = a[k, 0]\n"
                             "        if c < 0:\n            c = 0\n"
                             "        if c == w:\n            c = w - 1\n")),
            std::nullopt);
  // One way is about another number.
  EXPECT_EQ(firstCopyOf(loop("        d = a[k, 0]\n        c = a[k, 1]\n"
                             "        if c < 0:\n            c = 0\n"
                             "        elif d >= w:\n            c = w - 1\n")),
            std::nullopt);
  // What one way has found is not known on the other.
  EXPECT_EQ(firstCopyOf(loop("        c = a[k, 0]\n"
                             "        if n > 3:\n"
                             "            if c < 0:\n                c = 0\n"
                             "        else:\n"
                             "            if c > w:\n                c = w\n")),
            std::nullopt);
}

TEST(LoopCopies, OfRemaindersAndQuotients) {
  EXPECT_EQ(firstCopyOf("    for k in range(i, n * n):\n"
                        "        s += a[w + k // n, i + k % n]\n"),
            1u);
  EXPECT_EQ(firstCopyOf("    for k in range(n):\n"
                        "        s += x[(k * w + i) % x.size] + x[k // 3]\n"),
            1u);
  EXPECT_EQ(firstCopyOf("    for k in range(n):\n"
                        "        s += x[a[k, 0] % w]\n"),
            1u);
  // By what changes, or of what may be anything.
  EXPECT_FALSE(firstCopyOf("    for k in range(n):\n"
                           "        s += x[i % (k + w)]\n"));
  EXPECT_FALSE(firstCopyOf("    for k in range(n):\n"
                           "        s += x[a[k, 0] // w]\n"));
  // As large as its type, for all that is known: no array is.
  EXPECT_FALSE(firstCopyOf("    for k in range(n):\n"
                           "        s += x[a[k, 0] & 0x7fffffff]\n"));
}

TEST(LoopCopies, UnderConditionsOfData) {
  const std::string sum = "    for k in range(n):\n        if ";
  EXPECT_EQ(firstCopyOf(sum + "x[i] > 0:\n            s += a[k, i]\n"), 1u);
  EXPECT_EQ(firstCopyOf("    for k in range(n):\n"
                        "        v = a[k, 0] * 2\n"
                        "        if v > 3 or v < -3:\n"
                        "            s += a[k, i]\n"),
            1u);
  // Of what the index is: it bounds a counter, and nothing else.
  EXPECT_EQ(firstCopyOf(sum + "k < w:\n            s += a[k, 0]\n"), 1u);
  EXPECT_EQ(firstCopyOf("    v = n // 2\n" + sum +
                        "v < w:\n            s += a[v, 0]\n"),
            std::nullopt);
  EXPECT_EQ(firstCopyOf("    v = x[i]\n    for k in range(n):\n"
                        "        if v >= 0:\n            s += a[v, 0]\n"),
            std::nullopt);
}

TEST(LoopCopies, HaveTheElementsFirstStore) {
  const std::string sum = "    for k in range(n):\n        x[i] += a[k, i]\n";
  EXPECT_EQ(firstCopyOf("    x[i] = 0\n" + sum), 2u);
  EXPECT_EQ(firstCopyOf("    x[w] = 0\n" + sum), 1u);
  EXPECT_EQ(firstCopyOf("    x[i] = a[0, 0]\n" + sum), 1u);
  EXPECT_EQ(firstCopyOf("    x[i] = 0\n    s = x[1]\n" + sum), 1u);
  EXPECT_EQ(firstCopyOf("    x[i] = 0\n    for k in range(n):\n"
                        "        x[i] += a[k, w]\n        i += 1\n"),
            std::nullopt);
}

} // namespace
} // namespace pyk2ptx
