// LLVM's pass pipeline. It always runs with the TargetMachine: without it LLVM
// does not know that threads diverge and jump threading breaks barriers. On the
// GPU no library exists, so no pass may invent calls to one.
#include "optimize.h"

#include "host_rewrite.h"
#include "internal_error.h"

#include <llvm/Analysis/BranchProbabilityInfo.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InductiveRangeCheckElimination.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

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

/// Instruction combining looks at every branch that may dominate, for every
/// value that a branch tests: quadratic time where a very long kernel tests the
/// same index over and over. Neighbours of equal conditions become one first.
void mergeManyGuards(llvm::Module &module,
                     llvm::FunctionAnalysisManager &functions) {
  constexpr std::size_t manyBlocks = 1000;
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  for (int i = 0; i < 2; ++i) {
    passes.addPass(llvm::EarlyCSEPass());
    passes.addPass(llvm::SimplifyCFGPass());
  }
  for (llvm::Function &function : module)
    if (function.size() > manyBlocks)
      functions.invalidate(function, passes.run(function, functions));
}

/// A condition that bounds a thread's index (`if i < n`, a guard) holds for all
/// threads of most blocks. Where it stands in the loop over the threads, the
/// loop becomes three, of which the middle one does without it and is
/// vectorized without masks. LLVM does that for checks that it takes to hold.
struct LikelyChecks : llvm::PassInfoMixin<LikelyChecks> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &functions) {
    llvm::MDBuilder metadata(function.getContext());
    llvm::LoopInfo &loops = functions.getResult<llvm::LoopAnalysis>(function);
    bool changed = false;
    for (llvm::BasicBlock &block : function) {
      auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
      llvm::Loop *loop = loops.getLoopFor(&block);
      if (!branch || !branch->isConditional() || !loop ||
          !loop->isInnermost() || loop->isLoopExiting(&block) ||
          branch->getMetadata(llvm::LLVMContext::MD_prof))
        continue;
      // Likely enough for this, and not for keeping the branch at any price.
      branch->setMetadata(llvm::LLVMContext::MD_prof,
                          metadata.createBranchWeights(20, 1));
      changed = true;
    }
    if (!changed)
      return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses kept;
    kept.preserveSet<llvm::CFGAnalyses>();
    kept.abandon<llvm::BranchProbabilityAnalysis>();
    return kept;
  }
};

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
  // Loops over a block's threads are short.
  tuning.LoopInterleaving = isGpu;
  tuning.CallGraphProfile = false;

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine, tuning);
  llvm::TargetLibraryInfoImpl libraries(machine.getTargetTriple());
  if (isGpu)
    libraries.disableAllFunctions();
  if (!isGpu)
    builder.registerVectorizerStartEPCallback(
        [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
          passes.addPass(LikelyChecks());
          passes.addPass(llvm::IRCEPass());
          passes.addPass(llvm::InstCombinePass());
          passes.addPass(llvm::SimplifyCFGPass());
        });
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
  if (level > 0)
    mergeManyGuards(module, functions);
  llvm::ModulePassManager passes =
      level == 0
          ? builder.buildO0DefaultPipeline(optimizationLevel(0))
          : builder.buildPerModuleDefaultPipeline(optimizationLevel(level));
  passes.run(module, modules);
  verify(module, "after optimization");
}

} // namespace pyk2ptx
