// long_functions: passes that take quadratic time on a very long function, and
// what it gets in their place.
#ifndef PYK2PTX_COMPILER_BACKEND_LONG_FUNCTIONS_H
#define PYK2PTX_COMPILER_BACKEND_LONG_FUNCTIONS_H

#include <llvm/IR/PassManager.h>

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace pyk2ptx {

/// Whether a pass of quadratic time would tell.
bool isLong(const llvm::Function &function);

/// Whether value numbering would, too: it keeps a list of the places where an
/// expression is computed and looks for one that dominates; of thousands of
/// guarded blocks none does.
bool isVeryLong(const llvm::Function &function);

/// Whether a pass that looks for constants in the sums that addresses are made
/// of would go too many ways: of `n += m; m += n`, again and again, each sum is
/// made of twice as many.
bool hasTangledSums(const llvm::Function &function);

/// Behind every run of InstCombinePass that `builder` adds for all functions:
/// one that takes linear time, for long functions. The caller sees to it that
/// LLVM's own leaves these out.
void combineLongFunctions(llvm::PassBuilder &builder);

/// Neighbours of equal conditions become one.
void mergeManyGuards(llvm::Module &module,
                     llvm::FunctionAnalysisManager &functions);

} // namespace pyk2ptx

#endif
