// float16 and bfloat16.
//
// The GPU's types are LLVM's half and bfloat; instructions of their own are
// taken where the architecture has them, and everything else is computed as
// float and rounded. That is the same number: a float has more than twice the
// digits of either and two more, so rounding twice is rounding once for sums,
// differences, products, quotients and square roots. It is not for fused
// multiply-adds, which go by way of a double that is rounded to odd.
//
// On the host they are their bits, in an i16: what LLVM would call for them
// (__truncsfhf2 and others) is not in every libgcc.
#include "compiler/target/host_abi.h"
#include "frontend/messages/internal_error.h"
#include "lowerer.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include <cstdlib>

namespace pyk2ptx {

using ir::AtomicOp;
using ir::BinaryOp;

/// 80 of "sm_80" and "sm_80a".
static int archNumber(const Target &target) {
  return std::atoi(target.arch->name.data() + 3);
}

/// Whether + - * of the type are instructions, and fma.
static bool hasArithmetic(const Target &target, Scalar scalar) {
  return target.device == TargetDevice::Gpu &&
         (scalar == Scalar::F16 || archNumber(target) >= 90);
}
static bool hasFma(const Target &target, Scalar scalar) {
  return target.device == TargetDevice::Gpu &&
         (scalar == Scalar::F16 || archNumber(target) >= 80);
}

llvm::APFloat numberOf(Scalar scalar, double value) {
  llvm::APFloat number(value);
  bool losesInfo = false;
  number.convert(scalar == Scalar::F16    ? llvm::APFloat::IEEEhalf()
                 : scalar == Scalar::BF16 ? llvm::APFloat::BFloat()
                 : scalar == Scalar::F32  ? llvm::APFloat::IEEEsingle()
                                          : llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return number;
}

llvm::Constant *ModuleLowerer::halfConstant(Scalar scalar, double value) {
  llvm::APFloat number = numberOf(scalar, value);
  if (gpu())
    return llvm::ConstantFP::get(context, number);
  return llvm::ConstantInt::get(context, number.bitcastToAPInt());
}

llvm::Value *FunctionLowerer::halfBits(llvm::Value *value) {
  return b.CreateBitCast(value, b.getInt16Ty());
}

llvm::Value *FunctionLowerer::bitsToHalf(llvm::Value *bits, Scalar scalar) {
  return b.CreateBitCast(bits, m.scalarType(scalar));
}

llvm::Value *FunctionLowerer::widenHalf(llvm::Value *value, Scalar scalar) {
  if (scalar == Scalar::BF16) {
    llvm::Value *wide = b.CreateZExt(halfBits(value), b.getInt32Ty());
    wide = b.CreateShl(wide, 16);
    return b.CreateBitCast(wide, b.getFloatTy());
  }
  if (m.gpu())
    return b.CreateFPExt(value, b.getFloatTy());
  llvm::FunctionCallee callee = m.module.getOrInsertFunction(
      "pyk2ptx_host_from_half",
      llvm::FunctionType::get(b.getFloatTy(), {b.getInt16Ty()}, false));
  llvm::CallInst *call = b.CreateCall(callee, {value});
  call->setDoesNotThrow();
  call->setDoesNotAccessMemory();
  return call;
}

/// A double as a float whose last bit is set when it is inexact, so that the
/// next rounding sees what was lost.
static llvm::Value *roundToOdd(llvm::IRBuilder<> &b, llvm::Value *value) {
  llvm::Value *near = b.CreateFPTrunc(value, b.getFloatTy());
  llvm::Value *back = b.CreateFPExt(near, b.getDoubleTy());
  llvm::Value *isInexact = b.CreateFCmpONE(back, value);
  llvm::Value *size = b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value);
  llvm::Value *backSize = b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, back);
  llvm::Value *isAbove = b.CreateFCmpOGT(backSize, size);
  llvm::Value *bits = b.CreateBitCast(near, b.getInt32Ty());
  llvm::Value *down = b.CreateSub(bits, b.CreateZExt(isAbove, b.getInt32Ty()));
  llvm::Value *odd = b.CreateOr(down, 1);
  llvm::Value *result = b.CreateSelect(isInexact, odd, bits);
  return b.CreateBitCast(result, b.getFloatTy());
}

