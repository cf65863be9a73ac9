// An equality is one of the two ends of a range where the index is known not to
// leave it on that side, by what is known of it anywhere or by a condition
// above it in the loop. Which way is likely: that the index is below what is no
// constant, and not below a small constant, nor below what is subtracted of it,
// as in `if i >= k: ... x[i - k]`.
//
// What a guard compares is `i + n if i < 0 else i`: i where that is likely, and
// then the guard is one of i.
#include "row_limits.h"

#include "compiler/target/conditions.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using llvm::CmpInst;
using llvm::SCEV;
using llvm::Value;

/// Ranges of a row are cut there, and not behind it.
static constexpr std::int64_t smallBound = 16;

bool RowLimits::isInvariant(const Value *value) const {
  return loop_.isLoopInvariant(value);
}
bool RowLimits::isIndex(Value *value) const {
  if (!value->getType()->isIntegerTy() || isInvariant(value))
    return false;
  const auto *index =
      llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(value));
  return index && index->getLoop() == &loop_ && index->isAffine() &&
         evolution_.isKnownPositive(index->getStepRecurrence(evolution_));
}

/// How much more `a` is than `b`, if that is a constant.
std::optional<std::int64_t> RowLimits::difference(const SCEV *a,
                                                  const SCEV *b) const {
  const auto *constant =
      llvm::dyn_cast<llvm::SCEVConstant>(evolution_.getMinusSCEV(a, b));
  if (!constant || constant->getAPInt().getSignificantBits() > 64)
    return std::nullopt;
  return constant->getAPInt().getSExtValue();
}

