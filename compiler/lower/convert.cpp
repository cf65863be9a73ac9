// Conversions. Every one is defined for every value: floats saturate, bool is
// never sign-extended, and an integer that is known to be small takes the
// 32-bit instruction.
#include "compiler/facts/interval.h"
#include "frontend/messages/internal_error.h"
#include "lowerer.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

namespace pyk2ptx {

/// Of the integer that a float becomes, before it is cut to its type: as far as
/// its own range tells.
Interval FunctionLowerer::wholeRange(const ir::Expr &expr) const {
  if (!expr.type.isInteger())
    return {};
  Interval range = ranges.of(expr);
  bool mayBeCut = expr.type != Type::of(Scalar::I64) &&
                  range == typeRange(expr.type.scalar);
  return mayBeCut ? Interval{} : range;
}

/// Towards zero, saturating, nan 0; to uint64 negative numbers go by way of
/// int64, everything narrower is cut off the int64. Of a `range` that 32 bits
/// hold they are enough.
llvm::Value *FunctionLowerer::floatToInteger(llvm::Value *value, Scalar to,
                                             Interval range) {
  if (range.isWord() && to != Scalar::U64) {
    llvm::CallInst *word =
        b.CreateIntrinsic(llvm::Intrinsic::fptosi_sat,
                          {b.getInt32Ty(), value->getType()}, {value});
    word->addRangeRetAttr(llvm::ConstantRange::getNonEmpty(
        llvm::APInt(32, static_cast<std::uint64_t>(range.low), true),
        llvm::APInt(32, static_cast<std::uint64_t>(range.high), true) + 1));
    return b.CreateSExtOrTrunc(word, m.scalarType(to));
  }
  llvm::Type *types[] = {b.getInt64Ty(), value->getType()};
  llvm::Value *asSigned =
      b.CreateIntrinsic(llvm::Intrinsic::fptosi_sat, types, {value});
  if (to != Scalar::U64)
    return b.CreateTrunc(asSigned, m.scalarType(to));
  llvm::Value *asUnsigned =
      b.CreateIntrinsic(llvm::Intrinsic::fptoui_sat, types, {value});
  llvm::Value *zero = llvm::ConstantFP::get(value->getType(), 0);
  return b.CreateSelect(b.CreateFCmpOLT(value, zero), asSigned, asUnsigned);
}

/// What floatToInteger has made, where it is known to be short: 32 bits will
/// do, and LLVM is told of how many they are.
llvm::Value *FunctionLowerer::shortWhole(llvm::Value *whole,
                                         const ir::Convert &node) {
  auto *conversion = llvm::dyn_cast<llvm::IntrinsicInst>(whole);
  if (!conversion ||
      conversion->getIntrinsicID() != llvm::Intrinsic::fptosi_sat)
    return whole;
  llvm::Value *number = conversion->getArgOperand(0);
  conversion->eraseFromParent();
  llvm::CallInst *word =
      b.CreateIntrinsic(llvm::Intrinsic::fptosi_sat,
                        {b.getInt32Ty(), number->getType()}, {number});
  std::int64_t end = std::int64_t(1) << node.shortBits;
  word->addRangeRetAttr(
      {llvm::APInt(32, static_cast<std::uint64_t>(node.isNatural ? 0 : -end),
                   /*isSigned=*/true),
       llvm::APInt(32, static_cast<std::uint64_t>(end) + 1)});
  return b.CreateSExt(word, b.getInt64Ty());
}

/// Integers that a float16 has no room for become infinite. LLVM, which asks
/// only how many bits of an integer are significant, would take a float32 or a
/// float64 of such a float16 for one of the integer itself.
llvm::Value *FunctionLowerer::clampForHalf(llvm::Value *value, Scalar from,
                                           Interval &range) {
  // Of odd numbers all bits are significant.
  constexpr std::int64_t most = 65535;
  if (bitWidth(from) <= 16 || (-most <= range.low && range.high <= most))
    return value;
  llvm::Value *high = llvm::ConstantInt::get(value->getType(), most);
  if (!isSigned(from)) {
    range = {0, most};
    return b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, value, high);
  }
  range = {-most, most};
  value = b.CreateBinaryIntrinsic(
      llvm::Intrinsic::smax, value,
      llvm::ConstantInt::getSigned(value->getType(), -most));
  return b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, value, high);
}

llvm::Value *FunctionLowerer::convert(llvm::Value *value, const Type &from,
                                      const Type &to, Interval range) {
  if (from.isArray() || from.isReference())
    return arrayAs(value, from, to);
  if (from.isTuple()) {
    llvm::Value *tuple = llvm::PoisonValue::get(m.valueType(to));
    for (unsigned i = 0; i < to.elements->size(); ++i)
      tuple = b.CreateInsertValue(tuple,
                                  convert(b.CreateExtractValue(value, i),
                                          (*from.elements)[i],
                                          (*to.elements)[i], {}),
                                  i);
    return tuple;
  }
  if (sameStorage(from, to))
    return value;
  if (!from.isScalar() || !to.isScalar())
    internalError("a conversion from " + irSpelling(from) + " to " +
                  irSpelling(to));
  if (from.isComplex() || to.isComplex())
    return convertComplex(value, from, to, range);
  if (from.isHalf())
    return convert(widenHalf(value, from.scalar), Type::of(Scalar::F32), to,
                   range);
  if (to.isHalf()) {
    // Integers by way of float32, which holds all that a float16 can.
    Type part = Type::of(from.isFloat() ? from.scalar : Scalar::F32);
    if (to.scalar == Scalar::F16 && from.isInteger())
      value = clampForHalf(value, from.scalar, range);
    return narrowHalf(convert(value, from, part, range), to.scalar);
  }
  llvm::Type *type = m.scalarType(to.scalar);
  if (to.isBool())
    return from.isFloat()
               ? b.CreateFCmpUNE(value,
                                 llvm::ConstantFP::get(value->getType(), 0))
               : b.CreateICmpNE(value,
                                llvm::ConstantInt::get(value->getType(), 0));
  if (from.isFloat() && to.isFloat())
    return b.CreateFPCast(value, type);
  if (from.isFloat())
    return floatToInteger(value, to.scalar, range);
  bool fromSigned = isSigned(from.scalar);
  if (!to.isFloat()) {
    // A value that is not negative extends by zeros, which nneg says.
    bool widens = bitWidth(to.scalar) > bitWidth(from.scalar);
    if (fromSigned && widens && range.isNonNegative())
      return b.CreateZExt(value, type, "", /*IsNonNeg=*/true);
    return b.CreateIntCast(value, type, fromSigned);
  }
  bool is64 = bitWidth(from.scalar) == 64;
  if (is64 && range.isWord()) {
    value = b.CreateTrunc(value, b.getInt32Ty());
    fromSigned = true;
  }
  return fromSigned ? b.CreateSIToFP(value, type) : b.CreateUIToFP(value, type);
}

} // namespace pyk2ptx
