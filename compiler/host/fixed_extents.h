// Loops over threads for arrays of a few planes: pixels, points.
#ifndef PYK2PTX_COMPILER_HOST_FIXED_EXTENTS_H
#define PYK2PTX_COMPILER_HOST_FIXED_EXTENTS_H

#include <llvm/IR/PassManager.h>

namespace pyk2ptx {

/// Where extents are compared with small constants, as guards of `image[y, x,
/// 0]` to `image[y, x, 2]` are, the loops are there once more for extents that
/// the largest of these constants is the last index of.
struct FixedExtentsPass : llvm::PassInfoMixin<FixedExtentsPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &analyses);
};

} // namespace pyk2ptx

#endif
