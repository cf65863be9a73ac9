// An index may count from the end, and has a guard:
//
//   w = i < 0 ? i + n : i
//   if (w < n) ... a[w] ...                without signs
//
// Of the two numbers the one that is less without a sign is inside, if any is:
// where i is below zero it is large, and i + n is not; else i + n is the larger
// one. Where none is inside, neither is the lesser one. So w may be their
// minimum, if nothing hangs on w but the test, what stands behind it, and
// addresses for that. It is an instruction less, and from sm_90 on one with the
// sum.
#include "wrapped_words.h"

#include "compiler/target/conditions.h"
#include "known_ranges.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>

namespace pyk2ptx {

namespace {

namespace match = llvm::PatternMatch;
using llvm::Instruction;
using llvm::Value;

/// Conditions that a guard's test is part of, and what is computed of an index
/// until it is an address.
constexpr unsigned mostConditions = 16, deepest = 6;

struct Wrapped {
  Instruction *value;
  Value *index, *extent;
};

bool isBelowZero(Value *condition, const Value *index) {
  return match::match(condition, match::m_SpecificICmp(llvm::CmpInst::ICMP_SLT,
                                                       match::m_Specific(index),
                                                       match::m_Zero()));
}

/// i + (i < 0 ? n : 0), or i < 0 ? i + n : i.
std::optional<Wrapped> asWrapped(Instruction &value) {
  Value *index = nullptr, *condition = nullptr, *extent = nullptr,
        *other = nullptr;
  if (match::match(&value, match::m_Select(match::m_Value(condition),
                                           match::m_Add(match::m_Value(other),
                                                        match::m_Value(extent)),
                                           match::m_Value(index)))) {
    if (extent == index)
      std::swap(extent, other);
    if (other == index && isBelowZero(condition, index))
      return Wrapped{&value, index, extent};
    return std::nullopt;
  }
  if (!match::match(&value,
                    match::m_Add(match::m_Value(index), match::m_Value(other))))
    return std::nullopt;
  for (unsigned side : {0U, 1U}) {
    if (side)
      std::swap(index, other);
    if (match::match(other, match::m_Select(match::m_Value(condition),
                                            match::m_Value(extent),
                                            match::m_Zero())) &&
        isBelowZero(condition, index))
      return Wrapped{&value, index, extent};
  }
  return std::nullopt;
}

/// The ways on which it is known to be inside.
class Inside {
public:
  explicit Inside(const Wrapped &wrapped) : wrapped_(wrapped) {
    for (llvm::User *user : wrapped.value->users())
      if (llvm::isa<llvm::ICmpInst>(user))
        follow(user);
  }

  bool isTested() const { return !edges_.empty(); }
  bool holdsAt(const llvm::Use &use, const llvm::DominatorTree &tree) const {
    return llvm::any_of(edges_, [&](const llvm::BasicBlockEdge &edge) {
      return tree.dominates(edge, use);
    });
  }

private:
  void follow(llvm::User *condition) {
    if (!condition->getType()->isIntegerTy(1) || ++steps_ > mostConditions)
      return;
    for (llvm::User *user : condition->users()) {
      auto *branch = llvm::dyn_cast<llvm::BranchInst>(user);
      if (!branch) {
        follow(user);
        continue;
      }
      for (bool isTrue : {true, false})
        if (says(branch->getCondition(), isTrue))
          edges_.emplace_back(branch->getParent(),
                              branch->getSuccessor(isTrue ? 0 : 1));
    }
  }
  bool says(const Value *condition, bool isTrue) const {
    bool isSaid = false;
    forEachComparison<llvm::ICmpInst>(
        condition, isTrue,
        [&](const Value *value, llvm::CmpInst::Predicate predicate,
            const Value *other) {
          isSaid = isSaid || (value == wrapped_.value &&
                              predicate == llvm::CmpInst::ICMP_ULT &&
                              other == wrapped_.extent);
        });
    return isSaid;
  }

  const Wrapped &wrapped_;
  unsigned steps_ = 0;
  llvm::SmallVector<llvm::BasicBlockEdge, 2> edges_;
};

/// Whether `use` is the test itself, of which the outcome is the same.
bool isTest(const llvm::Use &use, const Wrapped &wrapped) {
  const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(use.getUser());
  if (!compare || use.get() != wrapped.value ||
      compare->getOperand(1 - use.getOperandNo()) != wrapped.extent)
    return false;
  llvm::CmpInst::Predicate predicate = use.getOperandNo() == 0
                                           ? compare->getPredicate()
                                           : compare->getSwappedPredicate();
  return predicate == llvm::CmpInst::ICMP_ULT ||
         predicate == llvm::CmpInst::ICMP_UGE;
}

/// Whether what `value` is hangs on the index where that is inside alone: else
/// it may be an address that nobody goes to.
bool isForInside(const Value &value, const Wrapped &wrapped,
                 const Inside &inside, const llvm::DominatorTree &tree,
                 unsigned depth = 0) {
  return llvm::all_of(value.uses(), [&](const llvm::Use &use) {
    const auto *user = llvm::cast<Instruction>(use.getUser());
    bool isPart = llvm::isa<llvm::GetElementPtrInst, llvm::CastInst>(user) ||
                  user->getOpcode() == Instruction::Add ||
                  user->getOpcode() == Instruction::Mul ||
                  user->getOpcode() == Instruction::Shl;
    return isTest(use, wrapped) || inside.holdsAt(use, tree) ||
           (isPart && depth < deepest &&
            isForInside(*user, wrapped, inside, tree, depth + 1));
  });
}

bool replace(const Wrapped &wrapped, const llvm::DominatorTree &tree) {
  Inside inside(wrapped);
  if (!inside.isTested() ||
      !llvm::isKnownNonNegative(wrapped.extent,
                                wrapped.value->getDataLayout()) ||
      !isForInside(*wrapped.value, wrapped, inside, tree))
    return false;
  llvm::IRBuilder<> b(wrapped.value);
  wrapped.value->replaceAllUsesWith(
      b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, wrapped.index,
                              b.CreateAdd(wrapped.index, wrapped.extent)));
  return true;
}

} // namespace

bool wrapByMinima(llvm::Function &function) {
  // The CPU device has this for tests, and its indices have 64 bits.
  unsigned bits =
      function.getParent()->getTargetTriple().isNVPTX() ? wordBits : longBits;
  llvm::SmallVector<llvm::WeakTrackingVH, 8> found;
  for (Instruction &instruction : llvm::instructions(function))
    if (instruction.getType()->isIntegerTy(bits) && asWrapped(instruction))
      found.push_back(&instruction);
  if (found.empty())
    return false;
  llvm::DominatorTree tree(function);
  bool isChanged = false;
  for (const llvm::WeakTrackingVH &value : found) {
    // One may have been part of another.
    auto *instruction = llvm::dyn_cast_or_null<Instruction>(value);
    std::optional<Wrapped> wrapped;
    if (instruction)
      wrapped = asWrapped(*instruction);
    if (!wrapped || !replace(*wrapped, tree))
      continue;
    isChanged = true;
    llvm::RecursivelyDeleteTriviallyDeadInstructions(instruction);
  }
  return isChanged;
}

} // namespace pyk2ptx
