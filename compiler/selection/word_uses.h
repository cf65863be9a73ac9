// word_uses: whether anybody sees that a large number was made less large.
#ifndef PYK2PTX_COMPILER_SELECTION_WORD_USES_H
#define PYK2PTX_COMPILER_SELECTION_WORD_USES_H

#include "known_ranges.h"

namespace llvm {
class Instruction;
} // namespace llvm

namespace pyk2ptx {

/// Whether all that is computed of a 64-bit integer with a sign is the same of
/// the nearest integer that 32 bits hold.
[[nodiscard]] bool isUsedAsWord(const llvm::Instruction &number,
                                const KnownRanges &ranges);

} // namespace pyk2ptx

#endif
