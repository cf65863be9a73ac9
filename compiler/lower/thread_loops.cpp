// A kernel whose barriers are uniform as plain loops: symbol.block runs what
// thread_loops.h calls Once, and for each piece between barriers a loop over
// z, y, x around a function of its own, which is inlined later.
//
//   symbol.block:  i = 0                            uniform: a variable
//                  while i < n:
//                    for t in threads: symbol.piece(t, &i, &next_i, &sums[t])
//                    i = next_i
//
// A piece takes kept slots by their addresses: it loads what it needs into
// variables of its own and stores what it leaves. Every thread gives a uniform
// slot the same value, so all store it to one place, which takes effect when
// the loop is over. A piece gives false where its thread has ended; the
// thread's byte of `alive` then keeps it from the pieces that follow.
//
// Where a row or a warp is to run to its end before the next one begins, all of
// this is symbol.turn, for one of them, which symbol.block calls for each.
// Where warps part and meet again at a barrier, symbol.turn is a coroutine.
#include "compiler/blocks/thread_loops.h"

#include "compiler/analyze/sync_threads.h"
#include "compiler/host/host_rewrite.h"
#include "compiler/target/host_abi.h"
#include "coroutine.h"
#include "exchange.h"
#include "frontend/tables/registers.h"
#include "lowerer.h"
#include "packed_params.h"

#include <llvm/IR/Constants.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace pyk2ptx {

class ThreadLoops {
public:
  ThreadLoops(FunctionLowerer &block, const ThreadLoopPlan &plan)
      : top_(block), b_(block.b), plan_(plan),
        isTurn_(plan.together() != ir::Together::Block),
        made_(block.function->isPresplitCoroutine()) {}

  /// Makes room for what is kept, and gives parameters to all threads.
  void begin();
  void lower(const ir::Block &block);

private:
  /// An array with an element a thread.
  struct Values {
    llvm::Value *data = nullptr;
    std::uint64_t bytes = 0;
  };
  /// Loops over the threads while code is made for one.
  struct Loops {
    /// Which thread it is; null for x where there is no loop over it.
    llvm::Value *thread[3];
    /// Null where there is no loop over the axis.
    llvm::Value *at[3];
    llvm::BasicBlock *bodies[3];
    /// The thread's number among those of the loops, x fastest; of the row's
    /// first one where there is no loop over x.
    llvm::Value *number;
    /// How far each goes.
    llvm::Value *ends[3];
    /// From one turn over x to the next.
    std::uint32_t step;
    /// Where the next thread's turn begins, and what comes behind a loop.
    llvm::BasicBlock *next, *done[3];
  };

  Values makeValues(std::uint64_t bytes);
  llvm::Value *allocate(llvm::Value *size);
  llvm::Value *elementOf(const Values &values, llvm::Value *number);
  Loops beginLoops(llvm::Value *rowEnd = nullptr,
                   const std::optional<RowStep> &step = std::nullopt,
                   bool overX = true);
  llvm::Value *firstOf(const RowStep &step, llvm::Value *rowNumber);
  void endLoops(const Loops &loops);
  llvm::Value *rowEnd(const std::vector<RowEnd> &ends);
  void giveToAll();
  void lowerPiece(const ir::Block &block, const BlockPiece &piece);
  llvm::Function *makePiece(const ir::Block &block, const BlockPiece &piece,
                            const PieceSlots &slots, bool isForWarp = false);
  std::vector<llvm::Value *>
  argumentsOf(const PieceSlots &slots, const std::optional<Exchange> &exchange,
              llvm::ArrayRef<llvm::AllocaInst *> results,
              llvm::ArrayRef<llvm::Value *> thread, llvm::Value *number);
  void callForWarps(llvm::Function *ofWarp, llvm::Function *ofThread,
                    const PieceSlots &slots, const Exchange &exchange);
  void callPiece(llvm::Function *piece, const PieceSlots &slots,
                 const std::optional<Exchange> &exchange,
                 const PieceRows &rows);
  llvm::Type *slotType(ir::SlotId slot) const;
  std::vector<std::uint32_t> keptArrays() const;

