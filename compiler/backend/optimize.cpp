// LLVM's pass pipeline. It always runs with the TargetMachine: without it LLVM
// does not know that threads diverge and jump threading breaks barriers.
#include "optimize.h"

#include "compiler/host/fixed_extents.h"
#include "compiler/host/half_words.h"
#include "compiler/host/host_rewrite.h"
#include "compiler/host/invariant_divisions.h"
#include "compiler/host/row_checks.h"
#include "compiler/host/row_divisions.h"
#include "compiler/schedule/early_loads.h"
#include "compiler/schedule/flat_guards.h"
#include "compiler/schedule/keeping_blocks.h"
#include "compiler/schedule/near_stores.h"
#include "compiler/switches/flat_choices.h"
#include "compiler/switches/placed_stores.h"
#include "compiler/switches/small_switches.h"
#include "compiler/words/word_arithmetic.h"
#include "convergent_calls.h"
#include "frontend/messages/internal_error.h"
#include "gpu_passes.h"
#include "inline_first.h"
#include "invariant_guards.h"
#include "long_functions.h"
#include "pass_analyses.h"
#include "repeated_loads.h"
#include "unroll_counts.h"
#include "unroll_rests.h"
#include "unroll_whole.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/SimpleLoopUnswitch.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <map>
#include <utility>

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

/// Which of the pipeline's passes run.
class PassChoice {
public:
  explicit PassChoice(bool isGpu) : isGpu_(isGpu) {}

  bool runs(llvm::StringRef pass, const llvm::Any &unit) {
    // Copies what stands before a call, barriers too (convergent_calls.h).
    if (isGpu_ && pass == "CallSiteSplittingPass")
      return false;
    if (isGpu_ && isForVectors(pass)) {
      isCombined_ = true;
      return false;
    }
    const auto *function = llvm::any_cast<const llvm::Function *>(&unit);
    if (pass == "InstCombinePass")
      return !std::exchange(isCombined_, false) &&
             (!function || !isLong(**function));
    return !function || !isVeryLong(**function) ||
           (pass != "GVNPass" && isSecondAtMost(**function, pass));
  }

private:
  /// Passes that prepare loops for vectors, which kernels do not get, and
  /// analyse every address for it.
  static bool isForVectors(llvm::StringRef pass) {
    return pass == "LoopDistributePass" || pass == "LoopVectorizePass" ||
           pass == "LoopLoadEliminationPass";
  }

  /// Whether it ran there no more than once. A walk through thousands of blocks
  /// takes its time, and the third hardly finds anything. (No result depends on
  /// any of them.)
  bool isSecondAtMost(const llvm::Function &function, llvm::StringRef pass) {
    return ++runs_[{&function, pass}] <= 2;
  }

  bool isGpu_;
  /// Of very long functions, by the pass.
  std::map<std::pair<const llvm::Function *, llvm::StringRef>, unsigned> runs_;
  /// The next run of combining stands behind vectorization, which was left out:
  /// nothing is new to it.
  bool isCombined_ = false;
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

/// A vector has twice as many words as Python's integers.
struct WordsOfElements : llvm::PassInfoMixin<WordsOfElements> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &) {
    return keepingBlocks(computeElementsInWords(function));
  }
};

/// What loops over rows of threads are before they become vectors.
void addRowPasses(llvm::PassBuilder &builder, Optimizations which) {
  if (which.has(Optimization::FixedExtents))
    builder.registerPeepholeEPCallback(
        [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
          passes.addPass(FixedExtentsPass());
        });
  builder.registerVectorizerStartEPCallback(
      [=](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
        if (which.has(Optimization::RowDivisions))
          passes.addPass(RowDivisionsPass());
        if (which.has(Optimization::LikelyChecks)) {
          passes.addPass(RowChecksPass());
          passes.addPass(llvm::InstCombinePass());
          passes.addPass(llvm::SimplifyCFGPass());
          // What is left of a condition may be the same for the row.
          passes.addPass(llvm::createFunctionToLoopPassAdaptor(
              llvm::SimpleLoopUnswitchPass(true), true));
        }
        if (which.has(Optimization::InvariantDivisions))
          passes.addPass(InvariantDivisionsPass());
        if (which.has(Optimization::ElementWords)) {
          passes.addPass(WordsOfElements());
          passes.addPass(HalfWordsPass());
        }
      });
}

