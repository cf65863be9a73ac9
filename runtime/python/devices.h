// Devices, streams, events and memory as Python objects: the GPU's by
// runtime.h, and the CPU device's, where all is done when the call returns.
#ifndef PYK2PTX_PYTHON_DEVICES_H
#define PYK2PTX_PYTHON_DEVICES_H

#include "python_api.h"

#include <pyk2ptx/runtime.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>

namespace pyk2ptx::python {

/// A GPU, or without one the CPU device.
struct DeviceRef {
  std::optional<Device> gpu;
  bool isCpu() const { return !gpu; }
};

struct StreamRef {
  DeviceRef device;
  std::optional<Stream> gpu;
};

struct EventRef {
  DeviceRef device;
  std::optional<Event> gpu;
  std::chrono::steady_clock::time_point moment;
  bool isRecorded = false;
};

/// Memory of a device: a Buffer, host memory that the device reaches, or on the
/// CPU device the host's. Whatever it is freed by may wait for the GPU, so that
/// happens without the interpreter's lock.
class Memory {
public:
  /// `host` is where the host reads it too, if it does (managed memory).
  Memory(Device device, Buffer buffer, std::byte *host = nullptr);
  /// Pinned; `mapped` is the same memory as kernels see it, if they do.
  Memory(Device device, HostBuffer pinned, std::optional<Buffer> mapped);
  /// `host` is from std::aligned_alloc.
  Memory(void *host, std::size_t size);
  /// Somebody else's memory, on the CPU device.
  Memory(std::byte *host, std::size_t size, Ref owner);
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  ~Memory();

  /// As kernels see it.
  std::uint64_t address() const;
  std::size_t size() const { return size_; }
  /// Where the host reads it, or null.
  std::byte *onHost() const { return host_; }
  /// Copies go through the driver where there is one.
  const std::optional<Buffer> &gpu() const { return gpu_; }
  /// Gives it back now, whoever still refers to it.
  void release();
  /// The GPU that it was made for; none on the CPU device.
  const std::optional<Device> &device() const { return device_; }

private:
  std::optional<Device> device_;
  std::optional<Buffer> gpu_;
  std::optional<HostBuffer> pinned_;
  void *heap_ = nullptr;
  std::byte *host_ = nullptr;
  std::size_t size_ = 0;
  Ref owner_;
};

/// Keeps a Python object for C++, which may let it go on any thread.
std::shared_ptr<const void> keepObject(PyObject *object);
/// Memory that is let go is kept from now on, until as many calls ended that.
void beginDeferral();
void endDeferral();
/// Frees what was kept. With the interpreter's lock.
void freeDeferred();
/// Borrowed; null with an exception set.
PyObject *currentDevice();

/// Whether the default stream is each thread's own.
bool isDefaultPerThread();
/// The stream that a launch's `object` means: None or 0 is the default stream;
/// ours; a CUstream as an int; whatever has __cuda_stream__. False with an
/// exception set. On the CPU device `stream` stays empty.
bool toStream(PyObject *object, const DeviceRef &device,
              std::optional<Stream> &stream);

} // namespace pyk2ptx::python

#endif
