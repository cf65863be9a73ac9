// Graphs, captured and built, on the fake driver.
#include "driver_fixture.h"

#include <cstring>
#include <numeric>

namespace pyk2ptx {
namespace {

Result<void> useGraphs(const std::string &path) {
  TRY(driver, initialize(path));
  TRY(device, driver->device(0));
  TRY(stream, device->createStream());
  TRY(module, device->load(ptxText(true)));
  TRY(kernel, module->kernel("saxpy"));
  TRY(buffer, device->allocate(40));
  ArrayView view = arrayView(buffer->as<float>(), {10});
  static float host[10];

  TRY(begun, stream->beginCapture());
  TRY(launched, kernel->launch(*stream, 1, 10, 0, 2.0f, view));
  TRY(capturing, stream->isCapturing());
  TRY(captured, stream->endCapture());

  TRY(graph, device->createGraph());
  TRY(uploaded, graph->addUpload({}, *buffer, host, 40));
  TRY(filled, graph->addFill({*uploaded}, *buffer, 0, 4));
  TRY(run, graph->addKernel({*filled}, *kernel, 1, 10, 0, 2.0f, view));
  const Argument arguments[] = {2.0f, view};
  LaunchConfig special{8, 10, 0, true, 4};
  TRY(together, graph->addKernelArguments({*run}, *kernel, special, arguments));
  TRY(copied, graph->addCopy({*run}, *buffer, *buffer, 4, 0, 8));
  TRY(downloaded, graph->addDownload({*copied}, host, *buffer, 40));
  TRY(called, graph->addHost({*downloaded}, [] {}));
  TRY(joined, graph->addEmpty({*called}));
  TRY(child, graph->addGraph({*joined}, *captured));
  TRY(count, graph->nodeCount());
  TRY(exec, graph->instantiate());
  TRY(set, exec->setKernel(*run, *kernel, 1, 10, 0, 3.0f, view));
  TRY(setSpecial,
      exec->setKernelArguments(*together, *kernel, special, arguments));
  TRY(ready, exec->upload(*stream));
  TRY(done, exec->launch(*stream));
  TRY(updated, exec->update(*graph));
  return stream->synchronize();
}

TEST_F(DriverTest, GraphCallsMayFailOnce) { failEachCallOnce(useGraphs); }
TEST_F(DriverTest, GraphCallsMayLoseTheDevice) {
  loseTheDeviceAtEachCall(useGraphs);
}

class GraphTest : public DriverTest {
protected:
  GraphTest() {
    x.upload(ones.data(), 4000).value();
    y.fill(0).value();
  }
  float firstOfY() {
    float value = 0;
    y.download(&value, 4).value();
    return value;
  }
  std::vector<float> ones = std::vector<float>(1000, 1.0f);
  Device gpu = device();
  Stream stream = gpu.createStream().value();
  std::optional<Module> module = gpu.load(ptxText(true)).value();
  std::optional<Kernel> kernel = module->kernel("vecadd").value();
  Buffer x = gpu.allocate(4000).value();
  Buffer y = gpu.allocate(4000).value();
  ArrayView in = arrayView(x.as<float>(), {1000});
  ArrayView out = arrayView(y.as<float>(), {1000});
};

TEST_F(GraphTest, CapturedWorkRunsWhenTheGraphIsLaunched) {
  stream.beginCapture().value();
  EXPECT_TRUE(stream.isCapturing().value());
  y.fillAsync(stream, 0xff).value();
  kernel->launch(stream, 4, 256, 0, in, in, out).value();
  Graph graph = stream.endCapture().value();
  EXPECT_FALSE(stream.isCapturing().value());
  EXPECT_EQ(fakeLaunchCount(), 0);
  EXPECT_EQ(graph.nodeCount().value(), 2u);
  GraphExec exec = graph.instantiate().value();
  EXPECT_EQ(firstOfY(), 0.0f);
  exec.launch(stream).value();
  exec.launch(stream).value();
  EXPECT_EQ(firstOfY(), 2.0f);
  EXPECT_EQ(fakeLaunchCount(), 2);
}

TEST_F(GraphTest, KeepsItsModules) {
  stream.beginCapture().value();
  kernel->launch(stream, 4, 256, 0, in, in, out).value();
  std::optional<GraphExec> exec =
      stream.endCapture().value().instantiate().value();
  int before = fakeLiveObjects();
  kernel.reset();
  module.reset();
  EXPECT_EQ(fakeLiveObjects(), before);
  exec->launch(stream).value();
  EXPECT_EQ(firstOfY(), 2.0f);
  exec.reset();
  // The executable graph and the module.
  EXPECT_EQ(fakeLiveObjects(), before - 2);
}

TEST_F(GraphTest, NodesRunInOrderAndTakeOtherArguments) {
  Graph graph = gpu.createGraph().value();
  std::vector<float> threes(1000, 3.0f);
  std::vector<float> back(1000);
  int called = 0;
  GraphNode up = graph.addUpload({}, x, threes.data(), 4000).value();
  GraphNode add =
      graph.addKernel({up}, *kernel, 4, 256, 0, in, in, out).value();
  GraphNode down = graph.addDownload({add}, back.data(), y, 4000).value();
  (void)graph.addHost({down}, [&] { ++called; }).value();
  GraphExec exec = graph.instantiate().value();
  exec.launch(stream).value();
  EXPECT_EQ(back, std::vector<float>(1000, 6.0f));
  EXPECT_EQ(called, 1);
  EXPECT_EQ(fakeLastLaunch()->grid[0], 4u);
  // The sum goes elsewhere, so that y keeps its own.
  Buffer z = gpu.allocate(4000).value();
  exec.setKernel(add, *kernel, 2, 512, 0, in, in,
                 arrayView(z.as<float>(), {1000}))
      .value();
  threes.assign(1000, 5.0f);
  exec.launch(stream).value();
  EXPECT_EQ(back, std::vector<float>(1000, 6.0f));
  EXPECT_EQ(fakeLastLaunch()->grid[0], 2u);
  EXPECT_EQ(called, 2);
  exec.update(graph).value();
  exec.launch(stream).value();
  EXPECT_EQ(back, std::vector<float>(1000, 10.0f));
}

TEST_F(GraphTest, ArgumentsOfNodesAreCheckedAsALaunchs) {
  Graph graph = gpu.createGraph().value();
  Result<GraphNode> wrong =
      graph.addKernel({}, *kernel, 1, 32, 0, 1.0f, in, out);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().name, "TypeError");
  Result<GraphNode> large =
      graph.addKernel({}, *kernel, 1, 2048, 0, in, in, out);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().call, "cuGraphAddKernelNode");
  EXPECT_THAT(large.error().what(), HasSubstr("2048 threads a block"));
  EXPECT_FALSE(graph.addUpload({}, x, ones.data(), 4001));
  EXPECT_FALSE(graph.addFill({}, x, 0, 1, 4000));
  // Dependencies are the graph's own.
  Graph other = gpu.createGraph().value();
  EXPECT_FALSE(graph.addEmpty({other.addEmpty({}).value()}));
}

