// A colour is clamped to 0 .. 255 before it is stored, a position to the image,
// and then they become integers, of 64 bits in Python. That they fit in 32 is
// to be seen in how they were computed. Interval arithmetic in float64, each
// bound one unit of the value's own type further out than computed: it was
// rounded there, and here. What loops carry around may be anything.
//
// What is left of a number without its whole part is less than one, which
// intervals do not say: weights of a pixel's neighbours are so computed,
//
//   x0 = int(math.floor(x));  fx = x - x0
//
// And a place beside a picture is left out before it is one:
//
//   if u < 0 or u >= columns - 1: continue
//   k = int(u)
//
// Where subnormal numbers are flushed, a number next to zero may be zero.
#include "float_ranges.h"

#include "compiler/target/conditions.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pyk2ptx {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Values behind each other that are followed: the stack ends somewhere.
constexpr unsigned furthest = 64;
/// Blocks above one that are asked for their conditions.
constexpr unsigned mostDominators = 32;
/// And how deep it is looked for what they say of what a value is made of.
constexpr unsigned mostParts = 3;
/// A number without its whole part. A product that is not rounded before that
/// is subtracted (fma) lies half a unit of its last place further out, if the
/// product is no larger than this.
constexpr double mostFraction = 2, mostProduct = 1 << 22;

/// One unit of `type` further out.
FloatRange widened(FloatRange range, const llvm::Type *type) {
  if (type->isFloatTy())
    return {std::nextafter(static_cast<float>(range.low), -HUGE_VALF),
            std::nextafter(static_cast<float>(range.high), HUGE_VALF),
            range.isNanPossible};
  return {std::nextafter(range.low, -infinity),
          std::nextafter(range.high, infinity), range.isNanPossible};
}

/// What an instruction that flushes takes it for, or makes of it.
FloatRange flushed(FloatRange range) {
  if (range.low > 0 && range.low < leastNormal)
    range.low = 0;
  if (range.high < 0 && range.high > -leastNormal)
    range.high = 0;
  return range;
}

/// What is compared with the bounds is flushed, too: they are further out.
FloatRange unflushed(FloatRange range) {
  if (std::fabs(range.low) < leastNormal)
    range.low = -leastNormal;
  if (std::fabs(range.high) < leastNormal)
    range.high = leastNormal;
  return range;
}

FloatRange ofConstant(const llvm::ConstantFP &constant) {
  llvm::APFloat value = constant.getValueAPF();
  bool isInexact = false;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmTowardZero,
                &isInexact);
  if (value.isNaN())
    return anyFloat();
  double number = value.convertToDouble();
  return {number, number, false};
}

/// What is both; nobody comes where nothing is.
FloatRange both(const FloatRange &one, const FloatRange &other) {
  FloatRange range{std::max(one.low, other.low), std::min(one.high, other.high),
                   one.isNanPossible && other.isNanPossible};
  return range.low <= range.high ? range : one;
}

FloatRange rounded(const FloatRange &range) {
  return {std::floor(range.low), std::ceil(range.high), range.isNanPossible};
}

/// Whether it rounds to integers.
bool isRounding(llvm::Intrinsic::ID id) {
  switch (id) {
  case llvm::Intrinsic::floor:
  case llvm::Intrinsic::ceil:
  case llvm::Intrinsic::trunc:
  case llvm::Intrinsic::rint:
  case llvm::Intrinsic::nearbyint:
  case llvm::Intrinsic::roundeven:
    return true;
  default:
    return false;
  }
}

} // namespace

FloatRanges::FloatRanges(const KnownRanges &integers)
    : integers_(integers),
      isFlushing_(integers.dominators().getRoot()->getParent()->getDenormalMode(
                      llvm::APFloat::IEEEsingle()) !=
                  llvm::DenormalMode::getIEEE()) {}

FloatRange FloatRanges::of(const llvm::Value *value) {
  if (const auto *constant = llvm::dyn_cast<llvm::ConstantFP>(value))
    return ofConstant(*constant);
  const llvm::Type *type = value->getType();
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (!instruction || depth_ == furthest ||
      (!type->isFloatTy() && !type->isDoubleTy()))
    return anyFloat();
  // What leads back to itself may be anything there.
  auto [entry, isNew] = known_.try_emplace(value, anyFloat());
  if (!isNew)
    return entry->second;
  ++depth_;
  FloatRange range =
      compute(*instruction, [&](const llvm::Value *part) { return of(part); });
  --depth_;
  known_.insert_or_assign(value, range);
  return range;
}

