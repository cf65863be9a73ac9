// What a loop over a row of threads tests is made what LLVM can take out of it.
#ifndef PYK2PTX_COMPILER_HOST_ROW_CHECKS_H
#define PYK2PTX_COMPILER_HOST_ROW_CHECKS_H

#include <llvm/IR/PassManager.h>

namespace pyk2ptx {

/// A condition that bounds a thread's index (`if i < n`, a guard, a clamp) says
/// the same for all threads of most blocks. Where it stands in the loop over
/// the threads, the loop becomes three, of which the middle one does without it
/// and is vectorized without masks: llvm::IRCEPass does that for branches of
/// one form that it takes to go one way. This pass gives them that form, and
/// runs it.
struct RowChecksPass : llvm::PassInfoMixin<RowChecksPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &analyses);
};

} // namespace pyk2ptx

#endif
