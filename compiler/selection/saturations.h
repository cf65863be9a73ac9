// saturations: what ptxas forgets of nan where a float is clamped to [0, 1].
#ifndef PYK2PTX_COMPILER_SELECTION_SATURATIONS_H
#define PYK2PTX_COMPILER_SELECTION_SATURATIONS_H

namespace llvm {
class FunctionPass;
} // namespace llvm

namespace pyk2ptx {

/// A pass of the code generator, for just before it selects instructions.
[[nodiscard]] llvm::FunctionPass *createSaturationsPass();

} // namespace pyk2ptx

#endif
