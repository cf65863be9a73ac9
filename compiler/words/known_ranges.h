// known_ranges: what integers of an LLVM function may be, from how they are
// computed.
#ifndef PYK2PTX_COMPILER_WORDS_KNOWN_RANGES_H
#define PYK2PTX_COMPILER_WORDS_KNOWN_RANGES_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Dominators.h>

#include <cstdint>
#include <optional>
#include <utility>

namespace llvm {
class BasicBlock;
class BinaryOperator;
class Function;
class Instruction;
class Loop;
class LoopInfo;
class PHINode;
class Value;
} // namespace llvm

namespace pyk2ptx {

/// Widths: of what a register holds, and of an index.
constexpr unsigned wordBits = 32, longBits = 64;

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

/// Whether 32 bits hold it, with a sign or without.
[[nodiscard]] inline bool fitsWord(const llvm::ConstantRange &range) {
  return fitsUnsigned(range) || fitsSigned(range);
}

/// Whether 32 bits hold the negative of each that they hold, too.
[[nodiscard]] inline bool fitsNegated(const llvm::ConstantRange &range) {
  return range.getSignedMin().sgt(-(std::int64_t(1) << (wordBits - 1)));
}

/// Whether the lower halves tell which numbers of 64 bits are, without a sign,
/// less than an end of 31: none that is negative or of 33 bits looks like one.
[[nodiscard]] inline bool areWordsInside(const llvm::ConstantRange &numbers,
                                         const llvm::ConstantRange &end) {
  return fitsSigned(end) && end.isAllNonNegative() &&
         numbers.getSignedMax().slt(std::int64_t(1) << wordBits) &&
         numbers.getSignedMin().sgt(end.getSignedMax().getSExtValue() -
                                    (std::int64_t(1) << wordBits));
}

/// A few walks over the function, in linear time. What conditions say of an
/// operand is known of results that are computed under them.
class KnownRanges {
public:
  explicit KnownRanges(llvm::Function &function);

  /// Of an integer.
  [[nodiscard]] llvm::ConstantRange of(const llvm::Value *value) const;
  /// Of what an instruction in the block computes with: what conditions on the
  /// way there say, too.
  [[nodiscard]] llvm::ConstantRange within(const llvm::Value *value,
                                           const llvm::BasicBlock &block) const;
  /// Of the function.
  [[nodiscard]] const llvm::DominatorTree &dominators() const {
    return dominators_;
  }
  /// Of an instruction that is new.
  void set(const llvm::Value *value, const llvm::ConstantRange &range);
  /// What is erased: another value may come to lie there.
  void forget(const llvm::Value *value);
  /// `made` is the same number as `value`.
  void setSame(const llvm::Value *made, const llvm::Value *value);

private:
  llvm::ConstantRange compute(const llvm::Instruction &instruction) const;
  std::optional<llvm::ConstantRange>
  chosenSum(const llvm::BinaryOperator &sum) const;
  llvm::ConstantRange atEntry(const llvm::Loop &loop,
                              const llvm::Value *value) const;
  void learnFrom(const llvm::BasicBlock &block);
  bool widen();
  bool narrow();
  llvm::ConstantRange comingTo(const llvm::PHINode &phi) const;
  llvm::ConstantRange carriedBy(const llvm::PHINode &phi,
                                const llvm::Loop &loop) const;
  using Sayings =
      llvm::SmallVector<std::pair<const llvm::Value *, llvm::ConstantRange>, 2>;
  llvm::ConstantRange within(const llvm::Value *value,
                             const llvm::BasicBlock &block,
                             const Sayings &said) const;
  Sayings saidBetween(const llvm::BasicBlock &from,
                      const llvm::BasicBlock &to) const;
  void say(const llvm::Value &value, const llvm::ConstantRange &allowed,
           const llvm::BasicBlock &where, Sayings &said) const;
  void learn(const llvm::Value *condition, bool isTrue,
             const llvm::BasicBlock &where, Sayings &said) const;

  /// While ranges are computed.
  const llvm::LoopInfo *loops_ = nullptr;
  llvm::DominatorTree dominators_;
  /// What holds of a value in a block and those that it dominates.
  using Fact = std::pair<const llvm::BasicBlock *, llvm::ConstantRange>;
  llvm::DenseMap<const llvm::Value *, llvm::SmallVector<Fact, 2>> facts_;
  llvm::DenseMap<const llvm::Value *, llvm::ConstantRange> ranges_;
  /// What is assumed of what loops carry around, while anything still is.
  mutable llvm::MapVector<const llvm::PHINode *, llvm::ConstantRange> carried_;
  bool mayAssume_ = true;
};

} // namespace pyk2ptx

#endif
