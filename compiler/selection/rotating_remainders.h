// rotating_remainders: remainders of loop counters without divisions.
#ifndef PYK2PTX_COMPILER_SELECTION_ROTATING_REMAINDERS_H
#define PYK2PTX_COMPILER_SELECTION_ROTATING_REMAINDERS_H

namespace llvm {
class Function;
} // namespace llvm

namespace pyk2ptx {

/// Whether it changed any. For before loops are reduced.
bool rotateRemainders(llvm::Function &function);

} // namespace pyk2ptx

#endif
