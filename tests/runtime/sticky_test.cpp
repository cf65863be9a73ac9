// After an error that has lost the device, every call of every handle, in every
// thread, returns that first error, with the launch that it followed, and the
// driver is not asked again.
#include "driver_fixture.h"

#include <atomic>
#include <thread>

namespace pyk2ptx {
namespace {

/// Something that was made of each sort before the loss.
class StickyTest : public DriverTest {
protected:
  StickyTest() {
    stream.beginCapture().value();
    kernel.launch(stream, 2, 32, 0).value();
    graph.emplace(stream.endCapture().value());
    exec.emplace(graph->instantiate().value());
    event.record(stream).value();
  }

  void lose() {
    kernel.launch(stream, 7, 32, 64).value();
    fakeFailNextSynchronize(700);
    EXPECT_FALSE(stream.synchronize());
  }

  template <typename Answer>
  static void expectFirst(const Answer &answer, const char *what) {
    ASSERT_FALSE(answer) << what;
    const Error &error = answer.error();
    EXPECT_EQ(error.code, 700) << what;
    EXPECT_EQ(error.call, "cuStreamSynchronize") << what;
    EXPECT_EQ(error.kernel, "empty") << what;
    EXPECT_EQ(error.source, "k.py:7") << what;
    EXPECT_TRUE(error.hasGeometry) << what;
    EXPECT_EQ(error.grid.x, 7u) << what;
    EXPECT_EQ(error.block.x, 32u) << what;
    EXPECT_EQ(error.sharedBytes, 64u) << what;
    EXPECT_TRUE(error.sticky && error.repeated) << what;
    // Nothing of the call's own.
    EXPECT_TRUE(error.detail.starts_with("possible causes: ") &&
                error.detail.ends_with("\"stack\", bytes)"))
        << what;
  }
#define FIRST(expression) expectFirst(expression, #expression)

  void expectOfDevice() {
    FIRST(gpu.memory());
    FIRST(gpu.createStream());
    FIRST(gpu.streamPriorities());
    FIRST(gpu.createEvent());
    FIRST(gpu.openIpcEvent({}));
    FIRST(gpu.createGraph());
    FIRST(gpu.allocate(8));
    FIRST(gpu.allocate(0));
    FIRST(gpu.allocateManaged(8));
    FIRST(gpu.allocateAsync(stream, 8));
    FIRST(gpu.pool());
    FIRST(gpu.allocateHost(8));
    FIRST(gpu.registerHost(host, 8));
    FIRST(gpu.pointerInfo(1));
    FIRST(gpu.openIpc({}));
    FIRST(gpu.enablePeerAccess(gpu));
    FIRST(gpu.disablePeerAccess(gpu));
    FIRST(gpu.load(ptxText()));
    FIRST(gpu.load(ptxText() + "syntax error"));
    FIRST(gpu.synchronize());
    FIRST(gpu.startProfiler());
    FIRST(gpu.stopProfiler());
    FIRST(gpu.context());
  }

  void expectOfStreams() {
    FIRST(stream.synchronize());
    FIRST(stream.isDone());
    FIRST(stream.wait(event));
    FIRST(stream.priority());
    FIRST(stream.addCallback([] {}));
    FIRST(stream.addCallback([](void *) {}, nullptr));
    FIRST(stream.beginCapture());
    FIRST(stream.endCapture());
    FIRST(stream.isCapturing());
    FIRST(event.record(stream));
    FIRST(event.synchronize());
    FIRST(event.isDone());
    FIRST(event.elapsedMs(event));
    FIRST(event.ipcHandle());
  }

  void expectOfMemory() {
    FIRST(buffer.upload(host, 8));
    FIRST(buffer.upload(host, 0));
    FIRST(buffer.download(host, 8));
    FIRST(buffer.fill(0));
    FIRST(buffer.uploadAsync(stream, host, 8));
    FIRST(buffer.downloadAsync(stream, host, 8));
    FIRST(buffer.fillAsync(stream, 0));
    FIRST(buffer.copyFromAsync(stream, buffer, 8));
    FIRST(buffer.prefetchAsync(stream));
    FIRST(buffer.prefetchToHostAsync(stream));
    FIRST(buffer.advise(MemoryAdvice::SetReadMostly));
    FIRST(buffer.attach(stream));
    FIRST(buffer.ipcHandle());
    FIRST(pinned.deviceAddress());
    FIRST(pool.trim());
    FIRST(pool.releaseThreshold());
    FIRST(pool.setReleaseThreshold(1));
    FIRST(pool.reservedBytes());
    FIRST(pool.usedBytes());
    FIRST(pool.usedHighBytes());
    FIRST(pool.resetUsedHigh());
  }

  void expectOfKernels() {
    FIRST(module.kernel("vecadd"));
    FIRST(module.preload());
    FIRST(module.global("__pyk2ptx_report"));
    FIRST(module.globalBuffer("__pyk2ptx_report"));
    FIRST(module.handle());
    FIRST(kernel.attributes());
    FIRST(kernel.attribute(4));
    FIRST(kernel.maxActiveBlocks(32, 0));
    FIRST(kernel.maxCooperativeBlocks(32, 0));
    FIRST(kernel.maxClusterSize(32, 0));
    FIRST(kernel.maxActiveClusters({4, 32, 0, false, 2}));
    FIRST(kernel.suggestBlock());
    FIRST(kernel.preload());
    FIRST(kernel.launch(stream, 1, 1, 0));
    FIRST(kernel.launch(gpu.defaultStream(), 1, 1, 0));
    FIRST(kernel.launch(stream, 1, 4096, 0));
    FIRST(kernel.launch(stream, 1, 1, 100 * 1024));
    FIRST(kernel.launchArguments(stream, {16, 1, 0, true, 16}, {}));
    FIRST(kernel.launchPacked(stream, LaunchConfig{1, 1}, {}));
  }