  FunctionLowerer &top_;
  llvm::IRBuilder<> &b_;
  const ThreadLoopPlan &plan_;
  /// It is one row's or warp's turn, which top_.thread is the first thread of.
  const bool isTurn_;
  llvm::Value *extent_[3] = {};
  /// How many there are that go on together.
  llvm::Value *threads_ = nullptr;
  /// By slot; of those that vary.
  std::vector<Values> values_;
  std::vector<Values> arrays_;
  Values alive_;
  /// How many threads have not ended.
  llvm::AllocaInst *living_ = nullptr;
  /// What else is in the block's memory: values, and before them a coroutine's
  /// frame.
  std::uint32_t made_, pieces_ = 0;
};

/// The type of a slot's variable.
llvm::Type *ThreadLoops::slotType(ir::SlotId slot) const {
  return top_.m.valueType(top_.source.slots[slot].type);
}

/// How many bytes it is from one element of an array that is spread to the
/// next. A line more than there are threads: the elements of one thread would
/// else compete for a few places of the cache.
static llvm::Value *spreadStep(llvm::IRBuilder<> &b, llvm::Value *threads,
                               std::uint64_t element) {
  return b.CreateNUWAdd(b.CreateNUWMul(b.CreateZExt(threads, b.getInt64Ty()),
                                       b.getInt64(element)),
                        b.getInt64(hostFrameAlignment));
}

ThreadLoops::Values ThreadLoops::makeValues(std::uint64_t bytes) {
  llvm::Value *size = b_.CreateNUWMul(b_.CreateZExt(threads_, b_.getInt64Ty()),
                                      b_.getInt64(bytes));
  return {allocate(size), bytes};
}

/// Memory of the block's own; a warp's few values are variables.
llvm::Value *ThreadLoops::allocate(llvm::Value *size) {
  constexpr std::uint64_t few = 8192;
  if (auto *known = llvm::dyn_cast<llvm::ConstantInt>(size);
      plan_.together() == ir::Together::Warp && known &&
      known->getZExtValue() <= few) {
    llvm::AllocaInst *values = top_.createAlloca(
        llvm::ArrayType::get(b_.getInt8Ty(), known->getZExtValue()), "values");
    values->setAlignment(llvm::Align(hostFrameAlignment));
    return values;
  }
  llvm::FunctionCallee callee = top_.m.module.getOrInsertFunction(
      "pyk2ptx_host_values",
      llvm::FunctionType::get(b_.getPtrTy(),
                              {b_.getPtrTy(), b_.getInt64Ty(), b_.getInt32Ty()},
                              false));
  auto *function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  // Nobody else has the address, so the values share memory with nothing.
  function->addRetAttr(llvm::Attribute::NoAlias);
  function->addRetAttr(llvm::Attribute::getWithAlignment(
      top_.m.context, llvm::Align(hostFrameAlignment)));
  return b_.CreateCall(callee, {top_.block, size, b_.getInt32(made_++)});
}

llvm::Value *ThreadLoops::elementOf(const Values &values, llvm::Value *number) {
  llvm::Type *element = llvm::ArrayType::get(b_.getInt8Ty(), values.bytes);
  return b_.CreateInBoundsGEP(element, values.data, number);
}

/// The largest of the ends, at most the row's.
llvm::Value *ThreadLoops::rowEnd(const std::vector<RowEnd> &ends) {
  llvm::Value *largest = nullptr;
  constexpr std::int64_t most = 1 << 21;
  for (const RowEnd &end : ends) {
    llvm::Value *place = top_.i64(0);
    if (end.slot) {
      place = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax,
                                       top_.lower(*end.slot), top_.i64(-1));
      place = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, place,
                                       top_.i64(most));
    }
    place = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax,
                                     b_.CreateAdd(place, top_.i64(end.plus)),
                                     top_.i64(0));
    largest = largest ? b_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, largest,
                                                 place)
                      : place;
  }
  return b_.CreateBinaryIntrinsic(llvm::Intrinsic::umin,
                                  b_.CreateTrunc(largest, b_.getInt32Ty()),
                                  extent_[0]);
}

/// The first x of a row whose first thread has that number.
llvm::Value *ThreadLoops::firstOf(const RowStep &step, llvm::Value *rowNumber) {
  llvm::Value *first = b_.getInt32(static_cast<std::uint32_t>(step.first));
  if (!step.isOfRank)
    return first;
  llvm::Value *before = b_.CreateTrunc(rowNumber, b_.getInt32Ty());
  return b_.CreateAnd(b_.CreateSub(first, before),
                      b_.getInt32(static_cast<std::uint32_t>(step.step - 1)));
}

