// Memory: of the device, managed, of the stream-ordered pool, pinned, and views
// of memory that others own. Part of runtime.h.
#ifndef PYK2PTX_BUFFER_H
#define PYK2PTX_BUFFER_H

#include "pyk2ptx/stream.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace pyk2ptx {

namespace detail {
struct DeviceState;
struct BufferState;
struct HostBufferState;
} // namespace detail

/// A place where managed memory can be.
struct MemoryPlace {
  /// CUmemLocationType.
  enum class Kind : std::uint8_t { Device = 1, Host = 2, HostNode = 3 };
  Kind kind = Kind::Host;
  /// The device's ordinal, or the number of the host's NUMA node.
  int id = 0;

  [[nodiscard]] static constexpr MemoryPlace device(int ordinal) {
    return {Kind::Device, ordinal};
  }
  [[nodiscard]] static constexpr MemoryPlace host() { return {Kind::Host, 0}; }
  /// Needs a driver of CUDA 12.2.
  [[nodiscard]] static constexpr MemoryPlace hostNode(int node) {
    return {Kind::HostNode, node};
  }
};

/// How managed memory will be used (CUmem_advise).
enum class MemoryAdvice : std::uint8_t {
  SetReadMostly = 1,
  UnsetReadMostly = 2,
  SetPreferredLocation = 3,
  UnsetPreferredLocation = 4,
  SetAccessedBy = 5,
  UnsetAccessedBy = 6
};

/// Memory that kernels read and write.
class Buffer {
public:
  explicit Buffer(std::shared_ptr<detail::BufferState> state);

  /// The device address; 0 for an empty buffer.
  [[nodiscard]] std::uint64_t address() const { return address_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// The address as a typed pointer, for arrayView; to be dereferenced only if
  /// the memory is managed.
  template <typename T> [[nodiscard]] T *as() const {
    return reinterpret_cast<T *>(static_cast<std::uintptr_t>(address_));
  }

  /// These run on the default stream and return when done. A range outside the
  /// buffer is a ValueError. download is a synchronisation: like
  /// Stream::synchronize it returns what kernels reported (the bytes are then
  /// copied all the same).
  [[nodiscard]] Result<void> upload(const void *from, std::size_t bytes,
                                    std::size_t offset = 0) const;
  [[nodiscard]] Result<void> download(void *to, std::size_t bytes,
                                      std::size_t offset = 0) const;
  [[nodiscard]] Result<void> fill(std::uint8_t value) const;

  /// The same queued on `stream`. Host memory must stay until they have run,
  /// and they overlap other work only if it is a HostBuffer's.
  [[nodiscard]] Result<void> uploadAsync(const Stream &stream, const void *from,
                                         std::size_t bytes,
                                         std::size_t offset = 0) const;
  [[nodiscard]] Result<void> downloadAsync(const Stream &stream, void *to,
                                           std::size_t bytes,
                                           std::size_t offset = 0) const;
  [[nodiscard]] Result<void> fillAsync(const Stream &stream,
                                       std::uint8_t value) const;
  /// Copies from another buffer, of another device too (with peer access
  /// directly, without it through the host).
  [[nodiscard]] Result<void>
  copyFromAsync(const Stream &stream, const Buffer &from, std::size_t bytes,
                std::size_t offset = 0, std::size_t fromOffset = 0) const;

  /// Moves managed memory to the stream's device, to the host or to another
  /// place, before it is used there.
  [[nodiscard]] Result<void> prefetchAsync(const Stream &stream) const;
  [[nodiscard]] Result<void> prefetchToHostAsync(const Stream &stream) const;
  [[nodiscard]] Result<void> prefetchAsync(const Stream &stream,
                                           MemoryPlace place) const;
  /// Tells the driver how managed memory will be used; read-mostly means every
  /// place.
  [[nodiscard]] Result<void>
  advise(MemoryAdvice advice, MemoryPlace place = MemoryPlace::host()) const;

  /// Lets work of this stream alone use managed memory, from its place in the
  /// stream on; the host may then use it while other streams run.
  [[nodiscard]] Result<void> attach(const Stream &stream) const;

  /// Of memory of allocateAsync: free it in this stream's order once the last
  /// handle is gone; else it is the stream that it was allocated in.
  [[nodiscard]] Result<void> freeOn(const Stream &stream) const;
  /// A part of it, which keeps the whole alive.
  [[nodiscard]] Result<Buffer> slice(std::size_t offset,
                                     std::size_t bytes) const;
  /// For Device::openIpc in another process, while this one keeps the buffer.
  /// Memory of allocate() only.
  [[nodiscard]] Result<IpcHandle> ipcHandle() const;

  [[nodiscard]] const std::shared_ptr<detail::BufferState> &state() const {
    return state_;
  }

private:
  std::shared_ptr<detail::BufferState> state_;
  std::uint64_t address_;
  std::size_t size_;
};

struct HostOptions {
  /// Pinned for every context, not for the device's alone.
  bool portable = false;
  /// Kernels may access it: HostBuffer::deviceAddress.
  bool mapped = false;
  /// Fast to write and to copy, slow to read (allocateHost only).
  bool writeCombined = false;
};

/// Host memory that the device copies from and to at full speed (pinned).
class HostBuffer {
public:
  explicit HostBuffer(std::shared_ptr<detail::HostBufferState> state);
  [[nodiscard]] void *data() const;
  [[nodiscard]] std::size_t size() const;
  /// Where kernels find it; needs HostOptions::mapped.
  [[nodiscard]] Result<std::uint64_t> deviceAddress() const;

private:
  std::shared_ptr<detail::HostBufferState> state_;
};

/// A device's pool, which allocateAsync takes from.
class MemoryPool {
public:
  MemoryPool(std::shared_ptr<detail::DeviceState> device, void *handle)
      : device_(std::move(device)), handle_(handle) {}

  /// Gives unused memory back to the system, down to `keepBytes`.
  [[nodiscard]] Result<void> trim(std::size_t keepBytes = 0) const;
  /// How much unused memory a synchronisation leaves in the pool; 0 at first.
  [[nodiscard]] Result<std::uint64_t> releaseThreshold() const;
  [[nodiscard]] Result<void> setReleaseThreshold(std::uint64_t bytes) const;
  [[nodiscard]] Result<std::uint64_t> reservedBytes() const;
  [[nodiscard]] Result<std::uint64_t> usedBytes() const;
  /// The most that was in use since the last reset.
  [[nodiscard]] Result<std::uint64_t> usedHighBytes() const;
  [[nodiscard]] Result<void> resetUsedHigh() const;
  /// The CUmemoryPool.
  [[nodiscard]] void *handle() const { return handle_; }

private:
  [[nodiscard]] Result<std::uint64_t> get(int attribute) const;
  [[nodiscard]] Result<void> set(int attribute, std::uint64_t value) const;

  std::shared_ptr<detail::DeviceState> device_;
  void *handle_;
};

/// What the driver knows of an address.
struct PointerInfo {
  enum class Kind : std::uint8_t {
    /// Ordinary host memory, or no memory at all.
    Unknown,
    Host,
    Device,
    Managed
  };
  Kind kind = Kind::Unknown;
  /// The ordinal of the device that it was allocated or registered on, or -1.
  int device = -1;
  /// The allocation around it.
  std::uint64_t base = 0;
  std::size_t size = 0;
};

} // namespace pyk2ptx

#endif
