// Memory. An empty buffer has no allocation: the driver refuses to make one of
// no bytes, and nobody can tell.
#include "state.h"

namespace pyk2ptx {

namespace detail {

BufferState::~BufferState() {
  if (address && device->enterToFree())
    (void)device->api.cuMemFree(address);
}

HostBufferState::~HostBufferState() {
  if (data && device->enterToFree())
    (void)device->api.cuMemFreeHost(data);
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

Result<void> synchronizeDefault(detail::DeviceState &device) {
  return device.check(device.api.cuStreamSynchronize(nullptr),
                      "cuStreamSynchronize");
}

} // namespace

// Buffer --------------------------------------------------------------------

Buffer::Buffer(std::shared_ptr<detail::BufferState> state)
    : state_(std::move(state)), address_(state_->address), size_(state_->size) {
}

Result<Buffer> Device::allocate(std::size_t bytes) const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered.error();
  auto state = std::make_shared<detail::BufferState>();
  state->device = state_;
  state->size = bytes;
  if (bytes == 0)
    return Buffer(std::move(state));
  driver::Status status = state_->api.cuMemAlloc(&state->address, bytes);
  if (status == driver::success)
    return Buffer(std::move(state));
  state->address = 0;
  Error error = state_->fail(status, "cuMemAlloc");
  if (error.detail.empty())
    error.detail = std::to_string(bytes) + " bytes were asked for";
  return error;
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

// HostBuffer ----------------------------------------------------------------

HostBuffer::HostBuffer(std::shared_ptr<detail::HostBufferState> state)
    : state_(std::move(state)) {}

Result<HostBuffer> Device::allocateHost(std::size_t bytes) const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered.error();
  auto state = std::make_shared<detail::HostBufferState>();
  state->device = state_;
  state->size = bytes;
  if (bytes == 0)
    return HostBuffer(std::move(state));
  driver::Status status = state_->api.cuMemHostAlloc(&state->data, bytes, 0);
  if (status == driver::success)
    return HostBuffer(std::move(state));
  state->data = nullptr;
  return state_->fail(status, "cuMemHostAlloc");
}

void *HostBuffer::data() const { return state_->data; }

std::size_t HostBuffer::size() const { return state_->size; }

} // namespace pyk2ptx
