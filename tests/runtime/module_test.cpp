// Modules: libraries for all contexts and the way around them with old drivers,
// globals, loading ahead, linking; and what a device and a kernel say of
// themselves. On the fake drivers.
#include "driver_fixture.h"

namespace pyk2ptx {
namespace {

LinkInput inputOf(LinkInput::Kind kind, const char *name, const char *data) {
  LinkInput input;
  input.kind = kind;
  input.name = name;
  input.data = data;
  return input;
}

Result<void> useModules(const std::string &path) {
  TRY(driver, initialize(path));
  TRY(library, driver->load(ptxText(true)));
  TRY(device, driver->device(0));
  TRY(module, library->on(*device));
  TRY(preloaded, module->preload());
  TRY(variable, module->globalBuffer("__pyk2ptx_report"));
  TRY(cleared, variable->fill(0));
  TRY(kernel, module->kernel("vecadd"));
  TRY(loaded, kernel->preload(100 * 1024));
  TRY(blocks, kernel->maxActiveBlocks(256, 0));
  TRY(suggestion, kernel->suggestBlock());
  TRY(registers, kernel->attribute(4));
  TRY(uuid, device->uuid());
  TRY(bus, device->pciBusId());
  TRY(warp, device->attribute("WARP_SIZE"));
  TRY(started, device->startProfiler());
  TRY(stopped, device->stopProfiler());
  LoadOptions options;
  options.link = {inputOf(LinkInput::Kind::Ptx, "helper", "// helper"),
                  LinkInput::file("/some/helper.a").value()};
  options.maxRegisters = 32;
  options.onLoad = [](const Module &linked) {
    Result<void *> handle = linked.handle();
    return handle ? Result<void>() : Result<void>(handle.error());
  };
  options.onUnload = [](void *) {};
  TRY(linked, device->load(ptxText(true), options));
  TRY(context, device->context());
  TRY(given, driver->wrapContext(*context));
  return {};
}

Result<void> useStreams(const std::string &path) {
  TRY(driver, initialize(path));
  TRY(device, driver->device(0));
  TRY(range, device->streamPriorities());
  StreamOptions options;
  options.nonBlocking = true;
  options.priority = range->greatest;
  TRY(stream, device->createStream(options));
  TRY(priority, stream->priority());
  TRY(called, stream->addCallback([] {}));
  TRY(calledPlainly, stream->addCallback([](void *) {}, nullptr));
  TRY(event, device->createEvent());
  TRY(recorded, event->record(*stream));
  TRY(reached, event->isDone());
  return stream->synchronize();
}

TEST_F(DriverTest, ModuleCallsMayFailOnce) { failEachCallOnce(useModules); }
TEST_F(DriverTest, ModuleCallsMayLoseTheDevice) {
  loseTheDeviceAtEachCall(useModules);
}
TEST_F(DriverTest, StreamCallsMayFailOnce) { failEachCallOnce(useStreams); }
TEST_F(DriverTest, StreamCallsMayLoseTheDevice) {
  loseTheDeviceAtEachCall(useStreams);
}

TEST_F(DriverTest, ALibraryIsLoadedOnceForAllDevices) {
  fakeSetDeviceCount(2);
  Driver driver = start();
  Library library = driver.load(ptxText(true)).value();
  // No context was needed.
  EXPECT_EQ(fakeLiveObjects(), 1);
  Device one = driver.device(0).value();
  Device two = driver.device(1).value();
  Module first = library.on(one).value();
  Module second = library.on(two).value();
  EXPECT_EQ(fakeLiveObjects(), 3);
  EXPECT_EQ(library.on(one).value().state(), first.state());
  EXPECT_NE(first.state(), second.state());
  for (auto &[gpu, module] : {std::pair(one, first), std::pair(two, second)})
    module.kernel("empty").value().launch(gpu.defaultStream(), 1, 1, 0).value();
  EXPECT_EQ(fakeLaunchCount(), 2);
  Result<Library> bad = driver.load(ptxText() + "syntax error");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().call, "cuLibraryLoadData");
  EXPECT_THAT(bad.error().what(), HasSubstr("line 7; fatal"));
  EXPECT_THAT(driver.loadFile("/nonexistent/k.ptx").error().what(),
              HasSubstr("/nonexistent/k.ptx"));
}

TEST_F(DriverTest, AKernelOutlivesItsLibrary) {
  std::optional<Kernel> kernel;
  Device gpu = device();
  {
    Driver driver = start();
    kernel =
        driver.load(ptxText()).value().on(gpu).value().kernel("empty").value();
  }
  kernel->launch(gpu.defaultStream(), 1, 1, 0).value();
}

TEST_F(DriverTest, GlobalsAreReadAndWritten) {
  Device gpu = device();
  Buffer variable =
      gpu.load(ptxText()).value().globalBuffer("__pyk2ptx_report").value();
  EXPECT_EQ(variable.size(), 56u);
  std::uint64_t value = 42;
  std::uint64_t back = 0;
  variable.upload(&value, 8, 16).value();
  variable.download(&back, 8, 16).value();
  EXPECT_EQ(back, 42u);
  // Its module lives as long as it: the library and the context.
  EXPECT_EQ(fakeLiveObjects(), 2);
}

TEST_F(DriverTest, PreloadingLeavesNothingToTheLaunch) {
  Device gpu = device();
  Module module = gpu.load(ptxText()).value();
  module.preload().value();
  EXPECT_EQ(fakeLoadedFunctions(), 3);
  Kernel kernel = module.kernel("empty").value();
  kernel.preload(100 * 1024).value();
  EXPECT_EQ(fakeOptedShared(), 100 * 1024);
  int before = fakeCallCount();
  kernel.launch(gpu.defaultStream(), 1, 1, 100 * 1024).value();
  EXPECT_EQ(fakeCallCount() - before, 2);
  Result<void> bad = kernel.preload(1024 * 1024);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().call, "cuFuncSetAttribute");
}

