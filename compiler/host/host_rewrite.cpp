// Exits and barriers of host threads. A device function cannot end its caller
// or suspend it; after inlining there is only the kernel, and in it an exit is
// a branch to the end and a barrier a suspension of the coroutine.
#include "host_rewrite.h"

#include "frontend/messages/internal_error.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <vector>

namespace pyk2ptx {

static std::vector<llvm::CallInst *> callsOf(llvm::Module &module,
                                             const char *name) {
  std::vector<llvm::CallInst *> calls;
  if (llvm::Function *function = module.getFunction(name))
    for (llvm::User *user : function->users())
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(user))
        calls.push_back(call);
  return calls;
}

/// The block of a coroutine's final suspension; null elsewhere.
static llvm::BasicBlock *finalSuspension(llvm::Function &function) {
  for (llvm::BasicBlock &block : function) {
    auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&block.front());
    if (intrinsic &&
        intrinsic->getIntrinsicID() == llvm::Intrinsic::coro_suspend &&
        llvm::cast<llvm::ConstantInt>(intrinsic->getArgOperand(1))->isOne())
      return &block;
  }
  return nullptr;
}

static void rewriteExit(llvm::CallInst *call) {
  llvm::BasicBlock *block = call->getParent();
  llvm::BasicBlock *end = finalSuspension(*block->getParent());
  llvm::Type *result = block->getParent()->getReturnType();
  bool isPiece = result->isIntegerTy(1) &&
                 block->getParent()->hasFnAttribute(hostBodyAttribute);
  if (!end && !isPiece && !result->isVoidTy())
    internalError("an exit that was not inlined");
  // What follows the call is unreachable: cut it off.
  llvm::changeToUnreachable(call);
  llvm::IRBuilder<> builder(block->getTerminator());
  if (end)
    builder.CreateBr(end);
  else if (isPiece)
    builder.CreateRet(builder.getFalse());
  else
    builder.CreateRetVoid();
  block->getTerminator()->eraseFromParent();
}

static void rewriteBarrier(llvm::CallInst *call) {
  llvm::BasicBlock *block = call->getParent();
  llvm::BasicBlock *end = finalSuspension(*block->getParent());
  if (!end)
    internalError("a barrier that was not inlined");
  llvm::BasicBlock *suspended =
      llvm::cast<llvm::SwitchInst>(end->getTerminator())->getDefaultDest();
  llvm::BasicBlock *next = llvm::SplitBlock(block, call->getNextNode());
  llvm::IRBuilder<> builder(call);
  llvm::Value *state = builder.CreateIntrinsic(
      builder.getInt8Ty(), llvm::Intrinsic::coro_suspend,
      {llvm::ConstantTokenNone::get(call->getContext()), builder.getFalse()});
  llvm::SwitchInst *choice = builder.CreateSwitch(state, suspended, 2);
  choice->addCase(builder.getInt8(0), next);
  choice->addCase(builder.getInt8(1), suspended);
  call->eraseFromParent();
  block->getTerminator()->eraseFromParent();
}

void rewriteHostThreads(llvm::Module &module) {
  for (llvm::CallInst *call : callsOf(module, hostExitSymbol))
    rewriteExit(call);
  for (llvm::CallInst *call : callsOf(module, hostBarrierSymbol))
    rewriteBarrier(call);
  for (const char *name : {hostExitSymbol, hostBarrierSymbol})
    if (llvm::Function *function = module.getFunction(name))
      function->eraseFromParent();
  for (llvm::Function &function : module)
    if (function.hasFnAttribute(hostBodyAttribute)) {
      function.removeFnAttr(hostBodyAttribute);
      function.addFnAttr(llvm::Attribute::AlwaysInline);
    }
}

} // namespace pyk2ptx
