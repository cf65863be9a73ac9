// What kernels are compiled to for launches of which more is known: which
// variant a launch takes, that it computes the same, and when there is none.
#include "fake_driver.h"
#include "runtime/jit/background.h"
#include "tests/runtime/fake/fake_cuda.h"

#include <pyk2ptx/jit.h>

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

using namespace pyk2ptx;
using testing::HasSubstr;
using testing::Not;

namespace {

JitSettings everyLaunch() {
  JitSettings settings;
  settings.useCache = false;
  settings.variants.leastThreads = 1;
  settings.variants.waits = true;
  return settings;
}

JitSettings everyLaunchAtOnce() {
  JitSettings settings = everyLaunch();
  settings.variants.waits = false;
  return settings;
}

CapturedProgram programOf(const char *text, const char *types) {
  CapturedFunction function;
  function.text = text;
  function.file = "k.py";
  function.names["cuda"] = CapturedValue::library("cuda");
  function.names["math"] = CapturedValue::library("math");
  CapturedProgram program;
  program.functions.push_back(std::move(function));
  program.types = types;
  return program;
}

/// A launcher of it for the CPU device or the GPU.
JitLauncher launcherOf(const JitDevice &device, const CapturedProgram &program,
                       const JitSettings &settings) {
  auto unit = compileProgram(program, device.arch().value(), settings);
  EXPECT_TRUE(unit->valid) << unit->report.text;
  return {JitKernel::load(device, unit).value(), device, program, settings};
}

/// What the kernel k of this text is coarsened by, in blocks of 256 threads.
std::uint32_t coarseningOf(const char *text, const char *types,
                           const JitSettings &settings = {}) {
  JitSettings special = settings;
  special.facts.block[0] = 256;
  special.facts.block[1] = special.facts.block[2] = 1;
  special.facts.perThread = 4;
  auto unit = compileProgram(programOf(text, types), "sm_90", special);
  EXPECT_TRUE(unit->valid) << unit->report.text;
  return unit->valid ? unit->info.kernels[0].coarsening[0] : 0;
}

const char *const product = R"(def k(a, b, c):
    tile = cuda.shared.array((16, 16), 'float32')
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    col, row = cuda.grid(2)
    total = a[0, 0] - a[0, 0]
    for base in range(0, a.shape[1], 16):
        tile[ty, tx] = b[base + ty, col]
        cuda.syncthreads()
        for k in range(16):
            total += a[row, base + k] * tile[k, tx]
        cuda.syncthreads()
    if row < c.shape[0] and col < c.shape[1]:
        c[row, col] = total
)";
const char *const productTypes =
    "float32[:, ::1], float32[:, ::1], float32[:, ::1]";

const char *const shift = R"(def k(x, y):
    i = cuda.grid(1)
    if i < y.size:
        y[i] = x[i] + cuda.blockDim.x
)";
const char *const shiftTypes = "float32[::1], float32[::1]";

TEST(JitVariants, OneThreadDoesTheWorkOfFour) {
  JitDevice device = JitDevice::cpu(2);
  JitLauncher launcher =
      launcherOf(device, programOf(product, productTypes), everyLaunch());
  std::vector<float> a(50 * 37), b(37 * 43), c(50 * 43, -1), expected;
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<float>(i % 7);
  for (std::size_t i = 0; i < b.size(); ++i)
    b[i] = static_cast<float>(i % 5);
  const Argument arguments[] = {arrayView(a.data(), {50, 37}),
                                arrayView(b.data(), {37, 43}),
                                arrayView(c.data(), {50, 43})};
  LaunchConfig config{{3, 4}, {16, 16}};
  const JitKernel &variant = launcher.choose(config, arguments);
  ASSERT_NE(&variant, &launcher.kernel());
  EXPECT_EQ(variant.info().coarsening[1], 4u);
  ASSERT_TRUE(launcher.kernel().launchArguments(config, arguments));
  expected = std::exchange(c, std::vector<float>(c.size(), -1));
  const Argument again[] = {arguments[0], arguments[1],
                            arrayView(c.data(), {50, 43})};
  ASSERT_TRUE(launcher.launchArguments(config, again));
  EXPECT_EQ(c, expected);
  // A block that it was not compiled for.
  Result<void> wrong = variant.launchArguments({{3, 4}, {16, 3}}, again);
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().what(), HasSubstr("blocks of another shape"));
}

