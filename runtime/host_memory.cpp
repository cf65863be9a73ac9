// Memory that is not simply the device's: pinned host memory, the pool, memory
// of other processes; and what the driver knows of an address.
#include "state.h"

#include <cstring>

namespace pyk2ptx {

namespace {

unsigned hostFlags(const HostOptions &options) {
  return (options.portable ? driver::hostPortable : 0) |
         (options.mapped ? driver::hostMapped : 0) |
         (options.writeCombined ? driver::hostWriteCombined : 0);
}

} // namespace

// HostBuffer ----------------------------------------------------------------

HostBuffer::HostBuffer(std::shared_ptr<detail::HostBufferState> state)
    : state_(std::move(state)) {}

/// Of no memory yet, with the device entered.
static Result<std::shared_ptr<detail::HostBufferState>>
newState(const std::shared_ptr<detail::DeviceState> &device,
         std::size_t bytes) {
  if (Result<void> entered = device->enter(); !entered)
    return entered.error();
  auto state = std::make_shared<detail::HostBufferState>();
  state->device = device;
  state->size = bytes;
  return state;
}

Result<HostBuffer> Device::allocateHost(std::size_t bytes,
                                        const HostOptions &options) const {
  Result<std::shared_ptr<detail::HostBufferState>> made =
      newState(state_, bytes);
  if (!made)
    return made.error();
  std::shared_ptr<detail::HostBufferState> state = *made;
  if (bytes == 0)
    return HostBuffer(std::move(state));
  driver::Status status =
      state_->api.cuMemHostAlloc(&state->data, bytes, hostFlags(options));
  if (status == driver::success)
    return HostBuffer(std::move(state));
  state->data = nullptr;
  return state_->failWith(status, "cuMemHostAlloc",
                          std::to_string(bytes) + " bytes were asked for");
}

Result<HostBuffer> Device::registerHost(void *data, std::size_t bytes,
                                        const HostOptions &options) const {
  if (options.writeCombined)
    return Error::make("ValueError",
                       "memory that exists cannot be made write-combined");
  Result<std::shared_ptr<detail::HostBufferState>> made =
      newState(state_, bytes);
  if (!made)
    return made.error();
  std::shared_ptr<detail::HostBufferState> state = *made;
  state->isRegistered = true;
  if (bytes == 0)
    return HostBuffer(std::move(state));
  driver::Status status =
      state_->api.cuMemHostRegister(data, bytes, hostFlags(options));
  if (status != driver::success)
    return state_->failWith(status, "cuMemHostRegister",
                            std::to_string(bytes) + " bytes");
  state->data = data;
  return HostBuffer(std::move(state));
}

void *HostBuffer::data() const { return state_->data; }

std::size_t HostBuffer::size() const { return state_->size; }

Result<std::uint64_t> HostBuffer::deviceAddress() const {
  detail::DeviceState &device = *state_->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered.error();
  driver::DeviceAddress address = 0;
  if (!state_->data)
    return std::uint64_t(0);
  driver::Status status =
      device.api.cuMemHostGetDevicePointer(&address, state_->data, 0);
  if (status != driver::success)
    return device.fail(status, "cuMemHostGetDevicePointer");
  return std::uint64_t(address);
}

// MemoryPool ----------------------------------------------------------------

Result<MemoryPool> Device::pool() const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered.error();
  driver::PoolHandle pool = nullptr;
  driver::Status status =
      state_->api.cuDeviceGetDefaultMemPool(&pool, state_->device);
  if (status != driver::success)
    return state_->fail(status, "cuDeviceGetDefaultMemPool");
  return MemoryPool(state_, pool);
}

Result<void> MemoryPool::trim(std::size_t keepBytes) const {
  if (Result<void> entered = device_->enter(); !entered)
    return entered;
  return device_->check(
      device_->api.cuMemPoolTrimTo(static_cast<driver::PoolHandle>(handle_),
                                   keepBytes),
      "cuMemPoolTrimTo");
}

Result<std::uint64_t> MemoryPool::get(int attribute) const {
  if (Result<void> entered = device_->enter(); !entered)
    return entered.error();
  std::uint64_t value = 0;
  driver::Status status = device_->api.cuMemPoolGetAttribute(
      static_cast<driver::PoolHandle>(handle_), attribute, &value);
  if (status != driver::success)
    return device_->fail(status, "cuMemPoolGetAttribute");
  return value;
}

