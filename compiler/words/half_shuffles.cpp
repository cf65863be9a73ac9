// Python's integers have 64 bits, and lanes exchange 32 at a time: what adds up
// elements of int32 takes two shuffles a step, where C++ has one.
//
//   total = x[i]                                    low  = shfl(total)
//   for step in (1, 2, 4, 8, 16):                   high = shfl(total >> 32)
//       below = cuda.shfl_up_sync(ALL, total, step)
//       if lane >= step: total += below             total += high:low
//   y[i] = total
//
// Of the sum the program keeps 32 bits, and so asks for no more of all the
// others. LLVM takes what a call is given for asked for; of a shuffle no more
// is than of its result. So all upper halves are put aside, those come back of
// which bits are asked for nevertheless, and this again until none does.
//
// The greatest of elements of int32 has no more bits than they: there the upper
// half is made of the lower one. What is true of a lane's number is so of all
// that are given to one shuffle, since all lanes that meet there run this code.
//
// A shuffle has threads meet, too: the one before it, of the lower half, does.
// What is looked at is any that stands behind such a one: LLVM takes the halves
// apart, and adds them up each for itself. Lanes may meet that have come to
// different shuffles, as those of `if` and of `else`, or of a loop and of what
// stands behind it: there each stays.
#include "half_shuffles.h"

#include "known_ranges.h"
#include "word_values.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/DemandedBits.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Local.h>

#include <cstddef>
#include <optional>

namespace pyk2ptx {

namespace {

namespace match = llvm::PatternMatch;

/// Each takes as long as the function is.
constexpr unsigned mostRounds = 8;
/// Of a shuffle: who takes part, what of, from where, and in which segment.
constexpr unsigned ofValue = 1;

bool isShuffle(const llvm::IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::nvvm_shfl_sync_idx_i32:
  case llvm::Intrinsic::nvvm_shfl_sync_up_i32:
  case llvm::Intrinsic::nvvm_shfl_sync_down_i32:
  case llvm::Intrinsic::nvvm_shfl_sync_bfly_i32:
    return true;
  default:
    return false;
  }
}

/// A shuffle behind another one that has the same threads meet and name the
/// same lanes.
struct SecondShuffle {
  llvm::IntrinsicInst *first, *second;

