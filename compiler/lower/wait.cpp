// Loops that may wait for other threads (waits.h).
//
// Host: at the end of a turn the thread steps aside as at a barrier, so that
// the others run before it looks again; in a loop that may also be at work,
// only now and then. It tells the runner what kind of loop it is in and whether
// it has just come there, and every write of the module whether it changed
// something: so the runner knows when waiting is in vain.
//
// GPU: whose warp has parted lets the others go on where ptxas finds that a
// loop waits. It finds none in code that is not optimized, whose variables are
// in memory: one that waits for shared memory hung (H200, ptxas 13.0). To sleep
// for no time lets them, too.
#include "compiler/host/host_instrument.h"
#include "compiler/target/host_abi.h"
#include "lowerer.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <algorithm>
#include <cstddef>

namespace pyk2ptx {

using ir::AtomicOp;

/// Turns of a loop that works, after which it lets others run; a power of two.
static constexpr std::uint32_t turnsAtWork = 16;

bool FunctionLowerer::tellsOfWaits() const {
  return !m.gpu() || m.options.isPlain || source.isUnoptimized;
}

FunctionLowerer::WaitLoop FunctionLowerer::beginWait(Wait wait,
                                                     SourceRange range) {
  WaitLoop loop{wait, nullptr, range};
  if (wait != Wait::None && !m.gpu()) {
    loop.turns = createAlloca(b.getInt32Ty(), "turns");
    b.CreateStore(i32(0), loop.turns);
  }
  return loop;
}

void FunctionLowerer::endTurn(const WaitLoop &loop) {
  if (loop.wait == Wait::None)
    return;
  setPlace(loop.range);
  if (m.gpu()) {
    b.CreateIntrinsic(b.getVoidTy(), llvm::Intrinsic::nvvm_nanosleep, {i32(0)});
    return;
  }
  bool works = loop.wait == Wait::Works;
  std::uint32_t least = works ? turnsAtWork : 1;
  llvm::Value *turns =
      b.CreateAdd(b.CreateLoad(b.getInt32Ty(), loop.turns), i32(1));
  b.CreateStore(turns, loop.turns);
  llvm::BasicBlock *on = newBlock("wait.on");
  if (works) {
    llvm::BasicBlock *poll = newBlock("wait.poll");
    llvm::Value *rest = b.CreateAnd(turns, i32(turnsAtWork - 1));
    b.CreateCondBr(b.CreateICmpEQ(rest, i32(0)), poll, on);
    b.SetInsertPoint(poll);
  }
  llvm::Value *isFirst = b.CreateICmpEQ(turns, i32(least));
  std::uint64_t kind = works ? hostPollWorks : hostPollSpins;
  llvm::Value *value =
      b.CreateSelect(isFirst, i64(kind | hostPollIsFirst), i64(kind));
  if (source.isRecursive) {
    // Nobody can step aside in it.
    llvm::FunctionCallee spin = m.module.getOrInsertFunction(
        "pyk2ptx_host_spin",
        llvm::FunctionType::get(
            b.getVoidTy(),
            {b.getPtrTy(), b.getInt32Ty(), b.getInt64Ty(), b.getInt32Ty()},
            false));
    b.CreateCall(spin, {block, hostThreadIndex(), value, waitSite()})
        ->setDoesNotThrow();
  } else {
    hostMeet(HostMeet::Poll, i32(~0u), value, i32(0));
  }
  b.CreateBr(on);
  b.SetInsertPoint(on);
}

llvm::Value *FunctionLowerer::waitSite() {
  return i32(
      static_cast<std::uint32_t>(addSite(currentPlace, "DeadlockError", "")));
}

/// A device function may be called from a kernel that waits.
bool FunctionLowerer::notesChanges() const {
  return source.isKernel ? m.facts[index].hasWait
                         : std::any_of(m.facts.begin(), m.facts.end(),
                                       [](const FunctionFacts &facts) {
                                         return facts.hasWait;
                                       });
}

void FunctionLowerer::noteChange(llvm::Value *isChange) {
  if (!notesChanges())
    return;
  llvm::Value *place = b.CreateConstInBoundsGEP1_64(
      b.getInt8Ty(), block, offsetof(HostBlock, changed));
  unsigned kind = m.context.getMDKindID(hostSiteMetadata);
  llvm::LoadInst *before = b.CreateLoad(b.getInt32Ty(), place);
  llvm::Value *after =
      b.CreateOr(before, b.CreateZExt(isChange, b.getInt32Ty()));
  llvm::StoreInst *store = b.CreateStore(after, place);
  // They are none of the kernel's accesses.
  before->setMetadata(kind, nullptr);
  store->setMetadata(kind, nullptr);
}

/// Where in doubt it does.
llvm::Value *FunctionLowerer::changes(AtomicOp op, Scalar scalar,
                                      llvm::Value *old, llvm::Value *value,
                                      llvm::Value *expected) {
  if (expected) {
    llvm::Value *isExpected = b.CreateICmpEQ(old, expected);
    llvm::Value *isOther = b.CreateICmpNE(old, value);
    return b.CreateAnd(isExpected, isOther);
  }
  if (isHalf(scalar))
    return b.getTrue();
  bool isFloat = pyk2ptx::isFloat(scalar);
  auto isOther = [&](llvm::Value *next) {
    return isFloat ? b.CreateFCmpUNE(old, next) : b.CreateICmpNE(old, next);
  };
  switch (op) {
  case AtomicOp::Add:
  case AtomicOp::Sub: {
    llvm::Value *zero = llvm::Constant::getNullValue(value->getType());
    return isFloat ? b.CreateFCmpUNE(value, zero) : b.CreateICmpNE(value, zero);
  }
  case AtomicOp::And:
    return isOther(b.CreateAnd(old, value));
  case AtomicOp::Or:
    return isOther(b.CreateOr(old, value));
  case AtomicOp::Xor:
    return b.CreateICmpNE(value,
                          llvm::Constant::getNullValue(value->getType()));
  case AtomicOp::Max:
  case AtomicOp::NanMax:
    return isFloat            ? b.CreateFCmpULT(old, value)
           : isSigned(scalar) ? b.CreateICmpSLT(old, value)
                              : b.CreateICmpULT(old, value);
  case AtomicOp::Min:
  case AtomicOp::NanMin:
    return isFloat            ? b.CreateFCmpUGT(old, value)
           : isSigned(scalar) ? b.CreateICmpSGT(old, value)
                              : b.CreateICmpUGT(old, value);
  case AtomicOp::Exchange:
    return isOther(value);
  case AtomicOp::Load:
    return b.getFalse();
  default:
    return b.getTrue();
  }
}

} // namespace pyk2ptx
