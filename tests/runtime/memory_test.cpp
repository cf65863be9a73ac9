// Memory of every sort, several devices and other processes, on the fake
// driver.
#include "driver_fixture.h"

#include <cstring>
#include <numeric>

namespace pyk2ptx {
namespace {

Result<void> useMemory(const std::string &library) {
  TRY(driver, initialize(library));
  TRY(device, driver->device(0));
  TRY(stream, device->createStream());
  TRY(plain, device->allocate(64));
  TRY(managed, device->allocateManaged(64));
  TRY(forHost, device->allocateManaged(64, true));
  TRY(pooled, device->allocateAsync(*stream, 64));
  TRY(there, managed->prefetchAsync(*stream));
  TRY(here, managed->prefetchToHostAsync(*stream));
  TRY(attached, forHost->attach(*stream));
  TRY(advised, managed->advise(MemoryAdvice::SetReadMostly));
  TRY(copied, pooled->copyFromAsync(*stream, *plain, 64));
  TRY(freed, pooled->freeOn(*stream));
  TRY(pool, device->pool());
  TRY(set, pool->setReleaseThreshold(1 << 20));
  TRY(threshold, pool->releaseThreshold());
  TRY(reset, pool->resetUsedHigh());
  TRY(used, pool->usedBytes());
  TRY(high, pool->usedHighBytes());
  TRY(reserved, pool->reservedBytes());
  TRY(trimmed, pool->trim());
  HostOptions mapped;
  mapped.mapped = true;
  TRY(host, device->allocateHost(64, mapped));
  TRY(address, host->deviceAddress());
  static char mine[64];
  TRY(pinned, device->registerHost(mine, sizeof(mine)));
  TRY(info, device->pointerInfo(plain->address()));
  TRY(handle, plain->ipcHandle());
  TRY(opened, device->openIpc(*handle));
  EventOptions shared;
  shared.interprocess = true;
  TRY(event, device->createEvent(shared));
  TRY(eventHandle, event->ipcHandle());
  TRY(other, device->openIpcEvent(*eventHandle));
  return {};
}

Result<void> useTwoDevices(const std::string &library) {
  TRY(driver, initialize(library));
  TRY(one, driver->device(0));
  TRY(two, driver->device(1));
  TRY(can, one->canAccess(*two));
  TRY(enabled, one->enablePeerAccess(*two));
  TRY(here, one->allocate(64));
  TRY(there, two->allocate(64));
  TRY(stream, one->createStream());
  TRY(copied, here->copyFromAsync(*stream, *there, 64));
  TRY(disabled, one->disablePeerAccess(*two));
  return {};
}

TEST_F(DriverTest, MemoryCallsMayFailOnce) { failEachCallOnce(useMemory); }
TEST_F(DriverTest, MemoryCallsMayLoseTheDevice) {
  loseTheDeviceAtEachCall(useMemory);
}

class TwoDevices : public DriverTest {
protected:
  // fakeReset forgets the count.
  static Result<void> use(const std::string &library) {
    reinterpret_cast<decltype(&::fakeSetDeviceCount)>(
        dlsym(library_(), "fakeSetDeviceCount"))(2);
    return useTwoDevices(library);
  }
  static void *library_() { return Control::library(); }
};

TEST_F(TwoDevices, CallsMayFailOnce) { failEachCallOnce(use); }
TEST_F(TwoDevices, CallsMayLoseADevice) { loseTheDeviceAtEachCall(use); }

TEST_F(TwoDevices, PeerAccessTwiceIsNoError) {
  fakeSetDeviceCount(2);
  Driver driver = start();
  Device one = driver.device(0).value();
  Device two = driver.device(1).value();
  EXPECT_TRUE(one.canAccess(two).value());
  one.enablePeerAccess(two).value();
  one.enablePeerAccess(two).value();
  one.disablePeerAccess(two).value();
  one.disablePeerAccess(two).value();
  Result<void> self = one.enablePeerAccess(one);
  ASSERT_FALSE(self);
  EXPECT_THAT(self.error().what(), HasSubstr("memory of device 0"));
  // The one's loss is not the other's.
  EXPECT_EQ(one.pciBusId().value(), "0000:01:00.0");
  EXPECT_EQ(two.pciBusId().value(), "0000:02:00.0");
}

TEST_F(TwoDevices, CopiesBetweenDevices) {
  fakeSetDeviceCount(2);
  Driver driver = start();
  Device one = driver.device(0).value();
  Device two = driver.device(1).value();
  Buffer here = one.allocate(16).value();
  Buffer there = two.allocate(16).value();
  there.upload("0123456789abcdef", 16).value();
  here.fill('-').value();
  Stream stream = one.createStream().value();
  here.copyFromAsync(stream, there, 4, 8, 2).value();
  char text[17] = {};
  here.download(text, 16).value();
  EXPECT_STREQ(text, "--------2345----");
  EXPECT_FALSE(here.copyFromAsync(stream, there, 4, 8, 13));
  EXPECT_FALSE(here.copyFromAsync(stream, there, 4, 13, 0));
}

TEST_F(DriverTest, ManagedMemoryIsTheHostsToo) {
  Device gpu = device();
  Buffer buffer = gpu.allocateManaged(40).value();
  std::iota(buffer.as<float>(), buffer.as<float>() + 10, 0.0f);
  float back[10] = {};
  buffer.download(back, 40).value();
  EXPECT_EQ(back[9], 9.0f);
  EXPECT_EQ(gpu.pointerInfo(buffer.address()).value().kind,
            PointerInfo::Kind::Managed);
}

TEST_F(DriverTest, ManagedMemoryIsToldOfPlaces) {
  Device gpu = device();
  Stream stream = gpu.createStream().value();
  Buffer buffer = gpu.allocateManaged(40).value();
  auto last = [&] {
    std::array<int, 3> words = {};
    fakeLastAdvice(words.data());
    return words;
  };
  using Words = std::array<int, 3>;
  buffer.advise(MemoryAdvice::SetPreferredLocation, MemoryPlace::device(1))
      .value();
  EXPECT_EQ(last(), (Words{3, 1, 1}));
  buffer.advise(MemoryAdvice::UnsetAccessedBy).value();
  EXPECT_EQ(last(), (Words{6, 2, 0}));
  buffer.prefetchAsync(stream).value();
  EXPECT_EQ(last(), (Words{0, 1, 0}));
  buffer.prefetchAsync(stream, MemoryPlace::hostNode(1)).value();
  EXPECT_EQ(last(), (Words{0, 3, 1}));
  Result<void> bad =
      gpu.allocate(8).value().advise(MemoryAdvice::SetReadMostly);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().call, "cuMemAdvise");
}

TEST_F(DriverTest, OldDriversKnowDevicesAndTheHost) {
  auto lastAdvice = reinterpret_cast<decltype(&::fakeLastAdvice)>(dlsym(
      dlopen(PYK2PTX_FAKE_CUDA_OLD, RTLD_NOW | RTLD_LOCAL), "fakeLastAdvice"));
  Device gpu = initialize(PYK2PTX_FAKE_CUDA_OLD).value().device(0).value();
  Buffer buffer = gpu.allocateManaged(40).value();
  std::array<int, 3> words = {};
  auto last = [&] {
    lastAdvice(words.data());
    return words;
  };
  using Words = std::array<int, 3>;
  buffer.advise(MemoryAdvice::SetAccessedBy, MemoryPlace::device(0)).value();
  EXPECT_EQ(last(), (Words{5, 0, 0}));
  buffer.prefetchToHostAsync(gpu.defaultStream()).value();
  EXPECT_EQ(last(), (Words{0, 0, -1}));
  Result<void> bad =
      buffer.advise(MemoryAdvice::SetAccessedBy, MemoryPlace::hostNode(0));
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().what(), HasSubstr("`cuMemAdvise`; it came with CUDA "
                                            "12.2"));
}