/// Where its operands are as `ofPart` says.
FloatRange FloatRanges::compute(const llvm::Instruction &instruction,
                                OfPart ofPart) {
  auto flushedPart = [&](const llvm::Value *part) {
    FloatRange range = ofPart(part);
    return part->getType()->isFloatTy() ? flushed(range) : range;
  };
  if (!isFlushing_)
    return computeExactly(instruction, ofPart);
  FloatRange range = computeExactly(instruction, flushedPart);
  return instruction.getType()->isFloatTy() ? flushed(range) : range;
}

FloatRange FloatRanges::computeExactly(const llvm::Instruction &instruction,
                                       OfPart ofPart) {
  if (const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return ofCall(*call, ofPart);
  const llvm::Type *type = instruction.getType();
  auto operand = [&](unsigned index) {
    return ofPart(instruction.getOperand(index));
  };
  switch (instruction.getOpcode()) {
  case llvm::Instruction::SIToFP:
    return ofInteger(instruction.getOperand(0), true, type);
  case llvm::Instruction::UIToFP:
    return ofInteger(instruction.getOperand(0), false, type);
  case llvm::Instruction::FPExt:
    return operand(0);
  case llvm::Instruction::FPTrunc:
    return widened(operand(0), type);
  case llvm::Instruction::FNeg:
    return negated(operand(0));
  case llvm::Instruction::FAdd:
    return widened(sum(operand(0), operand(1)), type);
  case llvm::Instruction::FSub:
    if (isWholePart(instruction.getOperand(1), instruction.getOperand(0)))
      return {-mostFraction, mostFraction, operand(0).isNanPossible};
    return widened(sum(operand(0), negated(operand(1))), type);
  case llvm::Instruction::FMul:
    return widened(product(operand(0), operand(1)), type);
  case llvm::Instruction::FDiv:
    return widened(quotient(operand(0), operand(1)), type);
  case llvm::Instruction::Select:
    return unite(operand(1), operand(2));
  case llvm::Instruction::PHI: {
    FloatRange range = operand(0);
    for (unsigned i = 1; i < instruction.getNumOperands(); ++i)
      range = unite(range, operand(i));
    return range;
  }
  default:
    return anyFloat();
  }
}

/// Whether `part` is the finite number `whole`, rounded to an integer.
bool FloatRanges::isWholePart(const llvm::Value *part,
                              const llvm::Value *whole) {
  FloatRange range = of(whole);
  const auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(whole);
  bool isProduct =
      operation && operation->getOpcode() == llvm::Instruction::FMul;
  if (!isFinite(range) ||
      (isProduct && (range.low < -mostProduct || range.high > mostProduct)))
    return false;
  if (llvm::isa<llvm::SIToFPInst, llvm::UIToFPInst>(part)) {
    const auto *conversion = llvm::dyn_cast<llvm::IntrinsicInst>(
        llvm::cast<llvm::CastInst>(part)->getOperand(0));
    bool isSigned = llvm::isa<llvm::SIToFPInst>(part);
    if (!conversion || conversion->getIntrinsicID() !=
                           (isSigned ? llvm::Intrinsic::fptosi_sat
                                     : llvm::Intrinsic::fptoui_sat))
      return false;
    // Others saturate, and nan is 0, as good a number as any.
    unsigned bits = conversion->getType()->getIntegerBitWidth() - isSigned;
    double most = std::ldexp(1.0, static_cast<int>(bits) - 1);
    if (range.high > most || range.low < (isSigned ? -most : 0))
      return false;
    part = conversion->getArgOperand(0);
    if (part == whole)
      return true;
  }
  const auto *rounding = llvm::dyn_cast<llvm::IntrinsicInst>(part);
  return rounding && isRounding(rounding->getIntrinsicID()) &&
         rounding->getArgOperand(0) == whole;
}

namespace {

/// Of a value of `range` that is as `predicate` says beside what `other` may
/// be.
FloatRange limited(FloatRange range, llvm::CmpInst::Predicate predicate,
                   const FloatRange &other) {
  // Of no number nothing follows where it would do as well.
  if (llvm::CmpInst::isUnordered(predicate) && other.isNanPossible)
    return range;
  if (llvm::CmpInst::isOrdered(predicate))
    range.isNanPossible = false;
  FloatRange nearer = range;
  using P = llvm::CmpInst::Predicate;
  bool isEqual = predicate == P::FCMP_OEQ || predicate == P::FCMP_UEQ;
  if (isEqual || predicate == P::FCMP_OLT || predicate == P::FCMP_ULT ||
      predicate == P::FCMP_OLE || predicate == P::FCMP_ULE)
    nearer.high = std::min(range.high, other.high);
  if (isEqual || predicate == P::FCMP_OGT || predicate == P::FCMP_UGT ||
      predicate == P::FCMP_OGE || predicate == P::FCMP_UGE)
    nearer.low = std::max(range.low, other.low);
  // Where there is none, nobody comes.
  return nearer.low <= nearer.high ? nearer : range;
}

bool isMagnitude(const llvm::Value &magnitude, const llvm::Value *of) {
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&magnitude);
  return call && call->getIntrinsicID() == llvm::Intrinsic::fabs &&
         call->getArgOperand(0) == of;
}

FloatRange anyMagnitude() {
  return {0, std::numeric_limits<double>::infinity(), true};
}

/// Of what has such a magnitude.
FloatRange around(const FloatRange &magnitude) {
  return {-magnitude.high, magnitude.high, magnitude.isNanPossible};
}

} // namespace