// The grid covers less than the array, or more.
TEST(JitVariants, LanesStayInTheLaunch) {
  JitDevice device = JitDevice::cpu(1);
  JitLauncher launcher =
      launcherOf(device, programOf(shift, shiftTypes), everyLaunch());
  for (std::int64_t size : {2000, 1024, 1000, 3})
    for (std::uint32_t threads : {256u, 96u, 1024u}) {
      std::vector<float> x(static_cast<std::size_t>(size), 1), y(x.size(), 0);
      ASSERT_TRUE(launcher.launchArguments(
          {{1}, {threads}},
          std::vector<Argument>{arrayView(x.data(), {size}),
                                arrayView(y.data(), {size})}));
      for (std::size_t i = 0; i < y.size(); ++i)
        ASSERT_EQ(y[i], i < threads ? static_cast<float>(1 + threads) : 0.0f)
            << i << " of " << size << ", " << threads;
    }
}

TEST(JitVariants, EachNumberOfColorsComputesItsOwn) {
  JitDevice device = JitDevice::cpu(1);
  JitLauncher launcher =
      launcherOf(device,
                 programOf("def k(image, sums):\n"
                           "    i = cuda.grid(1)\n"
                           "    if i < sums.size:\n"
                           "        for c in range(image.shape[1]):\n"
                           "            sums[i] += image[i, c]\n"
                           "        image[i, 2] = 7\n",
                           "float32[:, ::1], float32[::1]"),
                 everyLaunch());
  for (std::size_t colors : {3, 1, 4, 2, 7, 3, 0, 2}) {
    std::vector<float> image(50 * colors + 9, 1), sums(50, 0);
    std::int64_t columns = static_cast<std::int64_t>(colors);
    ASSERT_TRUE(launcher.launchArguments(
        {{1}, {64}},
        std::vector<Argument>{arrayView(image.data(), {50, columns}),
                              arrayView(sums.data(), {50})}));
    EXPECT_THAT(sums, testing::Each(static_cast<float>(colors)));
    for (std::size_t i = 0; i < image.size(); ++i) {
      bool isThird = colors > 2 && i < 50 * colors && i % colors == 2;
      ASSERT_EQ(image[i], isThird ? 7.0f : 1.0f) << i << " of " << colors;
    }
  }
}

TEST(JitVariants, WhatThreadsDoTogetherStaysApart) {
  EXPECT_EQ(coarseningOf(shift, shiftTypes), 4u);
  const char *const ofEach[] = {
      // Lanes of a warp.
      "def k(x):\n"
      "    i = cuda.grid(1)\n"
      "    x[i] = cuda.shfl_down_sync(0xffffffff, x[i], 1)\n",
      // A loop that runs differently often in each thread.
      "def k(x):\n"
      "    for i in range(cuda.threadIdx.x):\n"
      "        x[i] += 1\n",
      // One that waits for another thread.
      "def k(x):\n"
      "    x[cuda.threadIdx.x] = 1\n"
      "    f = x[255]\n"
      "    while f == 0:\n"
      "        f = x[255]\n",
      // A lock.
      "def k(x):\n"
      "    cuda.atomic.cas(x, 0, 0, cuda.threadIdx.x)\n",
      // A barrier behind which not all threads come.
      "def k(x):\n"
      "    if cuda.threadIdx.x > 3:\n"
      "        return\n"
      "    cuda.syncthreads()\n"
      "    x[cuda.threadIdx.x] = 1\n",
      "def k(x):\n"
      "    print(cuda.threadIdx.x)\n",
  };
  for (const char *text : ofEach)
    EXPECT_EQ(coarseningOf(text, "int32[::1]"), 1u) << text;
  JitSettings raising;
  raising.bounds = BoundsMode::Raise;
  EXPECT_EQ(coarseningOf(shift, shiftTypes, raising), 1u);
}

