// The CPU device: runs the kernels of a host module on the cores.
//
//   CpuDevice device;
//   Result<CpuModule> module = CpuModule::load(compiledForHost);
//   Result<CpuKernel> kernel = module->kernel("saxpy");
//   Result<void> done = kernel->launchPacked(device, grid, block, 0, params);
#ifndef PYK2PTX_JIT_CPU_DEVICE_H
#define PYK2PTX_JIT_CPU_DEVICE_H

#include "compiler/target/host_sites.h"
#include "runtime/jit/sanitize/watch.h"
#include "runtime/jit/threads/launch_options.h"

#include <pyk2ptx/abi.h>
#include <pyk2ptx/argument.h>
#include <pyk2ptx/error.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {

struct HostModule;

/// Worker threads and what they keep. Launches on one device run one after the
/// other, whatever thread they come from.
class CpuDevice {
public:
  /// `workers` 0 takes PYK2PTX_CPU_THREADS, or the number of cores. With one
  /// worker the blocks run in order.
  explicit CpuDevice(unsigned workers = 0);
  ~CpuDevice();
  CpuDevice(CpuDevice &&) noexcept;
  CpuDevice &operator=(CpuDevice &&) noexcept;

  [[nodiscard]] unsigned workers() const;
  /// How many blocks of a running launch were begun, and of how many; for
  /// another thread to ask. 0 of 0 where it is not known.
  struct Progress {
    std::uint64_t begun = 0, blocks = 0;
  };
  [[nodiscard]] Progress progress() const;

  /// From now on the signal SIGINT of this number, counted in each launch, ends
  /// launches of the process's main thread with an Error "Interrupted", after
  /// its handler was called; 0, at first: none does.
  static void endLaunchesAt(int interrupt);

  struct State;
  [[nodiscard]] State &state() const { return *state_; }

private:
  std::unique_ptr<State> state_;
};

struct CpuModuleState;

/// A kernel's code for a block.
struct BlockEntry {
  void *code = nullptr;
  HostShape shape = {};
};

/// A kernel ready to run; keeps its module alive.
class CpuKernel {
public:
  CpuKernel(std::shared_ptr<CpuModuleState> module, const KernelInfo *info,
            BlockEntry blockEntry);

  [[nodiscard]] const KernelInfo &info() const { return *info_; }

  /// Runs the whole grid and returns when it is done. `params` is what
  /// packArguments made: host addresses. The geometry has the GPU's limits and
  /// its errors the GPU's words. When threads reported errors (Bounds::Raise),
  /// the result is the first of the lowest block, whatever the workers did
  /// first; all other threads run to their end.
  ///
  /// Every block finds its shared memory filled with 0xff bytes (nan, -1), so
  /// that reading it before writing it shows and does not depend on the order
  /// of blocks.
  [[nodiscard]] Result<void>
  launchPacked(const CpuDevice &device, Dim3 grid, Dim3 block,
               std::uint32_t sharedBytes, Span<const std::byte> params,
               const CpuLaunchOptions &options = {}) const;

private:
  std::shared_ptr<CpuModuleState> module_;
  const KernelInfo *info_;
  BlockEntry blockEntry_;
};

/// What a host module without checks or debug information became: any process
/// on such a CPU (hostCpuIdentity) can load it.
struct HostObject {
  /// An object file.
  std::string code;
  /// LLVM's data layout.
  std::string layout;
  ModuleInfo info;
  /// The functions of libdevice.h that it calls.
  std::vector<std::string> libdevice;
};

/// Host code in memory, compiled when it is loaded.
class CpuModule {
public:
  explicit CpuModule(std::shared_ptr<CpuModuleState> state);

  /// The error, RuntimeError, is ours or the environment's: there is nothing in
  /// a kernel that could cause one.
  [[nodiscard]] static Result<CpuModule> load(HostModule module,
                                              HostObject *object = nullptr);
  [[nodiscard]] static Result<CpuModule> load(HostObject object);

  [[nodiscard]] const ModuleInfo &info() const;
  /// The places of code that is watched; valid while the module is.
  [[nodiscard]] const HostSites &sites() const;
  /// By entry name, else by Python name (first signature first). NotFound lists
  /// what there is.
  [[nodiscard]] Result<CpuKernel> kernel(const std::string &name) const;

private:
  std::shared_ptr<CpuModuleState> state_;
};

/// What a GPU would say of a launch with this geometry, static shared memory
/// included; nothing when it is in order. Pure.
[[nodiscard]] std::optional<Error> checkLaunch(const KernelInfo &kernel,
                                               Dim3 grid, Dim3 block,
                                               std::uint32_t sharedBytes,
                                               const LaunchLimits &limits);

} // namespace pyk2ptx

#endif
