// Every row of optimizations.def changes what some kernel becomes on the device
// that it is for, and nothing on the other: a switch that switches nothing
// would let its optimization pass as tested without it. With --passes=gpu those
// for GPUs change the CPU device's code, too: there random kernels show that
// they are right.
#include "compiler/host_module.h"
#include "frontend/messages/source.h"

#include <pyk2ptx/compile.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/Support/raw_ostream.h>

#include <string>

namespace pyk2ptx {
namespace {

using testing::HasSubstr;

/// A kernel that it has work in. No default: a new row needs one.
const char *kernelFor(Optimization optimization) {
  switch (optimization) {
  case Optimization::InlineFunctions:
    return "@cuda.jit\n"
           "def left(x, i):\n"
           "    return x[i - 1]\n"
           "\n"
           "@cuda.jit('void(float32[::1], float32[::1])')\n"
           "def k(x, y):\n"
           "    i = cuda.grid(1)\n"
           "    if 0 < i < x.size:\n"
           "        y[i] = left(x, i)\n";
  case Optimization::KeptElements:
    return "@cuda.jit('void(float32[::1], float32[::1], int64)')\n"
           "def k(x, y, n):\n"
           "    i = cuda.grid(1)\n"
           "    for j in range(n):\n"
           "        y[i] += x[j]\n";
  case Optimization::CoarsenThreads:
    return "@cuda.jit('void(float32[::1], float32[::1])')\n"
           "def k(x, y):\n"
           "    i = cuda.grid(1)\n"
           "    if i < x.size:\n"
           "        y[i] = x[i] + 1\n";
  case Optimization::PathFacts:
    return "@cuda.jit('void(float32[::1], float32[::1])')\n"
           "def k(x, y):\n"
           "    i = cuda.grid(1)\n"
           "    if 0 < i < x.size - 1:\n"
           "        y[i] = x[i - 1] + x[i + 1]\n";
  case Optimization::NearRemainders:
    return "@cuda.jit('void(float32[::1], float32[::1])')\n"
           "def k(x, y):\n"
           "    i = cuda.grid(1)\n"
           "    if i < x.size:\n"
           "        y[i] = x[(i + 1) % x.size]\n";
  case Optimization::CountLoops:
    return "@cuda.jit('void(float32[::1])')\n"
           "def k(x):\n"
           "    i = cuda.grid(1)\n"
           "    while i < x.size:\n"
           "        x[i] += 1\n"
           "        i += cuda.gridsize(1)\n";
  case Optimization::TurnedAxes:
    return "@cuda.jit('void(float32[:, ::1], float32[:, ::1])')\n"
           "def k(x, y):\n"
           "    i, j = cuda.grid(2)\n"
           "    if i < x.shape[0] and j < x.shape[1]:\n"
           "        y[i, j] = x[i, j] + 1\n";
  case Optimization::EagerTests:
    return "@cuda.jit('void(uint8[::1], uint8[::1])')\n"
           "def k(x, y):\n"
           "    i = cuda.grid(1)\n"
           "    if i < x.size:\n"
           "        y[i] = i == 3 or x[i] == 4\n";
  case Optimization::JoinedBlocks:
    return "@cuda.jit('void(float32[::1])')\n"
           "def k(x):\n"
           "    i = cuda.grid(1)\n"
           "    if i < x.size:\n"
           "        x[i] += 1\n";
  case Optimization::Lockstep:
    return "@cuda.jit('void(float32[::1], float32[:, ::1], int64)')\n"
           "def k(x, a, n):\n"
           "    i = cuda.grid(1)\n"
           "    s = x[0]\n"
           "    for j in range(n):\n"
           "        s += a[j, i]\n"
           "    x[i] = s\n";
  case Optimization::SmallCopies:
    return "@cuda.jit('void(float32[::1], float32[::1], int64)')\n"
           "def k(x, y, n):\n"
           "    i = cuda.grid(1)\n"
           "    s = x[0]\n"
           "    for j in range(-n, n):\n"
           "        s += x[min(max(i + j, 0), x.size - 1)]\n"
           "    y[i] = s\n";
  case Optimization::ShortRows:
    return "@cuda.jit('void(uint8[:, ::1], float32[::1])')\n"
           "def k(x, y):\n"
           "    i = cuda.grid(1)\n"
           "    if i < x.shape[0] and i < y.size:\n"
           "        for c in range(4):\n"
           "            x[i, c] = y[i] * c\n";
  case Optimization::OneShape:
    return "@cuda.jit('void(float32[:, ::1], float32[:, ::1], float32[:, "
           "::1])')\n"
           "def k(x, y, z):\n"
           "    i, j = cuda.grid(2)\n"
           "    x[j, i] = y[j, i] + z[j, i]\n";
  case Optimization::VersionLoops:
    return "@cuda.jit('void(float32[::1], float32[::1], int64)')\n"
           "def k(x, y, n):\n"
           "    i = cuda.grid(1)\n"
           "    s = x[0]\n"
           "    for j in range(n):\n"
           "        s += x[j + i]\n"
           "    y[0] = s\n";
  case Optimization::ChasedLoops:
    return "@cuda.jit('void(int32[::1], int32[::1])')\n"
           "def k(x, y):\n"
           "    i = cuda.grid(1)\n"
           "    while x[i] != i:\n"
           "        i = x[i]\n"
           "    y[0] = i\n";
  case Optimization::WholeParts:
    return "@cuda.jit('void(float32[::1], float32[::1])')\n"
           "def k(x, y):\n"
           "    i = int(x[cuda.grid(1)])\n"
           "    if i >= 0 and i + 1 < x.size:\n"
           "        y[0] = x[i] + x[i + 1]\n";
  case Optimization::VersionRegions:
    return "@cuda.jit('void(float32[::1], float32[::1], int64)')\n"
           "def k(x, y, n):\n"
           "    i = cuda.grid(1)\n"
           "    y[i] = x[i] + x[i + 1] + x[i + 2] + x[i + n]\n";
  case Optimization::ApartCopies:
    return "@cuda.jit('void(uint8[:, ::1], uint8[:, ::1])')\n"
           "def k(x, y):\n"
           "    i = cuda.grid(1)\n"
           "    for c in range(3):\n"
           "        y[i, c] = x[i, c] * 2\n";
  case Optimization::InvariantGuards:
    return "@cuda.jit(device=True)\n"
           "def step(x, i):\n"
           "    own = cuda.local.array(1, uint32)\n"
           "    own[0] = x[i] * 3\n"
           "    x[i] = own[0]\n"
           "    return x[i]\n"
           "@cuda.jit('void(uint32[::1], int32, uint32[::1])')\n"
           "def k(x, n, y):\n"
           "    i = cuda.grid(1)\n"
           "    s = uint32(0)\n"
           "    for _ in range(n):\n"
           "        s += step(x, i) ^ step(x, i)\n"
           "    y[i] = s\n";
  case Optimization::RepeatedLoads:
    return "@cuda.jit('void(float32[:], float32[:], int64)')\n"
           "def k(x, y, n):\n"
           "    i = cuda.grid(1)\n"
           "    y[n] = x[i] * 3 + y[i] * x[i]\n";
  case Optimization::FixedExtents:
    return "@cuda.jit('void(float32[:, ::1])')\n"
           "def k(x):\n"
           "    i = cuda.grid(1)\n"
           "    if i < x.shape[0]:\n"
           "        x[i, 0] = x[i, 1] + x[i, 2]\n";
  case Optimization::RowDivisions:
    return "@cuda.jit('void(float32[::1], float32[::1], int64)')\n"
           "def k(x, y, width):\n"
           "    i = cuda.grid(1)\n"
           "    if i < x.size:\n"
           "        x[i] = y[i // width] + y[i % width]\n";
  case Optimization::InvariantDivisions:
    return "@cuda.jit('void(uint64[::1], uint64)')\n"
           "def k(x, size):\n"
           "    i = cuda.grid(1)\n"
           "    if i < x.size:\n"
           "        x[i] = x[i] % size\n";
  case Optimization::LikelyChecks:
    return "@cuda.jit('void(float32[::1], float32[::1])')\n"
           "def k(x, y):\n"
           "    i = cuda.grid(1)\n"
           "    if i < x.size:\n"
           "        y[i] = x[i] + 1\n";
  case Optimization::ElementWords:
    return "@cuda.jit('void(uint8[::1], uint8[::1])')\n"
           "def k(x, y):\n"
           "    i = cuda.grid(1)\n"
           "    if i < x.size and i < y.size:\n"
           "        y[i] = min(abs(x[i] - y[i]) * 3, 255)\n";
  case Optimization::UnrollWhole:
    return "@cuda.jit('void(uint32[::1], int64)')\n"
           "def k(x, first):\n"
           "    w = cuda.local.array(64, uint32)\n"
           "    for t in range(16):\n"
           "        w[t] = x[t]\n"
           "    for t in range(16, 64):\n"
           "        a = uint32(w[t - 15] >> 7 | w[t - 15] << 25)\n"
           "        b = uint32(w[t - 2] >> 17 | w[t - 2] << 15)\n"
           "        a ^= uint32(w[t - 15] >> 18 | w[t - 15] << 14)\n"
           "        b ^= uint32(w[t - 2] >> 19 | w[t - 2] << 13)\n"
           "        w[t] = uint32(w[t - 16] + a + w[t - 7] + b)\n"
           "    x[0] = w[63]\n";
  case Optimization::UnrollCounts:
    return "@cuda.jit('void(uint32[::1], int64)')\n"
           "def k(x, n):\n"
           "    s = x[0]\n"
           "    for _ in range(n):\n"
           "        s ^= uint32(s << 13)\n"
           "        s ^= s >> 17\n"
           "        s ^= uint32(s << 5)\n"
           "    x[0] = s\n";
  case Optimization::PlacedStores:
    return "@cuda.jit('void(float32[:, ::1], float32[::1])')\n"
           "def k(x, y):\n"
           "    least = cuda.local.array(3, float32)\n"
           "    for i in range(3):\n"
           "        least[i] = 1e30\n"
           "    for i in range(x.shape[1]):\n"
           "        j = 2\n"
           "        while j > 0 and least[j - 1] > x[0, i]:\n"
           "            least[j] = least[j - 1]\n"
           "            j -= 1\n"
           "        least[j] = x[0, i]\n"
           "    y[0] = least[1]\n";
  case Optimization::FlatChoices:
    return "@cuda.jit('void(float32[::1], float32)')\n"
           "def k(x, box):\n"
           "    i = cuda.grid(1)\n"
           "    if i < x.size:\n"
           "        d = x[i]\n"
           "        if d > box:\n"
           "            d -= box\n"
           "        elif d < -box:\n"
           "            d += box\n"
           "        x[i] = d\n";
  case Optimization::JoinedSines:
    return "@cuda.jit('void(float32[::1], float32[::1])')\n"
           "def k(x, y):\n"
           "    i = cuda.grid(1)\n"
           "    angle = x[i]\n"
           "    y[i] = math.sin(angle) * math.cos(angle)\n";
  case Optimization::FlatGuards:
    return "@cuda.jit('void(float32[::1], int64[::1], int64, float32[::1])')\n"
           "def k(x, index, n, y):\n"
           "    s = float32(0)\n"
           "    for j in range(n):\n"
           "        if index[j] != 7:\n"
           "            s += x[index[j]]\n"
           "    y[0] = s\n";
  case Optimization::EarlyLoads:
    return "@cuda.jit('void(float32[::1], float32[::1], float32[::1])')\n"
           "def k(x, y, z):\n"
           "    i = cuda.grid(1)\n"
           "    if i < x.size and i < y.size and i < z.size:\n"
           "        x[i] = x[i] / 3 + y[i] / z[i]\n";
  case Optimization::NearStores:
    return "@cuda.jit('void(float32[:, ::1], float32[::1])')\n"
           "def k(x, y):\n"
           "    i = cuda.grid(1)\n"
           "    if i < x.shape[0] and x.shape[1] == 2 and i < y.size:\n"
           "        v = y[i]\n"
           "        x[i, 0] = i / v\n"
           "        x[i, 1] = 3 / v\n";
  case Optimization::RotatingRemainders:
    return "@cuda.jit('void(float32[:, ::1])')\n"
           "def k(x):\n"
           "    t = cuda.threadIdx.x\n"
           "    for j in range(2, 400):\n"
           "        x[j % 3, t] = x[(j - 1) % 3, t] + x[(j - 2) % 3, t]\n";
  case Optimization::PlainIndices:
    return "@cuda.jit('void(float32[::1], float32[::1], int64)')\n"
           "def k(x, y, n):\n"
           "    for i in range(cuda.grid(1), n, cuda.gridsize(1)):\n"
           "        y[i] = x[i] * x[i + 1]\n";
  case Optimization::ShortDivisions:
    return "@cuda.jit('void(int64[::1], int64[::1], int64)')\n"
           "def k(x, y, n):\n"
           "    i = cuda.grid(1)\n"
           "    y[i] = x[i] // n + x[i + 1] % y.size\n";
  case Optimization::FloatToInteger:
    return "@cuda.jit('void(float32[::1], int64[::1])')\n"
           "def k(x, y):\n"
           "    i = cuda.grid(1)\n"
           "    y[i] = int(x[i])\n";
  case Optimization::ShortConversions:
    return "@cuda.jit('void(float32[:, ::1], float32[::1], float32[::1])')\n"
           "def k(p, x, y):\n"
           "    i = cuda.grid(1)\n"
           "    if i >= x.size:\n"
           "        return\n"
           "    for j in range(p.shape[0]):\n"
           "        c = int(x[i])\n"
           "        d = min(c + 1, p.shape[1] - 1)\n"
           "        x[i] += p[j, c] + p[j, d] + p[0, c] * p[0, d]\n";
  case Optimization::HalfShuffles:
    return "@cuda.jit('void(int32[::1])')\n"
           "def k(x):\n"
           "    i = cuda.grid(1)\n"
           "    v = x[i]\n"
           "    for step in (1, 2, 4, 8, 16):\n"
           "        v += cuda.shfl_xor_sync(0xffffffff, v, step)\n"
           "    x[i] = v\n";
  case Optimization::JoinedConditions:
    return "@cuda.jit('void(float32[::1], int32[::1], float32[::1])')\n"
           "def k(x, c, y):\n"
           "    i = cuda.grid(1)\n"
           "    if i < x.size and i < c.size and i < y.size:\n"
           "        y[i] = x[i] if c[i] == 3 or c[i] > 7 else -x[i]\n";
  case Optimization::InsideTests:
    return "@cuda.jit('void(int32[::1], int32[::1])')\n"
           "def k(x, y):\n"
           "    n = x[0]\n"
           "    for t in range(x.size):\n"
           "        i = t - cuda.threadIdx.x\n"
           "        if i >= 0 and i < n:\n"
           "            y[t] = i\n";
  case Optimization::SmallSwitches:
    return "@cuda.jit('void(uint8[::1], int32[::1])')\n"
           "def k(x, y):\n"
           "    for i in range(x.size):\n"
           "        c = x[i]\n"
           "        if c == 32 or c == 10 or c == 13 or c == 9:\n"
           "            y[i] = i\n";
  case Optimization::MinimaOfSums:
    return "@cuda.jit('void(int32[::1], int32[::1])')\n"
           "def k(x, y):\n"
           "    i = cuda.grid(1)\n"
           "    if i < x.size and i < y.size:\n"
           "        y[i] = min(x[i] + 1, y[i] + (x[i] == 3))\n";
  case Optimization::ShortSums:
    return "@cuda.jit('void(int32[::1], int32[:, ::1])')\n"
           "def k(x, y):\n"
           "    i = cuda.grid(1)\n"
           "    if i < x.size and i < y.shape[1]:\n"
           "        far = 0\n"
           "        near = 0\n"
           "        for j in range(y.shape[0]):\n"
           "            near = min(far + x[i], near + y[j, i])\n"
           "            far = max(far - y[j, i], near)\n"
           "        x[i] = near\n";
  case Optimization::WordArithmetic:
    return "@cuda.jit('void(uint32, int32, uint32[::1])')\n"
           "def k(v, n, x):\n"
           "    for _ in range(n):\n"
           "        v = uint32(v ^ (v << 13))\n"
           "        v = uint32(v ^ (v >> 17))\n"
           "        x[0] = v\n";
  }
  return "";
}

std::string ptxOf(const std::string &text, Optimizations which) {
  Source source("test.py", text);
  Diagnostics diagnostics;
  CompileOptions options;
  options.optimizations = which;
  options.facts.block[0] = 128;
  options.facts.block[1] = options.facts.block[2] = 1;
  options.facts.perThread = 4;
  auto result = compile({&source}, options, {Product::Ptx}, diagnostics);
  EXPECT_TRUE(result) << text;
  return result ? result->texts[0] : "";
}

std::string hostCodeOf(const std::string &text, Optimizations which) {
  Source source("test.py", text);
  Diagnostics diagnostics;
  CompileOptions options;
  options.optimizations = which;
  std::optional<HostModule> made =
      compileForHost({&source}, options, diagnostics);
  EXPECT_TRUE(made) << text;
  std::string code;
  if (made)
    llvm::raw_string_ostream(code) << *made->module;
  return code;
}

class EachOptimization : public testing::TestWithParam<OptimizationRow> {};

TEST_P(EachOptimization, ChangesCodeOfItsDeviceAlone) {
  const OptimizationRow &row = GetParam();
  std::string text = "import math\nfrom numba import cuda, float32, uint32\n";
  text += kernelFor(row.optimization);
  Optimizations others;
  others.set(row.optimization, false);
  Optimizations gpus, otherGpus = others;
  gpus.setGpusOnCpu();
  otherGpus.setGpusOnCpu();
  bool changesPtx = ptxOf(text, {}) != ptxOf(text, others);
  bool changesHostCode = hostCodeOf(text, {}) != hostCodeOf(text, others);
  EXPECT_EQ(changesPtx, row.device != OptimizationDevice::Cpu);
  if (row.device != OptimizationDevice::Both) {
    EXPECT_EQ(changesHostCode, row.device == OptimizationDevice::Cpu);
    bool isTried = hostCodeOf(text, gpus) != hostCodeOf(text, otherGpus);
    EXPECT_EQ(isTried, row.device == OptimizationDevice::Gpu);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rows, EachOptimization, testing::ValuesIn(optimizationRows),
    [](const testing::TestParamInfo<OptimizationRow> &info) {
      std::string name;
      for (char c : info.param.name)
        if (c != '-')
          name += c;
      return name;
    });

std::string problemOf(const std::string &list) {
  Optimizations result;
  return readOptimizations(list, result);
}

Optimizations read(const std::string &list) {
  Optimizations result;
  EXPECT_EQ(readOptimizations(list, result), "") << list;
  return result;
}

TEST(ReadOptimizations, Lists) {
  Optimizations all, none, one, others, two;
  none.setAll(false);
  one.setAll(false);
  one.set(Optimization::PathFacts, true);
  others.set(Optimization::PathFacts, false);
  two = one;
  two.set(Optimization::Lockstep, true);
  Optimizations gpus;
  gpus.setGpusOnCpu();
  EXPECT_EQ(read("all"), all);
  EXPECT_EQ(read("gpu"), gpus);
  EXPECT_NE(read("gpu"), all);
  EXPECT_EQ(read("none"), none);
  EXPECT_EQ(read("path-facts"), one);
  EXPECT_EQ(read("none,path-facts"), one);
  EXPECT_EQ(read("-path-facts"), others);
  EXPECT_EQ(read("all,-path-facts"), others);
  EXPECT_EQ(read("lockstep,path-facts"), two);
  EXPECT_EQ(read("lockstep,path-facts,-lockstep"), one);
}

TEST(ReadOptimizations, WhatIsNoName) {
  EXPECT_THAT(problemOf("path-fact"), HasSubstr("did you mean `path-facts`?"));
  EXPECT_THAT(problemOf("x"),
              HasSubstr("there are all, none, gpu, inline-functions"));
  EXPECT_THAT(problemOf(""), HasSubstr("called ``"));
  EXPECT_THAT(problemOf("all,"), HasSubstr("called ``"));
  EXPECT_THAT(problemOf("-none"), HasSubstr("called `none`"));
}

} // namespace
} // namespace pyk2ptx
