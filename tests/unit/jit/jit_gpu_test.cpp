// The JIT's way to a GPU, on a driver of our own that has none
// (tests/runtime/fake): it reads the kernels' names in the PTX and records what
// is launched.
#include "fake_driver.h"
#include "tests/runtime/fake/fake_cuda.h"

#include <pyk2ptx/jit.h>

#include <gmock/gmock.h>

#include <cstring>
#include <thread>

using namespace pyk2ptx;
using testing::HasSubstr;

namespace {

JitSettings uncached() {
  JitSettings settings;
  settings.useCache = false;
  return settings;
}

const char *const adding = R"(
from numba import cuda
@cuda.jit
def add(x, value):
    x[cuda.grid(1)] += value
)";

class JitGpu : public testing::Test {
protected:
  JitGpu() {
    control<decltype(fakeReset)>("fakeReset")();
    driver.emplace(initialize(PYK2PTX_FAKE_CUDA).value());
    device.emplace(driver->device(0).value());
  }

  const FakeLaunch &last() {
    return *control<decltype(fakeLastLaunch)>("fakeLastLaunch")();
  }
  int launches() {
    return control<decltype(fakeLaunchCount)>("fakeLaunchCount")();
  }

  std::optional<Driver> driver;
  std::optional<Device> device;
};

TEST_F(JitGpu, LaunchesAsOnTheCpu) {
  JitFunction add(adding, "add", uncached());
  JitDevice gpu(*device);
  EXPECT_FALSE(gpu.isCpu());
  EXPECT_EQ(gpu.arch().value(), "sm_90");
  Buffer buffer = device->allocate(64).value();
  Argument arguments[] = {arrayView(buffer.as<float>(), {16}), 2.5};
  ASSERT_TRUE(add.launchArguments(gpu, {3, {32, 2}, 16}, arguments));
  EXPECT_STREQ(last().entry, "add");
  EXPECT_EQ(last().grid[0], 3u);
  EXPECT_EQ(last().block[1], 2u);
  EXPECT_EQ(last().shared, 16u);
  double value = 0;
  std::memcpy(&value, last().params + 16, sizeof value);
  EXPECT_EQ(value, 2.5);
  Stream stream = device->createStream().value();
  ASSERT_TRUE(add.launchArguments(gpu, {1, 1}, arguments, &stream));
  EXPECT_EQ(last().stream, stream.handle());
  Result<JitKernel> kernel = add.specialize(gpu, arguments);
  ASSERT_TRUE(kernel);
  EXPECT_NE(kernel->gpu(), nullptr);
  EXPECT_THAT(kernel->unit()->ptx, HasSubstr(".target sm_90"));
  ASSERT_TRUE(kernel->launch(stream, {1, 1}, arguments[0].asArray(), 1));
  EXPECT_EQ(launches(), 3);
}

TEST_F(JitGpu, HandlesOfOneDeviceShareKernels) {
  JitFunction add(adding, "add", uncached());
  Buffer buffer = device->allocate(64).value();
  ArrayView x = arrayView(buffer.as<float>(), {16});
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(add.launch(JitDevice(driver->device(0).value()), {1, 1}, x, 1));
  EXPECT_EQ(add.specializations().size(), 1u);
  std::vector<float> host(16);
  ASSERT_TRUE(
      add.launch(JitDevice::cpu(), {1, 16}, arrayView(host.data(), {16}), 1));
  EXPECT_EQ(add.specializations().size(), 2u);
  EXPECT_EQ(host, std::vector<float>(16, 1));
}

TEST_F(JitGpu, CodeForTheOtherDeviceIsRefused) {
  CapturedProgram program;
  program.functions.emplace_back();
  program.functions[0].text = "def k():\n    pass\n";
  auto forCpu = compileProgram(program, "cpu");
  auto forGpu = compileProgram(program, "sm_90");
  EXPECT_TRUE(JitKernel::load(*device, forGpu));
  EXPECT_TRUE(JitKernel::load(JitDevice::cpu(), forCpu));
  for (auto &&result : {JitKernel::load(*device, forCpu),
                        JitKernel::load(JitDevice::cpu(), forGpu)}) {
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().name, "ValueError");
  }
  Result<JitKernel> missing = JitKernel::load(*device, forGpu, "other");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().name, "NotFound");
}

// Every driver call of compiling, loading and launching is made to fail once;
// the next attempt succeeds.
TEST_F(JitGpu, EveryCallMayFail) {
  auto failNth = control<decltype(fakeFailNth)>("fakeFailNth");
  auto failed = control<decltype(fakeFailedCall)>("fakeFailedCall");
  Buffer buffer = device->allocate(64).value();
  ArrayView x = arrayView(buffer.as<float>(), {16});
  bool reachedEnd = false;
  for (int n = 1; n < 50 && !reachedEnd; ++n) {
    JitFunction add(adding, "add", uncached());
    failNth(n, 2);
    Result<void> done = add.launch(JitDevice(*device), {1, 1}, x, 1);
    reachedEnd = !*failed();
    EXPECT_EQ(done.hasValue(), reachedEnd) << failed();
    if (!done) {
      EXPECT_EQ(done.error().name, "CUDA_ERROR_OUT_OF_MEMORY");
      EXPECT_EQ(done.error().call, failed());
    }
    control<decltype(fakeReset)>("fakeReset")();
    EXPECT_TRUE(add.launch(JitDevice(*device), {1, 1}, x, 1));
  }
  EXPECT_TRUE(reachedEnd);
}

TEST_F(JitGpu, ThreadsShareOneKernel) {
  JitFunction add(adding, "add", uncached());
  Buffer buffer = device->allocate(64).value();
  ArrayView x = arrayView(buffer.as<float>(), {16});
  std::vector<std::thread> threads;
  std::vector<int> failures(8);
  for (std::size_t t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 100; ++i)
        failures[t] += !add.launch(JitDevice(*device), {1, 1}, x, i);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, std::vector<int>(8));
  EXPECT_EQ(add.specializations().size(), 1u);
  EXPECT_EQ(launches(), 800);
}

} // namespace
