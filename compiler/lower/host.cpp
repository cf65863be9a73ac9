// Host kernels. One call of `symbol.block` runs all threads of a block.
//
// Without barriers nothing orders the threads: `symbol.body` is one thread, and
// symbol.block calls it from a loop over z, y, x. Where all threads take the
// same way from barrier to barrier, each piece of it is such a loop
// (thread_loops.cpp). Elsewhere each thread is a coroutine `symbol.thread`
// (coroutine.h): it runs to its first barrier and returns its frame, the runner
// resumes every thread of the block in turn, and a frame whose first word is
// null has ended. Where only whole warps part, each of these is the coroutine.
#include "compiler/blocks/thread_loops.h"
#include "compiler/host/host_checks.h"
#include "compiler/host/host_rewrite.h"
#include "compiler/target/host_abi.h"
#include "coroutine.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/tables/builtin_enum.h"
#include "lowerer.h"
#include "packed_params.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <cstddef>

namespace pyk2ptx {

std::vector<llvm::Type *> ModuleLowerer::hostThreadTypes() {
  llvm::Type *i32 = llvm::Type::getInt32Ty(context);
  return {llvm::PointerType::get(context, 0), i32, i32, i32};
}

std::vector<llvm::Type *>
ModuleLowerer::kernelParams(const ir::Function &kernel) {
  std::vector<llvm::Type *> types;
  for (std::uint32_t i = 0; i < kernel.paramCount; ++i)
    flatten(kernel.slots[i].type, types);
  return types;
}

llvm::Value *FunctionLowerer::hostField(unsigned offset, llvm::Type *type) {
  return loadBlockField(b, block, offset, type);
}

void FunctionLowerer::appendHostThread(std::vector<llvm::Value *> &args) {
  args.push_back(block);
  args.insert(args.end(), std::begin(thread), std::end(thread));
}

llvm::Value *FunctionLowerer::hostThreadIndex() {
  llvm::Value *plane =
      b.CreateMul(registerValue(Builtin::BlockDimY), thread[2]);
  llvm::Value *row = b.CreateMul(registerValue(Builtin::BlockDimX),
                                 b.CreateAdd(plane, thread[1]));
  return b.CreateAdd(row, thread[0]);
}

llvm::Value *FunctionLowerer::hostGridX() {
  llvm::LoadInst *begin =
      loadBlockField(b, block, offsetof(HostBlock, rowBegin), b.getInt64Ty());
  stateRange(*begin, 0, std::int64_t(1) << 41);
  return b.CreateAdd(begin, b.CreateZExt(thread[0], b.getInt64Ty()), "", true,
                     true);
}

/// The barrier of the block: on the host, the thread steps aside. Only the
/// coroutine itself can suspend, so the call becomes a suspension once device
/// functions are inlined (host_rewrite.h).
void FunctionLowerer::barrier() {
  if (m.gpu()) {
    b.CreateIntrinsic(b.getVoidTy(),
                      llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_all,
                      {i32(0)});
    return;
  }
  checkWait();
  llvm::FunctionCallee callee = m.module.getOrInsertFunction(
      hostBarrierSymbol, llvm::FunctionType::get(b.getVoidTy(), false));
  b.CreateCall(callee)->setDoesNotThrow();
}

namespace {

/// for (i = 0; i < count; ++i) around what is lowered between begin and end.
struct CountedLoop {
  llvm::IRBuilder<> &b;
  llvm::PHINode *counter = nullptr;
  llvm::BasicBlock *test = nullptr, *done = nullptr;

