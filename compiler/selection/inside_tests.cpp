// What lies beside an array, a picture or a band is left out:
//
//   if i >= 0 and i < n: ...            if i < 0 or i >= n: continue
//
// Without a sign a negative i is larger than any number with one, so i < n asks
// both, if n is not negative. Sizes are not, and LLVM joins such tests. But n
// may be a parameter, or be read from an array: here it is taken to be
// max(n, 0), which is found before the loop. Where 32 bits tell what is inside
// (areWordsInside), that is one instruction of a GPU for three, and one more
// where what is inside begins elsewhere:
//
//   if low <= i and i < n: ...          i - low < max(n - low, 0)
//
// What is asked between the two tests may not be asked of what is outside, so
// the first becomes the one of both. That asks for the end earlier, where it
// may be poison: then it is frozen.
#include "inside_tests.h"

#include "compiler/target/conditions.h"
#include "compiler/target/loop_places.h"
#include "compiler/words/known_ranges.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <optional>

namespace pyk2ptx {

namespace {

using llvm::ConstantRange;
using llvm::ICmpInst;
using llvm::Instruction;
using llvm::Value;

/// Tests of a condition that are looked at, and what an end is made of.
constexpr std::size_t mostTests = 16, mostSources = 16;

// ---- conditions ----

/// What a test says, or denies: that `lesser` is less than `greater`, or no
/// more.
struct Order {
  Value *lesser, *greater;
  bool isStrict;
};

std::optional<Order> orderOf(const ICmpInst &test, bool isOutside) {
  ICmpInst::Predicate order =
      isOutside ? test.getInversePredicate() : test.getPredicate();
  Value *left = test.getOperand(0), *right = test.getOperand(1);
  switch (order) {
  case ICmpInst::ICMP_SLT:
  case ICmpInst::ICMP_SLE:
    return Order{left, right, order == ICmpInst::ICMP_SLT};
  case ICmpInst::ICMP_SGT:
  case ICmpInst::ICMP_SGE:
    return Order{right, left, order == ICmpInst::ICMP_SGT};
  default:
    return std::nullopt;
  }
}

/// A value and a number that is added to it.
struct Bound {
  Value *value;
  unsigned more;
};

/// `value >= low and value < high`, or that `isOutside`: one of them is false.
struct Between {
  /// The two tests, as they are asked.
  ICmpInst *first, *second;
  Value *value;
  Bound low, high;
  bool isOutside;
  /// Whether the second is not asked for what the first leaves out.
  bool isInOrder;
};

/// A condition that is no part of a larger one of its kind.
bool isRoot(Instruction &condition, bool isOr) {
  auto isOfTests = [isOr](Value *value) {
    Value *first = nullptr, *second = nullptr;
    return isOfBoth(value, !isOr, first, second);
  };
  return condition.getType()->isIntegerTy(1) && isOfTests(&condition) &&
         !(condition.hasOneUse() && isOfTests(condition.user_back()));
}

/// The tests that are made of one condition alone, as they are asked.
class Tests {
public:
  Tests(Instruction &root, bool isOr) : isOr_(isOr) { collectParts(root); }

  /// In their order.
  [[nodiscard]] llvm::SmallVector<Between, 4> pairs() const {
    llvm::SmallVector<Between, 4> found;
    for (auto [i, first] : llvm::enumerate(tests_))
      for (ICmpInst *second : llvm::drop_begin(tests_, i + 1)) {
        std::optional<Order> one = orderOf(*first, isOr_),
                             other = orderOf(*second, isOr_);
        if (!one || !other)
          continue;
        for (auto [low, high] : {std::pair(*one, *other), {*other, *one}})
          if (Value *from = lowOf(low, *high.lesser))
            found.push_back({first,
                             second,
                             high.lesser,
                             {from, low.isStrict ? 1U : 0U},
                             {high.greater, high.isStrict ? 0U : 1U},
                             isOr_,
                             isInOrder_});
      }
    return found;
  }

private:
  /// From where on the value is inside; null: the test is not of it. A narrow
  /// number may be asked for its sign before it is extended.
  static Value *lowOf(const Order &test, Value &value) {
    if (!value.getType()->isIntegerTy() || llvm::isa<llvm::Constant>(value))
      return nullptr;
    if (test.greater == &value)
      return test.lesser;
    auto *extended = llvm::dyn_cast<llvm::SExtInst>(&value);
    auto *from = llvm::dyn_cast<llvm::ConstantInt>(test.lesser);
    if (!extended || !from || extended->getOperand(0) != test.greater)
      return nullptr;
    return llvm::ConstantInt::get(
        value.getType(),
        from->getValue().sext(value.getType()->getIntegerBitWidth()));
  }
  void collectParts(Instruction &condition) {
    Value *first = nullptr, *second = nullptr;
    if (!isOfBoth<Value>(&condition, !isOr_, first, second))
      return;
    isInOrder_ |= llvm::isa<llvm::SelectInst>(condition);
    for (Value *part : {first, second}) {
      auto *made = llvm::dyn_cast<Instruction>(part);
      if (!made || !made->hasOneUse() || tests_.size() == mostTests)
        continue;
      if (auto *test = llvm::dyn_cast<ICmpInst>(made))
        tests_.push_back(test);
      else
        collectParts(*made);
    }
  }

