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
// threads may leave by different ways. LLVM's uniformity analysis says which
// those are; the ends that a block depends on are its iterated dominance
// frontier in the reversed graph (Cytron et al. 1991).
#include "convergent_calls.h"

#include "frontend/messages/internal_error.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/IteratedDominanceFrontier.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include <map>

namespace pyk2ptx {

namespace {

using llvm::BasicBlock;

/// Of those that LLVM calls convergent, threads ask who is there by themselves.
bool isMadeTogether(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call || !call->isConvergent() || !call->getCalledFunction())
    return false;
  return call->getIntrinsicID() != llvm::Intrinsic::nvvm_activemask;
}

/// The called functions, each with the blocks of its calls.
using CallBlocks = std::map<std::string, llvm::SmallPtrSet<BasicBlock *, 4>>;

CallBlocks callsMadeTogether(llvm::Function &function) {
  CallBlocks calls;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (isMadeTogether(instruction))
      calls[llvm::cast<llvm::CallBase>(instruction)
                .getCalledFunction()
                ->getName()
                .str()]
          .insert(instruction.getParent());
  return calls;
}

} // namespace

ApartCalls apartCalls(llvm::Module &module,
                      llvm::FunctionAnalysisManager &analyses) {
  ApartCalls result;
  for (llvm::Function &function : module) {
    CallBlocks calls = callsMadeTogether(function);
    if (calls.empty())
      continue;
    auto &uniformity =
        analyses.getResult<llvm::UniformityInfoAnalysis>(function);
    llvm::ReverseIDFCalculator control(
        analyses.getResult<llvm::PostDominatorTreeAnalysis>(function));
    for (auto &[called, blocks] : calls) {
      control.setDefiningBlocks(blocks);
      llvm::SmallVector<BasicBlock *, 32> deciding;
      control.calculate(deciding);
      if (llvm::any_of(deciding, [&](const BasicBlock *block) {
            return uniformity.hasDivergentTerminator(*block);
          }))
        result.emplace(function.getName().str(), called);
    }
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