// Of accesses that leave gaps in memory, the next ones use what lies in these.
TEST(JitVariants, WhatLiesApartStaysApart) {
  auto coarsening = [](const std::string &statement, const char *types) {
    std::string text = "def k(x):\n"
                       "    i = cuda.grid(1)\n"
                       "    if i < x.shape[0]:\n"
                       "        " +
                       statement + "\n";
    return coarseningOf(text.c_str(), types);
  };
  EXPECT_EQ(coarsening("x[i] += 1", "float32[::1]"), 4u);
  EXPECT_EQ(coarsening("x[i] += 1", "complex128[::1]"), 4u);
  EXPECT_EQ(coarsening("x[x.shape[0] - i - 1] += 1", "float32[::1]"), 4u);
  EXPECT_EQ(coarsening("x[i, 0] += 1", "uint8[:, ::1]"), 4u);
  EXPECT_EQ(coarsening("x[0, i] += 1", "float32[:, ::1]"), 4u);
  EXPECT_EQ(coarsening("x[i, 0] += 1", "float32[::1, :]"), 4u);
  // Of an index that is an element nobody knows.
  EXPECT_EQ(coarsening("x[x[i]] += 1", "int64[::1]"), 4u);
  EXPECT_EQ(coarsening("x[i, 0] += 1", "float32[:, ::1]"), 1u);
  EXPECT_EQ(coarsening("x[5 * i + 1] += 1", "float32[::1]"), 1u);
  EXPECT_EQ(coarsening("x[2 + (i - 3) * -8] += 1", "float32[::1]"), 1u);
  const char *points = "record(a: float32, b: float64, c: float32)[::1]";
  EXPECT_EQ(coarsening("x[i].a += x[i].c", points), 1u);
  EXPECT_EQ(coarsening("x[0].a = i", points), 4u);
}

// Sines of large numbers are computed in a loop of their own.
TEST(JitVariants, SlowPathsStayApart) {
  JitSettings fast;
  fast.fastMath = true;
  const char *sine = "def k(x):\n"
                     "    i = cuda.grid(1)\n"
                     "    if i < x.size:\n"
                     "        x[i] = math.sin(x[i])\n";
  EXPECT_EQ(coarseningOf(sine, "float32[::1]"), 1u);
  EXPECT_EQ(coarseningOf(sine, "float32[::1]", fast), 4u);
}

// Of loops that each thread enters or not, by what it has loaded.
TEST(JitVariants, LoopsOfSomeThreadsStayApart) {
  auto coarsening = [](const char *condition, const char *turns) {
    std::string text = "def k(x, n):\n"
                       "    i = cuda.grid(1)\n"
                       "    if " +
                       std::string(condition) +
                       ":\n"
                       "        return\n"
                       "    for j in range(" +
                       turns +
                       "):\n"
                       "        x[j, i] += 1\n";
    return coarseningOf(text.c_str(), "int32[:, ::1], int64");
  };
  EXPECT_EQ(coarsening("x[0, i] == 0", "n"), 1u);
  EXPECT_EQ(coarsening("x[0, i] == 0", "8"), 1u);
  EXPECT_EQ(coarsening("x[0, i] == 0", "3"), 4u);
  EXPECT_EQ(coarsening("i >= x.shape[1]", "n"), 4u);
}

TEST(JitVariants, EarlyReturnsAndBarriersOfAll) {
  EXPECT_EQ(coarseningOf("def k(x):\n"
                         "    i = cuda.grid(1)\n"
                         "    if i >= x.size:\n"
                         "        return\n"
                         "    x[i] += 1\n",
                         "int32[::1]"),
            4u);
  EXPECT_EQ(coarseningOf("def k(x):\n"
                         "    s = cuda.shared.array(256, 'int32')\n"
                         "    i = cuda.threadIdx.x\n"
                         "    s[i] = x[i]\n"
                         "    cuda.syncthreads()\n"
                         "    x[i] = s[255 - i]\n",
                         "int32[::1]"),
            4u);
}

