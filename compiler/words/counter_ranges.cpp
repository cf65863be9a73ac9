// Counters of loops that end where they, or others that go along, come to be
// equal to something. That is what LLVM compares, whatever the source did; of a
// loop that counts to its end (loop_marks.h), or of steps that cannot miss it,
// the end is behind the start, and the counter between both. Several turns that
// LLVM has made one are compared in the last of them:
//
//   loop:  i = phi [ start, i + 8 ]; ...; if i + 7 == end: leave
//
// Where the negative of an end is at hand, LLVM may compare their sum with a
// constant: if i + 8 + -end == 8.
#include "counter_ranges.h"

#include "compiler/target/loop_marks.h"
#include "known_ranges.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <utility>

namespace pyk2ptx {

using llvm::ConstantRange;

namespace {

/// A loop whose 64-bit counter goes all around in such steps takes years.
constexpr unsigned largestStep = 256;

/// What has a start, and a constant added in each iteration.
struct Counter {
  const llvm::Value *start, *next;
  llvm::APInt step;
  const llvm::BasicBlock *latch;
};

std::optional<Counter> asCounter(const llvm::PHINode &phi) {
  if (phi.getNumIncomingValues() != 2)
    return std::nullopt;
  for (unsigned back : {0U, 1U}) {
    const auto *next =
        llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValue(back));
    if (!next || next->getOpcode() != llvm::Instruction::Add ||
        next->getOperand(0) != &phi)
      continue;
    if (const auto *step =
            llvm::dyn_cast<llvm::ConstantInt>(next->getOperand(1)))
      return Counter{phi.getIncomingValue(1 - back), next, step->getValue(),
                     phi.getIncomingBlock(back)};
  }
  return std::nullopt;
}

/// What ends the loop when the counter plus `ahead`, less than a step, is that,
/// or its next value; `value` null: something else.
struct End {
  const llvm::Value *value = nullptr;
  llvm::APInt ahead = llvm::APInt::getZero(longBits);
  /// It is this less `value`.
  std::optional<llvm::APInt> less = std::nullopt;
};

End endOf(const llvm::BasicBlock &header, const Counter &counter) {
  namespace match = llvm::PatternMatch;
  const auto *branch =
      llvm::dyn_cast<llvm::BranchInst>(counter.latch->getTerminator());
  if (!branch || !branch->isConditional() ||
      branch->getSuccessor(0) == branch->getSuccessor(1))
    return {};
  const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
  bool goesOnIfTrue = branch->getSuccessor(0) == &header;
  if (!compare || !compare->isEquality() ||
      (compare->getPredicate() == llvm::ICmpInst::ICMP_NE) != goesOnIfTrue)
    return {};
  const llvm::Value *phi =
      llvm::cast<llvm::Instruction>(counter.next)->getOperand(0);
  for (unsigned side : {0U, 1U}) {
    const llvm::Value *value = compare->getOperand(side),
                      *end = compare->getOperand(1 - side);
    const llvm::APInt *ahead = nullptr;
    if (value == counter.next || value == phi)
      return {end, llvm::APInt::getZero(counter.step.getBitWidth())};
    // Of several turns that are one, the last's.
    if (match::match(value, match::m_Add(match::m_Specific(phi),
                                         match::m_APInt(ahead))) &&
        ahead->abs().ult(counter.step.abs()) &&
        ahead->isNegative() == counter.step.isNegative())
      return {end, *ahead};
    const llvm::APInt *sum = nullptr;
    llvm::Value *negative = nullptr;
    if (match::match(end, match::m_APInt(sum)) &&
        (match::match(value, match::m_c_Add(match::m_Specific(counter.next),
                                            match::m_Value(negative))) ||
         match::match(value, match::m_c_Add(match::m_Specific(phi),
                                            match::m_Value(negative)))))
      return {negative, llvm::APInt::getZero(counter.step.getBitWidth()), *sum};
  }
  return {};
}

bool isMultipleOf(const llvm::Value *value, const llvm::APInt &step,
                  const llvm::DataLayout &layout) {
  return step.isOne() ||
         (step.isPowerOf2() &&
          llvm::computeKnownBits(value, layout).countMinTrailingZeros() >=
              step.logBase2());
}

/// The counters of a loop, whose end tells how often it comes back.
class LoopCounters {
public:
  LoopCounters(const llvm::Loop &loop, RangeAtEntry atEntry)
      : loop_(loop), atEntry_(atEntry) {}

