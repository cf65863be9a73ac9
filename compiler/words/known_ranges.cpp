// LLVM's own analyses look at a few instructions behind each value, or ask the
// conditions of all blocks before. After optimization neither is needed: most
// integers that are small come from narrow loads, the registers of a thread
// and constants, through chains as long as the kernel is. Of conditions, what a
// comparison on the way to a block says of its two sides: `i - 1` is not
// negative where i is not zero.
//
// Of what loops carry around, counters are looked at, and when their loop ends.
// Of the rest it is assumed that it is what it begins with, and looked whether
// it stays so: if not, that it has 31 bits, in the end that it may be anything.
// What two halves of a search close in on stays inside what they began with:
//
//   while low < high:
//     middle = (low + high) // 2
//     if x[middle] < wanted: low = middle + 1
//     else: high = middle
#include "known_ranges.h"

#include "compiler/target/conditions.h"
#include "compiler/target/flipped_numbers.h"
#include "counter_ranges.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace pyk2ptx {

using llvm::ConstantRange;

namespace {

/// Over a function, until what was assumed holds.
constexpr unsigned mostWalks = 6;
/// Conditions that are kept of one value: a length that bounds thousands of
/// indices would be asked of all of them by each. Fewer are as right.
constexpr std::size_t mostFacts = 16;

struct Division {
  llvm::Instruction::BinaryOps opcode;
  const llvm::Value *left, *right;
};

/// short_divisions.cpp hides those that stay long in vectors of one element.
const llvm::Value *elementOf(const llvm::Value *value) {
  if (const auto *constant = llvm::dyn_cast<llvm::Constant>(value))
    return constant->getAggregateElement(0U);
  const auto *cast = llvm::dyn_cast<llvm::BitCastInst>(value);
  return cast && cast->getSrcTy()->isIntegerTy() ? cast->getOperand(0)
                                                 : nullptr;
}

std::optional<Division> asDivision(const llvm::Value *value) {
  const auto *cast = llvm::dyn_cast<llvm::BitCastInst>(value);
  const auto *binary =
      llvm::dyn_cast<llvm::BinaryOperator>(cast ? cast->getOperand(0) : value);
  if (!binary || !binary->isIntDivRem() ||
      (cast && cast->getType() != binary->getType()->getScalarType()))
    return std::nullopt;
  Division division{binary->getOpcode(), binary->getOperand(0),
                    binary->getOperand(1)};
  if (cast) {
    division.left = elementOf(division.left);
    division.right = elementOf(division.right);
  }
  return division.left && division.right ? std::optional(division)
                                         : std::nullopt;
}

/// The remainder that `number - number / by * by` is.
std::optional<Division> asRemainder(const llvm::BinaryOperator &difference) {
  const auto *product =
      llvm::dyn_cast<llvm::BinaryOperator>(difference.getOperand(1));
  if (difference.getOpcode() != llvm::Instruction::Sub || !product ||
      product->getOpcode() != llvm::Instruction::Mul)
    return std::nullopt;
  for (unsigned side : {0U, 1U}) {
    std::optional<Division> division = asDivision(product->getOperand(side));
    if (!division || division->left != difference.getOperand(0) ||
        division->right != product->getOperand(1 - side))
      continue;
    if (division->opcode == llvm::Instruction::UDiv)
      return Division{llvm::Instruction::URem, division->left, division->right};
    if (division->opcode == llvm::Instruction::SDiv)
      return Division{llvm::Instruction::SRem, division->left, division->right};
  }
  return std::nullopt;
}

/// What a bitwise operation makes of both has copies of the sign where they do.
ConstantRange signedOf(const ConstantRange &left, const ConstantRange &right) {
  unsigned bits = left.getBitWidth(), needed = 1;
  for (const ConstantRange &range : {left, right})
    needed = std::max({needed, range.getSignedMin().getSignificantBits(),
                       range.getSignedMax().getSignificantBits()});
  return ConstantRange::getNonEmpty(
      llvm::APInt::getSignedMinValue(needed).sext(bits),
      llvm::APInt::getSignedMaxValue(needed).sext(bits) + 1);
}

} // namespace