  /// The second one is given another value when one before it is replaced.
  [[nodiscard]] llvm::Value *given() const {
    return second->getArgOperand(ofValue);
  }
};
using Shuffles = llvm::SmallVector<SecondShuffle, 8>;

bool areAlike(const llvm::IntrinsicInst &one,
              const llvm::IntrinsicInst &other) {
  if (one.getIntrinsicID() != other.getIntrinsicID())
    return false;
  for (unsigned i = 0; i < one.arg_size(); ++i)
    if (i != ofValue && one.getArgOperand(i) != other.getArgOperand(i))
      return false;
  return true;
}

/// Whether threads may meet there whom a shuffle brings together, or nobody
/// knows.
bool isMeeting(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && (intrinsic ? isShuffle(*intrinsic) : call->isConvergent());
}

/// Whether a thread that comes to one of the blocks comes to all of them, to
/// each once and in the same order as others do.
bool areInOneOrder(llvm::SmallVectorImpl<llvm::BasicBlock *> &blocks,
                   llvm::Function &function) {
  if (blocks.size() < 2)
    return true;
  const llvm::DominatorTree dominators(function);
  const llvm::PostDominatorTree behind(function);
  const llvm::LoopInfo loops(dominators);
  llvm::ReversePostOrderTraversal<const llvm::Function *> order(&function);
  if (llvm::containsIrreducibleCFG<const llvm::BasicBlock *>(order, loops) ||
      llvm::any_of(blocks, [&](llvm::BasicBlock *block) {
        return !dominators.isReachableFromEntry(block) ||
               loops.getLoopFor(block);
      }))
    return false;
  llvm::sort(blocks, [&](llvm::BasicBlock *one, llvm::BasicBlock *other) {
    return dominators.getNode(one)->getLevel() <
           dominators.getNode(other)->getLevel();
  });
  for (std::size_t i = 1; i < blocks.size(); ++i)
    if (!dominators.dominates(blocks[i - 1], blocks[i]) ||
        !behind.dominates(blocks[i], blocks[i - 1]))
      return false;
  return true;
}

/// None, if threads that part may meet in different ones.
Shuffles secondShuffles(llvm::Function &function) {
  Shuffles found;
  llvm::SmallVector<llvm::BasicBlock *, 8> blocks;
  for (llvm::BasicBlock &block : function) {
    // The shuffle before, if nothing that has an effect is between.
    llvm::IntrinsicInst *before = nullptr;
    for (llvm::Instruction &instruction : block) {
      if (isMeeting(instruction) && (blocks.empty() || blocks.back() != &block))
        blocks.push_back(&block);
      auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (!call || !isShuffle(*call)) {
        if (instruction.mayHaveSideEffects())
          before = nullptr;
        continue;
      }
      if (before && areAlike(*before, *call))
        found.push_back({before, call});
      before = call;
    }
  }
  if (!found.empty() && !areInOneOrder(blocks, function))
    found.clear();
  return found;
}

/// What an upper half is, besides what any is.
enum class Upper { Anything, Zero, Sign };

/// Of the number that the first one is given the lower half of.
Upper upperOf(const SecondShuffle &shuffle, const KnownRanges &ranges) {
  llvm::Value *lower = shuffle.first->getArgOperand(ofValue), *number = nullptr;
  if (match::match(shuffle.given(), match::m_Zero()))
    return Upper::Zero;
  if (match::match(shuffle.given(),
                   match::m_AShr(match::m_Specific(lower),
                                 match::m_SpecificInt(wordBits - 1))))
    return Upper::Sign;
  if (!match::match(shuffle.given(), match::m_Trunc(match::m_LShr(
                                         match::m_Value(number),
                                         match::m_SpecificInt(wordBits)))) ||
      !isLong(number) ||
      !match::match(lower, match::m_Trunc(match::m_Specific(number))))
    return Upper::Anything;
  llvm::ConstantRange range = ranges.of(number);
  return fitsUnsigned(range) ? Upper::Zero
         : fitsSigned(range) ? Upper::Sign
                             : Upper::Anything;
}

/// What the two are put together to, as halves; null: they are not.
llvm::Instruction *wholeOf(const SecondShuffle &shuffle) {
  llvm::Value *end = shuffle.second;
  // Extended, shifted, and put together.
  for (unsigned step = 0; step < 3 && end->hasOneUse(); ++step) {
    auto *user = llvm::cast<llvm::Instruction>(*end->user_begin());
    if (match::match(
            user,
            match::m_c_Or(
                match::m_Shl(match::m_ZExt(match::m_Specific(shuffle.second)),
                             match::m_SpecificInt(wordBits)),
                match::m_ZExt(match::m_Specific(shuffle.first)))))
      return user;
    end = user;
  }
  return nullptr;
}

/// Numbers of 32 bits with a sign or without. Adds those that go to `gone`;
/// whether there were any.
bool extendShortOnes(Shuffles &shuffles, llvm::Function &function,
                     Shuffles &gone) {
  const KnownRanges ranges(function);
  std::size_t before = shuffles.size();
  // Nothing is freed while the ranges of what is there are asked for.
  llvm::SmallVector<llvm::WeakTrackingVH, 8> replaced;
  llvm::erase_if(shuffles, [&](SecondShuffle &shuffle) {
    Upper upper = upperOf(shuffle, ranges);
    if (upper == Upper::Anything)
      return false;
    llvm::Instruction *whole = wholeOf(shuffle);
    llvm::IRBuilder<> b(whole ? whole : shuffle.second);
    if (whole) {
      whole->replaceAllUsesWith(
          upper == Upper::Zero ? b.CreateZExt(shuffle.first, whole->getType())
                               : b.CreateSExt(shuffle.first, whole->getType()));
      replaced.emplace_back(whole);
    } else {
      shuffle.second->replaceAllUsesWith(
          upper == Upper::Zero ? b.getInt32(0)
                               : b.CreateAShr(shuffle.first, wordBits - 1));
    }
    gone.push_back(shuffle);
    return true;
  });
  for (const llvm::WeakTrackingVH &whole : replaced)
    llvm::RecursivelyDeleteTriviallyDeadInstructions(whole);
  return shuffles.size() < before;
}

bool isAskedFor(llvm::Value &value, llvm::DemandedBits &demanded) {
  return llvm::any_of(value.uses(), [&](llvm::Use &use) {
    auto *user = llvm::cast<llvm::Instruction>(use.getUser());
    return !demanded.isInstructionDead(user) && !demanded.isUseDead(&use);
  });
}

/// Leaves those that nobody asks for, which are given nothing.
void dropSeen(Shuffles &shuffles, llvm::Function &function,
              llvm::Constant *none) {
  llvm::DenseMap<const llvm::IntrinsicInst *, llvm::Value *> given;
  for (SecondShuffle &shuffle : shuffles)
    given[shuffle.second] = shuffle.given();
  for (SecondShuffle &shuffle : shuffles)
    shuffle.second->setArgOperand(ofValue, none);
  llvm::DominatorTree dominators(function);
  llvm::AssumptionCache assumptions(function);
  std::optional<llvm::DemandedBits> demanded;
  bool isSettled = false;
  for (unsigned round = 0; !isSettled; ++round) {
    demanded.emplace(function, assumptions, dominators);
    std::size_t before = shuffles.size();
    llvm::erase_if(shuffles, [&](SecondShuffle &shuffle) {
      bool isAsked =
          round == mostRounds || isAskedFor(*shuffle.second, *demanded);
      if (isAsked)
        shuffle.second->setArgOperand(ofValue, given.lookup(shuffle.second));
      return isAsked;
    });
    isSettled = shuffles.size() == before;
  }
  for (SecondShuffle &shuffle : shuffles)
    forgetUpperHalf(*shuffle.second, *demanded);
}

} // namespace

bool dropUpperShuffles(llvm::Function &function) {
  Shuffles shuffles = secondShuffles(function);
  if (shuffles.empty())
    return false;
  llvm::Constant *none =
      llvm::ConstantInt::get(llvm::Type::getInt32Ty(function.getContext()), 0);
  Shuffles gone;
  // Of those that came from other lanes the next ones are made.
  for (unsigned round = 0; round < mostRounds && !shuffles.empty() &&
                           extendShortOnes(shuffles, function, gone);
       ++round) {
  }
  for (SecondShuffle &shuffle : gone)
    shuffle.second->setArgOperand(ofValue, none);
  dropSeen(shuffles, function, none);
  gone.append(shuffles);
  // One may be the first of another.
  for (SecondShuffle &shuffle : gone) {
    shuffle.second->replaceAllUsesWith(none);
    shuffle.second->eraseFromParent();
  }
  return !gone.empty();
}

} // namespace pyk2ptx
