// Alignments, shortest paths and matching costs are int32 in memory, and what
// is stored is the least or the greatest of sums:
//
//   e = max(h - open, e - extend)
//   h = max(0, diagonal + substitution, e, f)
//
// Python's integers do not wrap around. So a sum of two takes 33 bits, one that
// a loop carries around any number, and comparing and choosing take a GPU four
// instructions of 32 bits in place of one. But numbers near 2**31 hardly come:
// sums that are made of each other are there twice, behind one test of all that
// they are made of:
//
//   if all of h, e, f, diagonal, ... are within +-(2**30 - 1):  in 32 bits
//   else:                                                       as they were
//
// How far within, so that no sum leaves 32 bits, is found from the sums. The
// test is one instruction for each (the greatest of number + 2**30 - 1, without
// a sign), and none for what a loop does not change. Where the least of sums is
// asked, what cannot be reached is as far as 2**31 - 1 often, and nothing
// negative: there 32 bits without a sign hold sums of two.
//
// What a loop carries around is two then: 32 bits, of which the least number
// says that they do not hold it (no sum is that, where the test holds), and the
// number as it was, which has a value only then.
#include "short_sums.h"

#include "compiler/words/known_ranges.h"
#include "sum_groups.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/DomTreeUpdater.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstdint>
#include <limits>
#include <optional>

namespace pyk2ptx {

namespace {

using llvm::BasicBlock;
using llvm::ConstantRange;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::PHINode;
using llvm::Value;

/// The 32 bits of a number that they do not hold.
constexpr std::int64_t noWord = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t mostWord = std::numeric_limits<std::int32_t>::max();
/// Terms of fewer bits are not asked for: it would be too often in vain.
constexpr unsigned mostTermBits = 30, leastTermBits = 20;
/// Of a function, that are there twice.
constexpr std::size_t mostSums = 400;
/// What a branch costs beside its test, in instructions: threads meet again
/// behind it, and what waits for a load now waits for the test, too.
constexpr unsigned branchCost = 5;
/// What it costs to see whether 32 bits hold a number.
constexpr unsigned wordCost = 5;

ConstantRange within(std::int64_t least, std::int64_t greatest) {
  return {llvm::APInt(longBits, static_cast<std::uint64_t>(least), true),
          llvm::APInt(longBits, static_cast<std::uint64_t>(greatest) + 1)};
}

/// Where terms are to be.
struct Window {
  std::int64_t least, greatest;
  /// Sums that nobody else sees take 32 bits without a sign.
  bool isUnsigned = false;

  [[nodiscard]] ConstantRange range() const { return within(least, greatest); }
};

/// Instructions that 64 bits take more than 32.
unsigned gainOf(const Instruction &sum) {
  if (llvm::isa<llvm::MinMaxIntrinsic>(sum))
    return 3;
  return 1;
}

/// How a group is computed: with `tested` within `window`, before `place`.
struct Plan {
  Window window;
  llvm::SmallVector<Value *, 16> tested;
  BasicBlock::iterator place;
};

/// A sum that is there twice.
struct Made {
  Instruction *sum;
  Value *word;
  /// Of 64 bits, and of 32.
  BasicBlock *slow, *fast;
  /// Where both meet: the sum, its lower half, its word or noWord; the sum
  /// where the word is noWord.
  PHINode *whole = nullptr, *half = nullptr, *shadow = nullptr, *rest = nullptr;
};

class ShortSums {
public:
  explicit ShortSums(llvm::Function &function)
      : function_(function), ranges_(function), dominators_(function),
        loops_(dominators_),
        updater_(dominators_, llvm::DomTreeUpdater::UpdateStrategy::Eager),
        word_(llvm::Type::getInt32Ty(function.getContext())),
        long_(llvm::Type::getInt64Ty(function.getContext())) {}

  bool run() {
    for (SumGroup &group : SumGroups(function_, ranges_, loops_).run())
      if (std::optional<Plan> plan = planOf(group))
        put(group, *plan);
    if (made_.empty())
      return false;
    carryWords();
    useSums();
    useCarried();
    return true;
  }

private:
  [[nodiscard]] bool fits(Value *value) const {
    return fitsSigned(ranges_.of(value));
  }