class JitVariantsGpu : public testing::Test {
protected:
  JitVariantsGpu() {
    control<decltype(fakeReset)>("fakeReset")();
    driver.emplace(initialize(PYK2PTX_FAKE_CUDA).value());
    device.emplace(driver->device(0).value());
  }

  static unsigned launchedBlock() {
    return control<decltype(fakeLastLaunch)>("fakeLastLaunch")()->block[0];
  }

  std::optional<Driver> driver;
  std::optional<Device> device;
};

ArrayView vectorAt(std::uint64_t address, std::int64_t size) {
  ArrayView view;
  view.address = address;
  view.dtype = "float32";
  view.itemSize = 4;
  view.ndim = 1;
  view.shape[0] = size;
  view.strides[0] = 4;
  return view;
}

TEST_F(JitVariantsGpu, LaunchesTakeWhatIsTrueOfThem) {
  JitSettings settings = everyLaunch();
  settings.variants.leastThreads = 0;
  settings.variants.alignment = true;
  JitLauncher launcher =
      launcherOf(*device, programOf(shift, shiftTypes), settings);
  auto choose = [&](std::uint32_t blocks, ArrayView x, ArrayView y) {
    LaunchConfig config{{blocks}, {256}};
    std::vector<Argument> arguments = {x, y};
    const JitKernel *kernel = &launcher.choose(config, arguments);
    // By a parameter block it is the same.
    auto params = packArguments(launcher.kernel().info(), arguments);
    EXPECT_EQ(&launcher.choose(config, *params), kernel);
    return kernel;
  };
  constexpr std::int64_t n = 1 << 20;
  constexpr std::uint64_t first = 1 << 30, second = first + 4 * n;
  const JitKernel *apart =
      choose(4096, vectorAt(first, n), vectorAt(second, n));
  EXPECT_NE(apart, &launcher.kernel());
  EXPECT_THAT(apart->unit()->ptx, HasSubstr("ld.global.nc"));
  EXPECT_THAT(apart->unit()->ptx, HasSubstr(".reqntid 64, 1, 1"));
  EXPECT_THAT(apart->unit()->ptx, HasSubstr(".align 16"));
  // Small launches have no variants.
  EXPECT_EQ(choose(4095, vectorAt(first, n), vectorAt(second, n)),
            &launcher.kernel());
  EXPECT_EQ(choose(4095, vectorAt(first, 2 * n - 1), vectorAt(second, 0)),
            &launcher.kernel());
  // Few threads that may go over much memory have one, as many as they are.
  const JitKernel *few =
      choose(4095, vectorAt(first, n), vectorAt(second, 2 * n));
  EXPECT_NE(few, &launcher.kernel());
  EXPECT_THAT(few->unit()->ptx, HasSubstr("ld.global.nc"));
  EXPECT_THAT(few->unit()->ptx, Not(HasSubstr(".reqntid")));
  EXPECT_EQ(few->info().coarsening[0], 1u);
  EXPECT_EQ(choose(1, vectorAt(first, n), vectorAt(second, 2 * n)), few);
  // One element in common.
  const JitKernel *overlapping =
      choose(4096, vectorAt(first, n + 1), vectorAt(second, n));
  EXPECT_NE(overlapping, apart);
  EXPECT_THAT(overlapping->unit()->ptx, Not(HasSubstr("ld.global.nc")));
  const JitKernel *odd =
      choose(4096, vectorAt(first + 4, n - 1), vectorAt(second, n));
  EXPECT_NE(odd, apart);
  EXPECT_THAT(odd->unit()->ptx, Not(HasSubstr(".align 16")));
  // Two GiB, and more threads along x than fit 31 bits.
  const JitKernel *huge =
      choose(1 << 24, vectorAt(first, std::int64_t(1) << 29),
             vectorAt(std::uint64_t(1) << 40, n));
  EXPECT_NE(huge, apart);
  EXPECT_EQ(huge->info().coarsening[0], 4u);
  // What was met before is found again.
  EXPECT_EQ(choose(5000, vectorAt(first, n), vectorAt(second, n)), apart);
}

