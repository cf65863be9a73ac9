// Records: NumPy's structures and CUDA's vectors in memory and as values.
//
// A value is a struct of its fields, which SROA takes apart. Memory is touched
// field by field, each access stating the alignment that it has there: packed
// records have fields at odd offsets, which a GPU cannot read in one piece.
// Vectors of 8 and 16 bytes are the exception, made to be read at once.
#include "lowerer.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Intrinsics.h>

#include <pyk2ptx/abi.h>

namespace pyk2ptx {

namespace {

/// Copies a record between a value and memory. Each member does one direction
/// for one field; arrays in records are taken apart.
struct RecordCopy {
  ModuleLowerer &m;
  llvm::IRBuilder<> &b;
  llvm::Value *pointer;
  llvm::Align align;

  llvm::Value *place(std::uint64_t offset) {
    return b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), pointer, offset);
  }

  /// Calls `visit(element, path, offset)` for every scalar or record in the
  /// field.
  template <class Visit>
  void forEach(const RecordField &field, std::size_t axis,
               std::vector<unsigned> &path, std::uint64_t &offset,
               Visit &visit) {
    if (axis == field.shape.size()) {
      visit(path, offset);
      offset += static_cast<std::uint64_t>(byteSize(field.type));
      return;
    }
    for (unsigned i = 0; i < field.shape[axis]; ++i) {
      path.push_back(i);
      forEach(field, axis + 1, path, offset, visit);
      path.pop_back();
    }
  }

  template <class Visit> void forEach(const RecordLayout &record, Visit visit) {
    for (unsigned i = 0; i < record.fields.size(); ++i) {
      const RecordField &field = record.fields[i];
      std::vector<unsigned> path = {i};
      std::uint64_t offset = field.offset;
      auto visitElement = [&](const std::vector<unsigned> &at,
                              std::uint64_t from) {
        visit(field.type, at, from);
      };
      forEach(field, 0, path, offset, visitElement);
    }
  }

  llvm::Value *load(const Type &type) {
    llvm::Value *value = llvm::PoisonValue::get(m.valueType(type));
    forEach(*type.record, [&](const Type &element,
                              const std::vector<unsigned> &path,
                              std::uint64_t offset) {
      llvm::Value *part = m.loadElement(b, element, place(offset),
                                        llvm::commonAlignment(align, offset));
      value = b.CreateInsertValue(value, part, path);
    });
    return value;
  }

  void store(const Type &type, llvm::Value *value) {
    forEach(*type.record,
            [&](const Type &element, const std::vector<unsigned> &path,
                std::uint64_t offset) {
              llvm::Value *part = b.CreateExtractValue(value, path);
              m.storeElement(b, element, part, place(offset),
                             llvm::commonAlignment(align, offset));
            });
  }
};

/// The LLVM vector that a record is in memory; null for most records.
llvm::FixedVectorType *vectorType(ModuleLowerer &m, const Type &type,
                                  llvm::Align align) {
  const RecordLayout &record = *type.record;
  std::size_t count = record.fields.size();
  if (record.kind != RecordLayout::Kind::Vector ||
      align < llvm::Align(record.alignment) || (count & (count - 1)) != 0 ||
      count < 2)
    return nullptr;
  return llvm::FixedVectorType::get(m.memoryType(record.fields[0].type),
                                    static_cast<unsigned>(count));
}

} // namespace

llvm::Value *ModuleLowerer::loadElement(llvm::IRBuilder<> &builder,
                                        const Type &type, llvm::Value *pointer,
                                        llvm::Align align) {
  if (type.isRecord()) {
    llvm::FixedVectorType *vector = vectorType(*this, type, align);
    if (!vector)
      return RecordCopy{*this, builder, pointer, align}.load(type);
    llvm::Value *whole = builder.CreateAlignedLoad(vector, pointer, align);
    llvm::Value *value = llvm::PoisonValue::get(valueType(type));
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      llvm::Value *part = builder.CreateExtractElement(whole, i);
      value = builder.CreateInsertValue(value, part, i);
    }
    return value;
  }
  if (type.isComplex())
    return loadComplex(builder, type, pointer, align);
  llvm::Value *value =
      builder.CreateAlignedLoad(memoryType(type), pointer, align);
  return type.isBool() ? builder.CreateICmpNE(value, builder.getInt8(0))
                       : value;
}

void ModuleLowerer::storeElement(llvm::IRBuilder<> &builder, const Type &type,
                                 llvm::Value *value, llvm::Value *pointer,
                                 llvm::Align align) {
  if (type.isRecord()) {
    llvm::FixedVectorType *vector = vectorType(*this, type, align);
    if (!vector)
      return RecordCopy{*this, builder, pointer, align}.store(type, value);
    llvm::Value *whole = llvm::PoisonValue::get(vector);
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      llvm::Value *part = builder.CreateExtractValue(value, i);
      whole = builder.CreateInsertElement(whole, part, i);
    }
    builder.CreateAlignedStore(whole, pointer, align);
    return;
  }
  if (type.isComplex() && gpu() &&
      align < llvm::Align(byteSize(type.scalar) / 2)) {
    unsigned size = byteSize(type.scalar) / 2;
    storeUnaligned(builder, builder.CreateExtractValue(value, 0), pointer,
                   align);
    llvm::Value *second =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), pointer, size);
    storeUnaligned(builder, builder.CreateExtractValue(value, 1), second,
                   align);
    return;
  }
  if (type.isComplex())
    return storeComplex(builder, type, value, pointer, align);
  if (type.isFloat() && gpu() && align < llvm::Align(byteSize(type.scalar)))
    return storeUnaligned(builder, value, pointer, align);
  if (type.isBool())
    value = builder.CreateZExt(value, builder.getInt8Ty());
  builder.CreateAlignedStore(value, pointer, align);
}