KnownRanges::KnownRanges(llvm::Function &function) : dominators_(function) {
  llvm::LoopInfo loops(dominators_);
  loops_ = &loops;
  llvm::ReversePostOrderTraversal<llvm::Function *> order(&function);
  // Whether anything is otherwise than in the walk before.
  auto walk = [&] {
    bool isChanged = false;
    facts_.clear();
    for (llvm::BasicBlock *block : order) {
      learnFrom(*block);
      for (llvm::Instruction &instruction : *block)
        if (instruction.getType()->isIntegerTy()) {
          ConstantRange range = compute(instruction);
          auto [known, isNew] = ranges_.try_emplace(&instruction, range);
          isChanged = isChanged || isNew || known->second != range;
          known->second = range;
        }
    }
    return isChanged;
  };
  walk();
  // What is computed of values that come later in the walk is computed of what
  // they were in the one before: it holds where they are the same.
  bool isChanged =
      !loops.empty() ||
      llvm::containsIrreducibleCFG<const llvm::BasicBlock *>(order, loops);
  for (unsigned turn = 1; isChanged && turn < mostWalks; ++turn) {
    bool isWider = widen();
    isChanged = walk() || isWider;
  }
  mayAssume_ = false;
  if (isChanged) {
    for (auto &[phi, assumed] : carried_)
      assumed = ConstantRange::getFull(assumed.getBitWidth());
    ranges_.clear();
    walk();
  }
  if (narrow())
    walk();
  loops_ = nullptr;
}

/// Of what the loop does not change: where it runs at all, its end may be known
/// to be behind its start.
ConstantRange KnownRanges::atEntry(const llvm::Loop &loop,
                                   const llvm::Value *value) const {
  const llvm::BasicBlock *from = loop.getLoopPredecessor();
  if (!from || !loop.isLoopInvariant(value))
    return of(value);
  return within(value, *from, saidBetween(*from, *loop.getHeader()));
}

/// What the branch to the block says, if there is one way to it.
void KnownRanges::learnFrom(const llvm::BasicBlock &block) {
  if (const llvm::BasicBlock *from = block.getSinglePredecessor())
    for (const auto &[value, allowed] : saidBetween(*from, block))
      if (llvm::SmallVector<Fact, 2> &facts = facts_[value];
          facts.size() < mostFacts)
        facts.emplace_back(&block, allowed);
}

/// What is assumed where `found` is more than was: few bits, or anything.
static ConstantRange widened(const ConstantRange &found) {
  unsigned bits = found.getBitWidth(), few = std::min(bits, wordBits) - 1;
  llvm::APInt end = llvm::APInt::getOneBitSet(bits, few);
  for (const llvm::APInt &first : {llvm::APInt::getZero(bits), -end})
    if (ConstantRange range = ConstantRange::getNonEmpty(first, end);
        range.contains(found))
      return range;
  return ConstantRange::getFull(bits);
}

/// Assumes more of what is not as assumed; whether there is such.
bool KnownRanges::widen() {
  bool isWider = false;
  for (auto &[phi, assumed] : carried_) {
    ConstantRange found = comingTo(*phi);
    if (assumed.contains(found))
      continue;
    isWider = true;
    assumed = widened(assumed.unionWith(found));
  }
  return isWider;
}

/// Assumes what was found; whether that is less.
bool KnownRanges::narrow() {
  bool isNarrower = false;
  for (auto &[phi, assumed] : carried_) {
    ConstantRange found = comingTo(*phi);
    isNarrower = isNarrower || found != assumed;
    assumed = found;
  }
  return isNarrower;
}

ConstantRange KnownRanges::comingTo(const llvm::PHINode &phi) const {
  ConstantRange all =
      ConstantRange::getEmpty(phi.getType()->getIntegerBitWidth());
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    const llvm::Value *value = phi.getIncomingValue(i);
    const llvm::BasicBlock &from = *phi.getIncomingBlock(i);
    all =
        all.unionWith(within(value, from, saidBetween(from, *phi.getParent())));
  }
  return all;
}

