// convergent_calls: barriers and shuffles stay where all threads come together.
#ifndef PYK2PTX_COMPILER_BACKEND_CONVERGENT_CALLS_H
#define PYK2PTX_COMPILER_BACKEND_CONVERGENT_CALLS_H

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/PassManager.h>

#include <set>
#include <string>

namespace pyk2ptx {

/// A function's name and that of one it calls.
using ApartCalls = std::set<std::pair<std::string, std::string>>;

/// The convergent calls that threads of a block may make apart from each other:
/// behind a branch that may differ between them, before they meet again.
[[nodiscard]] ApartCalls apartCalls(llvm::Module &module,
                                    llvm::FunctionAnalysisManager &analyses);

/// Ends in an internal error where there are such that were none `before`.
void checkApartCalls(const ApartCalls &before, llvm::Module &module,
                     llvm::FunctionAnalysisManager &analyses);

} // namespace pyk2ptx

#endif
