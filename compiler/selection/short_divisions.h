// short_divisions: divisions of 8 and 16 bits, as divisions of 32.
#ifndef PYK2PTX_COMPILER_SELECTION_SHORT_DIVISIONS_H
#define PYK2PTX_COMPILER_SELECTION_SHORT_DIVISIONS_H

namespace llvm {
class FunctionPass;
} // namespace llvm

namespace pyk2ptx {

/// A pass of the code generator, for before its reduction of loops.
[[nodiscard]] llvm::FunctionPass *createShortDivisionsPass();

} // namespace pyk2ptx

#endif