TEST_F(GraphTest, NodesAreCooperativeAndHaveClusters) {
  Graph graph = gpu.createGraph().value();
  const Argument arguments[] = {in, in, out};
  LaunchConfig special{4, 256, 0, true, 2};
  LaunchConfig plain{4, 256};
  GraphNode node =
      graph.addKernelArguments({}, *kernel, special, arguments).value();
  GraphExec exec = graph.instantiate().value();
  exec.launch(stream).value();
  EXPECT_TRUE(fakeLastLaunch()->cooperative);
  EXPECT_THAT(fakeLastLaunch()->cluster, testing::ElementsAre(2, 1, 1));
  EXPECT_EQ(firstOfY(), 2.0f);
  // It stays what it was.
  exec.setKernelArguments(node, *kernel, plain, arguments).value();
  exec.setKernelArguments(node, *kernel, special, arguments).value();
  exec.launch(stream).value();
  EXPECT_TRUE(fakeLastLaunch()->cooperative);
  EXPECT_EQ(fakeLastLaunch()->cluster[0], 2u);
  special.cluster = 4;
  Result<void> bad = exec.setKernelArguments(node, *kernel, special, arguments);
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().what(), HasSubstr("has other clusters"));
  special.grid = 5;
  EXPECT_FALSE(graph.addKernelArguments({}, *kernel, special, arguments));

  GraphNode ordinary =
      graph.addKernelArguments({}, *kernel, plain, arguments).value();
  plain.cooperative = true;
  bad = graph.instantiate().value().setKernelArguments(ordinary, *kernel, plain,
                                                       arguments);
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().what(), HasSubstr("no cooperative launch"));
}

