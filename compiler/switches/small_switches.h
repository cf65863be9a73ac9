// small_switches: comparisons in place of bit tests and tables.
#ifndef PYK2PTX_COMPILER_SWITCHES_SMALL_SWITCHES_H
#define PYK2PTX_COMPILER_SWITCHES_SMALL_SWITCHES_H

#include <llvm/IR/PassManager.h>

namespace pyk2ptx {

/// For GPUs. Behind all that makes switches.
struct SmallSwitches : llvm::PassInfoMixin<SmallSwitches> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &analyses);
};

} // namespace pyk2ptx

#endif