// Colours and coordinates are counted when the kernel is compiled; images of
// another number of them take another variant.
TEST_F(JitVariantsGpu, ShortLastAxesAreConstants) {
  JitSettings settings = everyLaunch();
  settings.variants.perThread = 1;
  const CapturedProgram program =
      programOf("def k(n, image, sums):\n"
                "    i = cuda.grid(1)\n"
                "    if i < sums.size:\n"
                "        for c in range(image.shape[1]):\n"
                "            sums[i] += image[i, c]\n",
                "int64, float32[:, ::1], float32[::1]");
  JitLauncher launcher = launcherOf(*device, program, settings);
  auto choose = [&](std::int64_t colors) {
    LaunchConfig config{{4}, {256}};
    ArrayView image = vectorAt(1 << 30, 1024);
    image.ndim = 2;
    image.shape[1] = colors;
    image.strides[0] = 4 * colors;
    image.strides[1] = 4;
    std::vector<Argument> arguments = {Argument(std::int64_t(1)), image,
                                       vectorAt(1 << 20, 1024)};
    const JitKernel *kernel = &launcher.choose(config, arguments);
    auto params = packArguments(launcher.kernel().info(), arguments);
    EXPECT_EQ(&launcher.choose(config, *params), kernel);
    return kernel;
  };
  const JitKernel *any = choose(1);
  EXPECT_THAT(any->unit()->ptx, HasSubstr("bra"));
  std::vector<const JitKernel *> chosen = {any};
  for (std::int64_t colors : {2, 3, 4}) {
    const JitKernel *kernel = choose(colors);
    EXPECT_THAT(chosen, testing::Each(Not(kernel))) << colors;
    chosen.push_back(kernel);
    // No loop is left.
    EXPECT_THAT(kernel->unit()->ptx, Not(HasSubstr("phi"))) << colors;
  }
  for (std::int64_t colors : {0, 5, 512})
    EXPECT_EQ(choose(colors), any) << colors;
  EXPECT_EQ(choose(3), chosen[2]);
}

// Sizes of an image have few bits, and so has a place in it. What is another
// number at each launch does not use up the variants.
TEST_F(JitVariantsGpu, SizesHaveFewBits) {
  JitSettings settings = everyLaunch();
  settings.variants.perThread = 1;
  const CapturedProgram program =
      programOf("def k(x, n, s, m):\n"
                "    i = cuda.grid(1)\n"
                "    if i < n * m:\n"
                "        x[i] = i // n * s\n",
                "int64[::1], int64, float32, int32");
  JitLauncher launcher = launcherOf(*device, program, settings);
  auto choose = [&](std::int64_t n, std::int64_t m) {
    LaunchConfig config{{4}, {256}};
    ArrayView x = vectorAt(1 << 20, 1024);
    x.dtype = "int64";
    x.itemSize = x.strides[0] = 8;
    std::vector<Argument> arguments = {x, n, 2.0, m};
    const JitKernel *kernel = &launcher.choose(config, arguments);
    auto params = packArguments(launcher.kernel().info(), arguments);
    EXPECT_EQ(&launcher.choose(config, *params), kernel);
    return kernel;
  };
  const JitKernel *small = choose(100, 1024);
  EXPECT_THAT(small->unit()->ptx, Not(HasSubstr("div.s64")));
  EXPECT_EQ(choose(1024, 0), small);
  const JitKernel *larger = choose(1025, 1024);
  EXPECT_NE(larger, small);
  EXPECT_THAT(larger->unit()->ptx, Not(HasSubstr("div.s64")));
  const JitKernel *any = choose(-1, 1024);
  EXPECT_THAT((std::vector{small, larger}), testing::Each(Not(any)));
  EXPECT_NE(any, &launcher.kernel());
  EXPECT_THAT(any->unit()->ptx, HasSubstr("div.s64"));
  // Of a third combination nothing is known, nor of any other.
  for (std::int64_t n : {std::int64_t(100000), std::int64_t(1) << 40,
                         std::int64_t(-5), INT64_MIN})
    EXPECT_EQ(choose(n, 1025), any) << n;
  EXPECT_EQ(choose(9, 9), small);
  EXPECT_EQ(choose(1 << 14, 9), larger);
}