/// What is assumed of what a loop carries around, at first what it begins with.
ConstantRange KnownRanges::carriedBy(const llvm::PHINode &phi,
                                     const llvm::Loop &loop) const {
  unsigned bits = phi.getType()->getIntegerBitWidth();
  if (auto known = carried_.find(&phi); known != carried_.end())
    return known->second;
  if (!mayAssume_)
    return ConstantRange::getFull(bits);
  ConstantRange start = ConstantRange::getEmpty(bits);
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
    if (!loop.contains(phi.getIncomingBlock(i)))
      start = start.unionWith(of(phi.getIncomingValue(i)));
  return carried_.insert({&phi, start}).first->second;
}

/// What the branch from one block to the other says of its condition's sides,
/// and of what these are made of: LLVM makes one comparison of a < 9 and b < 9.
KnownRanges::Sayings
KnownRanges::saidBetween(const llvm::BasicBlock &from,
                         const llvm::BasicBlock &to) const {
  Sayings said;
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(from.getTerminator());
  if (branch && branch->isConditional() &&
      branch->getSuccessor(0) != branch->getSuccessor(1))
    learn(branch->getCondition(), branch->getSuccessor(0) == &to, from, said);
  return said;
}

void KnownRanges::learn(const llvm::Value *condition, bool isTrue,
                        const llvm::BasicBlock &where, Sayings &said) const {
  forEachComparison<llvm::ICmpInst>(
      condition, isTrue,
      [&](const llvm::Value *value, llvm::CmpInst::Predicate predicate,
          const llvm::Value *other) {
        if (!value->getType()->isIntegerTy() ||
            llvm::isa<llvm::Constant>(value))
          return;
        ConstantRange allowed = ConstantRange::makeAllowedICmpRegion(
            predicate, within(other, where, said));
        if (!allowed.isFullSet())
          say(*value, allowed, where, said);
      });
}

void KnownRanges::say(const llvm::Value &value, const ConstantRange &allowed,
                      const llvm::BasicBlock &where, Sayings &said) const {
  said.emplace_back(&value, allowed);
  const auto *made = llvm::dyn_cast<llvm::Instruction>(&value);
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&value);
  if (!made || said.size() > mostFacts)
    return;
  auto both = [&](const ConstantRange &range) {
    for (unsigned side : {0U, 1U})
      if (const llvm::Value *operand = made->getOperand(side);
          !range.isFullSet() && !llvm::isa<llvm::Constant>(operand))
        say(*operand, range, where, said);
  };
  unsigned bits = allowed.getBitWidth();
  auto upTo = [&] {
    return ConstantRange::getNonEmpty(llvm::APInt::getZero(bits),
                                      allowed.getUnsignedMax() + 1);
  };
  if (made->getOpcode() == llvm::Instruction::Or) {
    both(upTo());
  } else if (llvm::isa<llvm::ZExtInst, llvm::SExtInst>(made)) {
    const llvm::Value *operand = made->getOperand(0);
    unsigned from = operand->getType()->getIntegerBitWidth();
    ConstantRange range =
        allowed.intersectWith(ConstantRange::getFull(from).castOp(
            llvm::cast<llvm::CastInst>(made)->getOpcode(), bits));
    if (!range.isEmptySet() && !range.truncate(from).isFullSet())
      say(*operand, range.truncate(from), where, said);
  } else if (llvm::isa<llvm::TruncInst>(made)) {
    // Nothing is lost of what fits.
    const llvm::Value *operand = made->getOperand(0);
    ConstantRange whole = within(operand, where, said);
    if (fitsSigned(whole, bits))
      say(*operand, allowed.signExtend(whole.getBitWidth()), where, said);
    else if (fitsUnsigned(whole, bits))
      say(*operand, allowed.zeroExtend(whole.getBitWidth()), where, said);
  } else if (made->getOpcode() == llvm::Instruction::Add) {
    for (unsigned side : {0U, 1U}) {
      const llvm::Value *operand = made->getOperand(side);
      if (llvm::isa<llvm::Constant>(operand))
        continue;
      ConstantRange range =
          allowed.sub(within(made->getOperand(1 - side), where, said));
      if (!range.isFullSet())
        say(*operand, range, where, said);
    }
  } else if (call && call->getIntrinsicID() == llvm::Intrinsic::umax) {
    both(upTo());
  } else if (call && call->getIntrinsicID() == llvm::Intrinsic::smax) {
    both(ConstantRange::getNonEmpty(llvm::APInt::getSignedMinValue(bits),
                                    allowed.getSignedMax() + 1));
  }
}

