// saturations: what ptxas forgets of nan where a float is clamped to [0, 1].
#ifndef PYK2PTX_COMPILER_SELECTION_SATURATIONS_H
#define PYK2PTX_COMPILER_SELECTION_SATURATIONS_H

namespace llvm {
class Function;
} // namespace llvm

namespace pyk2ptx {

/// Whether it changed any. For right before selection.
bool keepNanOfClamps(llvm::Function &function);

} // namespace pyk2ptx

#endif