/// Of what something is compared with.
FloatRange FloatRanges::boundsOf(const llvm::Value *value) {
  FloatRange range = of(value);
  return isFlushing_ && value->getType()->isFloatTy() ? unflushed(range)
                                                      : range;
}

FloatRange FloatRanges::within(const llvm::Value *value,
                               const llvm::BasicBlock &block) {
  return within(value, block, mostParts);
}

/// `parts`: how far to look at what it is made of.
FloatRange FloatRanges::within(const llvm::Value *value,
                               const llvm::BasicBlock &block, unsigned parts) {
  FloatRange range = of(value);
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
  // What loops carry around was computed of what they were before.
  if (instruction && parts > 0 && !llvm::isa<llvm::PHINode>(value))
    range = both(range, compute(*instruction, [&](const llvm::Value *part) {
                   return within(part, block, parts - 1);
                 }));
  const llvm::DominatorTree &dominators = integers_.dominators();
  const auto *node = dominators.getNode(&block);
  for (unsigned i = 0; node && node->getIDom() && i < mostDominators; ++i) {
    node = node->getIDom();
    const auto *branch =
        llvm::dyn_cast<llvm::BranchInst>(node->getBlock()->getTerminator());
    if (!branch || !branch->isConditional() ||
        branch->getSuccessor(0) == branch->getSuccessor(1))
      continue;
    for (unsigned side : {0U, 1U})
      if (dominators.dominates(llvm::BasicBlockEdge(node->getBlock(),
                                                    branch->getSuccessor(side)),
                               &block))
        forEachComparison<llvm::FCmpInst>(
            branch->getCondition(), side == 0,
            [&](const llvm::Value *compared, llvm::CmpInst::Predicate predicate,
                const llvm::Value *other) {
              if (compared == value)
                range = limited(range, predicate, boundsOf(other));
              else if (isMagnitude(*compared, value))
                range = both(range, around(limited(anyMagnitude(), predicate,
                                                   boundsOf(other))));
            });
  }
  return range;
}

FloatRange FloatRanges::ofInteger(const llvm::Value *value, bool isSigned,
                                  const llvm::Type *type) const {
  llvm::ConstantRange range = integers_.of(value);
  llvm::APInt low = isSigned ? range.getSignedMin() : range.getUnsignedMin(),
              high = isSigned ? range.getSignedMax() : range.getUnsignedMax();
  FloatRange result{low.roundToDouble(isSigned), high.roundToDouble(isSigned),
                    false};
  constexpr unsigned exactBits = 24;
  // The largest number without a sign is -1 with one, which has a single bit.
  auto bitsOf = [&](const llvm::APInt &number) {
    return isSigned ? number.getSignificantBits() : number.getActiveBits();
  };
  bool isExact = bitsOf(low) <= exactBits && bitsOf(high) <= exactBits;
  return isExact ? result : widened(result, type);
}

FloatRange FloatRanges::ofCall(const llvm::IntrinsicInst &call, OfPart ofPart) {
  auto operand = [&](unsigned index) {
    return ofPart(call.getArgOperand(index));
  };
  const llvm::Type *type = call.getType();
  if (isRounding(call.getIntrinsicID()))
    return rounded(operand(0));
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::minnum:
  case llvm::Intrinsic::minimumnum:
    return least(operand(0), operand(1));
  case llvm::Intrinsic::maxnum:
  case llvm::Intrinsic::maximumnum:
    return negated(least(negated(operand(0)), negated(operand(1))));
  case llvm::Intrinsic::fabs: {
    FloatRange range = operand(0);
    double most = std::max(std::fabs(range.low), std::fabs(range.high));
    return {0, most, range.isNanPossible};
  }
  case llvm::Intrinsic::fma:
    return widened(
        sum(widened(product(operand(0), operand(1)), type), operand(2)), type);
  default:
    return anyFloat();
  }
}

} // namespace pyk2ptx
