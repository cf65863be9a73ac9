// gpu_passes: the optimizations of the PTX code generator, on the CPU device.
#ifndef PYK2PTX_COMPILER_BACKEND_GPU_PASSES_H
#define PYK2PTX_COMPILER_BACKEND_GPU_PASSES_H

#include <pyk2ptx/optimizations.h>

namespace llvm {
class Module;
} // namespace llvm

namespace pyk2ptx {

/// Those of `which` that change LLVM IR just before instructions are selected,
/// run on an optimized module for the host. What GPUs have instructions for is
/// replaced by what these compute.
void runGpuPasses(llvm::Module &module, Optimizations which);

} // namespace pyk2ptx

#endif
