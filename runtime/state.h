// What the handles of runtime.h point to.
#ifndef PYK2PTX_RUNTIME_STATE_H
#define PYK2PTX_RUNTIME_STATE_H

#include "driver_api.h"
#include "pack_plan.h"
#include "pyk2ptx/runtime.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <tuple>

namespace pyk2ptx::detail {

/// How often this process became another by fork since the driver was used.
extern std::atomic<unsigned> forks;
/// Of a process that was forked after its parent had used the driver.
Error forkedError();
/// To be called before the driver is; that error, if it is of no use here.
std::optional<Error> beginUse();

struct DriverState {
  /// What lost `context`, or when that is null any device, to any handle.
  std::optional<Error> lossOf(driver::ContextHandle context);

  std::shared_ptr<const driver::Api> api;
  /// The forks before it.
  const unsigned madeAt = forks.load();
  bool isForked() const {
    return madeAt != forks.load(std::memory_order_relaxed);
  }
  bool launchBlocking = false;
  int deviceCount = 0;
  std::mutex mutex;
  /// By ordinal, and behind them those in given contexts; guarded by `mutex`,
  /// which is taken before a device's.
  std::vector<std::weak_ptr<DeviceState>> devices;
};

/// What errors call a kernel. It lives as long as its device.
struct KernelName {
  std::string name;
  std::string source;
  bool operator<(const KernelName &other) const {
    return std::tie(name, source) < std::tie(other.name, other.source);
  }
};

/// A launch, for the words of errors.
struct LaunchNote {
  const KernelName *kernel = nullptr;
  LaunchConfig config;
  void describe(Error &error) const;
};
/// Those of a graph, in the order of its nodes.
using GraphNotes = std::vector<LaunchNote>;

/// The last launch, kept for the words of an error that surfaces later. Writers
/// never wait: of two at once one is not kept.
class LastLaunch {
public:
  void set(const KernelName &kernel, const LaunchConfig &config) {
    if (busy_.test_and_set(std::memory_order_acquire))
      return;
    note_.kernel = &kernel;
    note_.config = config;
    busy_.clear(std::memory_order_release);
  }
  void setGraph(const std::shared_ptr<const GraphNotes> &notes);
  /// Copies it into `error`'s kernel and geometry, if there is one.
  void describe(Error &error);

private:
  std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
  /// Without a kernel: a graph's launch, or none yet.
  LaunchNote note_;
  std::shared_ptr<const GraphNotes> graph_;
};

/// What was launched during a capture.
struct Captured {
  /// Whether the stream was being captured at all.
  bool found = false;
  std::vector<std::shared_ptr<const void>> modules;
  GraphNotes notes;
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
  /// For destructors: nobody is told, but that the device is lost is noted.
  void noteFreed(driver::Status status, const char *call) {
    if (status != driver::success)
      (void)fail(status, call);
  }
  std::optional<Error> lostTo();
  /// Reads the reports of every module launched, on `stream`, which the caller
  /// has synchronised; the first one found is reset and returned.
  Result<void> collectReports(driver::StreamHandle stream);
  /// Whether every call is to fail with the first error.
  bool isLost() const { return lost_.load(std::memory_order_acquire); }
  /// That error, for a later call.
  Error firstError();
  /// The one `name` and `source` of all launches here.
  const KernelName &nameOf(const KernelInfo &kernel);
  /// The context, once enter() was called.
  driver::ContextHandle context() const { return context_.load(); }
  /// A launch while some stream captures: its graph will need the module.
  void noteCaptured(const std::shared_ptr<ModuleState> &module,
                    const LaunchNote &note);
  /// A capture has ended: what it may have used.
  Captured finishCapture(driver::StreamHandle stream);
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
  /// What was launched since the first of them began.
  Captured captured;
  /// The driver has refused a launch because of the thread's context, though
  /// the stream has one.
  std::atomic<bool> launchesNeedContext = false;

private:
  Result<driver::ContextHandle> retain();

