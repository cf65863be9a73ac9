// Where a host kernel's parameters lie, and what its block says.
#ifndef PYK2PTX_COMPILER_LOWER_PACKED_PARAMS_H
#define PYK2PTX_COMPILER_LOWER_PACKED_PARAMS_H

#include "compiler/target/host_abi.h"
#include "lowerer.h"

#include <llvm/IR/MDBuilder.h>

#include <cstddef>

namespace pyk2ptx {

/// An integer is from `low` to `high`, neither of them negative.
inline void stateRange(llvm::LoadInst &integer, std::int64_t low,
                       std::int64_t high) {
  unsigned width = integer.getType()->getIntegerBitWidth();
  integer.setMetadata(
      llvm::LLVMContext::MD_range,
      llvm::MDBuilder(integer.getContext())
          .createRange(
              llvm::APInt(width, static_cast<std::uint64_t>(low)),
              llvm::APInt(width, static_cast<std::uint64_t>(high) + 1)));
}

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
    if (param.field == ParamField::Shape)
      stateRange(*value, 0, maxExtent);
    return value;
  }
};

/// A field of a HostBlock, which is the runner's and constant while the block's
/// threads run.
inline llvm::LoadInst *loadBlockField(llvm::IRBuilder<> &b, llvm::Value *block,
                                      std::size_t offset, llvm::Type *type) {
  llvm::LoadInst *value = b.CreateLoad(
      type, b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), block, offset));
  value->setMetadata(llvm::LLVMContext::MD_invariant_load,
                     llvm::MDNode::get(b.getContext(), {}));
  return value;
}

/// One of int32: launches of others than `low` to `high` are refused.
inline llvm::LoadInst *loadBlockField(llvm::IRBuilder<> &b, llvm::Value *block,
                                      std::size_t offset, std::int64_t low,
                                      std::int64_t high) {
  llvm::LoadInst *value = loadBlockField(b, block, offset, b.getInt32Ty());
  stateRange(*value, low, high);
  return value;
}

/// How many threads the block has along an axis; where it may be several
/// (FunctionFacts::joinsBlocks), how many they have.
inline llvm::Value *loadBlockExtent(llvm::IRBuilder<> &b, llvm::Value *block,
                                    unsigned axis, bool joinsBlocks = false) {
  if (axis == 0 && joinsBlocks)
    return loadBlockField(b, block, offsetof(HostBlock, rowExtent), 1,
                          hostLongestRow);
  return loadBlockField(b, block, offsetof(HostBlock, blockDim) + 4 * axis, 1,
                        1024);
}

} // namespace pyk2ptx

#endif
