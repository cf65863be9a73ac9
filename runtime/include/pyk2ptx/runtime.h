// Load PTX that pyk2ptx compiled, and launch its kernels, from C++17.
//
//   auto driver = pyk2ptx::initialize();
//   if (!driver) return fail(driver.error().what());
//   auto device = driver->device(0).value();
//   auto module = device.loadFile("k.ptx").value();
//   auto saxpy = module.kernel("saxpy").value();
//   auto x = device.allocate(n * sizeof(float)).value();
//   x.upload(host.data(), n * sizeof(float)).value();
//   saxpy.launch(device.defaultStream(), grid, block, 0, 2.0f,
//                pyk2ptx::arrayView(x.as<float>(), {n})).value();
//   device.synchronize().value();
//
// Every class is a handle: copying it shares the object, the last copy frees
// it, and it keeps alive what it needs (a Kernel its Module, that its Device).
// No function throws, except Result::value() where the caller has exceptions
// on. Every function may be called from any thread; each makes the device's
// context current in its thread and leaves it so, but for a launch in a stream
// that is not a default one, which needs no current context. Destructors ignore
// errors, which the next call reports again if they matter.
//
// A process that is forked after the driver was used cannot use it: every call
// says so (CUDA_ERROR_NOT_INITIALIZED).
//
// After an error with Error::sticky the device is lost to this process: every
// later call on it returns that first error at once, with Error::repeated set.
// What only describes the GPU is still told.
#ifndef PYK2PTX_RUNTIME_H
#define PYK2PTX_RUNTIME_H

#include "pyk2ptx/abi.h"
#include "pyk2ptx/argument.h"
#include "pyk2ptx/buffer.h"
#include "pyk2ptx/error.h"
#include "pyk2ptx/graph.h"
#include "pyk2ptx/module.h"
#include "pyk2ptx/stream.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyk2ptx {

namespace detail {
struct DriverState;
struct DeviceState;
} // namespace detail

struct ComputeCapability {
  int major = 0;
  int minor = 0;
};

struct MemoryInfo {
  std::size_t free = 0;
  std::size_t total = 0;
};

/// What a device has for all its kernels, in bytes: CUlimit.
enum class DeviceLimit : int {
  /// A thread's stack, where the code does not tell how much it needs: a
  /// function calls itself. At first 1,024.
  Stack = 0,
  /// What print may write between two synchronisations.
  PrintBuffer = 1,
  /// What kernels of other compilers allocate.
  Heap = 2,
};

struct StreamPriorities {
  /// The number of the lowest priority, 0, and of the greatest, below it.
  int least = 0;
  int greatest = 0;
};

/// A GPU. Its primary context is retained when the first call needs it.
class Device {
public:
  explicit Device(std::shared_ptr<detail::DeviceState> state);

  /// initialize() and Driver's functions in one step.
  [[nodiscard]] static Result<int> count();
  [[nodiscard]] static Result<Device> get(int ordinal = 0);

  [[nodiscard]] int ordinal() const;
  [[nodiscard]] Result<std::string> name() const;
  [[nodiscard]] Result<ComputeCapability> computeCapability() const;
  /// 16 bytes that are the GPU's wherever it is plugged in.
  [[nodiscard]] Result<std::array<std::uint8_t, 16>> uuid() const;
  /// "0000:01:00.0".
  [[nodiscard]] Result<std::string> pciBusId() const;
  /// A CUdevice_attribute by its number, or by its name in cuda.h, with or
  /// without CU_DEVICE_ATTRIBUTE_.
  [[nodiscard]] Result<int> attribute(int attribute) const;
  [[nodiscard]] Result<int> attribute(std::string_view name) const;
  [[nodiscard]] Result<MemoryInfo> memory() const;
  [[nodiscard]] Result<LaunchLimits> limits() const;
  [[nodiscard]] Result<std::size_t> limit(DeviceLimit limit) const;
  /// Waits for running kernels, and may round up.
  [[nodiscard]] Result<void> setLimit(DeviceLimit limit,
                                      std::size_t bytes) const;

  /// The stream that CUDA calls 0: the legacy default stream.
  [[nodiscard]] Stream defaultStream() const;
  /// The same by its own handle, CU_STREAM_LEGACY.
  [[nodiscard]] Stream legacyStream() const;
  /// The default stream of the calling thread, CU_STREAM_PER_THREAD.
  [[nodiscard]] Stream perThreadStream() const;
  [[nodiscard]] Result<Stream>
  createStream(const StreamOptions &options = {}) const;
  [[nodiscard]] Result<StreamPriorities> streamPriorities() const;
  /// Somebody else's CUstream, which must outlive the handle.
  [[nodiscard]] Stream wrapStream(void *stream) const;
  [[nodiscard]] Result<Event> createEvent(bool timing = true) const;
  [[nodiscard]] Result<Event> createEvent(const EventOptions &options) const;
  [[nodiscard]] Result<Event> openIpcEvent(const IpcHandle &handle) const;
  [[nodiscard]] Result<Graph> createGraph() const;

