// optimize: LLVM's pass pipeline.
#ifndef PYK2PTX_COMPILER_BACKEND_OPTIMIZE_H
#define PYK2PTX_COMPILER_BACKEND_OPTIMIZE_H

#include <pyk2ptx/optimizations.h>

#include <functional>

namespace llvm {
class Module;
class PassBuilder;
class TargetMachine;
} // namespace llvm

namespace pyk2ptx {

/// Runs -O`level` with the target's own passes. Level 0 still inlines what must
/// be (barriers' callers on the host) and splits coroutines. `more` adds passes
/// of a caller's own.
void optimize(llvm::Module &module, llvm::TargetMachine &machine, int level,
              Optimizations which = {},
              const std::function<void(llvm::PassBuilder &)> &more = nullptr);

} // namespace pyk2ptx

#endif