  void expectOfGraphs() {
    FIRST(graph->addKernel({}, kernel, 1, 1, 0));
    FIRST(graph->addUpload({}, buffer, host, 8));
    FIRST(graph->addDownload({}, host, buffer, 8));
    FIRST(graph->addCopy({}, buffer, buffer, 4));
    FIRST(graph->addFill({}, buffer, 0, 4));
    FIRST(graph->addHost({}, [] {}));
    FIRST(graph->addEmpty({}));
    FIRST(graph->addGraph({}, *graph));
    FIRST(graph->nodeCount());
    FIRST(graph->instantiate());
    FIRST(exec->launch(stream));
    FIRST(exec->upload(stream));
    FIRST(exec->setKernel({}, kernel, 1, 1, 0));
    FIRST(exec->update(*graph));
  }

  Driver driver = start();
  Device gpu = driver.device(0).value();
  Stream stream = gpu.createStream().value();
  Module module = gpu.load(ptxText(true)).value();
  Kernel kernel = module.kernel("empty").value();
  Buffer buffer = gpu.allocate(64).value();
  HostBuffer pinned = gpu.allocateHost(8).value();
  MemoryPool pool = gpu.pool().value();
  Event event = gpu.createEvent().value();
  std::optional<Graph> graph;
  std::optional<GraphExec> exec;
  char host[64] = {};
};

TEST_F(StickyTest, EveryCallReturnsTheFirstErrorAndAsksNobody) {
  lose();
  int calls = fakeCallCount();
  expectOfDevice();
  expectOfStreams();
  expectOfMemory();
  expectOfKernels();
  expectOfGraphs();
  // And elsewhere.
  std::thread([&] {
    expectOfStreams();
    expectOfKernels();
    expectOfGraphs();
  }).join();
  EXPECT_EQ(fakeCallCount(), calls);
}

TEST_F(StickyTest, EveryHandleOfTheContextKnows) {
  Device same = driver.wrapContext(gpu.context().value()).value();
  Device mine = initialize(PYK2PTX_FAKE_CUDA).value().device(0).value();
  lose();
  FIRST(mine.allocate(8));
  FIRST(initialize(PYK2PTX_FAKE_CUDA).value().device(0).value().allocate(8));
  FIRST(same.allocate(8));
  ASSERT_TRUE(same.lostTo());
  EXPECT_EQ(same.lostTo()->kernel, "empty");
  FIRST(driver.load(ptxText()));
  FIRST(driver.wrapContext(fakeForeignContext()));
}

TEST_F(StickyTest, WhatADestructorMeetsIsTheFirst) {
  kernel.launch(stream, 7, 32, 64).value();
  {
    Buffer dying = gpu.allocate(8).value();
    // The context is looked at, then the memory freed.
    fakeFailNth(2, 719);
  }
  ASSERT_TRUE(gpu.lostTo());
  EXPECT_EQ(gpu.lostTo()->call, "cuMemFree");
  EXPECT_EQ(gpu.lostTo()->kernel, "empty");
  int calls = fakeCallCount();
  Result<void> launched = kernel.launch(stream, 1, 1, 0);
  ASSERT_FALSE(launched);
  EXPECT_EQ(launched.error().call, "cuMemFree");
  EXPECT_TRUE(launched.error().repeated);
  EXPECT_EQ(fakeCallCount(), calls);
}

TEST_F(StickyTest, DestructorsLeaveALostDeviceAlone) {
  lose();
  int calls = fakeCallCount();
  exec.reset();
  graph.reset();
  EXPECT_EQ(fakeCallCount(), calls);
}

TEST_F(StickyTest, OneErrorIsTheFirstOfAllThreads) {
  std::atomic<int> firsts = 0;
  std::atomic<int> others = 0;
  std::vector<std::thread> threads;
  kernel.launch(stream, 7, 32, 64).value();
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        if (t == 0 && i == 20)
          fakeFailNextSynchronize(700);
        Result<void> done = stream.synchronize();
        if (done)
          continue;
        if (!done.error().repeated)
          ++firsts;
        if (done.error().kernel != "empty" || done.error().grid.x != 7)
          ++others;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(firsts, 1);
  EXPECT_EQ(others, 0);
}

TEST_F(StickyTest, GraphsOfSeveralKernelsNameThem) {
  Graph both = gpu.createGraph().value();
  (void)both.addKernel({}, kernel, 1, 1, 0).value();
  (void)both.addGraph({}, *graph).value();
  Kernel vecadd = module.kernel("vecadd").value();
  ArrayView none = arrayView<float>(nullptr, {0});
  (void)both.addKernel({}, vecadd, 1, 1, 0, none, none, none).value();
  both.instantiate().value().launch(stream).value();
  fakeFailNextSynchronize(700);
  Result<void> done = stream.synchronize();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kernel, "");
  EXPECT_THAT(done.error().what(),
              HasSubstr("the last launch was a graph's, of the kernels empty "
                        "of k.py:7, vecadd of k.py:7"));
}

} // namespace
} // namespace pyk2ptx
