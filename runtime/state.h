// What the handles of runtime.h point to.
#ifndef PYK2PTX_RUNTIME_STATE_H
#define PYK2PTX_RUNTIME_STATE_H

#include "driver_api.h"
#include "pyk2ptx/runtime.h"

#include <atomic>
#include <mutex>

namespace pyk2ptx::detail {

/// How often this process became another by fork since the driver was used.
extern std::atomic<unsigned> forks;
/// Of a process that was forked after its parent had used the driver.
Error forkedError();
/// To be called before the driver is; that error, if it is of no use here.
std::optional<Error> beginUse();

struct DriverState {
  std::shared_ptr<const driver::Api> api;
  /// The forks before it.
  const unsigned madeAt = forks.load();
  bool launchBlocking = false;
  int deviceCount = 0;
  std::mutex mutex;
  /// By ordinal; guarded by `mutex`.
  std::vector<std::weak_ptr<DeviceState>> devices;
};

/// The last launch, kept for the words of an error that surfaces later. Writers
/// never wait: of two at once one is not kept.
class LastLaunch {
public:
  void set(const std::string &kernel, const LaunchConfig &config);
  void setGraph();
  /// Copies it into `error`'s kernel and geometry, if there is one.
  void describe(Error &error);

private:
  std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
  bool used_ = false;
  bool isGraph_ = false;
  char kernel_[64] = {};
  LaunchConfig config_;
};

/// One device and its primary context, or one given.
struct DeviceState {
  DeviceState(std::shared_ptr<DriverState> driver, driver::DeviceHandle device,
              int ordinal, driver::ContextHandle given = nullptr);
  ~DeviceState();
  DeviceState(const DeviceState &) = delete;
  DeviceState &operator=(const DeviceState &) = delete;

  /// Every call that needs the context starts with this: it fails fast where
  /// the device is lost, and makes the context current in this thread.
  Result<void> enter();
  /// The same for destructors: whether freeing makes sense at all.
  bool enterToFree();
  /// The error for a failed driver call; a sticky one loses the device.
  Error fail(driver::Status status, const char *call);
  Result<void> check(driver::Status status, const char *call);
  /// fail() with the words `detail`, unless it is about an earlier error.
  Error failWith(driver::Status status, const char *call,
                 const std::string &detail);
  std::optional<Error> lostTo();
  /// Reads the reports of every module launched, on `stream`, which the caller
  /// has synchronised; the first one found is reset and returned.
  Result<void> collectReports(driver::StreamHandle stream);
  /// The context, once enter() was called.
  driver::ContextHandle context() const { return context_.load(); }
  /// A launch while some stream captures: its graph will need the module.
  void noteCaptured(const std::shared_ptr<ModuleState> &module);
  /// A capture has ended: the modules that it may have used. Whether there was
  /// one is in `found`.
  std::vector<std::shared_ptr<const void>>
  finishCapture(driver::StreamHandle stream, bool &found);
  Result<int> attribute(int attribute);
  Result<LaunchLimits> limits();

  const std::shared_ptr<DriverState> driver;
  const driver::Api &api;
  const driver::DeviceHandle device;
  const int ordinal;
  LastLaunch lastLaunch;

  std::mutex mutex;
  /// Modules that have report sites; guarded by `mutex`.
  std::vector<std::weak_ptr<ModuleState>> reporting;
  /// How many streams are being captured, and which; the list and what follows
  /// are guarded by `mutex`.
  std::atomic<std::size_t> captures = 0;
  std::vector<driver::StreamHandle> capturing;
  /// Modules launched since the first of them began.
  std::vector<std::shared_ptr<const void>> captured;

private:
  Result<driver::ContextHandle> retain();
  Error firstError();

