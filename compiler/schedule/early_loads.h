// early_loads: loads before divisions.
#ifndef PYK2PTX_COMPILER_SCHEDULE_EARLY_LOADS_H
#define PYK2PTX_COMPILER_SCHEDULE_EARLY_LOADS_H

#include <llvm/IR/PassManager.h>

namespace pyk2ptx {

/// For GPUs. Behind all that moves loads.
struct EarlyLoads : llvm::PassInfoMixin<EarlyLoads> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &analyses);
};

} // namespace pyk2ptx

#endif
