// unroll_counts: how far loops are unrolled.
#ifndef PYK2PTX_COMPILER_BACKEND_UNROLL_COUNTS_H
#define PYK2PTX_COMPILER_BACKEND_UNROLL_COUNTS_H

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace pyk2ptx {

/// Has the pipeline unroll loops for PTX that it would unroll less.
void unrollFurther(llvm::PassBuilder &builder);

} // namespace pyk2ptx

#endif
