// comparisons: which of them a condition says to hold.
#ifndef PYK2PTX_COMPILER_SELECTION_COMPARISONS_H
#define PYK2PTX_COMPILER_SELECTION_COMPARISONS_H

#include "compiler/target/conditions.h"

#include <llvm/IR/InstrTypes.h>

namespace pyk2ptx {

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
