// A place between the points of a table is found by rounding, and clamped:
//
//   i = int(math.floor(x))
//   if i < 0: i = 0
//   elif i > n - 2: i = n - 2
//
// Of what is beyond 32 bits here only on which side it is matters, where n fits
// in them. So each use of the number is followed, with the ends at which what
// it gives may be another: a comparison with something well inside of 32 bits
// has the same outcome, and a minimum with such is the same at the upper end;
// a choice that leaves the number out at an end is the same there, and what is
// computed where a condition keeps the number inside.
#include "word_uses.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace pyk2ptx {

using llvm::ConstantRange;

namespace {

constexpr std::int64_t least = std::numeric_limits<std::int32_t>::min(),
                       most = std::numeric_limits<std::int32_t>::max();
/// A choice of a minimum of a maximum is three deep. What several compute of
/// one is followed by each of them, so that the way may fork as often.
constexpr unsigned deepest = 5;

/// Where a value may be another than it was.
struct Ends {
  bool low = false, high = false;
};

llvm::APInt longInt(std::int64_t value) {
  return {longBits, static_cast<std::uint64_t>(value), true};
}

/// Of numbers beyond one end of 32 bits.
ConstantRange beyondLow() {
  return {llvm::APInt::getSignedMinValue(longBits), longInt(least)};
}
ConstantRange beyondHigh() {
  return {longInt(most + 1), llvm::APInt::getSignedMinValue(longBits)};
}

class WordUses {
public:
  WordUses(const llvm::Instruction &number, const KnownRanges &ranges)
      : number_(number), ranges_(ranges) {}

  bool areSame(const llvm::Instruction &value, Ends others,
               unsigned depth) const {
    return std::ranges::all_of(value.uses(), [&](const llvm::Use &use) {
      return isSame(use, others, depth);
    });
  }

private:
  bool isSame(const llvm::Use &use, Ends others, unsigned depth) const {
    const auto &user = *llvm::cast<llvm::Instruction>(use.getUser());
    const auto *phi = llvm::dyn_cast<llvm::PHINode>(&user);
    const llvm::BasicBlock &where =
        phi ? *phi->getIncomingBlock(use) : *user.getParent();
    ConstantRange there = ranges_.within(&number_, where);
    others.low = others.low && there.getSignedMin().slt(least);
    others.high = others.high && there.getSignedMax().sgt(most);
    if (!others.low && !others.high)
      return true;
    if (const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&user))
      return isWellInside(compare->getOperand(1 - use.getOperandNo()), where,
                          compare->isUnsigned());
    std::optional<Ends> left;
    if (const auto *call = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&user))
      left = behind(*call, use, others);
    else if (const auto *choice = llvm::dyn_cast<llvm::SelectInst>(&user))
      left = behind(*choice, use, others);
    return left && depth > 0 && areSame(user, *left, depth - 1);
  }

  /// So that each end is on the same side of it as all that is beyond.
  bool isWellInside(const llvm::Value *value, const llvm::BasicBlock &where,
                    bool isNatural) const {
    ConstantRange range = ranges_.within(value, where);
    return range.getSignedMin().sgt(isNatural ? -1 : least) &&
           range.getSignedMax().slt(most);
  }

  std::optional<Ends> behind(const llvm::MinMaxIntrinsic &call,
                             const llvm::Use &use, Ends others) const {
    bool isSigned = call.isSigned();
    if (!isWellInside(call.getArgOperand(1 - use.getOperandNo()),
                      *call.getParent(), !isSigned))
      return std::nullopt;
    bool isLeast = call.getIntrinsicID() == llvm::Intrinsic::smin ||
                   call.getIntrinsicID() == llvm::Intrinsic::umin;
    // Without a sign, what is below all is above all.
    if (!isSigned)
      return isLeast ? Ends{} : others;
    return isLeast ? Ends{others.low, false} : Ends{false, others.high};
  }

  std::optional<Ends> behind(const llvm::SelectInst &choice,
                             const llvm::Use &use, Ends others) const {
    const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(choice.getCondition());
    if (!compare)
      return others;
    bool isFirst = compare->getOperand(0) == &number_;
    if (!isFirst && compare->getOperand(1) != &number_)
      return others;
    llvm::CmpInst::Predicate predicate =
        isFirst ? compare->getPredicate() : compare->getSwappedPredicate();
    bool isChosenIfTrue = use.getOperandNo() == 1;
    // Where this holds, the other is chosen.
    if (isChosenIfTrue)
      predicate = llvm::CmpInst::getInversePredicate(predicate);
    ConstantRange with = ranges_.within(compare->getOperand(isFirst ? 1 : 0),
                                        *compare->getParent());
    return Ends{others.low && !beyondLow().icmp(predicate, with),
                others.high && !beyondHigh().icmp(predicate, with)};
  }

  const llvm::Instruction &number_;
  const KnownRanges &ranges_;
};

} // namespace

bool isUsedAsWord(const llvm::Instruction &number, const KnownRanges &ranges) {
  return number.getType()->isIntegerTy(longBits) &&
         WordUses(number, ranges).areSame(number, {true, true}, deepest);
}

} // namespace pyk2ptx
