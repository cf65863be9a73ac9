// Launching. launchPacked is what a launch costs: a check that the context is
// current, the driver's call, and a note of what was launched. The words for a
// refused launch are found afterwards, by asking the device for its limits.
#include "state.h"

namespace pyk2ptx {

namespace {

// Up to here a kernel may use dynamic shared memory without opting in.
constexpr std::uint32_t plainSharedBytes = 48 * 1024;
// A parameter block of ordinary size is packed on the stack.
constexpr std::uint32_t stackBlockBytes = 4096;

Error valueError(const detail::KernelState &kernel, std::string text) {
  return Error::make("ValueError", std::move(text), kernel.info->name);
}

int functionAttribute(const detail::KernelState &kernel, int attribute) {
  int value = 0;
  (void)kernel.module->device->api.cuFuncGetAttribute(&value, attribute,
                                                      kernel.handle);
  return value;
}

bool isCooperative(const detail::KernelState &kernel,
                   const LaunchConfig &config) {
  return config.cooperative || kernel.info->cooperative;
}

// The most blocks that the device runs at once.
Result<std::uint32_t> cooperativeBlocks(const detail::KernelState &kernel,
                                        const LaunchConfig &config) {
  detail::DeviceState &device = *kernel.module->device;
  Result<int> processors = device.attribute(driver::multiprocessorCount);
  if (!processors)
    return processors.error();
  int blocks = 0;
  std::uint64_t threads =
      std::uint64_t(config.block.x) * config.block.y * config.block.z;
  driver::Status status =
      device.api.cuOccupancyMaxActiveBlocksPerMultiprocessor(
          &blocks, kernel.handle, static_cast<int>(threads & 0x7fffffff),
          config.sharedBytes);
  if (status == driver::success)
    return static_cast<std::uint32_t>(blocks) *
           static_cast<std::uint32_t>(*processors);
  Error error =
      device.fail(status, "cuOccupancyMaxActiveBlocksPerMultiprocessor");
  if (!error.sticky)
    error.kernel = kernel.info->name;
  return error;
}

// Why the driver may have refused the launch, if we can tell.
std::string explainRefusal(const detail::KernelState &kernel,
                           const LaunchConfig &config) {
  const KernelInfo &info = *kernel.info;
  Result<LaunchLimits> limits = kernel.module->device->limits();
  if (!limits)
    return "";
  if (std::optional<Error> error = checkGeometry(
          info.name, config.grid, config.block, config.sharedBytes, *limits))
    return error->detail;
  std::uint64_t threads =
      std::uint64_t(config.block.x) * config.block.y * config.block.z;
  int most = functionAttribute(kernel, driver::functionMaxThreads);
  if (most > 0 && threads > static_cast<std::uint64_t>(most))
    return "the kernel, with " +
           std::to_string(
               functionAttribute(kernel, driver::functionRegisters)) +
           " registers a thread, runs at most " + std::to_string(most) +
           " threads a block";
  if (std::uint64_t(config.sharedBytes) + info.staticShared >
      limits->sharedBytes)
    return "with the kernel's own " + std::to_string(info.staticShared) +
           " bytes that is more shared memory than the " +
           std::to_string(limits->sharedBytes) + " available";
  if (!isCooperative(kernel, config))
    return "";
  Result<std::uint32_t> blocks = cooperativeBlocks(kernel, config);
  std::uint64_t wanted =
      std::uint64_t(config.grid.x) * config.grid.y * config.grid.z;
  if (!blocks || wanted <= *blocks)
    return "";
  return "the kernel waits for its whole grid, so all blocks must run at once; "
         "the device runs " +
         std::to_string(*blocks) + " of this size, not " +
         std::to_string(wanted);
}

Error launchError(const detail::KernelState &kernel, const LaunchConfig &config,
                  driver::Status status, const char *call) {
  Error error = kernel.module->device->fail(status, call);
  // A launch cannot fault by itself: a sticky status is an earlier kernel's,
  // and fail() has named that.
  if (error.sticky)
    return error;
  error.kernel = kernel.info->name;
  error.hasGeometry = true;
  error.grid = config.grid;
  error.block = config.block;
  error.sharedBytes = config.sharedBytes;
  error.detail = explainRefusal(kernel, config);
  return error;
}

// cuLaunchCooperativeKernel takes no parameter block, only pointers to each.
driver::Status launchCooperative(const detail::KernelState &kernel,
                                 driver::StreamHandle stream,
                                 const LaunchConfig &config,
                                 Span<const std::byte> block) {
  std::vector<void *> pointers;
  for (const ParamInfo &param : kernel.info->params)
    pointers.push_back(const_cast<std::byte *>(block.data()) + param.offset);
  return kernel.module->device->api.cuLaunchCooperativeKernel(
      kernel.handle, config.grid.x, config.grid.y, config.grid.z,
      config.block.x, config.block.y, config.block.z, config.sharedBytes,
      stream, pointers.data());
}

driver::Status launchPlain(const detail::KernelState &kernel,
                           driver::StreamHandle stream,
                           const LaunchConfig &config,
                           Span<const std::byte> block) {
  std::size_t bytes = block.size();
  void *extra[] = {reinterpret_cast<void *>(driver::launchParamPointer),
                   const_cast<std::byte *>(block.data()),
                   reinterpret_cast<void *>(driver::launchParamSize), &bytes,
                   nullptr};
  return kernel.module->device->api.cuLaunchKernel(
      kernel.handle, config.grid.x, config.grid.y, config.grid.z,
      config.block.x, config.block.y, config.block.z, config.sharedBytes,
      stream, nullptr, bytes ? extra : nullptr);
}

// Lets the kernel use as much dynamic shared memory as this launch asks for.
driver::Status optIntoShared(detail::KernelState &kernel,
                             std::uint32_t sharedBytes) {
  auto index = static_cast<std::size_t>(kernel.info -
                                        kernel.module->info.kernels.data());
  std::atomic<std::uint32_t> &opted = kernel.module->optedShared[index];
  if (std::uint64_t(sharedBytes) + kernel.info->staticShared <=
          plainSharedBytes ||
      sharedBytes <= opted.load(std::memory_order_relaxed))
    return driver::success;
  // Under the lock, so that a smaller request cannot undo a larger one.
  std::lock_guard<std::mutex> lock(kernel.module->device->mutex);
  if (sharedBytes <= opted.load())
    return driver::success;
  driver::Status status = kernel.module->device->api.cuFuncSetAttribute(
      kernel.handle, driver::functionMaxDynamicShared,
      static_cast<int>(sharedBytes & 0x7fffffff));
  if (status == driver::success)
    opted.store(sharedBytes);
  return status;
}

} // namespace

Kernel::Kernel(std::shared_ptr<detail::KernelState> state)
    : state_(std::move(state)) {}

const KernelInfo &Kernel::info() const { return *state_->info; }

void *Kernel::handle() const { return state_->handle; }

Result<KernelAttributes> Kernel::attributes() const {
  detail::DeviceState &device = *state_->module->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered.error();
  KernelAttributes result;
  const std::pair<int, int *> wanted[] = {
      {driver::functionRegisters, &result.registers},
      {driver::functionMaxThreads, &result.maxThreadsPerBlock},
      {driver::functionStaticShared, &result.staticSharedBytes},
      {driver::functionLocalBytes, &result.localBytes},
      {driver::functionConstantBytes, &result.constantBytes}};
  for (const auto &[attribute, value] : wanted) {
    driver::Status status =
        device.api.cuFuncGetAttribute(value, attribute, state_->handle);
    if (status == driver::success)
      continue;
    Error error = device.fail(status, "cuFuncGetAttribute");
    if (!error.sticky)
      error.kernel = state_->info->name;
    return error;
  }
  return result;
}

Result<std::uint32_t>
Kernel::maxCooperativeBlocks(Dim3 block, std::uint32_t sharedBytes) const {
  if (Result<void> entered = state_->module->device->enter(); !entered)
    return entered.error();
  LaunchConfig config;
  config.block = block;
  config.sharedBytes = sharedBytes;
  return cooperativeBlocks(*state_, config);
}

Result<void> Kernel::launchArguments(const Stream &stream,
                                     const LaunchConfig &config,
                                     Span<const Argument> arguments) const {
  const KernelInfo &info = *state_->info;
  if (info.paramBytes > stackBlockBytes) {
    Result<std::vector<std::byte>> block = packArguments(info, arguments);
    if (!block)
      return block.error();
    return launchPacked(stream, config, *block);
  }
  alignas(16) std::byte block[stackBlockBytes];
  if (Result<void> packed = packArgumentsInto(info, arguments, block); !packed)
    return packed;
  return launchPacked(stream, config,
                      Span<const std::byte>(block, info.paramBytes));
}

Result<void> Kernel::launchPacked(const Stream &stream,
                                  const LaunchConfig &config,
                                  Span<const std::byte> block) const {
  detail::KernelState &kernel = *state_;
  detail::DeviceState &device = *kernel.module->device;
  if (block.size() != kernel.info->paramBytes)
    return valueError(kernel, "the parameter block has " +
                                  std::to_string(block.size()) +
                                  " bytes, the kernel takes " +
                                  std::to_string(kernel.info->paramBytes));
  if (std::string fault = clusterFault(kernel.info->cluster, config.grid);
      !fault.empty())
    return valueError(kernel, fault);
  if (stream.state()->device.get() != &device)
    return valueError(kernel, "the stream is another device's than the module");
  if (Result<void> entered = device.enter(); !entered)
    return entered;
  if (driver::Status status = optIntoShared(kernel, config.sharedBytes);
      status != driver::success)
    return launchError(kernel, config, status, "cuFuncSetAttribute");
  driver::StreamHandle handle = stream.state()->handle;
  bool cooperative = isCooperative(kernel, config);
  driver::Status status = cooperative
                              ? launchCooperative(kernel, handle, config, block)
                              : launchPlain(kernel, handle, config, block);
  if (status != driver::success)
    return launchError(kernel, config, status,
                       cooperative ? "cuLaunchCooperativeKernel"
                                   : "cuLaunchKernel");
  device.lastLaunch.set(kernel.info->name, config);
  if (kernel.module->report)
    kernel.module->noteLaunch(*kernel.info);
  if (device.driver->launchBlocking)
    return stream.synchronize();
  return {};
}

} // namespace pyk2ptx
