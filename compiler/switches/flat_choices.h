// flat_choices: small branches that only compute are choices between values.
#ifndef PYK2PTX_COMPILER_SWITCHES_FLAT_CHOICES_H
#define PYK2PTX_COMPILER_SWITCHES_FLAT_CHOICES_H

#include <llvm/IR/PassManager.h>

namespace pyk2ptx {

/// For GPUs. Before loops are unrolled.
struct FlatChoices : llvm::PassInfoMixin<FlatChoices> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &analyses);
};

} // namespace pyk2ptx

#endif
