// joined_limits: tests of several numbers against one limit stay several.
#ifndef PYK2PTX_COMPILER_SELECTION_JOINED_LIMITS_H
#define PYK2PTX_COMPILER_SELECTION_JOINED_LIMITS_H

namespace llvm {
class FunctionPass;
} // namespace llvm

namespace pyk2ptx {

/// A pass of the code generator, for just before instructions are selected.
[[nodiscard]] llvm::FunctionPass *createJoinedLimitsPass();

} // namespace pyk2ptx

#endif
