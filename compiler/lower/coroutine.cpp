// A thread that waits, or a warp, is a coroutine of LLVM's (llvm.coro, switched
// resume): it runs to its first barrier and returns its frame, and goes on
// where it stopped when it is resumed. The runner frees frames, all at once,
// so nothing here does.
#include "coroutine.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

namespace pyk2ptx {

llvm::Function *createCoroutine(ModuleLowerer &m, const std::string &name,
                                bool isExternal) {
  std::vector<llvm::Type *> types = m.hostThreadTypes();
  types.insert(types.begin(), types.front());
  llvm::Function *coroutine = m.createFunction(
      name, llvm::FunctionType::get(types.front(), types, false), isExternal);
  coroutine->setPresplitCoroutine();
  return coroutine;
}

HostCoroutine::HostCoroutine(FunctionLowerer &lowerer) : lowerer_(lowerer) {
  llvm::IRBuilder<> &b = lowerer.b;
  llvm::Value *null = llvm::ConstantPointerNull::get(b.getPtrTy());
  llvm::Value *id = b.CreateIntrinsic(llvm::Intrinsic::coro_id, {},
                                      {b.getInt32(0), null, null, null});
  llvm::Value *size =
      b.CreateIntrinsic(llvm::Intrinsic::coro_size, {b.getInt64Ty()}, {});
  llvm::FunctionCallee frame = lowerer.m.module.getOrInsertFunction(
      "pyk2ptx_host_frame",
      llvm::FunctionType::get(b.getPtrTy(), {b.getPtrTy(), b.getInt64Ty()},
                              false));
  llvm::CallInst *memory = b.CreateCall(frame, {lowerer.block, size});
  memory->setDoesNotThrow();
  handle_ = b.CreateIntrinsic(llvm::Intrinsic::coro_begin, {}, {id, memory});
  lowerer.returnBlock = lowerer.newBlock("return");
}

void HostCoroutine::end() {
  llvm::IRBuilder<> &b = lowerer_.b;
  llvm::BasicBlock *suspended = lowerer_.newBlock("suspended");
  llvm::Value *none = llvm::ConstantTokenNone::get(b.getContext());
  // The final suspension stands first in its block: exits will come here.
  b.SetInsertPoint(lowerer_.returnBlock);
  b.SetCurrentDebugLocation({});
  lowerer_.setPlace(lowerer_.source.range);
  llvm::Value *state = b.CreateIntrinsic(
      b.getInt8Ty(), llvm::Intrinsic::coro_suspend, {none, b.getTrue()});
  b.CreateSwitch(state, suspended, 1)->addCase(b.getInt8(1), suspended);
  b.SetInsertPoint(suspended);
  b.CreateIntrinsic(llvm::Intrinsic::coro_end, {},
                    {handle_, b.getFalse(), none});
  b.CreateRet(handle_);
}

} // namespace pyk2ptx
