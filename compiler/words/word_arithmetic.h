// word_arithmetic: integers are computed in the 32 bits that registers have.
#ifndef PYK2PTX_COMPILER_WORDS_WORD_ARITHMETIC_H
#define PYK2PTX_COMPILER_WORDS_WORD_ARITHMETIC_H

namespace llvm {
class Function;
} // namespace llvm

namespace pyk2ptx {

/// Whether it changed any. For right before selection.
bool computeInWords(llvm::Function &function);

/// Of what is computed of elements alone, for the CPU device's vectors: whether
/// it changed any. Addresses and counters stay as the vectorizer knows them,
/// and what has less than 32 bits is not widened.
bool computeElementsInWords(llvm::Function &function);

} // namespace pyk2ptx

#endif
