// emit: LLVM IR -> PTX text.
#ifndef PYK2PTX_COMPILER_BACKEND_EMIT_PTX_H
#define PYK2PTX_COMPILER_BACKEND_EMIT_PTX_H

#include "compiler/target/target.h"

#include <pyk2ptx/optimizations.h>

#include <memory>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace pyk2ptx {

/// The lowest PTX ISA, as LLVM counts them, that has the GPU and, when asked
/// for, DWARF with labels.
[[nodiscard]] unsigned lowestPtxIsa(const Arch &arch, bool debugInfo);

/// LLVM's code generator for one GPU, at its lowest PTX ISA. It never contracts
/// floating-point operations: the typed IR says which are.
[[nodiscard]] std::unique_ptr<llvm::TargetMachine>
makePtxMachine(const Arch &arch, int optLevel, bool debugInfo = false);

/// The PTX from its `.version` line on. The module is used up.
[[nodiscard]] std::string emitPtx(llvm::Module &module,
                                  llvm::TargetMachine &machine,
                                  Optimizations which = {});

/// "6.3"
[[nodiscard]] std::string ptxIsaName(unsigned isa);

} // namespace pyk2ptx

#endif
