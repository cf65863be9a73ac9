// Statements. Control flow becomes basic blocks; what stands after a statement
// that never falls through is not lowered.
//
// A ForRange counts in a hidden variable, so that the body may assign its own.
// Where counter + step cannot overflow it is the loop that LLVM knows best:
// test, body, add. Elsewhere the test after the body is `distance to stop >
// step`, unsigned, which is exact for every int64.
//
// Small grid-stride loops are lowered four times over, with a loop for the rest
// behind; LLVM unrolls the others.
#include "compiler/facts/interval.h"
#include "compiler/facts/loop_facts.h"
#include "compiler/target/guard_marks.h"
#include "compiler/target/loop_marks.h"
#include "frontend/ir/ir_walk.h"
#include "lowerer.h"

#include <llvm/IR/Metadata.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace pyk2ptx {

bool FunctionLowerer::isTerminated() const {
  return b.GetInsertBlock()->getTerminator() != nullptr;
}

void FunctionLowerer::branchTo(llvm::BasicBlock *target) {
  if (!isTerminated())
    b.CreateBr(target);
}

void FunctionLowerer::continueAt(llvm::BasicBlock *end) {
  b.SetInsertPoint(end);
  if (end->hasNPredecessors(0))
    b.CreateUnreachable();
}

void FunctionLowerer::lowerBlock(const ir::Block &block) {
  if (threadLoops)
    return lowerThreadLoops(block);
  for (const ir::Stmt &stmt : block) {
    if (isTerminated())
      return;
    lowerStmt(stmt);
  }
}

void FunctionLowerer::lowerStmt(const ir::Stmt &stmt) {
  setPlace(stmt.range);
  enterLine(stmt);
  std::visit(
      Overloaded{
          [&](const ir::Assign &node) { lower(node); },
          [&](const ir::Store &node) { lower(node, stmt.range); },
          [&](const ir::Evaluate &node) { lower(*node.value); },
          [&](const ir::If &node) { lower(node, stmt.range); },
          [&](const ir::While &node) { lower(node); },
          [&](const ir::ForRange &node) { lower(node); },
          [&](const ir::Break &) { b.CreateBr(loops.back().breakTo); },
          [&](const ir::Continue &) { b.CreateBr(loops.back().continueTo); },
          [&](const ir::Return &node) { lower(node, stmt.range); },
          [&](const ir::Print &node) { lower(node); },
          [&](const ir::Raise &node) { lower(node, stmt.range); }},
      stmt.node);
}

void FunctionLowerer::lower(const ir::Assign &node) {
  storeSlot(node.slot, lower(*node.value));
  carryUnset(node.slot, *node.value);
}

void FunctionLowerer::lower(const ir::Store &node, SourceRange range) {
  llvm::Value *value = lower(*node.value);
  Access place = access(*node.array, node.indices, range);
  setPlace(range);
  const Type &array = node.array->type;
  guarded(place.isInside, nullptr, [&]() -> llvm::Value * {
    llvm::Value *pointer = elementPointer(place);
    m.storeElement(b, array.element(), value, pointer,
                   llvm::Align(elementAlignment(array)));
    auto *store = llvm::dyn_cast<llvm::StoreInst>(&b.GetInsertBlock()->back());
    if (store && store->getPointerOperand() == pointer)
      m.tellSpace(*store, array.space);
    if (array.space != Space::Local)
      noteChange(b.getTrue());
    traceValue(array.element(), value, range, "", pointer);
    return nullptr;
  });
}

static bool hasUnchangingLoads(const ir::Block &block) {
  bool has = false;
  forEachExprIn(block, [&](const ir::Expr &expr) {
    const auto *load = std::get_if<ir::Load>(&expr.node);
    has = has || (load && load->isUnchanging);
  });
  return has;
}

static bool storesTwiceToOne(const ir::Block &block) {
  std::vector<const ir::SlotValue *> arrays;
  bool isTwice = false;
  for (const ir::Stmt &stmt : block)
    if (const auto *store = std::get_if<ir::Store>(&stmt.node))
      if (const auto *array = std::get_if<ir::SlotValue>(&store->array->node)) {
        isTwice = isTwice || std::any_of(arrays.begin(), arrays.end(),
                                         [&](const ir::SlotValue *other) {
                                           return other->slot == array->slot;
                                         });
        arrays.push_back(array);
      }
  return isTwice;
}

/// A choice between copies of a kernel for what its arrays are like: both begin
/// and end alike, and are to stay apart.
static bool isOfShapes(const ir::If &node) {
  return !node.sameShape.empty() || !node.shortRows.empty();
}