  /// Whether 32 bits of it are there, if they hold it.
  [[nodiscard]] bool isHeld(Value *term) const {
    return fits(term) || made_.contains(term) || llvm::isa<PHINode>(term);
  }

  // ---- what is worth it ----

  std::optional<Plan> planOf(const SumGroup &group) const {
    // What is computed once is not worth being there twice, and much neither.
    if (!group.loop || made_.size() + group.sums.size() > mostSums)
      return std::nullopt;
    std::optional<BasicBlock::iterator> place = placeOf(group);
    if (!place)
      return std::nullopt;
    for (const Window &window : windowsOf(group)) {
      Plan plan{window, {}, *place};
      if (holds(group, plan))
        return isWorthIt(group, plan) ? std::optional(plan) : std::nullopt;
    }
    return std::nullopt;
  }

  /// The widest first.
  llvm::SmallVector<Window, 16> windowsOf(const SumGroup &group) const {
    llvm::SmallVector<Window, 16> windows;
    if (asksForLeastOfMany(group))
      windows.push_back({0, mostWord, true});
    // -2**30 is what never is the greatest.
    windows.push_back({-(1 << mostTermBits), (1 << mostTermBits) - 1});
    for (unsigned bits = mostTermBits; bits >= leastTermBits; --bits)
      windows.push_back({1 - (1 << bits), (1 << bits) - 1});
    return windows;
  }

  /// Whether nothing seems to be negative: the least is asked for, of sums of
  /// any int32 and of what cannot be negative.
  bool asksForLeastOfMany(const SumGroup &group) const {
    auto adds = [](const Instruction *sum) {
      const auto *extreme = llvm::dyn_cast<llvm::MinMaxIntrinsic>(sum);
      return extreme ? extreme->getIntrinsicID() == llvm::Intrinsic::smin
                     : sum->getOpcode() != Instruction::Sub;
    };
    auto isAny = [&](Value *term) {
      ConstantRange range = ranges_.of(term);
      return !fitsSigned(range) || range.isAllNonNegative() ||
             range.getSignedMin() == noWord;
    };
    return llvm::all_of(group.sums, adds) && llvm::all_of(group.terms, isAny);
  }

  /// Whether no sum leaves 32 bits; finds what is to be tested for it.
  bool holds(const SumGroup &group, Plan &plan) const {
    llvm::DenseMap<const Value *, ConstantRange> ranges;
    const ConstantRange window = plan.window.range();
    for (Value *term : group.terms) {
      ConstantRange known =
          fits(term) ? ranges_.of(term) : ConstantRange::getFull(longBits);
      if (!window.contains(known)) {
        if (llvm::isa<llvm::Constant>(term))
          return false;
        plan.tested.push_back(term);
        known = known.intersectWith(window, ConstantRange::Signed);
      }
      ranges.try_emplace(term, known);
    }
    for (const Instruction *sum : group.sums) {
      llvm::SmallVector<Value *, 2> terms = termsOf(*sum);
      ConstantRange range =
          rangeOf(*sum, ranges.at(terms[0]), ranges.at(terms[1]));
      std::int64_t most = plan.window.isUnsigned && !isSeen(*sum, group)
                              ? std::numeric_limits<std::uint32_t>::max()
                              : mostWord;
      if (!within(noWord + 1, most).contains(range))
        return false;
      ranges.try_emplace(sum, range);
    }
    return true;
  }

  static bool isSeen(const Instruction &sum, const SumGroup &group) {
    return llvm::any_of(sum.users(), [&](const llvm::User *user) {
      return !llvm::is_contained(group.sums, user);
    });
  }

  static ConstantRange rangeOf(const Instruction &sum,
                               const ConstantRange &left,
                               const ConstantRange &right) {
    if (const auto *extreme = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&sum))
      return extreme->getIntrinsicID() == llvm::Intrinsic::smin
                 ? left.smin(right)
                 : left.smax(right);
    if (sum.getOpcode() == Instruction::Add)
      return left.add(right);
    if (sum.getOpcode() == Instruction::Sub)
      return left.sub(right);
    return left.unionWith(right, ConstantRange::Signed);
  }

