// conditions: what an LLVM condition is made of, and which comparisons it says
// to hold.
#ifndef PYK2PTX_COMPILER_TARGET_CONDITIONS_H
#define PYK2PTX_COMPILER_TARGET_CONDITIONS_H

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/PatternMatch.h>

namespace pyk2ptx {

/// Whether a condition that is true, or (`isTrue` false) one that is not, says
/// the same of two others, and of which: `left and right`, `left or right`, of
/// bits or one asked behind the other.
template <class Value>
bool isOfBoth(Value *condition, bool isTrue, Value *&left, Value *&right) {
  auto one = llvm::PatternMatch::m_Value(left);
  auto other = llvm::PatternMatch::m_Value(right);
  return isTrue ? llvm::PatternMatch::match(
                      condition, llvm::PatternMatch::m_LogicalAnd(one, other))
                : llvm::PatternMatch::match(
                      condition, llvm::PatternMatch::m_LogicalOr(one, other));
}

/// Calls `say(value, predicate, other)` with both sides of each comparison of a
/// kind, FCmpInst or ICmpInst, that holds where `condition` is as `isTrue`.
template <class Comparison, class Say>
void forEachComparison(const llvm::Value *condition, bool isTrue, Say &&say) {
  const llvm::Value *left = nullptr, *right = nullptr;
  if (isOfBoth(condition, isTrue, left, right)) {
    forEachComparison<Comparison>(left, isTrue, say);
    forEachComparison<Comparison>(right, isTrue, say);
    return;
  }
  const auto *compare = llvm::dyn_cast<Comparison>(condition);
  if (!compare)
    return;
  for (unsigned side : {0U, 1U}) {
    llvm::CmpInst::Predicate predicate =
        side == 0 ? compare->getPredicate() : compare->getSwappedPredicate();
    if (!isTrue)
      predicate = llvm::CmpInst::getInversePredicate(predicate);
    say(compare->getOperand(side), predicate, compare->getOperand(1 - side));
  }
}

} // namespace pyk2ptx

#endif