  bool isOr_, isInOrder_ = false;
  llvm::SmallVector<ICmpInst *, mostTests> tests_;
};

// ---- what may be poison ----

/// What may make a value poison.
class PoisonSources {
public:
  explicit PoisonSources(Value &value) : value_(value) { follow(value); }

  /// Nothing but loads may.
  [[nodiscard]] bool areLoads() const { return areLoads_; }
  /// The value, of which each such load is a number, whatever was read.
  [[nodiscard]] Value *freeze(KnownRanges &ranges) const {
    Value *result = &value_;
    for (Value *source : found_) {
      auto *load = llvm::dyn_cast<llvm::LoadInst>(source);
      if (!load)
        continue;
      auto *frozen =
          new llvm::FreezeInst(load, "", std::next(load->getIterator()));
      load->replaceUsesWithIf(frozen, [&](const llvm::Use &use) {
        return use.getUser() != frozen;
      });
      if (load->getType()->isIntegerTy())
        ranges.set(frozen, ranges.of(load));
      if (result == load)
        result = frozen;
    }
    return result;
  }

private:
  void follow(Value &value) {
    if (!areLoads_ || llvm::isGuaranteedNotToBeUndefOrPoison(&value) ||
        !found_.insert(&value))
      return;
    auto *made = llvm::dyn_cast<Instruction>(&value);
    bool isLoad = llvm::isa<llvm::LoadInst>(value);
    // What is read may not be in the range that is told of it.
    if (!made || found_.size() > mostSources ||
        (isLoad ? made->hasMetadata(llvm::LLVMContext::MD_range)
                : llvm::canCreateUndefOrPoison(
                      llvm::cast<llvm::Operator>(made)))) {
      areLoads_ = false;
      return;
    }
    if (!isLoad)
      for (Value *operand : made->operand_values())
        follow(*operand);
  }

  Value &value_;
  bool areLoads_ = true;
  llvm::SmallSetVector<Value *, mostSources> found_;
};

// ---- joining ----

class InsideTests {
public:
  explicit InsideTests(llvm::Function &function)
      : ranges_(function), dominators_(function), loops_(dominators_) {}

  bool join(const Between &between) {
    const ConstantRange low = rangeOf(between, between.low),
                        high = rangeOf(between, between.high);
    bool isFromZero = low.isSingleElement() && low.getSingleElement()->isZero();
    if (!isThere(between.high, between) || !isThere(between.low, between))
      return false;
    Instruction *place =
        beforeLoops(*between.first, {between.low.value, between.high.value},
                    loops_, dominators_);
    bool isBeforeLoop = place != between.first,
         areWords = tellWords(between, low, high);
    // What is never negative needs no other end.
    if (isFromZero ? (!isBeforeLoop && !high.isAllNonNegative() && !areWords) ||
                         (!areWords && wereWords(between))
                   : !isBeforeLoop || !areWords)
      return false;
    llvm::IRBuilder<> before(place), b(between.first);
    Value *begin =
        isFromZero ? nullptr : valueOf(between, between.low, low, before);
    Value *size = sizeOf(valueOf(between, between.high, high, before), begin,
                         begin ? high.sub(low) : high, before);
    Value *value = numberAt(between, b);
    if (begin)
      value = b.CreateSub(value, begin);
    replace(between, *(between.isOutside ? b.CreateICmpUGE(value, size)
                                         : b.CreateICmpULT(value, size)));
    return true;
  }

private:
  void replace(const Between &between, Value &joined) {
    between.first->replaceAllUsesWith(&joined);
    between.second->replaceAllUsesWith(llvm::ConstantInt::getBool(
        between.second->getType(), !between.isOutside));
    for (ICmpInst *each : {between.first, between.second}) {
      ranges_.forget(each);
      each->eraseFromParent();
    }
  }

