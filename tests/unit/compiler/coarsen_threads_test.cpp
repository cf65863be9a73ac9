// Which kernels' threads do the work of several.
#include "checked_module.h"
#include "compiler/launch/coarsen_threads.h"
#include "compiler/launch/launch_facts.h"
#include "frontend/ir/ir_walk.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace pyk2ptx {
namespace {

/// The statements of the kernel's body, in short.
std::string orderOf(const ir::Block &block) {
  std::string order;
  forEachStmt(block, [&](const ir::Stmt &stmt) {
    if (const auto *store = std::get_if<ir::Store>(&stmt.node)) {
      order += 's';
      for (const ir::Index &index : store->indices)
        if (const auto *at = std::get_if<ir::Constant>(&index.value->node))
          order += std::to_string(at->bits);
    } else if (std::holds_alternative<ir::ForRange>(stmt.node)) {
      order += 'f';
    }
  });
  return order;
}

std::optional<ir::Module> coarsened(const std::string &body, unsigned most) {
  std::string text = "from numba import cuda\n"
                     "import numpy as np\n"
                     "@cuda.jit(device=True)\n"
                     "def order(w, a, b):\n"
                     "    low = min(w[a], w[b])\n"
                     "    w[b] = max(w[a], w[b])\n"
                     "    w[a] = low\n"
                     "@cuda.jit('void(float32[:, :], float32[:, :], "
                     "float32[:, :, :], float32[:, :, :])')\n"
                     "def k(a, out, c, d):\n"
                     "    x, y = cuda.grid(2)\n" +
                     body;
  std::optional<ir::Module> module = checkedModule(text);
  if (!module)
    return std::nullopt;
  LaunchFacts facts;
  facts.noAlias = true;
  facts.block[0] = 32;
  facts.block[1] = 8;
  facts.block[2] = 1;
  facts.perThread = most;
  applyFacts(*module, facts);
  coarsenThreads(*module, most);
  return module;
}

/// How many threads of a block of 32 x 8 one does the work of, along x and y,
/// and how many arrays the kernel has then.
std::string lanesOf(const std::string &body, unsigned most = 4) {
  std::optional<ir::Module> module = coarsened(body, most);
  if (!module)
    return "error";
  const ir::Function &kernel = module->functions.back();
  return std::to_string(kernel.coarsening[0]) + " " +
         std::to_string(kernel.coarsening[1]) + ", " +
         std::to_string(kernel.arrays.size());
}

TEST(CoarsenThreads, LocalArraysAreOneForEachLane) {
  const char *sorted = "    if y < a.shape[0] and x < a.shape[1]:\n"
                       "        w = cuda.local.array(5, np.float32)\n"
                       "        k = 0\n"
                       "        for i in range(-2, 3):\n"
                       "            w[k] = a[y + i, x]\n"
                       "            k += 1\n"
                       "        for i in range(3):\n"
                       "            for j in range(i + 1, 5):\n"
                       "                if w[j] < w[i]:\n"
                       "                    w[i], w[j] = w[j], w[i]\n"
                       "        out[y, x] = w[2]\n";
  EXPECT_EQ(lanesOf(sorted), "1 4, 4");
  EXPECT_EQ(lanesOf(sorted, 2), "1 2, 2");
  EXPECT_EQ(lanesOf("    w = cuda.local.array(3, np.float32)\n"
                    "    s = cuda.shared.array(3, np.float32)\n"
                    "    for i in range(3):\n"
                    "        w[i] = a[y, x + i] + s[i]\n"
                    "    order(w, 0, 1)\n"
                    "    out[y, x] = w[0]\n"),
            "1 4, 5");
}

TEST(CoarsenThreads, LanesWouldWaitForWhatEachLoadsByItself) {
  const std::string sum = "    s = np.float32(0)\n"
                          "    for k in range(a.shape[0]):\n"
                          "        w = a[k, x]\n"
                          "        if w > 0.5:\n"
                          "            s += w";
  EXPECT_EQ(lanesOf(sum + "\n    out[y, x] = s\n"), "1 4, 0");
  EXPECT_EQ(lanesOf(sum + " * a[x, k]\n    out[y, x] = s\n"), "1 1, 0");
  EXPECT_EQ(lanesOf("    if a[y, x] > 0.5:\n"
                    "        out[y, x] = a[x, y]\n"),
            "1 4, 0");
}

TEST(CoarsenThreads, LocalArraysThatAreMemory) {
  // Each lane has a place of its own in it.
  EXPECT_EQ(lanesOf("    w = cuda.local.array(4, np.float32)\n"
                    "    for i in range(4):\n"
                    "        w[i] = a[y, x]\n"
                    "    out[y, x] = w[y % 4]\n"),
            "1 1, 1");
  EXPECT_EQ(lanesOf("    w = cuda.local.array(4, np.float32)\n"
                    "    for i in range(4):\n"
                    "        w[i] = a[y, x]\n"
                    "    least = 0\n"
                    "    for i in range(1, 4):\n"
                    "        if w[i] < w[least]:\n"
                    "            least = i\n"
                    "    out[y, x] = least\n"),
            "1 1, 1");
  // Too many registers for four, and for two.
  EXPECT_EQ(lanesOf("    w = cuda.local.array(20, np.float32)\n"
                    "    for i in range(20):\n"
                    "        w[i] = a[y, x]\n"
                    "    out[y, x] = w[0]\n"),
            "1 2, 2");
  EXPECT_EQ(lanesOf("    w = cuda.local.array((3, 7), np.float32)\n"
                    "    for i in range(7):\n"
                    "        w[0, i] = a[y, x]\n"
                    "    out[y, x] = w[0, 0]\n"),
            "1 1, 1");
}

TEST(CoarsenThreads, WhatAThreadStoresStaysTogether) {
  auto order = [](const std::string &body) {
    std::optional<ir::Module> module = coarsened(body, 2);
    return module ? orderOf(module->functions.back().body) : "error";
  };
  EXPECT_EQ(order("    r = c[y, x, 0]\n"
                  "    d[y, x, 0] = r\n"
                  "    d[y, x, 1] = r * 2\n"
                  "    d[y, x, 2] = c[y, x, 2]\n"),
            "s0s1s2s0s1s2");
  // It reads what was stored; or is stored elsewhere.
  EXPECT_EQ(order("    d[y, x, 0] = c[y, x, 0]\n"
                  "    d[y, x, 1] = d[y, x, 0]\n"),
            "s0s0s1s1");
  EXPECT_EQ(order("    d[y, x, 0] = c[y, x, 0]\n"
                  "    out[y, 1] = 3\n"
                  "    out[y, 2] = 4\n"),
            "s0s0s1s2s1s2");
  EXPECT_EQ(order("    for i in range(3):\n"
                  "        d[y, x, i] = c[y, x, i]\n"),
            "fsfs");
  EXPECT_EQ(order("    for i in range(3):\n"
                  "        out[y, x] += a[y, i]\n"),
            "fss");
  EXPECT_EQ(lanesOf("    for i in range(c.shape[2]):\n"
                    "        d[y, x, i] = c[y, x, i]\n"),
            "1 1, 0");
}

TEST(CoarsenThreads, ThreadsThatPart) {
  EXPECT_EQ(lanesOf("    if y < a.shape[0]:\n"
                    "        for i in range(3):\n"
                    "            for j in range(i, 3):\n"
                    "                out[y, x] += a[i, j]\n"),
            "1 4, 0");
  EXPECT_EQ(lanesOf("    for i in range(y):\n"
                    "        out[y, x] += a[i, x]\n"),
            "1 1, 0");
}

} // namespace
} // namespace pyk2ptx
