// repeated_loads: elements that are loaded once more under the same guard.
#ifndef PYK2PTX_COMPILER_BACKEND_REPEATED_LOADS_H
#define PYK2PTX_COMPILER_BACKEND_REPEATED_LOADS_H

#include <llvm/IR/PassManager.h>

namespace pyk2ptx {

/// Behind value numbering, and before what simplifies branches.
struct RepeatedLoads : llvm::PassInfoMixin<RepeatedLoads> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &analyses);
};

} // namespace pyk2ptx

#endif
