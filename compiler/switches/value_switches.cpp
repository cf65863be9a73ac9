// `if c == 65: v = 0`, `elif c == 67: v = 1`, and so on is a switch in LLVM,
// and in machine code an indirect jump, which threads leave by each way in
// turn. As choices between the values it has one way for all of them. Where the
// switch was behind a condition that chooses one more value, that is a choice,
// too, which LLVM is asked for again.
#include "value_switches.h"

#include "value_runs.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <utility>

namespace pyk2ptx {

namespace {

using llvm::APInt;
using llvm::Value;

/// A switch whose ways meet at once in one block: they say which values that
/// has, and nothing else.
class ValueSwitch {
public:
  explicit ValueSwitch(llvm::SwitchInst &choice)
      : choice_(choice), block_(*choice.getParent()) {}

  /// Whether it is one.
  bool findMeeting() {
    for (const auto &way : choice_.cases()) {
      llvm::BasicBlock *meeting = behind(*way.getCaseSuccessor());
      if (!meeting || (meeting_ && meeting != meeting_))
        return false;
      meeting_ = meeting;
    }
    llvm::BasicBlock &otherwise = *choice_.getDefaultDest();
    isDefaultOther_ = behind(otherwise) != meeting_;
    return meeting_ && meeting_ != &block_ && !meeting_->phis().empty() &&
           // As the target of a case and of the default it is two edges.
           (!isDefaultOther_ || &otherwise != meeting_);
  }

  bool compareInstead() {
    llvm::SmallVector<std::pair<llvm::PHINode *, Groups>, 2> all;
    std::size_t comparisons = isDefaultOther_ ? runsOf(choice_).size() : 0;
    for (llvm::PHINode &phi : meeting_->phis()) {
      all.emplace_back(&phi, groupsOf(phi));
      for (const auto &[value, runs] : all.back().second.chosen)
        comparisons += runs.size();
    }
    bool isOfTwo = !isDefaultOther_ && llvm::all_of(all, [](const auto &value) {
      return value.second.chosen.size() <= 1;
    });
    if (comparisons > (isOfTwo ? mostOfTwo : mostComparisons))
      return false;
    llvm::IRBuilder<> b(&choice_);
    for (auto &[phi, groups] : all) {
      Value *value = groups.rest;
      for (const auto &[other, runs] : groups.chosen)
        value = b.CreateSelect(isInOneOf(b, choice_.getCondition(), runs),
                               other, value);
      while (phi->getBasicBlockIndex(&block_) >= 0)
        phi->removeIncomingValue(&block_, /*DeletePHIIfEmpty=*/false);
      phi->addIncoming(value, &block_);
    }
    replaceSwitch(b);
    return true;
  }

private:
  /// Of two ways LLVM tests a bit of a constant, and no jump is saved.
  static constexpr std::size_t mostComparisons = 16, mostOfTwo = 4;
  /// Of a block's value where the switch's ways meet: what it is for which
  /// cases, and for all others.
  struct Groups {
    Value *rest = nullptr;
    llvm::MapVector<Value *, Runs> chosen;
  };

  /// `way`, or what comes of it, if that does nothing but go there.
  llvm::BasicBlock *behind(llvm::BasicBlock &way) const {
    bool isEmpty = &way.front() == way.getTerminator() &&
                   way.getUniquePredecessor() == &block_ &&
                   way.getSingleSuccessor();
    return isEmpty ? way.getSingleSuccessor() : &way;
  }
  Value *valueOf(const llvm::PHINode &phi, llvm::BasicBlock &way) const {
    return phi.getIncomingValueForBlock(&way == meeting_ ? &block_ : &way);
  }

  Groups groupsOf(const llvm::PHINode &phi) const {
    llvm::MapVector<Value *, llvm::SmallVector<APInt, 8>> values;
    for (const auto &way : choice_.cases())
      values[valueOf(phi, *way.getCaseSuccessor())].push_back(
          way.getCaseValue()->getValue());
    Groups groups;
    if (!isDefaultOther_)
      groups.rest = valueOf(phi, *choice_.getDefaultDest());
    std::size_t most = 0;
    for (auto &[value, cases] : values) {
      std::size_t size = runsOf(cases).size();
      if (isDefaultOther_ && size > most) {
        most = size;
        groups.rest = value;
      }
    }
    for (auto &[value, cases] : values)
      if (value != groups.rest)
        groups.chosen[value] = runsOf(std::move(cases));
    return groups;
  }

  void replaceSwitch(llvm::IRBuilder<> &b) {
    llvm::SmallSetVector<llvm::BasicBlock *, 8> ways;
    for (llvm::BasicBlock *way : llvm::successors(&choice_))
      if (way != meeting_ && behind(*way) == meeting_)
        ways.insert(way);
    if (isDefaultOther_)
      b.CreateCondBr(isInOneOf(b, choice_.getCondition(), runsOf(choice_)),
                     meeting_, choice_.getDefaultDest());
    else
      b.CreateBr(meeting_);
    choice_.eraseFromParent();
    llvm::DeleteDeadBlocks(ways.getArrayRef(), nullptr,
                           /*KeepOneInputPHIs=*/true);
  }

  llvm::SwitchInst &choice_;
  llvm::BasicBlock &block_;
  llvm::BasicBlock *meeting_ = nullptr;
  /// The default does something else.
  bool isDefaultOther_ = false;
};

} // namespace

bool chooseValues(llvm::Function &function,
                  llvm::FunctionAnalysisManager &analyses) {
  llvm::SmallVector<llvm::SwitchInst *, 8> switches;
  for (llvm::BasicBlock &block : function)
    if (auto *choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator()))
      switches.push_back(choice);
  bool any = false;
  // Choosing removes the blocks of its ways, which have none.
  for (llvm::SwitchInst *choice : switches)
    if (ValueSwitch values(*choice); values.findMeeting())
      any |= values.compareInstead();
  if (any) {
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    analyses.invalidate(function,
                        llvm::SimplifyCFGPass().run(function, analyses));
  }
  return any;
}

} // namespace pyk2ptx
