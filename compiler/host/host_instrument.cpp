// Which instructions are accesses: loads, stores and atomics with a place in
// the source whose address is not of a variable (an alloca that is named in the
// instruction), of a parameter block or of a constant. Arrays reach an access
// as values, so the address of an element always comes out of one, also that
// of a local array.
#include "host_instrument.h"

#include "compiler/target/host_abi.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace pyk2ptx {

namespace {

struct MemoryAccess {
  llvm::Instruction *instruction;
  llvm::Value *pointer;
  llvm::Type *type;
  std::uint64_t align;
  /// Of a store.
  llvm::Value *value = nullptr;
  bool isAtomic = false;
};

bool isPrivate(const llvm::Value *pointer) {
  while (true) {
    if (const auto *gep = llvm::dyn_cast<llvm::GEPOperator>(pointer))
      pointer = gep->getPointerOperand();
    else if (const auto *cast =
                 llvm::dyn_cast<llvm::AddrSpaceCastOperator>(pointer))
      pointer = cast->getPointerOperand();
    else
      break;
  }
  return llvm::isa<llvm::AllocaInst>(pointer) ||
         llvm::isa<llvm::Argument>(pointer) ||
         llvm::isa<llvm::GlobalVariable>(pointer);
}

std::optional<MemoryAccess> accessOf(llvm::Instruction &instruction) {
  MemoryAccess access = {&instruction, nullptr, nullptr, 1};
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (load->hasMetadata(llvm::LLVMContext::MD_invariant_load))
      return std::nullopt;
    access.pointer = load->getPointerOperand();
    access.type = load->getType();
    access.align = load->getAlign().value();
    access.isAtomic = load->isAtomic();
  } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    access.pointer = store->getPointerOperand();
    access.value = store->getValueOperand();
    access.type = access.value->getType();
    access.align = store->getAlign().value();
    access.isAtomic = store->isAtomic();
  } else if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    access.pointer = update->getPointerOperand();
    access.type = update->getType();
    access.align = update->getAlign().value();
    access.isAtomic = true;
  } else if (auto *swap =
                 llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    access.pointer = swap->getPointerOperand();
    access.type = swap->getNewValOperand()->getType();
    access.align = swap->getAlign().value();
    access.isAtomic = true;
  } else {
    return std::nullopt;
  }
  if (isPrivate(access.pointer))
    return std::nullopt;
  return access;
}

/// The low bits of a value of up to 64 bits; null for others.
llvm::Value *bitsOf(llvm::IRBuilder<> &b, llvm::Value *value,
                    std::uint64_t bits) {
  llvm::Type *type = value->getType();
  if (type->isPointerTy() || type->isAggregateType() || type->isVectorTy() ||
      bits > 64)
    return nullptr;
  if (!type->isIntegerTy())
    value = b.CreateBitCast(value, b.getIntNTy(static_cast<unsigned>(bits)));
  return b.CreateZExt(value, b.getInt64Ty());
}

class Instrumenter {
public:
  Instrumenter(llvm::Module &module, HostSites &sites)
      : module_(module), sites_(sites),
        kind_(module.getContext().getMDKindID(hostSiteMetadata)) {}

  void run() {
    for (llvm::Function &function : module_) {
      std::vector<MemoryAccess> accesses;
      for (llvm::BasicBlock &block : function)
        for (llvm::Instruction &instruction : block)
          if (instruction.getMetadata(kind_))
            if (std::optional<MemoryAccess> access = accessOf(instruction))
              accesses.push_back(*access);
      for (const MemoryAccess &access : accesses)
        instrument(function, access);
    }
  }

private:
  void instrument(llvm::Function &function, const MemoryAccess &access) {
    llvm::IRBuilder<> b(access.instruction);
    std::uint64_t size =
        module_.getDataLayout().getTypeStoreSize(access.type).getFixedValue();
    if (!size)
      return;
    std::uint64_t whole = std::min(access.align, size & (~size + 1));
    sites_.granule = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(sites_.granule, whole));
    // Every host function takes block and thread last.
    llvm::Value *block =
        function.getArg(static_cast<unsigned>(function.arg_size()) - 4);
    llvm::Metadata *number =
        access.instruction->getMetadata(kind_)->getOperand(0);
    llvm::Value *site =
        llvm::cast<llvm::ConstantAsMetadata>(number)->getValue();
    auto form = static_cast<std::uint32_t>(size);
    llvm::SyncScope::ID scope = llvm::SyncScope::System;
    if (access.isAtomic)
      scope = llvm::getAtomicSyncScopeID(access.instruction)
                  .value_or(llvm::SyncScope::System);
    if (scope == module_.getContext().getOrInsertSyncScopeID("block")) {
      form |= hostFormBlockScope;
      sites_.hasBlockAtomics = true;
    }
    llvm::Value *value = access.value && !access.isAtomic
                             ? bitsOf(b, access.value, size * 8)
                             : nullptr;
    if (value)
      form |= hostFormHasValue;
    std::vector<llvm::Value *> args = {block, access.pointer, b.getInt32(form),
                                       site};
    const char *name = access.isAtomic ? "pyk2ptx_check_atomic"
                       : access.value  ? "pyk2ptx_check_write"
                                       : "pyk2ptx_check_read";
    if (access.value && !access.isAtomic)
      args.push_back(value ? value : b.getInt64(0));
    std::vector<llvm::Type *> types;
    for (llvm::Value *arg : args)
      types.push_back(arg->getType());
    llvm::FunctionCallee callee = module_.getOrInsertFunction(
        name, llvm::FunctionType::get(b.getVoidTy(), types, false));
    b.CreateCall(callee, args)->setDoesNotThrow();
  }

  llvm::Module &module_;
  HostSites &sites_;
  unsigned kind_;
};

} // namespace

void instrumentAccesses(llvm::Module &module, HostSites &sites) {
  Instrumenter(module, sites).run();
}

} // namespace pyk2ptx