  bool isWorthIt(const SumGroup &group, const Plan &plan) const {
    auto isChanging = [&](const Value *term) {
      return !group.loop->isLoopInvariant(term);
    };
    unsigned gain = 0, cost = branchCost;
    for (const Instruction *sum : group.sums)
      gain += gainOf(*sum);
    // The upper half of what may be negative takes one, too.
    for (Value *term : group.terms)
      if (isChanging(term) && fits(term) &&
          !ranges_.of(term).isAllNonNegative())
        ++gain;
    for (Value *term : plan.tested)
      if (isChanging(term))
        cost += isHeld(term) ? 1 : wordCost;
    return !plan.tested.empty() && gain >= 2 * cost;
  }

  /// Where all that the group is made of is there, and nothing asked for its
  /// sums yet.
  std::optional<BasicBlock::iterator> placeOf(const SumGroup &group) const {
    BasicBlock *block = group.sums.back()->getParent();
    BasicBlock::iterator place = block->getFirstInsertionPt();
    for (Instruction *sum : group.sums) {
      if (!dominators_.dominates(sum->getParent(), block))
        return std::nullopt;
      for (Value *operand : sum->operand_values()) {
        auto *made = llvm::dyn_cast<Instruction>(operand);
        if (made && made->getParent() == block && !llvm::isa<PHINode>(made) &&
            !llvm::is_contained(group.sums, made) &&
            (&*place == made || place->comesBefore(made)))
          place = std::next(made->getIterator());
      }
    }
    auto isBehind = [&](const llvm::Use &use) {
      auto *user = llvm::cast<Instruction>(use.getUser());
      if (llvm::is_contained(group.sums, user))
        return true;
      if (auto *phi = llvm::dyn_cast<PHINode>(user))
        return dominators_.dominates(block, phi->getIncomingBlock(use));
      return user->getParent() == block
                 ? !user->comesBefore(&*place)
                 : dominators_.dominates(block, user->getParent());
    };
    for (const Instruction *sum : group.sums)
      if (!llvm::all_of(sum->uses(), isBehind))
        return std::nullopt;
    return place;
  }

  // ---- the two computations ----

  void put(const SumGroup &group, const Plan &plan) {
    IRBuilder<> b(&*plan.place);
    llvm::DenseMap<const Value *, Value *> words;
    for (Value *term : group.terms)
      words[term] = wordOf(term, b);
    Value *test = testOf(group, plan, words, b);
    Instruction *fastEnd = nullptr, *slowEnd = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(
        test, plan.place, &fastEnd, &slowEnd,
        llvm::MDBuilder(function_.getContext()).createLikelyBranchWeights(),
        &updater_, &loops_);
    for (Instruction *sum : group.sums) {
      b.SetInsertPoint(fastEnd);
      words[sum] = shortened(*sum, plan.window.isUnsigned, words, b);
      sum->moveBefore(slowEnd->getIterator());
      made_[sum] = {sum, words[sum], slowEnd->getParent(),
                    fastEnd->getParent()};
    }
    b.SetInsertPoint(&*slowEnd->getParent()->getFirstInsertionPt());
    for (Value *term : group.terms) {
      if (llvm::isa<llvm::Constant>(term))
        continue;
      // Of what fits nobody else may want the upper half.
      Value *whole =
          fits(term) ? b.CreateSExt(words.at(term), long_) : wholeOf(term, b);
      for (Instruction *sum : group.sums)
        sum->replaceUsesOfWith(term, whole);
    }
  }

  /// 32 bits of a term; noWord where they do not hold it.
  Value *wordOf(Value *term, IRBuilder<> &b) {
    if (made_.contains(term))
      return shadowOf(made_.find(term)->second);
    if (auto *phi = llvm::dyn_cast<PHINode>(term); phi && !fits(term))
      return carriedWord(*phi);
    if (!fits(term)) {
      // A sum by itself.
      IRBuilder<> behind(llvm::cast<Instruction>(term)->getNextNode());
      return wordOrNone(term, behind);
    }
    if (auto *convert = llvm::dyn_cast<llvm::SExtInst>(term);
        convert && convert->getSrcTy() == word_)
      return convert->getOperand(0);
    return b.CreateTrunc(term, word_);
  }

