// Where a loop's counter stays below 2**16, LLVM divides it (`k % 3` names one
// of three rows) in 16 bits, which some processors do faster. A GPU has no such
// division, nor registers of 16 bits; and the reduction of loops, which comes
// next, then makes another counter, of 16 bits, whose upper half is cleared in
// every iteration.
//
// What such a division is computed of was cut from wider values that are known
// to fit, so it is computed of these in 32 bits. (word_arithmetic.h comes
// later, and knows no more of such a counter than its 16 bits.)
#include "short_divisions.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/Pass.h>
#include <llvm/Transforms/Utils/Local.h>

#include <array>

namespace pyk2ptx {

namespace {

using llvm::Instruction;
using llvm::Value;

constexpr unsigned furthest = 6;

bool isShort(const Value *value) {
  return value->getType()->isIntegerTy(8) || value->getType()->isIntegerTy(16);
}

bool isSignedDivision(unsigned opcode) {
  return opcode == Instruction::SDiv || opcode == Instruction::SRem;
}
bool isDivision(unsigned opcode) {
  return isSignedDivision(opcode) || opcode == Instruction::UDiv ||
         opcode == Instruction::URem;
}

/// The whole of `value` is an extension of its short operation done on
/// extensions of its operands.
bool extendsThrough(const llvm::BinaryOperator &value, bool isSigned) {
  unsigned opcode = value.getOpcode();
  if (isDivision(opcode))
    return isSignedDivision(opcode) == isSigned;
  if (llvm::isa<llvm::OverflowingBinaryOperator>(value))
    return isSigned ? value.hasNoSignedWrap() : value.hasNoUnsignedWrap();
  return value.isBitwiseLogicOp();
}

bool isMadeOfDivision(const Value *value, unsigned depth = 0) {
  const auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (!binary || depth == furthest || !isShort(binary))
    return false;
  return isDivision(binary->getOpcode()) ||
         llvm::any_of(binary->operands(), [&](const llvm::Use &operand) {
           return isMadeOfDivision(operand, depth + 1);
         });
}

class DivisionWidener {
public:
  explicit DivisionWidener(llvm::Function &function)
      : function_(function),
        word_(llvm::Type::getInt32Ty(function.getContext())) {}

  bool run() {
    llvm::SmallVector<Instruction *, 16> users;
    for (Instruction &instruction : llvm::instructions(function_))
      if (llvm::isa<llvm::ZExtInst, llvm::SExtInst, llvm::ICmpInst>(
              instruction) &&
          llvm::any_of(instruction.operands(), [](const llvm::Use &operand) {
            return isMadeOfDivision(operand);
          }))
        users.push_back(&instruction);
    for (Instruction *user : users)
      widen(*user);
    for (Instruction *user : users)
      llvm::RecursivelyDeleteTriviallyDeadInstructions(user);
    return !users.empty();
  }

private:
  void widen(Instruction &user) {
    llvm::IRBuilder<> b(&user);
    if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&user)) {
      bool isSigned = compare->isSigned();
      Value *both[] = {extended(compare->getOperand(0), isSigned, 0),
                       extended(compare->getOperand(1), isSigned, 0)};
      compare->replaceAllUsesWith(
          b.CreateICmp(compare->getPredicate(), both[0], both[1]));
      return;
    }
    bool isSigned = llvm::isa<llvm::SExtInst>(user);
    Value *word = extended(user.getOperand(0), isSigned, 0);
    user.replaceAllUsesWith(b.CreateIntCast(word, user.getType(), isSigned));
  }

  /// The short `value` in 32 bits.
  Value *extended(Value *value, bool isSigned, unsigned depth) {
    Value *&known = extensions_[isSigned][value];
    if (known)
      return known;
    Value *made = make(value, isSigned, depth);
    return extensions_[isSigned][value] = made;
  }

  Value *make(Value *value, bool isSigned, unsigned depth) {
    auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(value);
    if (binary && depth < furthest && extendsThrough(*binary, isSigned)) {
      Value *left = extended(binary->getOperand(0), isSigned, depth + 1);
      Value *right = extended(binary->getOperand(1), isSigned, depth + 1);
      return llvm::IRBuilder<>(binary).CreateBinOp(binary->getOpcode(), left,
                                                   right);
    }
    if (auto *cut = llvm::dyn_cast<llvm::TruncInst>(value);
        cut && (isSigned ? cut->hasNoSignedWrap() : cut->hasNoUnsignedWrap()))
      return llvm::IRBuilder<>(cut).CreateIntCast(cut->getOperand(0), word_,
                                                  isSigned);
    auto *instruction = llvm::dyn_cast<Instruction>(value);
    llvm::IRBuilder<> b(function_.getContext());
    if (instruction)
      b.SetInsertPoint(*instruction->getInsertionPointAfterDef());
    else
      b.SetInsertPoint(&*function_.getEntryBlock().getFirstInsertionPt());
    return b.CreateIntCast(value, word_, isSigned);
  }

  llvm::Function &function_;
  llvm::Type *word_;
  std::array<llvm::DenseMap<Value *, Value *>, 2> extensions_;
};

class ShortDivisions : public llvm::FunctionPass {
public:
  ShortDivisions() : FunctionPass(id) {}
  llvm::StringRef getPassName() const override {
    return "Divisions of 8 and 16 bits as divisions of 32";
  }
  void getAnalysisUsage(llvm::AnalysisUsage &usage) const override {
    usage.setPreservesCFG();
  }
  bool runOnFunction(llvm::Function &function) override {
    return !skipFunction(function) && DivisionWidener(function).run();
  }

private:
  static char id;
};

char ShortDivisions::id = 0;

} // namespace

llvm::FunctionPass *createShortDivisionsPass() { return new ShortDivisions(); }

} // namespace pyk2ptx
