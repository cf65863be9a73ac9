// The driver and its devices.
//
// The context is where CUDA's errors live: an illegal access kills it, and then
// every later call fails with the same status though nothing is wrong with the
// call. So all calls go through DeviceState, which remembers the first such
// error, with the launch that it followed, and answers with that from then on.
#include "state.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace pyk2ptx {

namespace detail {

void LaunchNote::describe(Error &error) const {
  error.kernel = kernel->name;
  error.source = kernel->source;
  error.hasGeometry = true;
  error.grid = config.grid;
  error.block = config.block;
  error.sharedBytes = config.sharedBytes;
}

void LastLaunch::setGraph(const std::shared_ptr<const GraphNotes> &notes) {
  if (busy_.test_and_set(std::memory_order_acquire))
    return;
  note_.kernel = nullptr;
  graph_ = notes;
  busy_.clear(std::memory_order_release);
}

namespace {

// Of one kernel all is known; of several, which they are.
void describeGraph(const GraphNotes &notes, Error &error) {
  error.detail = "the last launch was a graph's";
  if (notes.size() == 1)
    return notes.front().describe(error);
  std::set<KernelName> names;
  for (const LaunchNote &note : notes)
    if (names.insert(*note.kernel).second)
      error.detail += (names.size() == 1 ? ", of the kernels " : ", ") +
                      note.kernel->name + " of " + note.kernel->source;
}

} // namespace

void LastLaunch::describe(Error &error) {
  if (busy_.test_and_set(std::memory_order_acquire))
    return;
  if (note_.kernel)
    note_.describe(error);
  else if (graph_)
    describeGraph(*graph_, error);
  busy_.clear(std::memory_order_release);
}

std::optional<Error> DriverState::lossOf(driver::ContextHandle context) {
  std::lock_guard<std::mutex> lock(mutex);
  for (const std::weak_ptr<DeviceState> &weak : devices)
    if (std::shared_ptr<DeviceState> device = weak.lock())
      if (!context || device->context() == context)
        if (std::optional<Error> loss = device->lostTo())
          return loss;
  return std::nullopt;
}

DeviceState::DeviceState(std::shared_ptr<DriverState> driver,
                         driver::DeviceHandle device, int ordinal,
                         driver::ContextHandle given)
    : driver(std::move(driver)), api(*this->driver->api), device(device),
      ordinal(ordinal), context_(given), isGiven_(given != nullptr) {}

DeviceState::~DeviceState() {
  if (context_.load() && !isGiven_ && !driver->isForked())
    (void)api.cuDevicePrimaryCtxRelease(device);
}

Result<driver::ContextHandle> DeviceState::retain() {
  std::lock_guard<std::mutex> lock(mutex);
  driver::ContextHandle context = context_.load();
  if (context)
    return context;
  driver::Status status = api.cuDevicePrimaryCtxRetain(&context, device);
  // Not fail(): the mutex is held, and there is no context to be lost yet.
  if (status != driver::success)
    return api.error(status, "cuDevicePrimaryCtxRetain");
  context_.store(context);
  return context;
}

Result<void> DeviceState::enter() {
  if (driver->isForked())
    return forkedError();
  if (isLost())
    return firstError();
  driver::ContextHandle mine = context_.load(std::memory_order_acquire);
  if (!mine) {
    Result<driver::ContextHandle> retained = retain();
    if (!retained)
      return retained.error();
    mine = *retained;
  }
  driver::ContextHandle current = nullptr;
  driver::Status status = api.cuCtxGetCurrent(&current);
  if (status != driver::success)
    return fail(status, "cuCtxGetCurrent");
  if (current == mine)
    return {};
  return check(api.cuCtxSetCurrent(mine), "cuCtxSetCurrent");
}

bool DeviceState::enterToFree() {
  driver::ContextHandle mine = context_.load();
  driver::ContextHandle current = nullptr;
  if (lost_.load() || !mine || driver->isForked())
    return false;
  return (api.cuCtxGetCurrent(&current) == driver::success &&
          current == mine) ||
         api.cuCtxSetCurrent(mine) == driver::success;
}

Error asRepeated(Error error) {
  error.repeated = true;
  return error;
}

Error DeviceState::firstError() {
  std::lock_guard<std::mutex> lock(mutex);
  return asRepeated(firstError_);
}

std::optional<Error> DeviceState::lostTo() {
  std::lock_guard<std::mutex> lock(mutex);
  if (!lost_.load())
    return std::nullopt;
  return firstError_;
}

const KernelName &DeviceState::nameOf(const KernelInfo &kernel) {
  std::lock_guard<std::mutex> lock(mutex);
  return *names_.insert({kernel.name, kernel.source}).first;
}

/// What may have led to an error that says little. Of a stack that is too small
/// only CUDA_ERROR_HARDWARE_STACK_ERROR surely tells; the threads that run over
/// its end mostly meet an illegal address.
static std::string causeOf(driver::Status status) {
  static const std::string stack =
      "a function that calls itself may need more than the thread's stack: "
      "raise it before the launch, by "
      "Device::setLimit(DeviceLimit::Stack, bytes) or "
      "cuda.current_context().set_limit(\"stack\", bytes)";
  if (status == 714)
    return stack;
  if (status == 700 || status == 719)
    return "possible causes: memory that was freed or was never the device's; "
           "with --bounds=none, an index; or " +
           stack;
  return "";
}

Error DeviceState::fail(driver::Status status, const char *call) {
  Error error = api.error(status, call);
  if (!error.sticky)
    return error;
  lastLaunch.describe(error);
  if (std::string cause = causeOf(status); !cause.empty())
    error.detail += (error.detail.empty() ? "" : "; ") + cause;
  // The context may be another handle's, too, which has known it before.
  if (std::optional<Error> earlier = driver->lossOf(context()))
    error = asRepeated(std::move(*earlier));
  std::lock_guard<std::mutex> lock(mutex);
  if (!lost_.load()) {
    firstError_ = error;
    firstError_.repeated = false;
    lost_.store(true, std::memory_order_release);
    return error;
  }
  return asRepeated(firstError_);
}

Result<void> DeviceState::check(driver::Status status, const char *call) {
  if (status == driver::success)
    return {};
  return fail(status, call);
}

Error DeviceState::failWith(driver::Status status, const char *call,
                            const std::string &detail) {
  Error error = fail(status, call);
  if (!error.sticky && !detail.empty())
    error.detail += (error.detail.empty() ? "" : "; ") + detail;
  return error;
}

Result<void> DeviceState::collectReports(driver::StreamHandle stream) {
  std::vector<std::shared_ptr<ModuleState>> modules;
  {
    std::lock_guard<std::mutex> lock(mutex);
    for (const std::weak_ptr<ModuleState> &weak : reporting)
      if (std::shared_ptr<ModuleState> module = weak.lock())
        if (module->launched.load(std::memory_order_relaxed))
          modules.push_back(std::move(module));
  }
  for (const std::shared_ptr<ModuleState> &module : modules) {
    Report report = {};
    Result<void> done = check(
        api.cuMemcpyDtoHAsync(&report, module->report, sizeof(report), stream),
        "cuMemcpyDtoHAsync");
    if (done)
      done = check(api.cuStreamSynchronize(stream), "cuStreamSynchronize");
    if (!done)
      return done;
    // State 1 is a thread of another stream that still writes.
    if (report.state != 2)
      continue;
    done = check(api.cuMemsetD8Async(module->report, 0, sizeof(report), stream),
                 "cuMemsetD8Async");
    if (done)
      done = check(api.cuStreamSynchronize(stream), "cuStreamSynchronize");
    if (!done)
      return done;
    return reportError(*module->info, report, module->reporter());
  }
  return {};
}

Result<int> DeviceState::attribute(int attribute) {
  int value = 0;
  driver::Status status = api.cuDeviceGetAttribute(&value, attribute, device);
  if (status != driver::success)
    return fail(status, "cuDeviceGetAttribute");
  return value;
}

Result<LaunchLimits> DeviceState::limits() {
  LaunchLimits limits;
  std::uint32_t *const fields[] = {
      &limits.threadsPerBlock, &limits.block.x,    &limits.block.y,
      &limits.block.z,         &limits.grid.x,     &limits.grid.y,
      &limits.grid.z,          &limits.sharedBytes};
  // The first seven attributes are numbered from 1 in this order.
  for (int i = 0; i < 8; ++i) {
    Result<int> value = attribute(i < 7 ? driver::maxThreadsPerBlock + i
                                        : driver::maxSharedPerBlockOptin);
    if (!value)
      return value.error();
    *fields[i] = static_cast<std::uint32_t>(*value);
  }
  return limits;
}

} // namespace detail

