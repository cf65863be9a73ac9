// Guarded loads of small branches stand beside the branch, not in it.
#ifndef PYK2PTX_COMPILER_SCHEDULE_FLAT_GUARDS_H
#define PYK2PTX_COMPILER_SCHEDULE_FLAT_GUARDS_H

#include <llvm/IR/PassManager.h>

namespace pyk2ptx {

/// In loops, of branches that only load and compute, with guards in them.
struct FlatGuards : llvm::PassInfoMixin<FlatGuards> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &all);
};

} // namespace pyk2ptx

#endif
