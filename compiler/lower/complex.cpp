// Complex numbers in LLVM: {re, im} as a value, which SROA takes apart, and in
// memory one vector of both parts, so that an element is one access. Their
// arithmetic is that of their parts already (frontend/values/complex.cpp).
#include "custom.h"
#include "lowerer.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

namespace pyk2ptx {

llvm::Value *FunctionLowerer::makeComplex(llvm::Value *real,
                                          llvm::Value *imag) {
  llvm::Type *part = real->getType();
  llvm::Value *value =
      llvm::PoisonValue::get(llvm::StructType::get(part, part));
  value = b.CreateInsertValue(value, real, 0);
  return b.CreateInsertValue(value, imag, 1);
}

llvm::Value *lowerComplex(FunctionLowerer &f, const CustomCall &call) {
  return f.makeComplex(call.args[0], call.args[1]);
}

llvm::Value *lowerComplexPart(FunctionLowerer &f, const CustomCall &call,
                              unsigned part) {
  return f.b.CreateExtractValue(call.args[0], part);
}

llvm::Value *FunctionLowerer::convertComplex(llvm::Value *value,
                                             const Type &from, const Type &to,
                                             Interval range) {
  if (!from.isComplex()) {
    llvm::Value *real = convert(value, from, to.part(), range);
    return makeComplex(real, llvm::Constant::getNullValue(real->getType()));
  }
  llvm::Value *real = b.CreateExtractValue(value, 0);
  llvm::Value *imag = b.CreateExtractValue(value, 1);
  if (to.isBool()) {
    llvm::Value *zero = llvm::ConstantFP::get(real->getType(), 0);
    llvm::Value *realIsSet = b.CreateFCmpUNE(real, zero);
    llvm::Value *imagIsSet = b.CreateFCmpUNE(imag, zero);
    return b.CreateOr(realIsSet, imagIsSet);
  }
  llvm::Type *part = m.scalarType(partOf(to.scalar));
  real = b.CreateFPCast(real, part);
  imag = b.CreateFPCast(imag, part);
  return makeComplex(real, imag);
}

llvm::Value *ModuleLowerer::loadComplex(llvm::IRBuilder<> &builder,
                                        const Type &type, llvm::Value *pointer,
                                        llvm::Align align) {
  llvm::Type *part = scalarType(partOf(type.scalar));
  llvm::Value *both = builder.CreateAlignedLoad(
      llvm::FixedVectorType::get(part, 2), pointer, align);
  llvm::Value *value = llvm::PoisonValue::get(scalarType(type.scalar));
  for (unsigned i = 0; i < 2; ++i) {
    llvm::Value *element = builder.CreateExtractElement(both, i);
    value = builder.CreateInsertValue(value, element, i);
  }
  return value;
}

void ModuleLowerer::storeComplex(llvm::IRBuilder<> &builder, const Type &type,
                                 llvm::Value *value, llvm::Value *pointer,
                                 llvm::Align align) {
  llvm::Type *part = scalarType(partOf(type.scalar));
  llvm::Value *both =
      llvm::PoisonValue::get(llvm::FixedVectorType::get(part, 2));
  for (unsigned i = 0; i < 2; ++i) {
    llvm::Value *element = builder.CreateExtractValue(value, i);
    both = builder.CreateInsertElement(both, element, i);
  }
  builder.CreateAlignedStore(both, pointer, align);
}

llvm::Constant *ModuleLowerer::constant(Scalar scalar,
                                        const ir::Constant &value) {
  llvm::Type *type = scalarType(partOf(scalar));
  if (isComplex(scalar))
    return llvm::ConstantStruct::getAnon(
        {llvm::ConstantFP::get(type, value.number),
         llvm::ConstantFP::get(type, value.imag)});
  if (isHalf(scalar))
    return halfConstant(scalar, value.number);
  if (isFloat(scalar))
    return llvm::ConstantFP::get(type, value.number);
  return llvm::ConstantInt::get(
      type, llvm::APInt(type->getIntegerBitWidth(), value.bits,
                        /*isSigned=*/false, /*implicitTrunc=*/true));
}

} // namespace pyk2ptx
