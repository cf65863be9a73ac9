// 16-bit floats: float16 and bfloat16 meet other numbers as floats do, their
// functions are computed in float32 and rounded, and cuda.fp16 and cuda.bf16
// have names of their own for all of it.
#include "half.h"

#include "builtin.h"
#include "cuda.h"
#include "frontend/emit/emitter.h"
#include "frontend/evaluate/prelude.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/values/arguments.h"
#include "frontend/values/array.h"
#include "frontend/values/iterate.h"
#include "frontend/values/tuple.h"
#include "half_conversions.h"
#include "numpy.h"

#include <limits>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

Type computedIn(const Type &type) {
  return type.isHalf() ? Type::of(Scalar::F32) : type;
}

namespace {

/// What a name of cuda.fp16 or cuda.bf16 stands for.
enum class HalfForm : std::uint8_t {
  /// An operator; Rectified: not below 0; Saturated: between 0 and 1.
  Binary,
  BinarySaturated,
  Fma,
  FmaSaturated,
  FmaRectified,
  /// A function of floats: `builtin`.
  Function,
  Negative,
  Abs,
  /// 1 / x, 1 / sqrt(x), 10 ** x
  Reciprocal,
  ReciprocalRoot,
  PowerOfTen,
  /// 1, -1 or 0: of infinity, its negative and others.
  SignedInfinity,
  /// `compare`; Unordered: or one is nan. NotEqualOrdered: neither is.
  Compare,
  Unordered,
  NotEqualOrdered,
  Min,
  Max,
  MinNan,
  MaxNan
};

struct HalfName {
  const char *name;
  HalfForm form;
  BinaryOp op = BinaryOp::Add;
  Builtin builtin = Builtin::Sin;
  CompareOp compare = CompareOp::Equal;
  /// Of cuda.bf16 only.
  bool isBrain = false;
};

/// Whose name it is.
constexpr bool Both = false;
constexpr bool Bf16 = true;

constexpr HalfName halfNames[] = {
#define HALF(name, form, whose)                                                \
  {name, HalfForm::form, BinaryOp::Add, Builtin::Sin, CompareOp::Equal, whose},
#define HALF_BINARY(name, form, op, whose)                                     \
  {name, HalfForm::form, BinaryOp::op, Builtin::Sin, CompareOp::Equal, whose},
#define HALF_FUNCTION(name, builtin, whose)                                    \
  {                                                                            \
      name,                                                                    \
      HalfForm::Function,                                                      \
      BinaryOp::Add,                                                           \
      Builtin::builtin,                                                        \
      CompareOp::Equal,                                                        \
      whose},
#define HALF_COMPARE(name, form, op, whose)                                    \
  {name, HalfForm::form, BinaryOp::Add, Builtin::Sin, CompareOp::op, whose},
#include "frontend/tables/half.def"
#undef HALF
#undef HALF_BINARY
#undef HALF_FUNCTION
#undef HALF_COMPARE
};

constexpr std::string_view prefixes[] = {"cuda.fp16.", "cuda.bf16."};

const HalfName *halfByName(const std::string &path, Type &type) {
  bool isBrain = path.starts_with(prefixes[1]);
  if (!isBrain && !path.starts_with(prefixes[0]))
    return nullptr;
  type = Type::of(isBrain ? Scalar::BF16 : Scalar::F16);
  std::string_view name = std::string_view(path).substr(prefixes[0].size());
  // CUDA's own names, which are the same for both types.
  bool isRaw = name.starts_with("__h");
  if (isRaw)
    name.remove_prefix(2);
  for (const HalfName &row : halfNames) {
    bool isSign = row.form == HalfForm::SignedInfinity;
    bool isOther = row.builtin == Builtin::IsInf && isRaw;
    if (name == row.name && (isBrain || isRaw || !row.isBrain) &&
        isSign <= isRaw && !isOther)
      return &row;
  }
  return nullptr;
}

std::size_t arity(HalfForm form) {
  switch (form) {
  case HalfForm::Fma:
  case HalfForm::FmaSaturated:
  case HalfForm::FmaRectified:
    return 3;
  case HalfForm::Function:
  case HalfForm::SignedInfinity:
  case HalfForm::Negative:
  case HalfForm::Abs:
  case HalfForm::Reciprocal:
  case HalfForm::ReciprocalRoot:
  case HalfForm::PowerOfTen:
    return 1;
  default:
    return 2;
  }
}

Operand numberOf(double value, SourceRange range) {
  return Operand::ofValue(Value::of(Number::ofFloat(value)), range);
}

} // namespace

