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

// The most blocks that one multiprocessor runs at once.
Result<std::uint32_t> activeBlocks(const detail::KernelState &kernel,
                                   std::uint64_t threads,
                                   std::uint32_t sharedBytes) {
  detail::DeviceState &device = *kernel.module->device;
  int blocks = 0;
  driver::Status status =
      device.api.cuOccupancyMaxActiveBlocksPerMultiprocessor(
          &blocks, kernel.handle, static_cast<int>(threads & 0x7fffffff),
          sharedBytes);
  if (status == driver::success)
    return static_cast<std::uint32_t>(blocks);
  Error error =
      device.fail(status, "cuOccupancyMaxActiveBlocksPerMultiprocessor");
  if (!error.sticky)
    error.kernel = kernel.info->name;
  return error;
}

// The most blocks that the device runs at once.
Result<std::uint32_t> cooperativeBlocks(const detail::KernelState &kernel,
                                        const LaunchConfig &config) {
  Result<int> processors =
      kernel.module->device->attribute(driver::multiprocessorCount);
  if (!processors)
    return processors.error();
  Result<std::uint32_t> blocks = activeBlocks(
      kernel, std::uint64_t(config.block.x) * config.block.y * config.block.z,
      config.sharedBytes);
  if (!blocks)
    return blocks;
  return *blocks * static_cast<std::uint32_t>(*processors);
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

// cuLaunchCooperativeKernel takes no parameter block, only pointers to each.
driver::Status launchCooperative(const detail::KernelState &kernel,
                                 driver::StreamHandle stream,
                                 const LaunchConfig &config,
                                 Span<const std::byte> block) {
  constexpr std::size_t few = 128;
  void *pointersOfFew[few];
  std::vector<void *> pointersOfMany;
  const std::vector<ParamInfo> &params = kernel.info->params;
  void **pointers = params.empty() ? nullptr : pointersOfFew;
  if (params.size() > few) {
    pointersOfMany.resize(params.size());
    pointers = pointersOfMany.data();
  }
  for (std::size_t i = 0; i < params.size(); ++i)
    pointers[i] = const_cast<std::byte *>(block.data()) + params[i].offset;
  Dim3 threads = launchedBlock(kernel.info->coarsening, config.block);
  return kernel.module->device->api.cuLaunchCooperativeKernel(
      kernel.handle, config.grid.x, config.grid.y, config.grid.z, threads.x,
      threads.y, threads.z, config.sharedBytes, stream, pointers);
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
  Dim3 threads = launchedBlock(kernel.info->coarsening, config.block);
  return kernel.module->device->api.cuLaunchKernel(
      kernel.handle, config.grid.x, config.grid.y, config.grid.z, threads.x,
      threads.y, threads.z, config.sharedBytes, stream, nullptr,
      bytes ? extra : nullptr);
}

Result<void> preloadKernel(const detail::KernelState &kernel,
                           std::uint32_t sharedBytes) {
  detail::DeviceState &device = *kernel.module->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered;
  // Older drivers load the function when they are asked about it.
  int unused = 0;
  bool canTell = device.api.hasFunctionLoading;
  driver::Status status =
      canTell ? device.api.cuFuncLoad(kernel.handle)
              : device.api.cuFuncGetAttribute(
                    &unused, driver::functionRegisters, kernel.handle);
  if (status != driver::success)
    return device.failWith(status,
                           canTell ? "cuFuncLoad" : "cuFuncGetAttribute",
                           "the kernel is `" + kernel.info->name + "`");
  LaunchConfig config;
  config.sharedBytes = sharedBytes;
  status = detail::optIntoShared(kernel, sharedBytes);
  if (status != driver::success)
    return detail::launchError(kernel, config, status, "cuFuncSetAttribute");
  return {};
}

} // namespace

