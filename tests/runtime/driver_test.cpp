// The whole path through the driver, on a driver of our own that has no GPU
// and can be made to fail (fake/fake_cuda.cpp).
#include "driver_fixture.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <thread>

namespace pyk2ptx {
namespace {

// Every call of the API once, in order; the first error ends it.
Result<void> useEverything(const std::string &library) {
  TRY(driver, initialize(library));
  TRY(version, driver->version());
  TRY(device, driver->device(0));
  TRY(name, device->name());
  TRY(capability, device->computeCapability());
  TRY(limits, device->limits());
  TRY(memory, device->memory());
  TRY(stream, device->createStream());
  TRY(begin, device->createEvent());
  TRY(end, device->createEvent());
  TRY(buffer, device->allocate(4000));
  TRY(host, device->allocateHost(4000));
  TRY(module, device->load(ptxText(true)));
  TRY(kernel, module->kernel("saxpy"));
  TRY(attributes, kernel->attributes());
  TRY(blocks, kernel->maxCooperativeBlocks(256, 0));
  TRY(global, module->global("__pyk2ptx_report"));
  TRY(filled, buffer->fill(0));
  TRY(uploaded, buffer->upload(host->data(), 4000));
  TRY(recorded, begin->record(*stream));
  ArrayView view = arrayView(buffer->as<float>(), {1000});
  TRY(launched, kernel->launch(*stream, 4, 256, 64 * 1024, 2.0f, view));
  const Argument arguments[] = {2.0f, view};
  TRY(together, kernel->launchArguments(*stream, {4, 256, 0, true}, arguments));
  LaunchConfig clusters{16, 32, 0, true, 16};
  TRY(clustered, kernel->launchArguments(*stream, clusters, arguments));
  TRY(size, kernel->maxClusterSize(256, 0));
  TRY(active, kernel->maxActiveClusters(clusters));
  TRY(recordedEnd, end->record(*stream));
  TRY(waited, stream->wait(*end));
  TRY(queried, stream->isDone());
  TRY(synchronized, stream->synchronize());
  TRY(reached, end->synchronize());
  TRY(elapsed, end->elapsedMs(*begin));
  TRY(downloaded, buffer->download(host->data(), 4000));
  return device->synchronize();
}

TEST_F(DriverTest, EachCallMayFailOnce) { failEachCallOnce(useEverything); }

TEST_F(DriverTest, EachCallMayLoseTheDevice) {
  loseTheDeviceAtEachCall(useEverything);
}

TEST_F(DriverTest, LaunchPassesTheBlock) {
  Device gpu = device();
  Stream stream = gpu.createStream().value();
  Module module = gpu.load(ptxText()).value();
  Kernel kernel = module.kernel("saxpy").value();
  Buffer buffer = gpu.allocate(40).value();
  kernel
      .launch(stream, {3, 2, 1}, {8, 4, 2}, 128, 2.5f,
              arrayView(buffer.as<float>(), {10}))
      .value();
  const FakeLaunch *launch = fakeLastLaunch();
  ASSERT_NE(launch, nullptr);
  EXPECT_STREQ(launch->entry, "saxpy__1");
  EXPECT_THAT(launch->grid, testing::ElementsAre(3, 2, 1));
  EXPECT_THAT(launch->block, testing::ElementsAre(8, 4, 2));
  EXPECT_EQ(launch->shared, 128u);
  EXPECT_EQ(launch->stream, stream.handle());
  ASSERT_EQ(launch->paramBytes, 24u);
  const Argument arguments[] = {2.5f, arrayView(buffer.as<float>(), {10})};
  std::vector<std::byte> block =
      packArguments(kernel.info(), arguments).value();
  EXPECT_EQ(std::memcmp(launch->params, block.data(), 24), 0);
  float alpha;
  std::memcpy(&alpha, block.data(), 4);
  EXPECT_EQ(alpha, 2.5f);
}

TEST_F(DriverTest, LaunchOfNoArguments) {
  Device gpu = device();
  Kernel kernel = gpu.load(ptxText()).value().kernel("empty").value();
  kernel.launch(gpu.defaultStream(), 1, 1, 0).value();
  EXPECT_EQ(fakeLastLaunch()->paramBytes, 0u);
}

TEST_F(DriverTest, BadLaunchNamesKernelAndGeometryAndHarmsNothing) {
  Device gpu = device();
  Kernel kernel = gpu.load(ptxText()).value().kernel("vecadd").value();
  std::vector<float> host(1000, 1.25f);
  Buffer x = gpu.allocate(4000).value();
  Buffer y = gpu.allocate(4000).value();
  x.upload(host.data(), 4000).value();
  ArrayView in = arrayView(x.as<float>(), {1000});
  ArrayView out = arrayView(y.as<float>(), {1000});
  Result<void> bad =
      kernel.launch(gpu.defaultStream(), 1, 2048, 0, in, in, out);
  ASSERT_FALSE(bad);
  // Word for word what the CPU device says.
  EXPECT_EQ(bad.error().what(), checkGeometry("vecadd", 1, 2048, 0)->what());
  EXPECT_THAT(bad.error().what(), HasSubstr("CUDA_ERROR_INVALID_VALUE"));
  EXPECT_FALSE(gpu.lostTo());
  kernel.launch(gpu.defaultStream(), 4, 256, 0, in, in, out).value();
  gpu.synchronize().value();
  y.download(host.data(), 4000).value();
  EXPECT_EQ(host, std::vector<float>(1000, 2.5f));
}

TEST_F(DriverTest, WrongArgumentsNeverReachTheDriver) {
  Device gpu = device();
  Kernel kernel = gpu.load(ptxText()).value().kernel("saxpy").value();
  Result<void> bad = kernel.launch(gpu.defaultStream(), 1, 1, 0, 1.0f, 2.0f);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().name, "TypeError");
  EXPECT_THAT(bad.error().what(), HasSubstr("`x`"));
  std::byte block[8] = {};
  Result<void> small = kernel.launchPacked(gpu.defaultStream(), 1, 1, 0, block);
  ASSERT_FALSE(small);
  EXPECT_THAT(small.error().what(), HasSubstr("8 bytes, the kernel takes 24"));
  EXPECT_EQ(fakeLaunchCount(), 0);
}

TEST_F(DriverTest, LargeSharedMemoryIsOptedInto) {
  Device gpu = device();
  Module module = gpu.load(ptxText()).value();
  Kernel kernel = module.kernel("empty").value();
  Stream stream = gpu.defaultStream();
  kernel.launch(stream, 1, 1, 48 * 1024).value();
  EXPECT_EQ(fakeOptedShared(), 0);
  kernel.launch(stream, 1, 1, 100 * 1024).value();
  EXPECT_EQ(fakeOptedShared(), 100 * 1024);
  kernel.launch(stream, 1, 1, 50 * 1024).value();
  EXPECT_EQ(fakeOptedShared(), 100 * 1024);
  Result<void> bad = kernel.launch(stream, 1, 1, 228 * 1024);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().call, "cuFuncSetAttribute");
  EXPECT_THAT(bad.error().what(),
              HasSubstr("at most 232448 bytes of shared memory"));
}