TEST_F(DriverTest, PoolMemoryIsFreedInAStream) {
  Device gpu = device();
  Stream stream = gpu.createStream().value();
  {
    Buffer buffer = gpu.allocateAsync(stream, 100).value();
    EXPECT_EQ(gpu.pool().value().usedBytes().value(), 100u);
    buffer.freeOn(gpu.createStream().value()).value();
    Buffer plain = gpu.allocate(8).value();
    EXPECT_FALSE(plain.freeOn(stream));
  }
  MemoryPool pool = gpu.pool().value();
  EXPECT_EQ(pool.usedBytes().value(), 0u);
  pool.setReleaseThreshold(12345).value();
  EXPECT_EQ(pool.releaseThreshold().value(), 12345u);
}

TEST_F(DriverTest, ViewsKeepTheirOwner) {
  Device gpu = device();
  auto owner = std::make_shared<int>(7);
  std::weak_ptr<int> watch = owner;
  char memory[32] = {};
  std::optional<Buffer> view =
      gpu.wrapMemory(reinterpret_cast<std::uintptr_t>(memory), 32, owner);
  owner.reset();
  std::optional<Buffer> part = view->slice(8, 4).value();
  view.reset();
  part->fill('x').value();
  EXPECT_EQ(std::string(memory + 7, 6), std::string("\0xxxx\0", 6));
  EXPECT_FALSE(part->slice(2, 3));
  EXPECT_FALSE(watch.expired());
  part.reset();
  EXPECT_TRUE(watch.expired());
}