/// Whether a comparison that is true says that `index` <= `bound`.
bool RowLimits::saysAtMost(Value *condition, bool isTrue, const SCEV *index,
                           const SCEV *bound) const {
  Value *left = nullptr, *right = nullptr;
  if (isOfBoth(condition, isTrue, left, right))
    return saysAtMost(left, isTrue, index, bound) ||
           saysAtMost(right, isTrue, index, bound);
  auto *test = llvm::dyn_cast<llvm::ICmpInst>(condition);
  if (!test || test->getOperand(0)->getType() != index->getType())
    return false;
  CmpInst::Predicate predicate =
      isTrue ? test->getPredicate() : test->getInversePredicate();
  left = test->getOperand(0);
  right = test->getOperand(1);
  if (llvm::ICmpInst::isGT(predicate) || llvm::ICmpInst::isGE(predicate)) {
    std::swap(left, right);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  const SCEV *less = evolution_.getSCEV(left),
             *more = evolution_.getSCEV(right);
  bool isLess =
      predicate == CmpInst::ICMP_SLT ||
      (predicate == CmpInst::ICMP_ULT && evolution_.isKnownNonNegative(more));
  if (!isLess)
    return false;
  // less < more: index = less + a and more = bound + b are at most one apart.
  std::optional<std::int64_t> a = difference(index, less),
                              b = difference(more, bound);
  return a && b && *a >= 0 && *b >= 0 && *a + *b <= 1;
}

/// Whether `index` <= `bound` wherever `at` is reached.
bool RowLimits::isAtMost(const SCEV *index, const SCEV *bound,
                         const llvm::Instruction &at) const {
  if (evolution_.isKnownPredicate(CmpInst::ICMP_SLE, index, bound))
    return true;
  const llvm::BasicBlock *block = at.getParent();
  while (block != loop_.getHeader()) {
    const llvm::DomTreeNode *above = tree_.getNode(block)->getIDom();
    if (!above || !loop_.contains(above->getBlock()))
      return false;
    auto *branch =
        llvm::dyn_cast<llvm::BranchInst>(above->getBlock()->getTerminator());
    if (branch && branch->isConditional())
      for (bool isTrue : {true, false})
        if (tree_.dominates(
                llvm::BasicBlockEdge(above->getBlock(),
                                     branch->getSuccessor(isTrue ? 0 : 1)),
                block) &&
            saysAtMost(branch->getCondition(), isTrue, index, bound))
          return true;
    block = above->getBlock();
  }
  return false;
}

/// `areNatural`: neither is negative.
std::optional<RowLimit> RowLimits::lower(Value *index, Value *bound,
                                         bool areNatural) const {
  if (!areNatural && !evolution_.willNotOverflow(llvm::Instruction::Sub, true,
                                                 evolution_.getSCEV(index),
                                                 evolution_.getSCEV(bound)))
    return std::nullopt;
  return RowLimit{index, bound, true};
}

/// A value one greater, where that is one.
Value *RowLimits::next(Value *bound) const {
  const SCEV *before = evolution_.getSCEV(bound);
  if (!evolution_.willNotOverflow(llvm::Instruction::Add, true, before,
                                  evolution_.getOne(bound->getType())))
    return nullptr;
  llvm::IRBuilder<> builder(loop_.getLoopPreheader()->getTerminator());
  return builder.CreateNSWAdd(bound,
                              llvm::ConstantInt::get(bound->getType(), 1));
}

static bool isSmall(Value *bound) {
  auto *constant = llvm::dyn_cast<llvm::ConstantInt>(bound);
  return constant && constant->getValue().sle(smallBound);
}

bool RowLimits::isSubtracted(const Value *bound) const {
  return !llvm::isa<llvm::Constant>(bound) &&
         std::ranges::any_of(bound->users(), [&](const llvm::User *user) {
           const auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(user);
           return sum && sum->getOpcode() == llvm::Instruction::Sub &&
                  sum->getOperand(1) == bound && isIndex(sum->getOperand(0)) &&
                  loop_.contains(sum);
         });
}

/// Of `index predicate bound`; `at` is where that is asked. `areNatural`:
/// neither is negative.
std::optional<RowCheck>
RowLimits::checkOf(Value *index, CmpInst::Predicate predicate, Value *bound,
                   const llvm::Instruction &at, bool areNatural) const {
  const SCEV *place = evolution_.getSCEV(index),
             *end = evolution_.getSCEV(bound);
  if (CmpInst::isUnsigned(predicate) && areNatural) {
    predicate = llvm::ICmpInst::getSignedPredicate(predicate);
  } else if (CmpInst::isUnsigned(predicate)) {
    if (!evolution_.isKnownNonNegative(end))
      return std::nullopt;
    if (!evolution_.isKnownNonNegative(place)) {
      if (predicate != CmpInst::ICMP_ULT && predicate != CmpInst::ICMP_UGE)
        return std::nullopt;
      return RowCheck{{index, bound, false, true},
                      predicate == CmpInst::ICMP_ULT};
    }
    predicate = llvm::ICmpInst::getSignedPredicate(predicate);
  }
  bool isEquality = llvm::ICmpInst::isEquality(predicate);
  bool isAbove =
      isEquality && evolution_.isKnownPredicate(CmpInst::ICMP_SGE, place, end);
  if (isEquality && !isAbove && !isAtMost(place, end, at))
    return std::nullopt;
  // index < end, or index < end + 1.
  bool isNext = isEquality ? isAbove
                           : llvm::ICmpInst::isGT(predicate) ||
                                 llvm::ICmpInst::isLE(predicate);
  bool isBelow = isEquality ? isAbove == (predicate == CmpInst::ICMP_EQ)
                            : llvm::ICmpInst::isLT(predicate) ||
                                  llvm::ICmpInst::isLE(predicate);
  bool isLower = isEquality ? isAbove : isSmall(bound) || isSubtracted(bound);
  if (isNext)
    bound = next(bound);
  if (!bound)
    return std::nullopt;
  if (!isLower)
    return RowCheck{{index, bound, false}, isBelow};
  std::optional<RowLimit> limit = lower(index, bound, areNatural);
  if (!limit)
    return std::nullopt;
  return RowCheck{*limit, !isBelow};
}

/// A comparison of an index with what the loop does not change.
std::optional<RowCheck> RowLimits::checkOf(llvm::ICmpInst &test) {
  Value *index = test.getOperand(0), *bound = test.getOperand(1);
  CmpInst::Predicate predicate = test.getPredicate();
  if (isInvariant(index)) {
    std::swap(index, bound);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  if (!isIndex(index) || !isInvariant(bound))
    return std::nullopt;
  bool areNatural = test.hasSameSign() &&
                    evolution_.isKnownNonNegative(evolution_.getSCEV(index));
  return checkOf(index, predicate, bound, test, areNatural);
}

/// An index that `value` is under limits, of which there may be none; adds
/// what it is made of to `parts`.
std::optional<PlainValue>
RowLimits::indexOf(Value &value, llvm::SmallPtrSetImpl<Value *> &parts) {
  if (isIndex(&value))
    return PlainValue{&value, {}};
  auto *made = llvm::dyn_cast<llvm::Instruction>(&value);
  std::optional<PlainValue> plain;
  if (made && loop_.contains(made) && !llvm::isa<llvm::ICmpInst>(made))
    plain = plainOf(*made, parts);
  if (!plain || !isIndex(plain->value))
    return std::nullopt;
  parts.insert(&value);
  return plain;
}

/// What `value`, a select, a comparison or a minimum or maximum, is where
/// something is likely.
std::optional<PlainValue>
RowLimits::plainOf(llvm::Instruction &value,
                   llvm::SmallPtrSetImpl<Value *> &parts) {
  if (auto *select = llvm::dyn_cast<llvm::SelectInst>(&value)) {
    auto *test = llvm::dyn_cast<llvm::ICmpInst>(select->getCondition());
    // A condition that is part of another.
    if (!test || value.getType()->isIntegerTy(1))
      return std::nullopt;
    std::optional<RowCheck> check = checkOf(*test);
    if (!check)
      return std::nullopt;
    return PlainValue{check->isLikely ? select->getTrueValue()
                                      : select->getFalseValue(),
                      {check->limit}};
  }
  if (auto *test = llvm::dyn_cast<llvm::ICmpInst>(&value))
    return plainTest(*test, parts);
  if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&value))
    return plainExtreme(*call, parts);
  if (value.getOpcode() == llvm::Instruction::Add)
    return plainSum(value, parts);
  return std::nullopt;
}

