// People write v[i, j] each time they mean it. What compilers find of that is a
// load behind which the same place is loaded again. But a guarded element is
// loaded beside the path, and no such load is on every path to another one:
//
//   a = inside ? v[i, j] : 0           a = inside ? v[i, j] : 0
//   ...                          ->    ...
//   b = inside ? v[i, j] : 0           b = a
//
// Both are a branch around a block, by the same condition, and what meets
// behind it: so the second is the first, if the blocks compute the same of the
// same operands, and nothing between them may write there.
#include "repeated_loads.h"

#include "compiler/schedule/keeping_blocks.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PointerIntPair.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/MemorySSA.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>

namespace pyk2ptx {

namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::LoadInst;
using llvm::PHINode;
using llvm::Value;

/// `branch` goes to `inside`, which goes to `join`, or to `join` itself.
struct Guarded {
  BasicBlock *branch, *inside, *join;
  Value *condition;
  bool heldSide;
};

std::optional<Guarded> asGuarded(BasicBlock &block) {
  auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional())
    return std::nullopt;
  for (unsigned held : {0u, 1u}) {
    BasicBlock *inside = branch->getSuccessor(held);
    BasicBlock *join = branch->getSuccessor(1 - held);
    if (inside->getSinglePredecessor() &&
        inside->getSingleSuccessor() == join && join->hasNPredecessors(2) &&
        !join->phis().empty())
      return Guarded{&block, inside, join, branch->getCondition(), held == 0};
  }
  return std::nullopt;
}

class LoadMerger {
public:
  LoadMerger(llvm::Function &function, llvm::FunctionAnalysisManager &analyses)
      : function_(function), analyses_(analyses),
        dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)) {
  }

  bool run() {
    for (BasicBlock *block :
         llvm::ReversePostOrderTraversal<llvm::Function *>(&function_))
      if (std::optional<Guarded> guarded = asGuarded(*block))
        merge(*guarded);
    bool isChanged = !dead_.empty();
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead_);
    return isChanged;
  }

private:
  void merge(const Guarded &later) {
    auto &same = seen_[{later.condition, later.heldSide}];
    for (PHINode &phi : llvm::make_early_inc_range(later.join->phis())) {
      Value *inside = phi.getIncomingValueForBlock(later.inside);
      if (!llvm::isa<Instruction>(inside))
        continue;
      // The last ones: of thousands the first are far away.
      std::size_t tries = 0;
      for (const Guarded &earlier : llvm::reverse(same)) {
        constexpr std::size_t mostTries = 32;
        if (++tries > mostTries)
          break;
        if (!dominators_.dominates(earlier.join, later.branch))
          continue;
        if (PHINode *found = findSame(earlier, later, phi)) {
          phi.replaceAllUsesWith(found);
          phi.eraseFromParent();
          dead_.emplace_back(inside);
          break;
        }
      }
    }
    if (!later.join->phis().empty())
      same.push_back(later);
  }

  PHINode *findSame(const Guarded &earlier, const Guarded &later,
                    const PHINode &phi) {
    for (PHINode &other : earlier.join->phis()) {
      if (other.getType() != phi.getType() ||
          other.getIncomingValueForBlock(earlier.branch) !=
              phi.getIncomingValueForBlock(later.branch))
        continue;
      loads_.clear();
      if (!isSame(earlier, other.getIncomingValueForBlock(earlier.inside),
                  later, phi.getIncomingValueForBlock(later.inside), 0))
        continue;
      if (loads_.empty() || !llvm::all_of(loads_, [&](const auto &pair) {
            return isUnchanged(*pair.first, *pair.second);
          }))
        continue;
      for (auto [first, second] : loads_)
        llvm::combineMetadataForCSE(first, second, /*DoesKMove=*/false);
      return &other;
    }
    return nullptr;
  }

  /// Whether both compute the same, given that loads find the same: these are
  /// loads_ then.
  bool isSame(const Guarded &earlier, Value *one, const Guarded &later,
              Value *other, unsigned depth) {
    if (one == other)
      return true;
    constexpr unsigned deepest = 8;
    auto *first = llvm::dyn_cast<Instruction>(one);
    auto *second = llvm::dyn_cast<Instruction>(other);
    if (!first || !second || depth == deepest ||
        first->getParent() != earlier.inside ||
        second->getParent() != later.inside ||
        !first->isSameOperationAs(second) ||
        !first->hasSameSubclassOptionalData(second))
      return false;
    auto *load = llvm::dyn_cast<LoadInst>(first);
    if (load ? !load->isSimple()
             : first->mayReadOrWriteMemory() || first->mayHaveSideEffects() ||
                   llvm::isa<PHINode, llvm::CallBase, llvm::AllocaInst>(first))
      return false;
    if (load)
      loads_.emplace_back(load, llvm::cast<LoadInst>(second));
    for (unsigned i = 0; i < first->getNumOperands(); ++i)
      if (!isSame(earlier, first->getOperand(i), later, second->getOperand(i),
                  depth + 1))
        return false;
    return true;
  }

  /// Whether `later` finds what `earlier` has found.
  bool isUnchanged(LoadInst &earlier, LoadInst &later) {
    if (!memory_)
      memory_ =
          &analyses_.getResult<llvm::MemorySSAAnalysis>(function_).getMSSA();
    return memory_->dominates(
        memory_->getWalker()->getClobberingMemoryAccess(&later),
        memory_->getMemoryAccess(&earlier));
  }

  llvm::Function &function_;
  llvm::FunctionAnalysisManager &analyses_;
  llvm::DominatorTree &dominators_;
  llvm::MemorySSA *memory_ = nullptr;
  /// By condition, and the side on which it holds.
  llvm::DenseMap<llvm::PointerIntPair<Value *, 1, bool>,
                 llvm::SmallVector<Guarded, 4>>
      seen_;
  llvm::SmallVector<std::pair<LoadInst *, LoadInst *>, 4> loads_;
  llvm::SmallVector<llvm::WeakTrackingVH, 16> dead_;
};

} // namespace

llvm::PreservedAnalyses
RepeatedLoads::run(llvm::Function &function,
                   llvm::FunctionAnalysisManager &analyses) {
  return keepingBlocks(LoadMerger(function, analyses).run());
}

} // namespace pyk2ptx