  std::atomic<driver::ContextHandle> context_ = nullptr;
  const bool isGiven_;
  std::atomic<bool> lost_ = false;
  // Set once, before `lost_`; guarded by `mutex`.
  Error firstError_;
};

struct StreamState {
  ~StreamState();
  std::shared_ptr<DeviceState> device;
  driver::StreamHandle handle = nullptr;
  bool owned = false;
};

struct EventState {
  ~EventState();
  std::shared_ptr<DeviceState> device;
  driver::EventHandle handle = nullptr;
  std::mutex mutex;
  /// Where it was recorded last; guarded by `mutex`.
  std::shared_ptr<StreamState> stream;
};

/// How memory goes back to where it came from.
enum class Release : std::uint8_t { Nothing, Free, FreeAsync, CloseIpc };

struct BufferState {
  ~BufferState();
  std::shared_ptr<DeviceState> device;
  driver::DeviceAddress address = 0;
  std::size_t size = 0;
  Release release = Release::Nothing;
  std::mutex mutex;
  /// Where FreeAsync frees; guarded by `mutex`.
  std::shared_ptr<StreamState> stream;
  /// Of a view: whoever owns the memory.
  std::shared_ptr<const void> owner;
};

struct HostBufferState {
  ~HostBufferState();
  std::shared_ptr<DeviceState> device;
  void *data = nullptr;
  std::size_t size = 0;
  bool isRegistered = false;
};

/// A CUlibrary, or the bytes of one for drivers that know only CUmodules.
struct LibraryState {
  ~LibraryState();
  std::shared_ptr<DriverState> driver;
  driver::LibraryHandle handle = nullptr;
  ModuleInfo info;
  /// Where there is no CUlibrary: what each device loads.
  std::string image;
  /// The driver may compile when a device first needs the code, and then
  /// writes here.
  std::string log;
  /// A device that had the code is lost; the driver is left alone then.
  std::atomic<bool> isLost = false;
  std::mutex mutex;
  /// One a device; guarded by `mutex`.
  std::vector<std::weak_ptr<ModuleState>> modules;
};

struct ModuleState {
  ~ModuleState();
  /// Notes a launch, so that the next synchronisation reads the report.
  void noteLaunch(const KernelInfo &kernel);
  /// The only kernel launched so far, or "" when there were several.
  std::string reporter() const;
  /// The function of `kernel`, with the context entered.
  Result<driver::FunctionHandle> function(const KernelInfo &kernel);
  Result<std::pair<driver::DeviceAddress, std::size_t>>
  global(const std::string &name);

  std::shared_ptr<DeviceState> device;
  /// The code: `library`, or a module of this device's own.
  std::shared_ptr<LibraryState> library;
  driver::ModuleHandle handle = nullptr;
  const ModuleInfo *info = nullptr;
  std::function<void(void *)> onUnload;
  /// Of the module's Report; 0 when it has none.
  driver::DeviceAddress report = 0;
  std::atomic<bool> launched = false;
  /// By kernel, the dynamic shared memory opted into so far.
  std::vector<std::atomic<std::uint32_t>> optedShared;

private:
  std::atomic<const KernelInfo *> launchedKernel_ = nullptr;
  std::atomic<bool> severalKernels_ = false;
};

struct KernelState {
  std::shared_ptr<ModuleState> module;
  const KernelInfo *info = nullptr;
  driver::FunctionHandle handle = nullptr;
};

struct GraphState {
  ~GraphState();
  std::shared_ptr<DeviceState> device;
  driver::GraphHandle handle = nullptr;
  std::mutex mutex;
  /// Modules and host functions of the nodes; guarded by `mutex`.
  std::vector<std::shared_ptr<const void>> keeps;
};

struct GraphExecState {
  ~GraphExecState();
  std::shared_ptr<DeviceState> device;
  driver::GraphExecHandle handle = nullptr;
  std::mutex mutex;
  std::vector<std::shared_ptr<const void>> keeps;
};

/// What a launch checks before it asks the driver; then it enters the context
/// and opts into the dynamic shared memory.
Result<void> prepareLaunch(const KernelState &kernel,
                           const LaunchConfig &config, std::size_t blockBytes);
driver::Status optIntoShared(const KernelState &kernel,
                             std::uint32_t sharedBytes);
/// The options of the driver's compiler; its log goes to `log`, which must
/// outlive the code.
struct JitOptions {
  JitOptions(std::string &log, unsigned maxRegisters);
  int names[3];
  void *values[3];
  unsigned count;
};
/// What the compiler logged, without the line ends behind it.
std::string trimmedLog(const std::string &log);
/// Links `ptx` with `options.link` for the device; the result is a cubin.
Result<std::string> linkCode(DeviceState &device, const char *ptx,
                             const LoadOptions &options);
/// The error for a refused launch.
Error launchError(const KernelState &kernel, const LaunchConfig &config,
                  driver::Status status, const char *call);

} // namespace pyk2ptx::detail

#endif
