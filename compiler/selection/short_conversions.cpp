// A picture that is turned, a field that particles are carried by: indices are
// whole parts of numbers, and their neighbours.
//
//   c = int(x)
//   c1 = min(c + 1, columns - 1)
//   ... p[r, c] + (p[r, c1] - p[r, c]) * (x - c)
//
// Python's c has as many digits as x asks for, ours 64 bits, and saturates. So
// c + 1 may wrap around, and 64 bits take a GPU four instructions for one: of
// such code they are a third. Where such an index is asked for before a copy
// without guards (version_regions.h), it is asked of 32 bits first:
//
//   w = int32(x)                        saturates, too
//   if 0 <= w < 2**30 and columns ... < 2**31 and 0 <= w % 2**30 < columns ...:
//     without guards, all in 32 bits
//   else:
//     with guards, of 64-bit c
//
// What is computed of c is computed in either. The test of extents stands
// before loops. The ranges of integers (known_ranges.h) then show that 32 bits
// hold the rest.
#include "short_conversions.h"

#include "compiler/words/known_ranges.h"

#include "compiler/target/guard_marks.h"
#include "compiler/target/loop_places.h"
#include "frontend/messages/internal_error.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <cstdint>
#include <optional>

namespace pyk2ptx {

namespace {

using llvm::BasicBlock;
using llvm::BranchInst;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::Value;

/// What is added to a whole part stays in 32 bits.
constexpr std::uint32_t endOfWords = 1U << 30;
constexpr std::uint64_t endOfExtents = std::uint64_t(1) << 31;
/// Numbers that whole parts are compared with: more are not asked for.
constexpr std::size_t mostExtents = 8;
/// Instructions of a condition.
constexpr std::size_t mostAsked = 64;

/// A branch to code without guards, or to the same with them.
struct Version {
  BranchInst *branch;
  BasicBlock *without, *with;
};

std::optional<Version> versionOf(BasicBlock &block) {
  auto *branch = llvm::dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional())
    return std::nullopt;
  for (unsigned side : {0U, 1U}) {
    Version found{branch, branch->getSuccessor(1 - side),
                  branch->getSuccessor(side)};
    if (isWithGuards(*found.with) && found.without->getSinglePredecessor())
      return found;
  }
  return std::nullopt;
}

bool isIndexConversion(const Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == llvm::Intrinsic::fptosi_sat &&
         call->getType()->isIntegerTy(longBits) &&
         !call->getArgOperand(0)->getType()->isVectorTy();
}

bool isMovable(const Instruction &instruction) {
  return !llvm::isa<llvm::PHINode>(instruction) &&
         !instruction.mayHaveSideEffects() &&
         !instruction.mayReadFromMemory() && !instruction.isTerminator();
}

class ShortConversions {
public:
  explicit ShortConversions(llvm::Function &function)
      : ranges_(function), dominators_(function), loops_(dominators_) {}

  bool shorten(const Version &version) {
    llvm::SmallVector<Instruction *, 4> conversions;
    llvm::SmallSetVector<Instruction *, 16> made;
    for (Instruction *conversion : askedBy(version))
      if (auto of = madeOf(*conversion, version)) {
        conversions.push_back(conversion);
        made.insert_range(*of);
      }
    // What is made of others is computed of their words.
    llvm::erase_if(conversions, [&](const Instruction *conversion) {
      return made.contains(
          llvm::dyn_cast<Instruction>(conversion->getOperand(0)));
    });
    if (conversions.empty())
      return false;
    // All their blocks dominate the branch's, and so are in one line.
    llvm::SmallVector<Instruction *, 16> ordered = made.takeVector();
    llvm::sort(ordered, [&](const Instruction *one, const Instruction *other) {
      return one != other && dominators_.dominates(one, other);
    });
    split(version, conversions, ordered);
    dominators_.recalculate(*version.without->getParent());
    loops_.releaseMemory();
    loops_.analyze(dominators_);
    return true;
  }

private:
  /// Where it runs once for the branch of the version.
  bool isBefore(const Instruction &instruction, const Version &version) const {
    const BasicBlock *head = version.branch->getParent();
    return dominators_.dominates(instruction.getParent(), head) &&
           loops_.getLoopFor(instruction.getParent()) ==
               loops_.getLoopFor(head);
  }

