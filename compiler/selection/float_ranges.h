// float_ranges: what floats of an LLVM function may be, from how they are
// computed.
#ifndef PYK2PTX_COMPILER_SELECTION_FLOAT_RANGES_H
#define PYK2PTX_COMPILER_SELECTION_FLOAT_RANGES_H

#include "known_ranges.h"

namespace pyk2ptx {

/// Between two numbers, which may be infinite; or not a number.
struct FloatRange {
  double low, high;
  bool isNanPossible;
};

/// Of a float32 or float64. Looks a few instructions back. Integers are what
/// `integers` says.
[[nodiscard]] FloatRange floatRange(const llvm::Value *value,
                                    const KnownRanges &integers);

} // namespace pyk2ptx

#endif
