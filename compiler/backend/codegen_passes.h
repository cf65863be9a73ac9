// codegen_passes: which of the NVPTX code generator's passes run.
#ifndef PYK2PTX_COMPILER_BACKEND_CODEGEN_PASSES_H
#define PYK2PTX_COMPILER_BACKEND_CODEGEN_PASSES_H

#include <llvm/IR/LegacyPassManager.h>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace pyk2ptx {

/// Takes the passes that `machine` adds, but for those that do kernels no good.
class CodegenPasses : public llvm::legacy::PassManager {
public:
  explicit CodegenPasses(llvm::TargetMachine &machine) : machine_(machine) {}
  void add(llvm::Pass *pass) override;

private:
  llvm::TargetMachine &machine_;
};

} // namespace pyk2ptx

#endif