TEST_F(DriverTest, LinksAtLoad) {
  Device gpu = device();
  LoadOptions options;
  options.link = {inputOf(LinkInput::Kind::Ptx, "helper", "// helper here"),
                  LinkInput::file("other.cubin").value()};
  Module module = gpu.load(ptxText(), options).value();
  module.kernel("empty").value().launch(gpu.defaultStream(), 1, 1, 0).value();

  options.link[0].data = "undefined";
  Result<Module> bad = gpu.load(ptxText(), options);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().call, "cuLinkComplete");
  EXPECT_THAT(bad.error().what(), HasSubstr("Undefined reference to 'helper'"));
  options.link[0].data = "syntax error";
  bad = gpu.load(ptxText(), options);
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().what(),
              HasSubstr("while linking helper: ptxas helper, line 1"));
  options.link[0] = LinkInput::file("missing.o").value();
  bad = gpu.load(ptxText(), options);
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().what(), HasSubstr("while linking missing.o"));
  EXPECT_FALSE(LinkInput::file("helper.cu"));
  bad = gpu.loadImage("\x7f"
                      "ELF",
                      moduleInfo(false), options);
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().what(), HasSubstr("only PTX is linked"));
}

TEST_F(DriverTest, ModulesAreInitialisedByCallbacks) {
  Device gpu = device();
  void *loaded = nullptr;
  void *unloaded = nullptr;
  LoadOptions options;
  options.onLoad = [&](const Module &module) {
    loaded = module.handle().value();
    return Result<void>();
  };
  options.onUnload = [&](void *module) { unloaded = module; };
  {
    Module module = gpu.load(ptxText(), options).value();
  }
  EXPECT_NE(loaded, nullptr);
  EXPECT_EQ(loaded, unloaded);
  unloaded = nullptr;
  options.onLoad = [](const Module &) {
    return Error::make("ValueError", "not today");
  };
  Result<Module> refused = gpu.load(ptxText(), options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().text, "not today");
  EXPECT_EQ(unloaded, nullptr);
}