/// `index + (n if index < 0 else 0)`
std::optional<PlainValue>
RowLimits::plainSum(llvm::Instruction &sum,
                    llvm::SmallPtrSetImpl<Value *> &parts) {
  for (unsigned i : {0, 1}) {
    Value *index = sum.getOperand(i);
    auto *more = llvm::dyn_cast<llvm::SelectInst>(sum.getOperand(1 - i));
    if (!more || !isIndex(index))
      continue;
    std::optional<PlainValue> plain = plainOf(*more, parts);
    auto *none =
        plain ? llvm::dyn_cast<llvm::ConstantInt>(plain->value) : nullptr;
    if (!none || !none->isZero())
      continue;
    parts.insert(more);
    plain->value = index;
    return plain;
  }
  return std::nullopt;
}

std::optional<PlainValue>
RowLimits::plainTest(llvm::ICmpInst &test,
                     llvm::SmallPtrSetImpl<Value *> &parts) {
  if (!isInvariant(test.getOperand(1)) || isIndex(test.getOperand(0)))
    return std::nullopt;
  std::optional<PlainValue> plain = indexOf(*test.getOperand(0), parts);
  if (!plain)
    return std::nullopt;
  std::optional<RowCheck> check = checkOf(plain->value, test.getPredicate(),
                                          test.getOperand(1), test, false);
  if (!check)
    return std::nullopt;
  // Without signs what is below the end is not below 0.
  if (check->limit.isUnsigned)
    llvm::erase_if(plain->limits, [&](const RowLimit &limit) {
      auto *bound = llvm::dyn_cast<llvm::ConstantInt>(limit.bound);
      return limit.isLower && limit.index == plain->value && bound &&
             bound->isZero();
    });
  plain->limits.push_back(check->limit);
  plain->index = plain->value;
  plain->value = llvm::ConstantInt::getBool(test.getType(), check->isLikely);
  return plain;
}

std::optional<PlainValue>
RowLimits::plainExtreme(llvm::IntrinsicInst &call,
                        llvm::SmallPtrSetImpl<Value *> &parts) {
  if (call.arg_size() != 2 || !call.getType()->isIntegerTy())
    return std::nullopt;
  Value *inner = call.getArgOperand(0), *bound = call.getArgOperand(1);
  if (isInvariant(inner) && call.getIntrinsicID() != llvm::Intrinsic::usub_sat)
    std::swap(inner, bound);
  if (!isInvariant(bound))
    return std::nullopt;
  std::optional<PlainValue> plain = indexOf(*inner, parts);
  if (!plain)
    return std::nullopt;
  Value *index = plain->value;
  bool areNatural = evolution_.isKnownNonNegative(evolution_.getSCEV(index)) &&
                    evolution_.isKnownNonNegative(evolution_.getSCEV(bound));
  std::optional<RowLimit> limit;
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::smin:
    limit = RowLimit{index, bound, false};
    break;
  case llvm::Intrinsic::umin:
    if (areNatural)
      limit = RowLimit{index, bound, false};
    break;
  case llvm::Intrinsic::smax:
    limit = lower(index, bound);
    break;
  case llvm::Intrinsic::umax:
    if (areNatural)
      limit = lower(index, bound);
    break;
  case llvm::Intrinsic::usub_sat:
    if (areNatural && plain->limits.empty()) {
      llvm::IRBuilder<> builder(&call);
      Value *less = builder.CreateNSWSub(index, bound);
      plain->value = less;
      limit = RowLimit{less, llvm::ConstantInt::get(less->getType(), 0), true};
    }
    break;
  default:
    break;
  }
  if (!limit)
    return std::nullopt;
  plain->limits.push_back(*limit);
  return plain;
}

bool RowLimits::isOfRows(Value *value) const {
  if (!value->getType()->isIntegerTy())
    return false;
  const auto *index =
      llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(value));
  return index && index->getLoop() != &loop_ &&
         index->getLoop()->contains(&loop_);
}

} // namespace pyk2ptx
