// Where a host kernel's parameters lie.
#ifndef PYK2PTX_COMPILER_LOWER_PACKED_PARAMS_H
#define PYK2PTX_COMPILER_LOWER_PACKED_PARAMS_H

#include "lowerer.h"

#include <llvm/IR/Constants.h>

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

} // namespace pyk2ptx

#endif