ThreadLoops::Loops ThreadLoops::beginLoops(llvm::Value *rowEnd,
                                           const std::optional<RowStep> &step,
                                           bool overX) {
  Loops loops = {};
  std::copy(std::begin(extent_), std::end(extent_), std::begin(loops.ends));
  if (rowEnd)
    loops.ends[0] = rowEnd;
  loops.step = step ? static_cast<std::uint32_t>(step->step) : 1;
  auto begin = [&](unsigned axis, llvm::Value *first) {
    llvm::BasicBlock *before = b_.GetInsertBlock();
    loops.bodies[axis] = top_.newBlock("threads");
    loops.done[axis] = top_.newBlock("done");
    if (axis == 0 && step)
      b_.CreateCondBr(b_.CreateICmpULT(first, loops.ends[0]), loops.bodies[0],
                      loops.done[0]);
    else
      b_.CreateBr(loops.bodies[axis]);
    b_.SetInsertPoint(loops.bodies[axis]);
    llvm::PHINode *at = b_.CreatePHI(b_.getInt32Ty(), 2);
    at->addIncoming(first, before);
    loops.at[axis] = at;
  };
  for (unsigned axis : {2, 1}) {
    if (!isTurn_)
      begin(axis, b_.getInt32(0));
    loops.thread[axis] = isTurn_ ? top_.thread[axis] : loops.at[axis];
  }
  llvm::Value *row = b_.CreateNUWAdd(
      b_.CreateNUWMul(loops.thread[2], extent_[1]), loops.thread[1]);
  row = b_.CreateZExt(row, b_.getInt64Ty());
  llvm::Value *width = b_.CreateZExt(extent_[0], b_.getInt64Ty());
  llvm::Value *rank = b_.CreateNUWMul(row, width);
  loops.number = isTurn_ ? top_.i64(0) : rank;
  if (overX) {
    begin(0, step ? firstOf(*step, rank) : b_.getInt32(0));
    loops.thread[0] = b_.CreateNUWAdd(loops.at[0], top_.thread[0]);
    loops.number = b_.CreateNUWAdd(loops.number,
                                   b_.CreateZExt(loops.at[0], b_.getInt64Ty()));
  }
  loops.next = top_.newBlock("next");
  return loops;
}

void ThreadLoops::endLoops(const Loops &loops) {
  b_.CreateBr(loops.next);
  b_.SetInsertPoint(loops.next);
  for (unsigned axis = 0; axis < 3; ++axis) {
    if (!loops.bodies[axis])
      continue;
    llvm::Value *next =
        b_.CreateAdd(loops.at[axis], b_.getInt32(axis == 0 ? loops.step : 1),
                     "", true, true);
    llvm::cast<llvm::PHINode>(loops.at[axis])
        ->addIncoming(next, b_.GetInsertBlock());
    llvm::BranchInst *latch =
        b_.CreateCondBr(b_.CreateICmpULT(next, loops.ends[axis]),
                        loops.bodies[axis], loops.done[axis]);
    // Rows are what is long.
    if (axis > 0)
      FunctionLowerer::mark(latch, {"llvm.loop.unroll.runtime.disable"});
    b_.SetInsertPoint(loops.done[axis]);
  }
}

std::vector<std::uint32_t> ThreadLoops::keptArrays() const {
  std::vector<std::uint32_t> kept;
  for (std::uint32_t i = 0; i < top_.source.arrays.size(); ++i)
    if (plan_.keepsArray(i))
      kept.push_back(i);
  return kept;
}

