// A barrier waits for all threads of the block, a shuffle for all of the warp
// that its mask names. Behind a branch that some of them take, they wait for
// ever. LLVM has an attribute for such calls (convergent), which passes are to
// respect; that which splits call sites (of LLVM 22) copies what stands before
// a call into the blocks before that one, a barrier too. What comes of it is a
// kernel that hangs, on a GPU, where the compiler is not watched.
//
// So what the optimizer makes is looked at: no kind of convergent call may be
// behind a divergent branch that was not before. A block is, if control over it
// depends, by itself or through other blocks, on the end of a block that
// threads may leave by different ways (Ferrante, Ottenstein and Warren 1987;
// LLVM's uniformity analysis says which).
#include "convergent_calls.h"

#include "frontend/messages/internal_error.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include <map>
#include <vector>

namespace pyk2ptx {

namespace {

using llvm::BasicBlock;

/// Of those that LLVM calls convergent, threads end and ask who is there by
/// themselves.
bool isMadeTogether(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call || !call->isConvergent() || !call->getCalledFunction())
    return false;
  llvm::Intrinsic::ID what = call->getIntrinsicID();
  return what != llvm::Intrinsic::nvvm_exit &&
         what != llvm::Intrinsic::nvvm_activemask;
}

/// The blocks that are run, or not, by what those end with.
std::map<const BasicBlock *, std::vector<BasicBlock *>>
controlled(llvm::Function &function, const llvm::PostDominatorTree &ends) {
  std::map<const BasicBlock *, std::vector<BasicBlock *>> result;
  for (BasicBlock &block : function) {
    const llvm::DomTreeNode *node = ends.getNode(&block);
    if (!node || block.getTerminator()->getNumSuccessors() < 2)
      continue;
    for (BasicBlock *next : llvm::successors(&block))
      for (const llvm::DomTreeNode *at = ends.getNode(next);
           at && at != node->getIDom(); at = at->getIDom())
        if (at->getBlock())
          result[&block].push_back(at->getBlock());
  }
  return result;
}

llvm::SmallPtrSet<const BasicBlock *, 16>
apartBlocks(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
  auto &uniformity = analyses.getResult<llvm::UniformityInfoAnalysis>(function);
  auto below = controlled(
      function, analyses.getResult<llvm::PostDominatorTreeAnalysis>(function));
  llvm::SmallPtrSet<const BasicBlock *, 16> apart;
  llvm::SmallVector<const BasicBlock *, 16> open;
  for (const BasicBlock &block : function)
    if (uniformity.hasDivergentTerminator(block))
      open.push_back(&block);
  while (!open.empty())
    for (BasicBlock *block : below[open.pop_back_val()])
      if (apart.insert(block).second)
        open.push_back(block);
  return apart;
}

} // namespace

ApartCalls apartCalls(llvm::Module &module,
                      llvm::FunctionAnalysisManager &analyses) {
  ApartCalls result;
  for (llvm::Function &function : module) {
    if (llvm::none_of(llvm::instructions(function), isMadeTogether))
      continue;
    auto apart = apartBlocks(function, analyses);
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (isMadeTogether(instruction) &&
          apart.contains(instruction.getParent()))
        result.emplace(function.getName(),
                       llvm::cast<llvm::CallBase>(instruction)
                           .getCalledFunction()
                           ->getName());
  }
  return result;
}

void checkApartCalls(const ApartCalls &before, llvm::Module &module,
                     llvm::FunctionAnalysisManager &analyses) {
  for (const auto &call : apartCalls(module, analyses))
    if (!before.contains(call))
      internalError(call.first + " calls " + call.second +
                    " where only some of its threads may come");
}

} // namespace pyk2ptx
