// Arrays: descriptors and element accesses.
//
// An access has three steps: the indices are evaluated, wrapped and tested
// (checkedIndex); the element's address is computed where the test has passed,
// so that it may claim not to overflow; then memory is touched. For a C array
// the address is the nested sum ((i * shape1) + j) * size, which LLVM's loop
// passes understand; for the others a sum of index * stride.
#include "compiler/analyze/short_places.h"
#include "compiler/target/host_abi.h"
#include "frontend/messages/internal_error.h"
#include "lowerer.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/MDBuilder.h>

#include <algorithm>

namespace pyk2ptx {

llvm::Value *FunctionLowerer::pointerOf(llvm::Value *array) {
  return b.CreateExtractValue(array, 0);
}

llvm::Value *FunctionLowerer::shapeOf(llvm::Value *array, unsigned axis) {
  return b.CreateExtractValue(array, 1 + axis);
}

llvm::Value *FunctionLowerer::strideOf(llvm::Value *array, const Type &type,
                                       unsigned axis) {
  if (type.layout != Layout::C)
    return b.CreateExtractValue(array, 1u + type.ndim + axis);
  llvm::Value *stride =
      i64(static_cast<std::uint64_t>(byteSize(type.element())));
  for (unsigned inner = type.ndim; --inner > axis;)
    stride = b.CreateMul(stride, shapeOf(array, inner));
  return stride;
}

/// The memory of an array of the thread's own, array `number` of the function.
static llvm::Value *localStorage(FunctionLowerer &f, std::uint32_t number,
                                 const ir::ArrayDeclaration &array,
                                 std::uint64_t count, const Type &type) {
  // A thread's frame on the CPU device is aligned to 64 bytes: what wants
  // more has room to begin later.
  bool isLate = !f.m.gpu() && array.alignment > hostFrameAlignment;
  llvm::Value *&storage = f.localArrays[number];
  if (!storage) {
    llvm::Type *element = f.m.memoryType(array.element);
    std::uint64_t room =
        isLate ? array.alignment / byteSize(array.element) + 1 : 0;
    llvm::AllocaInst *place =
        f.createAlloca(llvm::ArrayType::get(element, count + room), array.name);
    // One contiguous complex number is one access.
    auto natural = elementAlignment(type);
    place->setAlignment(llvm::Align(std::max(
        {8u, natural, isLate ? hostFrameAlignment : array.alignment})));
    storage = place;
  }
  if (!isLate)
    return storage;
  return f.b.CreateIntrinsic(
      llvm::Intrinsic::ptrmask, {storage->getType(), f.b.getInt64Ty()},
      {f.b.CreateConstInBoundsGEP1_64(f.b.getInt8Ty(), storage,
                                      array.alignment - 1),
       f.i64(~std::uint64_t(array.alignment - 1))});
}

llvm::Value *FunctionLowerer::lower(const ir::ArrayStorage &node,
                                    const Type &type) {
  const ir::ArrayDeclaration &array = source.arrays[node.array];
  std::uint64_t count = array.count();
  const SharedPlace &place = m.shared[index][node.array];
  llvm::Value *pointer;
  if (array.space == Space::Local) {
    pointer = localStorage(*this, node.array, array, count, type);
    checkLocal(pointer, node.array, count * byteSize(array.element));
  } else if (array.address) {
    pointer =
        b.CreateIntToPtr(i64(array.address), m.pointerType(Space::Global));
  } else if (m.gpu() && place.offset) {
    pointer =
        b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), place.global, place.offset);
  } else if (m.gpu() || array.space == Space::Global) {
    pointer = place.global;
  } else {
    pointer = b.CreateConstInBoundsGEP1_64(
        b.getInt8Ty(),
        hostField(offsetof(HostBlock, shared), m.pointerType(Space::Shared)),
        array.dynamic ? m.staticShared : place.offset);
  }
  llvm::Value *value = b.CreateInsertValue(
      llvm::PoisonValue::get(m.valueType(type)), pointer, 0);
  for (unsigned axis = 0; axis < type.ndim; ++axis) {
    llvm::Value *extent;
    if (array.dynamic) {
      llvm::Value *bytes =
          m.gpu()
              ? b.CreateIntrinsic(
                    b.getInt32Ty(),
                    llvm::Intrinsic::nvvm_read_ptx_sreg_dynamic_smem_size, {})
              : hostField(offsetof(HostBlock, dynamicShared), b.getInt32Ty());
      auto size = static_cast<std::uint32_t>(byteSize(array.element));
      extent = b.CreateZExt(b.CreateUDiv(bytes, i32(size)), b.getInt64Ty());
    } else {
      extent = i64(static_cast<std::uint64_t>(array.shape[axis]));
    }
    value = b.CreateInsertValue(value, extent, 1 + axis);
  }
  return value;
}