// The largest extent counts, of arrays of several axes.
TEST_F(JitVariantsGpu, ExtentsHaveFewBits) {
  JitSettings settings = everyLaunch();
  settings.variants.perThread = 1;
  JitLauncher launcher = launcherOf(
      *device,
      programOf("def k(x, y):\n"
                "    i = cuda.grid(1)\n"
                "    if i < x.shape[0] * x.shape[1]:\n"
                "        y[i] = x[i // x.shape[1], i % x.shape[1]]\n",
                "float32[:, ::1], float32[::1]"),
      settings);
  auto choose = [&](std::int64_t rows, std::int64_t columns) {
    ArrayView x = vectorAt(1 << 30, rows);
    x.ndim = 2;
    x.shape[1] = columns;
    x.strides[0] = 4 * columns;
    x.strides[1] = 4;
    std::vector<Argument> arguments = {x, vectorAt(1 << 20, rows * columns)};
    return &launcher.choose({{4}, {256}}, arguments);
  };
  const JitKernel *small = choose(1024, 5);
  EXPECT_EQ(choose(7, 1000), small);
  const JitKernel *wide = choose(7, 1025);
  EXPECT_NE(wide, small);
  EXPECT_THAT(wide->unit()->ptx, Not(HasSubstr("div.s64")));
  const JitKernel *any = choose((1 << 14) + 1, 5);
  EXPECT_THAT((std::vector{small, wide}), testing::Each(Not(any)));
  EXPECT_EQ(choose(5, 1 << 20), any);
  EXPECT_EQ(choose(16384, 1000), wide);
}

TEST_F(JitVariantsGpu, ChangingBlocksEndInTheKernelForAll) {
  JitFunction function(std::string("from numba import cuda\n@cuda.jit\n") +
                           shift,
                       "k", everyLaunch());
  JitDevice gpu(*device);
  auto launch = [&](std::uint32_t threads) {
    Result<void> done = function.launch(
        gpu, {{64}, {threads}}, vectorAt(1 << 20, 64), vectorAt(1 << 21, 64));
    EXPECT_TRUE(done) << (done ? "" : done.error().what());
    return launchedBlock();
  };
  for (std::uint32_t threads : {256u, 512u, 768u, 1024u, 384u, 640u})
    EXPECT_EQ(launch(threads), threads / 4);
  EXPECT_TRUE(function.specializations().empty());
  for (std::uint32_t threads = 40; threads < 1024; threads += 96)
    EXPECT_EQ(launch(threads), threads);
  EXPECT_EQ(function.specializations().size(), 1u);
  EXPECT_EQ(launch(256), 64u);
}

// ---- blocks too large for the registers ----

class JitFitting : public JitVariantsGpu {
protected:
  JitFitting() {
    control<decltype(fakeSetMostThreads)>("fakeSetMostThreads")(384);
  }

  /// What the driver was asked to launch; refused launches do not count.
  static int launches() {
    return control<decltype(fakeLaunchCount)>("fakeLaunchCount")();
  }
  static int calls() {
    return control<decltype(fakeCallCount)>("fakeCallCount")();
  }
  static JitSettings plain() {
    JitSettings settings;
    settings.useCache = false;
    return settings;
  }

