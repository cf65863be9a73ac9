// emit: LLVM IR -> PTX text.
#ifndef PYK2PTX_COMPILER_EMIT_PTX_H
#define PYK2PTX_COMPILER_EMIT_PTX_H

#include "target.h"

#include <memory>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace pyk2ptx {

/// LLVM's code generator for one GPU, at the lowest PTX ISA that has it. It
/// never contracts floating-point operations: the typed IR says which are.
[[nodiscard]] std::unique_ptr<llvm::TargetMachine>
makePtxMachine(const Arch &arch, int optLevel);

/// The PTX from its `.version` line on. The module is used up.
[[nodiscard]] std::string emitPtx(llvm::Module &module,
                                  llvm::TargetMachine &machine);

/// "6.3"
[[nodiscard]] std::string ptxIsaName(const Arch &arch);

} // namespace pyk2ptx

#endif