void ThreadLoops::begin() {
  const llvm::DataLayout &layout = top_.m.module.getDataLayout();
  for (unsigned axis = 0; axis < 3; ++axis)
    extent_[axis] = loadBlockExtent(b_, top_.block, axis,
                                    top_.m.facts[top_.index].joinsBlocks);
  if (plan_.together() == ir::Together::Warp)
    extent_[0] = b_.getInt32(warpSize);
  threads_ = extent_[0];
  for (unsigned axis = 1; axis < 3 && !isTurn_; ++axis)
    threads_ = b_.CreateNUWMul(threads_, extent_[axis]);
  const ir::Function &kernel = top_.source;
  values_.resize(kernel.slots.size());
  for (ir::SlotId slot = 0; slot < kernel.slots.size(); ++slot)
    if (plan_.isKept(slot) && !plan_.isUniform(slot) &&
        !kernel.slots[slot].type.isNone())
      values_[slot] = makeValues(layout.getTypeAllocSize(slotType(slot)));
  arrays_.resize(kernel.arrays.size());
  for (std::uint32_t i : keptArrays()) {
    const ir::ArrayDeclaration &array = kernel.arrays[i];
    auto element = static_cast<std::uint64_t>(byteSize(array.element));
    std::uint64_t bytes = element * array.count();
    if (plan_.spreadsArray(i)) {
      llvm::Value *size = b_.CreateNUWMul(
          spreadStep(b_, threads_, element),
          b_.getInt64(std::max<std::uint64_t>(array.count(), 1)));
      arrays_[i] = {allocate(size), element};
      continue;
    }
    std::uint64_t align = std::max<std::uint64_t>(16, array.alignment);
    // Room to begin where an alignment beyond the frame's wants it.
    if (align > hostFrameAlignment)
      bytes += align;
    arrays_[i] = makeValues(
        std::max<std::uint64_t>((bytes + align - 1) / align * align, align));
  }
  if (plan_.mayEnd()) {
    alive_ = makeValues(1);
    b_.CreateMemSet(alive_.data, b_.getInt8(1),
                    b_.CreateZExt(threads_, b_.getInt64Ty()), llvm::Align(1));
    living_ = top_.createAlloca(b_.getInt32Ty(), "living");
    b_.CreateStore(threads_, living_);
  }
  giveToAll();
  for (ir::SlotId slot : plan_.atStart())
    top_.storeSlot(slot, top_.lower(*plan_.valueOf(slot)));
}

/// Every thread has the parameters, and zero where a slot starts as that.
void ThreadLoops::giveToAll() {
  std::vector<ir::SlotId> given;
  for (ir::SlotId slot = 0; slot < values_.size(); ++slot)
    if (values_[slot].data &&
        (slot < top_.source.paramCount || top_.source.slots[slot].zero))
      given.push_back(slot);
  if (given.empty())
    return;
  Loops loops = beginLoops();
  for (ir::SlotId slot : given)
    storeKept(b_, b_.CreateLoad(slotType(slot), top_.slots[slot]),
              elementOf(values_[slot], loops.number));
  endLoops(loops);
}

/// symbol.piece: one thread's turn; or a warp's, called for its first thread.
llvm::Function *ThreadLoops::makePiece(const ir::Block &block,
                                       const BlockPiece &piece,
                                       const PieceSlots &slots,
                                       bool isForWarp) {
  ModuleLowerer &m = top_.m;
  std::vector<std::uint32_t> arrays = keptArrays();
  std::vector<llvm::Type *> types = m.hostThreadTypes();
  auto firstSlot = static_cast<unsigned>(types.size());
  std::optional<Exchange> exchange = exchangeOf(block[piece.begin]);
  types.insert(types.end(),
               slots.in.size() + slots.out.size() + arrays.size() +
                   (exchange ? 1 : 0),
               b_.getPtrTy());
  // How many threads there are.
  types.push_back(b_.getInt32Ty());
  llvm::Function *function = m.createFunction(
      top_.source.symbol + ".piece" + std::to_string(pieces_++),
      llvm::FunctionType::get(b_.getInt1Ty(), types, false), false);
  function->addFnAttr(hostBodyAttribute);
  FunctionLowerer lowerer(top_, function);
  lowerer.block = function->getArg(0);
  for (unsigned axis = 0; axis < 3; ++axis)
    lowerer.thread[axis] = function->getArg(1 + axis);
  lowerer.touched = &slots.all;
  lowerer.begin();
  llvm::IRBuilder<> &b = lowerer.b;
  unsigned next = firstSlot;
  for (ir::SlotId slot : slots.in) {
    llvm::Value *place = function->getArg(next++);
    if (!lowerer.slots[slot])
      continue;
    llvm::Value *kept = loadKept(b, slotType(slot), place);
    auto *load = llvm::dyn_cast<llvm::LoadInst>(kept);
    if (load && top_.source.slots[slot].type.isInteger())
      tellRange(*load, lowerer.ranges.ofSlot(slot));
    b.CreateStore(kept, lowerer.slots[slot]);
  }
  unsigned firstOut = next;
  next += static_cast<unsigned>(slots.out.size());
  for (std::uint32_t array : arrays)
    lowerer.localArrays[array] = function->getArg(next++);
  auto elementStep = [&](const ir::Expr &array) -> llvm::Value * {
    std::optional<std::uint32_t> number = plan_.arrayFlow().arrayOf(array);
    bool isSpread = number && plan_.spreadsArray(*number);
    if (!isSpread)
      return nullptr;
    const ir::ArrayDeclaration &spread = top_.source.arrays[*number];
    return spreadStep(b, &*std::prev(function->arg_end()),
                      static_cast<std::uint64_t>(byteSize(spread.element)));
  };
  lowerer.elementStep = elementStep;
  for (ir::SlotId slot : slots.again)
    lowerer.storeSlot(slot, lowerer.lower(*plan_.valueOf(slot)));
  lowerer.returnBlock = lowerer.newBlock("return");
  if (exchange) {
    const Values &from = values_[exchange->slots->from];
    SaidValues said{from.data ? function->getArg(next) : nullptr, from.bytes,
                    plan_.together() == ir::Together::Warp};
    if (isForWarp)
      lowerWarpExchange(lowerer, *exchange, said, function->getArg(firstOut),
                        plan_.isUniform(exchange->slots->to));
    else
      lowerExchange(lowerer, *exchange, said);
  }
  for (std::size_t i = piece.begin;
       i < piece.end && !exchange && !lowerer.isTerminated(); ++i)
    lowerer.lowerStmt(block[i]);
  if (!lowerer.isTerminated()) {
    for (std::size_t i = 0; i < slots.out.size() && !isForWarp; ++i)
      if (llvm::AllocaInst *slot = lowerer.slots[slots.out[i]])
        storeKept(b, b.CreateLoad(slotType(slots.out[i]), slot),
                  function->getArg(firstOut + static_cast<unsigned>(i)));
    b.CreateRet(b.getTrue());
  }
  b.SetInsertPoint(lowerer.returnBlock);
  b.CreateRet(b.getFalse());
  return function;
}