  llvm::Value *begin(llvm::Value *count, llvm::Function *function) {
    llvm::LLVMContext &context = b.getContext();
    test = llvm::BasicBlock::Create(context, "test", function);
    auto *body = llvm::BasicBlock::Create(context, "body", function);
    done = llvm::BasicBlock::Create(context, "done", function);
    llvm::BasicBlock *before = b.GetInsertBlock();
    b.CreateBr(test);
    b.SetInsertPoint(test);
    counter = b.CreatePHI(b.getInt32Ty(), 2);
    counter->addIncoming(b.getInt32(0), before);
    b.CreateCondBr(b.CreateICmpULT(counter, count), body, done);
    b.SetInsertPoint(body);
    return counter;
  }
  void end() {
    counter->addIncoming(b.CreateNUWAdd(counter, b.getInt32(1)),
                         b.GetInsertBlock());
    b.CreateBr(test);
    b.SetInsertPoint(done);
  }
};

/// symbol.body: one thread of a kernel without barriers.
llvm::Function *lowerThreadBody(ModuleLowerer &m, std::size_t index) {
  const ir::Function &kernel = m.source.functions[index];
  std::vector<llvm::Type *> types = m.kernelParams(kernel);
  std::size_t paramCount = types.size();
  for (llvm::Type *type : m.hostThreadTypes())
    types.push_back(type);
  llvm::Type *none = llvm::Type::getVoidTy(m.context);
  llvm::Function *body =
      m.createFunction(kernel.symbol + ".body",
                       llvm::FunctionType::get(none, types, false), false);
  body->addFnAttr(hostBodyAttribute);
  FunctionLowerer lowerer(m, index, body);
  lowerer.block = body->getArg(static_cast<unsigned>(paramCount));
  for (unsigned axis = 0; axis < 3; ++axis)
    lowerer.thread[axis] =
        body->getArg(static_cast<unsigned>(paramCount) + 1 + axis);
  lowerer.begin();
  llvm::Function::arg_iterator next = body->arg_begin();
  lowerer.storeParams([&]() -> llvm::Value * { return &*next++; }, true);
  lowerer.lowerBody();
  return body;
}

/// symbol.block of a kernel without barriers.
void lowerBlockLoop(ModuleLowerer &m, const ir::Function &kernel,
                    const KernelInfo &info, llvm::Function *blockFunction,
                    llvm::Function *body, bool joinsBlocks) {
  llvm::IRBuilder<> b(
      llvm::BasicBlock::Create(m.context, "entry", blockFunction));
  llvm::Value *block = blockFunction->getArg(1);
  PackedParams params{b, blockFunction->getArg(0), info,
                      m.kernelParams(kernel)};
  std::vector<llvm::Value *> args;
  for (std::size_t i = 0; i < params.types.size(); ++i)
    args.push_back(params.load());
  llvm::Value *counts[3], *ids[3];
  for (unsigned axis = 0; axis < 3; ++axis)
    counts[axis] = loadBlockExtent(b, block, axis, joinsBlocks);
  CountedLoop loops[3] = {{b}, {b}, {b}};
  for (unsigned axis = 3; axis-- > 0;)
    ids[axis] = loops[axis].begin(counts[axis], blockFunction);
  args.push_back(block);
  args.insert(args.end(), std::begin(ids), std::end(ids));
  b.CreateCall(body, args);
  for (CountedLoop &loop : loops)
    loop.end();
  b.CreateRetVoid();
}

/// The rest of the function that `b` makes: the runner starts `start` for each
/// thread.
void callRunner(ModuleLowerer &m, llvm::IRBuilder<> &b, const char *runner,
                llvm::Function *start) {
  llvm::Function *function = b.GetInsertBlock()->getParent();
  llvm::Type *pointer = b.getPtrTy();
  llvm::FunctionCallee run = m.module.getOrInsertFunction(
      runner, llvm::FunctionType::get(b.getVoidTy(),
                                      {pointer, pointer, pointer}, false));
  b.CreateCall(run, {function->getArg(0), function->getArg(1), start})
      ->setDoesNotThrow();
  b.CreateRetVoid();
}

/// One row of a block, or one warp, after the other; warps that wait for others
/// as the runner has it.
void lowerTurns(ModuleLowerer &m, const ir::Function &kernel,
                llvm::Function *function, bool joinsBlocks) {
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(m.context, "entry", function));
  llvm::Function *turn = m.module.getFunction(kernel.symbol + hostTurnSuffix);
  std::vector<llvm::Value *> args = {function->getArg(0), function->getArg(1)};
  if (turn->isPresplitCoroutine()) {
    callRunner(m, b, "pyk2ptx_host_run_turns", turn);
    return;
  }
  llvm::Value *counts[3];
  for (unsigned axis = 0; axis < 3; ++axis)
    counts[axis] = loadBlockExtent(b, args[1], axis, joinsBlocks);
  bool isWarp = kernel.together == ir::Together::Warp;
  counts[0] =
      isWarp ? b.CreateUDiv(counts[0], b.getInt32(warpSize)) : b.getInt32(1);
  CountedLoop loops[3] = {{b}, {b}, {b}};
  llvm::Value *at[3];
  for (unsigned axis = 3; axis-- > 0;)
    at[axis] = loops[axis].begin(counts[axis], function);
  at[0] = b.CreateNUWMul(at[0], b.getInt32(warpSize));
  args.insert(args.end(), std::begin(at), std::end(at));
  b.CreateCall(turn, args);
  for (CountedLoop &loop : loops)
    loop.end();
  b.CreateRetVoid();
}

/// symbol.thread: one thread of a kernel without barriers whose threads the
/// runner takes one by one. It is no coroutine, and has ended when it returns.
llvm::Function *lowerThread(ModuleLowerer &m, std::size_t index,
                            const KernelInfo &info) {
  const ir::Function &kernel = m.source.functions[index];
  llvm::Function *body = lowerThreadBody(m, index);
  std::vector<llvm::Type *> types = m.hostThreadTypes();
  types.insert(types.begin(), types.front());
  llvm::Function *thread = m.createFunction(
      kernel.symbol + hostThreadSuffix,
      llvm::FunctionType::get(types.front(), types, false), true);
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(m.context, "entry", thread));
  PackedParams params{b, thread->getArg(0), info, m.kernelParams(kernel)};
  std::vector<llvm::Value *> args;
  for (std::size_t i = 0; i < params.types.size(); ++i)
    args.push_back(params.load());
  for (unsigned i = 1; i < thread->arg_size(); ++i)
    args.push_back(thread->getArg(i));
  b.CreateCall(body, args);
  b.CreateRet(llvm::ConstantPointerNull::get(b.getPtrTy()));
  return thread;
}