  Value *testOf(const SumGroup &group, const Plan &plan,
                const llvm::DenseMap<const Value *, Value *> &words,
                IRBuilder<> &b) {
    Value *greatest = nullptr;
    BasicBlock *entry = group.loop->getLoopPreheader();
    IRBuilder<> ahead(function_.getContext());
    if (entry)
      ahead.SetInsertPoint(entry->getTerminator());
    // First what no turn changes, last what waits for the turn before.
    enum : unsigned char { Unchanged, Loaded, Waiting };
    auto kindOf = [&](Value *term) {
      if (entry && group.loop->isLoopInvariant(term))
        return Unchanged;
      return fits(term) ? Loaded : Waiting;
    };
    for (auto kind : {Unchanged, Loaded, Waiting})
      for (Value *term : plan.tested) {
        if (kindOf(term) != kind)
          continue;
        bool isAhead = kind == Unchanged;
        IRBuilder<> &at = isAhead ? ahead : b;
        Value *word = isAhead && fits(term) ? at.CreateTrunc(term, word_)
                                            : words.at(term);
        Value *place = at.CreateAdd(
            word, at.getInt32(static_cast<std::uint32_t>(-plan.window.least)));
        greatest =
            greatest ? greaterOf(greatest, place, plan.window, at) : place;
      }
    return b.CreateICmpULE(greatest,
                           b.getInt32(static_cast<std::uint32_t>(
                               plan.window.greatest - plan.window.least)));
  }

  /// For a comparison with the window's end.
  static Value *greaterOf(Value *left, Value *right, const Window &window,
                          IRBuilder<> &b) {
    // Three of which none may have the highest bit are one instruction.
    if (window.least == 0 && window.greatest == mostWord)
      return b.CreateOr(left, right);
    return b.CreateBinaryIntrinsic(llvm::Intrinsic::umax, left, right);
  }

  Value *shortened(const Instruction &sum, bool isUnsigned,
                   const llvm::DenseMap<const Value *, Value *> &words,
                   IRBuilder<> &b) const {
    llvm::SmallVector<Value *, 2> terms = termsOf(sum);
    Value *left = words.at(terms[0]), *right = words.at(terms[1]);
    if (const auto *extreme = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&sum))
      return b.CreateBinaryIntrinsic(isUnsigned ? llvm::Intrinsic::umin
                                                : extreme->getIntrinsicID(),
                                     left, right);
    if (llvm::isa<llvm::SelectInst>(sum))
      return b.CreateSelect(sum.getOperand(0), left, right);
    if (isUnsigned)
      return b.CreateNUWAdd(left, right);
    return sum.getOpcode() == Instruction::Add ? b.CreateNSWAdd(left, right)
                                               : b.CreateNSWSub(left, right);
  }

  // ---- what is seen of both ----

  PHINode *joined(Made &made, Value *fast, Value *slow) {
    BasicBlock *join = made.fast->getSingleSuccessor();
    PHINode *phi = PHINode::Create(fast->getType(), 2, "", join->begin());
    phi->addIncoming(fast, made.fast);
    phi->addIncoming(slow, made.slow);
    ours_.insert(phi);
    return phi;
  }
  PHINode *shadowOf(Made &made) {
    if (!made.shadow) {
      IRBuilder<> b(made.slow->getTerminator());
      made.shadow = joined(made, made.word, wordOrNone(made.sum, b));
    }
    return made.shadow;
  }
  PHINode *restOf(Made &made) {
    if (!made.rest)
      made.rest = joined(made, llvm::PoisonValue::get(long_), made.sum);
    return made.rest;
  }
  PHINode *wholeOf(Made &made) {
    if (!made.whole) {
      IRBuilder<> b(made.fast->getTerminator());
      made.whole = joined(made, b.CreateSExt(made.word, long_), made.sum);
    }
    return made.whole;
  }
  PHINode *halfOf(Made &made) {
    if (!made.half) {
      IRBuilder<> b(made.slow->getTerminator());
      made.half = joined(made, made.word, mine(b.CreateTrunc(made.sum, word_)));
    }
    return made.half;
  }

  /// What it uses stays.
  Value *mine(Value *value) {
    ours_.insert(value);
    return value;
  }
  Value *wordOrNone(Value *value, IRBuilder<> &b) {
    Value *half = mine(b.CreateTrunc(value, word_));
    Value *isHeld = mine(b.CreateICmpEQ(b.CreateSExt(half, long_), value));
    return b.CreateSelect(isHeld, half, b.getInt32(noWord));
  }

