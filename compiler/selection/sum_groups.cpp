// Which sums may be computed behind one test: those that are made of each
// other, in one loop. From the first on each goes to the group of what it is
// made of, as long as that has not many terms, for all of them are in registers
// at the test. Neighbours that have terms in common are one group then, as the
// sums of several columns with one row.
#include "sum_groups.h"

#include "compiler/words/known_ranges.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <functional>
#include <optional>

namespace pyk2ptx {

namespace {

using llvm::Instruction;
using llvm::Value;

constexpr std::size_t mostTerms = 17, mostTermsTogether = 26;

bool isSum(const Instruction &instruction) {
  if (const auto *extreme = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&instruction))
    return extreme->isSigned();
  return instruction.getOpcode() == Instruction::Add ||
         instruction.getOpcode() == Instruction::Sub ||
         llvm::isa<llvm::SelectInst>(instruction);
}

} // namespace

llvm::SmallVector<Value *, 2> termsOf(const Instruction &sum) {
  llvm::SmallVector<Value *, 2> terms;
  bool isChoice = llvm::isa<llvm::SelectInst>(sum);
  bool isCall = llvm::isa<llvm::CallInst>(sum);
  for (const llvm::Use &operand :
       llvm::make_range(sum.op_begin() + isChoice, sum.op_end() - isCall))
    terms.push_back(operand.get());
  return terms;
}

SumGroups::SumGroups(llvm::Function &function, const KnownRanges &ranges,
                     const llvm::LoopInfo &loops)
    : function_(function), ranges_(ranges), loops_(loops) {}

std::vector<SumGroup> SumGroups::run() {
  findNumbers();
  removeUnknown();
  if (numbers_.empty())
    return {};
  llvm::DenseMap<const Instruction *, std::size_t> places;
  for (llvm::BasicBlock *block :
       llvm::ReversePostOrderTraversal<llvm::Function *>(&function_))
    for (Instruction &instruction : *block) {
      places.try_emplace(&instruction, places.size());
      add(instruction);
    }
  auto isBefore = [&](const Instruction *left, const Instruction *right) {
    return places.at(left) < places.at(right);
  };
  std::erase_if(groups_,
                [](const SumGroup &group) { return group.sums.empty(); });
  for (SumGroup &group : groups_)
    llvm::sort(group.sums, isBefore);
  llvm::sort(groups_, [&](const SumGroup &left, const SumGroup &right) {
    return isBefore(left.sums.back(), right.sums.back());
  });
  std::vector<SumGroup> joined;
  for (SumGroup &group : groups_)
    if (joined.empty() || !areAlike(joined.back(), group)) {
      joined.push_back(std::move(group));
    } else {
      joined.back().terms.insert_range(group.terms);
      joined.back().sums.append(group.sums);
      llvm::sort(joined.back().sums, isBefore);
    }
  return joined;
}

/// Whether they are computed in one block, of terms in common, and neither of
/// the other's sums.
bool SumGroups::areAlike(const SumGroup &one, const SumGroup &other) {
  if (one.loop != other.loop ||
      one.sums.back()->getParent() != other.sums.back()->getParent())
    return false;
  auto common =
      static_cast<std::size_t>(llvm::count_if(other.terms, [&](Value *term) {
        return !llvm::isa<llvm::Constant>(term) && one.terms.contains(term);
      }));
  auto isOf = [](const SumGroup &group, const SumGroup &made) {
    return llvm::any_of(group.terms, [&](Value *term) {
      return llvm::is_contained(made.sums, term);
    });
  };
  return common > 1 &&
         one.terms.size() + other.terms.size() - common <= mostTermsTogether &&
         !isOf(one, other) && !isOf(other, one);
}

void SumGroups::findNumbers() {
  for (llvm::BasicBlock &block : function_)
    for (Instruction &instruction : block)
      if (isNumber(instruction))
        numbers_.insert(&instruction);
}

bool SumGroups::isNumber(const Instruction &instruction) const {
  return instruction.getType()->isIntegerTy(longBits) &&
         (isSum(instruction) || llvm::isa<llvm::PHINode>(instruction)) &&
         !fitsSigned(ranges_.of(&instruction));
}

bool SumGroups::isTerm(const Value *value) const {
  const auto *instruction = llvm::dyn_cast<Instruction>(value);
  return (instruction && numbers_.contains(instruction)) ||
         (!llvm::isa<llvm::UndefValue>(value) && fitsSigned(ranges_.of(value)));
}

/// Those that are made of what is no sum and may be large.
void SumGroups::removeUnknown() {
  llvm::SmallVector<const Instruction *, 32> unknown;
  for (const Instruction *number : numbers_)
    if (!llvm::all_of(termsOf(*number),
                      [&](Value *term) { return isTerm(term); }))
      unknown.push_back(number);
  while (!unknown.empty()) {
    const Instruction *number = unknown.pop_back_val();
    if (!numbers_.erase(number))
      continue;
    for (const llvm::User *user : number->users())
      if (const auto *next = llvm::dyn_cast<Instruction>(user);
          next && numbers_.contains(next) &&
          llvm::is_contained(termsOf(*next), number))
        unknown.push_back(next);
  }
}

void SumGroups::add(Instruction &sum) {
  if (!numbers_.contains(&sum) || llvm::isa<llvm::PHINode>(sum))
    return;
  std::size_t index = groupFor(sum, loops_.getLoopFor(sum.getParent()));
  groupOf_[&sum] = index;
  SumGroup &group = groups_[index];
  group.sums.push_back(&sum);
  for (Value *term : termsOf(sum)) {
    auto known = groupOf_.find(term);
    if (known == groupOf_.end() || known->second != index)
      group.terms.insert(term);
  }
}

std::size_t SumGroups::groupFor(const Instruction &sum,
                                const llvm::Loop *loop) {
  // Those that it is made of; the last one is joined first.
  llvm::SmallSetVector<std::size_t, 2> others;
  for (const Value *operand : sum.operand_values())
    if (auto known = groupOf_.find(operand); known != groupOf_.end())
      others.insert(known->second);
  llvm::SmallVector<std::size_t, 2> nearest = others.takeVector();
  llvm::sort(nearest, std::greater<>());
  std::optional<std::size_t> joined;
  std::size_t terms = static_cast<std::size_t>(
      llvm::count_if(termsOf(sum), [&](const Value *term) {
        return !groupOf_.contains(term);
      }));
  for (std::size_t other : nearest) {
    SumGroup &group = groups_[other];
    if (group.isClosed || group.loop != loop ||
        terms + group.terms.size() > mostTerms) {
      group.isClosed = true;
      continue;
    }
    terms += group.terms.size();
    if (!joined) {
      joined = other;
    } else {
      SumGroup &into = groups_[*joined];
      into.terms.insert_range(group.terms);
      into.sums.append(group.sums);
      for (Instruction *moved : group.sums)
        groupOf_[moved] = *joined;
      group = {};
      group.isClosed = true;
    }
  }
  if (joined)
    return *joined;
  groups_.emplace_back().loop = loop;
  return groups_.size() - 1;
}

} // namespace pyk2ptx
