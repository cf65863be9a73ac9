// Host code in memory: what a CpuModule is.
#ifndef PYK2PTX_JIT_CPU_CODE_H
#define PYK2PTX_JIT_CPU_CODE_H

#include "compiler/host_module.h"
#include "compiler/target/host_sites.h"
#include "device.h"

#include <pyk2ptx/abi.h>

#include <llvm/ExecutionEngine/Orc/LLJIT.h>

#include <map>
#include <memory>
#include <string>

namespace pyk2ptx {

struct CpuModuleState {
  ModuleInfo info;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  /// By entry name.
  std::map<std::string, BlockEntry> blockEntries;
  std::uint64_t staticShared = 0;
  /// Of code with checks.
  HostSites sites;
  HostChecks checks;
  bool isWatched = false;
};

/// Compiles everything and takes the addresses; what went wrong, or "".
/// `object`, if any, gets what can be loaded again.
[[nodiscard]] std::string loadCode(CpuModuleState &state, HostModule host,
                                   HostObject *object);
[[nodiscard]] std::string loadCode(CpuModuleState &state,
                                   const HostObject &object);

} // namespace pyk2ptx

#endif
