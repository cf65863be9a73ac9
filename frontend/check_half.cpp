// 16-bit floats: float16 and bfloat16 meet other numbers as floats do, their
// functions are computed in float32 and rounded, and cuda.fp16 and cuda.bf16
// have names of their own for all of it.
#include "checker.h"
#include "half_conversions.h"
#include "prelude.h"

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

constexpr HalfName binaryName(const char *name, BinaryOp op,
                              bool isBrain = false,
                              HalfForm form = HalfForm::Binary) {
  return {name, form, op, Builtin::Sin, CompareOp::Equal, isBrain};
}
constexpr HalfName functionName(const char *name, Builtin builtin,
                                bool isBrain = false) {
  return {name,    HalfForm::Function, BinaryOp::Add,
          builtin, CompareOp::Equal,   isBrain};
}
/// Of an unordered comparison: what must not hold.
constexpr HalfName compareName(const char *name, CompareOp op,
                               HalfForm form = HalfForm::Compare) {
  return {name,         form, BinaryOp::Add,
          Builtin::Sin, op,   form == HalfForm::Unordered};
}
constexpr HalfName otherName(const char *name, HalfForm form,
                             bool isBrain = false) {
  return {name, form, BinaryOp::Add, Builtin::Sin, CompareOp::Equal, isBrain};
}

