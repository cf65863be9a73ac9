// copySmall: which kernels are there twice, and that each size goes the way
// that computes with as many bits as it needs.
#include "checked_module.h"
#include "compiler/versions/small_copies.h"
#include "host_jit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {
namespace {

/// `bits`: what the launch says of n; 0: nothing.
bool isTwice(const std::string &body, bool smallArrays = false,
             std::uint8_t bits = 0) {
  std::optional<ir::Module> module =
      checkedModule("from numba import cuda\n"
                    "@cuda.jit('void(float32[::1], float32[:, ::1], int64, "
                    "int32[::1], int64[::1])')\n"
                    "def k(x, y, n, z, t):\n"
                    "    i = cuda.grid(1)\n" +
                    body);
  if (!module)
    return false;
  ir::Function &kernel = module->functions.back();
  kernel.smallArrays = smallArrays;
  kernel.sizeBits.assign(kernel.paramCount, 0);
  kernel.sizeBits[2] = bits;
  copySmall(*module);
  const ir::Block &code = kernel.body;
  const auto *choice = std::get_if<ir::If>(&code.front().node);
  return code.size() == 1 && choice && !choice->small.empty();
}

TEST(SmallCopies, IndicesThatTakeWorkInLoops) {
  const std::string loop = "    for j in range(n):\n        ";
  const std::string clamped = loop + "x[i] += x[max(i - j, 0)]\n";
  EXPECT_TRUE(isTwice(clamped));
  EXPECT_TRUE(isTwice(clamped, true));
  EXPECT_FALSE(isTwice(clamped, true, 20));
  const std::string byExtent = loop + "x[i] += x[min(i, x.size - 1)]\n";
  EXPECT_TRUE(isTwice(byExtent));
  EXPECT_FALSE(isTwice(byExtent, true));
  EXPECT_TRUE(isTwice(loop + "x[i] += y[i, (i + j) % n]\n"));
  EXPECT_TRUE(isTwice(loop + "k = i + j\n"
                             "        if k >= n:\n"
                             "            k = n - 1\n"
                             "        x[i] += x[k]\n"));
  const std::string ofFloat = loop + "x[i] += x[int(x[i])]\n";
  EXPECT_TRUE(isTwice(ofFloat));
  EXPECT_FALSE(isTwice(ofFloat, true));
  EXPECT_FALSE(isTwice(loop + "x[i] += y[i, i + j * n]\n"));
  EXPECT_FALSE(isTwice("    x[i] = x[max(i - n, 0)]\n"));
  EXPECT_FALSE(isTwice(clamped + "    cuda.syncthreads()\n"));
  // What is loaded has as many bits for small arrays, too.
  EXPECT_FALSE(isTwice(loop + "x[i] += max(z[j] + z[i], z[j + 1])\n"));
  EXPECT_TRUE(isTwice(loop + "x[i] += max(z[j] + z[i], n)\n"));
  // These have few bits anyway.
  EXPECT_FALSE(isTwice(loop + "x[i] += max(j & 7, 3)\n"));
}

TEST(SmallCopies, MuchWorkOutsideOfLoops) {
  const std::string two = "    x[i] = x[max(i - n, 0)] + x[min(i + n, 9 * n)]";
  EXPECT_FALSE(isTwice(two + "\n"));
  EXPECT_TRUE(isTwice(two + " + x[max(i - 2 * n, 0)]\n"));
  EXPECT_TRUE(isTwice(two + " * x[int(x[0])]\n"));
  // Divisions ask for themselves.
  EXPECT_FALSE(isTwice(two + " + y[i // n, i % n]\n"));
}

TEST(SmallCopies, LoopsThatSearch) {
  const std::string loop = "    for j in range(n):\n";
  const std::string more = "        x[i] += y[i, i + j * n]\n";
  const std::string leaves = "        if x[i + j] > x[i]:\n            ";
  EXPECT_TRUE(isTwice(loop + leaves + "break\n"));
  EXPECT_TRUE(isTwice(loop + leaves + "return\n"));
  EXPECT_TRUE(isTwice(loop + leaves + "return\n", true));
  EXPECT_FALSE(isTwice(loop + leaves + "return\n", true, 20));
  EXPECT_TRUE(isTwice(loop + "        if n == j:\n            break\n" + more));
  EXPECT_FALSE(isTwice(loop + leaves + "continue\n" + more));
  EXPECT_FALSE(isTwice("    if x[i + n] > 1:\n        return\n" + loop + more));
  EXPECT_TRUE(isTwice("    j = i\n"
                      "    while x[j] < 1:\n"
                      "        j += n\n"
                      "    x[i] = j\n"));
  // Nobody unrolls it either.
  EXPECT_TRUE(isTwice("    j = i\n"
                      "    while j < n:\n"
                      "        x[j] += 1\n"
                      "        j += n\n"));
}

TEST(SmallCopies, WhatIsNoSearchAndNoWork) {
  const std::string loop = "    for j in range(n):\n        ";
  // Left by its counter, or around a loop that is left; or run once.
  EXPECT_FALSE(isTwice(loop + "if z[0] > j:\n"
                              "            break\n"
                              "        x[i + j] = 0\n"));
  EXPECT_FALSE(isTwice(loop + "x[i] += x[i + j]\n"
                              "        for b in range(4):\n"
                              "            if b == z[0]:\n"
                              "                break\n"));
  EXPECT_FALSE(isTwice(loop + "x[i] += y[i, i + j * n]\n"
                              "    else:\n"
                              "        return\n"));
  EXPECT_FALSE(isTwice(loop + "x[i] += y[i, i + j * n]\n"
                              "    else:\n"
                              "        x[i] = x[max(i - n, 0)]\n"));
  // What memory says where to go on, has as many bits as it had.
  EXPECT_FALSE(isTwice("    w = i\n"
                       "    while w >= 0:\n"
                       "        w = t[w]\n"
                       "        if w == 7:\n"
                       "            break\n"));
  // No index is made of these.
  EXPECT_FALSE(isTwice("    t[i] = int(x[0]) + int(x[1]) + int(x[2])\n"));
  EXPECT_FALSE(isTwice(loop + "t[j] = t[j] if j < n else t[0]\n"));
  EXPECT_FALSE(isTwice(loop + "t[0] = max(cuda.atomic.add(t, j, 1), 3)\n"));
  // These are both.
  EXPECT_TRUE(isTwice("    j = i\n"
                      "    while min(j * j, n) < max(j, n - 4):\n"
                      "        j += 1\n"
                      "    x[i] = j\n"));
  EXPECT_TRUE(isTwice(loop + "if x[i + j] > 7:\n"
                             "            raise ValueError\n"));
}

/// How many int64 are tested.
std::size_t integersAsked(const std::string &body) {
  std::optional<ir::Module> module =
      checkedModule("from numba import cuda\n"
                    "@cuda.jit('void(int64[::1], int64, int64, int64)')\n"
                    "def k(x, n, key, last):\n"
                    "    i = cuda.grid(1)\n" +
                    body);
  if (!module)
    return 99;
  copySmall(*module);
  const ir::Function &kernel = module->functions.back();
  const auto *choice = std::get_if<ir::If>(&kernel.body.front().node);
  if (!choice || choice->small.empty())
    return 98;
  return static_cast<std::size_t>(
      std::ranges::count_if(choice->small, [&](ir::SlotId slot) {
        return kernel.slots[slot].type.isScalar();
      }));
}

TEST(SmallCopies, KeysAreNoSizes) {
  const std::string search = "    for j in range(n):\n"
                             "        if x[i + j] == key:\n"
                             "            x[i] = last\n"
                             "            break\n";
  EXPECT_EQ(integersAsked(search), 1u);
  EXPECT_EQ(integersAsked(search + "    x[0] = x[last]\n"), 2u);
  EXPECT_EQ(integersAsked(search + "    if i < last:\n        x[0] = 1\n"), 2u);
  EXPECT_EQ(integersAsked(search + "    m = key + last\n    x[m] = 0\n"), 3u);
}

TEST(SmallCopies, SizesOfAllKinds) {
  CheckedText text(
      "from numba import cuda\n"
      "@cuda.jit('void(int64[::1], int64[::1], int64, int64)')\n"
      "def k(x, out, a, b):\n"
      "    for j in range(3):\n"
      "        out[j] = max(min(a + j * b, x.size - 1), b - a)\n"
      "        out[3 + j] = min(a + j, b) * (b - j) + int(float(a))\n"
      "        out[6 + j] = x.size * 4 - min(a * j, b)\n");
  std::optional<ir::Module> &module = text.module;
  ASSERT_TRUE(module);
  copySmall(*module);
  ASSERT_EQ(
      std::get<ir::If>(module->functions.back().body[0].node).small.size(), 4u);
  constexpr std::int64_t limit = std::int64_t(1) << 29;
  std::vector<std::int64_t> numbers = {0, 1, -7};
  for (std::int64_t power : {29, 30, 31, 32, 40})
    for (std::int64_t sign : {1, -1})
      for (std::int64_t off : {-1, 0, 1})
        numbers.push_back(sign * (std::int64_t(1) << power) + off);
  // As two's complement goes on.
  auto product = [](std::int64_t p, std::int64_t q, std::int64_t more) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(p) *
                                         static_cast<std::uint64_t>(q) +
                                     static_cast<std::uint64_t>(more));
  };
  for (int level : {0, 3}) {
    build::HostJit jit(*module, level);
    for (std::int64_t size :
         {std::int64_t(9), 2 * limit - 1, 2 * limit, 2 * limit + 1, 8 * limit})
      for (std::int64_t a : numbers)
        for (std::int64_t b : numbers) {
          std::vector<std::int64_t> out(9), expected;
          for (std::int64_t j = 0; j < 3; ++j)
            expected.push_back(std::max(std::min(a + j * b, size - 1), b - a));
          for (std::int64_t j = 0; j < 3; ++j)
            expected.push_back(product(std::min(a + j, b), b - j, a));
          for (std::int64_t j = 0; j < 3; ++j)
            expected.push_back(size * 4 - std::min(a * j, b));
          struct {
            build::PackedArray x, out;
            std::int64_t a, b;
          } params = {{out.data(), size}, {out.data(), 9}, a, b};
          jit.run("k", &params, 1);
          ASSERT_EQ(out, expected) << size << " " << a << " " << b;
        }
  }
}

} // namespace
} // namespace pyk2ptx