/// A float in pieces of what it is aligned to. LLVM would store the lowest as
/// `st.b8 [p], %rd`, and ptxas (12 and 13) takes that for a conversion when the
/// register holds a float: 3.0 became the byte 3. So the lowest piece is cut
/// out where LLVM does not see that it could be left to the store.
void ModuleLowerer::storeUnaligned(llvm::IRBuilder<> &builder,
                                   llvm::Value *value, llvm::Value *pointer,
                                   llvm::Align align) {
  unsigned size = value->getType()->getPrimitiveSizeInBits() / 8;
  auto piece = static_cast<unsigned>(align.value());
  llvm::Type *word = size == 8 ? builder.getInt64Ty() : builder.getInt32Ty();
  llvm::Value *bits = builder.CreateBitCast(value, builder.getIntNTy(8 * size));
  bits = builder.CreateZExt(bits, word);
  std::uint64_t mask = (std::uint64_t(1) << (8 * piece)) - 1;
  llvm::InlineAsm *cut = llvm::InlineAsm::get(
      llvm::FunctionType::get(word, {word}, false),
      (size == 8 ? "and.b64 $0, $1, " : "and.b32 $0, $1, ") +
          std::to_string(mask) + ";",
      size == 8 ? "=l,l" : "=r,r", false);
  llvm::Type *pieceType = builder.getIntNTy(8 * piece);
  for (unsigned at = 0; at < size; at += piece) {
    llvm::Value *part =
        at ? builder.CreateLShr(bits, 8 * at) : builder.CreateCall(cut, {bits});
    llvm::Value *place =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), pointer, at);
    part = builder.CreateTrunc(part, pieceType);
    builder.CreateAlignedStore(part, place, align);
  }
}

llvm::Value *FunctionLowerer::lower(const ir::ArrayAt &node,
                                    const ir::Expr &expr) {
  const Type &type = expr.type;
  llvm::Value *pointer = lower(*node.pointer);
  llvm::Value *value = b.CreateInsertValue(
      llvm::PoisonValue::get(m.valueType(type)), pointer, 0);
  llvm::Value *stride =
      i64(static_cast<std::uint64_t>(byteSize(type.element())));
  for (unsigned axis = 0; axis < type.ndim; ++axis) {
    llvm::Value *extent = node.shape.empty()
                              ? i64(static_cast<std::uint64_t>(maxExtent))
                              : lower(*node.shape[axis]);
    // A negative extent is none.
    if (!node.shape.empty())
      extent = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, extent, i64(0));
    value = b.CreateInsertValue(value, extent, 1 + axis);
    if (type.layout == Layout::C)
      continue;
    value = b.CreateInsertValue(value, stride, 1u + type.ndim + axis);
    stride = b.CreateMul(stride, extent);
  }
  return value;
}

llvm::Value *FunctionLowerer::lower(const ir::Field &node,
                                    const ir::Expr &expr) {
  const Type &from = node.array->type;
  // Complex numbers have two fields, their parts.
  RecordField field;
  if (from.record) {
    field = from.record->fields[node.index];
  } else {
    field.type = Type::of(partOf(from.scalar));
    field.offset =
        node.index * static_cast<std::uint32_t>(byteSize(field.type.scalar));
  }
  llvm::Value *array = lower(*node.array);
  llvm::Value *pointer = b.CreateConstInBoundsGEP1_64(
      b.getInt8Ty(), pointerOf(array), field.offset);
  const Type &to = expr.type;
  std::vector<llvm::Value *> shape, strides;
  // Of a reference to nothing, every axis is empty.
  llvm::Value *count = from.isReference() ? shapeOf(array, 0) : nullptr;
  if (to.isReference())
    shape.push_back(count);
  for (unsigned axis = 0; from.isArray() && axis < from.ndim; ++axis) {
    shape.push_back(shapeOf(array, axis));
    strides.push_back(strideOf(array, from, axis));
  }
  std::int64_t stride = byteSize(field.type);
  for (std::int64_t extent : field.shape)
    stride *= extent;
  for (std::int64_t extent : field.shape) {
    llvm::Value *whole = i64(static_cast<std::uint64_t>(extent));
    shape.push_back(count ? b.CreateMul(whole, count) : whole);
    stride /= extent;
    strides.push_back(i64(static_cast<std::uint64_t>(stride)));
  }
  llvm::Value *value =
      b.CreateInsertValue(llvm::PoisonValue::get(m.valueType(to)), pointer, 0);
  for (unsigned axis = 0; axis < shape.size(); ++axis)
    value = b.CreateInsertValue(value, shape[axis], 1 + axis);
  for (unsigned axis = 0; to.layout == Layout::A && axis < strides.size();
       ++axis)
    value = b.CreateInsertValue(value, strides[axis], 1u + to.ndim + axis);
  return value;
}

} // namespace pyk2ptx