/// What a piece takes, called for the thread of this number at `thread`.
std::vector<llvm::Value *> ThreadLoops::argumentsOf(
    const PieceSlots &slots, const std::optional<Exchange> &exchange,
    llvm::ArrayRef<llvm::AllocaInst *> results,
    llvm::ArrayRef<llvm::Value *> thread, llvm::Value *number) {
  std::vector<llvm::Value *> args = {top_.block};
  args.insert(args.end(), thread.begin(), thread.end());
  llvm::Value *none = llvm::ConstantPointerNull::get(b_.getPtrTy());
  auto placeOf = [&](ir::SlotId slot, llvm::Value *one) -> llvm::Value * {
    if (values_[slot].data)
      return elementOf(values_[slot], number);
    return one ? one : none;
  };
  for (ir::SlotId slot : slots.in)
    args.push_back(placeOf(slot, top_.slots[slot]));
  for (std::size_t i = 0; i < slots.out.size(); ++i)
    args.push_back(placeOf(slots.out[i], results[i]));
  for (std::uint32_t array : keptArrays())
    args.push_back(elementOf(arrays_[array], number));
  if (exchange) {
    llvm::Value *all = values_[exchange->slots->from].data;
    args.push_back(all ? all : none);
  }
  args.push_back(threads_);
  return args;
}

