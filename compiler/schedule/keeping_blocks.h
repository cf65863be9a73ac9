// What a pass tells LLVM that moves instructions and leaves the blocks.
#ifndef PYK2PTX_COMPILER_SCHEDULE_KEEPING_BLOCKS_H
#define PYK2PTX_COMPILER_SCHEDULE_KEEPING_BLOCKS_H

#include <llvm/IR/Analysis.h>

namespace pyk2ptx {

[[nodiscard]] inline llvm::PreservedAnalyses keepingBlocks(bool isChanged) {
  if (!isChanged)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

} // namespace pyk2ptx

#endif