// Driver --------------------------------------------------------------------

Driver::Driver(std::shared_ptr<detail::DriverState> state)
    : state_(std::move(state)) {}

namespace {

Result<std::shared_ptr<detail::DriverState>> load(const std::string &library,
                                                  bool launchBlocking) {
  Result<std::shared_ptr<const driver::Api>> api = driver::load(library);
  if (!api)
    return api.error();
  auto state = std::make_shared<detail::DriverState>();
  state->api = *api;
  state->launchBlocking = launchBlocking;
  driver::Status status = (*api)->cuDeviceGetCount(&state->deviceCount);
  // A driver that finds no GPU may also say so by a count of 0.
  if (status == driver::success && state->deviceCount < 1)
    status = 100;
  if (status != driver::success)
    return (*api)->error(status, "cuDeviceGetCount");
  state->devices.resize(static_cast<std::size_t>(state->deviceCount));
  return state;
}

} // namespace

// Everybody who loads the same driver shares its devices' state, and so their
// fate, as long as somebody keeps it.
Result<Driver> initialize(const std::string &library) {
  // Before the lock, which a fork may have left taken.
  if (std::optional<Error> forked = detail::beginUse())
    return *forked;
  static std::mutex mutex;
  static std::map<std::string, std::weak_ptr<detail::DriverState>> loaded;
  const char *blocking = std::getenv("PYK2PTX_LAUNCH_BLOCKING");
  bool launchBlocking = blocking && *blocking && *blocking != '0';
  const char *chosen = std::getenv("PYK2PTX_LIBCUDA");
  std::string key = library.empty() && chosen ? chosen : library;
  key += launchBlocking ? " blocking" : "";
  std::lock_guard<std::mutex> lock(mutex);
  if (std::shared_ptr<detail::DriverState> known = loaded[key].lock())
    return Driver(std::move(known));
  auto state = load(library, launchBlocking);
  if (!state)
    return state.error();
  loaded[key] = *state;
  return Driver(std::move(*state));
}