namespace detail {

Error launchError(const KernelState &kernel, const LaunchConfig &config,
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
  if (std::string why = explainRefusal(kernel, config); !why.empty())
    error.detail = std::move(why);
  return error;
}

// Lets the kernel use as much dynamic shared memory as this launch asks for.
driver::Status optIntoShared(const KernelState &kernel,
                             std::uint32_t sharedBytes) {
  auto index = static_cast<std::size_t>(kernel.info -
                                        kernel.module->info->kernels.data());
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

Result<void> prepareLaunch(const KernelState &kernel,
                           const LaunchConfig &config, std::size_t blockBytes) {
  if (blockBytes != kernel.info->paramBytes)
    return valueError(kernel, "the parameter block has " +
                                  std::to_string(blockBytes) +
                                  " bytes, the kernel takes " +
                                  std::to_string(kernel.info->paramBytes));
  if (std::string fault = clusterFault(kernel.info->cluster, config.grid);
      !fault.empty())
    return valueError(kernel, fault);
  if (std::string fault =
          coarseningFault(kernel.info->coarsening, config.block);
      !fault.empty())
    return valueError(kernel, fault);
  if (Result<void> entered = kernel.module->device->enter(); !entered)
    return entered;
  if (driver::Status status = optIntoShared(kernel, config.sharedBytes);
      status != driver::success)
    return launchError(kernel, config, status, "cuFuncSetAttribute");
  return {};
}

} // namespace detail

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

Result<int> Kernel::attribute(int attribute) const {
  detail::DeviceState &device = *state_->module->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered.error();
  int value = 0;
  driver::Status status =
      device.api.cuFuncGetAttribute(&value, attribute, state_->handle);
  if (status != driver::success)
    return device.fail(status, "cuFuncGetAttribute");
  return value;
}

Result<void> Kernel::preload(std::uint32_t sharedBytes) const {
  return preloadKernel(*state_, sharedBytes);
}

Result<std::uint32_t> Kernel::maxActiveBlocks(std::uint32_t threadsPerBlock,
                                              std::uint32_t sharedBytes) const {
  if (Result<void> entered = state_->module->device->enter(); !entered)
    return entered.error();
  return activeBlocks(*state_, threadsPerBlock, sharedBytes);
}

Result<BlockSuggestion> Kernel::suggestBlock(std::uint32_t sharedBytes,
                                             std::uint32_t maxThreads) const {
  detail::DeviceState &device = *state_->module->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered.error();
  int grid = 0;
  int block = 0;
  driver::Status status = device.api.cuOccupancyMaxPotentialBlockSize(
      &grid, &block, state_->handle, nullptr, sharedBytes,
      static_cast<int>(maxThreads & 0x7fffffff));
  if (status != driver::success)
    return device.failWith(status, "cuOccupancyMaxPotentialBlockSize",
                           "the kernel is `" + state_->info->name + "`");
  BlockSuggestion suggestion;
  suggestion.block = static_cast<std::uint32_t>(block);
  suggestion.minGrid = static_cast<std::uint32_t>(grid);
  return suggestion;
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
  if (stream.state()->device.get() != &device)
    return valueError(kernel, "the stream is another device's than the module");
  if (Result<void> ready = detail::prepareLaunch(kernel, config, block.size());
      !ready)
    return ready;
  driver::StreamHandle handle = stream.state()->handle;
  bool cooperative = isCooperative(kernel, config);
  driver::Status status = cooperative
                              ? launchCooperative(kernel, handle, config, block)
                              : launchPlain(kernel, handle, config, block);
  if (status != driver::success)
    return detail::launchError(kernel, config, status,
                               cooperative ? "cuLaunchCooperativeKernel"
                                           : "cuLaunchKernel");
  device.lastLaunch.set(kernel.info->name, config);
  if (kernel.module->report)
    kernel.module->noteLaunch(*kernel.info);
  if (device.captures.load(std::memory_order_relaxed))
    device.noteCaptured(kernel.module);
  if (!device.driver->launchBlocking)
    return {};
  Result<bool> capturing = stream.isCapturing();
  if (!capturing)
    return capturing.error();
  return *capturing ? Result<void>() : stream.synchronize();
}

} // namespace pyk2ptx
