// What code with checks says of itself (host_abi.h): the places of its
// accesses, the threads' stops and ends, indices and variables.
//
// An access is any load, store or atomic instruction that is not of the
// lowering's own making. Which of them a node becomes is not known here, so
// every instruction that is built carries the number of its place in the
// source, and instrumentAccesses (host_instrument.h) puts a call before each
// access once the module is whole: new nodes need nothing of their own.
#include "compiler/host/host_instrument.h"
#include "compiler/target/host_abi.h"
#include "frontend/ir/ir_walk.h"
#include "lowerer.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <cstddef>

namespace pyk2ptx {

std::uint32_t ModuleLowerer::siteOf(SourceRange range,
                                    const std::string &name) {
  auto [known, isNew] =
      siteNumbers.try_emplace({range.source, range.begin, range.end, name},
                              options.hostSites->sites.size());
  if (isNew)
    options.hostSites->sites.push_back({range, name});
  return static_cast<std::uint32_t>(known->second);
}

void FunctionLowerer::setSite(SourceRange range) {
  if (!m.options.hostSites || !range.source)
    return;
  // The builder takes what its instructions shall carry from another one.
  auto *carrier = new llvm::UnreachableInst(m.context);
  llvm::Metadata *number = llvm::ConstantAsMetadata::get(i32(m.siteOf(range)));
  unsigned kind = m.context.getMDKindID(hostSiteMetadata);
  carrier->setMetadata(kind, llvm::MDNode::get(m.context, {number}));
  b.CollectMetadataToCopy(carrier, {kind});
  carrier->deleteValue();
}

void FunctionLowerer::callCheck(const char *name,
                                llvm::ArrayRef<llvm::Value *> args) {
  std::vector<llvm::Value *> values = {block};
  std::vector<llvm::Type *> types = {block->getType()};
  for (llvm::Value *arg : args) {
    values.push_back(arg);
    types.push_back(arg->getType());
  }
  llvm::FunctionCallee callee = m.module.getOrInsertFunction(
      name, llvm::FunctionType::get(b.getVoidTy(), types, false));
  b.CreateCall(callee, values)->setDoesNotThrow();
}

void FunctionLowerer::checkIndex(llvm::Value *inside, llvm::Value *index,
                                 llvm::Value *extent, unsigned axis,
                                 SourceRange range, const std::string &name) {
  unless(inside, "outside", [&] {
    callCheck("pyk2ptx_check_index",
              {i32(m.siteOf(range, name)), index, extent, i32(axis)});
  });
}

void FunctionLowerer::checkWait() {
  if (m.options.hostSites)
    callCheck("pyk2ptx_check_wait", {i32(m.siteOf(currentPlace))});
}

void FunctionLowerer::checkLeave(SourceRange range) {
  // Where threads end matters to those that wait for them.
  if (m.options.hostSites && source.isKernel && m.facts[index].hasBarrier)
    callCheck("pyk2ptx_check_leave", {i32(m.siteOf(range))});
}

void FunctionLowerer::checkFence(bool isBlock) {
  if (m.options.hostSites)
    callCheck("pyk2ptx_check_fence", {i32(isBlock)});
}

void FunctionLowerer::checkCopy(llvm::Value *to, llvm::Value *from,
                                llvm::Value *bytes, llvm::Value *available) {
  if (!m.options.checks.any())
    return;
  llvm::Value *site = i32(m.siteOf(currentPlace));
  auto form = [&](llvm::Value *size) {
    return b.CreateAnd(b.CreateTrunc(size, b.getInt32Ty()), i32(hostFormSize));
  };
  callCheck("pyk2ptx_check_read", {from, form(available), site});
  callCheck("pyk2ptx_check_write", {to, form(bytes), site, i64(0)});
}

bool FunctionLowerer::watchesSlot(ir::SlotId slot) const {
  // A temporary that is never assigned stands for zero.
  const ir::Slot &declared = source.slots[slot];
  return m.options.checks.uninit && declared.zero && !declared.type.isNone() &&
         !declared.name.starts_with('%');
}

void FunctionLowerer::watchSlots() {
  setSlots.assign(source.slots.size(), nullptr);
  for (ir::SlotId slot = 0; slot < source.slots.size(); ++slot)
    if (watchesSlot(slot)) {
      setSlots[slot] = createAlloca(b.getInt1Ty(), "set");
      b.CreateStore(b.getFalse(), setSlots[slot]);
    }
}

void FunctionLowerer::checkSlot(ir::SlotId slot) {
  if (!watchesSlot(slot))
    return;
  llvm::Value *isSet = b.CreateLoad(b.getInt1Ty(), setSlots[slot]);
  unless(isSet, "unset", [&] {
    callCheck("pyk2ptx_check_unset",
              {i32(m.siteOf(currentPlace, source.slots[slot].name))});
  });
}

void FunctionLowerer::carryUnset(ir::SlotId to, const ir::Expr &value) {
  if (!watchesSlot(to))
    return;
  forEachExpr(value, [&](const ir::Expr &part) {
    const auto *from = std::get_if<ir::SlotValue>(&part.node);
    if (from && from->carriesUnset && watchesSlot(from->slot))
      b.CreateStore(b.CreateLoad(b.getInt1Ty(), setSlots[from->slot]),
                    setSlots[to]);
  });
}

void FunctionLowerer::checkLocal(llvm::Value *storage, std::uint32_t array,
                                 std::uint64_t bytes) {
  if (m.options.hostSites)
    callCheck("pyk2ptx_check_local",
              {storage, i64(bytes), i32(m.hostArrays[index][array])});
}

} // namespace pyk2ptx
