// Functions of other compilers (cuda.declare_device), by two conventions. C's
// is what `extern "C" __device__ float f(float, int)` has. numba's returns a
// status, which nobody reads, and stores the result through a first pointer. In
// both an array is numba's seven and more words: two for its reference counting
// (null here), elements, bytes of one, address, extents, strides. A plain
// pointer is one. A complex number is std::complex in C's, two numbers in
// numba's.
#include "lowerer.h"

#include <llvm/IR/Constants.h>

namespace pyk2ptx {

static bool isPlainPointer(const Type &type) {
  return type.isPointer() || (type.isArray() && type.ndim == 0);
}

void ModuleLowerer::flattenForeign(const Type &type, bool isPointer,
                                   std::vector<llvm::Type *> &types) {
  llvm::Type *pointer = llvm::PointerType::get(context, 0);
  llvm::Type *word = llvm::Type::getInt64Ty(context);
  if (isPointer) {
    types.push_back(pointer);
  } else if (type.isArray()) {
    types.insert(types.end(), {pointer, pointer, word, word, pointer});
    types.insert(types.end(), 2 * static_cast<std::size_t>(type.ndim), word);
  } else {
    types.push_back(memoryType(type.scalar));
  }
}

/// An integer of fewer than 32 bits travels in 32.
static llvm::Attribute::AttrKind extensionOf(const Type &type) {
  if (!type.isScalar() || isFloat(type.scalar) || byteSize(type.scalar) >= 4)
    return llvm::Attribute::None;
  return isSigned(type.scalar) ? llvm::Attribute::SExt : llvm::Attribute::ZExt;
}

void ModuleLowerer::ForeignType::addTo(llvm::Function &function) const {
  for (unsigned i = 0; i < extensions.size(); ++i)
    if (extensions[i] != llvm::Attribute::None)
      function.addParamAttr(i, extensions[i]);
  if (resultExtension != llvm::Attribute::None)
    function.addRetAttr(resultExtension);
}

ModuleLowerer::ForeignType
ModuleLowerer::foreignType(const ir::Function &function) {
  std::vector<llvm::Type *> types;
  ForeignType foreign;
  if (function.numbaAbi)
    types.push_back(llvm::PointerType::get(context, 0));
  foreign.extensions.resize(types.size(), llvm::Attribute::None);
  for (std::uint32_t i = 0; i < function.paramCount; ++i) {
    const Type &type = function.slots[i].type;
    if (function.numbaAbi && type.isScalar() && isComplex(type.scalar))
      types.insert(types.end(), 2, scalarType(partOf(type.scalar)));
    else
      flattenForeign(type, isPlainPointer(type), types);
    foreign.extensions.resize(types.size(), extensionOf(type));
  }
  llvm::Type *result = llvm::Type::getInt32Ty(context);
  if (!function.numbaAbi) {
    result = function.returnType.isNone()
                 ? llvm::Type::getVoidTy(context)
                 : memoryType(function.returnType.scalar);
    foreign.resultExtension = extensionOf(function.returnType);
  }
  foreign.type = llvm::FunctionType::get(result, types, false);
  return foreign;
}

llvm::Function *ModuleLowerer::declareExternal(const ir::Function &external) {
  llvm::Function *function = module.getFunction(external.symbol);
  if (function)
    return function;
  ForeignType foreign = foreignType(external);
  function = llvm::Function::Create(
      foreign.type, llvm::Function::ExternalLinkage, external.symbol, module);
  function->setDoesNotThrow();
  // It may wait for other threads.
  function->addFnAttr(llvm::Attribute::Convergent);
  foreign.addTo(*function);
  return function;
}

void FunctionLowerer::foreignArguments(const ir::Expr &arg,
                                       const Type &declared,
                                       std::vector<llvm::Value *> &args) {
  llvm::Value *value = lower(arg);
  if (declared.isScalar()) {
    args.push_back(declared.isBool() ? b.CreateZExt(value, b.getInt8Ty())
                                     : value);
    return;
  }
  llvm::Value *address = pointerOf(value);
  if (address->getType()->getPointerAddressSpace() != 0)
    address = b.CreateAddrSpaceCast(address, b.getPtrTy());
  if (isPlainPointer(declared)) {
    args.push_back(address);
    return;
  }
  llvm::Value *null = llvm::ConstantPointerNull::get(b.getPtrTy());
  llvm::Value *count = i64(1);
  for (unsigned axis = 0; axis < arg.type.ndim; ++axis) {
    llvm::Value *extent = shapeOf(value, axis);
    count = b.CreateMul(count, extent);
  }
  args.insert(args.end(),
              {null, null, count,
               i64(static_cast<std::uint64_t>(byteSize(arg.type.scalar))),
               address});
  for (unsigned axis = 0; axis < arg.type.ndim; ++axis)
    args.push_back(shapeOf(value, axis));
  for (unsigned axis = 0; axis < arg.type.ndim; ++axis)
    args.push_back(strideOf(value, arg.type, axis));
}

llvm::Value *FunctionLowerer::callExternal(const ir::CallFunction &node) {
  const ir::Function &external = m.source.functions[node.function];
  std::vector<llvm::Value *> args;
  const Type &type = external.returnType;
  llvm::AllocaInst *result = nullptr;
  if (external.numbaAbi) {
    // A function without a result gets a place nevertheless.
    result = createAlloca(
        type.isNone() ? b.getInt64Ty() : m.memoryType(type.scalar), "result");
    args.push_back(result);
  }
  for (std::size_t i = 0; i < node.args.size(); ++i) {
    foreignArguments(*node.args[i], external.slots[i].type, args);
    const Type &declared = external.slots[i].type;
    if (external.numbaAbi && declared.isScalar() &&
        isComplex(declared.scalar)) {
      llvm::Value *number = args.back();
      args.back() = b.CreateExtractValue(number, 0);
      args.push_back(b.CreateExtractValue(number, 1));
    }
  }
  llvm::Function *callee = m.functions[node.function];
  llvm::CallInst *call = b.CreateCall(callee, args);
  call->setAttributes(callee->getAttributes());
  llvm::Value *value = call;
  if (type.isNone())
    return llvm::PoisonValue::get(m.valueType(type));
  if (result)
    value = b.CreateLoad(m.memoryType(type.scalar), result);
  return type.isBool() ? b.CreateIsNotNull(value) : value;
}

} // namespace pyk2ptx
