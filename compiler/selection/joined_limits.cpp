// Several indices of one array are inside if each is below its length. LLVM's
// selection of instructions makes one comparison of two that have a limit in
// common, of their maximum, if the target has maxima. But a maximum of 64 bits
// is four instructions on a GPU, and a comparison two, which takes the outcome
// of the one before along. (One of 32 bits is one instruction, as the
// comparison is.)
//
// No option leaves that out; so where two such comparisons meet, they do in an
// instruction that selection does not look into.
#include "joined_limits.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Pass.h>

namespace pyk2ptx {

namespace {

using llvm::Instruction;
using llvm::Value;
using Limits = llvm::SmallPtrSet<const Value *, 8>;

constexpr unsigned furthest = 8;

bool isJoin(const Instruction &instruction) {
  return instruction.getType()->isIntegerTy(1) &&
         (instruction.getOpcode() == Instruction::And ||
          instruction.getOpcode() == Instruction::Or);
}

/// What numbers of 64 bits are compared with to get `value`, as far as
/// selection sees: in one block, for nothing else.
void addLimits(const Value *value, const llvm::BasicBlock &block,
               Limits &limits, unsigned depth = 0) {
  const auto *instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction || instruction->getParent() != &block ||
      !instruction->hasOneUse() || depth == furthest)
    return;
  if (const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(instruction)) {
    if (compare->isRelational() &&
        compare->getOperand(0)->getType()->isIntegerTy(64))
      limits.insert(compare->op_begin(), compare->op_end());
  } else if (isJoin(*instruction)) {
    for (const Value *operand : instruction->operands())
      addLimits(operand, block, limits, depth + 1);
  }
}

bool haveOneInCommon(const Instruction &join) {
  Limits left, right;
  addLimits(join.getOperand(0), *join.getParent(), left);
  if (!left.empty())
    addLimits(join.getOperand(1), *join.getParent(), right);
  return llvm::any_of(right,
                      [&](const Value *limit) { return left.contains(limit); });
}

class JoinedLimits : public llvm::FunctionPass {
public:
  JoinedLimits() : FunctionPass(id) {}
  llvm::StringRef getPassName() const override {
    return "Comparisons with one limit stay apart";
  }
  void getAnalysisUsage(llvm::AnalysisUsage &usage) const override {
    usage.setPreservesAll();
  }
  bool runOnFunction(llvm::Function &function) override {
    if (skipFunction(function))
      return false;
    llvm::SmallVector<Instruction *, 8> joins;
    for (Instruction &instruction : llvm::instructions(function))
      if (isJoin(instruction) && haveOneInCommon(instruction))
        joins.push_back(&instruction);
    for (Instruction *join : joins)
      hide(*join);
    return !joins.empty();
  }

private:
  static void hide(Instruction &join) {
    llvm::Type *type = join.getType();
    auto *code = llvm::InlineAsm::get(
        llvm::FunctionType::get(type, {type, type}, false),
        join.getOpcode() == Instruction::And ? "and.pred $0, $1, $2;"
                                             : "or.pred $0, $1, $2;",
        "=b,b,b", /*hasSideEffects=*/false);
    llvm::CallInst *call = llvm::IRBuilder<>(&join).CreateCall(
        code, {join.getOperand(0), join.getOperand(1)});
    call->setDoesNotAccessMemory();
    join.replaceAllUsesWith(call);
    join.eraseFromParent();
  }

  static char id;
};

char JoinedLimits::id = 0;

} // namespace

llvm::FunctionPass *createJoinedLimitsPass() { return new JoinedLimits(); }

} // namespace pyk2ptx
