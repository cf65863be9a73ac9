// flat_addresses: an element's row and column, added as numbers.
#ifndef PYK2PTX_COMPILER_SELECTION_FLAT_ADDRESSES_H
#define PYK2PTX_COMPILER_SELECTION_FLAT_ADDRESSES_H

namespace llvm {
class FunctionPass;
} // namespace llvm

namespace pyk2ptx {

/// A pass of the code generator, for right before selection.
[[nodiscard]] llvm::FunctionPass *createFlatAddressesPass();

} // namespace pyk2ptx

#endif
