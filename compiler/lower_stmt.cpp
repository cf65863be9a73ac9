// Statements. Control flow becomes basic blocks; what stands after a statement
// that never falls through is not lowered.
//
// A ForRange counts in a hidden variable, so that the body may assign its own.
// Where counter + step cannot overflow it is the loop that LLVM knows best:
// test, body, add. Elsewhere the test after the body is `distance to stop >
// step`, unsigned, which is exact for every int64.
#include "ir_walk.h"
#include "lowerer.h"

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
  for (const ir::Stmt &stmt : block) {
    if (isTerminated())
      return;
    lowerStmt(stmt);
  }
}

void FunctionLowerer::lowerStmt(const ir::Stmt &stmt) {
  setPlace(stmt.range);
  std::visit(
      Overloaded{
          [&](const ir::Assign &node) { lower(node); },
          [&](const ir::Store &node) { lower(node, stmt.range); },
          [&](const ir::Evaluate &node) { lower(*node.value); },
          [&](const ir::If &node) { lower(node); },
          [&](const ir::While &node) { lower(node); },
          [&](const ir::ForRange &node) { lower(node); },
          [&](const ir::Break &) { b.CreateBr(loops.back().breakTo); },
          [&](const ir::Continue &) { b.CreateBr(loops.back().continueTo); },
          [&](const ir::Return &node) { lower(node); },
          [&](const ir::Print &node) { lower(node); },
          [&](const ir::Raise &node) { lower(node, stmt.range); }},
      stmt.node);
}

void FunctionLowerer::lower(const ir::Assign &node) {
  llvm::Value *value = lower(*node.value);
  if (!source.slots[node.slot].type.isNone())
    b.CreateStore(value, slots[node.slot]);
}

void FunctionLowerer::lower(const ir::Store &node, SourceRange range) {
  llvm::Value *value = lower(*node.value);
  Access place = access(*node.array, node.indices, range);
  setPlace(range);
  Scalar element = node.array->type.scalar;
  guarded(place.isInside, nullptr, [&]() -> llvm::Value * {
    llvm::Value *stored =
        element == Scalar::Bool ? b.CreateZExt(value, b.getInt8Ty()) : value;
    b.CreateAlignedStore(stored, elementPointer(place),
                         llvm::Align(byteSize(element)));
    return nullptr;
  });
}

void FunctionLowerer::lower(const ir::If &node) {
  llvm::BasicBlock *body = newBlock("if.body");
  llvm::BasicBlock *end = newBlock("if.end");
  llvm::BasicBlock *orElse = node.orElse.empty() ? end : newBlock("if.else");
  b.CreateCondBr(lower(*node.condition), body, orElse);
  b.SetInsertPoint(body);
  lowerBlock(node.body);
  branchTo(end);
  if (orElse != end) {
    b.SetInsertPoint(orElse);
    lowerBlock(node.orElse);
    branchTo(end);
  }
  continueAt(end);
}

void FunctionLowerer::lower(const ir::While &node) {
  llvm::BasicBlock *test = newBlock("while.test");
  llvm::BasicBlock *body = newBlock("while.body");
  llvm::BasicBlock *end = newBlock("while.end");
  llvm::BasicBlock *orElse = node.orElse.empty() ? end : newBlock("while.else");
  b.CreateBr(test);
  b.SetInsertPoint(test);
  b.CreateCondBr(lower(*node.condition), body, orElse);
  b.SetInsertPoint(body);
  loops.push_back({test, end});
  lowerBlock(node.body);
  loops.pop_back();
  branchTo(test);
  if (orElse != end) {
    b.SetInsertPoint(orElse);
    lowerBlock(node.orElse);
    branchTo(end);
  }
  continueAt(end);
}

void FunctionLowerer::lower(const ir::ForRange &node) {
  llvm::Value *start = lower(*node.start);
  llvm::Value *stop = lower(*node.stop);
  llvm::Value *step = lower(*node.step);
  Interval stopRange = ranges.of(*node.stop), stepRange = ranges.of(*node.step);
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
  llvm::BasicBlock *test = newBlock("for.test");
  llvm::BasicBlock *body = newBlock("for.body");
  llvm::BasicBlock *next = newBlock("for.next");
  llvm::BasicBlock *end = newBlock("for.end");
  llvm::BasicBlock *orElse = node.orElse.empty() ? end : newBlock("for.else");

  llvm::Value *isUp =
      up || down ? b.getInt1(up) : b.CreateICmpSGT(step, i64(0), "up");
  auto isBefore = [&](llvm::Value *value) {
    return b.CreateSelect(isUp, b.CreateICmpSLT(value, stop),
                          b.CreateICmpSGT(value, stop));
  };
  if (stepRange.contains(0)) {
    llvm::BasicBlock *steps = newBlock("for.steps");
    b.CreateCondBr(b.CreateICmpNE(step, i64(0)), steps, orElse);
    b.SetInsertPoint(steps);
  }
  b.CreateBr(test);
  b.SetInsertPoint(test);
  b.CreateCondBr(isBefore(b.CreateLoad(b.getInt64Ty(), counter)), body, orElse);

  b.SetInsertPoint(body);
  b.CreateStore(b.CreateLoad(b.getInt64Ty(), counter), slots[node.slot]);
  loops.push_back({next, end});
  lowerBlock(node.body);
  loops.pop_back();
  branchTo(next);

  b.SetInsertPoint(next);
  llvm::Value *current = b.CreateLoad(b.getInt64Ty(), counter);
  if (cannotOverflow) {
    b.CreateStore(b.CreateNSWAdd(current, step), counter);
    b.CreateBr(test);
  } else {
    llvm::Value *distance = b.CreateSelect(isUp, b.CreateSub(stop, current),
                                           b.CreateSub(current, stop));
    llvm::Value *stride = b.CreateSelect(isUp, step, b.CreateNeg(step));
    b.CreateStore(b.CreateAdd(current, step), counter);
    b.CreateCondBr(b.CreateICmpUGT(distance, stride), body, orElse);
  }
  if (orElse != end) {
    b.SetInsertPoint(orElse);
    lowerBlock(node.orElse);
    branchTo(end);
  }
  continueAt(end);
}

void FunctionLowerer::lower(const ir::Return &node) {
  llvm::Value *value = node.value ? lower(*node.value) : nullptr;
  if (returnBlock)
    b.CreateBr(returnBlock);
  else if (value && !source.returnType.isNone())
    b.CreateRet(value);
  else
    b.CreateRetVoid();
}

} // namespace pyk2ptx