  ArrayView x = vectorAt(1 << 20, 64), y = vectorAt(1 << 21, 64);
};

TEST_F(JitFitting, AreCompiledForSoManyThreads) {
  JitLauncher launcher =
      launcherOf(*device, programOf(shift, shiftTypes), plain());
  std::vector<Argument> arguments = {x, y};
  auto params = packArguments(launcher.kernel().info(), arguments);
  auto launch = [&](std::uint32_t threads) {
    LaunchConfig config{{2}, {threads}};
    Result<void> done = launcher.launchArguments(config, arguments);
    EXPECT_TRUE(done) << (done ? "" : done.error().what());
    done = launcher.launchPacked(config, *params);
    EXPECT_TRUE(done) << (done ? "" : done.error().what());
    EXPECT_EQ(launchedBlock(), threads);
    return &launcher.choose(config, arguments);
  };
  EXPECT_EQ(launch(384), &launcher.kernel());
  const JitKernel *fitting = launch(512);
  EXPECT_NE(fitting, &launcher.kernel());
  EXPECT_THAT(fitting->unit()->ptx, HasSubstr(".maxntid 512"));
  EXPECT_EQ(launch(512), fitting);
  EXPECT_NE(launch(1024), fitting);
  EXPECT_EQ(launch(384), &launcher.kernel());
  EXPECT_EQ(launches(), 10);
}

TEST_F(JitFitting, FunctionsLaunchThemToo) {
  JitFunction function(
      std::string("from numba import cuda\n@cuda.jit\n") + shift, "k", plain());
  JitDevice gpu(*device);
  for (std::uint32_t threads : {1024u, 1024u, 32u})
    EXPECT_TRUE(function.launch(gpu, {{2}, {threads}}, x, y));
  EXPECT_EQ(launches(), 3);
  // What was refused once is not tried again.
  int before = calls();
  EXPECT_TRUE(function.launch(gpu, {{2}, {32}}, x, y));
  int callsOfOne = calls() - before;
  before = calls();
  EXPECT_TRUE(function.launch(gpu, {{2}, {1024}}, x, y));
  EXPECT_EQ(calls() - before, callsOfOne);
}

TEST_F(JitFitting, WhatTheUserLimitsStays) {
  JitSettings registers = plain();
  registers.maxRegisters = 200;
  JitLauncher launcher =
      launcherOf(*device, programOf(shift, shiftTypes), registers);
  Result<void> done =
      launcher.launchArguments({{2}, {512}}, std::vector<Argument>{x, y});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().name, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES");
  EXPECT_THAT(done.error().what(), HasSubstr("at most 384 threads a block"));
}

// ---- launches that do not wait ----

TEST_F(JitVariantsGpu, LaunchesGoOnWhileVariantsAreCompiled) {
  JitLauncher launcher =
      launcherOf(*device, programOf(shift, shiftTypes), everyLaunchAtOnce());
  auto choose = [&](std::uint32_t threads) {
    std::vector<Argument> arguments = {vectorAt(1 << 20, 64),
                                       vectorAt(1 << 21, 64)};
    return &launcher.choose({{64}, {threads}}, arguments);
  };
  for (std::uint32_t threads : {256u, 512u}) {
    EXPECT_EQ(choose(threads), &launcher.kernel());
    waitForBackground();
    const JitKernel *variant = choose(threads);
    ASSERT_NE(variant, &launcher.kernel());
    EXPECT_EQ(variant->info().coarsening[0], 4u);
    EXPECT_EQ(choose(threads), variant);
  }
}