/// The conversion that a name of cuda.fp16 or cuda.bf16 stands for.
static std::optional<BrainConversion> conversionOf(const std::string &path) {
  bool isBrain = path.starts_with(prefixes[1]);
  if (!isBrain && !path.starts_with(prefixes[0]))
    return std::nullopt;
  std::string_view name = std::string_view(path).substr(prefixes[0].size());
  if (name.starts_with("__"))
    return rawConversion(name.substr(2), isBrain ? Scalar::BF16 : Scalar::F16);
  return isBrain ? brainConversion(name) : std::nullopt;
}

bool isHalfName(const std::string &path) {
  Type type;
  if (conversionOf(path))
    return true;
  return path == "cuda.fp16" || path == "cuda.bf16" ||
         halfByName(path, type) != nullptr;
}

/// Of one argument: `function` is a row of halfNames.
static Operand halfUnary(Emitter &e, int function, const Type &half,
                         Operand arg, SourceRange range) {
  const HalfName &row = halfNames[function];
  Type single = Type::of(Scalar::F32);
  auto rounded = [&](Operand value) {
    return Operand::ofExpr(e.convert(e.materialize(std::move(value)), half));
  };
  std::vector<Operand> args;
  switch (row.form) {
  case HalfForm::SignedInfinity: {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::vector<ir::Let> lets;
    Operand x = e.once(std::move(arg), lets);
    Operand above = e.compareTwo(CompareOp::Equal, again(x),
                                 numberOf(infinity, range), range);
    Operand below = e.compareTwo(CompareOp::Equal, again(x),
                                 numberOf(-infinity, range), range);
    return finished(
        e,
        intBinary(e, BinaryOp::Sub, std::move(above), std::move(below), range),
        std::move(lets));
  }
  case HalfForm::Negative:
    return e.unaryOperation(UnaryOp::Negative, std::move(arg), range);
  case HalfForm::Abs:
    return callAbs(e, std::move(arg), range);
  case HalfForm::Reciprocal:
    return e.binaryOperation(BinaryOp::TrueDiv, numberOf(1, range),
                             std::move(arg), range);
  case HalfForm::ReciprocalRoot:
    args.push_back(
        Operand::ofExpr(e.convert(e.materialize(std::move(arg)), single)));
    return rounded(e.binaryOperation(
        BinaryOp::TrueDiv, numberOf(1, range),
        e.callReal(Builtin::Sqrt, std::move(args), range), range));
  case HalfForm::PowerOfTen:
    return e.callReal(Builtin::MathPow,
                      listOf(numberOf(10, range), std::move(arg)), range);
  default:
    args.push_back(std::move(arg));
    return e.callReal(row.builtin, std::move(args), range);
  }
}

/// One of cuda.bf16's conversions.
static Operand converted(Emitter &e, const BrainConversion &conversion,
                         Operand arg, SourceRange range) {
  ir::ExprPtr value = convertBrain(conversion, e.materialize(std::move(arg)));
  if (!leavesBits(conversion))
    return Operand::ofExpr(std::move(value));
  bool isBrain = conversion.to.scalar == Scalar::BF16;
  std::vector<Operand> bits;
  bits.push_back(Operand::ofExpr(std::move(value)));
  bits.push_back(Operand::ofValue(
      Value::of(Number::ofInt(static_cast<int>(conversion.rounding))), range));
  Operand rounded =
      e.callInstance(preludeFunction(isBrain ? "round_bits" : "round_half"),
                     std::move(bits), std::nullopt, range);
  if (rounded.isError)
    return rounded;
  if (!isBrain)
    return Operand::ofExpr(
        e.convert(e.materialize(std::move(rounded)), conversion.to));
  return Operand::ofExpr(brainOfBits(e.materialize(std::move(rounded))));
}

