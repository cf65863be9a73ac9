// flat_addresses: an element's row and column, added as numbers.
#ifndef PYK2PTX_COMPILER_SELECTION_FLAT_ADDRESSES_H
#define PYK2PTX_COMPILER_SELECTION_FLAT_ADDRESSES_H

namespace llvm {
class Function;
} // namespace llvm

namespace pyk2ptx {

/// Whether it changed any. For right before selection.
bool flattenAddresses(llvm::Function &function);

} // namespace pyk2ptx

#endif