llvm::Value *FunctionLowerer::narrowHalf(llvm::Value *value, Scalar scalar) {
  if (scalar == Scalar::F16) {
    if (m.gpu())
      return b.CreateFPTrunc(value, b.getHalfTy());
    llvm::FunctionCallee callee = m.module.getOrInsertFunction(
        "pyk2ptx_host_to_half",
        llvm::FunctionType::get(b.getInt16Ty(), {b.getDoubleTy()}, false));
    llvm::Value *wide = b.CreateFPCast(value, b.getDoubleTy());
    llvm::CallInst *call = b.CreateCall(callee, {wide});
    call->setDoesNotThrow();
    call->setDoesNotAccessMemory();
    return call;
  }
  if (value->getType()->isDoubleTy())
    value = roundToOdd(b, value);
  if (hasFma(m.target, scalar))
    return b.CreateFPTrunc(value, b.getBFloatTy());
  llvm::Value *bits = b.CreateBitCast(value, b.getInt32Ty());
  llvm::Value *last = b.CreateAnd(b.CreateLShr(bits, 16), 1);
  llvm::Value *carried = b.CreateAdd(bits, b.CreateAdd(last, i32(0x7fff)));
  llvm::Value *rounded = b.CreateLShr(carried, 16);
  llvm::Value *isNan = b.CreateFCmpUNO(value, value);
  llvm::Value *result = b.CreateSelect(isNan, i32(0x7fff), rounded);
  return bitsToHalf(b.CreateTrunc(result, b.getInt16Ty()), scalar);
}

llvm::Value *FunctionLowerer::halfBinary(BinaryOp op, Scalar scalar,
                                         llvm::Value *left,
                                         llvm::Value *right) {
  bool isNative = hasArithmetic(m.target, scalar);
  if (isNative && op == BinaryOp::Add)
    return b.CreateFAdd(left, right);
  if (isNative && op == BinaryOp::Sub)
    return b.CreateFSub(left, right);
  if (isNative && op == BinaryOp::Mul)
    return b.CreateFMul(left, right);
  llvm::Value *x = widenHalf(left, scalar);
  llvm::Value *y = widenHalf(right, scalar);
  return narrowHalf(floatBinary(op, Scalar::F32, x, y), scalar);
}

/// In doubles the product is exact, and the sum is rounded to odd by the error
/// that it leaves.
llvm::Value *FunctionLowerer::halfFma(Scalar scalar, llvm::Value *left,
                                      llvm::Value *right, llvm::Value *addend) {
  if (hasFma(m.target, scalar))
    return b.CreateIntrinsic(llvm::Intrinsic::fma, {left->getType()},
                             {left, right, addend});
  auto wide = [&](llvm::Value *value) {
    return b.CreateFPExt(widenHalf(value, scalar), b.getDoubleTy());
  };
  llvm::Value *x = wide(left);
  llvm::Value *y = wide(right);
  llvm::Value *z = wide(addend);
  llvm::Value *product = b.CreateFMul(x, y);
  llvm::Value *sum = b.CreateFAdd(product, z);
  llvm::Value *taken = b.CreateFSub(sum, product);
  llvm::Value *kept = b.CreateFSub(sum, taken);
  llvm::Value *lostProduct = b.CreateFSub(product, kept);
  llvm::Value *lostAddend = b.CreateFSub(z, taken);
  llvm::Value *error = b.CreateFAdd(lostProduct, lostAddend);
  llvm::Value *zero = llvm::ConstantFP::get(b.getDoubleTy(), 0);
  llvm::Value *isInexact = b.CreateFCmpONE(error, zero);
  llvm::Value *bits = b.CreateBitCast(sum, b.getInt64Ty());
  llvm::Value *isEven = b.CreateICmpEQ(b.CreateAnd(bits, 1), i64(0));
  llvm::Value *moves = b.CreateAnd(isInexact, isEven);
  llvm::Value *errorIsUp = b.CreateFCmpOGT(error, zero);
  llvm::Value *sumIsUp = b.CreateFCmpOGT(sum, zero);
  llvm::Value *isAway = b.CreateICmpEQ(errorIsUp, sumIsUp);
  llvm::Value *step = b.CreateSelect(isAway, i64(1), i64(~std::uint64_t(0)));
  llvm::Value *moved = b.CreateAdd(bits, step);
  llvm::Value *odd = b.CreateSelect(moves, moved, bits);
  return narrowHalf(b.CreateBitCast(odd, b.getDoubleTy()), scalar);
}