  /// A term that 32 bits may not hold.
  Value *wholeOf(Value *term, IRBuilder<> &b) {
    auto known = made_.find(term);
    bool isMade = known != made_.end();
    if (!isMade && !carried_.contains(term))
      return term;
    Value *word = isMade ? shadowOf(known->second) : carried_.lookup(term);
    Value *rest = isMade ? restOf(known->second) : term;
    Value *isRest = b.CreateICmpEQ(word, b.getInt32(noWord));
    Value *extended = b.CreateSExt(word, long_);
    return mine(b.CreateSelect(isRest, rest, extended));
  }

  // ---- what loops carry around ----

  PHINode *carriedWord(PHINode &phi) {
    auto [known, isNew] = carried_.try_emplace(&phi);
    if (isNew)
      known->second = PHINode::Create(word_, phi.getNumIncomingValues(), "",
                                      phi.getIterator());
    return known->second;
  }

  /// Of each that is carried also what it may be set to.
  void carryWords() {
    for (std::size_t i = 0; i < carried_.size(); ++i) {
      auto [value, word] = *(carried_.begin() + static_cast<std::ptrdiff_t>(i));
      auto *phi = llvm::cast<PHINode>(value);
      for (unsigned from = 0; from < phi->getNumIncomingValues(); ++from) {
        BasicBlock *block = phi->getIncomingBlock(from);
        // By several cases of a switch it is one.
        int known = word->getBasicBlockIndex(block);
        IRBuilder<> b(block->getTerminator());
        word->addIncoming(
            known < 0 ? wordOf(phi->getIncomingValue(from), b)
                      : word->getIncomingValue(static_cast<unsigned>(known)),
            block);
      }
    }
  }

  /// Everything else that asks for a sum.
  void useSums() {
    for (auto &[value, made] : made_)
      for (llvm::Use &use : llvm::make_early_inc_range(value->uses())) {
        auto *user = llvm::cast<Instruction>(use.getUser());
        if (ours_.contains(user) || user->getParent() == made.slow)
          continue;
        if (auto *half = asHalf(*user))
          replaceHalf(*half, halfOf(made));
        else if (carried_.contains(user))
          use.set(restOf(made));
        else
          use.set(wholeOf(made));
      }
  }

  void useCarried() {
    for (auto [value, word] : carried_) {
      llvm::DenseMap<BasicBlock *, Value *> atEnds;
      for (llvm::Use &use : llvm::make_early_inc_range(value->uses())) {
        auto *user = llvm::cast<Instruction>(use.getUser());
        if (ours_.contains(user) || carried_.contains(user))
          continue;
        auto *phi = llvm::dyn_cast<PHINode>(user);
        IRBuilder<> b(phi ? phi->getIncomingBlock(use)->getTerminator() : user);
        if (auto *half = asHalf(*user)) {
          replaceHalf(*half, b.CreateTrunc(wholeOf(value, b), word_));
        } else if (phi) {
          Value *&whole = atEnds[phi->getIncomingBlock(use)];
          if (!whole)
            whole = wholeOf(value, b);
          use.set(whole);
        } else {
          use.set(wholeOf(value, b));
        }
      }
    }
  }

  llvm::TruncInst *asHalf(Instruction &user) const {
    auto *half = llvm::dyn_cast<llvm::TruncInst>(&user);
    return half && half->getType()->getIntegerBitWidth() <= wordBits ? half
                                                                     : nullptr;
  }
  void replaceHalf(llvm::TruncInst &half, Value *word) {
    IRBuilder<> b(&half);
    half.replaceAllUsesWith(b.CreateTrunc(word, half.getType()));
    half.eraseFromParent();
  }

  llvm::Function &function_;
  KnownRanges ranges_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  llvm::DomTreeUpdater updater_;
  llvm::Type *word_, *long_;
  llvm::MapVector<Value *, Made> made_;
  /// 64-bit phis, and their words.
  llvm::MapVector<Value *, PHINode *> carried_;
  llvm::DenseSet<Value *> ours_;
};

} // namespace

bool shortenSums(llvm::Function &function) {
  // Nothing else is worth a test.
  bool hasExtremes =
      llvm::any_of(llvm::instructions(function), [](const Instruction &each) {
        return llvm::isa<llvm::MinMaxIntrinsic>(each) &&
               each.getType()->isIntegerTy(longBits);
      });
  return hasExtremes && ShortSums(function).run();
}

} // namespace pyk2ptx
