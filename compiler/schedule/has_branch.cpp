// A quotient or a root that rounds correctly is an approximation, two steps of
// Newton's, and a call of a function for operands near the ends of the range,
// behind a branch; a division of 64 bits is one of 32 where both fit.
#include "has_branch.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

namespace pyk2ptx {

using llvm::Instruction;

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

} // namespace pyk2ptx
