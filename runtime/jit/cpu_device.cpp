// A host module becomes code by LLVM's ORC, all of it at once when it is
// loaded. A launch then hands chunks of its blocks to the workers; each block
// is one call of the kernel's block entry, which runs all its threads.
//
// The functions that host code calls back are defined by address, because a
// program that hides or strips its symbols has no names to find them by; libm
// is found by name.
#include "cpu_device.h"

#include "compiler/host_abi.h"
#include "compiler/host_module.h"
#include "cpu_libdevice.h"
#include "cpu_pool.h"
#include "cpu_worker.h"

#include <llvm/ExecutionEngine/Orc/AbsoluteSymbols.h>
#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
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

llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
makeJit(const llvm::Module &module) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  // The platform would compile a module of its own first, for constructors and
  // thread-local variables that kernels do not have.
  return llvm::orc::LLJITBuilder()
      .setJITTargetMachineBuilder(std::move(*builder))
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
  define("pyk2ptx_host_frame", pyk2ptx_host_frame);
  define("pyk2ptx_host_print", pyk2ptx_host_print);
  define("pyk2ptx_host_to_half", pyk2ptx_host_to_half);
  define("pyk2ptx_host_from_half", pyk2ptx_host_from_half);
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
  auto jit = makeJit(*host.module);
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
    for (std::uint64_t index = begin; index < end; ++index) {
      host.blockIdx[0] = static_cast<std::uint32_t>(index % grid.x);
      host.blockIdx[1] = static_cast<std::uint32_t>(index / grid.x % grid.y);
      host.blockIdx[2] = static_cast<std::uint32_t>(index / grid.x / grid.y);
      if (sharedBytes)
        std::memset(host.shared, 0xff, sharedBytes);
      entry(params, &host);
    }
  }
};

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
                                     Span<const std::byte> params) const {
  if (std::optional<Error> error =
          checkLaunch(*info_, grid, block, sharedBytes, LaunchLimits()))
    return *error;
  if (params.size() != info_->paramBytes)
    return makeError("ValueError", "the parameter block has " +
                                       std::to_string(params.size()) +
                                       " bytes, the kernel takes " +
                                       std::to_string(info_->paramBytes));
  // Host code reads the block at its types' alignment.
  std::vector<std::max_align_t> aligned(
      params.size() / sizeof(std::max_align_t) + 1);
  std::copy(params.begin(), params.end(),
            reinterpret_cast<std::byte *>(aligned.data()));
  CpuDevice::State &state = device.state();
  std::lock_guard lock(state.launching);
  for (CpuWorker &worker : state.workers) {
    worker.report = {};
    worker.deadlock.clear();
  }
  Launch launch{reinterpret_cast<BlockEntry>(blockEntry_),
                aligned.data(),
                grid,
                block,
                sharedBytes,
                module_->staticShared + sharedBytes};
  state.pool.run(std::uint64_t(grid.x) * grid.y * grid.z,
                 [&](unsigned worker, std::uint64_t begin, std::uint64_t end) {
                   launch.run(state.workers[worker], begin, end);
                 });
  bool printed = false;
  for (CpuWorker &worker : state.workers)
    printed |= std::exchange(worker.printed, false);
  if (printed)
    std::fflush(stdout);
  if (const Report *report = firstReport(state.workers, grid))
    return reportError(module_->info, *report, info_->name);
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
  if (llvm::Error error = loadInto(*state, std::move(module)))
    return jitError(std::move(error));
  return CpuModule(std::move(state));
}

const ModuleInfo &CpuModule::info() const { return state_->info; }

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
