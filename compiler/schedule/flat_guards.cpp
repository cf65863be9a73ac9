// Of
//
//   for j in range(first, last):
//       if index[j] != padding:
//           total += table[index[j]]
//
// ptxas makes what a condition chooses instructions that a predicate switches
// off: the loads of several turns are then under way together. It does so for a
// branch of a few instructions without another one in it, and a guard is one:
// each turn then waits for its loads. So guards go out of such branches:
//
//   if taken:                           if taken: i = index[j]
//       i = index[j]                    if taken and i is inside: v = table[i]
//       if i is inside: v = table[i] => sum = total + v
//       total = total + v               total = sum if taken else total
//
// What is loaded is what was loaded before; what is computed of nothing is not
// used.
#include "flat_guards.h"

#include "guarded_block.h"
#include "has_branch.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

namespace pyk2ptx {

namespace {

using llvm::BasicBlock;
using llvm::BranchInst;
using llvm::Instruction;
using llvm::LoadInst;
using llvm::Value;

/// Of a branch: about as many of the machine's instructions, and loads.
constexpr unsigned mostOfBranch = 28, mostOfItsLoads = 4;

/// 64-bit numbers are two.
unsigned workOf(const Instruction &instruction) {
  unsigned words = 1;
  for (const Value *operand : instruction.operand_values())
    if (operand->getType()->isIntegerTy(64))
      words = 2;
  return instruction.getOpcode() == Instruction::Mul ? words * words : words;
}

struct Guard : GuardedBlock {
  BranchInst *branch;
};

/// Adds what the block costs; whether it only loads and computes.
class BranchWork {
public:
  bool add(const BasicBlock &block) {
    for (const Instruction &each : block) {
      if (each.isTerminator() || llvm::isa<llvm::PHINode>(each))
        continue;
      const auto *load = llvm::dyn_cast<LoadInst>(&each);
      if (load ? !load->isSimple()
               : hasBranch(each) || each.mayReadOrWriteMemory() ||
                     !llvm::isSafeToSpeculativelyExecute(&each))
        return false;
      loads_ += load ? 1 : 0;
      work_ += workOf(each);
    }
    return work_ <= mostOfBranch && loads_ <= mostOfItsLoads;
  }

private:
  unsigned work_ = 0, loads_ = 0;
};

/// A branch with guards in it.
class SmallBranch {
public:
  explicit SmallBranch(BasicBlock &head) : head_(head) {}

  /// Whether the block ends in one.
  bool find() {
    branch_ = llvm::dyn_cast<BranchInst>(head_.getTerminator());
    if (!branch_ || !branch_->isConditional())
      return false;
    for (unsigned which : {0u, 1u}) {
      first_ = branch_->getSuccessor(which);
      behind_ = branch_->getSuccessor(1 - which);
      isTakenIfTrue_ = which == 0;
      if (first_ != behind_ && behind_ != &head_ &&
          first_->getSinglePredecessor() && walk())
        return true;
    }
    return false;
  }

  void flatten() {
    llvm::IRBuilder<> b(branch_);
    taken_ = branch_->getCondition();
    if (!isTakenIfTrue_)
      taken_ = b.CreateNot(taken_);
    if (!guards_.empty() && guards_.back().behind == behind_)
      meetBefore(guards_.back());
    for (const Guard &guard : guards_)
      askBoth(guard);
    for (BasicBlock *piece : pieces_)
      guardLoads(piece);
    choose();
  }

private:
  bool walk() {
    pieces_.clear();
    guards_.clear();
    BranchWork work;
    for (BasicBlock *at = first_;;) {
      pieces_.push_back(at);
      auto *branch = llvm::dyn_cast<BranchInst>(at->getTerminator());
      if (!branch || !work.add(*at))
        return false;
      if (!branch->isConditional()) {
        BasicBlock *next = branch->getSuccessor(0);
        if (next == behind_)
          return !guards_.empty() && behind_->hasNPredecessors(2);
        if (!next->getSinglePredecessor())
          return false;
        at = next;
        continue;
      }
      Guard guard{guardedBlockBehind(*at), branch};
      if (!guard.entered || !work.add(*guard.entered))
        return false;
      guards_.push_back(guard);
      if (guard.behind == behind_)
        return behind_->hasNPredecessors(3);
      if (!guard.behind->hasNPredecessors(2))
        return false;
      at = guard.behind;
    }
  }

