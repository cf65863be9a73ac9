// loop_analyses: what unrolling a loop asks LLVM for, and keeps.
#ifndef PYK2PTX_COMPILER_TARGET_LOOP_ANALYSES_H
#define PYK2PTX_COMPILER_TARGET_LOOP_ANALYSES_H

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

namespace pyk2ptx {

/// Of one function; what a pass over its loops is made of.
class LoopAnalyses {
protected:
  LoopAnalyses(llvm::Function &function,
               llvm::FunctionAnalysisManager &analyses)
      : loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
        evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
        costs_(analyses.getResult<llvm::TargetIRAnalysis>(function)),
        assumptions_(analyses.getResult<llvm::AssumptionAnalysis>(function)),
        dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
        remarks_(analyses.getResult<llvm::OptimizationRemarkEmitterAnalysis>(
            function)) {}

  /// Whether it was not in the form of llvm::simplifyLoop, and could be
  /// changed.
  bool simplify(llvm::Loop &loop) {
    return llvm::simplifyLoop(&loop, &dominators_, &loops_, &evolution_,
                              &assumptions_, nullptr, /*PreserveLCSSA=*/false);
  }
  /// What is used behind it, and behind loops around it, has a phi there.
  bool closeValues(llvm::Loop &loop) {
    return llvm::formLCSSARecursively(*loop.getOutermostLoop(), dominators_,
                                      &loops_, &evolution_);
  }
  /// Of a loop of both forms: so many turns at once, none are left over.
  llvm::LoopUnrollResult unrollWhole(llvm::Loop &loop, unsigned turns) {
    llvm::UnrollLoopOptions options{};
    options.Count = turns;
    options.Force = true;
    return llvm::UnrollLoop(&loop, options, &loops_, &evolution_, &dominators_,
                            &assumptions_, &costs_, &remarks_,
                            /*PreserveLCSSA=*/true);
  }

  llvm::LoopInfo &loops_;
  llvm::ScalarEvolution &evolution_;
  llvm::TargetTransformInfo &costs_;
  llvm::AssumptionCache &assumptions_;
  llvm::DominatorTree &dominators_;
  llvm::OptimizationRemarkEmitter &remarks_;
};

} // namespace pyk2ptx

#endif
