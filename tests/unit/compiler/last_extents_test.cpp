// Which short last axes become constants, and where.
#include "checked_module.h"
#include "compiler/launch/launch_facts.h"
#include "frontend/ir/ir_walk.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {
namespace {

ir::Function kernelOf(const std::string &body,
                      std::initializer_list<std::uint8_t> extents) {
  std::string text = "from numba import cuda\n"
                     "@cuda.jit('void(Tuple((float32, float32[:, ::1])), none, "
                     "uint8[:, :, ::1], float32[::1], float32[:, :])')\n"
                     "def k(pair, nothing, image, vector, points):\n" +
                     body;
  std::optional<ir::Module> module = checkedModule(text);
  if (!module)
    return {};
  LaunchFacts facts;
  std::copy(extents.begin(), extents.end(), facts.lastExtents.begin());
  applyFacts(*module, facts);
  return std::move(module->functions.back());
}

/// How far the kernel's loops over ranges run: 0: not a constant.
std::vector<std::uint64_t> stopsOf(const ir::Function &kernel) {
  std::vector<std::uint64_t> stops;
  forEachStmt(kernel.body, [&](const ir::Stmt &stmt) {
    if (const auto *loop = std::get_if<ir::ForRange>(&stmt.node)) {
      const auto *stop = std::get_if<ir::Constant>(&loop->stop->node);
      stops.push_back(stop ? stop->bits : 0);
    }
  });
  return stops;
}

using Stops = std::vector<std::uint64_t>;

// Of the tuple two arguments, of None none.
TEST(LastExtents, AreThoseOfTheArgument) {
  ir::Function kernel = kernelOf("    vector[0] = 1\n", {0, 2, 3, 4, 5});
  EXPECT_EQ(kernel.lastExtents, (std::vector<std::uint8_t>{0, 0, 3, 0, 5}));
  kernel = kernelOf("    vector[0] = 1\n", {0, 0, 3});
  EXPECT_EQ(kernel.lastExtents, (std::vector<std::uint8_t>{0, 0, 3, 0, 0}));
}

TEST(LastExtents, LoopsOverThemAreCounted) {
  EXPECT_EQ(stopsOf(kernelOf("    height, width, colors = image.shape\n"
                             "    for y in range(height):\n"
                             "        for c in range(colors):\n"
                             "            vector[c] = image[y, 0, c]\n"
                             "    for c in range(image.shape[-1]):\n"
                             "        vector[c] = points.shape[1]\n"
                             "    for c in range(points.shape[1]):\n"
                             "        vector[c] = image.shape[1]\n"
                             "    for c in range(image.shape[1]):\n"
                             "        vector[c] = 1\n",
                             {0, 0, 3, 0, 2})),
            (Stops{0, 3, 3, 2, 0}));
}

TEST(LastExtents, NotOfAnotherArray) {
  // Assigned to, and not of the same shape.
  EXPECT_EQ(stopsOf(kernelOf("    points = points[:, 1:]\n"
                             "    for c in range(points.shape[1]):\n"
                             "        vector[c] = 1\n"
                             "    for c in range(image[:, :, 1:].shape[2]):\n"
                             "        vector[c] = 1\n"
                             "    for c in range(image[0].T.shape[1]):\n"
                             "        vector[c] = 1\n",
                             {0, 0, 3, 0, 2})),
            (Stops{0, 0, 0}));
  // A variable with a second value.
  EXPECT_EQ(stopsOf(kernelOf("    n = image.shape[2]\n"
                             "    if vector[0] > 1:\n"
                             "        n = 2\n"
                             "    for c in range(n):\n"
                             "        vector[c] = 1\n",
                             {0, 0, 3})),
            (Stops{0}));
}

} // namespace
} // namespace pyk2ptx
