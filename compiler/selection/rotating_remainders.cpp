// A kernel that keeps the last few rows or stages says which by `k % 3` of its
// loop's counter, and by (k - 1) % 3, (k - 2) % 3 what was before. Each is a
// multiplication for the quotient, one for the remainder and one for the row.
// LLVM's reduction of loops does not see through a remainder.
//
// But such remainders come round. The next is this one and the step, less the
// divisor where it is reached; and what (k - 1) % 3 will be is what k % 3 is:
// three of them change places, and nothing is computed. The loop carries them,
// multiplied by the row's bytes where that is what they are for:
//
//   k:           1    2    3    4
//   (k - 2) % 3  2    0    1    2     next: the second
//   (k - 1) % 3  0    1    2    0     next: the third
//   k % 3        1    2    0    1     next: the first
//
// What is shown first is that the dividend does not wrap around in any turn.
#include "rotating_remainders.h"

#include "compiler/target/loop_marks.h"
#include "compiler/words/known_ranges.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/SimplifyQuery.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace pyk2ptx {

namespace {

namespace match = llvm::PatternMatch;
using llvm::APInt;
using llvm::BinaryOperator;
using llvm::GetElementPtrInst;
using llvm::Loop;
using llvm::Value;

constexpr unsigned mostSteps = 8;
/// Registers that a loop may get for it.
constexpr std::size_t mostCarried = 8;
/// A remainder and a step are added in 32 bits.
constexpr std::uint64_t wordLimit = std::uint64_t{1} << 31;

/// `division` is (first + turn * step) % divisor.
struct Remainder {
  BinaryOperator *division;
  const Loop *loop;
  const llvm::SCEV *first;
  /// Dividends of one loop and one family differ as their offsets do; null: so
  /// do all whose first one is a constant.
  const llvm::SCEV *family;
  std::uint64_t divisor, step, offset;
};

/// What an index is: `factor` times the remainder `of`, and `rest` added.
struct Multiple {
  const Remainder *of;
  std::uint64_t factor;
  llvm::SmallVector<Value *, 2> rest;
};

/// An address that a remainder chooses.
struct Address {
  GetElementPtrInst *place;
  Multiple index;
  std::uint64_t bytes;
};

std::uint64_t modulo(const APInt &value, std::uint64_t divisor) {
  // Wide enough for both, and for the sign of a difference.
  APInt wide = value.sext(2 * longBits);
  APInt by(2 * longBits, divisor);
  APInt rest = wide.srem(by);
  return (rest.isNegative() ? rest + by : rest).getZExtValue();
}

/// The divisor of a remainder by a constant that is no power of two; null:
/// `instruction` is something else.
const llvm::ConstantInt *asRemainder(const llvm::Instruction &instruction) {
  if (instruction.getOpcode() != llvm::Instruction::URem)
    return nullptr;
  const auto *by = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
  return by && by->getBitWidth() <= longBits && !by->getValue().isPowerOf2() &&
                 !by->isZero() && by->getValue().ult(wordLimit)
             ? by
             : nullptr;
}

/// Finds remainders of counters, and proves that these do not wrap.
class RemainderFinder {
public:
  RemainderFinder(llvm::ScalarEvolution &evolution,
                  const llvm::SCEVExpander &expander)
      : evolution_(evolution), expander_(expander) {}

