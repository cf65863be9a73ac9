// float_to_integer: conversions in the instructions that GPUs have for them.
#ifndef PYK2PTX_COMPILER_SELECTION_FLOAT_TO_INTEGER_H
#define PYK2PTX_COMPILER_SELECTION_FLOAT_TO_INTEGER_H

#include <llvm/IR/Intrinsics.h>

#include <optional>

namespace llvm {
class Function;
} // namespace llvm

namespace pyk2ptx {

/// One of PTX's, which saturate: to an integer with a sign or without, and
/// LLVM's intrinsic that rounds as it does.
struct FloatConversion {
  bool isSigned;
  llvm::Intrinsic::ID rounding;
};

/// None: it is no such conversion.
[[nodiscard]] std::optional<FloatConversion>
floatConversion(llvm::Intrinsic::ID id);

/// Whether it changed any. For right before selection.
bool useSaturatingConversions(llvm::Function &function);

} // namespace pyk2ptx

#endif
