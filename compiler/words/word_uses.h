// word_uses: whether anybody sees that a large number was made less large.
#ifndef PYK2PTX_COMPILER_WORDS_WORD_USES_H
#define PYK2PTX_COMPILER_WORDS_WORD_USES_H

#include "known_ranges.h"

#include <cstdint>
#include <limits>
#include <optional>

namespace llvm {
class Instruction;
} // namespace llvm

namespace pyk2ptx {

/// The nearest number between these is taken for one beyond.
struct WordLimits {
  std::int32_t low = std::numeric_limits<std::int32_t>::min(),
               high = std::numeric_limits<std::int32_t>::max();
};

/// Between which all that is computed of a 64-bit integer with a sign is the
/// same of the nearest integer; none if 32 bits do not hold them. Other limits
/// than those of 32 bits leave room for what is added to the number.
[[nodiscard]] std::optional<WordLimits>
limitsAsWord(const llvm::Instruction &number, const KnownRanges &ranges);

} // namespace pyk2ptx

#endif