// Nothing else could be launched meanwhile.
TEST_F(JitVariantsGpu, TheFirstLaunchCompilesWhatItTakes) {
  JitFunction function(std::string("from numba import cuda\n@cuda.jit\n") +
                           shift,
                       "k", everyLaunchAtOnce());
  JitDevice gpu(*device);
  auto launch = [&](std::uint32_t threads) {
    EXPECT_TRUE(function.launch(gpu, {{64}, {threads}}, vectorAt(1 << 20, 64),
                                vectorAt(1 << 21, 64)));
    return launchedBlock();
  };
  EXPECT_EQ(launch(256), 64u);
  EXPECT_TRUE(function.specializations().empty());
  EXPECT_EQ(launch(512), 512u);
  EXPECT_EQ(function.specializations().size(), 1u);
  waitForBackground();
  EXPECT_EQ(launch(512), 128u);
  EXPECT_EQ(launch(256), 64u);
}

TEST_F(JitVariantsGpu, CapturesOfOtherStreamsGoOn) {
  JitLauncher launcher =
      launcherOf(*device, programOf(shift, shiftTypes), everyLaunchAtOnce());
  Stream captured = device->createStream().value();
  Stream stream = device->createStream().value();
  ASSERT_TRUE(captured.beginCapture(CaptureMode::Global));
  std::vector<Argument> arguments = {vectorAt(1 << 20, 64),
                                     vectorAt(1 << 21, 64)};
  LaunchConfig config{{64}, {256}};
  EXPECT_EQ(&launcher.choose(config, arguments, &captured), &launcher.kernel());
  EXPECT_EQ(&launcher.choose(config, arguments, &stream), &launcher.kernel());
  waitForBackground();
  EXPECT_NE(&launcher.choose(config, arguments, &stream), &launcher.kernel());
  EXPECT_TRUE(captured.endCapture());
}

TEST_F(JitVariantsGpu, NobodyNeedsWhatIsStillToBeCompiled) {
  for (int i = 0; i < 3; ++i) {
    JitLauncher launcher =
        launcherOf(*device, programOf(shift, shiftTypes), everyLaunchAtOnce());
    std::vector<Argument> arguments = {vectorAt(1 << 20, 64),
                                       vectorAt(1 << 21, 64)};
    EXPECT_EQ(&launcher.choose({{64}, {256}}, arguments), &launcher.kernel());
  }
  waitForBackground();
}

/// Runs a task that takes a while, and returns when it has begun.
void beginTask(std::function<void()> end) {
  static std::atomic<bool> hasBegun;
  hasBegun = false;
  runInBackground([end = std::move(end)] {
    hasBegun = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    end();
  });
  while (!hasBegun)
    std::this_thread::yield();
}

TEST(Background, AForkedChildHasItsOwn) {
  std::atomic<bool> isDone = false;
  beginTask([&] { isDone = true; });
  pid_t child = fork();
  if (child == 0) {
    int ran = 0;
    runInBackground([&] { ran = 1; });
    waitForBackground();
    // What ran in the parent has ended before the child began.
    _exit(ran == 1 && isDone ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  waitForBackground();
}

TEST(BackgroundDeathTest, TheEndWaitsForWhatRuns) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        static const std::string text = "whole";
        beginTask([] { std::fputs(text.c_str(), stderr); });
        runInBackground([] { std::fputs("never", stderr); });
        std::exit(0);
      },
      testing::ExitedWithCode(0), "^whole$");
}

// Memory that a kernel reaches by an address may be an array's.
TEST(JitVariants, PointersMayOverlapArrays) {
  JitSettings settings;
  settings.facts.noAlias = settings.facts.smallArrays = true;
  CapturedProgram program;
  CapturedFunction &function = program.functions.emplace_back();
  function.form = CapturedFunction::Form::File;
  function.name = "k";
  function.text = "import numpy as np\n"
                  "from numba import carray, cuda\n"
                  "@cuda.jit\n"
                  "def k(x, p):\n"
                  "    y = carray(p, 8, dtype=np.float32)\n"
                  "    y[0] = x[0] + x[1]\n";
  program.types = "float32[::1], voidptr";
  auto unit = compileProgram(program, "sm_90", settings);
  ASSERT_TRUE(unit->valid) << unit->report.text;
  EXPECT_THAT(unit->ptx, Not(HasSubstr("ld.global.nc")));
}

} // namespace
