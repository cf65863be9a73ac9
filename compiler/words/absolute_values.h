// absolute_values: |x| and |x - y| in the 32 bits that ptxas takes them in.
#ifndef PYK2PTX_COMPILER_WORDS_ABSOLUTE_VALUES_H
#define PYK2PTX_COMPILER_WORDS_ABSOLUTE_VALUES_H

#include "word_values.h"

#include <llvm/IR/IRBuilder.h>

namespace pyk2ptx {

/// |value| of any word: of -2**31 it is 2**31, which has no sign.
llvm::Value *absoluteWithoutSign(llvm::IRBuilder<> &b, llvm::Value *value);

/// Of a function's words, for the GPU.
class AbsoluteValues {
public:
  explicit AbsoluteValues(WordValues &words)
      : words_(words), ranges_(words.ranges()) {}

  /// |value|, of what is not -2**31.
  llvm::Value *of(llvm::IRBuilder<> &b, llvm::Value *value) const;
  /// What takes the place of an absolute value of 32 bits; null: nothing.
  llvm::Value *inPlaceOf(llvm::Instruction &absolute) const;
  /// What `opcode` makes of two words: with absolute values among them, or as
  /// one, it may be less than that instruction.
  llvm::Value *combined(llvm::IRBuilder<> &b, unsigned opcode,
                        llvm::Value *left, llvm::Value *right) const;

private:
  llvm::Value *difference(llvm::IRBuilder<> &b, llvm::Value *value) const;
  llvm::Value *ofAny(llvm::IRBuilder<> &b, llvm::Value *value) const;
  llvm::Value *asAddend(llvm::IRBuilder<> &b, llvm::Value *value,
                        llvm::Value *other) const;

  WordValues &words_;
  const KnownRanges &ranges_;
};

} // namespace pyk2ptx

#endif