  /// The conversions that the branch's condition is made of.
  llvm::SmallVector<Instruction *, 4> askedBy(const Version &version) const {
    llvm::SmallVector<Instruction *, 4> conversions;
    llvm::SmallSetVector<Instruction *, 16> asked;
    auto add = [&](Value *value) {
      if (auto *made = llvm::dyn_cast<Instruction>(value);
          made && isMovable(*made) && isBefore(*made, version))
        asked.insert(made);
    };
    add(version.branch->getCondition());
    for (std::size_t i = 0; i < asked.size() && i < mostAsked; ++i) {
      if (isIndexConversion(*asked[i]))
        conversions.push_back(asked[i]);
      else
        llvm::for_each(asked[i]->operand_values(), add);
    }
    return conversions;
  }

  /// What is computed of a conversion before the branch, that included; nothing
  /// where some of it has to be there.
  std::optional<llvm::SmallSetVector<Instruction *, 16>>
  madeOf(Instruction &conversion, const Version &version) const {
    const BasicBlock *head = version.branch->getParent();
    llvm::SmallSetVector<Instruction *, 16> made;
    made.insert(&conversion);
    for (std::size_t i = 0; i < made.size(); ++i)
      for (const llvm::Use &use : made[i]->uses()) {
        auto *user = llvm::cast<Instruction>(use.getUser());
        const auto *phi = llvm::dyn_cast<llvm::PHINode>(user);
        const BasicBlock *where =
            phi ? phi->getIncomingBlock(use) : user->getParent();
        bool isBehind = dominators_.dominates(head, where) &&
                        (where != head || phi || user == version.branch);
        if (isBehind)
          continue;
        if (!isMovable(*user) || !isBefore(*user, version))
          return std::nullopt;
        made.insert(user);
      }
    return made;
  }

  /// HEAD: ...; if small and the condition, of words: NARROW else: WIDE
  /// NARROW: the rest of `made`, of words; without guards
  /// WIDE: `made`; with guards
  void split(const Version &version, llvm::ArrayRef<Instruction *> conversions,
             llvm::ArrayRef<Instruction *> made) {
    BasicBlock &head = *version.branch->getParent();
    llvm::Function &function = *head.getParent();
    auto *narrow = BasicBlock::Create(function.getContext(), "", &function,
                                      version.without),
         *wide = BasicBlock::Create(function.getContext(), "", &function,
                                    version.with);
    IRBuilder<> b(version.branch);
    llvm::ValueToValueMapTy narrowed, widened;
    Value *isSmall = testOfWords(conversions, narrowed, b);
    if (Value *areShort = testOfExtents(made, narrowed, b))
      isSmall = b.CreateAnd(areShort, isSmall);
    IRBuilder<> n(narrow), w(wide);
    llvm::SmallPtrSet<const Instruction *, 16> asked = askedOf(version, made);
    for (Instruction *each : made) {
      if (!narrowed.count(each))
        narrowed[each] = copied(*each, asked.contains(each) ? b : n, narrowed);
      widened[each] = copied(*each, w, widened);
    }
    Value *condition = narrowed[version.branch->getCondition()];
    if (version.branch->getSuccessor(0) == version.with)
      condition = b.CreateNot(condition);
    // What is made of words may be poison where these are not small.
    b.CreateCondBr(
        b.CreateLogicalAnd(isSmall, condition), narrow, wide,
        llvm::MDBuilder(function.getContext()).createLikelyBranchWeights());
    version.branch->eraseFromParent();
    n.CreateBr(version.without);
    w.CreateBr(version.with);
    version.without->replacePhiUsesWith(&head, narrow);
    version.with->replacePhiUsesWith(&head, wide);
    for (Instruction *each : llvm::reverse(made)) {
      useEither(*each, *llvm::cast<Value>(narrowed[each]), *narrow,
                *llvm::cast<Value>(widened[each]), *wide);
      ranges_.forget(each);
      each->eraseFromParent();
    }
  }

  /// Whether all conversions are small, and what they are then: else it is any
  /// small number, of which nobody asks.
  static Value *testOfWords(llvm::ArrayRef<Instruction *> conversions,
                            llvm::ValueToValueMapTy &narrowed, IRBuilder<> &b) {
    llvm::SmallVector<Value *, 4> words;
    for (Instruction *conversion : conversions) {
      Value *number = conversion->getOperand(0);
      words.push_back(b.CreateIntrinsic(llvm::Intrinsic::fptosi_sat,
                                        {b.getInt32Ty(), number->getType()},
                                        {number}));
      narrowed[conversion] =
          b.CreateZExt(b.CreateAnd(words.back(), b.getInt32(endOfWords - 1)),
                       conversion->getType());
    }
    return b.CreateICmpULT(b.CreateOr(words), b.getInt32(endOfWords));
  }

