// wrapped_words: indices of 32 bits that may count from the end.
#ifndef PYK2PTX_COMPILER_WORDS_WRAPPED_WORDS_H
#define PYK2PTX_COMPILER_WORDS_WRAPPED_WORDS_H

namespace llvm {
class Function;
} // namespace llvm

namespace pyk2ptx {

/// Where integers have become 32 bits. Returns whether something changed.
bool wrapByMinima(llvm::Function &function);

} // namespace pyk2ptx

#endif
