// float_to_integer: conversions in the instructions that GPUs have for them.
#ifndef PYK2PTX_COMPILER_SELECTION_FLOAT_TO_INTEGER_H
#define PYK2PTX_COMPILER_SELECTION_FLOAT_TO_INTEGER_H

namespace llvm {
class FunctionPass;
} // namespace llvm

namespace pyk2ptx {

/// A pass of the code generator, for just before instructions are selected.
[[nodiscard]] llvm::FunctionPass *createFloatToIntegerPass();

} // namespace pyk2ptx

#endif