TEST_F(GraphTest, ANodeThatCannotBeSpecialIsTakenOut) {
  Graph graph = gpu.createGraph().value();
  const Argument arguments[] = {in, in, out};
  fakeFailNth(3, 1);
  Result<GraphNode> bad =
      graph.addKernelArguments({}, *kernel, {4, 256, 0, true}, arguments);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().call, "cuGraphKernelNodeSetAttribute");
  EXPECT_EQ(graph.nodeCount().value(), 0u);
}

TEST_F(GraphTest, ReportsOfGraphsArrive) {
  Graph graph = gpu.createGraph().value();
  (void)graph.addKernel({}, *kernel, 4, 256, 0, in, in, out).value();
  GraphExec exec = graph.instantiate().value();
  Report report = {2, 0, {0, 0, 0}, {12, 0, 0}, 12, 10, 0, 0};
  fakeSetReport(&report);
  exec.launch(stream).value();
  Result<void> done = stream.synchronize();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().name, "IndexError");
  EXPECT_EQ(done.error().kernel, "vecadd");
  exec.launch(stream).value();
  fakeFailNextSynchronize(700);
  done = stream.synchronize();
  ASSERT_FALSE(done);
  // A graph of one kernel is as well known as a launch.
  EXPECT_THAT(done.error().what(), HasSubstr("the last launch was a graph's"));
  EXPECT_EQ(done.error().kernel, "vecadd");
  EXPECT_EQ(done.error().source, "k.py:7");
  EXPECT_EQ(done.error().grid.x, 4u);
}

TEST_F(GraphTest, WhatACaptureForbidsIsNamed) {
  stream.beginCapture().value();
  Result<void> waited = stream.synchronize();
  ASSERT_FALSE(waited);
  EXPECT_EQ(waited.error().name, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED");
  EXPECT_THAT(waited.error().what(), HasSubstr("a stream is being captured"));
  Result<Graph> ended = stream.endCapture();
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().name, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED");
  EXPECT_THAT(ended.error().what(), HasSubstr("begin it again"));

  stream.beginCapture().value();
  Result<void> implicit = x.fill(0);
  ASSERT_FALSE(implicit);
  EXPECT_EQ(implicit.error().name, "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT");
  EXPECT_THAT(implicit.error().what(), HasSubstr("Async forms"));
  EXPECT_FALSE(stream.endCapture());

  stream.beginCapture().value();
  EXPECT_FALSE(gpu.allocate(8));
  EXPECT_FALSE(stream.endCapture());
  stream.beginCapture(CaptureMode::Relaxed).value();
  EXPECT_TRUE(gpu.allocate(8));
  Result<void> object = stream.addCallback([] {});
  ASSERT_FALSE(object);
  EXPECT_THAT(object.error().what(), HasSubstr("addHost"));
  EXPECT_TRUE(stream.endCapture());

  Result<void> legacy = gpu.defaultStream().beginCapture();
  ASSERT_FALSE(legacy);
  EXPECT_THAT(legacy.error().what(), HasSubstr("create a stream"));
  Result<Graph> unmatched = stream.endCapture();
  ASSERT_FALSE(unmatched);
  EXPECT_EQ(unmatched.error().name, "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED");
  // And nothing is broken.
  kernel->launch(stream, 4, 256, 0, in, in, out).value();
  EXPECT_EQ(firstOfY(), 2.0f);
}

TEST_F(GraphTest, BlockingLaunchesAreCapturedAllTheSame) {
  setenv("PYK2PTX_LAUNCH_BLOCKING", "1", 1);
  Device other = start().device(0).value();
  unsetenv("PYK2PTX_LAUNCH_BLOCKING");
  Kernel empty = other.load(ptxText()).value().kernel("empty").value();
  Stream queue = other.createStream().value();
  queue.beginCapture().value();
  empty.launch(queue, 1, 1, 0).value();
  EXPECT_EQ(queue.endCapture().value().nodeCount().value(), 1u);
}

TEST_F(GraphTest, AnotherShapeIsNoUpdate) {
  Graph graph = gpu.createGraph().value();
  (void)graph.addEmpty({}).value();
  GraphExec exec = graph.instantiate().value();
  (void)graph.addEmpty({}).value();
  Result<void> bad = exec.update(graph);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().name, "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE");
  EXPECT_THAT(bad.error().what(), HasSubstr("instantiate the graph anew"));
}

} // namespace
} // namespace pyk2ptx
