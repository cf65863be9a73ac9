// word_arithmetic: integers are computed in the 32 bits that registers have.
#ifndef PYK2PTX_COMPILER_SELECTION_WORD_ARITHMETIC_H
#define PYK2PTX_COMPILER_SELECTION_WORD_ARITHMETIC_H

namespace llvm {
class FunctionPass;
} // namespace llvm

namespace pyk2ptx {

/// A pass of the code generator, for just before it selects instructions.
[[nodiscard]] llvm::FunctionPass *createWordArithmeticPass();

} // namespace pyk2ptx

#endif
