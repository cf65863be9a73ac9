// Neighbouring elements are stored one directly after the other.
#ifndef PYK2PTX_COMPILER_SCHEDULE_NEAR_STORES_H
#define PYK2PTX_COMPILER_SCHEDULE_NEAR_STORES_H

#include <llvm/IR/PassManager.h>

namespace pyk2ptx {

/// Stores wait for what is divided for the next store to their neighbourhood.
/// Keeps the function's blocks. Behind the passes that combine instructions.
struct NearStores : llvm::PassInfoMixin<NearStores> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &all);
};

} // namespace pyk2ptx

#endif
