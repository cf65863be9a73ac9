// codegen_passes: which of the NVPTX code generator's passes run.
#ifndef PYK2PTX_COMPILER_BACKEND_CODEGEN_PASSES_H
#define PYK2PTX_COMPILER_BACKEND_CODEGEN_PASSES_H

#include <pyk2ptx/optimizations.h>

#include <llvm/IR/LegacyPassManager.h>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace pyk2ptx {

/// Takes the passes that `machine` adds, but for those that do kernels no good.
class CodegenPasses : public llvm::legacy::PassManager {
public:
  /// The machine outlives it. The module is looked at alone: what
  /// long_functions.h says of one of its functions is so for all.
  CodegenPasses(llvm::TargetMachine &machine, Optimizations which,
                const llvm::Module &module);
  void add(llvm::Pass *pass) override;

private:
  llvm::TargetMachine &machine_;
  Optimizations which_;
  bool isLong_, isTangled_;
};

} // namespace pyk2ptx

#endif
