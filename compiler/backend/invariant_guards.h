// invariant_guards: loops without the guards whose outcome no iteration
// changes.
#ifndef PYK2PTX_COMPILER_BACKEND_INVARIANT_GUARDS_H
#define PYK2PTX_COMPILER_BACKEND_INVARIANT_GUARDS_H

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace pyk2ptx {

/// For GPUs. Where instructions have been combined, and functions inlined.
void clearInvariantGuards(llvm::PassBuilder &builder);

} // namespace pyk2ptx

#endif
