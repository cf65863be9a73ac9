// What the handles of runtime.h point to.
#ifndef PYK2PTX_RUNTIME_STATE_H
#define PYK2PTX_RUNTIME_STATE_H

#include "driver_api.h"
#include "pyk2ptx/runtime.h"

#include <atomic>
#include <mutex>

namespace pyk2ptx::detail {

struct DriverState {
  std::shared_ptr<const driver::Api> api;
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
  /// Copies it into `error`'s kernel and geometry, if there is one.
  void describe(Error &error);

private:
  std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
  bool used_ = false;
  char kernel_[64] = {};
  LaunchConfig config_;
};

/// One device and its primary context.
struct DeviceState {
  DeviceState(std::shared_ptr<DriverState> driver, driver::DeviceHandle device,
              int ordinal);
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
  std::optional<Error> lostTo();
  /// Reads the reports of every module launched, on `stream`, which the caller
  /// has synchronised; the first one found is reset and returned.
  Result<void> collectReports(driver::StreamHandle stream);
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

private:
  Result<driver::ContextHandle> retain();
  Error firstError();

  std::atomic<driver::ContextHandle> context_ = nullptr;
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

struct BufferState {
  ~BufferState();
  std::shared_ptr<DeviceState> device;
  driver::DeviceAddress address = 0;
  std::size_t size = 0;
};

struct HostBufferState {
  ~HostBufferState();
  std::shared_ptr<DeviceState> device;
  void *data = nullptr;
  std::size_t size = 0;
};

struct ModuleState {
  ~ModuleState();
  /// Notes a launch, so that the next synchronisation reads the report.
  void noteLaunch(const KernelInfo &kernel);
  /// The only kernel launched so far, or "" when there were several.
  std::string reporter() const;

  std::shared_ptr<DeviceState> device;
  driver::ModuleHandle handle = nullptr;
  ModuleInfo info;
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

} // namespace pyk2ptx::detail

#endif
