// half_shuffles: lanes exchange no upper halves that nobody asks for.
#ifndef PYK2PTX_COMPILER_WORDS_HALF_SHUFFLES_H
#define PYK2PTX_COMPILER_WORDS_HALF_SHUFFLES_H

namespace llvm {
class Function;
} // namespace llvm

namespace pyk2ptx {

/// Deletes the shuffles of upper halves of 64-bit integers that make no
/// difference to what the kernel does. Whether there were any.
bool dropUpperShuffles(llvm::Function &function);

} // namespace pyk2ptx

#endif
