// A host module becomes code by LLVM's ORC, all of it at once when it is
// loaded. A launch then hands chunks of its blocks to the workers; each block
// is one call of the kernel's block entry, which runs all its threads.
//
// The functions that host code calls back are defined by address, because a
// program that hides or strips its symbols has no names to find them by; libm
// is found by name.
#include "cpu_device.h"

#include "check_launch.h"
#include "compiler/host_abi.h"
#include "compiler/host_module.h"
#include "cpu_check.h"
#include "cpu_libdevice.h"
#include "cpu_pool.h"
#include "cpu_together.h"
#include "cpu_worker.h"

#include <llvm/ExecutionEngine/JITEventListener.h>
#include <llvm/ExecutionEngine/Orc/AbsoluteSymbols.h>
#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/ExecutionEngine/Orc/RTDyldObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/SectionMemoryManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/TargetSelect.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>

namespace pyk2ptx {

struct CpuDevice::State {
  explicit State(unsigned count) : pool(count), workers(pool.workers()) {}

  std::mutex launching;
  CpuPool pool;
  std::vector<CpuWorker> workers;
};

struct CpuModuleState {
  ModuleInfo info;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  /// By entry name.
  std::map<std::string, void *> blockEntries;
  std::uint64_t staticShared = 0;
  /// Of code with checks.
  HostSites sites;
  HostChecks checks;
  bool isWatched = false;
};

namespace {

using BlockEntry = void (*)(const void *params, HostBlock *block);

Error makeError(const char *name, std::string text) {
  Error error;
  error.name = name;
  error.text = std::move(text);
  return error;
}

Error jitError(llvm::Error error) {
  return makeError("RuntimeError", "the CPU device cannot load the kernels: " +
                                       llvm::toString(std::move(error)));
}

unsigned workersByDefault() {
  if (const char *text = std::getenv("PYK2PTX_CPU_THREADS")) {
    long count = std::strtol(text, nullptr, 10);
    if (count >= 1 && count <= 1024)
      return static_cast<unsigned>(count);
  }
  return std::max(std::thread::hardware_concurrency(), 1u);
}

// A linker that tells gdb of the code, with its lines.
llvm::Expected<std::unique_ptr<llvm::orc::ObjectLayer>>
makeDebuggableLayer(llvm::orc::ExecutionSession &session) {
  auto layer = std::make_unique<llvm::orc::RTDyldObjectLinkingLayer>(
      session, [](const llvm::MemoryBuffer &) {
        return std::make_unique<llvm::SectionMemoryManager>();
      });
  layer->setProcessAllSections(true);
  // LLVM's, for the process's life.
  layer->registerJITEventListener(
      *llvm::JITEventListener::createGDBRegistrationListener());
  return layer;
}

llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
makeJit(const llvm::Module &module, bool isDebuggable) {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  llvm::orc::LLJITBuilder jit;
  if (isDebuggable)
    jit.setObjectLinkingLayerCreator(makeDebuggableLayer);
  // The platform would compile a module of its own first, for constructors and
  // thread-local variables that kernels do not have.
  return jit.setJITTargetMachineBuilder(std::move(*builder))
      .setDataLayout(module.getDataLayout())
      .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
      .create();
}

llvm::Error defineSymbols(llvm::orc::LLJIT &jit,
                          const std::vector<std::string> &libdevice) {
  llvm::orc::SymbolMap symbols;
  auto define = [&](const char *name, auto *function) {
    symbols[jit.mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
  define("pyk2ptx_host_run_threads", pyk2ptx_host_run_threads);
  define("pyk2ptx_host_run_warps", pyk2ptx_host_run_warps);
  define("pyk2ptx_host_meet", pyk2ptx_host_meet);
  define("pyk2ptx_host_met", pyk2ptx_host_met);
  define("pyk2ptx_host_cluster_arrive", pyk2ptx_host_cluster_arrive);
  define("pyk2ptx_host_map_shared", pyk2ptx_host_map_shared);
  define("pyk2ptx_host_mbarrier", pyk2ptx_host_mbarrier);
  define("pyk2ptx_host_copy", pyk2ptx_host_copy);
  define("pyk2ptx_host_breakpoint", pyk2ptx_host_breakpoint);
  define("pyk2ptx_host_frame", pyk2ptx_host_frame);
  define("pyk2ptx_host_values", pyk2ptx_host_values);
  define("pyk2ptx_host_print", pyk2ptx_host_print);
  define("pyk2ptx_host_to_half", pyk2ptx_host_to_half);
  define("pyk2ptx_host_from_half", pyk2ptx_host_from_half);
  define("pyk2ptx_check_read", pyk2ptx_check_read);
  define("pyk2ptx_check_write", pyk2ptx_check_write);
  define("pyk2ptx_check_atomic", pyk2ptx_check_atomic);
  define("pyk2ptx_check_fence", pyk2ptx_check_fence);
  define("pyk2ptx_check_index", pyk2ptx_check_index);
  define("pyk2ptx_check_unset", pyk2ptx_check_unset);
  define("pyk2ptx_check_wait", pyk2ptx_check_wait);
  define("pyk2ptx_check_leave", pyk2ptx_check_leave);
  define("pyk2ptx_check_local", pyk2ptx_check_local);
  define("pyk2ptx_trace_line", pyk2ptx_trace_line);
  define("pyk2ptx_trace_value", pyk2ptx_trace_value);
  for (const std::string &name : libdevice)
    symbols[jit.mangleAndIntern(hostLibdevicePrefix + name)] = {
        llvm::orc::ExecutorAddr::fromPtr(hostLibdevice(name)),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  llvm::orc::JITDylib &main = jit.getMainJITDylib();
  if (llvm::Error error =
          main.define(llvm::orc::absoluteSymbols(std::move(symbols))))
    return error;
  // Loaded already in any process that has LLVM, but perhaps not for all to
  // see.
  auto libm = llvm::orc::DynamicLibrarySearchGenerator::Load(
      "libm.so.6", jit.getDataLayout().getGlobalPrefix());
  if (libm)
    main.addGenerator(std::move(*libm));
  else
    llvm::consumeError(libm.takeError());
  return llvm::Error::success();
}

// Compiles everything and takes the addresses.
llvm::Error loadInto(CpuModuleState &state, HostModule host) {
  auto jit =
      makeJit(*host.module, host.module->getNamedMetadata("llvm.dbg.cu"));
  if (!jit)
    return jit.takeError();
  state.jit = std::move(*jit);
  std::vector<std::string> libdevice;
  for (const llvm::Function &function : *host.module) {
    llvm::StringRef name = function.getName();
    if (function.isDeclaration() && name.consume_front(hostLibdevicePrefix))
      libdevice.push_back(name.str());
  }
  if (llvm::Error error = defineSymbols(*state.jit, libdevice))
    return error;
  if (llvm::Error error = state.jit->addIRModule(llvm::orc::ThreadSafeModule(
          std::move(host.module), std::move(host.context))))
    return error;
  for (const KernelInfo &kernel : state.info.kernels) {
    auto entry = state.jit->lookup(kernel.entry + ".block");
    if (!entry)
      return entry.takeError();
    state.blockEntries[kernel.entry] = entry->toPtr<void *>();
  }
  auto shared = state.jit->lookup(hostStaticSharedSymbol);
  if (!shared)
    return shared.takeError();
  std::memcpy(&state.staticShared, shared->toPtr<const void *>(), 8);
  return llvm::Error::success();
}

std::uint64_t linearBlock(const std::uint32_t (&block)[3], Dim3 grid) {
  return block[0] +
         std::uint64_t(grid.x) * (block[1] + std::uint64_t(grid.y) * block[2]);
}

// One launch, as the workers see it.
struct Launch {
  BlockEntry entry;
  const void *params;
  Dim3 grid;
  Dim3 block;
  std::uint32_t dynamicShared;
  std::size_t sharedBytes;
  /// Null: no checks.
  LaunchCheck *check = nullptr;
  /// The blocks in their order; empty: ascending.
  std::vector<std::uint32_t> order = {};

  void run(CpuWorker &worker, std::uint64_t begin, std::uint64_t end) const {
    HostBlock host = {};
    host.blockDim[0] = block.x;
    host.blockDim[1] = block.y;
    host.blockDim[2] = block.z;
    host.gridDim[0] = grid.x;
    host.gridDim[1] = grid.y;
    host.gridDim[2] = grid.z;
    host.dynamicShared = dynamicShared;
    host.shared = worker.shared.reserve(std::max<std::size_t>(sharedBytes, 1));
    host.report = &worker.report;
    host.runner = &worker;
    std::fill(std::begin(host.clusterDim), std::end(host.clusterDim), 1u);
    for (std::uint64_t turn = begin; turn < end; ++turn) {
      std::uint64_t index = order.empty() ? turn : order[turn];
      host.blockIdx[0] = static_cast<std::uint32_t>(index % grid.x);
      host.blockIdx[1] = static_cast<std::uint32_t>(index / grid.x % grid.y);
      host.blockIdx[2] = static_cast<std::uint32_t>(index / grid.x / grid.y);
      if (sharedBytes)
        std::memset(host.shared, 0xff, sharedBytes);
      std::optional<BlockCheck> blockCheck;
      if (check)
        blockCheck.emplace(*check, host, sharedBytes);
      worker.check = blockCheck ? &*blockCheck : nullptr;
      host.check = worker.check;
      host.lines = check ? check->lines() : nullptr;
      entry(params, &host);
    }
    worker.check = nullptr;
  }
};

// The first finding that is no warning, as the launch's error.
Result<void> firstError(const std::vector<CheckFinding> &findings) {
  Diagnostics diagnostics;
  reportFindings(findings, diagnostics);
  for (const Diagnostic &diagnostic : diagnostics.all())
    if (diagnostic.severity == Severity::Error)
      return makeError("CheckError",
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

} // namespace

CpuDevice::CpuDevice(unsigned workers)
    : state_(std::make_unique<State>(workers ? workers : workersByDefault())) {}
CpuDevice::~CpuDevice() = default;
CpuDevice::CpuDevice(CpuDevice &&) noexcept = default;
CpuDevice &CpuDevice::operator=(CpuDevice &&) noexcept = default;
unsigned CpuDevice::workers() const { return state_->pool.workers(); }

std::optional<Error> checkLaunch(const KernelInfo &kernel, Dim3 grid,
                                 Dim3 block, std::uint32_t sharedBytes,
                                 const LaunchLimits &limits) {
  if (std::optional<Error> error =
          checkGeometry(kernel.name, grid, block, sharedBytes, limits))
    return error;
  if (std::string fault = clusterFault(kernel.cluster, grid); !fault.empty()) {
    Error error = makeError("ValueError", fault);
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
                     const KernelInfo *info, void *blockEntry)
    : module_(std::move(module)), info_(info), blockEntry_(blockEntry) {}

Result<void> CpuKernel::launchPacked(const CpuDevice &device, Dim3 grid,
                                     Dim3 block, std::uint32_t sharedBytes,
                                     Span<const std::byte> params,
                                     const CpuLaunchOptions &options) const {
  if (std::optional<Error> error =
          checkLaunch(*info_, grid, block, sharedBytes, LaunchLimits()))
    return *error;
  if (params.size() != info_->paramBytes)
    return makeError("ValueError", "the parameter block has " +
                                       std::to_string(params.size()) +
                                       " bytes, the kernel takes " +
                                       std::to_string(info_->paramBytes));
  if (std::string fault = coarseningFault(info_->coarsening, block);
      !fault.empty())
    return makeError("ValueError", fault);
  block = launchedBlock(info_->coarsening, block);
  // Host code reads the block at its types' alignment.
  std::vector<std::max_align_t> aligned(
      params.size() / sizeof(std::max_align_t) + 1);
  std::copy(params.begin(), params.end(),
            reinterpret_cast<std::byte *>(aligned.data()));
  CpuDevice::State &state = device.state();
  std::lock_guard lock(state.launching);
  ScheduleOrder order(options.schedule);
  Launch launch{reinterpret_cast<BlockEntry>(blockEntry_),
                aligned.data(),
                grid,
                block,
                sharedBytes,
                module_->staticShared + sharedBytes};
  Dim3 cluster(std::max(info_->cluster[0], 1u), std::max(info_->cluster[1], 1u),
               std::max(info_->cluster[2], 1u));
  bool areTogether =
      info_->cooperative || cluster.x * cluster.y * cluster.z > 1;
  std::uint64_t blocks = std::uint64_t(grid.x) * grid.y * grid.z;
  if (!order.isForward())
    launch.order = order.next(static_cast<std::uint32_t>(blocks));
  for (CpuWorker &worker : state.workers) {
    worker.report = {};
    worker.deadlock.clear();
    worker.misuse.clear();
    worker.order = order;
    worker.runsAlone = module_->isWatched || options.schedule.oneByOne ||
                       !order.isForward() || state.pool.workers() == 1 ||
                       blocks == 1;
  }
  std::optional<LaunchCheck> check;
  if (module_->isWatched)
    launch.check =
        &check.emplace(module_->sites, module_->checks, *info_,
                       reinterpret_cast<const std::byte *>(aligned.data()),
                       sharedBytes, options);
  if (areTogether)
    runTogether({launch.entry, launch.params, grid, block, cluster, sharedBytes,
                 launch.sharedBytes, info_->cooperative, launch.check,
                 options.schedule.oneByOne || !order.isForward()},
                state.pool, state.workers);
  else if (check || options.schedule.oneByOne || !order.isForward())
    launch.run(state.workers[0], 0, blocks);
  else
    state.pool.run(
        blocks, [&](unsigned worker, std::uint64_t begin, std::uint64_t end) {
          launch.run(state.workers[worker], begin, end);
        });
  bool printed = false;
  for (CpuWorker &worker : state.workers)
    printed |= std::exchange(worker.printed, false);
  if (printed)
    std::fflush(stdout);
  if (check && options.findings)
    *options.findings = check->findings();
  if (check && options.lineCounts)
    *options.lineCounts = check->lineCounts();
  if (const Report *report = firstReport(state.workers, grid))
    return reportError(module_->info, *report, info_->name);
  for (const CpuWorker &worker : state.workers)
    if (!worker.misuse.empty())
      return makeError("RuntimeError",
                       "kernel `" + info_->name + "`: " + worker.misuse);
  if (module_->checks.any())
    return options.findings ? Result<void>() : firstError(check->findings());
  for (const CpuWorker &worker : state.workers)
    if (!worker.deadlock.empty())
      return makeError("DeadlockError",
                       "kernel `" + info_->name + "`: " + worker.deadlock);
  return {};
}

CpuModule::CpuModule(std::shared_ptr<CpuModuleState> state)
    : state_(std::move(state)) {}

Result<CpuModule> CpuModule::load(HostModule module) {
  auto state = std::make_shared<CpuModuleState>();
  state->info = module.info;
  state->sites = std::move(module.sites);
  state->checks = module.checks;
  state->isWatched = module.isWatched;
  if (llvm::Error error = loadInto(*state, std::move(module)))
    return jitError(std::move(error));
  return CpuModule(std::move(state));
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
    return makeError("NotFound", "there is no kernel `" + name +
                                     "` in the module; there are: " + names);
  return CpuKernel(state_, found, state_->blockEntries[found->entry]);
}

} // namespace pyk2ptx
