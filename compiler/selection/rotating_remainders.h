// rotating_remainders: remainders of loop counters without divisions.
#ifndef PYK2PTX_COMPILER_SELECTION_ROTATING_REMAINDERS_H
#define PYK2PTX_COMPILER_SELECTION_ROTATING_REMAINDERS_H

namespace llvm {
class FunctionPass;
} // namespace llvm

namespace pyk2ptx {

/// A pass of the code generator, for before loops are reduced.
[[nodiscard]] llvm::FunctionPass *createRotatingRemaindersPass();

} // namespace pyk2ptx

#endif