TEST_F(DriverTest, CooperativeKernelsAreLaunchedSoByThemselves) {
  Device gpu = device();
  ModuleInfo info = moduleInfo(false);
  for (KernelInfo &kernel : info.kernels)
    kernel.cooperative = kernel.name == "empty";
  std::string ptx = ptxText();
  ptx = writeHead(info) + ptx.substr(ptx.find(".version"));
  Kernel kernel = gpu.load(ptx).value().kernel("empty").value();
  Stream stream = gpu.defaultStream();
  EXPECT_EQ(kernel.maxCooperativeBlocks(1024, 0).value(), 264u);
  kernel.launch(stream, 264, 1024, 0).value();
  EXPECT_TRUE(fakeLastLaunch()->cooperative);
  Result<void> bad = kernel.launch(stream, 265, 1024, 0);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().name, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE");
  EXPECT_THAT(bad.error().what(), HasSubstr("the device runs 264 of this size, "
                                            "not 265"));
}

TEST_F(DriverTest, GridsAreMultiplesOfClusters) {
  Device gpu = device();
  ModuleInfo info = moduleInfo(false);
  for (KernelInfo &kernel : info.kernels)
    if (kernel.name == "empty")
      kernel.cluster[0] = kernel.cluster[1] = kernel.cluster[2] = 2;
  std::string ptx = ptxText();
  ptx = writeHead(info) + ptx.substr(ptx.find(".version"));
  Kernel kernel = gpu.load(ptx).value().kernel("empty").value();
  Stream stream = gpu.defaultStream();
  kernel.launch(stream, Dim3(4, 2, 6), 32, 0).value();
  EXPECT_FALSE(fakeLastLaunch()->cooperative);
  Result<void> bad = kernel.launch(stream, Dim3(4, 3, 6), 32, 0);
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().what(),
              HasSubstr("the grid (4,3,6) is no multiple of the kernel's "
                        "cluster_dims (2,2,2)"));
}