llvm::Value *FunctionLowerer::lower(const ir::ArrayProperty &node) {
  llvm::Value *array = lower(*node.array);
  const Type &type = node.array->type;
  switch (node.field) {
  case ir::ArrayField::Shape:
    return shapeOf(array, node.axis);
  case ir::ArrayField::Stride:
    return strideOf(array, type, node.axis);
  case ir::ArrayField::Size: {
    llvm::Value *size = i64(1);
    for (unsigned axis = 0; axis < type.ndim; ++axis)
      size =
          axis ? b.CreateMul(size, shapeOf(array, axis)) : shapeOf(array, axis);
    return size;
  }
  case ir::ArrayField::Address: {
    llvm::Value *generic =
        b.CreateAddrSpaceCast(pointerOf(array), m.pointerType(Space::Generic));
    return b.CreatePtrToInt(generic, b.getInt64Ty());
  }
  }
  internalError("an unknown array property");
}

bool FunctionLowerer::areDistinct(const ir::Expr &left, const ir::Expr &right) {
  if (!roots)
    roots = std::make_unique<ArrayRoots>(source);
  return roots->areDistinct(left, right);
}

llvm::Value *FunctionLowerer::arrayAs(llvm::Value *array, const Type &from,
                                      const Type &to) {
  if (from.layout == to.layout && from.space == to.space)
    return array;
  llvm::Value *value = llvm::PoisonValue::get(m.valueType(to));
  llvm::Value *pointer =
      b.CreateAddrSpaceCast(pointerOf(array), m.pointerType(to.space));
  value = b.CreateInsertValue(value, pointer, 0);
  for (unsigned axis = 0; axis < from.ndim; ++axis)
    value = b.CreateInsertValue(value, shapeOf(array, axis), 1 + axis);
  for (unsigned axis = 0; to.layout != Layout::C && axis < from.ndim; ++axis)
    value = b.CreateInsertValue(value, strideOf(array, from, axis),
                                1u + from.ndim + axis);
  return value;
}

FunctionLowerer::Access
FunctionLowerer::access(const ir::Expr &array,
                        const std::vector<ir::Index> &indices,
                        SourceRange range) {
  Access result{lower(array),
                &array.type,
                {},
                nullptr,
                elementStep ? elementStep(array) : nullptr};
  if (!result.step)
    result.shortAxes = shortAxesOf(array, indices);
  int site = -1;
  for (unsigned axis = 0; axis < indices.size(); ++axis)
    result.indices.push_back(checkedIndex(indices[axis],
                                          shapeOf(result.array, axis), axis,
                                          array, range, site, result.isInside));
  return result;
}

/// As countShortAxes says, of arrays that have so few elements. Where it is
/// known that all products are short they are better left to LLVM.
unsigned FunctionLowerer::shortAxesOf(const ir::Expr &array,
                                      const std::vector<ir::Index> &indices) {
  const auto *slot = std::get_if<ir::SlotValue>(&array.node);
  bool isTested = slot && llvm::is_contained(few, slot->slot);
  bool isLikeGpu = m.gpu() || m.options.optimizations.areGpusOnCpu();
  if (!isLikeGpu || (!isTested && !source.smallArrays))
    return 0;
  std::int64_t most = 1;
  for (unsigned axis = 0; axis < indices.size() && most <= INT32_MAX; ++axis)
    most *= std::min(ranges.extent(array, axis).high, std::int64_t(1) << 31);
  if (!isTested && most <= INT32_MAX)
    return 0;
  if (!counters)
    addCounters(source.body, counters.emplace());
  return countShortAxes(array.type, indices, *counters);
}

llvm::Value *FunctionLowerer::shortPlace(const Access &access) {
  auto word = [&](llvm::Value *value) {
    return b.CreateTrunc(value, b.getInt32Ty());
  };
  llvm::Value *place = word(access.indices[0]);
  for (unsigned axis = 1; axis < access.shortAxes; ++axis)
    place = b.CreateAdd(
        b.CreateMul(place, word(shapeOf(access.array, axis)), "", true, true),
        word(access.indices[axis]), "", true, true);
  return b.CreateZExt(place, b.getInt64Ty());
}

