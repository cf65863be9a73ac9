// Of
//
//   total += a[i] / b[i];  total += a[j] / b[j]
//
// the second elements are asked for when the first quotient is there: ptxas
// moves nothing past a division's branch (early_loads.cpp), and we move no load
// out of the block that its guard keeps it in. So the division goes:
//
//   q = x / y                        if j is inside: v = a[j]
//   if j is inside: v = a[j]    =>   q = x / y
//   ...
//
// with all that is computed from it in its block, behind the block that is
// entered or not, and from there behind the next one. Each costs a register or
// two until it is computed.
//
// What LLVM has made of sqrt(element or 0) goes behind its guard first:
//
//   if i is inside: s = sqrt(a[i])        if i is inside: v = a[i]
//   else: s = 0                      =>   else: v = 0
//                                         s = sqrt(v)
#include "late_divisions.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace pyk2ptx {

namespace {

using llvm::BasicBlock;
using llvm::Instruction;

/// Divisions that wait at the same time.
constexpr unsigned mostWaiting = 8;

/// A block that is entered or not, and what follows in either case.
struct Guarded {
  BasicBlock *entered = nullptr;
  BasicBlock *behind = nullptr;
};

/// Behind `block`: what loads something and changes nothing.
Guarded guardedLoadsBehind(BasicBlock &block) {
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional())
    return {};
  for (unsigned which : {0u, 1u}) {
    BasicBlock *entered = branch->getSuccessor(which);
    BasicBlock *behind = branch->getSuccessor(1 - which);
    if (entered == behind || entered->getSinglePredecessor() != &block ||
        entered->getSingleSuccessor() != behind ||
        !behind->hasNPredecessors(2) || behind == &block)
      continue;
    bool loads = llvm::any_of(*entered, llvm::IsaPred<llvm::LoadInst>);
    bool doesMore = llvm::any_of(*entered, [](const Instruction &instruction) {
      return instruction.mayHaveSideEffects();
    });
    if (loads && !doesMore)
      return {entered, behind};
  }
  return {};
}

/// Of `operation` the operand that is no constant, if it is the only one and if
/// `result` is what there is of 0 in its place.
llvm::Use *operandOf(Instruction &operation, const llvm::Value *result) {
  llvm::Use *operand = nullptr;
  llvm::SmallVector<llvm::Constant *, 3> constants;
  for (llvm::Use &use : operation.operands())
    if (auto *constant = llvm::dyn_cast<llvm::Constant>(use.get())) {
      constants.push_back(constant);
    } else {
      if (operand)
        return nullptr;
      operand = &use;
      constants.push_back(llvm::Constant::getNullValue(use->getType()));
    }
  bool isOfZero = operand && result == llvm::ConstantFoldInstOperands(
                                           &operation, constants,
                                           operation.getDataLayout());
  return isOfZero ? operand : nullptr;
}

/// Operations on a guarded element go behind their guard, if loads follow.
bool moveBehindGuard(BasicBlock &block, const Guarded &guarded) {
  if (!guardedLoadsBehind(*guarded.behind).behind &&
      llvm::none_of(*guarded.behind, llvm::IsaPred<llvm::LoadInst>))
    return false;
  bool isChanged = false;
  for (llvm::PHINode &phi :
       llvm::make_early_inc_range(guarded.behind->phis())) {
    auto *operation = llvm::dyn_cast<Instruction>(
        phi.getIncomingValueForBlock(guarded.entered));
    if (!operation || operation->getParent() != guarded.entered ||
        !hasBranch(*operation) || !operation->hasOneUse())
      continue;
    llvm::Use *operand =
        operandOf(*operation, phi.getIncomingValueForBlock(&block));
    if (!operand)
      continue;
    llvm::Value *value = operand->get();
    auto *element =
        llvm::PHINode::Create(value->getType(), 2, "", phi.getIterator());
    element->addIncoming(value, guarded.entered);
    element->addIncoming(llvm::Constant::getNullValue(value->getType()),
                         &block);
    operand->set(element);
    operation->moveBefore(*guarded.behind, guarded.behind->getFirstNonPHIIt());
    phi.replaceAllUsesWith(operation);
    operation->takeName(&phi);
    phi.eraseFromParent();
    isChanged = true;
  }
  return isChanged;
}

