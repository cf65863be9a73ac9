// A block that a branch enters or not.
#ifndef PYK2PTX_COMPILER_SCHEDULE_GUARDED_BLOCK_H
#define PYK2PTX_COMPILER_SCHEDULE_GUARDED_BLOCK_H

#include <llvm/IR/BasicBlock.h>

namespace pyk2ptx {

/// The block, and what follows in either case; null for other branches.
struct GuardedBlock {
  llvm::BasicBlock *entered = nullptr;
  llvm::BasicBlock *behind = nullptr;
};

/// At the end of `block`.
[[nodiscard]] GuardedBlock guardedBlockBehind(llvm::BasicBlock &block);

} // namespace pyk2ptx

#endif
