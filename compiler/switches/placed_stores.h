// placed_stores: what is stored at one of several places that are variables
// each.
#ifndef PYK2PTX_COMPILER_SWITCHES_PLACED_STORES_H
#define PYK2PTX_COMPILER_SWITCHES_PLACED_STORES_H

#include <llvm/IR/PassManager.h>

namespace pyk2ptx {

/// Behind loops that are unrolled and arrays that are variables (LLVM's SROA).
struct PlacedStores : llvm::PassInfoMixin<PlacedStores> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &analyses);
};

} // namespace pyk2ptx

#endif
