// Kernels: what the driver says of them, and what a launch needs that is not
// quite ordinary. The words for a refused launch are found afterwards, by
// asking the device for its limits.
#include "state.h"

namespace pyk2ptx {

namespace {

// Clusters of so many blocks work on every device that has clusters.
constexpr std::uint64_t portableCluster = 8;

Error valueError(const detail::KernelState &kernel, std::string text) {
  return Error::make("ValueError", std::move(text), kernel.info->name);
}

int functionAttribute(const detail::KernelState &kernel, int attribute) {
  int value = 0;
  (void)kernel.module->device->api.cuFuncGetAttribute(&value, attribute,
                                                      kernel.handle);
  return value;
}

// The error of a failed call about the kernel.
Error failOf(const detail::KernelState &kernel, driver::Status status,
             const char *call) {
  Error error = kernel.module->device->fail(status, call);
  if (!error.sticky)
    error.kernel = kernel.info->name;
  return error;
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
  return failOf(kernel, status, "cuOccupancyMaxActiveBlocksPerMultiprocessor");
}

using detail::toText;

// The same for the launch's clusters.
std::string explainCluster(const detail::KernelState &kernel,
                           const LaunchConfig &config) {
  if (!detail::asksForCluster(kernel, config))
    return "";
  detail::DeviceState &device = *kernel.module->device;
  std::string words =
      "the launch asks for clusters of " + toText(config.cluster);
  Result<int> major = device.attribute(driver::computeCapabilityMajor);
  if (major && *major < 9)
    return words + ", which need a device of compute capability 9.0";
  if (Result<std::uint32_t> most = detail::largestCluster(kernel, config))
    words += "; the device takes at most " + std::to_string(*most) +
             " blocks a cluster here";
  return words;
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
           " threads a block; compiled with launch_bounds=" +
           std::to_string(threads) + " it takes no more than there are";
  if (std::uint64_t(config.sharedBytes) + info.staticShared >
      limits->sharedBytes)
    return "with the kernel's own " + std::to_string(info.staticShared) +
           " bytes that is more shared memory than the " +
           std::to_string(limits->sharedBytes) + " available";
  if (std::string why = explainCluster(kernel, config); !why.empty())
    return why;
  if (!kernel.isCooperative(config))
    return "";
  Result<std::uint32_t> blocks = detail::cooperativeBlocks(kernel, config);
  std::uint64_t wanted =
      std::uint64_t(config.grid.x) * config.grid.y * config.grid.z;
  if (!blocks || wanted <= *blocks)
    return "";
  return "the kernel waits for its whole grid, so all blocks must run at once; "
         "the device runs " +
         std::to_string(*blocks) + " of this size, not " +
         std::to_string(wanted);
}

// Clusters that not every device has.
Result<void> optIntoLargeClusters(const detail::KernelState &kernel,
                                  const LaunchConfig &config) {
  detail::DeviceState &device = *kernel.module->device;
  auto index = static_cast<std::size_t>(kernel.info -
                                        kernel.module->info->kernels.data());
  std::atomic<bool> &opted = kernel.module->opted[index].largeClusters;
  if (opted.load(std::memory_order_relaxed))
    return {};
  if (Result<void> entered = device.enter(); !entered)
    return entered;
  driver::Status status = device.api.cuFuncSetAttribute(
      kernel.handle, driver::functionLargeClusters, 1);
  if (status != driver::success)
    return detail::launchError(kernel, config, status, "cuFuncSetAttribute");
  opted.store(true);
  return {};
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
  // A launch makes no context current, but the questions to come want one.
  (void)kernel.module->device->enter();
  if (std::string why = explainRefusal(kernel, config); !why.empty())
    error.detail = std::move(why);
  return error;
}

bool asksForCluster(const KernelState &kernel, const LaunchConfig &config) {
  const std::uint32_t *own = kernel.info->cluster;
  Dim3 asked = config.cluster;
  return (asked.x | asked.y | asked.z) != 0 &&
         !(asked.x == own[0] && asked.y == own[1] && asked.z == own[2]);
}

Result<void> prepareCluster(const KernelState &kernel,
                            const LaunchConfig &config) {
  const KernelInfo &info = *kernel.info;
  std::uint32_t cluster[] = {info.cluster[0], info.cluster[1], info.cluster[2]};
  const char *whose = "kernel's cluster_dims";
  if (asksForCluster(kernel, config)) {
    Dim3 asked = config.cluster;
    if (!asked.x || !asked.y || !asked.z)
      return valueError(kernel, "a cluster's dimensions must not be 0");
    if (cluster[0])
      return valueError(kernel,
                        "the kernel is compiled for clusters of " +
                            toText({cluster[0], cluster[1], cluster[2]}) +
                            ", not of " + toText(asked));
    cluster[0] = asked.x;
    cluster[1] = asked.y;
    cluster[2] = asked.z;
    whose = "launch's cluster";
  }
  if (std::string fault = clusterFault(cluster, config.grid, whose);
      !fault.empty())
    return valueError(kernel, fault);
  if (std::uint64_t(cluster[0]) * cluster[1] <= portableCluster &&
      std::uint64_t(cluster[0]) * cluster[1] * cluster[2] <= portableCluster)
    return {};
  return optIntoLargeClusters(kernel, config);
}

Result<std::uint32_t> cooperativeBlocks(const KernelState &kernel,
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

Result<std::uint32_t> largestCluster(const KernelState &kernel,
                                     const LaunchConfig &config) {
  DeviceState &device = *kernel.module->device;
  driver::LaunchParams params(config.grid, config.block, config.sharedBytes);
  int blocks = 0;
  driver::Status status = device.api.cuOccupancyMaxPotentialClusterSize(
      &blocks, kernel.handle, &params);
  if (status == driver::success)
    return static_cast<std::uint32_t>(blocks);
  return failOf(kernel, status, "cuOccupancyMaxPotentialClusterSize");
}

KernelState::KernelState(std::shared_ptr<ModuleState> module,
                         const KernelInfo &info, driver::FunctionHandle handle)
    : module(std::move(module)), info(&info), handle(handle),
      name(this->module->device->nameOf(info)), plan(info) {}

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
    return failOf(*state_, status, "cuFuncGetAttribute");
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
  return detail::cooperativeBlocks(*state_, config);
}

Result<std::uint32_t> Kernel::maxClusterSize(Dim3 block,
                                             std::uint32_t sharedBytes) const {
  if (Result<void> entered = state_->module->device->enter(); !entered)
    return entered.error();
  LaunchConfig config;
  config.block = block;
  config.sharedBytes = sharedBytes;
  return detail::largestCluster(*state_, config);
}

Result<std::uint32_t>
Kernel::maxActiveClusters(const LaunchConfig &config) const {
  if (Result<void> ready = detail::prepareNode(*state_, config); !ready)
    return ready.error();
  driver::LaunchAttribute attribute;
  driver::LaunchParams params(config.grid, config.block, config.sharedBytes);
  params.attributes = &attribute;
  // A kernel's own clusters are not to be stated; without any, each block is
  // one.
  bool asks = detail::asksForCluster(*state_, config);
  if (asks || !state_->info->cluster[0]) {
    attribute.setCluster(asks ? config.cluster : Dim3(1));
    params.count = 1;
  }
  int clusters = 0;
  driver::Status status =
      state_->module->device->api.cuOccupancyMaxActiveClusters(
          &clusters, state_->handle, &params);
  if (status == driver::success)
    return static_cast<std::uint32_t>(clusters);
  return failOf(*state_, status, "cuOccupancyMaxActiveClusters");
}

} // namespace pyk2ptx
