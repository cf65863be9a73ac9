// Memory. An empty buffer has no allocation: the driver refuses to make one of
// no bytes, and nobody can tell.
#include "state.h"

namespace pyk2ptx {

namespace detail {

BufferState::~BufferState() {
  if (!address || release == Release::Nothing || !device->enterToFree())
    return;
  if (release == Release::FreeAsync)
    device->noteFreed(device->api.cuMemFreeAsync(address, stream->handle),
                      "cuMemFreeAsync");
  else if (release == Release::CloseIpc)
    // The mapping is the whole allocation's; `owner` knows where it starts.
    device->noteFreed(
        device->api.cuIpcCloseMemHandle(
            *static_cast<const driver::DeviceAddress *>(owner.get())),
        "cuIpcCloseMemHandle");
  else
    device->noteFreed(device->api.cuMemFree(address), "cuMemFree");
}

HostBufferState::~HostBufferState() {
  if (!data || !device->enterToFree())
    return;
  if (isRegistered)
    device->noteFreed(device->api.cuMemHostUnregister(data),
                      "cuMemHostUnregister");
  else
    device->noteFreed(device->api.cuMemFreeHost(data), "cuMemFreeHost");
}

} // namespace detail

namespace {

Result<void> checkRange(std::size_t size, std::size_t bytes,
                        std::size_t offset) {
  if (offset <= size && bytes <= size - offset)
    return {};
  return Error::make("ValueError", std::to_string(bytes) + " bytes at offset " +
                                       std::to_string(offset) +
                                       " do not fit a buffer of " +
                                       std::to_string(size) + " bytes");
}

// Wraps one queued operation: nothing to do for no bytes, an error for a range
// outside the buffer, else `queue()` with the context current.
template <typename Queue>
Result<void> queueOn(detail::BufferState &buffer, std::size_t bytes,
                     std::size_t offset, const char *call, Queue queue) {
  if (Result<void> inside = checkRange(buffer.size, bytes, offset); !inside)
    return inside;
  if (Result<void> entered = buffer.device->enter(); !entered)
    return entered;
  if (bytes == 0)
    return {};
  return buffer.device->check(queue(buffer.address + offset), call);
}

bool isForOldDrivers(const driver::Api &api, MemoryPlace place) {
  return !api.hasMemoryLocations && place.kind != MemoryPlace::Kind::HostNode;
}

driver::DeviceHandle ordinalOf(MemoryPlace place) {
  return place.kind == MemoryPlace::Kind::Device ? place.id : -1;
}

driver::MemoryLocation locationOf(MemoryPlace place) {
  return {static_cast<int>(place.kind), place.id};
}

Result<void> synchronizeDefault(detail::DeviceState &device) {
  return device.check(device.api.cuStreamSynchronize(nullptr),
                      "cuStreamSynchronize");
}

} // namespace

// Buffer --------------------------------------------------------------------

Buffer::Buffer(std::shared_ptr<detail::BufferState> state)
    : state_(std::move(state)), address_(state_->address), size_(state_->size) {
}

namespace {

// A new buffer of what `allocate(&address)` gives; none for no bytes.
template <typename Allocate>
Result<Buffer> allocateWith(const std::shared_ptr<detail::DeviceState> &device,
                            std::size_t bytes, detail::Release release,
                            const char *call, Allocate allocate) {
  if (Result<void> entered = device->enter(); !entered)
    return entered.error();
  auto state = std::make_shared<detail::BufferState>();
  state->device = device;
  state->size = bytes;
  if (bytes == 0)
    return Buffer(std::move(state));
  driver::Status status = allocate(*state);
  if (status == driver::success) {
    state->release = release;
    return Buffer(std::move(state));
  }
  state->address = 0;
  return device->failWith(status, call,
                          std::to_string(bytes) + " bytes were asked for");
}

} // namespace

Result<Buffer> Device::allocate(std::size_t bytes) const {
  return allocateWith(state_, bytes, detail::Release::Free, "cuMemAlloc",
                      [&](detail::BufferState &state) {
                        return state_->api.cuMemAlloc(&state.address, bytes);
                      });
}

Result<Buffer> Device::allocateManaged(std::size_t bytes, bool forHost) const {
  return allocateWith(state_, bytes, detail::Release::Free, "cuMemAllocManaged",
                      [&](detail::BufferState &state) {
                        return state_->api.cuMemAllocManaged(
                            &state.address, bytes,
                            forHost ? driver::attachHost
                                    : driver::attachGlobal);
                      });
}

Result<Buffer> Device::allocateAsync(const Stream &stream,
                                     std::size_t bytes) const {
  return allocateWith(state_, bytes, detail::Release::FreeAsync,
                      "cuMemAllocAsync", [&](detail::BufferState &state) {
                        state.stream = stream.state();
                        return state_->api.cuMemAllocAsync(
                            &state.address, bytes, state.stream->handle);
                      });
}

Buffer Device::wrapMemory(std::uint64_t address, std::size_t bytes,
                          std::shared_ptr<const void> owner) const {
  auto state = std::make_shared<detail::BufferState>();
  state->device = state_;
  state->address = address;
  state->size = bytes;
  state->owner = std::move(owner);
  return Buffer(std::move(state));
}

Result<Buffer> Buffer::slice(std::size_t offset, std::size_t bytes) const {
  if (Result<void> inside = checkRange(size_, bytes, offset); !inside)
    return inside.error();
  return Device(state_->device).wrapMemory(address_ + offset, bytes, state_);
}

Result<void> Buffer::freeOn(const Stream &stream) const {
  if (state_->release != detail::Release::FreeAsync)
    return Error::make("ValueError",
                       "only memory of allocateAsync is freed in a stream");
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->stream = stream.state();
  return {};
}

Result<void> Buffer::copyFromAsync(const Stream &stream, const Buffer &from,
                                   std::size_t bytes, std::size_t offset,
                                   std::size_t fromOffset) const {
  detail::DeviceState &other = *from.state_->device;
  detail::DeviceState &mine = *state_->device;
  if (Result<void> inside = checkRange(from.size_, bytes, fromOffset); !inside)
    return inside;
  bool isPeer = &other != &mine;
  if (isPeer)
    if (Result<void> entered = other.enter(); !entered)
      return entered;
  driver::StreamHandle queue = stream.state()->handle;
  return queueOn(
      *state_, bytes, offset,
      isPeer ? "cuMemcpyPeerAsync" : "cuMemcpyDtoDAsync",
      [&](driver::DeviceAddress to) {
        driver::DeviceAddress source = from.address_ + fromOffset;
        return isPeer
                   ? mine.api.cuMemcpyPeerAsync(to, mine.context(), source,
                                                other.context(), bytes, queue)
                   : mine.api.cuMemcpyDtoDAsync(to, source, bytes, queue);
      });
}

// A driver older than CUDA 12.2 takes a device's number, which is -1 for the
// host, and knows no other places.
Result<void> Buffer::prefetchAsync(const Stream &stream,
                                   MemoryPlace place) const {
  const driver::Api &api = state_->device->api;
  driver::StreamHandle queue = stream.state()->handle;
  return queueOn(*state_, size_, 0, "cuMemPrefetchAsync",
                 [&](driver::DeviceAddress address) {
                   return isForOldDrivers(api, place)
                              ? api.cuMemPrefetchAsyncOld(
                                    address, size_, ordinalOf(place), queue)
                              : api.cuMemPrefetchAsync(address, size_,
                                                       locationOf(place), 0,
                                                       queue);
                 });
}

Result<void> Buffer::prefetchAsync(const Stream &stream) const {
  return prefetchAsync(stream,
                       MemoryPlace::device(stream.state()->device->ordinal));
}

Result<void> Buffer::prefetchToHostAsync(const Stream &stream) const {
  return prefetchAsync(stream, MemoryPlace::host());
}

Result<void> Buffer::advise(MemoryAdvice advice, MemoryPlace place) const {
  const driver::Api &api = state_->device->api;
  int number = static_cast<int>(advice);
  return queueOn(
      *state_, size_, 0, "cuMemAdvise", [&](driver::DeviceAddress address) {
        return isForOldDrivers(api, place)
                   ? api.cuMemAdviseOld(address, size_, number,
                                        ordinalOf(place))
                   : api.cuMemAdvise(address, size_, number, locationOf(place));
      });
}

Result<void> Buffer::attach(const Stream &stream) const {
  return queueOn(*state_, size_, 0, "cuStreamAttachMemAsync",
                 [&](driver::DeviceAddress address) {
                   return state_->device->api.cuStreamAttachMemAsync(
                       stream.state()->handle, address, 0,
                       driver::attachSingle);
                 });
}

Result<void> Buffer::uploadAsync(const Stream &stream, const void *from,
                                 std::size_t bytes, std::size_t offset) const {
  return queueOn(*state_, bytes, offset, "cuMemcpyHtoDAsync",
                 [&](driver::DeviceAddress to) {
                   return state_->device->api.cuMemcpyHtoDAsync(
                       to, from, bytes, stream.state()->handle);
                 });
}

Result<void> Buffer::downloadAsync(const Stream &stream, void *to,
                                   std::size_t bytes,
                                   std::size_t offset) const {
  return queueOn(*state_, bytes, offset, "cuMemcpyDtoHAsync",
                 [&](driver::DeviceAddress from) {
                   return state_->device->api.cuMemcpyDtoHAsync(
                       to, from, bytes, stream.state()->handle);
                 });
}

Result<void> Buffer::fillAsync(const Stream &stream, std::uint8_t value) const {
  return queueOn(*state_, size_, 0, "cuMemsetD8Async",
                 [&](driver::DeviceAddress to) {
                   return state_->device->api.cuMemsetD8Async(
                       to, value, size_, stream.state()->handle);
                 });
}

Result<void> Buffer::upload(const void *from, std::size_t bytes,
                            std::size_t offset) const {
  Stream stream = Device(state_->device).defaultStream();
  if (Result<void> queued = uploadAsync(stream, from, bytes, offset); !queued)
    return queued;
  return synchronizeDefault(*state_->device);
}

Result<void> Buffer::download(void *to, std::size_t bytes,
                              std::size_t offset) const {
  Stream stream = Device(state_->device).defaultStream();
  if (Result<void> queued = downloadAsync(stream, to, bytes, offset); !queued)
    return queued;
  return stream.synchronize();
}

Result<void> Buffer::fill(std::uint8_t value) const {
  Stream stream = Device(state_->device).defaultStream();
  if (Result<void> queued = fillAsync(stream, value); !queued)
    return queued;
  return synchronizeDefault(*state_->device);
}

} // namespace pyk2ptx