TEST_F(DriverTest, ClustersOfALaunch) {
  Device gpu = device();
  Stream stream = gpu.createStream().value();
  Kernel kernel = gpu.load(ptxText()).value().kernel("saxpy").value();
  const Argument arguments[] = {1.0f, arrayView<float>(nullptr, {0})};
  auto launch = [&](Dim3 grid, Dim3 cluster, bool cooperative = false) {
    return kernel.launchArguments(stream, {grid, 32, 0, cooperative, cluster},
                                  arguments);
  };
  launch(Dim3(4, 2), Dim3(2, 2)).value();
  EXPECT_THAT(fakeLastLaunch()->cluster, testing::ElementsAre(2, 2, 1));
  EXPECT_FALSE(fakeLastLaunch()->cooperative);
  EXPECT_EQ(fakeLastLaunch()->paramBytes, 24u);
  launch(4, 4, true).value();
  EXPECT_TRUE(fakeLastLaunch()->cooperative);
  // More than 8 blocks are opted into, once.
  int before = fakeCallCount();
  launch(16, 16).value();
  EXPECT_EQ(fakeCallCount() - before, 3);
  launch(32, 16).value();
  EXPECT_EQ(fakeCallCount() - before, 4);
  EXPECT_EQ(kernel.maxClusterSize(32, 0).value(), 16u);
  EXPECT_EQ(kernel.maxActiveClusters({4, 32, 0, false, 4}).value(), 33u);
  EXPECT_EQ(kernel.maxActiveClusters({4, 32}).value(), 132u);

  Result<void> bad = launch(5, 2);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().what(), "ValueError: the grid (5,1,1) is no multiple "
                                "of the launch's cluster (2,1,1) (kernel "
                                "saxpy)");
  bad = launch(4, Dim3(2, 0, 1));
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().what(), HasSubstr("must not be 0"));
  EXPECT_FALSE(launch(4, Dim3(0, 2, 1)));
  bad = launch(32, 32);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().name, "CUDA_ERROR_INVALID_CLUSTER_SIZE");
  EXPECT_EQ(bad.error().call, "cuLaunchKernelEx");
  EXPECT_THAT(bad.error().what(),
              HasSubstr("asks for clusters of (32,1,1); the device takes at "
                        "most 16 blocks a cluster"));
}

TEST_F(DriverTest, CompiledClustersAreNotChanged) {
  Device gpu = device();
  ModuleInfo info = moduleInfo(false);
  info.kernels[2].cluster[0] = 2;
  info.kernels[2].cluster[1] = info.kernels[2].cluster[2] = 1;
  std::string ptx = ptxText();
  ptx = writeHead(info) + ptx.substr(ptx.find(".version"));
  Kernel kernel = gpu.load(ptx).value().kernel("empty").value();
  Stream stream = gpu.defaultStream();
  kernel.launchArguments(stream, {4, 32, 0, false, 2}, {}).value();
  EXPECT_EQ(fakeLastLaunch()->cluster[0], 0u);
  Result<void> bad = kernel.launchArguments(stream, {4, 32, 0, false, 4}, {});
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().what(),
              HasSubstr("compiled for clusters of (2,1,1), not of (4,1,1)"));
}