ConstantRange KnownRanges::within(const llvm::Value *value,
                                  const llvm::BasicBlock &block) const {
  ConstantRange range = of(value);
  auto restrict = [&](const ConstantRange &allowed) {
    if (ConstantRange both = range.intersectWith(allowed); !both.isEmptySet())
      range = both;
  };
  auto found = facts_.find(value);
  if (found != facts_.end())
    for (const auto &[where, allowed] : found->second)
      if (dominators_.dominates(where, &block))
        restrict(allowed);
  // LLVM compares what was extended as it was before.
  if (llvm::isa<llvm::ZExtInst, llvm::SExtInst>(value)) {
    const auto *cast = llvm::cast<llvm::CastInst>(value);
    if (cast->getOperand(0)->getType()->isIntegerTy())
      restrict(within(cast->getOperand(0), block)
                   .castOp(cast->getOpcode(), range.getBitWidth()));
  }
  return range;
}

/// Where this was said besides.
ConstantRange KnownRanges::within(const llvm::Value *value,
                                  const llvm::BasicBlock &block,
                                  const Sayings &said) const {
  ConstantRange range = within(value, block);
  for (const auto &[which, allowed] : said)
    if (which == value)
      if (ConstantRange both = range.intersectWith(allowed); !both.isEmptySet())
        range = both;
  return range;
}

ConstantRange KnownRanges::of(const llvm::Value *value) const {
  if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value))
    return {constant->getValue()};
  auto found = ranges_.find(value);
  if (found != ranges_.end())
    return found->second;
  const auto *argument = llvm::dyn_cast<llvm::Argument>(value);
  std::optional<ConstantRange> stated;
  if (argument)
    stated = argument->getRange();
  return stated
             ? *stated
             : ConstantRange::getFull(value->getType()->getIntegerBitWidth());
}

void KnownRanges::set(const llvm::Value *value, const ConstantRange &range) {
  ranges_.insert_or_assign(value, range);
}

void KnownRanges::forget(const llvm::Value *value) {
  ranges_.erase(value);
  facts_.erase(value);
}

void KnownRanges::setSame(const llvm::Value *made, const llvm::Value *value) {
  auto found = facts_.find(value);
  if (found != facts_.end()) {
    llvm::SmallVector<Fact, 2> facts = found->second;
    facts_[made] = std::move(facts);
  }
}

/// Of `(t < 0 ? n : 0) + t`: what is chosen by comparing the other part is
/// added to such as the comparison says.
std::optional<ConstantRange>
KnownRanges::chosenSum(const llvm::BinaryOperator &sum) const {
  if (sum.getOpcode() != llvm::Instruction::Add)
    return std::nullopt;
  const llvm::BasicBlock &here = *sum.getParent();
  for (unsigned side : {0U, 1U}) {
    const auto *choice = llvm::dyn_cast<llvm::SelectInst>(sum.getOperand(side));
    const llvm::Value *other = sum.getOperand(1 - side);
    const auto *compare =
        choice ? llvm::dyn_cast<llvm::ICmpInst>(choice->getCondition())
               : nullptr;
    if (!compare || compare->getOperand(0) != other)
      continue;
    ConstantRange range = within(other, here),
                  limit = within(compare->getOperand(1), here);
    auto where = [&](llvm::CmpInst::Predicate predicate) {
      return range.intersectWith(
          ConstantRange::makeAllowedICmpRegion(predicate, limit));
    };
    return where(compare->getPredicate())
        .add(within(choice->getTrueValue(), here))
        .unionWith(where(compare->getInversePredicate())
                       .add(within(choice->getFalseValue(), here)));
  }
  return std::nullopt;
}

