// Of
//
//   out[y, x, 0] = dx / length
//   out[y, x, 1] = dy / length
//
// the second element is stored a division later than the first, as ptxas moves
// no store over a division's branch (has_branch.h). Each store of a warp is
// then of some bytes of many sectors, and they come to the L2 cache one by one;
// those that come together are written together. So the first waits for the
// second, if nothing between them reads or writes where it does.
#include "near_stores.h"

#include "has_branch.h"
#include "keeping_blocks.h"
#include "near_places.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>

namespace pyk2ptx {

namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::StoreInst;

Place placeOf(const StoreInst &store) {
  return Place(*store.getPointerOperand(), store.getDataLayout());
}

/// The next store beside this one, if a division stands between them and the
/// store can wait for it.
StoreInst *neighbourBehind(StoreInst &store, llvm::AAResults &aliases) {
  const llvm::MemoryLocation location = llvm::MemoryLocation::get(&store);
  const Place place = placeOf(store);
  bool isDivided = false;
  for (Instruction &instruction : llvm::make_range(
           std::next(store.getIterator()), store.getParent()->end())) {
    if (auto *other = llvm::dyn_cast<StoreInst>(&instruction);
        other && other->isSimple() && placeOf(*other).isNear(place))
      return isDivided ? other : nullptr;
    isDivided = isDivided || hasBranch(instruction);
    if (llvm::isModOrRefSet(aliases.getModRefInfo(&instruction, location)) ||
        !llvm::isGuaranteedToTransferExecutionToSuccessor(&instruction))
      return nullptr;
  }
  return nullptr;
}

} // namespace

llvm::PreservedAnalyses NearStores::run(llvm::Function &function,
                                        llvm::FunctionAnalysisManager &all) {
  bool isChanged = false;
  for (BasicBlock &block : function) {
    if (llvm::none_of(block, hasBranch))
      continue;
    auto &aliases = all.getResult<llvm::AAManager>(function);
    // The last first: what waits for it comes to where it stands then.
    for (Instruction &instruction :
         llvm::make_early_inc_range(llvm::reverse(block)))
      if (auto *store = llvm::dyn_cast<StoreInst>(&instruction);
          store && store->isSimple())
        if (StoreInst *neighbour = neighbourBehind(*store, aliases)) {
          store->moveBefore(neighbour->getIterator());
          isChanged = true;
        }
  }
  return keepingBlocks(isChanged);
}

} // namespace pyk2ptx