/// A row's warps one after the other, and one by one those of its threads whose
/// warp is not whole or began in the row before; `ofThread` is null where there
/// are none.
void ThreadLoops::callForWarps(llvm::Function *ofWarp, llvm::Function *ofThread,
                               const PieceSlots &slots,
                               const Exchange &exchange) {
  llvm::IRBuilder<> &b = b_;
  if (isTurn_) {
    std::vector<llvm::AllocaInst *> result = {top_.slots[slots.out[0]]};
    b.CreateCall(
        ofWarp, argumentsOf(slots, exchange, result, top_.thread, top_.i64(0)));
    return;
  }
  const std::vector<llvm::AllocaInst *> none(slots.out.size(), nullptr);
  Loops rows = beginLoops(nullptr, std::nullopt, false);
  llvm::BasicBlock *before = b.GetInsertBlock();
  llvm::BasicBlock *head = top_.newBlock("row");
  llvm::BasicBlock *next = top_.newBlock("on");
  llvm::BasicBlock *end = top_.newBlock("rowend");
  b.CreateBr(head);
  b.SetInsertPoint(next);
  llvm::PHINode *step = b.CreatePHI(b.getInt32Ty(), 2);
  b.SetInsertPoint(head);
  llvm::PHINode *at = b.CreatePHI(b.getInt32Ty(), 2);
  at->addIncoming(b.getInt32(0), before);
  llvm::Value *number =
      b.CreateNUWAdd(rows.number, b.CreateZExt(at, b.getInt64Ty()));
  auto call = [&](llvm::Function *piece, std::uint32_t threads) {
    b.CreateCall(piece,
                 argumentsOf(slots, exchange, none,
                             {at, rows.thread[1], rows.thread[2]}, number));
    step->addIncoming(b.getInt32(threads), b.GetInsertBlock());
    b.CreateBr(next);
  };
  if (ofThread) {
    llvm::BasicBlock *warp = top_.newBlock("warp");
    llvm::BasicBlock *single = top_.newBlock("single");
    llvm::Value *isFirst = b.CreateICmpEQ(
        b.CreateAnd(number, b.getInt64(warpSize - 1)), b.getInt64(0));
    llvm::Value *isWhole =
        b.CreateICmpULE(b.CreateNUWAdd(at, b.getInt32(warpSize)), extent_[0]);
    b.CreateCondBr(b.CreateAnd(isFirst, isWhole), warp, single);
    b.SetInsertPoint(single);
    call(ofThread, 1);
    b.SetInsertPoint(warp);
  }
  call(ofWarp, warpSize);
  b.SetInsertPoint(next);
  llvm::Value *behind = b.CreateNUWAdd(at, step);
  at->addIncoming(behind, next);
  b.CreateCondBr(b.CreateICmpULT(behind, extent_[0]), head, end);
  b.SetInsertPoint(end);
  endLoops(rows);
}

void ThreadLoops::callPiece(llvm::Function *piece, const PieceSlots &slots,
                            const std::optional<Exchange> &exchange,
                            const PieceRows &rows) {
  llvm::IRBuilder<> &b = b_;
  // What uniform slots will be when the loop is over.
  std::vector<llvm::AllocaInst *> results;
  for (ir::SlotId slot : slots.out) {
    bool isOne = plan_.isUniform(slot) && top_.slots[slot];
    results.push_back(isOne ? top_.createAlloca(slotType(slot), "next")
                            : nullptr);
    if (isOne)
      b.CreateStore(b.CreateLoad(slotType(slot), top_.slots[slot]),
                    results.back());
  }
  llvm::Value *end = rows.ends.empty() ? nullptr : rowEnd(rows.ends);
  llvm::BasicBlock *behind = nullptr;
  if (end) {
    llvm::BasicBlock *any = top_.newBlock("any");
    behind = top_.newBlock("behind");
    b.CreateCondBr(b.CreateICmpNE(end, b.getInt32(0)), any, behind);
    b.SetInsertPoint(any);
  }
  Loops loops = beginLoops(end, rows.step);
  if (plan_.mayEnd()) {
    llvm::BasicBlock *turn = top_.newBlock("turn");
    llvm::Value *isAlive =
        b.CreateLoad(b.getInt8Ty(), elementOf(alive_, loops.number));
    b.CreateCondBr(b.CreateICmpNE(isAlive, b.getInt8(0)), turn, loops.next);
    b.SetInsertPoint(turn);
  }
  llvm::Value *lives = b.CreateCall(
      piece, argumentsOf(slots, exchange, results, loops.thread, loops.number));
  if (plan_.mayEnd()) {
    llvm::BasicBlock *ended = top_.newBlock("ended");
    b.CreateCondBr(lives, loops.next, ended);
    b.SetInsertPoint(ended);
    b.CreateStore(b.getInt8(0), elementOf(alive_, loops.number));
    b.CreateStore(
        b.CreateSub(b.CreateLoad(b.getInt32Ty(), living_), b.getInt32(1)),
        living_);
  }
  endLoops(loops);
  if (behind) {
    b.CreateBr(behind);
    b.SetInsertPoint(behind);
  }
  for (std::size_t i = 0; i < slots.out.size(); ++i)
    if (results[i])
      b.CreateStore(b.CreateLoad(slotType(slots.out[i]), results[i]),
                    top_.slots[slots.out[i]]);
}

