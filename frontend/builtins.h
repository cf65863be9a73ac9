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
#define BUILTIN(enumerator, name, signature, effect, lowering, doc) enumerator,
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

/// What a call does besides giving a value, and what the value depends on
/// besides the operands. Stronger ones come later.
enum class Effect : std::uint8_t {
  /// Never in the IR: the checker makes other nodes of it, which have their
  /// own.
  Expands,
  /// A function of the operands.
  Pure,
  /// Where the block is: one value for all its threads.
  OfBlock,
  /// How many threads share the work: one value for all of them.
  OfShape,
  /// Which thread of the block it is.
  OfThread,
  /// Of what changes by itself or by others: memory, the time.
  Reads,
  /// Of memory.
  Writes,
  /// When others see what the thread does, or when it does it.
  Orders,
  /// The thread's part in what several threads do together; it does not wait.
  Joins,
  /// The thread may wait for others: of its warp, block, cluster or grid.
  MeetsWarp,
  MeetsBlock,
  MeetsCluster,
  MeetsGrid,
  /// Nobody knows.
  Anything
};

/// Nothing happens: where the call stands, and how often it runs, is not seen.
constexpr bool onlyGivesValue(Effect effect) {
  return effect >= Effect::Pure && effect <= Effect::OfThread;
}
constexpr bool mayWait(Effect effect) { return effect >= Effect::MeetsWarp; }
/// Threads must be under way together for it.
constexpr bool isTogether(Effect effect) { return effect >= Effect::Joins; }

struct BuiltinInfo {
  Builtin builtin;
  /// "math.sin", "cuda.threadIdx.x", "abs"
  std::string_view name;
  Signature signature;
  Effect effect;
  std::string_view doc;
};
const BuiltinInfo &builtinInfo(Builtin builtin);
inline Effect effectOf(Builtin builtin) { return builtinInfo(builtin).effect; }
/// By canonical dotted name.
std::optional<Builtin> builtinByName(std::string_view name);
/// All rows, in the table's order.
std::vector<BuiltinInfo> allBuiltins();

} // namespace pyk2ptx

#endif