TEST_F(DriverTest, StickyErrorLosesTheDevice) {
  Device gpu = device();
  Kernel kernel = gpu.load(ptxText()).value().kernel("empty").value();
  Stream stream = gpu.createStream().value();
  kernel.launch(stream, 7, 32, 0).value();
  fakeFailNextSynchronize(700);
  Result<void> first = stream.synchronize();
  ASSERT_FALSE(first);
  EXPECT_TRUE(first.error().sticky);
  EXPECT_FALSE(first.error().repeated);
  EXPECT_EQ(first.error().kernel, "empty");
  EXPECT_THAT(first.error().what(),
              testing::StartsWith(
                  "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access "
                  "was encountered (cuStreamSynchronize, last launch: "
                  "kernel empty of k.py:7, grid (7,1,1), block "
                  "(32,1,1), 0 bytes of dynamic shared memory); "
                  "possible causes: memory that was freed"));
  int calls = fakeCallCount();
  Result<void> launched = kernel.launch(stream, 1, 1, 0);
  Result<Buffer> allocated = gpu.allocate(8);
  ASSERT_FALSE(launched);
  ASSERT_FALSE(allocated);
  // Both fail fast, without asking the driver, with the first error.
  EXPECT_EQ(fakeCallCount(), calls);
  for (const Error &error : {launched.error(), allocated.error()}) {
    EXPECT_EQ(error.code, 700);
    EXPECT_EQ(error.call, "cuStreamSynchronize");
    EXPECT_TRUE(error.repeated);
    EXPECT_THAT(error.what(), HasSubstr("earlier error"));
  }
  ASSERT_TRUE(gpu.lostTo());
  EXPECT_EQ(gpu.lostTo()->code, 700);
}

TEST_F(DriverTest, LimitsAreReadAndSet) {
  Device gpu = device();
  EXPECT_EQ(gpu.limit(DeviceLimit::Stack).value(), 1024u);
  gpu.setLimit(DeviceLimit::Stack, 5000).value();
  EXPECT_EQ(gpu.limit(DeviceLimit::Stack).value(), 5008u);
  EXPECT_EQ(gpu.limit(DeviceLimit::PrintBuffer).value(), 1u << 20);
  Result<void> bad = gpu.setLimit(static_cast<DeviceLimit>(99), 1);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().call, "cuCtxSetLimit");
}

TEST_F(DriverTest, AnErrorOfTheStackTellsOfItsLimit) {
  Device gpu = device();
  fakeFailNextSynchronize(714);
  Result<void> failed = gpu.synchronize();
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().what(), HasSubstr("DeviceLimit::Stack"));
}

TEST_F(DriverTest, WhatMayBeTheStackTellsOfItsLimit) {
  for (int status : {700, 719}) {
    fakeReset();
    Device gpu = device();
    fakeFailNextSynchronize(status);
    Result<void> failed = gpu.synchronize();
    ASSERT_FALSE(failed);
    EXPECT_THAT(failed.error().what(), HasSubstr("memory that was freed"));
    EXPECT_THAT(failed.error().what(), HasSubstr("set_limit(\"stack\""));
  }
  fakeReset();
  Device gpu = device();
  fakeFailNextSynchronize(716);
  EXPECT_THAT(gpu.synchronize().error().what(),
              testing::Not(HasSubstr("stack")));
}

TEST_F(DriverTest, EveryStickyStatusIsSticky) {
  for (int status : {702, 709, 710, 714, 715, 716, 717, 718, 719}) {
    fakeReset();
    Device gpu = device();
    fakeFailNextSynchronize(status);
    ASSERT_FALSE(gpu.synchronize());
    ASSERT_TRUE(gpu.lostTo()) << status;
    EXPECT_THAT(gpu.lostTo()->name, testing::StartsWith("CUDA_ERROR_"));
  }
  for (int status : {1, 2, 701, 720, 999}) {
    fakeReset();
    Device gpu = device();
    fakeFailNextSynchronize(status);
    ASSERT_FALSE(gpu.synchronize());
    EXPECT_FALSE(gpu.lostTo()) << status;
    EXPECT_TRUE(gpu.synchronize());
  }
}