Result<int> Driver::version() const {
  int version = 0;
  driver::Status status = state_->api->cuDriverGetVersion(&version);
  if (status != driver::success)
    return state_->api->error(status, "cuDriverGetVersion");
  return version;
}

const std::string &Driver::path() const { return state_->api->path; }

int Driver::deviceCount() const { return state_->deviceCount; }

Result<Device> Driver::device(int ordinal) const {
  if (ordinal < 0 || ordinal >= state_->deviceCount) {
    Error error = state_->api->error(101, "cuDeviceGet");
    error.detail = "there is no device " + std::to_string(ordinal) + " of " +
                   std::to_string(state_->deviceCount);
    return error;
  }
  std::lock_guard<std::mutex> lock(state_->mutex);
  std::weak_ptr<detail::DeviceState> &slot =
      state_->devices[static_cast<std::size_t>(ordinal)];
  if (std::shared_ptr<detail::DeviceState> device = slot.lock())
    return Device(std::move(device));
  driver::DeviceHandle handle = 0;
  driver::Status status = state_->api->cuDeviceGet(&handle, ordinal);
  if (status != driver::success)
    return state_->api->error(status, "cuDeviceGet");
  auto device = std::make_shared<detail::DeviceState>(state_, handle, ordinal);
  slot = device;
  return Device(std::move(device));
}

