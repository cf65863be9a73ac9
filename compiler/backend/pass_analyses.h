// What LLVM's passes ask for, set up for one target.
#ifndef PYK2PTX_COMPILER_BACKEND_PASS_ANALYSES_H
#define PYK2PTX_COMPILER_BACKEND_PASS_ANALYSES_H

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>

namespace pyk2ptx {

/// The analyses of one module, computed when a pass asks for them. On the GPU
/// no library exists, so no pass may invent calls to one.
struct PassAnalyses {
  explicit PassAnalyses(llvm::TargetMachine &machine,
                        const llvm::PipelineTuningOptions &tuning = {},
                        llvm::PassInstrumentationCallbacks *callbacks = nullptr)
      : builder(&machine, tuning, std::nullopt, callbacks) {
    llvm::TargetLibraryInfoImpl libraries(machine.getTargetTriple());
    if (machine.getTargetTriple().isNVPTX())
      libraries.disableAllFunctions();
    // The first registration of an analysis stands.
    functions.registerPass(
        [&] { return llvm::TargetLibraryAnalysis(libraries); });
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(callGraph);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, callGraph, modules);
  }

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
};

} // namespace pyk2ptx

#endif
