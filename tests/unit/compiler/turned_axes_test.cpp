// Which kernels' rows are along another axis than x.
#include "checked_module.h"
#include "compiler/blocks/turned_axes.h"

#include <gtest/gtest.h>

#include <string>

namespace pyk2ptx {
namespace {

/// Which axis changes places with x in a kernel k(n, a, b, c) of this body.
unsigned turnedAxis(const std::string &body) {
  std::optional<ir::Module> module = checkedModule(
      "from numba import cuda\n"
      "@cuda.jit(device=True)\n"
      "def row():\n"
      "    return cuda.grid(2)[0]\n"
      "@cuda.jit('void(int64, int64[:], int64[:, :], int64[:, :, :])')\n"
      "def k(n, a, b, c):\n" +
      body);
  if (!module)
    ADD_FAILURE() << body;
  turnAxes(*module);
  return module->functions.back().rowAxis;
}

const std::string plane = "    i, j = cuda.grid(2)\n";

TEST(TurnedAxes, ToWhereNeighboursAre) {
  EXPECT_EQ(turnedAxis(plane + "    b[i, j] = n\n"), 1u);
  EXPECT_EQ(turnedAxis(plane + "    b[j, i] = n\n"), 0u);
  EXPECT_EQ(turnedAxis("    i, j, m = cuda.grid(3)\n    c[i, j, m] = n\n"), 2u);
  EXPECT_EQ(turnedAxis("    i, j, m = cuda.grid(3)\n    c[i, m, j] = n\n"), 1u);
  EXPECT_EQ(turnedAxis("    i, j, m = cuda.grid(3)\n    c[m, j, i] = n\n"), 0u);
  EXPECT_EQ(turnedAxis(plane + "    a[i * n + j] = n\n"), 1u);
  // Pixels of three numbers.
  EXPECT_EQ(turnedAxis(plane + "    for m in range(3):\n"
                               "        c[i, j, m] = 0\n"),
            1u);
  EXPECT_EQ(turnedAxis(plane + "    for m in range(3):\n"
                               "        c[j, i, m] = 0\n"),
            0u);
}

TEST(TurnedAxes, ByWhatIsAccessedMost) {
  // Two that are far apart for one that is near.
  EXPECT_EQ(turnedAxis(plane + "    b[i, j] = b[j, i] + b[i, j]\n"), 1u);
  EXPECT_EQ(turnedAxis(plane + "    b[i, j] = b[j, i]\n"), 0u);
  // What stands in a loop, as in a product of matrices.
  EXPECT_EQ(turnedAxis(plane + "    s = 0\n"
                               "    for m in range(n):\n"
                               "        s += b[i, m] * c[0, m, j]\n"
                               "    b[j, i] = s\n"),
            1u);
  // z may be a single thread: no access asks for it.
  EXPECT_EQ(turnedAxis(plane + "    b[i, n] = cuda.threadIdx.z\n"), 0u);
}

TEST(TurnedAxes, ThreadsThatShareMemory) {
  const std::string tile = plane +
                           "    s = cuda.shared.array((8, 8), 'int64')\n"
                           "    x = cuda.threadIdx.x\n"
                           "    y = cuda.threadIdx.y\n"
                           "    s[x, y] = b[i, j]\n"
                           "    cuda.syncthreads()\n";
  EXPECT_EQ(turnedAxis(tile + "    b[i, j] = s[7 - x, y]\n"), 1u);
}

TEST(TurnedAxes, NotWhereItShows) {
  EXPECT_EQ(turnedAxis(plane + "    print(i)\n    b[i, j] = n\n"), 0u);
  EXPECT_EQ(turnedAxis(plane + "    assert n > 0\n    b[i, j] = n\n"), 0u);
  EXPECT_EQ(turnedAxis(plane + "    b[i, j] = cuda.laneid\n"), 0u);
  EXPECT_EQ(turnedAxis(plane + "    b[i, j] = cuda.shfl_sync(-1, n, 0)\n"), 0u);
  EXPECT_EQ(turnedAxis(plane + "    b[i, j] = cuda.atomic.add(a, 0, 1)\n"), 0u);
  EXPECT_EQ(turnedAxis(plane + "    b[row(), j] = n\n"), 0u);
  EXPECT_EQ(turnedAxis(plane + "    while a[0] == 0:\n        pass\n"
                               "    b[i, j] = n\n"),
            0u);
  // Sums of integers are the same in any order.
  EXPECT_EQ(turnedAxis(plane + "    cuda.atomic.add(a, 0, 1)\n"
                               "    b[i, j] = n\n"),
            1u);
}

} // namespace
} // namespace pyk2ptx
