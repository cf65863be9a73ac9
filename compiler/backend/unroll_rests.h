// unroll_rests: the turns that a loop's rounds leave over, without a loop.
#ifndef PYK2PTX_COMPILER_BACKEND_UNROLL_RESTS_H
#define PYK2PTX_COMPILER_BACKEND_UNROLL_RESTS_H

#include <llvm/IR/PassManager.h>

namespace pyk2ptx {

/// For PTX. Behind LLVM's unrolling.
struct UnrollRests : llvm::PassInfoMixin<UnrollRests> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &analyses);
};

} // namespace pyk2ptx

#endif
