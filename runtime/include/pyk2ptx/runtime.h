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
// primary context current in its thread and leaves it so. Destructors ignore
// errors, which the next call reports again if they matter.
//
// After an error with Error::sticky the device is lost to this process: every
// later call on it returns that first error at once, with Error::repeated set.
#ifndef PYK2PTX_RUNTIME_H
#define PYK2PTX_RUNTIME_H

#include "pyk2ptx/abi.h"
#include "pyk2ptx/argument.h"
#include "pyk2ptx/error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace pyk2ptx {

namespace detail {
struct DriverState;
struct DeviceState;
struct StreamState;
struct EventState;
struct BufferState;
struct HostBufferState;
struct ModuleState;
struct KernelState;
} // namespace detail

/// A queue of work on a device. Work of one stream runs in order.
class Stream {
public:
  explicit Stream(std::shared_ptr<detail::StreamState> state);

  /// Waits for all work queued so far. Returns what went wrong in it: the
  /// driver's error, or what a kernel reported (IndexError, ...), after which
  /// the device stays usable.
  [[nodiscard]] Result<void> synchronize() const;
  /// Whether all work queued so far has run. Reads no reports.
  [[nodiscard]] Result<bool> isDone() const;
  /// Lets later work wait for `event`.
  [[nodiscard]] Result<void> wait(const class Event &event) const;

  /// The CUstream.
  [[nodiscard]] void *handle() const;
  [[nodiscard]] const std::shared_ptr<detail::StreamState> &state() const {
    return state_;
  }

private:
  std::shared_ptr<detail::StreamState> state_;
};

/// A moment in a stream.
class Event {
public:
  explicit Event(std::shared_ptr<detail::EventState> state);

  /// Marks the moment when the work queued so far has run.
  [[nodiscard]] Result<void> record(const Stream &stream) const;
  /// Waits for the recorded moment; reads reports as Stream::synchronize does.
  [[nodiscard]] Result<void> synchronize() const;
  /// Milliseconds from `start` to this event; both must have been reached.
  [[nodiscard]] Result<float> elapsedMs(const Event &start) const;

  /// The CUevent.
  [[nodiscard]] void *handle() const;

private:
  std::shared_ptr<detail::EventState> state_;
};

/// Device memory.
class Buffer {
public:
  explicit Buffer(std::shared_ptr<detail::BufferState> state);

  /// The device address; 0 for an empty buffer.
  [[nodiscard]] std::uint64_t address() const { return address_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// The address as a typed pointer, for arrayView; not to be dereferenced.
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

private:
  std::shared_ptr<detail::BufferState> state_;
  std::uint64_t address_;
  std::size_t size_;
};

/// Host memory that the device copies from and to at full speed (pinned).
class HostBuffer {
public:
  explicit HostBuffer(std::shared_ptr<detail::HostBufferState> state);
  [[nodiscard]] void *data() const;
  [[nodiscard]] std::size_t size() const;

private:
  std::shared_ptr<detail::HostBufferState> state_;
};

/// Everything about a launch but its arguments.
struct LaunchConfig {
  Dim3 grid;
  Dim3 block;
  /// Dynamic shared memory. More than 48 KiB is opted into by itself.
  std::uint32_t sharedBytes = 0;
  /// All blocks run at once, so that the grid can synchronise. A kernel whose
  /// threads do so is launched like this by itself.
  bool cooperative = false;
};

/// What the driver says of a compiled kernel.
struct KernelAttributes {
  int registers = 0;
  int maxThreadsPerBlock = 0;
  int staticSharedBytes = 0;
  int localBytes = 0;
  int constantBytes = 0;
};

/// One kernel of a Module.
class Kernel {
public:
  explicit Kernel(std::shared_ptr<detail::KernelState> state);

  [[nodiscard]] const KernelInfo &info() const;
  [[nodiscard]] Result<KernelAttributes> attributes() const;
  /// The most blocks of that size that the device runs at once: the largest
  /// grid of a cooperative launch.
  [[nodiscard]] Result<std::uint32_t>
  maxCooperativeBlocks(Dim3 block, std::uint32_t sharedBytes) const;
  /// The CUfunction.
  [[nodiscard]] void *handle() const;

