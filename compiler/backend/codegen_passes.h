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
  /// isLong: one of the functions is, for passes of quadratic time.
  CodegenPasses(llvm::TargetMachine &machine, Optimizations which, bool isLong)
      : machine_(machine), which_(which), isLong_(isLong) {}
  void add(llvm::Pass *pass) override;

private:
  llvm::TargetMachine &machine_;
  Optimizations which_;
  bool isLong_;
};

} // namespace pyk2ptx

#endif
