// keep_rolled: which loops ptxas may not unroll.
#ifndef PYK2PTX_COMPILER_BACKEND_KEEP_ROLLED_H
#define PYK2PTX_COMPILER_BACKEND_KEEP_ROLLED_H

namespace llvm {
class FunctionPass;
} // namespace llvm

namespace pyk2ptx {

/// A pass of the code generator, for behind those that change loops.
[[nodiscard]] llvm::FunctionPass *createKeepRolledPass();

} // namespace pyk2ptx

#endif