  /// Of `made`, what the condition of the branch is made of.
  static llvm::SmallPtrSet<const Instruction *, 16>
  askedOf(const Version &version, llvm::ArrayRef<Instruction *> made) {
    llvm::SmallPtrSet<const Instruction *, 16> asked;
    asked.insert(llvm::cast<Instruction>(version.branch->getCondition()));
    for (const Instruction *each : llvm::reverse(made))
      if (asked.contains(each))
        for (const Value *operand : each->operand_values())
          if (const auto *from = llvm::dyn_cast<Instruction>(operand))
            asked.insert(from);
    return asked;
  }

  static Instruction *copied(const Instruction &instruction, IRBuilder<> &b,
                             llvm::ValueToValueMapTy &map) {
    Instruction *copy = instruction.clone();
    b.Insert(copy);
    llvm::RemapInstruction(copy, map,
                           llvm::RF_NoModuleLevelChanges |
                               llvm::RF_IgnoreMissingLocals);
    return copy;
  }

  /// Behind both, where anybody asks, it is what either computed.
  static void useEither(Instruction &was, Value &narrowed, BasicBlock &narrow,
                        Value &widened, BasicBlock &wide) {
    llvm::SSAUpdater updater;
    updater.Initialize(was.getType(), was.getName());
    updater.AddAvailableValue(&narrow, &narrowed);
    updater.AddAvailableValue(&wide, &widened);
    const BasicBlock *head = narrow.getSinglePredecessor();
    for (llvm::Use &use : llvm::make_early_inc_range(was.uses())) {
      // There it is not known yet, and the updater would take another turn's.
      auto *user = llvm::cast<Instruction>(use.getUser());
      if (user->getParent() == head && !llvm::isa<llvm::PHINode>(user))
        internalError("a conversion's number is asked for before its test");
      updater.RewriteUse(use);
    }
  }

  // ---- what whole parts are compared with ----

  /// Whether all that is compared with them has 32 bits, and what it is then;
  /// null: nothing is to be asked.
  Value *testOfExtents(llvm::ArrayRef<Instruction *> made,
                       llvm::ValueToValueMapTy &narrowed, IRBuilder<> &b) {
    llvm::SmallSetVector<Value *, 8> extents;
    for (Instruction *each : made)
      if (llvm::isa<llvm::ICmpInst, llvm::MinMaxIntrinsic>(each))
        for (Value *operand : {each->getOperand(0), each->getOperand(1)})
          if (isExtent(*operand, made))
            extents.insert(operand);
    if (extents.size() > mostExtents)
      return nullptr;
    Value *all = nullptr;
    BasicBlock &block = *b.GetInsertBlock();
    for (Value *extent : extents) {
      IRBuilder<> at(
          beforeLoops(*block.getTerminator(), {extent}, loops_, dominators_));
      Value *one = at.CreateICmpULT(extent, at.getInt64(endOfExtents));
      narrowed[extent] = at.CreateBinaryIntrinsic(
          llvm::Intrinsic::umin, extent, at.getInt64(endOfExtents - 1));
      all = all ? b.CreateAnd(all, one) : one;
    }
    return all;
  }

  /// Not any number: 64 bits of a hash are never short.
  bool isExtent(const Value &value, llvm::ArrayRef<Instruction *> made) const {
    if (!value.getType()->isIntegerTy(longBits) ||
        llvm::isa<llvm::Constant>(value) ||
        llvm::is_contained(made, llvm::dyn_cast<Instruction>(&value)))
      return false;
    llvm::ConstantRange range = ranges_.of(&value);
    return !fitsSigned(range) &&
           range.getSignedMin().getSignificantBits() <= wordBits;
  }

  KnownRanges ranges_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
};

} // namespace

bool shortenConversions(llvm::Function &function) {
  if (llvm::none_of(llvm::instructions(function), isIndexConversion))
    return false;
  llvm::SmallVector<Version, 8> versions;
  for (BasicBlock &block : function)
    if (std::optional<Version> version = versionOf(block))
      versions.push_back(*version);
  if (versions.empty())
    return false;
  ShortConversions conversions(function);
  bool isChanged = false;
  for (const Version &version : versions)
    isChanged |= conversions.shorten(version);
  return isChanged;
}

} // namespace pyk2ptx