  /// What is tested. It may be extended behind the first test.
  Value *numberAt(const Between &between, llvm::IRBuilder<> &b) const {
    auto *extended = llvm::dyn_cast<llvm::SExtInst>(between.value);
    if (!extended || dominators_.dominates(extended, between.first))
      return between.value;
    return b.CreateSExt(extended->getOperand(0), extended->getType());
  }

  /// Whether one that is not known yet must not be asked for, or is asked for
  /// twice.
  static bool mustBeFrozen(const Between &between, const Bound &bound) {
    return between.isInOrder || bound.value == between.low.value;
  }
  static bool isSettled(const Between &between, const Bound &bound) {
    return !mustBeFrozen(between, bound) ||
           PoisonSources(*bound.value).areLoads();
  }
  ConstantRange rangeOf(const Between &between, const Bound &bound) const {
    unsigned width = bound.value->getType()->getIntegerBitWidth();
    ConstantRange range = isSettled(between, bound)
                              ? ranges_.of(bound.value)
                              : ConstantRange::getFull(width);
    return range.add(ConstantRange(llvm::APInt(width, bound.more)));
  }
  /// Both tests are of 32 bits, while an end that is frozen has 64.
  bool wereWords(const Between &between) const {
    return between.value->getType()->isIntegerTy(longBits) &&
           fitsSigned(ranges_.of(between.value)) &&
           fitsSigned(ranges_.of(between.high.value));
  }
  /// 64 bits, of which 32 tell what is inside.
  bool tellWords(const Between &between, const ConstantRange &low,
                 const ConstantRange &high) const {
    if (!between.value->getType()->isIntegerTy(longBits))
      return false;
    ConstantRange value = ranges_.of(between.value);
    const ConstantRange none(llvm::APInt(longBits, 0));
    return fitsSigned(value, wordBits + 2) && fitsSigned(low) &&
           fitsSigned(high) &&
           areWordsInside(value.sub(low), high.sub(low).smax(none));
  }

  /// Where the first test is, and without wrapping around.
  bool isThere(const Bound &bound, const Between &between) const {
    const auto *made = llvm::dyn_cast<Instruction>(bound.value);
    return (!made || dominators_.dominates(made, between.first)) &&
           (!bound.more || !rangeOf(between, {bound.value, 0})
                                .getSignedMax()
                                .isMaxSignedValue());
  }
  Value *known(Value *made, const ConstantRange &range) {
    if (llvm::isa<Instruction>(made))
      ranges_.set(made, range);
    return made;
  }
  Value *valueOf(const Between &between, const Bound &bound,
                 const ConstantRange &range, llvm::IRBuilder<> &b) {
    Value *value = bound.value;
    if (mustBeFrozen(between, bound)) {
      PoisonSources sources(*value);
      value = sources.areLoads() ? sources.freeze(ranges_)
                                 : known(b.CreateFreeze(value), range);
    }
    if (!bound.more)
      return value;
    return known(
        b.CreateAdd(value, llvm::ConstantInt::get(value->getType(), 1)), range);
  }
  /// How many numbers are inside; `range`: what end - begin is.
  Value *sizeOf(Value *end, Value *begin, const ConstantRange &range,
                llvm::IRBuilder<> &b) {
    Value *size = begin ? known(b.CreateSub(end, begin), range) : end;
    if (range.isAllNonNegative())
      return size;
    llvm::APInt none(range.getBitWidth(), 0);
    return known(
        b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, size, b.getInt(none)),
        range.smax(ConstantRange(none)));
  }

  KnownRanges ranges_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
};

} // namespace

bool joinInsideTests(llvm::Function &function) {
  std::optional<InsideTests> joiner;
  bool isChanged = false;
  auto joinOne = [&](Instruction &root, bool isOr) {
    for (const Between &between : Tests(root, isOr).pairs()) {
      if (!joiner)
        joiner.emplace(function);
      if (joiner->join(between))
        return true;
    }
    return false;
  };
  for (bool isOr : {false, true})
    for (Instruction &root : llvm::instructions(function))
      while (isRoot(root, isOr) && joinOne(root, isOr))
        isChanged = true;
  return isChanged;
}

} // namespace pyk2ptx
