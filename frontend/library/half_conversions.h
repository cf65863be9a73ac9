// Internal to check_half*.cpp: conversions of cuda.bf16 and cuda.fp16, by their
// names.
#ifndef PYK2PTX_FRONTEND_LIBRARY_HALF_CONVERSIONS_H
#define PYK2PTX_FRONTEND_LIBRARY_HALF_CONVERSIONS_H

#include "frontend/ir/ir.h"

#include <optional>
#include <string_view>

namespace pyk2ptx {

/// How a conversion rounds: to nearest, towards zero, down or up.
enum class HalfRounding : std::uint8_t { Nearest, Zero, Down, Up };

/// "int32_to_bfloat16_rd", "bfloat16_as_int16".
struct BrainConversion {
  Type from, to;
  HalfRounding rounding = HalfRounding::Nearest;
  /// The same bits.
  bool isBits = false;
};
/// Nothing when `name` is no conversion of cuda.bf16.
std::optional<BrainConversion> brainConversion(std::string_view name);
/// The same by CUDA's names, without their `__`: "float2half_rz",
/// "half_as_ushort", "bfloat162int_rn"; `half` is float16 or bfloat16.
std::optional<BrainConversion> rawConversion(std::string_view name,
                                             Scalar half);

/// `value`, of the type `from`, as `to`; what rounds in a direction of its own
/// is left as a float32 to float16, and as that one's bits, an int64, to
/// bfloat16.
ir::ExprPtr convertBrain(const BrainConversion &conversion, ir::ExprPtr value);
bool leavesBits(const BrainConversion &conversion);
/// A float32's bits, of which only the upper half may be set, as a bfloat16.
ir::ExprPtr brainOfBits(ir::ExprPtr bits);

} // namespace pyk2ptx

#endif
