// `x if x < 0.0 else 0.0` is 0.0 where x is -0.0, which is not below it. PTX's
// minimum, for which it is, gives -0.0. LLVM takes one for the other: it asks
// whether zeros may meet for <= and >=, not for < and >. Written the other way
// around,
//
//   0.0 if not (x < 0.0) else x
//
// it is asked. `x if x > 0.0 else 0.0` is a maximum in both.
#include "zeros_of_choices.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

namespace pyk2ptx {

namespace {

namespace match = llvm::PatternMatch;
using llvm::CmpInst;
using llvm::Value;

bool isNonZero(const Value *value) {
  const llvm::APFloat *number = nullptr;
  return match::match(value, match::m_APFloat(number)) && !number->isZero();
}

bool isTakenForLimit(llvm::SelectInst &choice) {
  llvm::Value *left = nullptr, *right = nullptr;
  llvm::SelectPatternFlavor taken =
      llvm::matchSelectPattern(&choice, left, right).Flavor;
  return taken == llvm::SPF_FMINNUM || taken == llvm::SPF_FMAXNUM;
}

/// The comparison by which one of its two sides is chosen, where the minimum or
/// the maximum may be the other zero; null: there is none.
llvm::FCmpInst *mistakenCondition(llvm::SelectInst &choice) {
  auto *compare = llvm::dyn_cast<llvm::FCmpInst>(choice.getCondition());
  auto *floats = llvm::dyn_cast<llvm::FPMathOperator>(&choice);
  if (!compare || !floats || floats->hasNoSignedZeros())
    return nullptr;
  CmpInst::Predicate order = compare->getPredicate();
  if (choice.getTrueValue() == compare->getOperand(1))
    order = CmpInst::getSwappedPredicate(order);
  else if (choice.getTrueValue() != compare->getOperand(0))
    return nullptr;
  const Value *first = choice.getTrueValue(), *second = choice.getFalseValue();
  if ((compare->getOperand(0) != second && compare->getOperand(1) != second) ||
      isNonZero(first) || isNonZero(second) || !isTakenForLimit(choice))
    return nullptr;
  llvm::SimplifyQuery query(choice.getDataLayout());
  switch (order) {
  case CmpInst::FCMP_OLT:
  case CmpInst::FCMP_ULT:
    return match::match(second, match::m_NegZeroFP()) ? nullptr : compare;
  case CmpInst::FCMP_OGT:
  case CmpInst::FCMP_UGT:
    return llvm::cannotBeNegativeZero(second, query) ? nullptr : compare;
  default:
    return nullptr;
  }
}

} // namespace

bool keepZerosOfChoices(llvm::Function &function) {
  bool isChanged = false;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *choice = llvm::dyn_cast<llvm::SelectInst>(&instruction);
    llvm::FCmpInst *compare = choice ? mistakenCondition(*choice) : nullptr;
    if (!compare)
      continue;
    llvm::IRBuilder<> b(choice);
    b.setFastMathFlags(compare->getFastMathFlags());
    Value *inverse =
        b.CreateFCmp(compare->getInversePredicate(), compare->getOperand(0),
                     compare->getOperand(1));
    choice->setCondition(inverse);
    choice->swapValues();
    choice->swapProfMetadata();
    isChanged = true;
  }
  return isChanged;
}

} // namespace pyk2ptx