llvm::Value *FunctionLowerer::elementPointer(const Access &access) {
  const Type &type = *access.type;
  llvm::Value *pointer = pointerOf(access.array);
  if (access.indices.empty())
    return pointer;
  if (type.layout == Layout::C) {
    unsigned axis = std::max(access.shortAxes, 1u);
    llvm::Value *flat =
        access.shortAxes ? shortPlace(access) : access.indices[0];
    for (; axis < access.indices.size(); ++axis)
      flat = b.CreateNSWAdd(b.CreateNSWMul(flat, shapeOf(access.array, axis)),
                            access.indices[axis]);
    if (access.step)
      return b.CreateInBoundsGEP(b.getInt8Ty(), pointer,
                                 b.CreateNSWMul(flat, access.step));
    return b.CreateInBoundsGEP(m.memoryType(type.element()), pointer, flat);
  }
  llvm::Value *offset = nullptr;
  for (unsigned axis = 0; axis < access.indices.size(); ++axis) {
    llvm::Value *part = b.CreateNSWMul(access.indices[axis],
                                       strideOf(access.array, type, axis));
    offset = offset ? b.CreateNSWAdd(offset, part) : part;
  }
  return b.CreateInBoundsGEP(b.getInt8Ty(), pointer, offset);
}

llvm::Value *
FunctionLowerer::guarded(llvm::Value *condition, llvm::Type *type,
                         llvm::function_ref<llvm::Value *()> body) {
  if (!condition)
    return body();
  llvm::BasicBlock *from = b.GetInsertBlock();
  llvm::BasicBlock *inside = newBlock("inside");
  llvm::BasicBlock *end = newBlock("guard.end");
  b.CreateCondBr(condition, inside, end);
  b.SetInsertPoint(inside);
  llvm::Value *value = body();
  inside = b.GetInsertBlock();
  b.CreateBr(end);
  b.SetInsertPoint(end);
  if (!type)
    return nullptr;
  llvm::PHINode *result = b.CreatePHI(type, 2);
  result->addIncoming(llvm::Constant::getNullValue(type), from);
  result->addIncoming(value, inside);
  return result;
}

void tellRange(llvm::LoadInst &load, Interval range) {
  unsigned bits = load.getType()->getIntegerBitWidth();
  llvm::APInt low(64, static_cast<std::uint64_t>(range.low)),
      end = llvm::APInt(64, static_cast<std::uint64_t>(range.high)) + 1;
  if (range == Interval{} || low.trunc(bits) == end.trunc(bits))
    return;
  load.setMetadata(llvm::LLVMContext::MD_range,
                   llvm::MDBuilder(load.getContext())
                       .createRange(low.trunc(bits), end.trunc(bits)));
}

void ModuleLowerer::tellSpace(llvm::Instruction &access, Space space) {
  if (gpu() || (space != Space::Global && space != Space::Shared))
    return;
  llvm::MDBuilder builder(context);
  if (!isShared) {
    llvm::MDNode *domain = builder.createAnonymousAliasScopeDomain("spaces");
    isShared = llvm::MDNode::get(
        context, builder.createAnonymousAliasScope(domain, "shared"));
  }
  access.setMetadata(space == Space::Shared ? llvm::LLVMContext::MD_alias_scope
                                            : llvm::LLVMContext::MD_noalias,
                     isShared);
}

llvm::Value *FunctionLowerer::lower(const ir::Load &node, SourceRange range) {
  Access place = access(*node.array, node.indices, range);
  Type element = node.array->type.element();
  return guarded(place.isInside, m.valueType(element), [&]() -> llvm::Value * {
    llvm::Value *value =
        m.loadElement(b, element, elementPointer(place),
                      llvm::Align(elementAlignment(node.array->type)));
    auto *load = llvm::dyn_cast<llvm::LoadInst>(value);
    if (load)
      m.tellSpace(*load, node.array->type.space);
    if (node.isUnchanging && load)
      load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                        llvm::MDNode::get(m.context, {}));
    if (load && element.isInteger())
      tellRange(*load, ranges.elements(*node.array));
    return value;
  });
}

} // namespace pyk2ptx
