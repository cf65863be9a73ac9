// A colour is clamped to 0 .. 255 before it is stored, a position to the image,
// and then they become integers, of 64 bits in Python. That they fit in 32 is
// to be seen in the few instructions before. Interval arithmetic in float64,
// each bound one unit of the value's own type further out than computed: it was
// rounded there, and here.
#include "float_ranges.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pyk2ptx {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr unsigned furthest = 8;

FloatRange anything() { return {-infinity, infinity, true}; }

/// One unit of `type` further out.
FloatRange widened(FloatRange range, const llvm::Type *type) {
  if (type->isFloatTy())
    return {std::nextafter(static_cast<float>(range.low), -HUGE_VALF),
            std::nextafter(static_cast<float>(range.high), HUGE_VALF),
            range.isNanPossible};
  return {std::nextafter(range.low, -infinity),
          std::nextafter(range.high, infinity), range.isNanPossible};
}

bool isFinite(const FloatRange &range) {
  return std::isfinite(range.low) && std::isfinite(range.high);
}

FloatRange unite(const FloatRange &one, const FloatRange &other) {
  return {std::min(one.low, other.low), std::max(one.high, other.high),
          one.isNanPossible || other.isNanPossible};
}

/// Infinities cancel, or are multiplied by zero: nothing is known then.
FloatRange sum(const FloatRange &left, const FloatRange &right) {
  if (!isFinite(left) || !isFinite(right))
    return anything();
  return {left.low + right.low, left.high + right.high,
          left.isNanPossible || right.isNanPossible};
}
FloatRange product(const FloatRange &left, const FloatRange &right) {
  if (!isFinite(left) || !isFinite(right))
    return anything();
  auto [low, high] =
      std::minmax({left.low * right.low, left.low * right.high,
                   left.high * right.low, left.high * right.high});
  return {low, high, left.isNanPossible || right.isNanPossible};
}
FloatRange negated(const FloatRange &range) {
  return {-range.high, -range.low, range.isNanPossible};
}

/// Minima and maxima leave nan out where the other is a number.
FloatRange least(const FloatRange &left, const FloatRange &right) {
  double low = std::min(left.low, right.low);
  double high = std::min(left.high, right.high);
  if (left.isNanPossible)
    high = std::max(high, right.high);
  if (right.isNanPossible)
    high = std::max(high, left.high);
  return {low, high, left.isNanPossible && right.isNanPossible};
}

class Ranger {
public:
  explicit Ranger(const KnownRanges &integers) : integers_(integers) {}

  FloatRange of(const llvm::Value *value, unsigned depth) const {
    if (const auto *constant = llvm::dyn_cast<llvm::ConstantFP>(value))
      return ofConstant(*constant);
    const llvm::Type *type = value->getType();
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || depth == furthest ||
        (!type->isFloatTy() && !type->isDoubleTy()))
      return anything();
    if (const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(instruction))
      return ofCall(*call, depth);
    auto operand = [&](unsigned index) {
      return of(instruction->getOperand(index), depth + 1);
    };
    switch (instruction->getOpcode()) {
    case llvm::Instruction::SIToFP:
      return ofInteger(instruction->getOperand(0), true, type);
    case llvm::Instruction::UIToFP:
      return ofInteger(instruction->getOperand(0), false, type);
    case llvm::Instruction::FPExt:
      return operand(0);
    case llvm::Instruction::FPTrunc:
      return widened(operand(0), type);
    case llvm::Instruction::FNeg:
      return negated(operand(0));
    case llvm::Instruction::FAdd:
      return widened(sum(operand(0), operand(1)), type);
    case llvm::Instruction::FSub:
      return widened(sum(operand(0), negated(operand(1))), type);
    case llvm::Instruction::FMul:
      return widened(product(operand(0), operand(1)), type);
    case llvm::Instruction::Select:
      return unite(operand(1), operand(2));
    default:
      return anything();
    }
  }

private:
  static FloatRange ofConstant(const llvm::ConstantFP &constant) {
    llvm::APFloat value = constant.getValueAPF();
    bool isInexact = false;
    value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmTowardZero,
                  &isInexact);
    if (value.isNaN())
      return anything();
    double number = value.convertToDouble();
    return {number, number, false};
  }

  FloatRange ofInteger(const llvm::Value *value, bool isSigned,
                       const llvm::Type *type) const {
    llvm::ConstantRange range = integers_.of(value);
    llvm::APInt low = isSigned ? range.getSignedMin() : range.getUnsignedMin(),
                high = isSigned ? range.getSignedMax() : range.getUnsignedMax();
    FloatRange result{low.roundToDouble(isSigned), high.roundToDouble(isSigned),
                      false};
    constexpr unsigned exactBits = 24;
    bool isExact = low.getSignificantBits() <= exactBits &&
                   high.getSignificantBits() <= exactBits;
    return isExact ? result : widened(result, type);
  }

  FloatRange ofCall(const llvm::IntrinsicInst &call, unsigned depth) const {
    auto operand = [&](unsigned index) {
      return of(call.getArgOperand(index), depth + 1);
    };
    const llvm::Type *type = call.getType();
    switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::minnum:
    case llvm::Intrinsic::minimumnum:
      return least(operand(0), operand(1));
    case llvm::Intrinsic::maxnum:
    case llvm::Intrinsic::maximumnum:
      return negated(least(negated(operand(0)), negated(operand(1))));
    case llvm::Intrinsic::floor:
    case llvm::Intrinsic::ceil:
    case llvm::Intrinsic::trunc:
    case llvm::Intrinsic::rint:
    case llvm::Intrinsic::nearbyint:
    case llvm::Intrinsic::roundeven: {
      FloatRange range = operand(0);
      return {std::floor(range.low), std::ceil(range.high),
              range.isNanPossible};
    }
    case llvm::Intrinsic::fabs: {
      FloatRange range = operand(0);
      double most = std::max(std::fabs(range.low), std::fabs(range.high));
      return {0, most, range.isNanPossible};
    }
    case llvm::Intrinsic::fma:
      return widened(
          sum(widened(product(operand(0), operand(1)), type), operand(2)),
          type);
    default:
      return anything();
    }
  }

  const KnownRanges &integers_;
};

} // namespace

FloatRange floatRange(const llvm::Value *value, const KnownRanges &integers) {
  return Ranger(integers).of(value, 0);
}

} // namespace pyk2ptx
