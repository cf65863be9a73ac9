// shift_counts: counts of 64-bit shifts that the code generator may halve.
#ifndef PYK2PTX_COMPILER_WORDS_SHIFT_COUNTS_H
#define PYK2PTX_COMPILER_WORDS_SHIFT_COUNTS_H

namespace llvm {
class Function;
} // namespace llvm

namespace pyk2ptx {

/// Whether it changed any. For right before selection.
bool limitShiftCounts(llvm::Function &function);

} // namespace pyk2ptx

#endif
