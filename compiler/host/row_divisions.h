// Loops over a row of threads whose indices are quotients and remainders.
#ifndef PYK2PTX_COMPILER_HOST_ROW_DIVISIONS_H
#define PYK2PTX_COMPILER_HOST_ROW_DIVISIONS_H

#include <llvm/IR/PassManager.h>

namespace pyk2ptx {

/// Innermost loops that divide their counter, or what grows with it one by one,
/// by what they do not change, go on in stretches in which every quotient stays
/// what it is. Changes nothing else of what the loop computes.
struct RowDivisionsPass : llvm::PassInfoMixin<RowDivisionsPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &analyses);
};

} // namespace pyk2ptx

#endif
