// mbarriers and asynchronous copies. On the GPU they are PTX, which LLVM lacks
// in part; on the host a copy is done at once, an mbarrier is a word that the
// runner counts in (runtime/jit/cpu/mbarrier.cpp), and who waits for one steps
// aside until it has changed.
#include "compiler/target/host_abi.h"
#include "custom.h"
#include "frontend/messages/internal_error.h"
#include "lowerer.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Intrinsics.h>

namespace pyk2ptx {

namespace {

/// PTX of a call that others' accesses must not pass.
llvm::CallInst *ptx(llvm::IRBuilder<> &b, llvm::Type *result,
                    const std::string &text, const char *constraints,
                    llvm::ArrayRef<llvm::Value *> args) {
  std::vector<llvm::Type *> types;
  for (llvm::Value *arg : args)
    types.push_back(arg->getType());
  std::string all = constraints;
  all += all.empty() ? "~{memory}" : ",~{memory}";
  llvm::CallInst *call =
      b.CreateCall(llvm::InlineAsm::get(
                       llvm::FunctionType::get(result, types, false), text, all,
                       /*hasSideEffects=*/true),
                   args);
  call->setConvergent();
  return call;
}

bool isTest(Mbarrier use) {
  return use == Mbarrier::TestWait || use == Mbarrier::TestWaitParity ||
         use == Mbarrier::TryWaitParity;
}

bool isWait(Mbarrier use) {
  return use == Mbarrier::Wait || use == Mbarrier::WaitParity;
}

bool isArrival(Mbarrier use) {
  return use == Mbarrier::Arrive || use == Mbarrier::ArriveExpectTx;
}

} // namespace

/// The host has done it already.
static llvm::Value *gpuOnly(FunctionLowerer &f, const std::string &text) {
  if (f.m.gpu())
    ptx(f.b, f.b.getVoidTy(), text, "", {});
  return noValue(f);
}

llvm::Value *lowerFenceMbarrier(FunctionLowerer &f, const CustomCall &) {
  return gpuOnly(f, "fence.mbarrier_init.release.cluster;\n\t"
                    "fence.proxy.async.shared::cta;");
}

llvm::Value *lowerCommit(FunctionLowerer &f, const CustomCall &) {
  return gpuOnly(f, "cp.async.commit_group;");
}

llvm::Value *lowerWaitGroup(FunctionLowerer &f, const CustomCall &call) {
  auto count = llvm::cast<llvm::ConstantInt>(call.args[0])->getZExtValue();
  return gpuOnly(f, "cp.async.wait_group " + std::to_string(count) + ";");
}

llvm::Value *lowerWaitAll(FunctionLowerer &f, const CustomCall &) {
  return gpuOnly(f, "cp.async.wait_all;");
}

FunctionLowerer::Element FunctionLowerer::elementAt(llvm::Value *array,
                                                    const Type &type,
                                                    llvm::Value *index,
                                                    llvm::Value *count) {
  if (source.indicesAreInside) {
    llvm::Value *bytes = b.CreateMul(
        index, i64(static_cast<std::uint64_t>(byteSize(type.element()))));
    return {b.CreateGEP(b.getInt8Ty(), pointerOf(array), bytes), b.getTrue()};
  }
  llvm::Value *extent = shapeOf(array, 0);
  llvm::Value *isNegative = b.CreateICmpSLT(index, i64(0));
  llvm::Value *fromEnd = b.CreateAdd(index, extent);
  llvm::Value *place = b.CreateSelect(isNegative, fromEnd, index);
  llvm::Value *starts = b.CreateICmpULT(place, extent);
  llvm::Value *rest = b.CreateSub(extent, place);
  llvm::Value *ends = b.CreateICmpULE(count, rest);
  llvm::Value *offset = b.CreateMul(
      place, i64(static_cast<std::uint64_t>(byteSize(type.element()))));
  llvm::Value *pointer = b.CreateGEP(b.getInt8Ty(), pointerOf(array), offset);
  return {pointer, b.CreateAnd(starts, ends)};
}

// ---- mbarriers ----

llvm::Value *lowerMbarrier(FunctionLowerer &f, const CustomCall &call,
                           Mbarrier use) {
  llvm::IRBuilder<> &b = f.b;
  ModuleLowerer &m = f.m;
  const auto &[node, expr, args] = call;
  FunctionLowerer::Element word =
      f.elementAt(args[0], node.args[0]->type, args[1], f.i64(1));
  llvm::ArrayRef<llvm::Value *> given = args.drop_front(2);
  if (!m.gpu()) {
    llvm::Value *result = f.hostMbarrier(use, word, given);
    return result ? result : noValue(f);
  }
  llvm::Type *type =
      expr.type.isNone() ? nullptr : m.scalarType(expr.type.scalar);
  llvm::Value *result = f.guarded(word.isInside, type, [&]() -> llvm::Value * {
    return f.gpuMbarrier(use, word.pointer, given);
  });
  // A barrier that is nowhere keeps nobody waiting.
  if (isTest(use))
    return b.CreateOr(result, b.CreateNot(word.isInside));
  return result ? result : noValue(f);
}

/// Asks again until `test` is true.
void FunctionLowerer::waitUntil(llvm::function_ref<llvm::Value *()> test) {
  llvm::BasicBlock *ask = newBlock("wait.test");
  llvm::BasicBlock *again = newBlock("wait.again");
  llvm::BasicBlock *done = newBlock("wait.done");
  b.CreateBr(ask);
  b.SetInsertPoint(ask);
  b.CreateCondBr(test(), done, again);
  b.SetInsertPoint(again);
  if (!m.gpu())
    hostMeet(HostMeet::Poll, i32(~0u), i64(0), i32(0));
  b.CreateBr(ask);
  b.SetInsertPoint(done);
}

llvm::Value *FunctionLowerer::gpuMbarrier(Mbarrier use, llvm::Value *pointer,
                                          llvm::ArrayRef<llvm::Value *> args) {
  llvm::Type *none = b.getVoidTy(), *wide = b.getInt64Ty();
  auto test = [&](const char *how) {
    std::string text = "{\n\t.reg .pred p;\n\tmbarrier." + std::string(how) +
                       ".shared.b64 p, [$1], $2;\n\tselp.u32 $0, 1, 0, p;\n\t}";
    bool isParity = args[0]->getType()->isIntegerTy(32);
    llvm::Value *word = ptx(b, b.getInt32Ty(), text,
                            isParity ? "=r,l,r" : "=r,l,l", {pointer, args[0]});
    return b.CreateICmpNE(word, i32(0));
  };
  // From sm_90 on a test may let the hardware wait.
  bool mayTry = smNumber(*m.target.arch) >= 90;
  switch (use) {
  case Mbarrier::Init:
    ptx(b, none, "mbarrier.init.shared.b64 [$0], $1;", "l,r",
        {pointer, args[0]});
    return nullptr;
  case Mbarrier::Inval:
    ptx(b, none, "mbarrier.inval.shared.b64 [$0];", "l", {pointer});
    return nullptr;
  case Mbarrier::Arrive:
    return ptx(b, wide, "mbarrier.arrive.shared.b64 $0, [$1];", "=l,l",
               {pointer});
  case Mbarrier::ArriveExpectTx:
    return ptx(b, wide, "mbarrier.arrive.expect_tx.shared.b64 $0, [$1], $2;",
               "=l,l,r", {pointer, args[0]});
  case Mbarrier::TestWait:
    return test("test_wait");
  case Mbarrier::TestWaitParity:
    return test("test_wait.parity");
  case Mbarrier::TryWaitParity:
    return test("try_wait.parity");
  case Mbarrier::Wait:
    waitUntil([&] { return test(mayTry ? "try_wait" : "test_wait"); });
    return nullptr;
  case Mbarrier::WaitParity:
    waitUntil(
        [&] { return test(mayTry ? "try_wait.parity" : "test_wait.parity"); });
    return nullptr;
  }
  internalError("no mbarrier");
}

llvm::Value *FunctionLowerer::hostMbarrier(Mbarrier use, const Element &word,
                                           llvm::ArrayRef<llvm::Value *> args) {
  llvm::Type *pointer = b.getPtrTy(), *wide = b.getInt64Ty();
  llvm::FunctionCallee callee = m.module.getOrInsertFunction(
      "pyk2ptx_host_mbarrier",
      llvm::FunctionType::get(wide, {pointer, b.getInt32Ty(), pointer, wide},
                              false));
  llvm::Value *place = b.CreateSelect(
      word.isInside, word.pointer,
      llvm::ConstantPointerNull::get(llvm::PointerType::get(m.context, 0)));
  llvm::Value *value = args.empty() ? i64(0) : b.CreateZExt(args[0], wide);
  auto act = [&](HostMbarrier action) -> llvm::Value * {
    llvm::CallInst *call = b.CreateCall(
        callee, {block, i32(static_cast<std::uint32_t>(action)), place, value});
    call->setDoesNotThrow();
    return call;
  };
  bool byToken = use == Mbarrier::TestWait || use == Mbarrier::Wait;
  auto test = [&] {
    llvm::Value *result =
        act(byToken ? HostMbarrier::Test : HostMbarrier::TestParity);
    return b.CreateICmpNE(result, i64(0));
  };
  if (isWait(use)) {
    waitUntil(test);
    return nullptr;
  }
  if (isTest(use)) {
    // Whoever asks in a loop of his own lets the others run.
    hostMeet(HostMeet::Poll, i32(~0u), i64(0), i32(0));
    return test();
  }
  if (use == Mbarrier::ArriveExpectTx)
    act(HostMbarrier::ExpectTx);
  if (isArrival(use))
    return act(HostMbarrier::Arrive);
  act(use == Mbarrier::Init ? HostMbarrier::Init : HostMbarrier::Inval);
  return nullptr;
}

// ---- copies ----

static void hostCopy(FunctionLowerer &lowerer, llvm::Value *to,
                     llvm::Value *from, llvm::Value *bytes,
                     llvm::Value *available) {
  llvm::IRBuilder<> &b = lowerer.b;
  llvm::Type *pointer = b.getPtrTy(), *wide = b.getInt64Ty();
  llvm::FunctionCallee callee = lowerer.m.module.getOrInsertFunction(
      "pyk2ptx_host_copy",
      llvm::FunctionType::get(b.getVoidTy(),
                              {pointer, pointer, pointer, wide, wide}, false));
  b.CreateCall(callee, {lowerer.block, to, from, bytes, available})
      ->setDoesNotThrow();
  lowerer.checkCopy(to, from, bytes, available);
}

/// What is behind the source's end is zero; a destination that is not wholly
/// inside gets nothing.
llvm::Value *lowerCopy(FunctionLowerer &f, const CustomCall &call) {
  llvm::IRBuilder<> &b = f.b;
  ModuleLowerer &m = f.m;
  const auto &[node, expr, args] = call;
  const Type &type = node.args[0]->type;
  llvm::Value *count = args[4];
  llvm::ConstantInt *size =
      f.i64(static_cast<std::uint64_t>(byteSize(type.element())));
  FunctionLowerer::Element to = f.elementAt(args[0], type, args[1], count);
  FunctionLowerer::Element from =
      f.elementAt(args[2], node.args[2]->type, args[3], f.i64(1));
  // From the element on, at most `count`.
  llvm::Value *extent = f.shapeOf(args[2], 0);
  llvm::Value *isNegative = b.CreateICmpSLT(args[3], f.i64(0));
  llvm::Value *rest = b.CreateSub(extent, args[3]);
  llvm::Value *behind = b.CreateNeg(args[3]);
  rest = b.CreateSelect(isNegative, behind, rest);
  rest = b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, rest, count);
  rest = b.CreateSelect(from.isInside, rest, f.i64(0));
  if (f.source.indicesAreInside)
    rest = count;
  llvm::Value *available = b.CreateMul(rest, size);
  std::uint64_t bytes = llvm::cast<llvm::ConstantInt>(count)->getZExtValue() *
                        size->getZExtValue();
  f.guarded(to.isInside, nullptr, [&]() -> llvm::Value * {
    if (m.gpu())
      // Of 16 bytes only L2 keeps a copy.
      ptx(b, b.getVoidTy(),
          std::string("cp.async.") + (bytes == 16 ? "cg" : "ca") +
              ".shared.global [$0], [$1], " + std::to_string(bytes) + ", $2;",
          "l,l,r",
          {to.pointer, from.pointer, b.CreateTrunc(available, b.getInt32Ty())});
    else
      hostCopy(f, to.pointer, from.pointer, f.i64(bytes), available);
    return nullptr;
  });
  return noValue(f);
}

