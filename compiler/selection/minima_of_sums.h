// minima_of_sums: the least and the greatest of 64-bit sums, from 32 bits.
#ifndef PYK2PTX_COMPILER_SELECTION_MINIMA_OF_SUMS_H
#define PYK2PTX_COMPILER_SELECTION_MINIMA_OF_SUMS_H

namespace llvm {
class FunctionPass;
} // namespace llvm

namespace pyk2ptx {

/// A pass of the code generator, for before integers are computed in 32 bits.
[[nodiscard]] llvm::FunctionPass *createMinimaOfSumsPass();

} // namespace pyk2ptx

#endif
