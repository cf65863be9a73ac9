// A division that rounds correctly is one instruction of PTX and two dozen of
// the machine, with a branch to a function for operands near the ends of the
// range. What ptxas moves, it moves between branches: of
//
//   q = a[i] / b[i];  r = q + c[i]
//
// c[i] is asked for when the quotient is there, and waited for a second time.
// So are the loads of all but the first of several threads' work that one does
// (coarsen_threads.h).
//
// Loads that stand behind such an operation in its block go before the first of
// them, with what their addresses are computed by: unless something between may
// write there, or the address is loaded itself and would be waited for longer
// than the first operation's numbers are. What lies beside another element that
// is loaded before, as the next field of a record does, stays, unless a farther
// one's address is computed from it: it is in the cache by then, which it is
// not while both are on their way.
#include "early_loads.h"

#include "has_branch.h"
#include "keeping_blocks.h"
#include "late_divisions.h"
#include "near_places.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace pyk2ptx {

namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::LoadInst;

/// Each needs a register until it is used.
constexpr unsigned mostLoads = 32;

/// Finds what of a block can be done before its first such operation.
class Early {
public:
  explicit Early(llvm::AAResults &aliases) : aliases_(aliases) {}

  /// `first`: the block's first such operation.
  bool run(BasicBlock &block, Instruction &first) {
    bool isBehind = false;
    for (Instruction &instruction : block) {
      isBehind = isBehind || &instruction == &first;
      if (isBehind)
        behind_.insert(&instruction);
      else if (const auto *load = llvm::dyn_cast<LoadInst>(&instruction))
        places_.push_back(placeOf(*load));
      if (unsigned depth = depthOf(instruction))
        depths_[&instruction] = depth;
    }
    mostDepth_ = std::max(1u, depths_.lookup(&first));
    look(first.getIterator());
    if (apart_.empty())
      return false;
    for (Instruction *instruction : wanted())
      instruction->moveBefore(first.getIterator());
    return true;
  }

private:
  /// How many loads of the block have to be waited for, one after the other,
  /// until it is there.
  unsigned depthOf(const Instruction &instruction) const {
    if (llvm::isa<llvm::PHINode>(instruction))
      return 0;
    unsigned depth = 0;
    for (const llvm::Use &use : instruction.operands())
      depth = std::max(depth, depths_.lookup(use.get()));
    return depth + llvm::isa<LoadInst>(instruction);
  }

  void look(BasicBlock::iterator it) {
    for (Instruction &instruction :
         llvm::make_range(it, it->getParent()->end())) {
      if (canMove(instruction)) {
        if (const auto *load = llvm::dyn_cast<LoadInst>(&instruction)) {
          if (!isBesideOther(*load))
            apart_.insert(load);
          places_.push_back(placeOf(*load));
        }
        moved_.insert(&instruction);
        order_.push_back(&instruction);
      } else if (instruction.mayWriteToMemory()) {
        writers_.push_back(&instruction);
      }
      if (apart_.size() == mostLoads ||
          !llvm::isGuaranteedToTransferExecutionToSuccessor(&instruction))
        return;
    }
  }

  bool canMove(const Instruction &instruction) const {
    bool isReady =
        llvm::none_of(instruction.operands(), [&](const llvm::Use &use) {
          const auto *operand = llvm::dyn_cast<Instruction>(use.get());
          return operand && behind_.contains(operand) &&
                 !moved_.contains(operand);
        });
    if (const auto *load = llvm::dyn_cast<LoadInst>(&instruction))
      return isReady && load->isSimple() &&
             depths_.lookup(load) <= mostDepth_ && isSameBefore(*load);
    return isReady && !hasBranch(instruction) && !instruction.isTerminator() &&
           !instruction.mayReadOrWriteMemory() &&
           !instruction.mayHaveSideEffects() &&
           !llvm::isa<llvm::PHINode, llvm::AllocaInst, llvm::CallBase>(
               instruction);
  }

  static Place placeOf(const LoadInst &load) {
    return Place(*load.getPointerOperand(), load.getDataLayout());
  }

  bool isBesideOther(const LoadInst &load) const {
    return llvm::any_of(places_, [place = placeOf(load)](const Place &other) {
      return place.isNear(other);
    });
  }

  bool isSameBefore(const LoadInst &load) const {
    llvm::MemoryLocation place = llvm::MemoryLocation::get(&load);
    return load.hasMetadata(llvm::LLVMContext::MD_invariant_load) ||
           llvm::none_of(writers_, [&](const Instruction *writer) {
             return llvm::isModSet(aliases_.getModRefInfo(writer, place));
           });
  }

  /// The loads apart and what they need, in order.
  llvm::SmallVector<Instruction *, 16> wanted() const {
    llvm::SmallPtrSet<const llvm::Value *, 32> needed;
    llvm::SmallVector<Instruction *, 16> result;
    for (Instruction *instruction : llvm::reverse(order_)) {
      if (!apart_.contains(instruction) && !needed.contains(instruction))
        continue;
      needed.insert_range(instruction->operand_values());
      result.push_back(instruction);
    }
    std::reverse(result.begin(), result.end());
    return result;
  }

  llvm::AAResults &aliases_;
  /// What stands at the first operation or behind it.
  llvm::SmallPtrSet<const llvm::Value *, 32> behind_;
  /// depthOf; 0 is left out.
  llvm::SmallDenseMap<const llvm::Value *, unsigned, 32> depths_;
  unsigned mostDepth_ = 1;
  llvm::SmallPtrSet<const llvm::Value *, 32> moved_;
  llvm::SmallVector<Instruction *, 32> order_;
  llvm::SmallVector<const Instruction *, 8> writers_;
  /// Of the loads before, and of those that go there.
  llvm::SmallVector<Place, 16> places_;
  /// Those that go there, but for those beside another.
  llvm::SmallPtrSet<const llvm::Value *, 16> apart_;
};

} // namespace

llvm::PreservedAnalyses EarlyLoads::run(llvm::Function &function,
                                        llvm::FunctionAnalysisManager &all) {
  bool isChanged = moveDivisionsBehindLoads(
      function, all.getResult<llvm::DominatorTreeAnalysis>(function));
  for (BasicBlock &block : function)
    if (auto first = llvm::find_if(block, hasBranch); first != block.end())
      isChanged |=
          Early(all.getResult<llvm::AAManager>(function)).run(block, *first);
  return keepingBlocks(isChanged);
}

} // namespace pyk2ptx
