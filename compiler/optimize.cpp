// LLVM's pass pipeline. It always runs with the TargetMachine: without it LLVM
// does not know that threads diverge and jump threading breaks barriers. On the
// GPU no library exists, so no pass may invent calls to one.
#include "optimize.h"

#include "host_rewrite.h"
#include "internal_error.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>

namespace pyk2ptx {

namespace {

#ifndef NDEBUG
void verify(const llvm::Module &module, const char *when) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (llvm::verifyModule(module, &stream))
    internalError(std::string("invalid LLVM IR ") + when + ": " + text);
}
#else
void verify(const llvm::Module &, const char *) {}
#endif

llvm::OptimizationLevel optimizationLevel(int level) {
  switch (level) {
  case 0:
    return llvm::OptimizationLevel::O0;
  case 1:
    return llvm::OptimizationLevel::O1;
  case 2:
    return llvm::OptimizationLevel::O2;
  default:
    return llvm::OptimizationLevel::O3;
  }
}

} // namespace

void optimize(llvm::Module &module, llvm::TargetMachine &machine, int level) {
  verify(module, "before optimization");
  bool isGpu = machine.getTargetTriple().isNVPTX();
  llvm::PipelineTuningOptions tuning;
  tuning.LoopUnrolling = level > 1;
  tuning.LoopVectorization = !isGpu && level > 1;
  tuning.SLPVectorization = level > 1;
  tuning.CallGraphProfile = false;

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine, tuning);
  llvm::TargetLibraryInfoImpl libraries(machine.getTargetTriple());
  if (isGpu)
    libraries.disableAllFunctions();
  // The first registration of an analysis stands.
  functions.registerPass(
      [&] { return llvm::TargetLibraryAnalysis(libraries); });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);

  if (!isGpu) {
    llvm::ModulePassManager inliner;
    inliner.addPass(llvm::AlwaysInlinerPass());
    inliner.run(module, modules);
    rewriteHostThreads(module);
    modules.invalidate(module, llvm::PreservedAnalyses::none());
    verify(module, "after inlining into host threads");
  }
  llvm::ModulePassManager passes =
      level == 0
          ? builder.buildO0DefaultPipeline(optimizationLevel(0))
          : builder.buildPerModuleDefaultPipeline(optimizationLevel(level));
  passes.run(module, modules);
  verify(module, "after optimization");
}

} // namespace pyk2ptx