TEST_F(DriverTest, DevicesOfOneDriverShareTheirFate) {
  Driver driver = start();
  Device one = driver.device(0).value();
  Device two = driver.device(0).value();
  fakeFailNextSynchronize(719);
  ASSERT_FALSE(one.synchronize());
  EXPECT_TRUE(two.lostTo());
}

class ReportTest : public DriverTest {
protected:
  void launchAndReport(std::uint32_t state = 2) {
    Report report = {state, 0, {0, 0, 0}, {12, 0, 0}, 12, 10, 0, 0};
    fakeSetReport(&report);
    kernel.launch(stream, 1, 32, 0).value();
  }
  Device gpu = device();
  Module module = gpu.load(ptxText(true)).value();
  Kernel kernel = module.kernel("empty").value();
  Stream stream = gpu.createStream().value();
};

TEST_F(ReportTest, SurfacesAtSynchronisationOnce) {
  launchAndReport();
  Result<void> done = stream.synchronize();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().name, "IndexError");
  EXPECT_EQ(done.error().what(),
            "k.py:9:9: IndexError: index 12 is out of bounds for axis 0 with "
            "size 10 in x, block (0,0,0) thread (12,0,0) (kernel empty)");
  EXPECT_FALSE(gpu.lostTo());
  EXPECT_TRUE(stream.synchronize());
  launchAndReport();
  EXPECT_FALSE(gpu.synchronize());
  EXPECT_TRUE(gpu.synchronize());
}

TEST_F(ReportTest, SurfacesAtDownloadAndEvent) {
  Buffer buffer = gpu.allocate(4).value();
  int value = 0;
  launchAndReport();
  Result<void> done = buffer.download(&value, 4);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().name, "IndexError");
  Event event = gpu.createEvent(false).value();
  launchAndReport();
  event.record(stream).value();
  EXPECT_FALSE(event.synchronize());
  EXPECT_TRUE(event.synchronize());
}

TEST_F(ReportTest, UnfinishedIsLeftForLater) {
  launchAndReport(1);
  EXPECT_TRUE(stream.synchronize());
}

TEST_F(ReportTest, KernelIsNamedOnlyWhenItIsKnown) {
  Kernel other = module.kernel("vecadd").value();
  ArrayView none = arrayView<float>(nullptr, {0});
  other.launch(stream, 1, 1, 0, none, none, none).value();
  launchAndReport();
  Result<void> done = stream.synchronize();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kernel, "");
}

TEST_F(DriverTest, ModulesWithoutSitesCostNoReads) {
  Device gpu = device();
  Kernel kernel = gpu.load(ptxText(false)).value().kernel("empty").value();
  kernel.launch(gpu.defaultStream(), 1, 1, 0).value();
  int before = fakeCallCount();
  gpu.synchronize().value();
  // The current context and the synchronisation itself.
  EXPECT_EQ(fakeCallCount() - before, 2);
}

TEST_F(DriverTest, LaunchIsOneCall) {
  Device gpu = device();
  Kernel kernel = gpu.load(ptxText(true)).value().kernel("empty").value();
  auto callsIn = [&](const Stream &stream) {
    kernel.launch(stream, 1, 1, 0).value();
    int before = fakeCallCount();
    kernel.launch(stream, 1, 1, 0).value();
    return fakeCallCount() - before;
  };
  EXPECT_EQ(callsIn(gpu.createStream().value()), 1);
  // These mean the current context's, so that it is looked at.
  EXPECT_EQ(callsIn(gpu.defaultStream()), 2);
  EXPECT_EQ(callsIn(gpu.legacyStream()), 2);
  EXPECT_EQ(callsIn(gpu.perThreadStream()), 2);
}

TEST_F(DriverTest, LaunchInAThreadWithoutAContext) {
  Device gpu = device();
  Kernel kernel = gpu.load(ptxText()).value().kernel("empty").value();
  Stream own = gpu.createStream().value();
  for (bool needsContext : {false, true}) {
    fakeSetLaunchNeedsContext(needsContext);
    for (const Stream &stream : {own, gpu.defaultStream()})
      std::thread([&] {
        Result<void> launched = kernel.launch(stream, 1, 1, 0);
        EXPECT_TRUE(launched) << launched.error().what();
      }).join();
  }
  EXPECT_EQ(fakeLaunchCount(), 4);
  // Such a driver is not asked in vain again.
  int before = fakeCallCount();
  std::thread([&] { EXPECT_TRUE(kernel.launch(own, 1, 1, 0)); }).join();
  EXPECT_EQ(fakeCallCount() - before, 3);
}

