// What kernels may call and read by name: the rows of builtins.def.
#ifndef PYK2PTX_FRONTEND_BUILTINS_H
#define PYK2PTX_FRONTEND_BUILTINS_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyk2ptx {

enum class Builtin : std::uint16_t {
#define BUILTIN(enumerator, name, signature, lowering, doc) enumerator,
#include "builtins.def"
#undef BUILTIN
};

/// How a builtin's operands and result are typed. "Real" is float32 or
/// float64; integers and bools given for a Real become weak floats.
enum class Signature : std::uint8_t {
  /// No call: int32, never negative. cuda.threadIdx.x
  Register,
  /// Real -> the same Real
  Real,
  /// (Real, Real) -> the same Real
  Real2,
  /// (Real, Real, Real) -> the same Real
  Real3,
  /// Real -> bool
  RealPredicate,
  /// Real -> int64, truncated and saturated like int(x)
  RealToInt,
  /// (Real, int64) -> the same Real; the integer is clamped to int32
  RealInt,
  /// Real -> (Real, int64)
  RealFraction,
  /// Real -> (Real, Real)
  RealPair,
  /// () -> None
  Effect,
  /// A function of the prelude (prelude.h) by the last part of its name
  Prelude,
  /// Typed by the checker, function by function
  Special
};

struct BuiltinInfo {
  Builtin builtin;
  /// "math.sin", "cuda.threadIdx.x", "abs"
  std::string_view name;
  Signature signature;
  std::string_view doc;
};
const BuiltinInfo &builtinInfo(Builtin builtin);
/// By canonical dotted name.
std::optional<Builtin> builtinByName(std::string_view name);
/// All rows, in the table's order.
std::vector<BuiltinInfo> allBuiltins();

} // namespace pyk2ptx

#endif