  std::optional<Remainder> find(llvm::Instruction &instruction) {
    const llvm::ConstantInt *divisor = asRemainder(instruction);
    if (!divisor)
      return std::nullopt;
    auto *division = llvm::cast<BinaryOperator>(&instruction);
    Value *dividend = division->getOperand(0);
    for (unsigned depth = 0; depth < mostSteps; ++depth) {
      const auto *counter =
          llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(dividend));
      if (counter)
        return ofCounter(*division, *counter, divisor->getZExtValue());
      Value *from = nullptr;
      if (!match::match(dividend, match::m_ZExt(match::m_Value(from))) &&
          !match::match(dividend, match::m_NUWTrunc(match::m_Value(from))))
        return std::nullopt;
      dividend = from;
    }
    return std::nullopt;
  }

private:
  std::optional<Remainder> ofCounter(BinaryOperator &division,
                                     const llvm::SCEVAddRecExpr &counter,
                                     std::uint64_t divisor) {
    const auto *step = llvm::dyn_cast<llvm::SCEVConstant>(
        counter.getStepRecurrence(evolution_));
    const Loop *loop = counter.getLoop();
    if (!counter.isAffine() || !step || !loop->getLoopPreheader() ||
        !loop->getLoopLatch() || !loop->contains(&division) ||
        llvm::findOptionMDForLoop(loop, seldomLoop) ||
        !expander_.isSafeToExpandAt(counter.getStart(),
                                    loop->getLoopPreheader()->getTerminator()))
      return std::nullopt;
    std::optional<APInt> greatest = greatestOf(counter, step->getAPInt());
    if (!greatest)
      return std::nullopt;
    Remainder found{&division,
                    loop,
                    counter.getStart(),
                    counter.getStart(),
                    divisor,
                    modulo(step->getAPInt(), divisor),
                    0};
    if (const auto *first = llvm::dyn_cast<llvm::SCEVConstant>(found.first)) {
      found.family = nullptr;
      found.offset = first->getAPInt().urem(divisor);
    } else if (const auto *sum = llvm::dyn_cast<llvm::SCEVAddExpr>(found.first);
               sum && greatest->isNonNegative() && sum->getNumOperands() == 2 &&
               llvm::isa<llvm::SCEVConstant>(sum->getOperand(0))) {
      // Two numbers below half of the range differ by what they seem to.
      found.family = sum->getOperand(1);
      found.offset =
          modulo(llvm::cast<llvm::SCEVConstant>(sum->getOperand(0))->getAPInt(),
                 divisor);
    } else if (!greatest->isNonNegative()) {
      // By itself.
      found.family = evolution_.getUnknown(&division);
    }
    return found;
  }

  /// Of a counter that never wraps around, taken without a sign; none: it may.
  std::optional<APInt> greatestOf(const llvm::SCEVAddRecExpr &counter,
                                  const APInt &step) {
    llvm::ConstantRange start = evolution_.getUnsignedRange(counter.getStart());
    APInt all = APInt::getMaxValue(step.getBitWidth());
    if (step.isNonNegative()) {
      const auto *turns = llvm::dyn_cast<llvm::SCEVConstant>(
          evolution_.getConstantMaxBackedgeTakenCount(counter.getLoop()));
      if (turns) {
        APInt way =
            turns->getAPInt().zext(2 * longBits) * step.zext(2 * longBits) +
            start.getUnsignedMax().zext(2 * longBits);
        if (way.getActiveBits() <= step.getBitWidth())
          return way.trunc(step.getBitWidth());
      }
      return counter.hasNoUnsignedWrap() ? std::optional(all) : std::nullopt;
    }
    return counter.hasNoSignedWrap() && evolution_.isKnownNonNegative(&counter)
               ? std::optional(all.lshr(1))
               : std::nullopt;
  }

  llvm::ScalarEvolution &evolution_;
  const llvm::SCEVExpander &expander_;
};

/// Values that a loop carries around: remainders of one family, each times
/// `factor`, in 32 bits.
class Carried {
public:
  Carried(const Remainder &any, std::uint64_t factor)
      : loop_(any.loop), divisor_(any.divisor), step_(any.step),
        factor_(factor) {}

  void ask(const Remainder &remainder) {
    offsets_.insert({remainder.offset, nullptr});
    firsts_.insert({remainder.offset, remainder.first});
    isWide_ = isWide_ || remainder.division->getType()->isIntegerTy(longBits);
    divisions_.push_back(remainder.division);
  }
  [[nodiscard]] std::size_t size() const { return offsets_.size(); }

