// word_values: integers of an LLVM function, and what they are in 32 bits.
#ifndef PYK2PTX_COMPILER_WORDS_WORD_VALUES_H
#define PYK2PTX_COMPILER_WORDS_WORD_VALUES_H

#include "known_ranges.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/DemandedBits.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ValueHandle.h>

#include <array>
#include <utility>

namespace pyk2ptx {

[[nodiscard]] inline bool isLong(const llvm::Value *value) {
  return value->getType()->isIntegerTy(longBits);
}
[[nodiscard]] inline bool isShort(const llvm::Value *value) {
  return value->getType()->isIntegerTy(8) || value->getType()->isIntegerTy(16);
}

/// Nothing that is computed from `value` depends on its upper half, but what
/// was promised of it may: no longer.
void forgetUpperHalf(llvm::Instruction &value, llvm::DemandedBits &demanded);

/// How an operand is extended, so that the operation on what is extended is the
/// operation on the operands.
enum class Extension { Any, Zero, Sign };

/// The function's values keep their numbers; some get others beside them, and
/// take their place.
class WordValues {
public:
  explicit WordValues(llvm::Function &function)
      : function_(function), ranges_(function), dominators_(function),
        assumptions_(function), demanded_(function, assumptions_, dominators_),
        word_(llvm::Type::getInt32Ty(function.getContext())),
        after_(function.getContext()) {}

  [[nodiscard]] llvm::Type *type() const { return word_; }
  [[nodiscard]] KnownRanges &ranges() { return ranges_; }
  /// Whether no more of a long value is asked for than its lower half.
  [[nodiscard]] bool isLowEnough(llvm::Instruction &value) {
    return demanded_.getDemandedBits(&value).getActiveBits() <= wordBits;
  }

  /// The lower half of a long value.
  llvm::Value *lowOf(llvm::Value *value);
  /// A short value in 32 bits.
  llvm::Value *extended(llvm::Value *value, Extension how);
  /// A long value's lower half, or a short one with anything above it; null:
  /// there is none.
  [[nodiscard]] llvm::Value *wordOf(llvm::Value *value) const {
    return words_.lookup(value);
  }
  void setWord(llvm::Value *value, llvm::Value *word) { words_[value] = word; }
  /// What a loop carries around; filled in at the end.
  llvm::Value *wordPhi(llvm::PHINode &phi);

  /// `value` is `word`, extended or cut. What is known of a value where it is
  /// says nothing of a word that others have, too, before and beside that.
  void replace(llvm::Instruction &value, llvm::Value *word);
  /// A long value is `word`, which was made for it, and of which the same is
  /// known.
  void replaceByNew(llvm::Instruction &value, llvm::Value *word);
  /// `value`'s users have the other, of its type.
  void replaceBy(llvm::Instruction &value, llvm::Value *other) {
    value.replaceAllUsesWith(other);
    replaced_.push_back(&value);
  }
  /// An instruction that may turn out to be in vain.
  llvm::Value *note(llvm::Value *made) {
    if (llvm::isa<llvm::Instruction>(made))
      made_.emplace_back(made);
    return made;
  }

  /// No value is asked for afterwards. Whether anything was replaced.
  bool finish();

private:
  llvm::IRBuilder<> &after(llvm::Value *value);
  void finishPhis();

  llvm::Function &function_;
  KnownRanges ranges_;
  llvm::DominatorTree dominators_;
  llvm::AssumptionCache assumptions_;
  llvm::DemandedBits demanded_;
  llvm::Type *word_;
  llvm::IRBuilder<> after_;
  llvm::DenseMap<llvm::Value *, llvm::Value *> words_;
  /// Short values with zeros and with their signs above them.
  std::array<llvm::DenseMap<llvm::Value *, llvm::Value *>, 2> extensions_;
  llvm::SmallVector<std::pair<llvm::PHINode *, llvm::PHINode *>, 8> phis_;
  llvm::SmallVector<llvm::Instruction *, 32> replaced_;
  llvm::SmallVector<llvm::WeakTrackingVH, 32> made_;
};

} // namespace pyk2ptx

#endif