/// Whether LLVM is to move nothing behind it that both ways end with: where
/// loads alone differ, all of them; the last of several neighbours that are
/// stored; or all that the copy for small arrays would do in fewer bits, unless
/// most of that is in loops, which are not joined.
static bool endsApart(const ir::If &node) {
  return (node.isVersioned &&
          (hasUnchangingLoads(node.body) || storesTwiceToOne(node.body))) ||
         (!node.small.empty() && !hasLoop(node.body)) || isOfShapes(node);
}

void FunctionLowerer::lower(const ir::If &node, SourceRange range) {
  llvm::BasicBlock *body = newBlock("if.body");
  llvm::BasicBlock *end = newBlock("if.end");
  llvm::BasicBlock *orElse = node.orElse.empty() ? end : newBlock("if.else");
  b.CreateCondBr(lower(*node.condition), body, orElse);
  b.SetInsertPoint(body);
  if (!node.isOfOperand)
    countLine(range, true);
  cutParams(node.small);
  shareShape(node.sameShape);
  alignRows(node.shortRows);
  auto outer = std::pair(cut, few);
  if (!node.small.empty())
    std::tie(cut, few) =
        std::pair(llvm::ArrayRef(node.small), llvm::ArrayRef(node.few));
  lowerBlock(node.body);
  std::tie(cut, few) = outer;
  branchTo(end);
  if (orElse != end) {
    b.SetInsertPoint(orElse);
    // LLVM moves what both ways begin with before the branch, loads and what is
    // computed of them: who waits for that there begins no other loads.
    if (node.isVersioned || isOfShapes(node))
      holdApart(b);
    lowerBlock(node.orElse);
    if (endsApart(node) && !isTerminated())
      holdApart(b);
    branchTo(end);
  }
  continueAt(end);
}

/// Whether to compute it where it may not be asked for takes less than a branch
/// around it: some arithmetic.
static bool isCheap(const ir::Expr &expr) {
  constexpr unsigned mostNodes = 16;
  bool isPlain = true;
  unsigned nodes = 0;
  forEachExpr(expr, [&](const ir::Expr &part) {
    const auto *binary = std::get_if<ir::Binary>(&part.node);
    isPlain =
        isPlain && ++nodes <= mostNodes &&
        (std::holds_alternative<ir::Constant>(part.node) ||
         std::holds_alternative<ir::SlotValue>(part.node) ||
         std::holds_alternative<ir::ArrayProperty>(part.node) ||
         std::holds_alternative<ir::Convert>(part.node) ||
         std::holds_alternative<ir::Unary>(part.node) ||
         std::holds_alternative<ir::FusedMultiplyAdd>(part.node) ||
         std::holds_alternative<ir::Compare>(part.node) ||
         std::holds_alternative<ir::Logical>(part.node) ||
         (binary && binary->op != ir::BinaryOp::TrueDiv &&
          binary->op != ir::BinaryOp::FloorDiv &&
          binary->op != ir::BinaryOp::Mod && binary->op != ir::BinaryOp::Pow));
  });
  return isPlain;
}

/// A loop with one way out. LLVM joins the tests of an `if` itself; of a loop
/// it keeps a way out for each, with the values that are left there.
llvm::Value *FunctionLowerer::lowerCondition(const ir::Expr &expr) {
  const auto *logical = std::get_if<ir::Logical>(&expr.node);
  if (!logical || !isCheap(*logical->right))
    return lower(expr);
  llvm::Value *left = lowerCondition(*logical->left);
  llvm::Value *right = lowerCondition(*logical->right);
  return logical->isAnd ? b.CreateLogicalAnd(left, right)
                        : b.CreateLogicalOr(left, right);
}

void FunctionLowerer::lower(const ir::While &node) {
  llvm::BasicBlock *test = newBlock("while.test");
  llvm::BasicBlock *body = newBlock("while.body");
  llvm::BasicBlock *end = newBlock("while.end");
  llvm::BasicBlock *orElse = node.orElse.empty() ? end : newBlock("while.else");
  WaitLoop waiting = beginWait(tellsOfWaits() ? m.waits.of(node) : Wait::None,
                               node.condition->range);
  b.CreateBr(test);
  b.SetInsertPoint(test);
  b.CreateCondBr(lowerCondition(*node.condition), body, orElse);
  b.SetInsertPoint(body);
  // One way back: LLVM makes two loops of one with two, and ptxas does not
  // always have the threads together again at the end of the inner one.
  llvm::BasicBlock *next = newBlock("while.next");
  loops.push_back({next, end});
  lowerBlock(node.body);
  loops.pop_back();
  branchTo(next);
  b.SetInsertPoint(next);
  endTurn(waiting);
  setPlace(node.condition->range);
  b.CreateBr(test);
  if (orElse != end) {
    b.SetInsertPoint(orElse);
    lowerBlock(node.orElse);
    branchTo(end);
  }
  continueAt(end);
}

