// `for _ in range(n): total += xoroshiro128p_uniform_float32(states, i)` guards
// an index in every iteration that is the same in all of them. The typed IR
// does not see that: it stands in a function that only LLVM inlines. And a
// guarded element cannot stay in a register for the time of the loop: it is
// loaded and stored by some threads only.
//
// So such a loop is made twice: one for the threads of which all these guards
// hold, without them, one as it was for the others. LLVM's own unswitching
// leaves conditions alone in which threads differ; and it makes a copy for
// each.
//
// What a guard looks like: a branch around a block that accesses memory, or the
// choice between code without guards and the same with them
// (version_regions.h). Outer loops come first. Loops in which threads meet or
// exchange values stay: some threads would wait in one copy, some in the other.
#include "invariant_guards.h"

#include "compiler/target/guard_marks.h"
#include "compiler/target/loop_copies.h"
#include "compiler/target/loop_marks.h"
#include "long_functions.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <optional>
#include <vector>

namespace pyk2ptx {

namespace {

using llvm::BasicBlock;
using llvm::BranchInst;
using llvm::Instruction;
using llvm::Loop;
using llvm::Value;

constexpr std::size_t mostInstructions = 400;

/// A branch of a loop around accesses of memory, and the side that has them.
struct Guard {
  BranchInst *branch;
  bool heldSide;
};

bool accessesMemory(const BasicBlock &block) {
  return llvm::any_of(block, [](const Instruction &instruction) {
    return llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction);
  });
}

/// `side` is one block, which leads to `join`.
bool isAround(const BasicBlock *side, const BasicBlock *join) {
  return side->getSinglePredecessor() && side->getSingleSuccessor() == join &&
         accessesMemory(*side);
}

std::optional<Guard> asGuard(BasicBlock &block) {
  auto *branch = llvm::dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional() ||
      llvm::isa<llvm::Constant>(branch->getCondition()))
    return std::nullopt;
  BasicBlock *held = branch->getSuccessor(0), *other = branch->getSuccessor(1);
  if (isAround(held, other))
    return Guard{branch, true};
  if (isAround(other, held))
    return Guard{branch, false};
  if (isWithGuards(*other))
    return Guard{branch, true};
  if (isWithGuards(*held))
    return Guard{branch, false};
  return std::nullopt;
}

class GuardClearer {
public:
  GuardClearer(llvm::Function &function,
               llvm::FunctionAnalysisManager &analyses)
      : function_(function),
        loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
        dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)) {
  }

  bool run() {
    bool changed = false;
    // Copying a loop makes new ones, which need not be looked at.
    std::vector<Loop *> waiting(loops_.begin(), loops_.end());
    while (!waiting.empty()) {
      Loop *loop = waiting.back();
      waiting.pop_back();
      if (llvm::findOptionMDForLoop(loop, seldomLoop))
        continue;
      changed |= clear(*loop);
      waiting.insert(waiting.end(), loop->begin(), loop->end());
    }
    return changed;
  }

private:
  static bool canCopy(const Loop &loop) {
    std::size_t size = 0;
    for (const BasicBlock *block : loop.blocks()) {
      size += block->size();
      for (const Instruction &instruction : *block)
        if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
          if (call->isConvergent())
            return false;
    }
    return size <= mostInstructions && loop.isSafeToClone();
  }

  /// Conditions that can be known before the loop are computed there.
  static std::vector<Guard> invariantGuards(Loop &loop) {
    std::vector<Guard> guards;
    for (BasicBlock *block : loop.blocks()) {
      std::optional<Guard> guard = asGuard(*block);
      bool changed = false;
      if (guard &&
          loop.makeLoopInvariant(guard->branch->getCondition(), changed,
                                 loop.getLoopPreheader()->getTerminator()))
        guards.push_back(*guard);
    }
    return guards;
  }

  bool clear(Loop &loop) {
    if (llvm::none_of(loop.blocks(),
                      [](BasicBlock *block) { return asGuard(*block); }) ||
        !canCopy(loop))
      return false;
    if (!loop.isLoopSimplifyForm() &&
        !llvm::simplifyLoop(&loop, &dominators_, &loops_, nullptr, nullptr,
                            nullptr, false))
      return false;
    if (!loop.isLoopSimplifyForm())
      return true;
    std::vector<Guard> guards = invariantGuards(loop);
    if (guards.empty())
      return true;
    copy(loop, guards);
    return true;
  }

  /// What each guard's condition is in the copy without guards. Two guards may
  /// ask the same and stand on its two sides: then it is as the first wants it.
  using Held = llvm::SmallMapVector<Value *, bool, 4>;

  static Held heldConditions(llvm::ArrayRef<Guard> guards) {
    Held held;
    for (const Guard &guard : guards)
      held.insert({guard.branch->getCondition(), guard.heldSide});
    return held;
  }

  /// All conditions are so, before the loop.
  static Value *allAre(const Loop &loop, const Held &held) {
    llvm::IRBuilder<> b(loop.getLoopPreheader()->getTerminator());
    Value *all = b.getTrue();
    for (auto [condition, side] : held) {
      // The loop may not come to the branch.
      Value *known = b.CreateFreeze(condition);
      all = b.CreateAnd(all, side ? known : b.CreateNot(known), "guards");
    }
    return all;
  }

  void copy(Loop &loop, llvm::ArrayRef<Guard> guards) {
    const Held held = heldConditions(guards);
    Loop *slow = copyUnless(allAre(loop, held), loop, loops_, dominators_);
    for (const Guard &guard : guards) {
      Value *condition = guard.branch->getCondition();
      guard.branch->setCondition(llvm::ConstantInt::getBool(
          function_.getContext(), held.lookup(condition)));
    }
    markSeldom(*slow);
  }

  static void markSeldom(Loop &loop) {
    for (const char *mark : {seldomLoop, "llvm.loop.unroll.disable"})
      if (!llvm::findOptionMDForLoop(&loop, mark))
        llvm::addStringMetadataToLoop(&loop, mark);
    for (Loop *inner : loop)
      markSeldom(*inner);
  }

  llvm::Function &function_;
  llvm::LoopInfo &loops_;
  llvm::DominatorTree &dominators_;
};

struct ClearInvariantGuards : llvm::PassInfoMixin<ClearInvariantGuards> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &analyses) {
    // Each copy looks at the whole function again. Where threads are coroutines
    // they meet in ways that no call tells yet.
    if (isLong(function) || function.isPresplitCoroutine() ||
        !GuardClearer(function, analyses).run())
      return llvm::PreservedAnalyses::all();
    return llvm::PreservedAnalyses::none();
  }
};

} // namespace

void clearInvariantGuards(llvm::PassBuilder &builder) {
  builder.registerPeepholeEPCallback(
      [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
        passes.addPass(ClearInvariantGuards());
      });
}

} // namespace pyk2ptx