TEST_F(DriverTest, AddressesAreKnown) {
  Device gpu = device();
  Buffer buffer = gpu.allocate(64).value();
  HostBuffer host = gpu.allocateHost(64).value();
  PointerInfo info = gpu.pointerInfo(buffer.address() + 10).value();
  EXPECT_EQ(info.kind, PointerInfo::Kind::Device);
  EXPECT_EQ(info.device, 0);
  EXPECT_EQ(info.base, buffer.address());
  EXPECT_EQ(info.size, 64u);
  auto addressOf = [](const void *data) {
    return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(data));
  };
  EXPECT_EQ(gpu.pointerInfo(addressOf(host.data())).value().kind,
            PointerInfo::Kind::Host);
  PointerInfo unknown = gpu.pointerInfo(addressOf(&gpu)).value();
  EXPECT_EQ(unknown.kind, PointerInfo::Kind::Unknown);
  EXPECT_EQ(unknown.device, -1);
}

TEST_F(DriverTest, HandlesForOtherProcessesSayWhereInTheAllocation) {
  Device gpu = device();
  Buffer whole = gpu.allocate(64).value();
  IpcHandle handle = whole.slice(16, 8).value().ipcHandle().value();
  EXPECT_EQ(handle.offset, 16u);
  EXPECT_EQ(handle.size, 8u);
  Buffer opened = gpu.openIpc(handle).value();
  EXPECT_EQ(opened.address(), whole.address() + 16);
  EXPECT_EQ(opened.size(), 8u);
  EXPECT_FALSE(gpu.openIpc(IpcHandle()));
}

TEST_F(DriverTest, HostMemoryIsRegisteredAsLongAsItsHandle) {
  Device gpu = device();
  char mine[32];
  {
    HostBuffer first = gpu.registerHost(mine, 32).value();
    EXPECT_EQ(first.data(), mine);
    Result<HostBuffer> twice = gpu.registerHost(mine, 32);
    ASSERT_FALSE(twice);
    EXPECT_EQ(twice.error().code, 712);
  }
  HostBuffer again = gpu.registerHost(mine, 32).value();
  HostOptions combined;
  combined.writeCombined = true;
  EXPECT_FALSE(gpu.registerHost(mine, 32, combined));
  EXPECT_EQ(gpu.registerHost(nullptr, 0).value().deviceAddress().value(), 0u);
}

TEST_F(DriverTest, GivenContextsAreUsedAndNotReleased) {
  Driver driver = start();
  Device gpu = driver.wrapContext(fakeForeignContext()).value();
  EXPECT_EQ(gpu.context().value(), fakeForeignContext());
  EXPECT_EQ(gpu.ordinal(), 0);
  Buffer buffer = gpu.allocate(8).value();
  // The buffer, and no primary context.
  EXPECT_EQ(fakeLiveObjects(), 1);
  EXPECT_FALSE(driver.wrapContext(nullptr));
  Device own = driver.device(0).value();
  EXPECT_NE(own.context().value(), fakeForeignContext());
}

} // namespace
} // namespace pyk2ptx