/// How many times a grid-stride loop's body is repeated: as nvcc does it.
static constexpr int stridedUnroll = 4;

/// Whether LLVM would leave a loop rolled that gains from several loads in
/// flight: where the step is not 1 it finds the trip count too dear to compute.
/// A test of a group's last counter does without.
bool FunctionLowerer::isWorthRepeating(const ir::ForRange &node) const {
  constexpr unsigned maxNodes = 60;
  Interval step = ranges.of(*node.step);
  bool isUnit = step == Interval{1, 1} || step == Interval{-1, -1};
  bool isConstant = ranges.of(*node.start).low == ranges.of(*node.start).high &&
                    ranges.of(*node.stop).low == ranges.of(*node.stop).high;
  if (node.isCold || node.inStep || isUnit || isConstant || step.contains(0) ||
      m.machine.getOptLevel() < llvm::CodeGenOptLevel::Default ||
      countNodes(node.body) > maxNodes || hasBarrier(node.body, m.barriers))
    return false;
  bool isSimple = true, loads = false;
  forEachStmt(node.body, [&](const ir::Stmt &stmt) {
    isSimple = isSimple && !std::holds_alternative<ir::ForRange>(stmt.node) &&
               !std::holds_alternative<ir::While>(stmt.node) &&
               !std::holds_alternative<ir::Print>(stmt.node);
  });
  forEachIndexIn(node.body,
                 [&](const ir::Index &index, const ir::Expr &, unsigned) {
                   isSimple = isSimple && index.bounds == ir::Bounds::None;
                 });
  forEachExprIn(node.body, [&](const ir::Expr &expr) {
    isSimple = isSimple && !std::holds_alternative<ir::CallFunction>(expr.node);
    loads = loads || std::holds_alternative<ir::Load>(expr.node);
  });
  return isSimple && loads;
}

/// Lowers the body for one value of the counter, which steps on.
void FunctionLowerer::lowerIteration(const ir::ForRange &node,
                                     llvm::AllocaInst *counter,
                                     const WaitLoop &waiting,
                                     llvm::BasicBlock *end) {
  llvm::BasicBlock *next = newBlock("for.next");
  storeSlot(node.slot, b.CreateLoad(b.getInt64Ty(), counter));
  loops.push_back({next, end});
  lowerBlock(node.body);
  loops.pop_back();
  branchTo(next);
  b.SetInsertPoint(next);
  endTurn(waiting);
}

void FunctionLowerer::mark(llvm::BranchInst *latch,
                           llvm::ArrayRef<llvm::StringRef> names) {
  llvm::LLVMContext &context = latch->getContext();
  llvm::SmallVector<llvm::Metadata *, 3> flags{nullptr};
  for (llvm::StringRef name : names)
    flags.push_back(
        llvm::MDNode::get(context, llvm::MDString::get(context, name)));
  llvm::MDNode *loop = llvm::MDNode::getDistinct(context, flags);
  loop->replaceOperandWith(0, loop);
  latch->setMetadata(llvm::LLVMContext::MD_loop, loop);
}

