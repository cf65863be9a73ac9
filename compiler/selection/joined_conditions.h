// joined_conditions: choices by two conditions stay one choice.
#ifndef PYK2PTX_COMPILER_SELECTION_JOINED_CONDITIONS_H
#define PYK2PTX_COMPILER_SELECTION_JOINED_CONDITIONS_H

namespace llvm {
class Function;
} // namespace llvm

namespace pyk2ptx {

/// Keeps the selection of instructions from choosing once for each of the
/// conditions that a choice hangs on. Whether there were any.
bool keepConditionsJoined(llvm::Function &function);

} // namespace pyk2ptx

#endif