/// What is computed from one operation in its block, in order; nothing if any
/// of it has to be there.
class Computed {
public:
  Computed(Instruction &operation, const Guarded &guarded)
      : block_(*operation.getParent()), guarded_(guarded) {
    for (Instruction &instruction :
         llvm::make_range(operation.getIterator(), block_.end())) {
      bool isComputed =
          &instruction == &operation ||
          llvm::any_of(instruction.operands(), [&](const llvm::Use &use) {
            return all_.contains(use.get());
          });
      if (!isComputed)
        continue;
      if (!canWait(instruction)) {
        inOrder_.clear();
        return;
      }
      all_.insert(&instruction);
      inOrder_.push_back(&instruction);
    }
  }

  llvm::ArrayRef<Instruction *> inOrder() const { return inOrder_; }

private:
  bool canWait(const Instruction &instruction) const {
    return !instruction.isTerminator() && !instruction.mayReadOrWriteMemory() &&
           !instruction.mayHaveSideEffects() &&
           !llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction) &&
           !isConvergent(instruction) &&
           llvm::none_of(instruction.uses(), [&](const llvm::Use &use) {
             const auto *user = llvm::cast<Instruction>(use.getUser());
             return user->getParent() == guarded_.entered ||
                    (llvm::isa<llvm::PHINode>(user) &&
                     user->getParent() == guarded_.behind);
           });
  }

  static bool isConvergent(const Instruction &instruction) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call && call->isConvergent();
  }

  BasicBlock &block_;
  const Guarded &guarded_;
  llvm::SmallPtrSet<const llvm::Value *, 16> all_;
  llvm::SmallVector<Instruction *, 16> inOrder_;
};

/// Whether anything moved.
bool moveBehind(BasicBlock &block, const Guarded &guarded) {
  llvm::SmallVector<Instruction *, 8> divisions;
  for (Instruction &instruction : block)
    if (hasBranch(instruction))
      divisions.push_back(&instruction);
  if (divisions.size() > mostWaiting)
    return false;
  bool isChanged = false;
  // The last first: what is computed from it goes with it, and what was moved
  // is no longer in the way of those before.
  BasicBlock::iterator place = guarded.behind->getFirstNonPHIIt();
  for (Instruction *division : llvm::reverse(divisions)) {
    const Computed computed(*division, guarded);
    for (Instruction *instruction : llvm::reverse(computed.inOrder())) {
      instruction->moveBefore(*guarded.behind, place);
      place = instruction->getIterator();
      isChanged = true;
    }
  }
  return isChanged;
}

} // namespace

bool hasBranch(const Instruction &instruction) {
  if (const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return call->getIntrinsicID() == llvm::Intrinsic::sqrt &&
           !call->hasApproxFunc();
  switch (instruction.getOpcode()) {
  case Instruction::FDiv:
    return !instruction.hasApproxFunc();
  case Instruction::FRem:
    return true;
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return instruction.getType()->getScalarSizeInBits() > 32 &&
           !llvm::isa<llvm::Constant>(instruction.getOperand(1));
  default:
    return false;
  }
}

bool moveDivisionsBehindLoads(llvm::Function &function) {
  bool isChanged = false;
  llvm::ReversePostOrderTraversal<llvm::Function *> order(&function);
  for (BasicBlock *block : order)
    if (Guarded guarded = guardedLoadsBehind(*block); guarded.behind) {
      isChanged |= moveBehindGuard(*block, guarded);
      isChanged |= moveBehind(*block, guarded);
    }
  return isChanged;
}

} // namespace pyk2ptx
