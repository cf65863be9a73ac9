// ptxas (that of CUDA 13.0) has one instruction, which saturates, for all that
// clamps a float to [0, 1], however that is spelled: by minima and maxima in
// any order, by comparisons, by limits that the last ones make needless, even
// by integer maxima of the bits. The instruction makes 0 of nan. But
//
//   max(min(x, 1.0), 0.0)   min(max(min(x, 4.0), 0.0), 1.0)
//
// make 1 of it, as minima leave nan out. So where nan is not 0 in the end, and
// nan is possible, that is said beside the clamp:
//
//   1.0 if isnan(x) else max(min(x, 1.0), 0.0)
//
// Clamps to other bounds are what they are.
#include "saturations.h"

#include "compiler/words/float_ranges.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>
#include <utility>

namespace pyk2ptx {

namespace {

namespace match = llvm::PatternMatch;
using llvm::APFloat;
using llvm::CmpInst;
using llvm::Value;

/// One minimum or maximum of a value and a constant.
struct Limit {
  Value *value;
  const APFloat *bound;
  bool isUpper;
  /// What nan becomes: the bound, or else it stays nan.
  bool isNanBound;
};

std::optional<Limit> limitOfCall(llvm::IntrinsicInst &call) {
  bool isUpper = false, isNanBound = false;
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::minnum:
  case llvm::Intrinsic::minimumnum:
    isUpper = isNanBound = true;
    break;
  case llvm::Intrinsic::maxnum:
  case llvm::Intrinsic::maximumnum:
    isNanBound = true;
    break;
  case llvm::Intrinsic::minimum:
    isUpper = true;
    break;
  case llvm::Intrinsic::maximum:
    break;
  default:
    return std::nullopt;
  }
  for (unsigned side : {0U, 1U}) {
    const APFloat *bound = nullptr;
    if (match::match(call.getArgOperand(side), match::m_APFloat(bound)))
      return Limit{call.getArgOperand(1 - side), bound, isUpper, isNanBound};
  }
  return std::nullopt;
}

/// `bound if value > bound else value` and its like.
std::optional<Limit> limitOfChoice(llvm::SelectInst &choice) {
  const auto *compare = llvm::dyn_cast<llvm::FCmpInst>(choice.getCondition());
  if (!compare)
    return std::nullopt;
  const APFloat *bound = nullptr, *compared = nullptr;
  bool isBoundFirst =
      match::match(choice.getTrueValue(), match::m_APFloat(bound));
  if (!isBoundFirst &&
      !match::match(choice.getFalseValue(), match::m_APFloat(bound)))
    return std::nullopt;
  Value *value = isBoundFirst ? choice.getFalseValue() : choice.getTrueValue();
  CmpInst::Predicate order = compare->getPredicate();
  if (match::match(compare->getOperand(0), match::m_APFloat(compared)))
    order = compare->getSwappedPredicate();
  else if (!match::match(compare->getOperand(1), match::m_APFloat(compared)))
    return std::nullopt;
  if (!isBoundFirst)
    order = CmpInst::getInversePredicate(order);
  if ((compare->getOperand(0) != value && compare->getOperand(1) != value) ||
      *compared != *bound)
    return std::nullopt;
  // The bound is chosen where the value stands in this order to it.
  switch (order) {
  case CmpInst::FCMP_OGT:
  case CmpInst::FCMP_OGE:
    return Limit{value, bound, true, false};
  case CmpInst::FCMP_UGT:
  case CmpInst::FCMP_UGE:
    return Limit{value, bound, true, true};
  case CmpInst::FCMP_OLT:
  case CmpInst::FCMP_OLE:
    return Limit{value, bound, false, false};
  case CmpInst::FCMP_ULT:
  case CmpInst::FCMP_ULE:
    return Limit{value, bound, false, true};
  default:
    return std::nullopt;
  }
}

std::optional<Limit> limitOf(llvm::Instruction &instruction) {
  std::optional<Limit> limit;
  if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    limit = limitOfCall(*call);
  else if (auto *choice = llvm::dyn_cast<llvm::SelectInst>(&instruction))
    limit = limitOfChoice(*choice);
  // Where nobody asks for nan it may be anything.
  bool isAnything =
      limit && (limit->bound->isNaN() ||
                llvm::cast<llvm::FPMathOperator>(instruction).hasNoNaNs());
  return isAnything ? std::nullopt : limit;
}

/// What a value is after some limits: `root` between two bounds, and what nan
/// is then, if not nan.
struct Clamp {
  Value *root;
  APFloat low, high;
  std::optional<APFloat> ofNan;

  void add(const Limit &limit) {
    auto apply = [&](APFloat &number) {
      if (limit.isUpper ? number > *limit.bound : number < *limit.bound)
        number = *limit.bound;
    };
    apply(low);
    apply(high);
    if (ofNan)
      apply(*ofNan);
    else if (limit.isNanBound)
      ofNan = *limit.bound;
  }

  /// Whether it is what ptxas takes an instruction for that makes 0 of nan.
  [[nodiscard]] bool isMistaken() const {
    return low.isZero() && high.isExactlyValue(1) && ofNan && !ofNan->isZero();
  }
};

/// The clamps of a function, each that of its value with a limit more.
class Clamps {
public:
  std::optional<Clamp> of(llvm::Instruction &instruction) {
    std::optional<Limit> limit = limitOf(instruction);
    if (!limit)
      return std::nullopt;
    auto before = known_.find(limit->value);
    Clamp clamp = before != known_.end() ? before->second : whole(limit->value);
    clamp.add(*limit);
    known_.insert({&instruction, clamp});
    return clamp;
  }

private:
  static Clamp whole(Value *value) {
    const llvm::fltSemantics &kind =
        value->getType()->getScalarType()->getFltSemantics();
    return {value, APFloat::getInf(kind, true), APFloat::getInf(kind),
            std::nullopt};
  }

  llvm::DenseMap<const Value *, Clamp> known_;
};

/// `clamped`: what it is, of which zero's sign is to stay, too.
Value *withNanApart(const Clamp &clamp, Value &clamped, llvm::IRBuilder<> &b) {
  Value *isNan = b.CreateFCmpUNO(clamp.root, clamp.root);
  return b.CreateSelect(
      isNan, llvm::ConstantFP::get(clamped.getType(), *clamp.ofNan), &clamped);
}

} // namespace

bool keepNanOfClamps(llvm::Function &function) {
  llvm::SmallVector<std::pair<llvm::Instruction *, Clamp>, 4> mistaken;
  Clamps clamps;
  for (llvm::BasicBlock *block :
       llvm::ReversePostOrderTraversal<llvm::Function *>(&function))
    for (llvm::Instruction &instruction : *block)
      if (std::optional<Clamp> clamp = clamps.of(instruction);
          clamp && clamp->isMistaken())
        mistaken.emplace_back(&instruction, *clamp);
  if (mistaken.empty())
    return false;
  const KnownRanges integers(function);
  FloatRanges floats(integers);
  llvm::erase_if(mistaken, [&](const auto &one) {
    return !floats.of(one.second.root).isNanPossible;
  });
  for (auto &[instruction, clamp] : mistaken) {
    llvm::IRBuilder<> b(instruction->getParent(),
                        *instruction->getInsertionPointAfterDef());
    Value *apart = withNanApart(clamp, *instruction, b);
    instruction->replaceUsesWithIf(
        apart, [&](const llvm::Use &use) { return use.getUser() != apart; });
  }
  return !mistaken.empty();
}

} // namespace pyk2ptx
