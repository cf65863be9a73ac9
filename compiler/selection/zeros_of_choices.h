// zeros_of_choices: choices that are no minima, for the sign of zero.
#ifndef PYK2PTX_COMPILER_SELECTION_ZEROS_OF_CHOICES_H
#define PYK2PTX_COMPILER_SELECTION_ZEROS_OF_CHOICES_H

namespace llvm {
class Function;
} // namespace llvm

namespace pyk2ptx {

/// Keeps LLVM from making a minimum or a maximum of a choice that gives the
/// other zero. Whether there were any.
bool keepZerosOfChoices(llvm::Function &function);

} // namespace pyk2ptx

#endif