Result<void> MemoryPool::set(int attribute, std::uint64_t value) const {
  if (Result<void> entered = device_->enter(); !entered)
    return entered;
  return device_->check(
      device_->api.cuMemPoolSetAttribute(
          static_cast<driver::PoolHandle>(handle_), attribute, &value),
      "cuMemPoolSetAttribute");
}

Result<std::uint64_t> MemoryPool::releaseThreshold() const {
  return get(driver::poolReleaseThreshold);
}

Result<void> MemoryPool::setReleaseThreshold(std::uint64_t bytes) const {
  return set(driver::poolReleaseThreshold, bytes);
}

Result<std::uint64_t> MemoryPool::reservedBytes() const {
  return get(driver::poolReserved);
}

Result<std::uint64_t> MemoryPool::usedBytes() const {
  return get(driver::poolUsed);
}

Result<std::uint64_t> MemoryPool::usedHighBytes() const {
  return get(driver::poolUsedHigh);
}

Result<void> MemoryPool::resetUsedHigh() const {
  return set(driver::poolUsedHigh, 0);
}

// Other processes -----------------------------------------------------------

// The driver shares whole allocations, and may have put several buffers into
// one: the handle says where in it the buffer lies.
Result<IpcHandle> Buffer::ipcHandle() const {
  detail::DeviceState &device = *state_->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered.error();
  driver::DeviceAddress base = 0;
  std::size_t allocated = 0;
  driver::Status status =
      device.api.cuMemGetAddressRange(&base, &allocated, address_);
  if (status != driver::success)
    return device.fail(status, "cuMemGetAddressRange");
  driver::IpcBytes bytes = {};
  status = device.api.cuIpcGetMemHandle(&bytes, base);
  if (status != driver::success)
    return device.fail(status, "cuIpcGetMemHandle");
  IpcHandle handle;
  std::memcpy(handle.bytes.data(), bytes.bytes, sizeof(bytes.bytes));
  handle.offset = address_ - base;
  handle.size = size_;
  return handle;
}

Result<Buffer> Device::openIpc(const IpcHandle &handle) const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered.error();
  driver::IpcBytes bytes;
  std::memcpy(bytes.bytes, handle.bytes.data(), sizeof(bytes.bytes));
  driver::DeviceAddress base = 0;
  driver::Status status =
      state_->api.cuIpcOpenMemHandle(&base, bytes, driver::ipcLazyPeerAccess);
  if (status != driver::success)
    return state_->failWith(status, "cuIpcOpenMemHandle",
                            "a process cannot open a handle of its own");
  auto state = std::make_shared<detail::BufferState>();
  state->device = state_;
  state->address = base + handle.offset;
  state->size = static_cast<std::size_t>(handle.size);
  state->owner = std::make_shared<driver::DeviceAddress>(base);
  state->release = detail::Release::CloseIpc;
  return Buffer(std::move(state));
}

// Addresses -----------------------------------------------------------------

Result<PointerInfo> Device::pointerInfo(std::uint64_t address) const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered.error();
  int memoryType = 0;
  int isManaged = 0;
  int ordinal = -1;
  driver::DeviceAddress base = 0;
  std::size_t size = 0;
  int wanted[] = {driver::pointerMemoryType, driver::pointerIsManaged,
                  driver::pointerDeviceOrdinal, driver::pointerRangeStart,
                  driver::pointerRangeSize};
  void *values[] = {&memoryType, &isManaged, &ordinal, &base, &size};
  driver::Status status =
      state_->api.cuPointerGetAttributes(5, wanted, values, address);
  if (status != driver::success)
    return state_->fail(status, "cuPointerGetAttributes");
  PointerInfo info;
  using Kind = PointerInfo::Kind;
  if (isManaged)
    info.kind = Kind::Managed;
  else if (memoryType == driver::memoryHost)
    info.kind = Kind::Host;
  else if (memoryType == driver::memoryDevice)
    info.kind = Kind::Device;
  // Of an address that it does not know the driver's answers mean nothing.
  if (info.kind == Kind::Unknown)
    return info;
  info.device = ordinal;
  info.base = base;
  info.size = size;
  return info;
}

} // namespace pyk2ptx
