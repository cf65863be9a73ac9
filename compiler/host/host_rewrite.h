// Between lowering host code and optimizing it: device functions are inlined
// where only the kernel itself can do what they ask.
#ifndef PYK2PTX_COMPILER_HOST_HOST_REWRITE_H
#define PYK2PTX_COMPILER_HOST_HOST_REWRITE_H

namespace llvm {
class Module;
} // namespace llvm

namespace pyk2ptx {

/// The names of the functions whose calls mean: the thread ends here, and: the
/// thread waits for its block here. Every function that calls them is
/// alwaysinline, but for kernels.
inline constexpr const char *hostExitSymbol = "pyk2ptx.exit";
inline constexpr const char *hostBarrierSymbol = "pyk2ptx.barrier";
/// The attribute of one thread of a kernel without barriers, or of a piece of
/// one between two (which returns false where the thread ended), to be inlined
/// into the loop over the threads once its exits are returns.
inline constexpr const char *hostBodyAttribute = "pyk2ptx-body";

/// Behind a kernel's symbol: its threads as loops, for blocks whose rows are
/// whole warps or which have one row.
inline constexpr const char *hostRowsSuffix = ".rows";
/// What one row or warp of a block does (ir::Together).
inline constexpr const char *hostTurnSuffix = ".turn";

/// After alwaysinline functions are inlined: turns those calls into branches to
/// the kernel's end and suspensions of its coroutine.
void rewriteHostThreads(llvm::Module &module);

} // namespace pyk2ptx

#endif