TEST_F(DriverTest, ModuleErrors) {
  Device gpu = device();
  Result<Module> bad = gpu.load(ptxText() + "syntax error");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().name, "CUDA_ERROR_INVALID_PTX");
  EXPECT_THAT(bad.error().what(), HasSubstr("line 7; fatal"));
  ModuleInfo late = moduleInfo(false);
  late.arch = "sm_100a";
  bad = gpu.load(writeHead(late) + "syntax error");
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().what(),
              HasSubstr("the module is for sm_100a, the device is sm_90"));
  bad = gpu.load(".version 6.3\n");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().name, "ValueError");
  bad = gpu.loadFile("/nonexistent/k.ptx");
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().what(),
              HasSubstr("cannot read /nonexistent/k.ptx: No such file"));
  Module module = gpu.load(ptxText()).value();
  Result<Kernel> kernel = module.kernel("sacspy");
  ASSERT_FALSE(kernel);
  EXPECT_EQ(kernel.error().name, "NotFound");
  EXPECT_THAT(kernel.error().what(),
              HasSubstr("it has `vecadd`, `saxpy`, `empty`"));
  EXPECT_FALSE(module.global("nothing"));
}

TEST_F(DriverTest, KernelByEntryAndByName) {
  Module module = device().load(ptxText()).value();
  EXPECT_EQ(module.kernel("saxpy").value().info().entry, "saxpy__1");
  EXPECT_EQ(module.kernel("saxpy__1").value().info().name, "saxpy");
  KernelAttributes attributes =
      module.kernel("saxpy").value().attributes().value();
  EXPECT_EQ(attributes.registers, 16);
  EXPECT_EQ(attributes.maxThreadsPerBlock, 1024);
}

TEST_F(DriverTest, BuffersCheckTheirRange) {
  Device gpu = device();
  Buffer buffer = gpu.allocate(8).value();
  std::uint32_t words[2] = {1, 2};
  buffer.upload(words, 8).value();
  std::uint32_t second = 0;
  buffer.download(&second, 4, 4).value();
  EXPECT_EQ(second, 2u);
  for (Result<void> bad : {buffer.upload(words, 9), buffer.upload(words, 8, 1),
                           buffer.download(words, 1, 8),
                           buffer.download(words, 4, ~std::size_t(0) - 1)}) {
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().name, "ValueError");
    EXPECT_THAT(bad.error().what(), HasSubstr("buffer of 8 bytes"));
  }
  Buffer empty = gpu.allocate(0).value();
  EXPECT_EQ(empty.address(), 0u);
  empty.upload(nullptr, 0).value();
  empty.fill(0).value();
  Result<Buffer> huge = gpu.allocate(std::size_t(1) << 40);
  ASSERT_FALSE(huge);
  EXPECT_EQ(huge.error().name, "CUDA_ERROR_OUT_OF_MEMORY");
  EXPECT_THAT(huge.error().what(), HasSubstr("1099511627776 bytes"));
}

TEST_F(DriverTest, HandlesKeepAliveWhatTheyNeed) {
  std::optional<Kernel> kernel;
  {
    Device gpu = device();
    kernel = gpu.load(ptxText()).value().kernel("empty").value();
  }
  // The module and its context.
  EXPECT_EQ(fakeLiveObjects(), 2);
  kernel.reset();
  EXPECT_EQ(fakeLiveObjects(), 0);
}

TEST_F(DriverTest, ThreadsLaunchTogether) {
  Device gpu = device();
  Kernel kernel = gpu.load(ptxText(true)).value().kernel("saxpy").value();
  Buffer buffer = gpu.allocate(40).value();
  std::vector<std::thread> threads;
  std::atomic<int> failures = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      Result<Stream> stream = gpu.createStream();
      for (int i = 0; stream && i < 250; ++i)
        if (!kernel.launch(*stream, 1, 32, 49152u + t * 4 + (i & 3), 1.0f,
                           arrayView(buffer.as<float>(), {10})) ||
            (i % 50 == 0 && !stream->synchronize()))
          ++failures;
      failures += !stream;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(fakeLaunchCount(), 1000);
}

