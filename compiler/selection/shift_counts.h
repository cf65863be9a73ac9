// shift_counts: counts of 64-bit shifts that the code generator may halve.
#ifndef PYK2PTX_COMPILER_SELECTION_SHIFT_COUNTS_H
#define PYK2PTX_COMPILER_SELECTION_SHIFT_COUNTS_H

namespace llvm {
class FunctionPass;
} // namespace llvm

namespace pyk2ptx {

/// A pass of the code generator, for just before it selects instructions.
[[nodiscard]] llvm::FunctionPass *createShiftCountsPass();

} // namespace pyk2ptx

#endif
