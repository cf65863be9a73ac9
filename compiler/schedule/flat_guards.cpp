// Of
//
//   for j in range(first, last):
//       if index[j] != padding:
//           total += table[index[j]]
//
// ptxas makes what a condition chooses instructions that a predicate switches
// off: the loads of several turns are then under way together, and so are those
// behind a branch with those in it. It does so for a branch of a few
// instructions without another one in it, and a guard is one: each turn then
// waits for its loads. So guards go out of such branches:
//
//   if taken:                           if taken: i = index[j]
//       i = index[j]                    if taken and i is inside: v = table[i]
//       if i is inside: v = table[i] => sum = total + v
//       total = total + v               total = sum if taken else total
//
// What is loaded is what was loaded before; what is computed of nothing is not
// used. A choice of numbers in such a branch, as of where a mirrored index is,
// is computed on both sides.
#include "flat_guards.h"

#include "guarded_block.h"
#include "has_branch.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>
#include <utility>
#include <vector>

namespace pyk2ptx {

namespace {

using llvm::BasicBlock;
using llvm::BranchInst;
using llvm::Instruction;
using llvm::LoadInst;
using llvm::Value;

/// Of a branch: about as many of the machine's instructions, and loads. Where
/// all of a warp's threads go the same way, those that do not take it save what
/// predicated instructions would cost.
constexpr unsigned mostOfBranch = 40, mostOfUniformBranch = 28,
                   mostOfItsLoads = 4;

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

/// Blocks of which one is entered, or none, and what follows.
struct Choice {
  BranchInst *branch;
  llvm::SmallVector<BasicBlock *, 2> sides;
  BasicBlock *behind;
};

/// At the end of a block.
std::optional<Choice> choiceAt(BranchInst &branch) {
  Choice choice{&branch, {}, nullptr};
  BasicBlock *const ends[] = {branch.getSuccessor(0), branch.getSuccessor(1)};
  for (unsigned which : {0u, 1u}) {
    BasicBlock *side = ends[which], *other = ends[1 - which];
    BasicBlock *next = side->getSingleSuccessor();
    bool isSide = side != other && side->getSinglePredecessor() && next &&
                  (next == other || next == other->getSingleSuccessor());
    if (!isSide)
      continue;
    choice.sides.push_back(side);
    choice.behind = next;
  }
  if (choice.sides.empty() || !choice.behind->hasNPredecessors(2) ||
      llvm::any_of(choice.sides, [](BasicBlock *side) {
        return llvm::any_of(*side, llvm::IsaPred<LoadInst, llvm::PHINode>);
      }))
    return std::nullopt;
  return choice;
}

/// Adds what the block costs; whether it only loads and computes.
class BranchWork {
public:
  explicit BranchWork(unsigned most) : most_(most) {}

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
    return work_ <= most_ && loads_ <= mostOfItsLoads;
  }

private:
  unsigned most_;
  unsigned work_ = 0, loads_ = 0;
};

/// A branch with guards in it.
class SmallBranch {
public:
  SmallBranch(BasicBlock &head, unsigned most) : head_(head), most_(most) {}

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
    for (const Choice &choice : choices_)
      computeBoth(choice);
    taken_ = branch_->getCondition();
    if (!isTakenIfTrue_)
      taken_ = b.CreateNot(taken_);
    if (!guards_.empty() && guards_.back().behind == behind_)
      meetBefore(guards_.back());
    // What was true of it where the branch was taken.
    for (BasicBlock *piece : pieces_)
      for (Instruction &each : *piece)
        if (!llvm::isa<LoadInst>(each) && !each.isTerminator())
          each.dropUBImplyingAttrsAndMetadata();
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
    choices_.clear();
    BranchWork work(most_);
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
      if (std::optional<Choice> choice = choiceAt(*branch);
          choice && choice->behind != behind_) {
        for (BasicBlock *side : choice->sides)
          if (!work.add(*side))
            return false;
        at = choice->behind;
        choices_.push_back(*std::move(choice));
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

  static void computeBoth(const Choice &choice) {
    BasicBlock *block = choice.branch->getParent();
    auto valueFrom = [&](llvm::PHINode &phi, BasicBlock *end) {
      return phi.getIncomingValueForBlock(end == choice.behind ? block : end);
    };
    llvm::IRBuilder<> b(choice.branch);
    for (BasicBlock *side : choice.sides)
      block->splice(choice.branch->getIterator(), side, side->begin(),
                    side->getTerminator()->getIterator());
    for (llvm::PHINode &phi :
         llvm::make_early_inc_range(choice.behind->phis())) {
      Value *first = valueFrom(phi, choice.branch->getSuccessor(0));
      Value *second = valueFrom(phi, choice.branch->getSuccessor(1));
      phi.replaceAllUsesWith(
          b.CreateSelect(choice.branch->getCondition(), first, second));
      phi.eraseFromParent();
    }
    BranchInst::Create(choice.behind, choice.branch->getIterator());
    choice.branch->eraseFromParent();
    for (BasicBlock *side : choice.sides)
      side->eraseFromParent();
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
  unsigned most_;
  BranchInst *branch_ = nullptr;
  BasicBlock *first_ = nullptr, *behind_ = nullptr;
  bool isTakenIfTrue_ = true;
  Value *taken_ = nullptr;
  std::vector<BasicBlock *> pieces_;
  std::vector<Guard> guards_;
  /// What is computed on either side of a condition.
  std::vector<Choice> choices_;
};

} // namespace

llvm::PreservedAnalyses FlatGuards::run(llvm::Function &function,
                                        llvm::FunctionAnalysisManager &all) {
  std::vector<std::pair<BasicBlock *, unsigned>> heads;
  for (BasicBlock *block : llvm::post_order(&function.getEntryBlock()))
    heads.emplace_back(block, mostOfBranch);
  if (llvm::none_of(heads, [](auto head) {
        return SmallBranch(*head.first, head.second).find();
      }))
    return llvm::PreservedAnalyses::all();
  auto &uniformity = all.getResult<llvm::UniformityInfoAnalysis>(function);
  for (auto &[head, most] : heads)
    if (!uniformity.hasDivergentTerminator(*head))
      most = mostOfUniformBranch;
  bool isChanged = false;
  for (auto [head, most] : heads)
    if (SmallBranch branch(*head, most); branch.find()) {
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