/// All or nothing; the barrier hears of the bytes either way, so that nobody
/// waits for ever.
llvm::Value *lowerCopyBulk(FunctionLowerer &f, const CustomCall &call) {
  llvm::IRBuilder<> &b = f.b;
  ModuleLowerer &m = f.m;
  const auto &[node, expr, args] = call;
  const Type &type = node.args[0]->type;
  llvm::Value *count = args[4];
  FunctionLowerer::Element to = f.elementAt(args[0], type, args[1], count);
  FunctionLowerer::Element from =
      f.elementAt(args[2], node.args[2]->type, args[3], count);
  FunctionLowerer::Element word =
      f.elementAt(args[5], node.args[5]->type, args[6], f.i64(1));
  llvm::Value *bytes = b.CreateMul(
      count, f.i64(static_cast<std::uint64_t>(byteSize(type.element()))));
  llvm::Value *isInside = b.CreateAnd(to.isInside, from.isInside);
  llvm::FunctionCallee tell;
  if (!m.gpu())
    tell = m.module.getOrInsertFunction(
        "pyk2ptx_host_mbarrier",
        llvm::FunctionType::get(
            b.getInt64Ty(),
            {b.getPtrTy(), b.getInt32Ty(), b.getPtrTy(), b.getInt64Ty()},
            false));
  auto complete = [&]() -> llvm::Value * {
    if (m.gpu())
      ptx(b, b.getVoidTy(),
          "mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [$0], $1;",
          "l,r", {word.pointer, b.CreateTrunc(bytes, b.getInt32Ty())});
    else
      b.CreateCall(tell,
                   {f.block,
                    f.i32(static_cast<std::uint32_t>(HostMbarrier::CompleteTx)),
                    word.pointer, bytes})
          ->setDoesNotThrow();
    return nullptr;
  };
  f.guarded(word.isInside, nullptr, [&]() -> llvm::Value * {
    f.guarded(isInside, nullptr, [&]() -> llvm::Value * {
      if (m.gpu()) {
        ptx(b, b.getVoidTy(),
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
            "[$0], [$1], $2, [$3];",
            "l,l,r,l",
            {to.pointer, from.pointer, b.CreateTrunc(bytes, b.getInt32Ty()),
             word.pointer});
        return nullptr;
      }
      hostCopy(f, to.pointer, from.pointer, bytes, bytes);
      return complete();
    });
    return f.guarded(b.CreateNot(isInside), nullptr, complete);
  });
  return noValue(f);
}

} // namespace pyk2ptx
