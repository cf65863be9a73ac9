// What kernels may call and read by name: the rows of builtins.def.
#ifndef PYK2PTX_FRONTEND_TABLES_BUILTINS_H
#define PYK2PTX_FRONTEND_TABLES_BUILTINS_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyk2ptx {

/// A row. Only who names one reads their names: builtin_enum.h.
enum class Builtin : std::uint16_t;

/// How a builtin's operands and result are typed. "Real" is float32 or
/// float64; integers and bools given for a Real become weak floats.
enum class Signature : std::uint8_t {
  /// No call: an int32 of the row's range. cuda.threadIdx.x
  Register,
  /// Real -> the same Real
  Real,
  /// (Real, Real) -> the same Real
  Real2,
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
  /// A function of the prelude (prelude.h) by the last part of its name
  Prelude,
  /// As the row's Form says
  Form,
  /// As a function of library/ says
  By
};

/// What the arguments of a call are.
enum class Takes : std::uint8_t {
  Values,
  /// Values that may be None.
  Maybe,
  /// With arrays it is called once for each element.
  Elements,
  /// The same, and it may be told where its result goes.
  Ufunc,
  /// Values, and keywords that its function reads.
  Keywords,
  /// Values, or a generator.
  Generator,
  /// Its function reads the text of the call.
  Syntax
};

/// How the arguments of a row are given, and those of Signature::Form typed:
///   m  a lane mask: an integer, as uint32
///   i  an integer, as int32
///   t  an integer, as uint64
///   p  a predicate: any number, as bool
///   v  a number that lanes exchange: 32 or 64 bits
///   b  an integer of 32 or 64 bits
///   n  an integer as it is
///   r  an integer that a warp reduces: 32 bits
///   a  a shared array of uint64 of one axis, C-contiguous
///   x  the index of an element of the argument before
struct CallForm {
  const char *letters = "";
  /// Arguments from `least` on may be missing.
  std::uint16_t least = 0, most = 0;
  Takes takes = Takes::Values;
  /// The name by which argument number `most` may be given.
  const char *named = nullptr;
  enum class Result : std::uint8_t {
    None,
    Bool,
    I32,
    U32,
    I64,
    U64,
    /// The type of the second argument, which lanes exchange.
    Exchanged,
    /// The first argument's bits.
    Unsigned,
    MaskAndBool
  } result = Result::None;
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

/// The least sm and PTX ISA of a GPU; 0: every one has it.
struct Since {
  std::uint16_t sm = 0, ptx = 0;
};

/// What a register may be.
struct RegisterRange {
  std::int32_t low = 0, high = 0;
};

struct BuiltinInfo {
  Builtin builtin;
  /// "math.sin", "cuda.threadIdx.x", "abs"
  std::string_view name;
  Signature signature;
  CallForm form;
  RegisterRange range;
  Effect effect;
  Since since;
  std::string_view doc;
};
const BuiltinInfo &builtinInfo(Builtin builtin);
inline Effect effectOf(Builtin builtin) { return builtinInfo(builtin).effect; }
/// By canonical dotted name.
std::optional<Builtin> builtinByName(std::string_view name);
/// All rows, in the table's order.
std::vector<BuiltinInfo> allBuiltins();
/// The names of aliases.def.
std::vector<std::string_view> builtinAliases();

} // namespace pyk2ptx

#endif
