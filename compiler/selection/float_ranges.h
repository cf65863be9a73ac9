// float_ranges: what floats of an LLVM function may be, from how they are
// computed.
#ifndef PYK2PTX_COMPILER_SELECTION_FLOAT_RANGES_H
#define PYK2PTX_COMPILER_SELECTION_FLOAT_RANGES_H

#include "known_ranges.h"

#include <llvm/ADT/DenseMap.h>

namespace llvm {
class Instruction;
class IntrinsicInst;
class Type;
} // namespace llvm

namespace pyk2ptx {

/// Between two numbers, which may be infinite; or not a number.
struct FloatRange {
  double low, high;
  bool isNanPossible;
};

/// Of float32 and float64, while the function does not change. Each value is
/// looked at once, when it is asked for.
class FloatRanges {
public:
  /// Integers are what `integers` says.
  explicit FloatRanges(const KnownRanges &integers) : integers_(integers) {}

  [[nodiscard]] FloatRange of(const llvm::Value *value);

private:
  FloatRange compute(const llvm::Instruction &instruction);
  FloatRange ofCall(const llvm::IntrinsicInst &call);
  FloatRange ofInteger(const llvm::Value *value, bool isSigned,
                       const llvm::Type *type) const;
  bool isWholePart(const llvm::Value *part, const llvm::Value *whole);

  const KnownRanges &integers_;
  llvm::DenseMap<const llvm::Value *, FloatRange> known_;
  unsigned depth_ = 0;
};

} // namespace pyk2ptx

#endif
