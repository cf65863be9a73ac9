// Operations that are a branch in the machine's code, though not in LLVM's IR.
#ifndef PYK2PTX_COMPILER_SCHEDULE_HAS_BRANCH_H
#define PYK2PTX_COMPILER_SCHEDULE_HAS_BRANCH_H

#include <llvm/IR/Instruction.h>

namespace pyk2ptx {

/// Whether the machine's code for it has a branch, past which ptxas moves no
/// load and no store: it rounds correctly, or is a division of 64 bits.
[[nodiscard]] bool hasBranch(const llvm::Instruction &instruction);

} // namespace pyk2ptx

#endif
