// Where a host kernel's parameters lie, and what its block says.
#ifndef PYK2PTX_COMPILER_LOWER_PACKED_PARAMS_H
#define PYK2PTX_COMPILER_LOWER_PACKED_PARAMS_H

#include "compiler/target/host_abi.h"
#include "lowerer.h"

#include <llvm/IR/Constants.h>

#include <cstddef>

namespace pyk2ptx {

/// Loads a kernel's parameters from the packed block, in the ABI's order.
struct PackedParams {
  llvm::IRBuilder<> &b;
  llvm::Value *params;
  const KernelInfo &kernel;
  std::vector<llvm::Type *> types;
  std::size_t next = 0;

  llvm::Value *load() {
    const ParamInfo &param = kernel.params[next];
    llvm::Value *place =
        b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), params, param.offset);
    llvm::Type *type = types[next++];
    if (param.type == ParamType::Bytes)
      return place;
    llvm::LoadInst *value = b.CreateAlignedLoad(
        type, place, llvm::Align(paramTypeAlign(param.type)));
    if (param.field == ParamField::Shape) {
      llvm::Metadata *bounds[] = {
          llvm::ConstantAsMetadata::get(b.getInt64(0)),
          llvm::ConstantAsMetadata::get(b.getInt64(maxExtent + 1))};
      value->setMetadata(llvm::LLVMContext::MD_range,
                         llvm::MDNode::get(b.getContext(), bounds));
    }
    return value;
  }
};

/// An int32 of a HostBlock, which stays what it is while the block's threads
/// run. Launches of others than `low` to `high` are refused.
inline llvm::Value *loadBlockField(llvm::IRBuilder<> &b, llvm::Value *block,
                                   std::size_t offset, std::int64_t low,
                                   std::int64_t high) {
  llvm::LoadInst *value =
      b.CreateLoad(b.getInt32Ty(),
                   b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), block, offset));
  auto bound = [&](std::int64_t limit) {
    return llvm::ConstantAsMetadata::get(
        b.getInt32(static_cast<std::uint32_t>(limit)));
  };
  llvm::Metadata *bounds[] = {bound(low), bound(high + 1)};
  value->setMetadata(llvm::LLVMContext::MD_range,
                     llvm::MDNode::get(b.getContext(), bounds));
  value->setMetadata(llvm::LLVMContext::MD_invariant_load,
                     llvm::MDNode::get(b.getContext(), {}));
  return value;
}

/// How many threads the block has along an axis.
inline llvm::Value *loadBlockExtent(llvm::IRBuilder<> &b, llvm::Value *block,
                                    unsigned axis) {
  return loadBlockField(b, block, offsetof(HostBlock, blockDim) + 4 * axis, 1,
                        1024);
}

} // namespace pyk2ptx

#endif
