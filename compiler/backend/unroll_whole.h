// unroll_whole: loops of a few turns that are better no loops.
#ifndef PYK2PTX_COMPILER_BACKEND_UNROLL_WHOLE_H
#define PYK2PTX_COMPILER_BACKEND_UNROLL_WHOLE_H

namespace llvm {
class PassBuilder;
}

namespace pyk2ptx {

/// Adds to `builder`'s pipelines a pass that marks loops of a known number of
/// turns for LLVM to unroll them in full.
void unrollWhole(llvm::PassBuilder &builder);

} // namespace pyk2ptx

#endif
