// short_divisions: 64-bit divisions whose numbers mostly fit in 32 bits.
#ifndef PYK2PTX_COMPILER_SELECTION_SHORT_DIVISIONS_H
#define PYK2PTX_COMPILER_SELECTION_SHORT_DIVISIONS_H

namespace llvm {
class Function;
} // namespace llvm

namespace pyk2ptx {

/// Whether it changed any. For before LLVM's own test of each division.
bool shortenDivisions(llvm::Function &function);

} // namespace pyk2ptx

#endif