  /// Whether it takes less than the divisions: nothing is computed, or what
  /// would be is computed in every turn, or of 64 bits.
  [[nodiscard]] bool isWorth(const llvm::DominatorTree &dominators) const {
    bool isClosed = llvm::all_of(offsets_, [&](const auto &entry) {
      return offsets_.count(next(entry.first)) != 0;
    });
    return isClosed || isWide_ ||
           llvm::any_of(divisions_, [&](const BinaryOperator *division) {
             return dominators.dominates(division->getParent(),
                                         loop_->getLoopLatch());
           });
  }

  void make(llvm::SCEVExpander &expander) {
    llvm::BasicBlock *before = loop_->getLoopPreheader();
    llvm::IRBuilder<> b(&loop_->getHeader()->front());
    for (auto &[offset, value] : offsets_)
      value = b.CreatePHI(b.getInt32Ty(), 2, "turn");
    b.SetInsertPoint(before->getTerminator());
    auto [known, first] = *firsts_.begin();
    Value *start = b.CreateMul(remainderOf(*first, expander, b),
                               b.getInt32(word(factor_)));
    for (auto &[offset, value] : offsets_)
      value->addIncoming(
          stepped(b, start, (offset + divisor_ - known) % divisor_), before);
    llvm::BasicBlock *latch = loop_->getLoopLatch();
    b.SetInsertPoint(latch->getTerminator());
    for (auto &[offset, value] : offsets_) {
      auto found = offsets_.find(next(offset));
      value->addIncoming(found != offsets_.end() ? found->second
                                                 : stepped(b, value, step_),
                         latch);
    }
  }

  [[nodiscard]] Value *of(const Remainder &remainder) const {
    return offsets_.at(remainder.offset);
  }

private:
  static std::uint32_t word(std::uint64_t value) {
    return static_cast<std::uint32_t>(value);
  }
  [[nodiscard]] std::uint64_t next(std::uint64_t offset) const {
    return (offset + step_) % divisor_;
  }
  Value *remainderOf(const llvm::SCEV &first, llvm::SCEVExpander &expander,
                     llvm::IRBuilder<> &b) const {
    Value *dividend = expander.expandCodeFor(
        &first, first.getType(), loop_->getLoopPreheader()->getTerminator());
    // A divisor that a narrow dividend does not hold is greater than it.
    unsigned bits = dividend->getType()->getIntegerBitWidth();
    if (bits < longBits && (divisor_ >> bits) != 0)
      return b.CreateIntCast(dividend, b.getInt32Ty(), false);
    return b.CreateIntCast(
        b.CreateURem(dividend,
                     llvm::ConstantInt::get(dividend->getType(), divisor_)),
        b.getInt32Ty(), false);
  }
  /// The remainder of a dividend greater by `step`: where the divisor is not
  /// reached, what is below zero without it is a great number.
  Value *stepped(llvm::IRBuilder<> &b, Value *value, std::uint64_t step) const {
    if (step == 0)
      return value;
    Value *more = b.CreateAdd(value, b.getInt32(word(step * factor_)));
    Value *less =
        b.CreateSub(value, b.getInt32(word((divisor_ - step) * factor_)));
    return b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, more, less);
  }

  const Loop *loop_;
  std::uint64_t divisor_, step_, factor_;
  std::map<std::uint64_t, llvm::PHINode *> offsets_;
  std::map<std::uint64_t, const llvm::SCEV *> firsts_;
  llvm::SmallVector<const BinaryOperator *, 4> divisions_;
  bool isWide_ = false;
};

class RemainderRotation {
public:
  RemainderRotation(llvm::Function &function, llvm::ScalarEvolution &evolution,
                    llvm::DominatorTree &dominators)
      : function_(function), evolution_(evolution), dominators_(dominators),
        expander_(evolution, "remainder") {}