void ThreadLoops::lowerPiece(const ir::Block &block, const BlockPiece &piece) {
  std::optional<Exchange> exchange = exchangeOf(block[piece.begin]);
  // Nobody goes on before all have come here.
  if (exchange && !exchange->slots)
    return;
  PieceSlots slots = plan_.slotsOf(block, piece);
  if (exchange && isForWarps(*exchange, plan_) &&
      values_[exchange->slots->from].data && slots.out.size() == 1) {
    std::uint32_t row = top_.source.block[0];
    bool hasOthers = !isTurn_ && (row == 0 || row % warpSize != 0);
    callForWarps(makePiece(block, piece, slots, true),
                 hasOthers ? makePiece(block, piece, slots) : nullptr, slots,
                 *exchange);
    return;
  }
  callPiece(makePiece(block, piece, slots), slots, exchange,
            plan_.rowsOf(block, piece, slots));
  if (!plan_.mayEnd())
    return;
  llvm::BasicBlock *on = top_.newBlock("on");
  b_.CreateCondBr(
      b_.CreateICmpEQ(b_.CreateLoad(b_.getInt32Ty(), living_), b_.getInt32(0)),
      top_.returnBlock, on);
  b_.SetInsertPoint(on);
}

void ThreadLoops::lower(const ir::Block &block) {
  for (const BlockPiece &piece : plan_.piecesOf(block)) {
    if (top_.isTerminated())
      return;
    if (piece.kind == BlockPiece::Kind::Threads)
      lowerPiece(block, piece);
    else if (piece.kind == BlockPiece::Kind::Once)
      top_.lowerStmt(block[piece.begin]);
    else if (isTurn_)
      top_.barrier();
  }
}

void FunctionLowerer::lowerThreadLoops(const ir::Block &lowered) {
  threadLoops->lower(lowered);
}

std::optional<BlockRows>
ModuleLowerer::lowerThreadLoops(std::size_t index, const KernelInfo &info) {
  const ir::Function &kernel = source.functions[index];
  // A piece that is inlined would lose its lines; and with -G the block itself
  // could have an error.
  if (facts[index].hasWait || options.debug || debug)
    return std::nullopt;
  std::vector<bool> waits;
  for (const FunctionFacts &fact : facts)
    waits.push_back(fact.hasBarrier);
  std::optional<ThreadLoopPlan> plan =
      ThreadLoopPlan::make(source, kernel, waits);
  if (!plan)
    return std::nullopt;
  llvm::Type *pointer = llvm::PointerType::get(context, 0);
  bool isForAll = plan->rows() == BlockRows::Any;
  bool isTurn = kernel.together != ir::Together::Block;
  const char *suffix = isTurn     ? hostTurnSuffix
                       : isForAll ? ".block"
                                  : hostRowsSuffix;
  std::vector<llvm::Type *> types(2, pointer);
  types.resize(isTurn ? 5 : 2, llvm::Type::getInt32Ty(context));
  bool isCoroutine = isTurn && hasSyncThreads(kernel.body);
  llvm::Function *function =
      isCoroutine
          ? createCoroutine(*this, kernel.symbol + suffix, false)
          : createFunction(kernel.symbol + suffix,
                           llvm::FunctionType::get(
                               llvm::Type::getVoidTy(context), types, false),
                           isForAll && !isTurn);
  FunctionLowerer lowerer(*this, index, function);
  lowerer.block = function->getArg(1);
  // Where all of a block go on together no uniform value depends on them.
  for (unsigned axis = 0; axis < 3; ++axis)
    if (isTurn)
      lowerer.thread[axis] = function->getArg(2 + axis);
    else
      lowerer.thread[axis] = lowerer.b.getInt32(0);
  lowerer.begin();
  std::optional<HostCoroutine> coroutine;
  if (isCoroutine)
    coroutine.emplace(lowerer);
  else
    lowerer.returnBlock = lowerer.newBlock("return");
  PackedParams params{lowerer.b, function->getArg(0), info,
                      kernelParams(kernel)};
  lowerer.storeParams([&] { return params.load(); }, true);
  ThreadLoops loops(lowerer, *plan);
  loops.begin();
  lowerer.threadLoops = &loops;
  lowerer.lowerBody();
  if (coroutine) {
    coroutine->end();
  } else {
    lowerer.b.SetInsertPoint(lowerer.returnBlock);
    lowerer.b.CreateRetVoid();
  }
  return plan->rows();
}

} // namespace pyk2ptx
