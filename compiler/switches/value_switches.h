// value_switches: choices in place of switches that only choose values.
#ifndef PYK2PTX_COMPILER_SWITCHES_VALUE_SWITCHES_H
#define PYK2PTX_COMPILER_SWITCHES_VALUE_SWITCHES_H

#include <llvm/IR/PassManager.h>

namespace pyk2ptx {

/// Whether anything changed; `analyses` are up to date then. For GPUs.
[[nodiscard]] bool chooseValues(llvm::Function &function,
                                llvm::FunctionAnalysisManager &analyses);

} // namespace pyk2ptx

#endif