constexpr HalfName halfNames[] = {
    binaryName("hadd", BinaryOp::Add),
    binaryName("hsub", BinaryOp::Sub),
    binaryName("hmul", BinaryOp::Mul),
    binaryName("hdiv", BinaryOp::TrueDiv),
    binaryName("hadd_rn", BinaryOp::Add, true),
    binaryName("hsub_rn", BinaryOp::Sub, true),
    binaryName("hmul_rn", BinaryOp::Mul, true),
    binaryName("hadd_sat", BinaryOp::Add, true, HalfForm::BinarySaturated),
    binaryName("hsub_sat", BinaryOp::Sub, true, HalfForm::BinarySaturated),
    binaryName("hmul_sat", BinaryOp::Mul, true, HalfForm::BinarySaturated),
    otherName("hfma", HalfForm::Fma),
    otherName("hfma_sat", HalfForm::FmaSaturated, true),
    otherName("hfma_relu", HalfForm::FmaRectified, true),
    otherName("hneg", HalfForm::Negative),
    otherName("habs", HalfForm::Abs),
    otherName("hrcp", HalfForm::Reciprocal),
    otherName("hrsqrt", HalfForm::ReciprocalRoot),
    otherName("hexp10", HalfForm::PowerOfTen),
    functionName("hsin", Builtin::Sin),
    functionName("hcos", Builtin::Cos),
    functionName("hlog", Builtin::Log),
    functionName("hlog10", Builtin::Log10),
    functionName("hlog2", Builtin::Log2),
    functionName("hexp", Builtin::Exp),
    functionName("hexp2", Builtin::Exp2),
    functionName("hfloor", Builtin::FloorReal),
    functionName("hceil", Builtin::CeilReal),
    functionName("hrint", Builtin::RoundReal),
    functionName("htrunc", Builtin::TruncReal),
    functionName("hsqrt", Builtin::Sqrt),
    functionName("htanh", Builtin::Tanh),
    functionName("htanh_approx", Builtin::Tanh, true),
    functionName("hisnan", Builtin::IsNan, true),
    functionName("hisinf", Builtin::IsInf, true),
    compareName("heq", CompareOp::Equal),
    otherName("hne", HalfForm::NotEqualOrdered),
    compareName("hgt", CompareOp::Greater),
    compareName("hge", CompareOp::GreaterEqual),
    compareName("hlt", CompareOp::Less),
    compareName("hle", CompareOp::LessEqual),
    {"hneu", HalfForm::Compare, BinaryOp::Add, Builtin::Sin,
     CompareOp::NotEqual, true},
    {"hequ", HalfForm::Unordered, BinaryOp::Add, Builtin::Sin,
     CompareOp::NotEqual, true},
    compareName("hgtu", CompareOp::LessEqual, HalfForm::Unordered),
    compareName("hgeu", CompareOp::Less, HalfForm::Unordered),
    compareName("hltu", CompareOp::GreaterEqual, HalfForm::Unordered),
    compareName("hleu", CompareOp::Greater, HalfForm::Unordered),
    otherName("hisinf", HalfForm::SignedInfinity, true),
    otherName("hmax", HalfForm::Max),
    otherName("hmin", HalfForm::Min),
    otherName("hmax_nan", HalfForm::MaxNan, true),
    otherName("hmin_nan", HalfForm::MinNan, true),
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
Operand FunctionChecker::halfUnary(int function, const Type &half, Operand arg,
                                   SourceRange range) {
  const HalfName &row = halfNames[function];
  Type single = Type::of(Scalar::F32);
  auto rounded = [&](Operand value) {
    return Operand::ofExpr(convert(materialize(std::move(value)), half));
  };
  std::vector<Operand> args;
  switch (row.form) {
  case HalfForm::SignedInfinity: {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::vector<ir::Let> lets;
    Operand x = once(std::move(arg), lets);
    Operand above = compareTwo(CompareOp::Equal, again(x),
                               numberOf(infinity, range), range);
    Operand below = compareTwo(CompareOp::Equal, again(x),
                               numberOf(-infinity, range), range);
    return finished(
        intBinary(BinaryOp::Sub, std::move(above), std::move(below), range),
        std::move(lets));
  }
  case HalfForm::Negative:
    return unaryOperation(UnaryOp::Negative, std::move(arg), range);
  case HalfForm::Abs:
    return callAbs(std::move(arg), range);
  case HalfForm::Reciprocal:
    return binaryOperation(BinaryOp::TrueDiv, numberOf(1, range),
                           std::move(arg), range);
  case HalfForm::ReciprocalRoot:
    args.push_back(
        Operand::ofExpr(convert(materialize(std::move(arg)), single)));
    return rounded(binaryOperation(
        BinaryOp::TrueDiv, numberOf(1, range),
        callReal(Builtin::Sqrt, std::move(args), range), range));
  case HalfForm::PowerOfTen:
    return callReal(Builtin::MathPow,
                    listOf(numberOf(10, range), std::move(arg)), range);
  default:
    args.push_back(std::move(arg));
    return callReal(row.builtin, std::move(args), range);
  }
}

std::optional<Operand> FunctionChecker::callHalf(const std::string &path,
                                                 const Call &node,
                                                 SourceRange range) {
  Type half;
  const HalfName *row = halfByName(path, half);
  std::optional<BrainConversion> conversion = conversionOf(path);
  if (!row && !conversion)
    return std::nullopt;
  if (conversion)
    half = conversion->from;
  std::size_t count = conversion ? 1 : arity(row->form);
  std::optional<std::vector<Operand>> given =
      positionalArguments(path, node, count, count, range);
  if (!given)
    return Operand::error(range);
  std::vector<Operand> args;
  for (Operand &arg : *given) {
    Type type = arg.isScalar() ? typeOf(arg) : Type::error();
    bool isInt = type.isInteger() || type.isBool();
    bool fits = half.isInteger()
                    ? isInt
                    : type.isScalar() && *arithmeticType(half, type) == half;
    if (!fits) {
      diagnostics().emit(arg.range, diag::ArgumentType,
                         static_cast<Integer>(args.size() + 1), path,
                         "`" + spell(half) + "`", describe(arg));
      return Operand::error(range);
    }
    args.push_back(Operand::ofExpr(convert(materialize(std::move(arg)), half)));
  }
  if (conversion) {
    ir::ExprPtr value =
        convertBrain(*conversion, materialize(std::move(args[0])));
    if (!leavesBits(*conversion))
      return Operand::ofExpr(std::move(value));
    bool isBrain = conversion->to.scalar == Scalar::BF16;
    std::vector<Operand> bits;
    bits.push_back(Operand::ofExpr(std::move(value)));
    bits.push_back(Operand::ofValue(
        Value::of(Number::ofInt(static_cast<int>(conversion->rounding))),
        range));
    Operand rounded =
        callInstance(preludeFunction(isBrain ? "round_bits" : "round_half"),
                     std::move(bits), std::nullopt, range);
    if (rounded.isError)
      return rounded;
    if (!isBrain)
      return Operand::ofExpr(
          convert(materialize(std::move(rounded)), conversion->to));
    return Operand::ofExpr(brainOfBits(materialize(std::move(rounded))));
  }
  auto notAbove = [&](Operand value, double least) {
    Operand raised =
        minMax(false, listOf(std::move(value), numberOf(least, range)), range);
    return minMax(true, listOf(std::move(raised), numberOf(1, range)), range);
  };
  switch (row->form) {
  case HalfForm::Binary:
    return binaryOperation(row->op, std::move(args[0]), std::move(args[1]),
                           range);
  case HalfForm::BinarySaturated:
    return notAbove(
        binaryOperation(row->op, std::move(args[0]), std::move(args[1]), range),
        0);
  case HalfForm::Fma:
    return callFma(std::move(args), range);
  case HalfForm::FmaSaturated:
    return notAbove(callFma(std::move(args), range), 0);
  case HalfForm::FmaRectified:
    return numpyExtreme(
        Builtin::NpMaximum,
        listOf(callFma(std::move(args), range), numberOf(0, range)), range);
  case HalfForm::Compare:
    return compareTwo(row->compare, std::move(args[0]), std::move(args[1]),
                      range);
  case HalfForm::Unordered:
  case HalfForm::NotEqualOrdered: {
    std::vector<ir::Let> lets;
    Operand x = once(std::move(args[0]), lets);
    Operand y = once(std::move(args[1]), lets);
    if (row->form == HalfForm::NotEqualOrdered) {
      Operand below = compareTwo(CompareOp::Less, again(x), again(y), range);
      Operand above = compareTwo(CompareOp::Greater, again(x), again(y), range);
      return finished(
          bothTrue(false, std::move(below), std::move(above), range),
          std::move(lets));
    }
    // x != y holds for nan too, so equality is neither below nor above.
    if (row->compare == CompareOp::NotEqual) {
      Operand below = compareTwo(CompareOp::Less, again(x), again(y), range);
      Operand above = compareTwo(CompareOp::Greater, again(x), again(y), range);
      Operand differ =
          bothTrue(false, std::move(below), std::move(above), range);
      return finished(negation(std::move(differ), range), std::move(lets));
    }
    Operand opposite = compareTwo(row->compare, again(x), again(y), range);
    return finished(negation(std::move(opposite), range), std::move(lets));
  }
  case HalfForm::Min:
  case HalfForm::Max:
    return minMax(row->form == HalfForm::Min, std::move(args), range);
  case HalfForm::MinNan:
  case HalfForm::MaxNan:
    return numpyExtreme(row->form == HalfForm::MinNan ? Builtin::NpMinimum
                                                      : Builtin::NpMaximum,
                        std::move(args), range);
  default:
    return halfUnary(static_cast<int>(row - halfNames), half,
                     std::move(args[0]), range);
  }
}

} // namespace pyk2ptx
