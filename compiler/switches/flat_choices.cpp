// Of
//
//   if d > half: d -= box
//   elif d < -half: d += box
//
// a GPU had better compute all and choose: threads that go by two ways wait for
// each other, and loads behind do not begin before. LLVM does so where integers
// are compared, but takes the choice for expensive where floats are. So here,
// from the inside out, for branches of a few instructions that compute and do
// nothing else. What integers decide stays: the conditions say what places in
// arrays are, and ptxas does without jumps where it is worth it.
#include "flat_choices.h"

#include "compiler/schedule/has_branch.h"
#include "compiler/target/conditions.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>

namespace pyk2ptx {

namespace {

using llvm::BasicBlock;
using llvm::BranchInst;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

/// Of both ways, with the choices behind: about as many of the machine's
/// instructions.
constexpr unsigned mostWork = 10;

unsigned wordsOf(const llvm::Type &type) {
  return type.getScalarSizeInBits() > 32 ? 2 : 1;
}

/// None: it is more than a few instructions, or more than a computation.
std::optional<unsigned> workOf(const Instruction &instruction) {
  if (!llvm::isSafeToSpeculativelyExecute(&instruction) ||
      instruction.mayReadOrWriteMemory() || hasBranch(instruction))
    return std::nullopt;
  const llvm::Type &type = *instruction.getType();
  if (!type.isIntegerTy() && !type.isFloatingPointTy())
    return std::nullopt;
  if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
    switch (call->getIntrinsicID()) {
    case llvm::Intrinsic::fma:
    case llvm::Intrinsic::fabs:
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::umin:
    case llvm::Intrinsic::umax:
    case llvm::Intrinsic::abs:
      break;
    default:
      return std::nullopt;
    }
  // Doubles have fewer units.
  if (instruction.getOperand(0)->getType()->isDoubleTy())
    return 4;
  unsigned words = wordsOf(*instruction.getOperand(0)->getType());
  switch (instruction.getOpcode()) {
  case Instruction::Mul:
    return words * words;
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::FDiv:
    return std::nullopt;
  case Instruction::FPToSI:
  case Instruction::FPToUI:
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return 4;
  default:
    return words;
  }
}

bool comparesFloats(const Value &condition) {
  bool any = false;
  for (bool isTrue : {true, false})
    forEachComparison<llvm::FCmpInst>(&condition, isTrue,
                                      [&](auto &&...) { any = true; });
  return any;
}

/// Ways from a block that meet in one.
class SmallChoice {
public:
  explicit SmallChoice(BasicBlock &head)
      : head_(head), branch_(llvm::dyn_cast<BranchInst>(head.getTerminator())) {
  }

  [[nodiscard]] bool find() {
    if (!branch_ || !branch_->isConditional() ||
        branch_->getSuccessor(0) == branch_->getSuccessor(1) ||
        !comparesFloats(*branch_->getCondition()))
      return false;
    BasicBlock *meetings[2] = {};
    for (unsigned which : {0u, 1u}) {
      BasicBlock *way = branch_->getSuccessor(which);
      if (BasicBlock *next = behind(*way))
        ways_[which] = way, meetings[which] = next;
    }
    // A way may be none.
    if (ways_[0] && ways_[1] && meetings[0] == meetings[1])
      meeting_ = meetings[0];
    else if (ways_[0] && meetings[0] == branch_->getSuccessor(1))
      meeting_ = meetings[0], ways_[1] = nullptr;
    else if (ways_[1] && meetings[1] == branch_->getSuccessor(0))
      meeting_ = meetings[1], ways_[0] = nullptr;
    return meeting_ && meeting_ != &head_ && isSmall();
  }

  /// The blocks that are no more.
  llvm::SmallVector<BasicBlock *, 3> flatten() {
    for (BasicBlock *way : ways_)
      if (way)
        while (!way->front().isTerminator()) {
          Instruction &each = way->front();
          each.dropUBImplyingAttrsAndMetadata();
          each.moveBefore(branch_->getIterator());
        }
    llvm::IRBuilder<> b(branch_);
    for (PHINode &phi : meeting_->phis()) {
      Value *left = phi.getIncomingValueForBlock(from(0)),
            *right = phi.getIncomingValueForBlock(from(1));
      Value *chosen =
          left == right ? left
                        : b.CreateSelect(branch_->getCondition(), left, right);
      for (BasicBlock *way : ways_)
        phi.removeIncomingValue(way ? way : &head_, false);
      phi.addIncoming(chosen, &head_);
    }
    b.CreateBr(meeting_);
    branch_->eraseFromParent();
    llvm::SmallVector<BasicBlock *, 3> gone;
    for (BasicBlock *way : ways_)
      if (way) {
        gone.push_back(way);
        way->eraseFromParent();
      }
    if (meeting_->getSinglePredecessor() == &head_ &&
        llvm::MergeBlockIntoPredecessor(meeting_))
      gone.push_back(meeting_);
    return gone;
  }

private:
  /// Where a way goes that comes from here alone.
  BasicBlock *behind(BasicBlock &way) const {
    auto *branch = llvm::dyn_cast<BranchInst>(way.getTerminator());
    bool isWay = way.getSinglePredecessor() == &head_ && branch &&
                 branch->isUnconditional() &&
                 !branch->hasMetadata(llvm::LLVMContext::MD_loop);
    return isWay ? branch->getSuccessor(0) : nullptr;
  }
  BasicBlock *from(unsigned which) const {
    return ways_[which] ? ways_[which] : &head_;
  }

  [[nodiscard]] bool isSmall() const {
    unsigned work = 0;
    for (const BasicBlock *way : ways_)
      if (way)
        for (const Instruction &each : *way) {
          if (each.isTerminator())
            continue;
          std::optional<unsigned> more = workOf(each);
          if (!more)
            return false;
          work += *more;
        }
    for (const PHINode &phi : meeting_->phis()) {
      if (phi.getIncomingValueForBlock(from(0)) ==
          phi.getIncomingValueForBlock(from(1)))
        continue;
      if (phi.getType()->isPointerTy())
        return false;
      work += wordsOf(*phi.getType());
    }
    return work <= mostWork;
  }

  BasicBlock &head_;
  BranchInst *branch_;
  /// Null: none but the edge itself.
  BasicBlock *ways_[2] = {};
  BasicBlock *meeting_ = nullptr;
};

} // namespace

llvm::PreservedAnalyses FlatChoices::run(llvm::Function &function,
                                         llvm::FunctionAnalysisManager &) {
  if (function.hasOptNone())
    return llvm::PreservedAnalyses::all();
  llvm::SmallVector<BasicBlock *> heads(llvm::post_order(&function));
  llvm::SmallPtrSet<BasicBlock *, 16> gone;
  for (BasicBlock *head : heads)
    // What it meets behind is part of it then.
    while (!gone.contains(head)) {
      SmallChoice choice(*head);
      if (!choice.find())
        break;
      gone.insert_range(choice.flatten());
    }
  return gone.empty() ? llvm::PreservedAnalyses::all()
                      : llvm::PreservedAnalyses::none();
}

} // namespace pyk2ptx