  /// The last guard ends where the branch does: a block for its end.
  void meetBefore(Guard &guard) {
    BasicBlock *from = guard.branch->getParent();
    BasicBlock *meet =
        BasicBlock::Create(head_.getContext(), "", head_.getParent(), behind_);
    for (llvm::PHINode &phi : behind_->phis()) {
      auto *value = llvm::PHINode::Create(phi.getType(), 2, "", meet);
      value->addIncoming(phi.getIncomingValueForBlock(from), from);
      value->addIncoming(phi.getIncomingValueForBlock(guard.entered),
                         guard.entered);
      phi.removeIncomingValue(guard.entered, false);
      phi.setIncomingValue(static_cast<unsigned>(phi.getBasicBlockIndex(from)),
                           value);
      phi.replaceIncomingBlockWith(from, meet);
    }
    guard.entered->getTerminator()->replaceSuccessorWith(behind_, meet);
    guard.branch->replaceSuccessorWith(behind_, meet);
    BranchInst::Create(behind_, meet);
    guard.behind = meet;
    pieces_.push_back(meet);
  }

  void askBoth(const Guard &guard) {
    llvm::IRBuilder<> b(guard.branch);
    Value *enters = guard.branch->getCondition();
    if (guard.branch->getSuccessor(0) != guard.entered)
      enters = b.CreateNot(enters);
    b.CreateCondBr(b.CreateLogicalAnd(taken_, enters), guard.entered,
                   guard.behind);
    guard.branch->eraseFromParent();
  }

  /// Loads of the branch itself, one behind the other.
  void guardLoads(BasicBlock *block) {
    while (true) {
      auto first = llvm::find_if(*block, llvm::IsaPred<LoadInst>);
      if (first == block->end())
        return;
      llvm::SmallPtrSet<const Value *, 16> later;
      llvm::SmallVector<LoadInst *, 4> loads;
      Instruction &place = *first;
      for (Instruction &each : llvm::make_early_inc_range(
               llvm::make_range(first, std::prev(block->end())))) {
        bool isLater = llvm::any_of(each.operand_values(), [&](Value *value) {
          return later.contains(value);
        });
        auto *load = llvm::dyn_cast<LoadInst>(&each);
        if (load && !isLater)
          loads.push_back(load);
        if (load || isLater)
          later.insert(&each);
        else
          each.moveBefore(place.getIterator());
      }
      BasicBlock *next = block->splitBasicBlock(place.getIterator());
      BasicBlock *entered =
          BasicBlock::Create(head_.getContext(), "", head_.getParent(), next);
      for (LoadInst *load : loads) {
        auto *value = llvm::PHINode::Create(load->getType(), 2, "",
                                            next->getFirstNonPHIIt());
        load->replaceAllUsesWith(value);
        load->moveBefore(*entered, entered->end());
        value->addIncoming(load, entered);
        value->addIncoming(llvm::PoisonValue::get(load->getType()), block);
      }
      BranchInst::Create(next, entered);
      block->getTerminator()->eraseFromParent();
      BranchInst::Create(entered, next, taken_, block);
      block = next;
    }
  }

  /// All go through it.
  void choose() {
    for (llvm::PHINode &phi : behind_->phis()) {
      unsigned own = phi.getIncomingBlock(0) == &head_ ? 1 : 0;
      BasicBlock *last = phi.getIncomingBlock(own);
      llvm::IRBuilder<> b(last->getTerminator());
      phi.setIncomingValue(own,
                           b.CreateSelect(taken_, phi.getIncomingValue(own),
                                          phi.getIncomingValue(1 - own)));
      phi.removeIncomingValue(&head_, false);
    }
    BranchInst::Create(first_, branch_->getIterator());
    branch_->eraseFromParent();
  }

  BasicBlock &head_;
  BranchInst *branch_ = nullptr;
  BasicBlock *first_ = nullptr, *behind_ = nullptr;
  bool isTakenIfTrue_ = true;
  Value *taken_ = nullptr;
  std::vector<BasicBlock *> pieces_;
  std::vector<Guard> guards_;
};

} // namespace

llvm::PreservedAnalyses FlatGuards::run(llvm::Function &function,
                                        llvm::FunctionAnalysisManager &all) {
  const auto &loops = all.getResult<llvm::LoopAnalysis>(function);
  std::vector<BasicBlock *> heads;
  for (BasicBlock *block : llvm::post_order(&function.getEntryBlock()))
    if (loops.getLoopFor(block))
      heads.push_back(block);
  bool isChanged = false;
  for (BasicBlock *head : heads)
    if (SmallBranch branch(*head); branch.find()) {
      branch.flatten();
      isChanged = true;
    }
  if (!isChanged)
    return llvm::PreservedAnalyses::all();
  for (BasicBlock &block : llvm::make_early_inc_range(function))
    llvm::MergeBlockIntoPredecessor(&block);
  return llvm::PreservedAnalyses::none();
}

} // namespace pyk2ptx