  bool run() {
    RemainderFinder finder(evolution_, expander_);
    for (llvm::Instruction &instruction : llvm::instructions(function_))
      if (std::optional<Remainder> found = finder.find(instruction))
        remainders_.insert({found->division, *found});
    bool hasOffsets = carryOffsets();
    return carryRemainders() || hasOffsets;
  }

private:
  /// Loop, family, divisor, step, factor.
  using Key = std::tuple<const Loop *, const llvm::SCEV *, std::uint64_t,
                         std::uint64_t, std::uint64_t>;
  static Key keyOf(const Remainder &remainder, std::uint64_t factor) {
    return {remainder.loop, remainder.family, remainder.divisor, remainder.step,
            factor};
  }

  /// `value` as a multiple of a remainder, where nothing of it wraps around.
  std::optional<Multiple> multipleOf(Value *value, unsigned depth = 0) const {
    if (auto *division = llvm::dyn_cast<BinaryOperator>(value))
      if (auto found = remainders_.find(division); found != remainders_.end())
        return Multiple{&found->second, 1, {}};
    Value *from = nullptr, *other = nullptr;
    std::uint64_t by = 0;
    if (depth == mostSteps)
      return std::nullopt;
    if (match::match(value, match::m_ZExt(match::m_Value(from))) ||
        match::match(value, match::m_NUWTrunc(match::m_Value(from))) ||
        (match::match(value, match::m_SExt(match::m_Value(from))) &&
         llvm::isKnownNonNegative(
             from, llvm::SimplifyQuery(function_.getDataLayout()))))
      return multipleOf(from, depth + 1);
    bool isShift = match::match(
        value, match::m_NUWShl(match::m_Value(from), match::m_ConstantInt(by)));
    if (isShift ||
        match::match(value, match::m_NUWMul(match::m_Value(from),
                                            match::m_ConstantInt(by)))) {
      std::optional<Multiple> found = multipleOf(from, depth + 1);
      if (!found || !found->rest.empty() || by > (isShift ? 31 : wordLimit))
        return std::nullopt;
      found->factor *= isShift ? std::uint64_t{1} << by : by;
      return found->factor < wordLimit ? found : std::nullopt;
    }
    if (!match::match(value, match::m_NUWAddLike(match::m_Value(from),
                                                 match::m_Value(other))))
      return std::nullopt;
    for (int side = 0; side < 2; ++side, std::swap(from, other))
      if (std::optional<Multiple> found = multipleOf(from, depth + 1)) {
        found->rest.push_back(other);
        return found;
      }
    return std::nullopt;
  }

  llvm::SmallVector<Address, 8> findAddresses() const {
    llvm::SmallVector<Address, 8> found;
    const llvm::DataLayout &layout = function_.getDataLayout();
    for (llvm::Instruction &instruction : llvm::instructions(function_)) {
      auto *place = llvm::dyn_cast<GetElementPtrInst>(&instruction);
      if (!place || place->getNumIndices() != 1 ||
          !place->getOperand(1)->getType()->isIntegerTy(longBits))
        continue;
      llvm::TypeSize size =
          layout.getTypeAllocSize(place->getSourceElementType());
      std::optional<Multiple> index = multipleOf(place->getOperand(1));
      if (!index || size.isScalable() || size.getFixedValue() >= wordLimit)
        continue;
      std::uint64_t bytes = size.getFixedValue() * index->factor;
      if (bytes < wordLimit && bytes * index->of->divisor < wordLimit &&
          index->of->loop->contains(place))
        found.push_back({place, std::move(*index), bytes});
    }
    return found;
  }

