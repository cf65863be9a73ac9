// short_sums: 64-bit sums of 32-bit numbers behind a test that these are not
// large.
#ifndef PYK2PTX_COMPILER_SELECTION_SHORT_SUMS_H
#define PYK2PTX_COMPILER_SELECTION_SHORT_SUMS_H

namespace llvm {
class Function;
} // namespace llvm

namespace pyk2ptx {

/// Whether it changed any. Behind minima of sums that need no test
/// (minima_of_sums.h), before integers are computed in 32 bits.
bool shortenSums(llvm::Function &function);

} // namespace pyk2ptx

#endif