void FunctionLowerer::lower(const ir::ForRange &node) {
  llvm::Value *start = lower(*node.start);
  llvm::Value *stop = lower(*node.stop);
  llvm::Value *step = lower(*node.step);
  Interval startRange = ranges.of(*node.start),
           stopRange = ranges.of(*node.stop), stepRange = ranges.of(*node.step);
  bool up = stepRange.low >= 0, down = stepRange.high < 0;
  // In the body the counter lies before the stop by one at least.
  bool cannotOverflow =
      (up && (stepRange.high <= 1 ||
              stopRange.high <= INT64_MAX - (stepRange.high - 1))) ||
      (down && (stepRange.low >= -1 ||
                stopRange.low >= INT64_MIN - (stepRange.low + 1)));
  if (m.options.debug && stepRange.contains(0))
    raiseUnless(b.CreateICmpNE(step, i64(0)),
                addSite(node.step->range, "ValueError",
                        "range() arg 3 must not be zero"));
  llvm::AllocaInst *counter = createAlloca(b.getInt64Ty(), "counter");
  b.CreateStore(start, counter);
  WaitLoop waiting = beginWait(tellsOfWaits() ? m.waits.of(node) : Wait::None,
                               node.stop->range);
  llvm::BasicBlock *test = newBlock("for.test");
  llvm::BasicBlock *body = newBlock("for.body");
  llvm::BasicBlock *end = newBlock("for.end");
  llvm::BasicBlock *orElse = node.orElse.empty() ? end : newBlock("for.else");

  llvm::Value *isUp =
      up || down ? b.getInt1(up) : b.CreateICmpSGT(step, i64(0), "up");
  auto isBefore = [&](llvm::Value *value, llvm::Value *limit) {
    llvm::Value *isBelow = b.CreateICmpSLT(value, limit);
    llvm::Value *isAbove = b.CreateICmpSGT(value, limit);
    return b.CreateSelect(isUp, isBelow, isAbove);
  };
  auto current = [&] { return b.CreateLoad(b.getInt64Ty(), counter); };
  if (stepRange.contains(0)) {
    llvm::BasicBlock *steps = newBlock("for.steps");
    b.CreateCondBr(b.CreateICmpNE(step, i64(0)), steps, orElse);
    b.SetInsertPoint(steps);
  }
  // From start to beyond stop by a group of steps, or short of it.
  Interval reach = applyTo(ir::BinaryOp::Add, unite(startRange, stopRange),
                           applyTo(ir::BinaryOp::Mul, stepRange,
                                   {-stridedUnroll, stridedUnroll + 1}));
  bool isRepeated = cannotOverflow && reach != whole &&
                    waiting.wait == Wait::None && isWorthRepeating(node);
  if (isRepeated) {
    llvm::BasicBlock *groupTest = newBlock("group.test");
    llvm::BasicBlock *group = newBlock("group");
    // Of the counter itself, and a limit that stays: ptxas unrolls such loops.
    llvm::Value *limit =
        b.CreateNSWSub(stop, b.CreateNSWMul(step, i64(stridedUnroll - 1)));
    b.CreateBr(groupTest);
    b.SetInsertPoint(groupTest);
    b.CreateCondBr(isBefore(current(), limit), group, test);
    b.SetInsertPoint(group);
    for (int i = 0; i < stridedUnroll; ++i) {
      lowerIteration(node, counter, waiting, end);
      b.CreateStore(b.CreateNSWAdd(current(), step), counter);
    }
    b.CreateBr(groupTest);
  } else {
    b.CreateBr(test);
  }
  b.SetInsertPoint(test);
  b.CreateCondBr(isBefore(current(), stop), body, orElse);

  b.SetInsertPoint(body);
  lowerIteration(node, counter, waiting, end);
  llvm::BranchInst *latch;
  if (cannotOverflow) {
    b.CreateStore(b.CreateNSWAdd(current(), step), counter);
    latch = b.CreateBr(test);
  } else {
    llvm::Value *place = current();
    llvm::Value *above = b.CreateSub(stop, place);
    llvm::Value *below = b.CreateSub(place, stop);
    llvm::Value *distance = b.CreateSelect(isUp, above, below);
    llvm::Value *stride = b.CreateSelect(isUp, step, b.CreateNeg(step));
    b.CreateStore(b.CreateAdd(place, step), counter);
    latch = b.CreateCondBr(b.CreateICmpUGT(distance, stride), body, orElse);
  }
  llvm::SmallVector<llvm::StringRef, 3> marks;
  if (m.gpu() && cannotOverflow)
    marks.push_back(countedLoop);
  if (isRepeated || node.isCold)
    marks.append({"llvm.loop.unroll.disable", seldomLoop});
  else if (m.gpu() && keepsLocalArray(node))
    marks.push_back("llvm.loop.unroll.full");
  else if (threadLoops) // The rows in it are what is long.
    marks.push_back("llvm.loop.unroll.runtime.disable");
  if (!marks.empty())
    mark(latch, marks);
  if (orElse != end) {
    b.SetInsertPoint(orElse);
    lowerBlock(node.orElse);
    branchTo(end);
  }
  continueAt(end);
}

void FunctionLowerer::lower(const ir::Return &node, SourceRange range) {
  llvm::Value *value = node.value ? lower(*node.value) : nullptr;
  checkLeave(range);
  if (returnBlock)
    b.CreateBr(returnBlock);
  else if (value && !source.returnType.isNone())
    b.CreateRet(value);
  else
    b.CreateRetVoid();
}

} // namespace pyk2ptx