  std::optional<ConstantRange> of(const llvm::PHINode &phi) const {
    std::optional<Counter> counter = asCounter(phi);
    if (!counter || counter->step.isZero() ||
        counter->latch != loop_.getLoopLatch())
      return std::nullopt;
    if (End end = endOf(*loop_.getHeader(), *counter);
        end.value && turnsUntil(*counter, end))
      return between(atEntry(counter->start), placeOf(end),
                     counter->step.isNegative());
    for (const llvm::PHINode &other : loop_.getHeader()->phis()) {
      std::optional<Counter> counting = asCounter(other);
      if (!counting || counting->latch != counter->latch)
        continue;
      if (End end = endOf(*loop_.getHeader(), *counting); end.value)
        if (std::optional<llvm::APInt> turns = turnsUntil(*counting, end))
          return after(*counter, *turns);
    }
    return std::nullopt;
  }

private:
  /// What the counter is at the end.
  ConstantRange placeOf(const End &end) const {
    ConstantRange value = atEntry(end.value);
    if (end.less)
      value = ConstantRange(*end.less).sub(value);
    return value.sub(ConstantRange(end.ahead));
  }

  /// How often the loop comes back at most; none: that is not known.
  std::optional<llvm::APInt> turnsUntil(const Counter &counter,
                                        const End &end) const {
    llvm::APInt step = counter.step.abs();
    if (step.isZero())
      return std::nullopt;
    ConstantRange from = atEntry(counter.start), to = placeOf(end);
    if (counter.step.isNegative())
      std::swap(from, to);
    llvm::APInt way = mayBeNegative(from, to)
                          ? to.getSignedMax() - from.getSignedMin()
                          : to.getUnsignedMax() - from.getUnsignedMin();
    const llvm::APInt *first = from.getSingleElement();
    // An end that is stepped over is come to after going all around.
    bool isExact = first && to.isSingleElement() && way.urem(step).isZero() &&
                   to.getUnsignedMax().ugt(*first);
    // From before it, whatever else ends the loop.
    bool isBefore = step.isOne() && loop_.isLoopInvariant(end.value) &&
                    !mayBeNegative(from, to) &&
                    from.getUnsignedMax().ult(to.getUnsignedMin());
    if (!isExact && !isBefore && !isOrdered(counter, end, step))
      return std::nullopt;
    return way.udiv(step);
  }
  /// Whether a counter that were not before its end would have to go all
  /// around, and no other exit could be taken on the way. That it comes to its
  /// end and does not step over it is what the loop's mark says, or its steps.
  bool isOrdered(const Counter &counter, const End &end,
                 const llvm::APInt &step) const {
    return step.getBitWidth() == longBits && step.ule(largestStep) &&
           loop_.getExitingBlock() == counter.latch &&
           loop_.isLoopInvariant(end.value) && isNear(atEntry(counter.start)) &&
           isNear(placeOf(end)) &&
           (llvm::findOptionMDForLoop(&loop_, countedLoop) ||
            areMultiples(counter, end, step));
  }
  /// Of the step, so that the counter does not step over its end.
  bool areMultiples(const Counter &counter, const End &end,
                    const llvm::APInt &step) const {
    const llvm::DataLayout &layout =
        loop_.getHeader()->getModule()->getDataLayout();
    return end.ahead.isZero() && !end.less &&
           isMultipleOf(counter.start, step, layout) &&
           isMultipleOf(end.value, step, layout);
  }

  static bool mayBeNegative(const ConstantRange &one,
                            const ConstantRange &other) {
    return !one.isAllNonNegative() || !other.isAllNonNegative();
  }
  /// From one such number to another is less than half of the way around.
  static bool isNear(const ConstantRange &range) {
    return range.isAllNonNegative() || fitsSigned(range, longBits - 2);
  }

  static ConstantRange between(ConstantRange start, ConstantRange end,
                               bool isDown) {
    if (isDown)
      std::swap(start, end);
    if (mayBeNegative(start, end))
      return ConstantRange::getNonEmpty(start.getSignedMin(),
                                        end.getSignedMax() + 1);
    return ConstantRange::getNonEmpty(start.getUnsignedMin(),
                                      end.getUnsignedMax() + 1);
  }

  std::optional<ConstantRange> after(const Counter &counter,
                                     const llvm::APInt &turns) const {
    unsigned bits = counter.step.getBitWidth();
    if (turns.getActiveBits() > bits)
      return std::nullopt;
    bool wraps = false;
    llvm::APInt way =
        counter.step.abs().umul_ov(turns.zextOrTrunc(bits), wraps);
    ConstantRange start = atEntry(counter.start);
    if (wraps || start.isFullSet())
      return std::nullopt;
    return counter.step.isNegative()
               ? start.sub(ConstantRange::getNonEmpty(
                     llvm::APInt::getZero(bits), way + 1))
               : start.add(ConstantRange::getNonEmpty(
                     llvm::APInt::getZero(bits), way + 1));
  }

  ConstantRange atEntry(const llvm::Value *value) const {
    return atEntry_(value);
  }

  const llvm::Loop &loop_;
  RangeAtEntry atEntry_;
};

} // namespace

std::optional<ConstantRange> rangeOfCounter(const llvm::PHINode &phi,
                                            const llvm::Loop &loop,
                                            RangeAtEntry atEntry) {
  return LoopCounters(loop, atEntry).of(phi);
}

} // namespace pyk2ptx