  /// Checks and converts `args` (C++ scalars, std::complex, ArrayView,
  /// Argument) as packArguments does, and queues the launch on `stream`.
  template <typename... Args>
  [[nodiscard]] Result<void> launch(const Stream &stream, Dim3 grid, Dim3 block,
                                    std::uint32_t sharedBytes,
                                    const Args &...args) const {
    LaunchConfig config{grid, block, sharedBytes, false};
    if constexpr (sizeof...(args) == 0) {
      return launchArguments(stream, config, {});
    } else {
      const Argument arguments[] = {Argument(args)...};
      return launchArguments(stream, config, arguments);
    }
  }

  [[nodiscard]] Result<void>
  launchArguments(const Stream &stream, const LaunchConfig &config,
                  Span<const Argument> arguments) const;

  /// Queues the launch with a parameter block made by packArguments, or
  /// elsewhere by the ABI; it is read before the call returns. Allocates
  /// nothing and waits for nothing. The geometry is the driver's to judge; its
  /// error names the kernel and the geometry.
  [[nodiscard]] Result<void> launchPacked(const Stream &stream,
                                          const LaunchConfig &config,
                                          Span<const std::byte> block) const;
  [[nodiscard]] Result<void> launchPacked(const Stream &stream, Dim3 grid,
                                          Dim3 block, std::uint32_t sharedBytes,
                                          Span<const std::byte> params) const {
    return launchPacked(stream, LaunchConfig{grid, block, sharedBytes, false},
                        params);
  }

private:
  std::shared_ptr<detail::KernelState> state_;
};

/// Loaded PTX, or an image made from it.
class Module {
public:
  explicit Module(std::shared_ptr<detail::ModuleState> state);

  /// What the PTX's head states.
  [[nodiscard]] const ModuleInfo &info() const;
  /// The kernel of this entry name or, first signature first, Python name.
  /// NotFound lists what there is.
  [[nodiscard]] Result<Kernel> kernel(const std::string &name) const;
  /// A module variable's address and size.
  [[nodiscard]] Result<std::pair<std::uint64_t, std::size_t>>
  global(const std::string &name) const;

private:
  std::shared_ptr<detail::ModuleState> state_;
};

struct ComputeCapability {
  int major = 0;
  int minor = 0;
};

struct MemoryInfo {
  std::size_t free = 0;
  std::size_t total = 0;
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
  /// A CUdevice_attribute by its number.
  [[nodiscard]] Result<int> attribute(int attribute) const;
  [[nodiscard]] Result<MemoryInfo> memory() const;
  [[nodiscard]] Result<LaunchLimits> limits() const;

  /// The legacy default stream.
  [[nodiscard]] Stream defaultStream() const;
  [[nodiscard]] Result<Stream> createStream() const;
  /// Somebody else's CUstream, which must outlive the handle.
  [[nodiscard]] Stream wrapStream(void *stream) const;
  [[nodiscard]] Result<Event> createEvent(bool timing = true) const;

  [[nodiscard]] Result<Buffer> allocate(std::size_t bytes) const;
  [[nodiscard]] Result<HostBuffer> allocateHost(std::size_t bytes) const;

  /// Loads PTX text by its head, or a cubin or a fatbin that pyk2ptx made,
  /// which has its head behind it. On a JIT failure Error::detail is its log.
  [[nodiscard]] Result<Module> load(const std::string &ptx) const;
  [[nodiscard]] Result<Module> loadFile(const std::string &path) const;
  /// Loads a cubin, a fatbin or PTX text ending in 0 whose facts are `info`.
  [[nodiscard]] Result<Module> loadImage(const void *image,
                                         ModuleInfo info) const;

  /// Waits for all streams; otherwise as Stream::synchronize.
  [[nodiscard]] Result<void> synchronize() const;
  /// The sticky error that lost the device, if any.
  [[nodiscard]] std::optional<Error> lostTo() const;

  [[nodiscard]] const std::shared_ptr<detail::DeviceState> &state() const {
    return state_;
  }

private:
  std::shared_ptr<detail::DeviceState> state_;
};

/// The loaded CUDA driver. Keep one: devices of the same Driver share their
/// state.
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
