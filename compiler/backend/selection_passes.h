// selection_passes: our passes of the code generator, over LLVM IR.
#ifndef PYK2PTX_COMPILER_BACKEND_SELECTION_PASSES_H
#define PYK2PTX_COMPILER_BACKEND_SELECTION_PASSES_H

#include <pyk2ptx/optimizations.h>

namespace llvm::legacy {
class PassManagerBase;
} // namespace llvm::legacy

namespace pyk2ptx {

/// Where among LLVM's own they stand, in this order.
enum class PassPlace : unsigned char {
  Preparation,   // Before divisions are tested and addresses are sunk.
  LoopReduction, // Before loops are strength-reduced.
  Selection,     // Right before instructions are selected.
};

/// Adds those of `which` that stand there, and those without which there are
/// wrong results; for the host those that mean the same there (`Gpu` in
/// optimizations.def).
void addSelectionPasses(llvm::legacy::PassManagerBase &passes, PassPlace place,
                        Optimizations which, bool isForPtx);

} // namespace pyk2ptx

#endif