// What the thread sanitizer is to look at (PYK2PTX_SANITIZE=thread).
TEST_F(DriverTest, EightThreadsOnEightStreams) {
  Driver driver = start();
  Device gpu = driver.device(0).value();
  Library library = driver.load(ptxText(true)).value();
  std::atomic<int> failures = 0;
  auto work = [&](unsigned index) -> Result<void> {
    TRY(module, library.on(gpu));
    TRY(preloaded, module->preload());
    TRY(kernel, module->kernel("saxpy"));
    TRY(stream, gpu.createStream());
    TRY(event, gpu.createEvent());
    TRY(buffer, gpu.allocateAsync(*stream, 40));
    ArrayView view = arrayView(buffer->as<float>(), {10});
    for (unsigned i = 0; i < 50; ++i) {
      TRY(begun, stream->beginCapture(CaptureMode::Relaxed));
      TRY(captured, kernel->launch(*stream, 1, 32, 0, 1.0f, view));
      TRY(graph, stream->endCapture());
      TRY(exec, graph->instantiate());
      TRY(started, exec->launch(*stream));
      TRY(launched,
          kernel->launch(*stream, 1, 32, 49152u + 64 * i + index, 1.0f, view));
      TRY(recorded, event->record(*stream));
      TRY(called, stream->addCallback([] {}));
    }
    return {};
  };
  std::vector<std::thread> threads;
  for (unsigned index = 0; index < 8; ++index)
    threads.emplace_back([&, index] {
      Result<void> done = work(index);
      if (!done && ++failures == 1)
        ADD_FAILURE() << done.error().what();
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(fakeLaunchCount(), 800);
  gpu.synchronize().value();
}

TEST_F(DriverTest, LaunchBlockingNamesTheLaunch) {
  setenv("PYK2PTX_LAUNCH_BLOCKING", "1", 1);
  Device gpu = device();
  unsetenv("PYK2PTX_LAUNCH_BLOCKING");
  Kernel kernel = gpu.load(ptxText()).value().kernel("empty").value();
  fakeFailNextSynchronize(719);
  Result<void> done = kernel.launch(gpu.defaultStream(), 2, 3, 0);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kernel, "empty");
  EXPECT_EQ(done.error().block.x, 3u);
}

TEST_F(DriverTest, NoDevice) {
  fakeSetDeviceCount(0);
  Result<Driver> driver = initialize(PYK2PTX_FAKE_CUDA);
  ASSERT_FALSE(driver);
  EXPECT_EQ(driver.error().name, "CUDA_ERROR_NO_DEVICE");
  EXPECT_EQ(driver.error().code, 100);
  fakeSetDeviceCount(1);
  Result<Device> other = start().device(3);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().name, "CUDA_ERROR_INVALID_DEVICE");
  EXPECT_THAT(other.error().what(), HasSubstr("no device 3 of 1"));
}

TEST_F(DriverTest, EnvironmentChoosesTheLibrary) {
  setenv("PYK2PTX_LIBCUDA", PYK2PTX_FAKE_CUDA, 1);
  EXPECT_EQ(Device::count().value(), 1);
  EXPECT_EQ(Device::get().value().name().value(), "Fake GPU");
  setenv("PYK2PTX_LIBCUDA", "/nonexistent/libcuda.so", 1);
  Result<Device> missing = Device::get();
  unsetenv("PYK2PTX_LIBCUDA");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().name, "NotFound");
  EXPECT_THAT(missing.error().what(), HasSubstr("/nonexistent/libcuda.so"));
}

TEST_F(DriverTest, MissingSymbolIsNamed) {
  // Any library that is no driver.
  Result<Driver> driver = initialize("libm.so.6");
  ASSERT_FALSE(driver);
  EXPECT_EQ(driver.error().name, "NotFound");
  EXPECT_THAT(driver.error().what(), HasSubstr("libm.so.6 has no `cuGet"));
}

} // namespace
} // namespace pyk2ptx
