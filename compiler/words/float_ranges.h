// float_ranges: what floats of an LLVM function may be, from how they are
// computed.
#ifndef PYK2PTX_COMPILER_WORDS_FLOAT_RANGES_H
#define PYK2PTX_COMPILER_WORDS_FLOAT_RANGES_H

#include "known_ranges.h"

#include "compiler/facts/float_range.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>

namespace llvm {
class BasicBlock;
class Instruction;
class IntrinsicInst;
class Type;
} // namespace llvm

namespace pyk2ptx {

/// Of float32 and float64, while the function does not change. Each value is
/// looked at once, when it is asked for.
class FloatRanges {
public:
  /// Integers are what `integers` says.
  explicit FloatRanges(const KnownRanges &integers);

  [[nodiscard]] FloatRange of(const llvm::Value *value);
  /// Of what an instruction in the block computes with: what conditions on the
  /// way there say, too.
  [[nodiscard]] FloatRange within(const llvm::Value *value,
                                  const llvm::BasicBlock &block);

private:
  using OfPart = llvm::function_ref<FloatRange(const llvm::Value *)>;
  FloatRange compute(const llvm::Instruction &instruction, OfPart ofPart);
  /// Where nothing is flushed.
  FloatRange computeExactly(const llvm::Instruction &instruction,
                            OfPart ofPart);
  FloatRange ofCall(const llvm::IntrinsicInst &call, OfPart ofPart);
  FloatRange within(const llvm::Value *value, const llvm::BasicBlock &block,
                    unsigned parts);
  FloatRange ofInteger(const llvm::Value *value, bool isSigned,
                       const llvm::Type *type) const;
  FloatRange boundsOf(const llvm::Value *value);
  bool isWholePart(const llvm::Value *part, const llvm::Value *whole);

  const KnownRanges &integers_;
  /// Of float32 instructions take subnormal numbers for zero, and make zeros of
  /// them.
  bool isFlushing_;
  llvm::DenseMap<const llvm::Value *, FloatRange> known_;
  unsigned depth_ = 0;
};

} // namespace pyk2ptx

#endif
