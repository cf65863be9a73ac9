// PTX shifts by 32-bit counts, and gives zero for those of 64 and more. So the
// NVPTX code generator (that of LLVM 22) makes of `n < 64 ? x << n : 0` one
// shift by the lower half of n, whatever the upper half says: x << -2**63, and
// x << 2**32 + 1, become x << 0 and x << 1. A count which may not fit in 32
// bits is limited to 64 here, in the shift and where it is compared: the pair
// is one shift as before, of a count whose lower half is all of it.
#include "shift_counts.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/KnownBits.h>

namespace pyk2ptx {

namespace {

constexpr unsigned width = 64;

/// The shift of 64 bits by a count that may need more than 32, if `value` is.
llvm::BinaryOperator *shiftToLimit(llvm::Value *value) {
  auto *shift = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (!shift || !shift->isLogicalShift() ||
      !shift->getType()->isIntegerTy(width))
    return nullptr;
  llvm::KnownBits count =
      llvm::computeKnownBits(shift->getOperand(1), shift->getDataLayout());
  return count.countMaxActiveBits() > 32 ? shift : nullptr;
}

/// `choice` takes `shift` or something else: both know the limited count.
void limitCount(llvm::SelectInst &choice, llvm::BinaryOperator &shift) {
  namespace match = llvm::PatternMatch;
  llvm::Value *count = shift.getOperand(1);
  llvm::IRBuilder<> b(&shift);
  llvm::Value *limited =
      b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, count, b.getInt64(width));
  shift.setOperand(1, limited);
  llvm::CmpPredicate order;
  const llvm::APInt *bound = nullptr;
  if (!match::match(choice.getCondition(),
                    match::m_ICmp(order, match::m_Specific(count),
                                  match::m_APInt(bound))) ||
      !llvm::ICmpInst::isUnsigned(order) || bound->ugt(width) ||
      (bound->uge(width) && order != llvm::ICmpInst::ICMP_ULT &&
       order != llvm::ICmpInst::ICMP_UGE))
    return;
  b.SetInsertPoint(&choice);
  choice.setCondition(
      b.CreateICmp(order, limited, b.getInt64(bound->getZExtValue())));
}

} // namespace

bool limitShiftCounts(llvm::Function &function) {
  bool any = false;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *choice = llvm::dyn_cast<llvm::SelectInst>(&instruction);
    if (!choice)
      continue;
    for (llvm::Value *value : {choice->getTrueValue(), choice->getFalseValue()})
      if (llvm::BinaryOperator *shift = shiftToLimit(value)) {
        limitCount(*choice, *shift);
        any = true;
      }
  }
  return any;
}

} // namespace pyk2ptx
