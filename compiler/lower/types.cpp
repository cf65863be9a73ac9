// How the IR's types look in LLVM. bool is i1 as a value and a byte in memory;
// an array is a flat struct, which SROA takes apart; its pointer states the
// address space on the GPU, where that decides the instruction. Local memory
// stays generic: its allocas must be visible to SROA.
#include "frontend/messages/internal_error.h"
#include "lowerer.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/Support/NVPTXAddrSpace.h>

namespace pyk2ptx {

llvm::Type *ModuleLowerer::scalarType(Scalar scalar) {
  switch (scalar) {
  case Scalar::Bool:
    return llvm::Type::getInt1Ty(context);
  case Scalar::F16:
    return gpu() ? llvm::Type::getHalfTy(context)
                 : llvm::Type::getInt16Ty(context);
  case Scalar::BF16:
    return gpu() ? llvm::Type::getBFloatTy(context)
                 : llvm::Type::getInt16Ty(context);
  case Scalar::F32:
    return llvm::Type::getFloatTy(context);
  case Scalar::F64:
    return llvm::Type::getDoubleTy(context);
  case Scalar::C64:
  case Scalar::C128: {
    llvm::Type *part = scalarType(partOf(scalar));
    return llvm::StructType::get(part, part);
  }
  case Scalar::I8:
  case Scalar::I16:
  case Scalar::I32:
  case Scalar::I64:
  case Scalar::U8:
  case Scalar::U16:
  case Scalar::U32:
  case Scalar::U64:
    break;
  }
  return llvm::Type::getIntNTy(context, bitWidth(scalar));
}

llvm::Type *ModuleLowerer::memoryType(Scalar scalar) {
  return scalar == Scalar::Bool ? llvm::Type::getInt8Ty(context)
                                : scalarType(scalar);
}

llvm::Type *ModuleLowerer::memoryType(const Type &element) {
  if (element.isScalar())
    return memoryType(element.scalar);
  return llvm::ArrayType::get(llvm::Type::getInt8Ty(context),
                              element.record->size);
}

llvm::PointerType *ModuleLowerer::pointerType(Space space) {
  unsigned addressSpace = 0;
  if (gpu() && space == Space::Global)
    addressSpace = llvm::NVPTXAS::ADDRESS_SPACE_GLOBAL;
  if (gpu() && space == Space::Shared)
    addressSpace = llvm::NVPTXAS::ADDRESS_SPACE_SHARED;
  return llvm::PointerType::get(context, addressSpace);
}

static unsigned arrayFields(const Type &array) {
  return array.layout == Layout::C ? array.ndim : 2u * array.ndim;
}

static llvm::Type *fieldType(ModuleLowerer &m, const RecordField &field) {
  llvm::Type *type = m.valueType(field.type);
  for (std::size_t axis = field.shape.size(); axis-- > 0;)
    type = llvm::ArrayType::get(type,
                                static_cast<std::uint64_t>(field.shape[axis]));
  return type;
}

llvm::Type *ModuleLowerer::valueType(const Type &type) {
  std::vector<llvm::Type *> fields;
  switch (type.kind) {
  case TypeKind::Error:
    internalError("a type of an expression in error");
  case TypeKind::None:
    break;
  case TypeKind::Scalar:
    return scalarType(type.scalar);
  case TypeKind::Array:
  case TypeKind::Reference:
    fields.push_back(pointerType(type.space));
    fields.insert(fields.end(), arrayFields(type),
                  llvm::Type::getInt64Ty(context));
    break;
  case TypeKind::Pointer:
    return pointerType(type.space);
  case TypeKind::Tuple:
    for (const Type &element : *type.elements)
      fields.push_back(valueType(element));
    break;
  case TypeKind::Record:
    for (const RecordField &field : type.record->fields)
      fields.push_back(fieldType(*this, field));
    break;
  }
  return llvm::StructType::get(context, fields);
}

void ModuleLowerer::flatten(const Type &type,
                            std::vector<llvm::Type *> &types) {
  if (type.isScalar()) {
    types.push_back(memoryType(type.scalar));
  } else if (type.isRecord()) {
    types.push_back(llvm::PointerType::get(context, 0));
  } else if (type.isPointer()) {
    types.push_back(pointerType(type.space));
  } else if (type.isArray()) {
    types.push_back(pointerType(type.space));
    types.insert(types.end(), arrayFields(type),
                 llvm::Type::getInt64Ty(context));
  } else if (type.isTuple()) {
    for (const Type &element : *type.elements)
      flatten(element, types);
  }
}

llvm::Value *ModuleLowerer::assemble(llvm::IRBuilder<> &builder,
                                     const Type &type,
                                     llvm::function_ref<llvm::Value *()> next) {
  if (type.isBool())
    return builder.CreateICmpNE(next(), builder.getInt8(0));
  if (type.isScalar() || type.isPointer())
    return next();
  if (type.isRecord()) {
    llvm::Value *bytes = next();
    return loadElement(builder, type, bytes, llvm::Align(alignmentOf(type)));
  }
  llvm::Value *value = llvm::PoisonValue::get(valueType(type));
  unsigned count = 0;
  if (type.isArray())
    count = 1 + arrayFields(type);
  else if (type.isTuple())
    count = static_cast<unsigned>(type.elements->size());
  for (unsigned i = 0; i < count; ++i)
    value = builder.CreateInsertValue(
        value,
        type.isArray() ? next() : assemble(builder, (*type.elements)[i], next),
        i);
  return value;
}

} // namespace pyk2ptx
