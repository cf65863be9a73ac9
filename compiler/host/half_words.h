// What is computed of an image's elements, in 16 bits.
#ifndef PYK2PTX_COMPILER_HOST_HALF_WORDS_H
#define PYK2PTX_COMPILER_HOST_HALF_WORDS_H

#include <llvm/IR/PassManager.h>

namespace pyk2ptx {

/// Integers that come from elements of 8 bits, or of 16 with a sign, go to such
/// elements or into comparisons, and need no more than 16 bits on the way, have
/// no more.
struct HalfWordsPass : llvm::PassInfoMixin<HalfWordsPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &analyses);
};

} // namespace pyk2ptx

#endif