  [[nodiscard]] Result<Buffer> allocate(std::size_t bytes) const;
  /// Memory that both the host and the device use by the same address.
  /// `forHost` keeps it from other streams until it is attached to one.
  [[nodiscard]] Result<Buffer> allocateManaged(std::size_t bytes,
                                               bool forHost = false) const;
  /// Memory of the pool, from this moment of the stream on, which waits for
  /// nothing and can be captured.
  [[nodiscard]] Result<Buffer> allocateAsync(const Stream &stream,
                                             std::size_t bytes) const;
  [[nodiscard]] Result<MemoryPool> pool() const;
  /// Somebody else's memory; it is never freed, and `owner` kept until the last
  /// handle is gone.
  [[nodiscard]] Buffer wrapMemory(std::uint64_t address, std::size_t bytes,
                                  std::shared_ptr<const void> owner = {}) const;
  [[nodiscard]] Result<HostBuffer>
  allocateHost(std::size_t bytes, const HostOptions &options = {}) const;
  /// Pins somebody else's host memory as long as the handle lives.
  [[nodiscard]] Result<HostBuffer>
  registerHost(void *data, std::size_t bytes,
               const HostOptions &options = {}) const;
  [[nodiscard]] Result<PointerInfo> pointerInfo(std::uint64_t address) const;
  /// Memory of another process.
  [[nodiscard]] Result<Buffer> openIpc(const IpcHandle &handle) const;

  /// Whether kernels here can use memory of `other`, and letting them.
  [[nodiscard]] Result<bool> canAccess(const Device &other) const;
  [[nodiscard]] Result<void> enablePeerAccess(const Device &other) const;
  [[nodiscard]] Result<void> disablePeerAccess(const Device &other) const;

  /// Loads PTX text by its head, or a cubin or a fatbin that pyk2ptx made,
  /// which has its head behind it. On a JIT failure Error::detail is its log.
  [[nodiscard]] Result<Module> load(const std::string &ptx,
                                    const LoadOptions &options = {}) const;
  [[nodiscard]] Result<Module> loadFile(const std::string &path,
                                        const LoadOptions &options = {}) const;
  /// Loads a cubin, a fatbin or PTX text ending in 0 whose facts are `info`.
  /// To be linked, it must be PTX.
  [[nodiscard]] Result<Module> loadImage(const void *image, ModuleInfo info,
                                         const LoadOptions &options = {}) const;

  /// Waits for all streams; otherwise as Stream::synchronize.
  [[nodiscard]] Result<void> synchronize() const;
  /// The sticky error that lost the device, if any.
  [[nodiscard]] std::optional<Error> lostTo() const;
  /// Begins and ends what profilers that were told to wait record.
  [[nodiscard]] Result<void> startProfiler() const;
  [[nodiscard]] Result<void> stopProfiler() const;
  /// The CUcontext.
  [[nodiscard]] Result<void *> context() const;

  [[nodiscard]] const std::shared_ptr<detail::DeviceState> &state() const {
    return state_;
  }

private:
  std::shared_ptr<detail::DeviceState> state_;
};

/// Whose work the stream queues.
[[nodiscard]] Device deviceOf(const Stream &stream);

/// The loaded CUDA driver. As long as one is kept, initialize() gives the same
/// again, and so do its devices.
class Driver {
public:
  explicit Driver(std::shared_ptr<detail::DriverState> state);

  /// 13000 for CUDA 13.0.
  [[nodiscard]] Result<int> version() const;
  /// The library it was loaded from.
  [[nodiscard]] const std::string &path() const;
  /// At least 1: initialize() fails where there is no device.
  [[nodiscard]] int deviceCount() const;
  [[nodiscard]] Result<Device> device(int ordinal) const;
  /// The device in a CUcontext made elsewhere, which must outlive all handles.
  /// Each call makes a Device of its own.
  [[nodiscard]] Result<Device> wrapContext(void *context) const;

  /// Load as Device's do, for all devices together.
  [[nodiscard]] Result<Library> load(const std::string &ptx) const;
  [[nodiscard]] Result<Library> loadFile(const std::string &path) const;

private:
  std::shared_ptr<detail::DriverState> state_;
};

/// Loads the driver from `library`, or when that is empty from
/// $PYK2PTX_LIBCUDA, or from where the system has it. NotFound says what was
/// tried; CUDA_ERROR_NO_DEVICE that there is a driver and no GPU.
/// $PYK2PTX_LAUNCH_BLOCKING=1 makes every launch wait for its kernel, so that
/// an error names the launch that caused it.
[[nodiscard]] Result<Driver> initialize(const std::string &library = "");

} // namespace pyk2ptx

#endif
