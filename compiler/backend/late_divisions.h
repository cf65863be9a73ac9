// Divisions wait for the loads behind them.
#ifndef PYK2PTX_COMPILER_BACKEND_LATE_DIVISIONS_H
#define PYK2PTX_COMPILER_BACKEND_LATE_DIVISIONS_H

#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

namespace pyk2ptx {

/// Whether the machine's code for it has a branch: it rounds correctly, or is a
/// division of 64 bits.
bool hasBranch(const llvm::Instruction &instruction);

/// Moves them, and what is computed from them, behind the guarded loads that
/// follow. Keeps the function's blocks. Whether it moved any.
bool moveDivisionsBehindLoads(llvm::Function &function);

} // namespace pyk2ptx

#endif