llvm::Value *FunctionLowerer::halfSign(llvm::Value *value, Scalar scalar,
                                       bool flips) {
  llvm::Value *bits = halfBits(value);
  llvm::Value *changed =
      flips ? b.CreateXor(bits, 0x8000) : b.CreateAnd(bits, 0x7fff);
  return bitsToHalf(changed, scalar);
}

/// Compares and swaps the 32-bit word that holds the element, or on the host
/// the element, until it stands.
llvm::Value *FunctionLowerer::halfAtomic(AtomicOp op, Scalar scalar,
                                         llvm::Value *pointer,
                                         llvm::Value *value) {
  llvm::SyncScope::ID scope = llvm::SyncScope::System;
  if (m.gpu())
    scope = m.context.getOrInsertSyncScopeID("device");
  constexpr llvm::AtomicOrdering relaxed = llvm::AtomicOrdering::Monotonic;
  if (op == AtomicOp::Sub)
    value = halfSign(value, scalar, true);
  bool isSum = op == AtomicOp::Add || op == AtomicOp::Sub;
  if (isSum && hasArithmetic(m.target, scalar))
    return b.CreateAtomicRMW(llvm::AtomicRMWInst::FAdd, pointer, value,
                             llvm::Align(2), relaxed, scope);
  llvm::Type *word = m.gpu() ? b.getInt32Ty() : b.getInt16Ty();
  llvm::Value *place = pointer;
  llvm::Value *shift = llvm::ConstantInt::get(word, 0);
  if (m.gpu()) {
    llvm::Value *address = b.CreatePtrToInt(pointer, b.getInt64Ty());
    llvm::Value *odd = b.CreateAnd(address, 2);
    shift = b.CreateTrunc(b.CreateShl(odd, 3), word);
    place = b.CreateIntrinsic(llvm::Intrinsic::ptrmask,
                              {pointer->getType(), b.getInt64Ty()},
                              {pointer, i64(~std::uint64_t(3))});
  }
  llvm::Align align(m.gpu() ? 4 : 2);
  llvm::LoadInst *first = b.CreateAlignedLoad(word, place, align);
  first->setAtomic(relaxed, scope);
  llvm::BasicBlock *before = b.GetInsertBlock();
  llvm::BasicBlock *test = newBlock("atomic.test");
  llvm::BasicBlock *done = newBlock("atomic.done");
  b.CreateBr(test);
  b.SetInsertPoint(test);
  llvm::PHINode *old = b.CreatePHI(word, 2);
  old->addIncoming(first, before);
  llvm::Value *oldBits =
      b.CreateTrunc(b.CreateLShr(old, shift), b.getInt16Ty());
  llvm::Value *number = bitsToHalf(oldBits, scalar);
  llvm::Value *next;
  if (isSum) {
    next = halfBinary(BinaryOp::Add, scalar, number, value);
  } else {
    llvm::Value *x = widenHalf(number, scalar);
    llvm::Value *y = widenHalf(value, scalar);
    next = b.CreateSelect(replacesExtreme(op, x, y), value, number);
  }
  llvm::Value *nextBits = b.CreateZExt(halfBits(next), word);
  llvm::Value *mask = b.CreateShl(llvm::ConstantInt::get(word, 0xffff), shift);
  llvm::Value *others = b.CreateAnd(old, b.CreateNot(mask));
  llvm::Value *wanted = b.CreateOr(others, b.CreateShl(nextBits, shift));
  llvm::Value *swap =
      b.CreateAtomicCmpXchg(place, old, wanted, align, relaxed, relaxed, scope);
  old->addIncoming(b.CreateExtractValue(swap, 0), b.GetInsertBlock());
  b.CreateCondBr(b.CreateExtractValue(swap, 1), done, test);
  b.SetInsertPoint(done);
  return number;
}

} // namespace pyk2ptx
