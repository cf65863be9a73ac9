// |a - b| is an instruction of a GPU, which adds to a sum besides. Of its
// operands' own width, LLVM's selection would make minima and maxima of it.
//
// |x| is one, too, of which ptxas (CUDA 13.0) takes the result to be positive:
// |-2**31|, which is 2**31 where it has no sign, it converts to a float as
// -2**31. Without signs the lesser of a number and its negative is what it
// should be. Where a number may be that one, it takes the place of the
// instruction, and of `(x ^ sign) - sign`, which selection knows again.
#include "absolute_values.h"

#include "compiler/target/flipped_numbers.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/PatternMatch.h>

namespace pyk2ptx {

namespace {

namespace match = llvm::PatternMatch;
using llvm::ConstantRange;
using llvm::Instruction;
using llvm::Value;

/// The number of which `left - right`, (number ^ sign) - sign, is the absolute
/// value.
Value *absoluteFrom(Value *left, Value *right) {
  Value *sign = nullptr, *number = asFlipped(left, sign);
  return number && sign == right ? number : nullptr;
}

} // namespace

Value *absoluteWithoutSign(llvm::IRBuilder<> &b, Value *value) {
  return b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, value,
                                 b.CreateNeg(value));
}

Value *AbsoluteValues::of(llvm::IRBuilder<> &b, Value *value) const {
  Value *made = difference(b, value);
  return made ? made
              : b.CreateBinaryIntrinsic(llvm::Intrinsic::abs, value,
                                        b.getFalse());
}

Value *AbsoluteValues::inPlaceOf(Instruction &absolute) const {
  llvm::IRBuilder<> b(&absolute);
  Value *from = nullptr, *isPoison = nullptr;
  if (match::match(&absolute,
                   match::m_Intrinsic<llvm::Intrinsic::abs>(
                       match::m_Value(from), match::m_Value(isPoison)))) {
    Value *made = difference(b, from);
    return made || !match::match(isPoison, match::m_Zero()) ? made
                                                            : ofAny(b, from);
  }
  if (absolute.getOpcode() != Instruction::Sub)
    return nullptr;
  from = absoluteFrom(absolute.getOperand(0), absolute.getOperand(1));
  return from ? ofAny(b, from) : nullptr;
}

Value *AbsoluteValues::combined(llvm::IRBuilder<> &b, unsigned opcode,
                                Value *left, Value *right) const {
  Value *made = nullptr;
  if (opcode == Instruction::Sub)
    if (Value *from = absoluteFrom(left, right))
      made = ofAny(b, from);
  if (opcode == Instruction::Add)
    made = asAddend(b, left, right);
  if (opcode == Instruction::Add && !made)
    made = asAddend(b, right, left);
  return made ? made
              : b.CreateBinOp(static_cast<Instruction::BinaryOps>(opcode), left,
                              right);
}

/// |left - right|, if `value` is that, and did not wrap.
Value *AbsoluteValues::difference(llvm::IRBuilder<> &b, Value *value) const {
  Value *left = nullptr, *right = nullptr;
  if (!match::match(value,
                    match::m_Sub(match::m_Value(left), match::m_Value(right))))
    return nullptr;
  ConstantRange range = ranges_.of(left).signExtend(longBits).sub(
      ranges_.of(right).signExtend(longBits));
  if (!fitsSigned(range) || !fitsNegated(range))
    return nullptr;
  return b.CreateIntrinsic(words_.type(), llvm::Intrinsic::nvvm_sad_i,
                           {left, right, b.getInt32(0)});
}

/// Null: the number has a negative.
Value *AbsoluteValues::ofAny(llvm::IRBuilder<> &b, Value *value) const {
  return fitsNegated(ranges_.of(value)) ? nullptr
                                        : absoluteWithoutSign(b, value);
}

/// A difference's absolute value takes an addition along.
Value *AbsoluteValues::asAddend(llvm::IRBuilder<> &b, Value *value,
                                Value *other) const {
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(value);
  if (!call || call->getIntrinsicID() != llvm::Intrinsic::nvvm_sad_i ||
      llvm::isa<llvm::Constant>(other) ||
      !match::match(call->getArgOperand(2), match::m_Zero()))
    return nullptr;
  Value *made = b.CreateIntrinsic(
      words_.type(), call->getIntrinsicID(),
      {call->getArgOperand(0), call->getArgOperand(1), other});
  words_.note(call);
  return made;
}

} // namespace pyk2ptx
