// LLVM's own analyses look at a few instructions behind each value, or ask the
// conditions of all blocks before. After optimization neither is needed: most
// integers that are small come from narrow loads, the registers of a thread
// and constants, through chains as long as the kernel is.
#include "known_ranges.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <optional>

namespace pyk2ptx {

using llvm::ConstantRange;

KnownRanges::KnownRanges(llvm::Function &function) {
  llvm::ReversePostOrderTraversal<llvm::Function *> order(&function);
  for (int turn = 0; turn < 2; ++turn)
    for (llvm::BasicBlock *block : order)
      for (llvm::Instruction &instruction : *block)
        if (instruction.getType()->isIntegerTy())
          set(&instruction, compute(instruction));
}

ConstantRange KnownRanges::of(const llvm::Value *value) const {
  if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value))
    return {constant->getValue()};
  auto found = ranges_.find(value);
  if (found != ranges_.end())
    return found->second;
  const auto *argument = llvm::dyn_cast<llvm::Argument>(value);
  std::optional<ConstantRange> stated;
  if (argument)
    stated = argument->getRange();
  return stated
             ? *stated
             : ConstantRange::getFull(value->getType()->getIntegerBitWidth());
}

void KnownRanges::set(const llvm::Value *value, const ConstantRange &range) {
  ranges_.insert_or_assign(value, range);
}

ConstantRange KnownRanges::compute(const llvm::Instruction &instruction) const {
  ConstantRange any =
      ConstantRange::getFull(instruction.getType()->getIntegerBitWidth());
  auto operand = [&](unsigned index) {
    return of(instruction.getOperand(index));
  };
  if (const auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    unsigned wraps = 0;
    if (llvm::isa<llvm::OverflowingBinaryOperator>(binary)) {
      if (binary->hasNoUnsignedWrap())
        wraps |= llvm::OverflowingBinaryOperator::NoUnsignedWrap;
      if (binary->hasNoSignedWrap())
        wraps |= llvm::OverflowingBinaryOperator::NoSignedWrap;
    }
    return wraps ? operand(0).overflowingBinaryOp(binary->getOpcode(),
                                                  operand(1), wraps)
                 : operand(0).binaryOp(binary->getOpcode(), operand(1));
  }
  if (llvm::isa<llvm::TruncInst, llvm::ZExtInst, llvm::SExtInst>(instruction) &&
      instruction.getOperand(0)->getType()->isIntegerTy())
    return operand(0).castOp(
        llvm::cast<llvm::CastInst>(instruction).getOpcode(), any.getBitWidth());
  if (llvm::isa<llvm::SelectInst>(instruction))
    return operand(1).unionWith(operand(2));
  if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    ConstantRange all = ConstantRange::getEmpty(any.getBitWidth());
    for (const llvm::Value *value : phi->incoming_values())
      all = all.unionWith(of(value));
    return all;
  }
  if (const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    if (ConstantRange::isIntrinsicSupported(call->getIntrinsicID())) {
      llvm::SmallVector<ConstantRange, 3> operands;
      for (const llvm::Value *argument : call->args())
        operands.push_back(of(argument));
      return ConstantRange::intrinsic(call->getIntrinsicID(), operands);
    }
  if (llvm::isa<llvm::CallBase, llvm::LoadInst>(instruction))
    return llvm::computeConstantRange(&instruction, /*ForSigned=*/false);
  return any;
}

} // namespace pyk2ptx