TEST_F(DriverTest, OccupancyIsTold) {
  Device gpu = device();
  Kernel kernel = gpu.load(ptxText()).value().kernel("empty").value();
  EXPECT_EQ(kernel.maxActiveBlocks(256, 0).value(), 8u);
  BlockSuggestion best = kernel.suggestBlock().value();
  EXPECT_EQ(best.block, 1024u);
  EXPECT_EQ(best.minGrid, 264u);
  EXPECT_EQ(kernel.suggestBlock(0, 128).value().block, 128u);
}

TEST_F(DriverTest, AttributesHaveNames) {
  Device gpu = device();
  EXPECT_EQ(gpu.attribute("MULTIPROCESSOR_COUNT").value(), 132);
  EXPECT_EQ(gpu.attribute("CU_DEVICE_ATTRIBUTE_WARP_SIZE").value(), 32);
  Result<int> bad = gpu.attribute("WARPSIZE");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().name, "NotFound");
  EXPECT_THAT(bad.error().what(), HasSubstr("`WARPSIZE`"));
  EXPECT_EQ(gpu.uuid().value()[15], 1);
}

TEST_F(DriverTest, StreamsHavePrioritiesAndDefaultsHaveHandles) {
  Device gpu = device();
  EXPECT_EQ(gpu.streamPriorities().value().greatest, -5);
  StreamOptions bad;
  bad.priority = 1;
  EXPECT_FALSE(gpu.createStream(bad));
  EXPECT_EQ(gpu.defaultStream().handle(), nullptr);
  EXPECT_EQ(gpu.legacyStream().handle(), reinterpret_cast<void *>(1));
  EXPECT_EQ(gpu.perThreadStream().handle(), reinterpret_cast<void *>(2));
  int called = 0;
  gpu.perThreadStream().addCallback([&] { ++called; }).value();
  EXPECT_EQ(called, 1);
}

// A driver of CUDA 11.0 ------------------------------------------------------

class OldDriver : public testing::Test {
protected:
  Driver driver = initialize(PYK2PTX_FAKE_CUDA_OLD).value();
  Device gpu = driver.device(0).value();
};

TEST_F(OldDriver, LoadsModulesOnEachDevice) {
  Library library = driver.load(ptxText(true)).value();
  Module module = library.on(gpu).value();
  EXPECT_EQ(library.on(gpu).value().state(), module.state());
  module.preload().value();
  EXPECT_NE(module.handle().value(), nullptr);
  EXPECT_EQ(module.globalBuffer("__pyk2ptx_report").value().size(), 56u);
  module.kernel("empty").value().launch(gpu.defaultStream(), 1, 1, 0).value();
  Result<Module> bad = gpu.load(ptxText() + "syntax error");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().call, "cuModuleLoadDataEx");
  EXPECT_THAT(bad.error().what(), HasSubstr("line 7; fatal"));
  // A library that cannot be loaded for all is found wrong at its first device.
  Library wrong = driver.load(ptxText() + "syntax error").value();
  EXPECT_FALSE(wrong.on(gpu));
}

TEST_F(OldDriver, SaysWhatItLacks) {
  Stream stream = gpu.createStream().value();
  Result<Buffer> pooled = gpu.allocateAsync(stream, 8);
  ASSERT_FALSE(pooled);
  EXPECT_EQ(pooled.error().name, "NotFound");
  EXPECT_EQ(pooled.error().code, 0);
  EXPECT_THAT(pooled.error().what(),
              HasSubstr("has no `cuMemAllocAsync`; it came with CUDA 11.2"));
  EXPECT_FALSE(pooled.error().sticky);
  Result<GraphExec> exec = gpu.createGraph().value().instantiate();
  ASSERT_FALSE(exec);
  EXPECT_THAT(exec.error().what(), HasSubstr("came with CUDA 11.4"));
  EXPECT_FALSE(gpu.uuid());
  EXPECT_FALSE(gpu.pool());
}

} // namespace
} // namespace pyk2ptx
