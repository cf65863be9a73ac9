// A launch hands chunks of its blocks to the workers; each block is one call of
// the kernel's block entry, which runs all its threads.
#include "device.h"

#include "blocks.h"
#include "code.h"
#include "compiler/host_module.h"
#include "interrupt.h"
#include "pool.h"
#include "runtime/argument_facts.h"
#include "runtime/jit/sanitize/findings.h"
#include "runtime/jit/sanitize/launch.h"
#include "runtime/jit/threads/worker.h"
#include "together.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>

namespace pyk2ptx {

struct CpuDevice::State {
  explicit State(unsigned count) : pool(count), workers(pool.workers()) {}

  std::mutex launching;
  CpuPool pool;
  std::vector<CpuWorker> workers;
  /// Of the launch; the pool counts those that are joined as one.
  std::atomic<std::uint64_t> blocks = 0;
};

namespace {

unsigned workersByDefault() {
  if (const char *text = std::getenv("PYK2PTX_CPU_THREADS")) {
    long count = std::strtol(text, nullptr, 10);
    if (count >= 1 && count <= 1024)
      return static_cast<unsigned>(count);
  }
  return std::max(std::thread::hardware_concurrency(), 1u);
}

// The first finding that is no warning, as the launch's error.
Result<void> firstError(const std::vector<CheckFinding> &findings) {
  Diagnostics diagnostics;
  reportFindings(findings, diagnostics);
  for (const Diagnostic &diagnostic : diagnostics.all())
    if (diagnostic.severity == Severity::Error)
      return Error::make("CheckError",
                         placeOf(diagnostic.range) + ": " + diagnostic.text);
  return {};
}

// The report of the lowest block, or none.
const Report *firstReport(const std::vector<CpuWorker> &workers, Dim3 grid) {
  const Report *first = nullptr;
  for (const CpuWorker &worker : workers)
    if (worker.report.state != 0 &&
        (!first || linearBlock(worker.report.block, grid) <
                       linearBlock(first->block, grid)))
      first = &worker.report;
  return first;
}

const std::string *firstProblem(const std::vector<CpuWorker> &workers,
                                BlockProblem CpuWorker::*kind) {
  const BlockProblem *first = nullptr;
  for (const CpuWorker &worker : workers)
    if (!first || (worker.*kind).isBefore(*first))
      first = &(worker.*kind);
  return first ? first->text() : nullptr;
}

} // namespace

static int interruptsBefore = 0;

void CpuDevice::endLaunchesAt(int interrupt) { interruptsBefore = interrupt; }

CpuDevice::CpuDevice(unsigned workers)
    : state_(std::make_unique<State>(workers ? workers : workersByDefault())) {}
CpuDevice::~CpuDevice() = default;
CpuDevice::CpuDevice(CpuDevice &&) noexcept = default;
CpuDevice &CpuDevice::operator=(CpuDevice &&) noexcept = default;
CpuDevice::Progress CpuDevice::progress() const {
  CpuPool::Progress progress = state_->pool.progress();
  if (progress.count == 0)
    return {};
  std::uint64_t blocks = state_->blocks;
  double share =
      static_cast<double>(progress.begun) / static_cast<double>(progress.count);
  return {static_cast<std::uint64_t>(share * static_cast<double>(blocks)),
          blocks};
}

unsigned CpuDevice::workers() const { return state_->pool.workers(); }

std::optional<Error> checkLaunch(const KernelInfo &kernel, Dim3 grid,
                                 Dim3 block, std::uint32_t sharedBytes,
                                 const LaunchLimits &limits) {
  if (std::optional<Error> error =
          checkGeometry(kernel.name, grid, block, sharedBytes, limits))
    return error;
  if (std::string fault = clusterFault(kernel.cluster, grid); !fault.empty()) {
    Error error = Error::make("ValueError", fault);
    error.kernel = kernel.name;
    return error;
  }
  if (std::uint64_t(sharedBytes) + kernel.staticShared <= limits.sharedBytes)
    return std::nullopt;
  // Worded as for a grid that is not allowed, but for the reason.
  std::optional<Error> error =
      checkGeometry(kernel.name, Dim3(0), block, sharedBytes, limits);
  error->grid = grid;
  error->detail = "with the kernel's own " +
                  std::to_string(kernel.staticShared) +
                  " bytes that is more shared memory than the " +
                  std::to_string(limits.sharedBytes) + " available";
  return error;
}

CpuKernel::CpuKernel(std::shared_ptr<CpuModuleState> module,
                     const KernelInfo *info, BlockEntry blockEntry)
    : module_(std::move(module)), info_(info), blockEntry_(blockEntry) {}

static std::optional<Error> checkPacked(const KernelInfo &kernel, Dim3 grid,
                                        Dim3 block, std::uint32_t sharedBytes,
                                        Span<const std::byte> params) {
  if (std::optional<Error> error =
          checkLaunch(kernel, grid, block, sharedBytes, LaunchLimits()))
    return error;
  if (params.size() != kernel.paramBytes)
    return Error::make("ValueError", "the parameter block has " +
                                         std::to_string(params.size()) +
                                         " bytes, the kernel takes " +
                                         std::to_string(kernel.paramBytes));
  if (std::string fault = coarseningFault(kernel.coarsening, block);
      !fault.empty())
    return Error::make("ValueError", fault);
  if (std::string fault = threadsFault(kernel.threads, block); !fault.empty())
    return Error::make("ValueError", fault, kernel.name);
  if (std::string fault = factsFault(kernel, grid, block, params);
      !fault.empty())
    return Error::make("ValueError", fault, kernel.name);
  return std::nullopt;
}

static void begin(CpuWorker &worker, const ScheduleOrder &order, bool runsAlone,
                  const std::vector<ReportSite> &sites,
                  const std::atomic<bool> &stop) {
  worker.report = {};
  worker.deadlock = {};
  worker.misuse = {};
  worker.order = order;
  worker.runsAlone = runsAlone;
  worker.sites = &sites;
  worker.stop = &stop;
}

/// What a launch that went to its end found.
static Result<void> outcomeOf(const CpuModuleState &module,
                              const KernelInfo &kernel,
                              const std::vector<CpuWorker> &workers, Dim3 grid,
                              LaunchCheck *check,
                              const CpuLaunchOptions &options) {
  if (check && options.findings)
    *options.findings = check->findings();
  if (check && options.lineCounts)
    *options.lineCounts = check->lineCounts();
  if (const Report *report = firstReport(workers, grid))
    return reportError(module.info, *report, kernel.name);
  if (const std::string *misuse = firstProblem(workers, &CpuWorker::misuse))
    return Error::make("ValueError",
                       "kernel `" + kernel.name + "`: " + *misuse);
  if (module.checks.any())
    return options.findings ? Result<void>() : firstError(check->findings());
  if (const std::string *deadlock = firstProblem(workers, &CpuWorker::deadlock))
    return Error::make("DeadlockError",
                       "kernel `" + kernel.name + "`: " + *deadlock);
  return {};
}

static std::uint32_t &alongAxis(Dim3 &extents, unsigned axis) {
  return axis == 0 ? extents.x : axis == 1 ? extents.y : extents.z;
}

Result<void> CpuKernel::launchPacked(const CpuDevice &device, Dim3 grid,
                                     Dim3 block, std::uint32_t sharedBytes,
                                     Span<const std::byte> params,
                                     const CpuLaunchOptions &options) const {
  if (std::optional<Error> error =
          checkPacked(*info_, grid, block, sharedBytes, params))
    return *error;
  block = launchedBlock(info_->coarsening, block);
  std::swap(grid.x, alongAxis(grid, blockEntry_.shape.rowAxis));
  std::swap(block.x, alongAxis(block, blockEntry_.shape.rowAxis));
  // Host code reads the block at its types' alignment.
  std::vector<std::max_align_t> aligned(
      params.size() / sizeof(std::max_align_t) + 1);
  std::copy(params.begin(), params.end(),
            reinterpret_cast<std::byte *>(aligned.data()));
  CpuDevice::State &state = device.state();
  std::lock_guard lock(state.launching);
  ScheduleOrder order(options.schedule);
  std::atomic<bool> stop = false;
  BlockLaunch launch{
      reinterpret_cast<void (*)(const void *, HostBlock *)>(blockEntry_.code),
      aligned.data(),
      grid,
      block,
      sharedBytes,
      module_->staticShared + sharedBytes,
      info_->name};
  Dim3 cluster(std::max(info_->cluster[0], 1u), std::max(info_->cluster[1], 1u),
               std::max(info_->cluster[2], 1u));
  bool areTogether =
      info_->cooperative || cluster.x * cluster.y * cluster.z > 1;
  std::uint64_t blocks = std::uint64_t(grid.x) * grid.y * grid.z;
  state.blocks = blocks;
  if (!order.isForward())
    launch.order = order.next(static_cast<std::uint32_t>(blocks));
  else if (blockEntry_.shape.joinsBlocks)
    launch.joined = blocksToJoin(grid, block, state.workers.size());
  launch.oneByOne =
      module_->isWatched || options.schedule.oneByOne || !order.isForward();
  bool runsAlone = launch.oneByOne || state.pool.workers() == 1 || blocks == 1;
  for (CpuWorker &worker : state.workers)
    begin(worker, order, runsAlone, module_->info.sites, stop);
  std::optional<LaunchCheck> check;
  if (module_->isWatched)
    launch.check =
        &check.emplace(module_->sites, module_->checks, *info_,
                       reinterpret_cast<const std::byte *>(aligned.data()),
                       sharedBytes, options);
  {
    InterruptibleLaunch interruptible(interruptsBefore, blockEntry_.code, stop);
    state.pool.watch(&stop);
    if (areTogether)
      runTogether({launch.entry, launch.params, grid, block, cluster,
                   sharedBytes, launch.sharedBytes, info_->cooperative,
                   launch.check,
                   options.schedule.oneByOne || !order.isForward(),
                   &module_->info.sites, &stop},
                  state.pool, state.workers);
    else
      runBlocks(launch, state.pool, state.workers);
    state.pool.watch(nullptr);
    for (CpuWorker &worker : state.workers)
      worker.stop = nullptr;
  }
  bool printed = false;
  for (CpuWorker &worker : state.workers)
    printed |= std::exchange(worker.printed, false);
  if (printed)
    std::fflush(stdout);
  if (stop)
    return Error::make("Interrupted", "kernel `" + info_->name +
                                          "` was interrupted; what it has done "
                                          "until then stays");
  return outcomeOf(*module_, *info_, state.workers, grid,
                   check ? &*check : nullptr, options);
}

CpuModule::CpuModule(std::shared_ptr<CpuModuleState> state)
    : state_(std::move(state)) {}

static Result<CpuModule> moduleOf(std::shared_ptr<CpuModuleState> state,
                                  const std::string &problem) {
  if (problem.empty())
    return CpuModule(std::move(state));
  return Error::make("RuntimeError",
                     "the CPU device cannot load the kernels: " + problem);
}

Result<CpuModule> CpuModule::load(HostModule module, HostObject *object) {
  auto state = std::make_shared<CpuModuleState>();
  state->info = module.info;
  state->sites = std::move(module.sites);
  state->checks = module.checks;
  state->isWatched = module.isWatched;
  std::string problem = loadCode(*state, std::move(module), object);
  return moduleOf(std::move(state), problem);
}

Result<CpuModule> CpuModule::load(HostObject object) {
  auto state = std::make_shared<CpuModuleState>();
  state->info = std::move(object.info);
  std::string problem = loadCode(*state, object);
  return moduleOf(std::move(state), problem);
}

const ModuleInfo &CpuModule::info() const { return state_->info; }

const HostSites &CpuModule::sites() const { return state_->sites; }

Result<CpuKernel> CpuModule::kernel(const std::string &name) const {
  const std::vector<KernelInfo> &kernels = state_->info.kernels;
  const KernelInfo *found = nullptr;
  std::string names;
  for (const KernelInfo &kernel : kernels) {
    if (kernel.entry == name) {
      found = &kernel;
      break;
    }
    if (!found && kernel.name == name)
      found = &kernel;
    names += (names.empty() ? "" : ", ") + kernel.name;
  }
  if (!found)
    return Error::make("NotFound", "there is no kernel `" + name +
                                       "` in the module; there are: " + names);
  return CpuKernel(state_, found, state_->blockEntries[found->entry]);
}

} // namespace pyk2ptx
