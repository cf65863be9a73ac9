// Which kernels' blocks the CPU device may run as one.
#include "checked_module.h"
#include "compiler/blocks/joined_blocks.h"

#include <gtest/gtest.h>

#include <string>

namespace pyk2ptx {
namespace {

bool joins(const std::string &body) {
  std::optional<ir::Module> module =
      checkedModule("from numba import cuda\n"
                    "import numpy as np\n"
                    "@cuda.jit(device=True)\n"
                    "def twice(v):\n"
                    "    return v + v\n"
                    "@cuda.jit(device=True)\n"
                    "def here():\n"
                    "    return cuda.grid(1)\n"
                    "@cuda.jit('void(int64, float32[:])')\n"
                    "def k(n, x):\n"
                    "    i = cuda.grid(1)\n" +
                    body);
  readRegisters(*module);
  return joinsBlocks(*module, module->functions.back());
}

TEST(JoinedBlocks, KnowPlacesInTheGrid) {
  EXPECT_TRUE(joins("    x[i] += 1\n"));
  EXPECT_TRUE(joins("    x[i] = twice(x[i]) + cuda.gridsize(1)\n"));
  EXPECT_TRUE(joins("    t = cuda.threadIdx.x\n"
                    "    x[t + cuda.blockDim.x * cuda.blockIdx.x] = n\n"));
  EXPECT_TRUE(joins("    x[i] = cuda.threadIdx.y + cuda.blockIdx.z\n"));
  EXPECT_TRUE(joins("    own = cuda.local.array(3, np.float32)\n"
                    "    own[n] = x[i]\n"
                    "    x[i] = own[0]\n"));
}

TEST(JoinedBlocks, NotWhoSeesItsBlock) {
  EXPECT_FALSE(joins("    x[i] = cuda.threadIdx.x\n"));
  EXPECT_FALSE(joins("    x[i] = cuda.blockIdx.x\n"));
  EXPECT_FALSE(joins("    t = cuda.threadIdx.x\n"
                     "    x[i] = n if t == 0 else 3\n"));
  EXPECT_FALSE(joins("    x[cuda.blockIdx.x * cuda.blockDim.x"
                     " - cuda.threadIdx.x] = 1\n"));
  EXPECT_FALSE(joins("    x[i] = cuda.laneid\n"));
  EXPECT_FALSE(joins("    x[i] = here()\n"));
}

TEST(JoinedBlocks, NotWhoSharesOrShowsAnOrder) {
  EXPECT_FALSE(joins("    own = cuda.shared.array(3, np.float32)\n"
                     "    own[n] = x[i]\n"
                     "    x[i] = own[0]\n"));
  EXPECT_FALSE(joins("    print(i)\n"));
  EXPECT_FALSE(joins("    cuda.atomic.add(x, 0, 1.5)\n"));
  EXPECT_FALSE(joins("    cuda.syncthreads()\n"
                     "    x[i] = 1\n"));
  EXPECT_FALSE(joins("    x[i] = cuda.shfl_xor_sync(-1, x[i], 1)\n"));
}

} // namespace
} // namespace pyk2ptx
