// short_conversions: floats become integers of 32 bits before a test of indices
// that are made of them.
#ifndef PYK2PTX_COMPILER_SELECTION_SHORT_CONVERSIONS_H
#define PYK2PTX_COMPILER_SELECTION_SHORT_CONVERSIONS_H

namespace llvm {
class Function;
} // namespace llvm

namespace pyk2ptx {

/// Whether it changed any.
bool shortenConversions(llvm::Function &function);

} // namespace pyk2ptx

#endif
