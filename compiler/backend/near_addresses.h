// near_addresses: addresses of neighbours, by their distance from one of them.
#ifndef PYK2PTX_COMPILER_BACKEND_NEAR_ADDRESSES_H
#define PYK2PTX_COMPILER_BACKEND_NEAR_ADDRESSES_H

#include <llvm/IR/PassManager.h>

namespace pyk2ptx {

/// For GPUs. Behind all that unrolls loops.
struct NearAddresses : llvm::PassInfoMixin<NearAddresses> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &analyses);
};

} // namespace pyk2ptx

#endif
