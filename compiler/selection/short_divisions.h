// short_divisions: 64-bit divisions whose numbers mostly fit in 32 bits.
#ifndef PYK2PTX_COMPILER_SELECTION_SHORT_DIVISIONS_H
#define PYK2PTX_COMPILER_SELECTION_SHORT_DIVISIONS_H

namespace llvm {
class FunctionPass;
} // namespace llvm

namespace pyk2ptx {

/// A pass of the code generator, for before LLVM's own test of each division.
[[nodiscard]] llvm::FunctionPass *createShortDivisionsPass();

} // namespace pyk2ptx

#endif
