// llvm::cloneLoopWithPreheader makes the copy; who runs it, and what the exits
// get from it, is left to who asks.
#include "loop_copies.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace pyk2ptx {

llvm::Loop *copyUnless(llvm::Value *condition, llvm::Loop &loop,
                       llvm::LoopInfo &loops, llvm::DominatorTree &tree) {
  llvm::formLCSSARecursively(loop, tree, &loops, nullptr);
  llvm::SmallVector<llvm::BasicBlock *, 4> exits;
  loop.getUniqueExitBlocks(exits);
  llvm::BasicBlock *before = loop.getLoopPreheader();
  llvm::BasicBlock *usual =
      llvm::SplitBlock(before, before->getTerminator(), &tree, &loops);
  llvm::SmallVector<llvm::BasicBlock *, 16> blocks;
  llvm::ValueToValueMapTy copies;
  llvm::Loop *copy = llvm::cloneLoopWithPreheader(
      usual, before, &loop, copies, ".other", &loops, &tree, blocks);
  llvm::remapInstructionsInBlocks(blocks, copies);
  before->getTerminator()->eraseFromParent();
  llvm::IRBuilder<>(before).CreateCondBr(condition, usual,
                                         copy->getLoopPreheader());
  // Values come to the exits from both.
  for (llvm::BasicBlock *exit : exits)
    for (llvm::PHINode &phi : exit->phis())
      for (unsigned i = 0, n = phi.getNumIncomingValues(); i < n; ++i) {
        if (!loop.contains(phi.getIncomingBlock(i)))
          continue;
        llvm::Value *value = phi.getIncomingValue(i);
        llvm::Value *copied = copies.lookup(value);
        phi.addIncoming(copied ? copied : value,
                        llvm::cast<llvm::BasicBlock>(
                            copies.lookup(phi.getIncomingBlock(i))));
      }
  tree.recalculate(*before->getParent());
  return copy;
}

void replaceIn(const llvm::Loop &loop, llvm::Value *value, llvm::Value *by) {
  value->replaceUsesWithIf(by, [&](const llvm::Use &use) {
    auto *user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    return user && loop.contains(user);
  });
}

} // namespace pyk2ptx
