// A colour is limited to 0 .. 255 and is an index of a histogram then; an angle
// is one of 36 directions. Of whole parts of floats nothing is known if nothing
// is known of the floats: each index keeps its guard, and `% 36` divides 64
// bits.
//
//   b = int(min(max(x * scale, 0), 255))           0 .. 255
//   slot = round(math.atan2(y, x) * 5.73) % 36     -18 .. 18, before the %
//
// Intervals as interval.h has them for integers, of which each operation's ends
// are moved out by more than what it may be rounded by, fused or not, by the
// most careless instruction that stands for it.
#include "real_ranges.h"

#include "frontend/tables/builtin_enum.h"
#include "frontend/tables/builtins.h"
#include "interval.h"

#include <cstdint>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Of a value, by which it may be off: eight units in the last place of a
/// float32, of which approximations have two.
constexpr double mostError = 0x1p-20;
constexpr unsigned deepest = 24;

FloatRange movedOut(const FloatRange &range) {
  auto margin = [](double end) {
    return std::fabs(end) * mostError + leastNormal;
  };
  return {range.low - margin(range.low), range.high + margin(range.high),
          range.isNanPossible};
}

FloatRange between(double low, double high) {
  return movedOut({low, high, true});
}

FloatRange magnitudeOf(const FloatRange &range) {
  double most = std::max(std::fabs(range.low), std::fabs(range.high));
  return {0, most, range.isNanPossible};
}

class RealRange {
public:
  explicit RealRange(const RealFacts &facts) : facts_(facts) {}

  FloatRange of(const Expr &expr) {
    bool isReal = expr.type == Type::of(Scalar::F32) ||
                  expr.type == Type::of(Scalar::F64);
    if (!isReal || depth_ == deepest)
      return anyFloat();
    ++depth_;
    FloatRange range = asType(expr.type, ofReal(expr));
    --depth_;
    return range;
  }

private:
  /// Each result is one of its type; none is left between two operations.
  static FloatRange asType(const Type &type, const FloatRange &range) {
    return type == Type::of(Scalar::F32) && !isNone(range) ? inFloat32(range)
                                                           : range;
  }

  FloatRange ofReal(const Expr &expr) {
    if (const auto *constant = std::get_if<Constant>(&expr.node))
      return ofConstant(constant->number);
    if (const auto *slot = std::get_if<SlotValue>(&expr.node))
      return slot->slot < facts_.slots.size() ? facts_.slots[slot->slot]
                                              : anyFloat();
    if (const auto *convert = std::get_if<Convert>(&expr.node))
      return ofConvert(*convert->operand);
    if (const auto *unary = std::get_if<Unary>(&expr.node))
      return unary->op == UnaryOp::Negative ? negated(of(*unary->operand))
                                            : anyFloat();
    if (const auto *binary = std::get_if<Binary>(&expr.node))
      return ofBinary(binary->op, of(*binary->left), of(*binary->right));
    if (const auto *fused = std::get_if<FusedMultiplyAdd>(&expr.node)) {
      // As if it were rounded: infinite where a product is.
      FloatRange factors =
          asType(expr.type,
                 ofBinary(BinaryOp::Mul, of(*fused->left), of(*fused->right)));
      return ofBinary(BinaryOp::Add, factors, of(*fused->addend));
    }
    if (const auto *choice = std::get_if<Select>(&expr.node))
      return unite(of(*choice->body), of(*choice->orElse));
    if (const auto *let = std::get_if<Let>(&expr.node))
      return of(*let->body);
    if (const auto *call = std::get_if<CallBuiltin>(&expr.node))
      return ofCall(*call);
    return anyFloat();
  }

  static FloatRange ofConstant(double number) {
    if (std::isnan(number))
      return anyFloat();
    FloatRange range{number, number, false};
    return std::fabs(number) < leastNormal ? unite(range, {0, 0, false})
                                           : range;
  }

  FloatRange ofConvert(const Expr &operand) {
    if (operand.type.isFloat())
      return movedOut(of(operand));
    if (!operand.type.isInteger() || operand.type == Type::of(Scalar::U64))
      return anyFloat();
    Interval range = facts_.ofInteger(operand);
    if (isEmpty(range))
      return noFloat();
    return movedOut({static_cast<double>(range.low),
                     static_cast<double>(range.high), false});
  }

  static FloatRange ofBinary(BinaryOp op, const FloatRange &left,
                             const FloatRange &right) {
    if (isNone(left) || isNone(right))
      return noFloat();
    switch (op) {
    case BinaryOp::Add:
      return movedOut(sum(left, right));
    case BinaryOp::Sub:
      return movedOut(sum(left, negated(right)));
    case BinaryOp::Mul:
      return movedOut(product(left, right));
    case BinaryOp::TrueDiv:
      return movedOut(quotient(left, right));
    case BinaryOp::Mod:
      return movedOut(unite(right, {0, 0, true}));
    case BinaryOp::Min:
      return least(left, right);
    case BinaryOp::Max:
      return negated(least(negated(left), negated(right)));
    default:
      return anyFloat();
    }
  }

  FloatRange ofCall(const CallBuiltin &call) {
    constexpr double pi = 3.14159265358979323846;
    FloatRange first = of(*call.args[0]);
    if (isNone(first))
      return noFloat();
    switch (call.builtin) {
    case Builtin::Atan2:
      return between(-pi, pi);
    case Builtin::Atan:
    case Builtin::Asin:
      return between(-pi / 2, pi / 2);
    case Builtin::Acos:
      return between(0, pi);
    case Builtin::Sin:
    case Builtin::Cos:
    case Builtin::Tanh:
    case Builtin::Erf:
      return between(-1, 1);
    case Builtin::Abs:
    case Builtin::Fabs:
      return magnitudeOf(first);
    case Builtin::FloorReal:
    case Builtin::CeilReal:
    case Builtin::TruncReal:
    case Builtin::RoundReal: {
      auto *round = roundingOf(call.builtin);
      return {round(first.low), round(first.high), first.isNanPossible};
    }
    default:
      return anyFloat();
    }
  }

  const RealFacts &facts_;
  unsigned depth_ = 0;
};

} // namespace

FloatRange realRange(const Expr &expr, const RealFacts &facts) {
  return RealRange(facts).of(expr);
}

Interval wholePartOf(const FloatRange &range, double (*round)(double)) {
  if (isNone(range))
    return nothing;
  constexpr double end = 0x1p62;
  double low = round(range.low), high = round(range.high);
  if (!(low >= -end && high <= end))
    return whole;
  return unite(
      {static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)},
      Interval{0, 0});
}

ExprPtr *realOperandOf(Expr &expr) {
  ExprPtr *operand = nullptr;
  if (auto *convert = std::get_if<Convert>(&expr.node))
    operand = &convert->operand;
  else if (auto *call = std::get_if<CallBuiltin>(&expr.node);
           call && builtinInfo(call->builtin).signature == Signature::RealToInt)
    operand = &call->args[0];
  bool isOne = operand && expr.type.isInteger() && (*operand)->type.isFloat();
  return isOne ? operand : nullptr;
}

double (*roundingOf(Builtin builtin))(double) {
  switch (builtin) {
  case Builtin::Floor:
  case Builtin::FloorReal:
    return [](double x) { return std::floor(x); };
  case Builtin::Ceil:
  case Builtin::CeilReal:
    return [](double x) { return std::ceil(x); };
  case Builtin::RoundInt:
  case Builtin::RoundReal:
    return [](double x) { return std::nearbyint(x); };
  default:
    return [](double x) { return std::trunc(x); };
  }
}

} // namespace pyk2ptx
