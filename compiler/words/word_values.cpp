// A long value has its lower half beside it, a short one the word whose lower
// bits it is, made once, where the value is; or they come first, and the value
// is what they are extended or cut to. What is asked for in vain is deleted at
// the end, and what loops carry is filled in there, when all values are known.
#include "word_values.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/Transforms/Utils/Local.h>

namespace pyk2ptx {

using llvm::ConstantRange;
using llvm::Instruction;
using llvm::Value;

void forgetUpperHalf(Instruction &value, llvm::DemandedBits &demanded) {
  llvm::SmallVector<Instruction *, 8> changed{&value};
  llvm::SmallPtrSet<Instruction *, 8> seen;
  while (!changed.empty())
    for (llvm::User *user : changed.pop_back_val()->users()) {
      auto *next = llvm::dyn_cast<Instruction>(user);
      if (!next || !seen.insert(next).second)
        continue;
      next->dropPoisonGeneratingFlags();
      if (next->getType()->isIntegerTy() &&
          !demanded.getDemandedBits(next).isAllOnes())
        changed.push_back(next);
    }
}

llvm::IRBuilder<> &WordValues::after(Value *value) {
  if (auto *instruction = llvm::dyn_cast<Instruction>(value)) {
    after_.SetInsertPoint(*instruction->getInsertionPointAfterDef());
  } else {
    llvm::BasicBlock &entry = function_.getEntryBlock();
    after_.SetInsertPoint(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  }
  return after_;
}

Value *WordValues::lowOf(Value *value) {
  if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value))
    return llvm::ConstantInt::get(word_, constant->getValue().trunc(wordBits));
  if (Value *low = words_.lookup(value))
    return low;
  if (llvm::isa<llvm::ZExtInst, llvm::SExtInst>(value)) {
    auto *cast = llvm::cast<llvm::CastInst>(value);
    Value *from = cast->getOperand(0);
    if (from->getType() == word_)
      return from;
    if (isShort(from))
      return extended(from, llvm::isa<llvm::ZExtInst>(cast) ? Extension::Zero
                                                            : Extension::Sign);
  }
  Value *made = note(after(value).CreateTrunc(value, word_));
  ranges_.set(made, ranges_.of(value).truncate(wordBits));
  return words_[value] = made;
}

Value *WordValues::extended(Value *value, Extension how) {
  unsigned bits = value->getType()->getIntegerBitWidth();
  if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value))
    return llvm::ConstantInt::get(
        word_, how == Extension::Sign ? constant->getValue().sext(wordBits)
                                      : constant->getValue().zext(wordBits));
  if (Value *word = words_.lookup(value)) {
    ConstantRange range = ranges_.of(word);
    if (how == Extension::Any ||
        (how == Extension::Zero ? fitsUnsigned(range, bits)
                                : fitsSigned(range, bits)))
      return word;
  }
  Value *&made = extensions_[how == Extension::Sign][value];
  if (!made) {
    llvm::IRBuilder<> &b = after(value);
    bool isSigned = how == Extension::Sign;
    made = note(isSigned ? b.CreateSExt(value, word_)
                         : b.CreateZExt(value, word_));
    ConstantRange range = ranges_.of(value);
    ranges_.set(made, isSigned ? range.signExtend(wordBits)
                               : range.zeroExtend(wordBits));
  }
  return made;
}

void WordValues::replaceByNew(Instruction &value, Value *word) {
  ConstantRange range = ranges_.of(&value);
  ranges_.set(word, fitsWord(range) ? range.truncate(wordBits)
                                    : ConstantRange::getFull(wordBits));
  replace(value, word);
}

void WordValues::replace(Instruction &value, Value *word) {
  llvm::IRBuilder<> b(&value);
  if (llvm::isa<llvm::PHINode>(value))
    b.SetInsertPoint(value.getParent()->getFirstInsertionPt());
  ConstantRange range = ranges_.of(&value);
  bool isWhole = !isLong(&value) || fitsWord(range);
  if (!isWhole) {
    forgetUpperHalf(value, demanded_);
    range = ConstantRange::getFull(wordBits).zeroExtend(longBits);
  }
  Value *whole = nullptr;
  if (isLong(&value)) {
    bool isUnsigned = fitsUnsigned(range);
    whole = isUnsigned ? b.CreateZExt(word, value.getType())
                       : b.CreateSExt(word, value.getType());
    if (auto *zext = llvm::dyn_cast<llvm::ZExtInst>(whole))
      zext->setNonNeg(fitsSigned(range));
  } else {
    whole = b.CreateTrunc(word, value.getType());
  }
  note(whole);
  ranges_.set(whole, range);
  if (isWhole)
    ranges_.setSame(whole, &value);
  words_[whole] = word;
  replaceBy(value, whole);
}

Value *WordValues::wordPhi(llvm::PHINode &phi) {
  llvm::PHINode *word =
      llvm::IRBuilder<>(&phi).CreatePHI(word_, phi.getNumIncomingValues());
  phis_.push_back({&phi, word});
  if (isShort(&phi))
    ranges_.set(word, ranges_.of(&phi).zeroExtend(wordBits));
  return word;
}

void WordValues::finishPhis() {
  for (auto [phi, word] : phis_)
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      Value *value = phi->getIncomingValue(i);
      Value *from = llvm::isa<llvm::UndefValue>(value)
                        ? llvm::UndefValue::get(word_)
                    : isLong(value) ? lowOf(value)
                                    : extended(value, Extension::Zero);
      word->addIncoming(from, phi->getIncomingBlock(i));
    }
}

bool WordValues::finish() {
  finishPhis();
  for (Instruction *instruction : llvm::reverse(replaced_))
    instruction->eraseFromParent();
  // What was made in vain: extensions nobody asks for.
  for (const llvm::WeakTrackingVH &made : made_)
    if (auto *left = llvm::dyn_cast_or_null<Instruction>(made))
      llvm::RecursivelyDeleteTriviallyDeadInstructions(left);
  return !replaced_.empty();
}

} // namespace pyk2ptx
