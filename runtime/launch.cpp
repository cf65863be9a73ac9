// Launching: what every launch runs. It makes no other call of the driver's
// than the launch itself where the stream says which context is meant; only the
// default streams mean the current one.
#include "argument_facts.h"
#include "state.h"

namespace pyk2ptx {

namespace {

// Up to here a kernel may use dynamic shared memory without opting in.
constexpr std::uint32_t plainSharedBytes = 48 * 1024;
// A parameter block of ordinary size is packed on the stack.
constexpr std::uint32_t stackBlockBytes = 4096;

// CUDA_ERROR_INVALID_CONTEXT, CUDA_ERROR_INVALID_HANDLE.
constexpr driver::Status invalidContext = 201;
constexpr driver::Status invalidHandle = 400;

/// A parameter block as the driver takes it.
struct Extra {
  explicit Extra(Span<const std::byte> block)
      : bytes(block.size()),
        list{reinterpret_cast<void *>(driver::launchParamPointer),
             const_cast<std::byte *>(block.data()),
             reinterpret_cast<void *>(driver::launchParamSize), &bytes,
             nullptr} {}
  Extra(const Extra &) = delete;
  Extra &operator=(const Extra &) = delete;
  void **get() { return bytes ? list : nullptr; }

  std::size_t bytes;
  void *list[5];
};

driver::Status launchCooperative(const detail::KernelState &kernel,
                                 driver::StreamHandle stream,
                                 const LaunchConfig &config,
                                 Span<const std::byte> block) {
  detail::ParamPointers pointers(*kernel.info, block);
  Dim3 threads = launchedBlock(kernel.info->coarsening, config.block);
  return kernel.module->device->api.cuLaunchCooperativeKernel(
      kernel.handle, config.grid.x, config.grid.y, config.grid.z, threads.x,
      threads.y, threads.z, config.sharedBytes, stream, pointers.get());
}

driver::Status launchPlain(const detail::KernelState &kernel,
                           driver::StreamHandle stream,
                           const LaunchConfig &config,
                           Span<const std::byte> block) {
  Extra extra(block);
  Dim3 threads = isCoarsened(*kernel.info)
                     ? launchedBlock(kernel.info->coarsening, config.block)
                     : config.block;
  return kernel.module->device->api.cuLaunchKernel(
      kernel.handle, config.grid.x, config.grid.y, config.grid.z, threads.x,
      threads.y, threads.z, config.sharedBytes, stream, nullptr, extra.get());
}

driver::Status launchClusters(const detail::KernelState &kernel,
                              driver::StreamHandle stream,
                              const LaunchConfig &config,
                              Span<const std::byte> block) {
  detail::ParamPointers pointers(*kernel.info, block);
  driver::LaunchAttribute attributes[2];
  driver::LaunchParams params(
      config.grid, launchedBlock(kernel.info->coarsening, config.block),
      config.sharedBytes);
  params.stream = stream;
  params.attributes = attributes;
  attributes[params.count++].setCluster(config.cluster);
  if (kernel.isCooperative(config))
    attributes[params.count++].setCooperative();
  return kernel.module->device->api.cuLaunchKernelEx(&params, kernel.handle,
                                                     pointers.get(), nullptr);
}

struct Way {
  driver::Status (*launch)(const detail::KernelState &, driver::StreamHandle,
                           const LaunchConfig &, Span<const std::byte>);
  const char *call;
};

Way wayOf(const detail::KernelState &kernel, const LaunchConfig &config) {
  if (config.cluster.x && detail::asksForCluster(kernel, config))
    return {launchClusters, "cuLaunchKernelEx"};
  if (kernel.isCooperative(config))
    return {launchCooperative, "cuLaunchCooperativeKernel"};
  return {launchPlain, "cuLaunchKernel"};
}

// The stream's own context, or the current one.
bool needsContext(const detail::DeviceState &device,
                  driver::StreamHandle stream) {
  return !stream || stream == driver::legacyStream ||
         stream == driver::perThreadStream ||
         device.launchesNeedContext.load(std::memory_order_relaxed);
}

// By the documentation the stream's context is enough for a CUkernel. A driver
// that wants it current for a CUfunction is obeyed, from then on at once.
driver::Status launchInContext(const detail::KernelState &kernel,
                               driver::StreamHandle stream,
                               const LaunchConfig &config,
                               Span<const std::byte> block, const Way &way,
                               Result<void> &entered) {
  detail::DeviceState &device = *kernel.module->device;
  bool isEntered = needsContext(device, stream);
  if (isEntered)
    entered = device.enter();
  if (!entered)
    return driver::success;
  driver::Status status = way.launch(kernel, stream, config, block);
  if (isEntered || (status != invalidContext && status != invalidHandle))
    return status;
  entered = device.enter();
  if (!entered)
    return driver::success;
  status = way.launch(kernel, stream, config, block);
  if (status == driver::success)
    device.launchesNeedContext.store(true);
  return status;
}

detail::ModuleState::Opted &optedOf(const detail::KernelState &kernel) {
  auto index = static_cast<std::size_t>(kernel.info -
                                        kernel.module->info->kernels.data());
  return kernel.module->opted[index];
}

bool isOptedInto(const detail::KernelState &kernel, std::uint32_t sharedBytes) {
  return std::uint64_t(sharedBytes) + kernel.info->staticShared <=
             plainSharedBytes ||
         sharedBytes <= optedOf(kernel).shared.load(std::memory_order_relaxed);
}

// What a launch that is not quite ordinary needs before it.
Result<void> prepare(const detail::KernelState &kernel,
                     const LaunchConfig &config) {
  if (std::string fault =
          coarseningFault(kernel.info->coarsening, config.block);
      !fault.empty())
    return Error::make("ValueError", fault, kernel.info->name);
  if (std::string fault = threadsFault(kernel.info->threads, config.block);
      !fault.empty())
    return Error::make("ValueError", fault, kernel.info->name);
  if (Result<void> ready = detail::prepareCluster(kernel, config); !ready)
    return ready;
  if (isOptedInto(kernel, config.sharedBytes))
    return {};
  if (Result<void> entered = kernel.module->device->enter(); !entered)
    return entered;
  driver::Status status = detail::optIntoShared(kernel, config.sharedBytes);
  if (status != driver::success)
    return detail::launchError(kernel, config, status, "cuFuncSetAttribute");
  return {};
}

bool isOrdinary(const detail::KernelState &kernel, const LaunchConfig &config) {
  return !(kernel.info->cluster[0] | config.cluster.x | config.cluster.y |
           config.cluster.z) &&
         !isCoarsened(*kernel.info) && !kernel.info->threads &&
         !kernel.info->facts.any() && isOptedInto(kernel, config.sharedBytes);
}

// With PYK2PTX_LAUNCH_BLOCKING.
Result<void> waitForLaunch(const Stream &stream) {
  Result<bool> capturing = stream.isCapturing();
  if (!capturing)
    return capturing.error();
  return *capturing ? Result<void>() : stream.synchronize();
}

// Queues the launch; `block` is the kernel's.
Result<void> queueLaunch(const detail::KernelState &kernel,
                         const Stream &stream, const LaunchConfig &config,
                         Span<const std::byte> block) {
  detail::DeviceState &device = *kernel.module->device;
  const detail::StreamState &queue = *stream.state();
  if (queue.device.get() != &device)
    return Error::make("ValueError",
                       "the stream is another device's than the module",
                       kernel.info->name);
  if (device.driver->isForked())
    return detail::forkedError();
  if (device.isLost())
    return device.firstError();
  if (!isOrdinary(kernel, config))
    if (Result<void> ready = prepare(kernel, config); !ready)
      return ready;
  Result<void> entered;
  Way way = wayOf(kernel, config);
  driver::Status status =
      launchInContext(kernel, queue.handle, config, block, way, entered);
  if (!entered)
    return entered;
  if (status != driver::success)
    return detail::launchError(kernel, config, status, way.call);
  device.lastLaunch.set(kernel.name, config);
  if (kernel.module->report)
    kernel.module->noteLaunch(*kernel.info);
  if (device.captures.load(std::memory_order_relaxed))
    device.noteCaptured(kernel.module, {&kernel.name, config});
  if (device.driver->launchBlocking)
    return waitForLaunch(stream);
  return {};
}

Result<void> launchBlock(const detail::KernelState &kernel,
                         const Stream &stream, const LaunchConfig &config,
                         Span<const std::byte> block) {
  if (kernel.variants.empty() && !kernel.info->facts.any())
    return queueLaunch(kernel, stream, config, block);
  Result<const detail::KernelState *> chosen = kernel.kernelFor(config, block);
  return chosen ? queueLaunch(**chosen, stream, config, block) : chosen.error();
}

} // namespace

namespace detail {

Result<const KernelState *>
KernelState::kernelFor(const LaunchConfig &config,
                       Span<const std::byte> params) const {
  for (const std::unique_ptr<const KernelState> &variant : variants)
    if (isFor(*variant->info, config.grid, config.block, params))
      return variant.get();
  std::string fault = factsFault(*info, config.grid, config.block, params);
  if (!fault.empty())
    return Error::make("ValueError", fault, info->name);
  return this;
}

driver::Status optIntoShared(const KernelState &kernel,
                             std::uint32_t sharedBytes) {
  if (isOptedInto(kernel, sharedBytes))
    return driver::success;
  std::atomic<std::uint32_t> &opted = optedOf(kernel).shared;
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

Result<void> prepareNode(const KernelState &kernel,
                         const LaunchConfig &config) {
  if (Result<void> entered = kernel.module->device->enter(); !entered)
    return entered;
  return prepare(kernel, config);
}

} // namespace detail

Result<void> Kernel::launchArguments(const Stream &stream,
                                     const LaunchConfig &config,
                                     Span<const Argument> arguments) const {
  const KernelInfo &info = *state_->info;
  if (info.paramBytes > stackBlockBytes) {
    Result<std::vector<std::byte>> block = packArguments(info, arguments);
    if (!block)
      return block.error();
    return launchBlock(*state_, stream, config, *block);
  }
  alignas(16) std::byte block[stackBlockBytes];
  if (!state_->plan.pack(arguments, block))
    if (Result<void> packed = packArgumentsInto(info, arguments, block);
        !packed)
      return packed;
  return launchBlock(*state_, stream, config,
                     Span<const std::byte>(block, info.paramBytes));
}

Result<void> Kernel::launchPacked(const Stream &stream,
                                  const LaunchConfig &config,
                                  Span<const std::byte> block) const {
  const KernelInfo &info = *state_->info;
  if (block.size() != info.paramBytes)
    return Error::make(
        "ValueError",
        "the parameter block has " + std::to_string(block.size()) +
            " bytes, the kernel takes " + std::to_string(info.paramBytes),
        info.name);
  return launchBlock(*state_, stream, config, block);
}

} // namespace pyk2ptx
