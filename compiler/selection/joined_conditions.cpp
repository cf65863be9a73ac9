// `x if a or b else y` is one choice. LLVM takes a GPU for a machine that has
// no logic of conditions, and makes two of it,
//
//   x if a else (x if b else y)
//
// of which ptxas makes two instructions behind the comparisons. Of one choice
// the second comparison has the first one's result as an operand: there is no
// instruction for `or`. LLVM leaves what is frozen as it is.
#include "joined_conditions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace pyk2ptx {

namespace {

namespace match = llvm::PatternMatch;

/// Whether selection would split it: of conditions that nothing else asks for.
bool isByTwo(const llvm::SelectInst &choice) {
  const llvm::Value *condition = choice.getCondition();
  return !choice.getType()->isIntOrIntVectorTy(1) &&
         !condition->getType()->isVectorTy() && condition->hasOneUse() &&
         (match::match(condition, match::m_LogicalOr()) ||
          match::match(condition, match::m_LogicalAnd()));
}

} // namespace

bool keepConditionsJoined(llvm::Function &function) {
  bool isChanged = false;
  for (llvm::Instruction &each : llvm::instructions(function)) {
    auto *choice = llvm::dyn_cast<llvm::SelectInst>(&each);
    if (!choice || !isByTwo(*choice))
      continue;
    llvm::IRBuilder<> b(choice);
    choice->setCondition(b.CreateFreeze(choice->getCondition()));
    isChanged = true;
  }
  return isChanged;
}

} // namespace pyk2ptx