/// symbol.thread: one thread of a kernel with barriers, as a coroutine.
llvm::Function *lowerCoroutine(ModuleLowerer &m, std::size_t index,
                               const KernelInfo &info) {
  const ir::Function &kernel = m.source.functions[index];
  llvm::Function *function =
      createCoroutine(m, kernel.symbol + hostThreadSuffix, true);
  FunctionLowerer lowerer(m, index, function);
  lowerer.block = function->getArg(1);
  for (unsigned axis = 0; axis < 3; ++axis)
    lowerer.thread[axis] = function->getArg(2 + axis);
  lowerer.begin();
  HostCoroutine coroutine(lowerer);
  PackedParams params{lowerer.b, function->getArg(0), info,
                      m.kernelParams(kernel)};
  lowerer.storeParams([&] { return params.load(); }, true);
  lowerer.lowerBody();
  coroutine.end();
  return function;
}

/// Calls `rows` where the block has rows of whole warps or, if these may be,
/// one row; what `b` makes next is for other blocks.
void callForRows(llvm::IRBuilder<> &b, llvm::Function *block,
                 llvm::Function *rows, bool areWholeOnly) {
  llvm::Value *extent[3];
  for (unsigned axis = 0; axis < 3; ++axis)
    extent[axis] = loadBlockExtent(b, block->getArg(1), axis);
  llvm::Value *rest = b.CreateAnd(extent[0], b.getInt32(31));
  llvm::Value *areWhole = b.CreateICmpEQ(rest, b.getInt32(0));
  llvm::Value *isOne =
      b.CreateICmpEQ(b.CreateMul(extent[1], extent[2]), b.getInt32(1));
  auto *take = llvm::BasicBlock::Create(b.getContext(), "rows", block);
  auto *others = llvm::BasicBlock::Create(b.getContext(), "others", block);
  b.CreateCondBr(areWholeOnly ? areWhole : b.CreateOr(areWhole, isOne), take,
                 others);
  b.SetInsertPoint(take);
  b.CreateCall(rows, {block->getArg(0), block->getArg(1)});
  b.CreateRetVoid();
  b.SetInsertPoint(others);
}

} // namespace

void ModuleLowerer::lowerHostKernel(std::size_t index) {
  const ir::Function &kernel = source.functions[index];
  KernelInfo info = describeKernel(source, kernel);
  llvm::Type *none = llvm::Type::getVoidTy(context);
  llvm::Type *pointer = llvm::PointerType::get(context, 0);
  bool isWatched = options.hostSites || options.coroutines;
  bool hasBarrier = facts[index].hasBarrier || isWatched;
  bool hasStep = false;
  forEachStmt(kernel.body, [&](const ir::Stmt &stmt) {
    const auto *loop = std::get_if<ir::ForRange>(&stmt.node);
    hasStep = hasStep || (loop && loop->inStep);
  });
  std::uint8_t shape[2] = {facts[index].joinsBlocks,
                           static_cast<std::uint8_t>(kernel.rowAxis)};
  static_assert(sizeof shape == sizeof(HostShape));
  llvm::Constant *bytes = llvm::ConstantDataArray::get(context, shape);
  new llvm::GlobalVariable(module, bytes->getType(), true,
                           llvm::GlobalValue::ExternalLinkage, bytes,
                           kernel.symbol + hostShapeSuffix);
  std::optional<BlockRows> rows;
  if ((hasBarrier || hasStep) && !isWatched)
    rows = lowerThreadLoops(index, info);
  auto makeBlock = [&](const char *suffix, bool isExternal) {
    return createFunction(
        kernel.symbol + suffix,
        llvm::FunctionType::get(none, {pointer, pointer}, false), isExternal);
  };
  if (rows && kernel.together != ir::Together::Block)
    lowerTurns(*this, kernel,
               rows == BlockRows::Any ? makeBlock(".block", true)
                                      : makeBlock(hostRowsSuffix, false),
               facts[index].joinsBlocks);
  if (rows == BlockRows::Any)
    return;
  bool runsThrough =
      isWatched && !options.coroutines && !facts[index].hasBarrier;
  llvm::Function *thread = runsThrough  ? lowerThread(*this, index, info)
                           : hasBarrier ? lowerCoroutine(*this, index, info)
                                        : lowerThreadBody(*this, index);
  llvm::Function *block = makeBlock(".block", true);
  if (!hasBarrier) {
    lowerBlockLoop(*this, kernel, info, block, thread,
                   facts[index].joinsBlocks);
    return;
  }
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(context, "entry", block));
  if (rows)
    callForRows(b, block, module.getFunction(kernel.symbol + hostRowsSuffix),
                *rows == BlockRows::WholeWarps);
  callRunner(*this, b,
             runsThrough ? "pyk2ptx_host_run_through"
             : facts[index].hasMeeting || isWatched
                 ? "pyk2ptx_host_run_warps"
                 : "pyk2ptx_host_run_threads",
             thread);
}

} // namespace pyk2ptx