Result<Device> Driver::wrapContext(void *context) const {
  const driver::Api &api = *state_->api;
  auto given = static_cast<driver::ContextHandle>(context);
  driver::ContextHandle before = nullptr;
  driver::DeviceHandle device = 0;
  if (!given)
    return Error::make("ValueError", "the context is null");
  // There is no device yet that could remember a loss.
  auto fail = [&](driver::Status status, const char *call) {
    Error error = api.error(status, call);
    if (error.sticky)
      if (std::optional<Error> earlier = state_->lossOf(nullptr))
        return detail::asRepeated(std::move(*earlier));
    return error;
  };
  driver::Status status = api.cuCtxGetCurrent(&before);
  if (status != driver::success)
    return fail(status, "cuCtxGetCurrent");
  status = api.cuCtxSetCurrent(given);
  if (status != driver::success)
    return fail(status, "cuCtxSetCurrent");
  status = api.cuCtxGetDevice(&device);
  driver::Status restored = api.cuCtxSetCurrent(before);
  if (status != driver::success)
    return fail(status, "cuCtxGetDevice");
  if (restored != driver::success)
    return fail(restored, "cuCtxSetCurrent");
  // A CUdevice is the device's ordinal.
  auto made =
      std::make_shared<detail::DeviceState>(state_, device, device, given);
  std::lock_guard<std::mutex> lock(state_->mutex);
  auto &devices = state_->devices;
  auto firstGiven = devices.begin() + state_->deviceCount;
  devices.erase(std::remove_if(firstGiven, devices.end(),
                               [](const auto &weak) { return weak.expired(); }),
                devices.end());
  devices.push_back(made);
  return Device(std::move(made));
}

// Device --------------------------------------------------------------------

Device::Device(std::shared_ptr<detail::DeviceState> state)
    : state_(std::move(state)) {}

Result<int> Device::count() {
  Result<Driver> driver = initialize();
  if (!driver)
    return driver.error();
  return driver->deviceCount();
}

Result<Device> Device::get(int ordinal) {
  Result<Driver> driver = initialize();
  if (!driver)
    return driver.error();
  return driver->device(ordinal);
}

int Device::ordinal() const { return state_->ordinal; }

Result<std::string> Device::name() const {
  char name[256] = {};
  driver::Status status =
      state_->api.cuDeviceGetName(name, sizeof(name) - 1, state_->device);
  if (status != driver::success)
    return state_->fail(status, "cuDeviceGetName");
  return std::string(name);
}

Result<ComputeCapability> Device::computeCapability() const {
  Result<int> major = attribute(driver::computeCapabilityMajor);
  if (!major)
    return major.error();
  Result<int> minor = attribute(driver::computeCapabilityMinor);
  if (!minor)
    return minor.error();
  return ComputeCapability{*major, *minor};
}

Result<int> Device::attribute(int attribute) const {
  return state_->attribute(attribute);
}

Result<MemoryInfo> Device::memory() const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered.error();
  MemoryInfo info;
  driver::Status status = state_->api.cuMemGetInfo(&info.free, &info.total);
  if (status != driver::success)
    return state_->fail(status, "cuMemGetInfo");
  return info;
}

Result<std::size_t> Device::limit(DeviceLimit limit) const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered.error();
  std::size_t bytes = 0;
  driver::Status status =
      state_->api.cuCtxGetLimit(&bytes, static_cast<int>(limit));
  if (status != driver::success)
    return state_->fail(status, "cuCtxGetLimit");
  return bytes;
}

Result<void> Device::setLimit(DeviceLimit limit, std::size_t bytes) const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered;
  return state_->check(
      state_->api.cuCtxSetLimit(static_cast<int>(limit), bytes),
      "cuCtxSetLimit");
}

Result<void *> Device::context() const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered.error();
  return static_cast<void *>(state_->context());
}

Result<void> Device::startProfiler() const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered;
  return state_->check(state_->api.cuProfilerStart(), "cuProfilerStart");
}

Result<void> Device::stopProfiler() const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered;
  return state_->check(state_->api.cuProfilerStop(), "cuProfilerStop");
}

Result<LaunchLimits> Device::limits() const { return state_->limits(); }

Result<void> Device::synchronize() const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered;
  if (Result<void> done =
          state_->check(state_->api.cuCtxSynchronize(), "cuCtxSynchronize");
      !done)
    return done;
  return state_->collectReports(nullptr);
}

std::optional<Error> Device::lostTo() const { return state_->lostTo(); }

} // namespace pyk2ptx
