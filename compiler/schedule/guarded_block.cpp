// `if i is inside: v = a[i]` is two edges to what follows: one past the load.
#include "guarded_block.h"

#include <llvm/IR/Instructions.h>

namespace pyk2ptx {

GuardedBlock guardedBlockBehind(llvm::BasicBlock &block) {
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional())
    return {};
  for (unsigned which : {0u, 1u}) {
    llvm::BasicBlock *entered = branch->getSuccessor(which);
    llvm::BasicBlock *behind = branch->getSuccessor(1 - which);
    if (entered != behind && behind != &block &&
        entered->getSinglePredecessor() == &block &&
        entered->getSingleSuccessor() == behind)
      return {entered, behind};
  }
  return {};
}

} // namespace pyk2ptx
