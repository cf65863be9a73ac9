// copyForOneShape: which kernels are there twice, and for which arrays.
#include "checked_module.h"
#include "compiler/versions/same_shapes.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {
namespace {

using Slots = std::vector<ir::SlotId>;

/// The arrays of which it asks; none: it is there once.
Slots arraysOf(const std::string &body, bool smallArrays = false) {
  std::optional<ir::Module> module = checkedModule(
      "from numba import cuda\n"
      "@cuda.jit('void(float32[:, ::1], float32[:, ::1], float32[:, ::1], "
      "float32[:, :], float32[:, :, ::1], float32[::1])')\n"
      "def k(a, b, c, strided, deep, flat):\n"
      "    i, j = cuda.grid(2)\n" +
      body);
  if (!module)
    return {99};
  ir::Function &kernel = module->functions.back();
  kernel.smallArrays = smallArrays;
  copyForOneShape(*module);
  const ir::Block &code = kernel.body;
  const auto *choice = std::get_if<ir::If>(&code.front().node);
  return code.size() == 1 && choice ? choice->sameShape : Slots{};
}

const Slots all = {0, 1, 2};

TEST(SameShapes, StraightKernelsOnThreeArrays) {
  EXPECT_EQ(arraysOf("    a[i, j] = b[i, j] + c[i, j]\n"), all);
  EXPECT_EQ(arraysOf("    a[i, j] = b[i, j] + c[i, j]\n", true), all);
  EXPECT_EQ(arraysOf("    if i < a.shape[0] and j > 0:\n"
                     "        a[i, j] = b[i, j] + c[i, j - 1]\n"),
            all);
  EXPECT_EQ(arraysOf("    a[i, j] = b[i, j] + flat[i] + deep[i, j, j]\n"
                     "    c[i, j] += strided[i, j]\n"),
            all);
}

TEST(SameShapes, WhatSaysThatTheyDiffer) {
  // Two are no more work than one.
  EXPECT_EQ(arraysOf("    a[i, j] = b[i, j] + flat[i]\n"), Slots());
  EXPECT_EQ(arraysOf("    a[i, j] = b[i, j] + strided[i, j]\n"), Slots());
  EXPECT_EQ(arraysOf("    a[i, j] = b[i, j] + deep[i, j, j]\n"), Slots());
  // Columns of tables.
  EXPECT_EQ(arraysOf("    a[i, j] = b[i, j] + c[i, 0] + c[j, 1]\n"), Slots());
}

TEST(SameShapes, WhatIsNoStraightKernel) {
  const std::string sum = "a[i, j] = b[i, j] + c[i, j]\n";
  EXPECT_EQ(arraysOf("    for _ in range(i):\n        " + sum), Slots());
  EXPECT_EQ(arraysOf("    while a[i, j] > 0:\n        " + sum), Slots());
  EXPECT_EQ(arraysOf("    cuda.syncthreads()\n    " + sum), Slots());
  std::string many;
  for (int i = 0; i < 60; ++i)
    many += "    " + sum;
  EXPECT_EQ(arraysOf(many), Slots());
}

} // namespace
} // namespace pyk2ptx
