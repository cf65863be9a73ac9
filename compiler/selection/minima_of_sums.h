// minima_of_sums: the least and the greatest of 64-bit sums, from 32 bits.
#ifndef PYK2PTX_COMPILER_SELECTION_MINIMA_OF_SUMS_H
#define PYK2PTX_COMPILER_SELECTION_MINIMA_OF_SUMS_H

namespace llvm {
class Function;
} // namespace llvm

namespace pyk2ptx {

/// Whether it changed any. For before integers are computed in 32 bits.
bool shortenMinimaOfSums(llvm::Function &function);

} // namespace pyk2ptx

#endif