  /// Carries what `asked` asks for, where that is worth it.
  using Asked = llvm::MapVector<Key, Carried>;
  static void ask(Asked &asked, const Remainder &remainder,
                  std::uint64_t factor) {
    asked.insert({keyOf(remainder, factor), Carried(remainder, factor)})
        .first->second.ask(remainder);
  }
  void make(Asked &asked) {
    asked.remove_if([&](const auto &entry) {
      std::size_t &count = carried_[std::get<0>(entry.first)];
      if (!entry.second.isWorth(dominators_) ||
          count + entry.second.size() > mostCarried)
        return true;
      count += entry.second.size();
      return false;
    });
    for (auto &[key, values] : asked)
      values.make(expander_);
  }

  bool carryOffsets() {
    Asked asked;
    llvm::SmallVector<Address, 8> addresses = findAddresses();
    for (const Address &address : addresses)
      ask(asked, *address.index.of, address.bytes);
    make(asked);
    for (const Address &address : addresses)
      if (auto found = asked.find(keyOf(*address.index.of, address.bytes));
          found != asked.end())
        replace(address, found->second.of(*address.index.of));
    return !asked.empty();
  }
  /// What is left, for anything else.
  bool carryRemainders() {
    Asked asked;
    for (const auto &[division, remainder] : remainders_)
      if (!gone_.contains(division))
        ask(asked, remainder, 1);
    make(asked);
    for (const auto &[division, remainder] : remainders_)
      if (auto found = asked.find(keyOf(remainder, 1));
          found != asked.end() && !gone_.contains(division)) {
        llvm::IRBuilder<> b(division);
        division->replaceAllUsesWith(b.CreateIntCast(
            found->second.of(remainder), division->getType(), false));
      }
    return !asked.empty();
  }

  /// Where nothing but the remainder changes in the loop, the rest of the
  /// address is computed before it.
  void replace(const Address &address, Value *offset) {
    GetElementPtrInst &place = *address.place;
    const Loop &loop = *address.index.of->loop;
    bool isInvariant =
        loop.isLoopInvariant(place.getPointerOperand()) &&
        llvm::all_of(address.index.rest, [&](const Value *value) {
          return loop.isLoopInvariant(value);
        });
    llvm::IRBuilder<> b(isInvariant ? loop.getLoopPreheader()->getTerminator()
                                    : &place);
    Value *base = place.getPointerOperand();
    for (Value *rest : address.index.rest)
      base = b.CreateGEP(place.getSourceElementType(), base,
                         b.CreateZExt(rest, b.getInt64Ty()));
    b.SetInsertPoint(&place);
    Value *index = place.getOperand(1);
    place.replaceAllUsesWith(
        b.CreatePtrAdd(base, b.CreateZExt(offset, b.getInt64Ty())));
    place.eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(
        index, nullptr, nullptr, [&](Value *value) { gone_.insert(value); });
  }

  llvm::Function &function_;
  llvm::ScalarEvolution &evolution_;
  llvm::DominatorTree &dominators_;
  llvm::SCEVExpander expander_;
  llvm::DenseMap<const Loop *, std::size_t> carried_;
  llvm::MapVector<BinaryOperator *, Remainder> remainders_;
  llvm::SmallPtrSet<const Value *, 8> gone_;
};

bool hasRemainders(llvm::Function &function) {
  return llvm::any_of(llvm::instructions(function),
                      [](const llvm::Instruction &instruction) {
                        return asRemainder(instruction) != nullptr;
                      });
}

} // namespace

bool rotateRemainders(llvm::Function &function) {
  if (!hasRemainders(function))
    return false;
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  bool isChanged = false;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (!loop->getLoopPreheader())
      isChanged |= llvm::InsertPreheaderForLoop(loop, &dominators, &loops,
                                                nullptr, false) != nullptr;
  llvm::AssumptionCache assumptions(function);
  llvm::TargetLibraryInfoImpl libraries(
      function.getParent()->getTargetTriple());
  llvm::TargetLibraryInfo library(libraries);
  llvm::ScalarEvolution evolution(function, library, assumptions, dominators,
                                  loops);
  return RemainderRotation(function, evolution, dominators).run() || isChanged;
}

} // namespace pyk2ptx
