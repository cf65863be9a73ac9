// Devices, streams, events and memory as Python objects: the GPU's by
// runtime.h, and the CPU device's, where all is done when the call returns.
#ifndef PYK2PTX_PYTHON_DEVICES_H
#define PYK2PTX_PYTHON_DEVICES_H

#include "python_api.h"

#include <pyk2ptx/runtime.h>

#include <chrono>
#include <cstddef>
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

/// Memory of a device: a Buffer, a HostBuffer, or on the CPU device the heap's.
class Memory {
public:
  explicit Memory(Buffer buffer) : gpu_(std::move(buffer)) {}
  explicit Memory(HostBuffer buffer) : pinned_(std::move(buffer)) {}
  /// `host` is from std::malloc.
  Memory(void *host, std::size_t size) : host_(host), size_(size) {}
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  ~Memory();

  std::uint64_t address() const;
  std::size_t size() const;
  /// Where the host reads it, or null.
  std::byte *onHost() const;
  const std::optional<Buffer> &gpu() const { return gpu_; }

private:
  std::optional<Buffer> gpu_;
  std::optional<HostBuffer> pinned_;
  void *host_ = nullptr;
  std::size_t size_ = 0;
};

/// Borrowed; null with an exception set.
PyObject *currentDevice();

/// The stream that a launch's `object` means: None or 0 is the default stream;
/// ours; a CUstream as an int; whatever has __cuda_stream__. False with an
/// exception set. On the CPU device `stream` stays empty.
bool toStream(PyObject *object, const DeviceRef &device,
              std::optional<Stream> &stream);

} // namespace pyk2ptx::python

#endif
