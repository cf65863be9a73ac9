// near_addresses: addresses of neighbours, by their distance from one of them.
#ifndef PYK2PTX_COMPILER_BACKEND_NEAR_ADDRESSES_H
#define PYK2PTX_COMPILER_BACKEND_NEAR_ADDRESSES_H

#include <llvm/IR/PassManager.h>

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace pyk2ptx {

struct NearAddresses : llvm::PassInfoMixin<NearAddresses> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &analyses);
};

/// For GPUs. Behind all that unrolls loops.
void addressByDistance(llvm::PassBuilder &builder);

} // namespace pyk2ptx

#endif
