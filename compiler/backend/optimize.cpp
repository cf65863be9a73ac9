// LLVM's pass pipeline. It always runs with the TargetMachine: without it LLVM
// does not know that threads diverge and jump threading breaks barriers.
#include "optimize.h"

#include "frontend/messages/internal_error.h"
#include "host_rewrite.h"
#include "pass_analyses.h"

#include <llvm/Analysis/BranchProbabilityInfo.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InductiveRangeCheckElimination.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <map>

namespace pyk2ptx {

namespace {

/// Where passes of quadratic time begin to tell.
constexpr std::size_t manyBlocks = 1000;

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

/// Which of the pipeline's passes run.
class PassChoice {
public:
  explicit PassChoice(bool isGpu) : isGpu_(isGpu) {}

  bool runs(llvm::StringRef pass, const llvm::Any &unit) {
    if (isGpu_ && isForVectors(pass))
      return false;
    const auto *function = llvm::any_cast<const llvm::Function *>(&unit);
    return pass != "InstCombinePass" || !function || mayCombine(**function);
  }

private:
  /// Passes that prepare loops for vectors, which kernels do not get, and
  /// analyse every address for it.
  static bool isForVectors(llvm::StringRef pass) {
    return pass == "LoopDistributePass" || pass == "LoopVectorizePass" ||
           pass == "LoopLoadEliminationPass";
  }
  /// The pipeline combines instructions seven times, in quadratic time where
  /// thousands of branches test one index.
  bool mayCombine(const llvm::Function &function) {
    constexpr int enough = 2;
    return function.size() <= manyBlocks || combined_[&function]++ < enough;
  }

  bool isGpu_;
  std::map<const llvm::Function *, int> combined_;
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
  tuning.LoopInterleaving = false;
  tuning.CallGraphProfile = false;

  llvm::PassInstrumentationCallbacks callbacks;
  PassChoice choice(isGpu);
  callbacks.registerShouldRunOptionalPassCallback(
      [&](llvm::StringRef pass, const llvm::Any &unit) {
        return choice.runs(pass, unit);
      });
  PassAnalyses analyses(machine, tuning, &callbacks);
  llvm::PassBuilder &builder = analyses.builder;
  if (!isGpu)
    builder.registerVectorizerStartEPCallback(
        [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
          passes.addPass(LikelyChecks());
          passes.addPass(llvm::IRCEPass());
          passes.addPass(llvm::InstCombinePass());
          passes.addPass(llvm::SimplifyCFGPass());
        });

  if (!isGpu) {
    llvm::ModulePassManager inliner;
    inliner.addPass(llvm::AlwaysInlinerPass());
    inliner.run(module, analyses.modules);
    rewriteHostThreads(module);
    analyses.modules.invalidate(module, llvm::PreservedAnalyses::none());
    verify(module, "after inlining into host threads");
  }
  if (level > 0)
    mergeManyGuards(module, analyses.functions);
  llvm::ModulePassManager passes =
      level == 0
          ? builder.buildO0DefaultPipeline(optimizationLevel(0))
          : builder.buildPerModuleDefaultPipeline(optimizationLevel(level));
  passes.run(module, analyses.modules);
  verify(module, "after optimization");
}

} // namespace pyk2ptx
