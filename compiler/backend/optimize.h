// optimize: LLVM's pass pipeline.
#ifndef PYK2PTX_COMPILER_BACKEND_OPTIMIZE_H
#define PYK2PTX_COMPILER_BACKEND_OPTIMIZE_H

#include <pyk2ptx/optimizations.h>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace pyk2ptx {

/// Runs -O`level` with the target's own passes. Level 0 still inlines what must
/// be (barriers' callers on the host) and splits coroutines.
void optimize(llvm::Module &module, llvm::TargetMachine &machine, int level,
              Optimizations which = {});

} // namespace pyk2ptx

#endif
