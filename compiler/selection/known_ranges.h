// known_ranges: what integers of an LLVM function may be, from how they are
// computed.
#ifndef PYK2PTX_COMPILER_SELECTION_KNOWN_RANGES_H
#define PYK2PTX_COMPILER_SELECTION_KNOWN_RANGES_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Dominators.h>

#include <utility>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class LoopInfo;
class Value;
} // namespace llvm

namespace pyk2ptx {

/// Whether `bits` hold all of the range, without a sign or with one.
[[nodiscard]] inline bool fitsUnsigned(const llvm::ConstantRange &range,
                                       unsigned bits = 32) {
  return range.getUnsignedMax().getActiveBits() <= bits;
}
[[nodiscard]] inline bool fitsSigned(const llvm::ConstantRange &range,
                                     unsigned bits = 32) {
  return range.getSignedMin().getSignificantBits() <= bits &&
         range.getSignedMax().getSignificantBits() <= bits;
}

/// Two walks over the function, in linear time: in the first, what loops carry
/// around may be anything, but for counters; in the second, what the first says
/// of the values that come around. What conditions say of an operand is known
/// of results that are computed under them.
class KnownRanges {
public:
  explicit KnownRanges(llvm::Function &function);

  /// Of an integer.
  [[nodiscard]] llvm::ConstantRange of(const llvm::Value *value) const;
  /// Of what an instruction in the block computes with: what conditions on the
  /// way there say, too.
  [[nodiscard]] llvm::ConstantRange within(const llvm::Value *value,
                                           const llvm::BasicBlock &block) const;
  /// Of an instruction that is new.
  void set(const llvm::Value *value, const llvm::ConstantRange &range);
  /// `made` is the same number as `value`.
  void setSame(const llvm::Value *made, const llvm::Value *value);

private:
  class LoopCounters;

  llvm::ConstantRange compute(const llvm::Instruction &instruction) const;
  void learnFrom(const llvm::BasicBlock &block);
  void learn(const llvm::Value *condition, bool isTrue,
             const llvm::BasicBlock &where);

  /// While ranges are computed.
  const llvm::LoopInfo *loops_ = nullptr;
  llvm::DominatorTree dominators_;
  /// What holds of a value in a block and those that it dominates.
  using Fact = std::pair<const llvm::BasicBlock *, llvm::ConstantRange>;
  llvm::DenseMap<const llvm::Value *, llvm::SmallVector<Fact, 2>> facts_;
  llvm::DenseMap<const llvm::Value *, llvm::ConstantRange> ranges_;
};

} // namespace pyk2ptx

#endif
