// Loops that divide many numbers by one.
#ifndef PYK2PTX_COMPILER_HOST_INVARIANT_DIVISIONS_H
#define PYK2PTX_COMPILER_HOST_INVARIANT_DIVISIONS_H

#include <llvm/IR/PassManager.h>

namespace pyk2ptx {

/// Divisions of 64 and 32 bits in innermost loops, by what the loop does not
/// change and LLVM does not know, become what vectors have.
struct InvariantDivisionsPass : llvm::PassInfoMixin<InvariantDivisionsPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &analyses);
};

} // namespace pyk2ptx

#endif
