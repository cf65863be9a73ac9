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
// Where the code without guards and the code with them begin there
// (version_regions.h), it goes into both; early_loads.cpp then has the loads of
// each before it. The copy costs little: next to nobody takes the second way.
//
// What LLVM has made of sqrt(element or 0) goes behind its guard first:
//
//   if i is inside: s = sqrt(a[i])        if i is inside: v = a[i]
//   else: s = 0                      =>   else: v = 0
//                                         s = sqrt(v)
#include "late_divisions.h"

#include "compiler/target/guard_marks.h"
#include "guarded_block.h"
#include "has_branch.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace pyk2ptx {

namespace {

using llvm::BasicBlock;
using llvm::Instruction;

/// Divisions that wait at the same time.
constexpr unsigned mostWaiting = 8;

/// Behind `block`: what loads something and changes nothing.
GuardedBlock guardedLoadsBehind(BasicBlock &block) {
  GuardedBlock guarded = guardedBlockBehind(block);
  if (!guarded.entered || !guarded.behind->hasNPredecessors(2))
    return {};
  bool loads = llvm::any_of(*guarded.entered, llvm::IsaPred<llvm::LoadInst>);
  bool doesMore =
      llvm::any_of(*guarded.entered, [](const Instruction &instruction) {
        return instruction.mayHaveSideEffects();
      });
  return loads && !doesMore ? guarded : GuardedBlock();
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
bool moveBehindGuard(BasicBlock &block, const GuardedBlock &guarded) {
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
  /// `isLater`: whether a use of it comes behind where it goes.
  Computed(Instruction &operation,
           llvm::function_ref<bool(const llvm::Use &)> isLater) {
    BasicBlock &block = *operation.getParent();
    for (Instruction &instruction :
         llvm::make_range(operation.getIterator(), block.end())) {
      bool isComputed =
          &instruction == &operation ||
          llvm::any_of(instruction.operands(), [&](const llvm::Use &use) {
            return all_.contains(use.get());
          });
      if (!isComputed)
        continue;
      if (!canWait(instruction) ||
          llvm::any_of(instruction.uses(), [&](const llvm::Use &use) {
            const auto *user = llvm::cast<Instruction>(use.getUser());
            bool isBehind =
                user->getParent() == &block && !llvm::isa<llvm::PHINode>(user);
            return !isBehind && !isLater(use);
          })) {
        inOrder_.clear();
        return;
      }
      all_.insert(&instruction);
      inOrder_.push_back(&instruction);
    }
  }

  llvm::ArrayRef<Instruction *> inOrder() const { return inOrder_; }

private:
  static bool canWait(const Instruction &instruction) {
    return !instruction.isTerminator() && !instruction.mayReadOrWriteMemory() &&
           !instruction.mayHaveSideEffects() &&
           !llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction) &&
           !isConvergent(instruction);
  }

  static bool isConvergent(const Instruction &instruction) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call && call->isConvergent();
  }

  llvm::SmallPtrSet<const llvm::Value *, 16> all_;
  llvm::SmallVector<Instruction *, 16> inOrder_;
};

/// The last first: what is computed from it goes with it, and what was moved is
/// no longer in the way of those before. None: too many.
llvm::SmallVector<Instruction *, 8> divisionsOf(BasicBlock &block) {
  llvm::SmallVector<Instruction *, 8> divisions;
  for (Instruction &instruction : llvm::reverse(block))
    if (hasBranch(instruction))
      divisions.push_back(&instruction);
  if (divisions.size() > mostWaiting)
    divisions.clear();
  return divisions;
}

/// Whether anything moved.
bool moveBehind(BasicBlock &block, const GuardedBlock &guarded) {
  auto isLater = [&](const llvm::Use &use) {
    const auto *user = llvm::cast<Instruction>(use.getUser());
    return user->getParent() != guarded.entered &&
           !(llvm::isa<llvm::PHINode>(user) &&
             user->getParent() == guarded.behind);
  };
  bool isChanged = false;
  BasicBlock::iterator place = guarded.behind->getFirstNonPHIIt();
  for (Instruction *division : divisionsOf(block)) {
    const Computed computed(*division, isLater);
    for (Instruction *instruction : llvm::reverse(computed.inOrder())) {
      instruction->moveBefore(*guarded.behind, place);
      place = instruction->getIterator();
      isChanged = true;
    }
  }
  return isChanged;
}

// ---- two ways ----

/// Code without guards, and the same with them.
struct Ways {
  BasicBlock *without = nullptr;
  BasicBlock *with = nullptr;
};

/// Behind `block`, if the first of them loads something.
Ways waysBehind(BasicBlock &block) {
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional())
    return {};
  for (unsigned which : {0u, 1u}) {
    BasicBlock *without = branch->getSuccessor(which);
    BasicBlock *with = branch->getSuccessor(1 - which);
    if (isWithGuards(*with) && without->getSinglePredecessor() == &block &&
        llvm::any_of(*without, llvm::IsaPred<llvm::LoadInst>))
      return {without, with};
  }
  return {};
}

class TwoWays {
public:
  TwoWays(const Ways &ways, const llvm::DominatorTree &dominators)
      : ways_(ways), dominators_(dominators),
        without_(ways.without->getFirstNonPHIIt()),
        with_(ways.with->getFirstNonPHIIt()) {}

  /// Whether anything moved.
  bool moveInto(BasicBlock &block) {
    bool isChanged = false;
    for (Instruction *division : divisionsOf(block)) {
      const Computed computed(*division, [&](const llvm::Use &use) {
        return isIn(*ways_.without, use) || isIn(*ways_.with, use);
      });
      for (Instruction *instruction : llvm::reverse(computed.inOrder())) {
        move(*instruction);
        isChanged = true;
      }
    }
    return isChanged;
  }

private:
  bool isIn(const BasicBlock &way, const llvm::Use &use) const {
    return dominators_.dominates(
        llvm::BasicBlockEdge(way.getSinglePredecessor(), &way), use);
  }

  /// Those that use it have moved.
  void move(Instruction &instruction) {
    Instruction *copy = instruction.clone();
    copy->insertBefore(*ways_.with, with_);
    copy->setName(instruction.getName());
    with_ = copy->getIterator();
    instruction.replaceUsesWithIf(
        copy, [&](const llvm::Use &use) { return isIn(*ways_.with, use); });
    instruction.moveBefore(*ways_.without, without_);
    without_ = instruction.getIterator();
  }

  const Ways &ways_;
  const llvm::DominatorTree &dominators_;
  /// Where the next goes.
  BasicBlock::iterator without_;
  BasicBlock::iterator with_;
};

} // namespace

bool moveDivisionsBehindLoads(llvm::Function &function,
                              const llvm::DominatorTree &dominators) {
  bool isChanged = false;
  llvm::ReversePostOrderTraversal<llvm::Function *> order(&function);
  for (BasicBlock *block : order)
    if (GuardedBlock guarded = guardedLoadsBehind(*block); guarded.behind) {
      isChanged |= moveBehindGuard(*block, guarded);
      isChanged |= moveBehind(*block, guarded);
    } else if (Ways ways = waysBehind(*block); ways.without) {
      isChanged |= TwoWays(ways, dominators).moveInto(*block);
    }
  return isChanged;
}

} // namespace pyk2ptx