/// Behind LLVM's passes over functions.
void addLastPasses(llvm::PassBuilder &builder, Optimizations which) {
  builder.registerOptimizerLastEPCallback([=](llvm::ModulePassManager &passes,
                                              llvm::OptimizationLevel,
                                              llvm::ThinOrFullLTOPhase) {
    llvm::FunctionPassManager last;
    if (which.has(Optimization::UnrollCounts))
      last.addPass(UnrollRests());
    if (which.has(Optimization::SmallSwitches))
      last.addPass(SmallSwitches());
    if (which.has(Optimization::FlatGuards))
      last.addPass(FlatGuards());
    if (which.has(Optimization::EarlyLoads))
      last.addPass(EarlyLoads());
    if (which.has(Optimization::NearStores))
      last.addPass(NearStores());
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(last)));
  });
}

/// A root that rounds correctly is a call for what is no normal number: code
/// that stands behind `if x > 0` would have it made of all others, too, were it
/// computed before the condition is known. LLVM thinks it cheap.
void keepRootsBehindConditions(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (function.getIntrinsicID() == llvm::Intrinsic::sqrt)
      function.removeFnAttr(llvm::Attribute::Speculatable);
}

} // namespace

void optimize(llvm::Module &module, llvm::TargetMachine &machine, int level,
              Optimizations which,
              const std::function<void(llvm::PassBuilder &)> &more) {
  verify(module, "before optimization");
  bool isGpu = machine.getTargetTriple().isNVPTX();
  // Passes for GPUs look at single numbers, not at vectors.
  bool isLikeGpu = isGpu || which.areGpusOnCpu();
  llvm::PipelineTuningOptions tuning;
  tuning.LoopUnrolling = level > 1;
  tuning.LoopVectorization = !isLikeGpu && level > 1;
  tuning.SLPVectorization = (isGpu || !isLikeGpu) && level > 1;
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
  combineLongFunctions(builder);
  if (more)
    more(builder);
  if (isLikeGpu && level > 1 && which.has(Optimization::InvariantGuards))
    clearInvariantGuards(builder);
  if (isLikeGpu && level > 1 && which.has(Optimization::PlacedStores)) {
    // Behind either kind of unrolling.
    auto add = [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
      passes.addPass(PlacedStores());
    };
    builder.registerScalarOptimizerLateEPCallback(add);
    builder.registerVectorizerEndEPCallback(add);
  }
  if (isLikeGpu && level > 1 && which.has(Optimization::FlatChoices))
    builder.registerScalarOptimizerLateEPCallback(
        [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
          passes.addPass(FlatChoices());
        });
  if (level > 1 && which.has(Optimization::RepeatedLoads))
    builder.registerScalarOptimizerLateEPCallback(
        [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
          passes.addPass(RepeatedLoads());
        });
  if (isLikeGpu && level > 1)
    addLastPasses(builder, which);
  if (isLikeGpu && level > 1 && which.has(Optimization::UnrollWhole))
    unrollWhole(builder);
  if (isLikeGpu && level > 1 && which.has(Optimization::UnrollCounts))
    unrollFurther(builder);
  if (!isLikeGpu)
    addRowPasses(builder, which);

  if (isGpu && level > 0)
    inlineFirst(module, analyses);
  if (!isGpu) {
    llvm::AlwaysInlinerPass().run(module, analyses.modules);
    rewriteHostThreads(module);
    analyses.modules.invalidate(module, llvm::PreservedAnalyses::none());
  }
  verify(module, "after inlining");
  if (isLikeGpu)
    keepRootsBehindConditions(module);
  if (level > 0)
    mergeManyGuards(module, analyses.functions);
  ApartCalls apart;
  if (isGpu && level > 0)
    apart = apartCalls(module, analyses.functions);
  llvm::ModulePassManager passes =
      level == 0
          ? builder.buildO0DefaultPipeline(optimizationLevel(0))
          : builder.buildPerModuleDefaultPipeline(optimizationLevel(level));
  passes.run(module, analyses.modules);
  if (isGpu && level > 0)
    checkApartCalls(apart, module, analyses.functions);
  if (isLikeGpu && !isGpu && level > 0)
    runGpuPasses(module, which);
  verify(module, "after optimization");
}

} // namespace pyk2ptx