/// A function of both 16-bit floats, whose arguments are of type `half`.
static Operand computed(Emitter &e, const HalfName &row, const Type &half,
                        std::vector<Operand> args, SourceRange range) {
  auto notAbove = [&](Operand value, double least) {
    Operand raised = e.minMax(
        false, listOf(std::move(value), numberOf(least, range)), range);
    return e.minMax(true, listOf(std::move(raised), numberOf(1, range)), range);
  };
  switch (row.form) {
  case HalfForm::Binary:
    return e.binaryOperation(row.op, std::move(args[0]), std::move(args[1]),
                             range);
  case HalfForm::BinarySaturated:
    return notAbove(e.binaryOperation(row.op, std::move(args[0]),
                                      std::move(args[1]), range),
                    0);
  case HalfForm::Fma:
    return callFma(e, std::move(args), range);
  case HalfForm::FmaSaturated:
    return notAbove(callFma(e, std::move(args), range), 0);
  case HalfForm::FmaRectified:
    return numpyExtreme(
        e, Builtin::NpMaximum,
        listOf(callFma(e, std::move(args), range), numberOf(0, range)), range);
  case HalfForm::Compare:
    return e.compareTwo(row.compare, std::move(args[0]), std::move(args[1]),
                        range);
  case HalfForm::Unordered:
  case HalfForm::NotEqualOrdered: {
    // Unordered is what the opposite, which nan never is, does not hold for.
    bool isOrdered = row.form == HalfForm::NotEqualOrdered;
    Operand result =
        isOrdered || row.compare == CompareOp::NotEqual
            ? callArrayFunction(e, "half_differ", std::move(args), range)
            : e.compareTwo(row.compare, std::move(args[0]), std::move(args[1]),
                           range);
    return isOrdered ? std::move(result)
                     : negation(e, std::move(result), range);
  }
  case HalfForm::Min:
  case HalfForm::Max:
    return e.minMax(row.form == HalfForm::Min, std::move(args), range);
  case HalfForm::MinNan:
  case HalfForm::MaxNan:
    return numpyExtreme(e,
                        row.form == HalfForm::MinNan ? Builtin::NpMinimum
                                                     : Builtin::NpMaximum,
                        std::move(args), range);
  default:
    return halfUnary(e, static_cast<int>(&row - halfNames), half,
                     std::move(args[0]), range);
  }
}

std::optional<Operand> callHalf(Emitter &e, const std::string &path,
                                const Call &node, SourceRange range) {
  Type half;
  const HalfName *row = halfByName(path, half);
  std::optional<BrainConversion> conversion = conversionOf(path);
  if (!row && !conversion)
    return std::nullopt;
  if (conversion)
    half = conversion->from;
  std::size_t count = conversion ? 1 : arity(row->form);
  std::optional<std::vector<Operand>> given =
      positionalArguments(e, path, node, count, count, range);
  if (!given)
    return Operand::error(range);
  std::vector<Operand> args;
  for (Operand &arg : *given) {
    Type type = arg.isScalar() ? e.typeOf(arg) : Type::error();
    bool isInt = type.isInteger() || type.isBool();
    bool fits = half.isInteger()
                    ? isInt
                    : type.isScalar() && *e.arithmeticType(half, type) == half;
    if (!fits) {
      e.diagnostics().emit(arg.range, diag::ArgumentType,
                           static_cast<Integer>(args.size() + 1), path,
                           "`" + spell(half) + "`", e.describe(arg));
      return Operand::error(range);
    }
    args.push_back(
        Operand::ofExpr(e.convert(e.materialize(std::move(arg)), half)));
  }
  return conversion ? converted(e, *conversion, std::move(args[0]), range)
                    : computed(e, *row, half, std::move(args), range);
}

} // namespace pyk2ptx
