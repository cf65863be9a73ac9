// The pipeline for the CPU device: the same typed IR, lowered and optimized for
// the processor that this process runs on.
#include "host_module.h"

#include "compiler/analyze/written_records.h"
#include "compiler/backend/link_bitcode.h"
#include "compiler/backend/optimize.h"
#include "compiler/host/host_checks.h"
#include "compiler/host/host_instrument.h"
#include "compiler/lower/lower.h"
#include "compiler/target/requirements.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/messages/internal_error.h"
#include "kernel_ir.h"
#include "large_stack.h"
#include "passes.h"

#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>

#include <mutex>

namespace pyk2ptx {

static std::string hostFeatures() {
  std::string features;
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    features += (features.empty() ? "" : ",") +
                std::string(feature.second ? "+" : "-") + feature.first().str();
  return features;
}

const std::string &hostCpuIdentity() {
  static const std::string *identity =
      new std::string(llvm::sys::getHostCPUName().str() + " " + hostFeatures());
  return *identity;
}

static std::unique_ptr<llvm::TargetMachine> makeHostMachine(int optLevel) {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    internalError(error);
  llvm::TargetOptions options;
  // The typed IR says which operations are contracted.
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, llvm::sys::getHostCPUName(), hostFeatures(), options,
      llvm::Reloc::PIC_, std::nullopt,
      optLevel == 0 ? llvm::CodeGenOptLevel::None
                    : llvm::CodeGenOptLevel::Default,
      /*JIT=*/true));
  if (!machine)
    internalError("LLVM has no code generator for this machine");
  return machine;
}

/// Whether no access leaves the array that its pointer is of.
static bool staysInside(const ir::Module &module,
                        const CompileOptions &options) {
  bool stays = options.bounds != BoundsMode::None;
  for (const ir::Function &function : module.functions)
    forEachExprIn(function.body, [&](const ir::Expr &expr) {
      // Nobody knows how far it reaches.
      stays = stays && !std::holds_alternative<ir::ArrayAt>(expr.node);
    });
  return stays;
}

static std::optional<HostModule>
runHostPipeline(const std::vector<const Source *> &sources,
                const CompileOptions &options, Diagnostics &diagnostics) {
  HostModule result;
  // An index that is only reported has the effect of a guarded one.
  if (options.checks.bounds && options.bounds == BoundsMode::None) {
    CompileOptions guarded = options;
    guarded.bounds = BoundsMode::Guard;
    return runHostPipeline(sources, guarded, diagnostics);
  }
  PhaseTimer timer(result.times);
  std::optional<std::vector<syntax::Module>> trees =
      parseSources(sources, diagnostics);
  timer.lap("parse");
  if (!trees)
    return std::nullopt;
  std::optional<ir::Module> kernels =
      checkSources(*trees, options, diagnostics);
  timer.lap("check");
  // What ends a thread is made part of the kernel, which a recursive function
  // cannot be.
  bool mayRaise = options.debug || options.bounds == BoundsMode::Raise;
  if (kernels)
    chooseUnit(*kernels, allUnits);
  if (!kernels || !fitsHost(*kernels, mayRaise, diagnostics))
    return std::nullopt;
  transform(*kernels, options, TargetDevice::Host, timer);
  transformLoops(*kernels, options, TargetDevice::Host, timer);
  result.checks = options.checks;
  result.isWatched = isWatched(options);
  result.info = describeModule(*kernels, options);
  result.writtenRecords = findWrittenRecords(*kernels);
  result.info.arch = "host";
  result.context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::TargetMachine> machine =
      makeHostMachine(options.optLevel);
  timer.lap("target");
  // A thread that is inlined into the loop over threads would lose its lines.
  result.module =
      lower(*kernels, {TargetDevice::Host, nullptr},
            {options.lineInfo, false, options.fmad, options.debug,
             options.optimizations, options.checks,
             options.schedulable || options.lineInfo, options.coverage,
             options.trace, result.isWatched ? &result.sites : nullptr},
            *machine, *result.context, result.info.sites);
  if (options.checks.any())
    instrumentAccesses(*result.module, result.sites);
  timer.lap("lower");
  std::vector<std::string> others;
  std::vector<ir::LinkedFile> links = resolveLinks(*kernels, options);
  for (const ir::LinkedFile &link : links)
    result.filesRead.push_back(link.path);
  if (!linkFiles(*result.module, links, TargetDevice::Host, others,
                 diagnostics) ||
      !checkDefined(*result.module, *kernels, diagnostics))
    return std::nullopt;
  auto settle = [&](llvm::PassBuilder &builder) {
    if (options.checks.any() && staysInside(*kernels, options))
      settleChecks(builder, result.info.kernels, result.sites);
  };
  optimize(*result.module, *machine, options.optLevel, options.optimizations,
           settle);
  timer.lap("optimize");
  return result;
}

std::optional<HostModule>
compileForHost(const std::vector<const Source *> &sources,
               const CompileOptions &options, Diagnostics &diagnostics) {
  std::optional<HostModule> result;
  runOnLargeStack(
      [&] { result = runHostPipeline(sources, options, diagnostics); });
  return result;
}

} // namespace pyk2ptx