ConstantRange KnownRanges::compute(const llvm::Instruction &instruction) const {
  ConstantRange any =
      ConstantRange::getFull(instruction.getType()->getIntegerBitWidth());
  auto operand = [&](unsigned index) {
    return within(instruction.getOperand(index), *instruction.getParent());
  };
  auto divided = [&](const Division &division) {
    const llvm::BasicBlock &here = *instruction.getParent();
    return within(division.left, here)
        .binaryOp(division.opcode, within(division.right, here));
  };
  if (const auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    if (std::optional<Division> rest = asRemainder(*binary))
      return divided(*rest);
    if (std::optional<ConstantRange> either = chosenSum(*binary))
      return *either;
    const llvm::Value *flip = nullptr;
    if (const llvm::Value *number =
            asFlipped<const llvm::Value>(binary, flip)) {
      ConstantRange range = within(number, *instruction.getParent());
      llvm::APInt most =
          llvm::APIntOps::smax(range.getSignedMax(), ~range.getSignedMin());
      return ConstantRange::getNonEmpty(llvm::APInt::getZero(any.getBitWidth()),
                                        most + 1);
    }
    unsigned wraps = 0;
    if (llvm::isa<llvm::OverflowingBinaryOperator>(binary)) {
      if (binary->hasNoUnsignedWrap())
        wraps |= llvm::OverflowingBinaryOperator::NoUnsignedWrap;
      if (binary->hasNoSignedWrap())
        wraps |= llvm::OverflowingBinaryOperator::NoSignedWrap;
    }
    if (wraps)
      return operand(0).overflowingBinaryOp(binary->getOpcode(), operand(1),
                                            wraps);
    ConstantRange range = operand(0).binaryOp(binary->getOpcode(), operand(1));
    return binary->isBitwiseLogicOp()
               ? range.intersectWith(signedOf(operand(0), operand(1)))
               : range;
  }
  if (llvm::isa<llvm::TruncInst, llvm::ZExtInst, llvm::SExtInst>(instruction) &&
      instruction.getOperand(0)->getType()->isIntegerTy()) {
    // The result is told not to be negative, and not what it is made of: that
    // may be negative where nobody asks for the result.
    ConstantRange from = operand(0);
    if (llvm::isa<llvm::ZExtInst>(instruction) && instruction.hasNonNeg())
      from = from.intersectWith(ConstantRange::getNonEmpty(
          llvm::APInt::getZero(from.getBitWidth()),
          llvm::APInt::getSignedMinValue(from.getBitWidth())));
    return from.castOp(llvm::cast<llvm::CastInst>(instruction).getOpcode(),
                       any.getBitWidth());
  }
  if (llvm::isa<llvm::BitCastInst>(instruction))
    if (std::optional<Division> division = asDivision(&instruction))
      return divided(*division);
  if (llvm::isa<llvm::SelectInst>(instruction))
    return operand(1).unionWith(operand(2));
  if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    const llvm::Loop *loop = loops_->getLoopFor(phi->getParent());
    if (loop && loop->getHeader() == phi->getParent())
      if (std::optional<ConstantRange> counted =
              rangeOfCounter(*phi, *loop, [&](const llvm::Value *value) {
                return atEntry(*loop, value);
              }))
        return *counted;
    if (loop && loop->getHeader() == phi->getParent())
      return carriedBy(*phi, *loop);
    return comingTo(*phi);
  }
  if (const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    if (ConstantRange::isIntrinsicSupported(call->getIntrinsicID())) {
      llvm::SmallVector<ConstantRange, 3> operands;
      for (const llvm::Value *argument : call->args())
        operands.push_back(of(argument));
      ConstantRange range =
          ConstantRange::intrinsic(call->getIntrinsicID(), operands);
      // A minimum is one of both: of numbers that are negative, too, where the
      // order is that without signs.
      return llvm::isa<llvm::MinMaxIntrinsic>(call)
                 ? range.intersectWith(operands[0].unionWith(operands[1]))
                 : range;
    }
  if (llvm::isa<llvm::CallBase, llvm::LoadInst>(instruction))
    return llvm::computeConstantRange(&instruction, /*ForSigned=*/false);
  return any;
}

} // namespace pyk2ptx