  std::atomic<driver::ContextHandle> context_ = nullptr;
  const bool isGiven_;
  std::atomic<bool> lost_ = false;
  // Set once, before `lost_`; guarded by `mutex`.
  Error firstError_;
  // Guarded by `mutex`.
  std::set<KernelName> names_;
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
  /// What a kernel was opted into so far.
  struct Opted {
    std::atomic<std::uint32_t> shared = 0;
    std::atomic<bool> largeClusters = false;
  };
  /// By kernel.
  std::vector<Opted> opted;

private:
  std::atomic<const KernelInfo *> launchedKernel_ = nullptr;
  std::atomic<bool> severalKernels_ = false;
};

struct KernelState {
  KernelState(std::shared_ptr<ModuleState> module, const KernelInfo &info,
              driver::FunctionHandle handle);
  [[nodiscard]] bool isCooperative(const LaunchConfig &config) const {
    return config.cooperative || info->cooperative;
  }

  const std::shared_ptr<ModuleState> module;
  const KernelInfo *const info;
  /// The kernel that a launch with these parameters runs: one of `variants`, or
  /// this one; an error where it is for other launches.
  [[nodiscard]] Result<const KernelState *>
  kernelFor(const LaunchConfig &config, Span<const std::byte> params) const;

  const driver::FunctionHandle handle;
  const KernelName &name;
  const PackPlan plan;
  /// The kernel for launches of which more is true (KernelInfo::variantOf).
  std::vector<std::unique_ptr<const KernelState>> variants;
};

struct GraphState {
  ~GraphState();
  std::shared_ptr<DeviceState> device;
  driver::GraphHandle handle = nullptr;
  std::mutex mutex;
  /// Modules and host functions of the nodes; guarded by `mutex`.
  std::vector<std::shared_ptr<const void>> keeps;
  /// Their kernels; guarded by `mutex`.
  GraphNotes notes;
};

struct GraphExecState {
  ~GraphExecState();
  std::shared_ptr<DeviceState> device;
  driver::GraphExecHandle handle = nullptr;
  std::mutex mutex;
  std::vector<std::shared_ptr<const void>> keeps;
  /// Guarded by `mutex`; what it points to does not change.
  std::shared_ptr<const GraphNotes> notes;
};

/// Whether the launch asks for clusters that are not the kernel's own anyway.
bool asksForCluster(const KernelState &kernel, const LaunchConfig &config);
/// The first error that lost a device, for a later call.
Error asRepeated(Error error);
/// What a launch checks before it asks the driver; it opts into large clusters,
/// too, with the context entered.
Result<void> prepareCluster(const KernelState &kernel,
                            const LaunchConfig &config);
/// The same for a graph's node, with the dynamic shared memory.
Result<void> prepareNode(const KernelState &kernel, const LaunchConfig &config);
/// With the context entered.
driver::Status optIntoShared(const KernelState &kernel,
                             std::uint32_t sharedBytes);
/// The most blocks that the device runs at once.
Result<std::uint32_t> cooperativeBlocks(const KernelState &kernel,
                                        const LaunchConfig &config);
/// The most blocks that a cluster of such a launch can have.
Result<std::uint32_t> largestCluster(const KernelState &kernel,
                                     const LaunchConfig &config);
/// Pointers to the parameters in a block: how the driver wants those of
/// cooperative launches, which take no block.
class ParamPointers {
public:
  ParamPointers(const KernelInfo &kernel, Span<const std::byte> block) {
    const std::vector<ParamInfo> &params = kernel.params;
    if (params.empty())
      return;
    pointers_ = few_;
    if (params.size() > fewParams) {
      many_.resize(params.size());
      pointers_ = many_.data();
    }
    for (std::size_t i = 0; i < params.size(); ++i)
      pointers_[i] = const_cast<std::byte *>(block.data()) + params[i].offset;
  }
  ParamPointers(const ParamPointers &) = delete;
  ParamPointers &operator=(const ParamPointers &) = delete;
  void **get() { return pointers_; }

private:
  static constexpr std::size_t fewParams = 128;
  void *few_[fewParams];
  std::vector<void *> many_;
  void **pointers_ = nullptr;
};
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
