// Python text -> optimised host code, for the CPU device.
#ifndef PYK2PTX_COMPILER_HOST_MODULE_H
#define PYK2PTX_COMPILER_HOST_MODULE_H

#include "compiler/target/host_sites.h"
#include "frontend/messages/diagnostics.h"

#include <pyk2ptx/compile.h>

#include <memory>
#include <optional>
#include <vector>

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

namespace pyk2ptx {

/// An optimised module for this process's CPU, ready for LLVM's ORC
/// (orc::ThreadSafeModule). The context outlives the module.
struct HostModule {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  /// `arch` and `ptxIsa` are "host" and "".
  ModuleInfo info;
  /// CompileResult::writtenRecords.
  std::vector<std::uint32_t> writtenRecords;
  /// Filled in for code with checks. Its places point into the sources.
  HostSites sites;
  HostChecks checks;
  /// It has checks, counts lines or can be traced.
  bool isWatched = false;
  std::vector<PhaseTime> times;
  /// All files that were read beside the sources.
  std::vector<std::string> filesRead;
};

/// Changes with the processor that compileForHost compiles for: its name and
/// features.
[[nodiscard]] const std::string &hostCpuIdentity();

/// Nothing when `diagnostics` got an error. Of `options`, arch, libdevice and
/// ftz mean nothing here. The module's functions are those of
/// lower.h (`symbol.block`), symbol being KernelInfo::entry.
[[nodiscard]] std::optional<HostModule>
compileForHost(const std::vector<const Source *> &sources,
               const CompileOptions &options, Diagnostics &diagnostics);

} // namespace pyk2ptx

#endif
