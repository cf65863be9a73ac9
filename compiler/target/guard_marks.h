// What lowering says of the two ways of ir::If::isVersioned to LLVM, and to our
// own passes.
#ifndef PYK2PTX_COMPILER_TARGET_GUARD_MARKS_H
#define PYK2PTX_COMPILER_TARGET_GUARD_MARKS_H

#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/IRBuilder.h>

namespace pyk2ptx {

/// For the way with guards: LLVM moves nothing that both ways have in common
/// over it. It is no instruction of any machine.
void holdApart(llvm::IRBuilderBase &b);

/// Whether it is the way with guards, or its beginning.
[[nodiscard]] bool isWithGuards(const llvm::BasicBlock &way);

} // namespace pyk2ptx

#endif
