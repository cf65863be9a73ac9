// A loop that is unrolled four times leaves up to three turns over, for which
// LLVM makes a loop of their own: a filter of three taps is that loop alone,
// and waits for each of its loads before the next. Here it becomes one piece of
// code a turn, each behind a test that there is one: ptxas has the loads of
// short ones under way together.
#include "unroll_rests.h"

#include "compiler/target/loop_analyses.h"
#include "long_functions.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CodeMetrics.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/SimplifyQuery.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <vector>

namespace pyk2ptx {

namespace {

/// Turns, and instructions of all of them.
constexpr unsigned mostRests = 7;
constexpr std::uint64_t mostOfRests = 120;
/// Instructions of a turn for each of its loads. Where there are more, nobody
/// waits for the loads, and ptxas has all threads go through the turns that are
/// not there.
constexpr std::uint64_t mostOfLoad = 10;
/// Of a loop's instructions, those of its end are not repeated.
constexpr unsigned endOfRest = 2;

class RestUnroller : LoopAnalyses {
public:
  RestUnroller(llvm::Function &function,
               llvm::FunctionAnalysisManager &analyses)
      : LoopAnalyses(function, analyses) {}

  bool run() {
    for (llvm::Loop *loop : loops_.getLoopsInPreorder())
      if (loop->isInnermost())
        if (unsigned turns = turnsOf(*loop))
          unroll(*loop, turns);
    for (const LastTurn &last : lastTurns_)
      leaveBehind(last);
    return isChanged_;
  }

private:
  /// The most of them; 0: it stays a loop.
  unsigned turnsOf(llvm::Loop &loop) {
    // What is left of unrolling must not be unrolled again, nor what is left
    // where a loop's turns are written several times (lower/stmt.cpp).
    if (!(llvm::hasUnrollTransformation(&loop) & llvm::TM_Disable) ||
        loop.getExitingBlock() != loop.getLoopLatch() ||
        loop.getNumBlocks() != 1)
      return 0;
    if (!loop.isLoopSimplifyForm()) {
      isChanged_ |= simplify(loop);
      if (!loop.isLoopSimplifyForm())
        return 0;
    }
    unsigned turns = mostTurnsOf(loop);
    if (turns < 2)
      return 0;
    llvm::SmallPtrSet<const llvm::Value *, 8> forAssumptions;
    llvm::CodeMetrics::collectEphemeralValues(&loop, &assumptions_,
                                              forAssumptions);
    llvm::UnrollCostEstimator size(&loop, costs_, forAssumptions, endOfRest);
    return size.canUnroll() &&
                   size.Convergence == llvm::ConvergenceKind::None &&
                   size.getRolledLoopSize() * turns <= mostOfRests &&
                   size.getRolledLoopSize() <= mostOfLoad * loadsOf(loop)
               ? turns
               : 0;
  }

  static std::uint64_t loadsOf(const llvm::Loop &loop) {
    return static_cast<std::uint64_t>(
        llvm::count_if(*loop.getHeader(), llvm::IsaPred<llvm::LoadInst>));
  }

  /// 0: many, as far as is known. That there is one to be done stands before
  /// the loop, or is known of its number's bits.
  unsigned mostTurnsOf(llvm::Loop &loop) {
    const llvm::SCEV *back = evolution_.getBackedgeTakenCount(&loop);
    // libdevice has loops of six turns that are to stay what they are.
    if (llvm::isa<llvm::SCEVCouldNotCompute, llvm::SCEVConstant>(back))
      return 0;
    llvm::APInt most =
        evolution_.getUnsignedRangeMax(evolution_.applyLoopGuards(back, &loop));
    if (most.ult(mostRests))
      return most.getZExtValue() + 1;
    const llvm::Value *turns = countedTo(loop);
    if (!turns)
      return 0;
    llvm::SimplifyQuery before(loop.getHeader()->getDataLayout(), &dominators_,
                               &assumptions_,
                               loop.getLoopPreheader()->getTerminator());
    most = llvm::computeKnownBits(turns, before).getMaxValue();
    return most.ule(mostRests) && llvm::isKnownNonZero(turns, before)
               ? most.getZExtValue()
               : 0;
  }

  /// What the number of turns so far, this one too, is compared with.
  llvm::Value *countedTo(llvm::Loop &loop) {
    const auto *end =
        llvm::cast<llvm::BranchInst>(loop.getLoopLatch()->getTerminator());
    bool isBackFirst = end->getSuccessor(0) == loop.getHeader();
    const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(end->getCondition());
    if (!compare ||
        compare->getPredicate() !=
            (isBackFirst ? llvm::CmpInst::ICMP_NE : llvm::CmpInst::ICMP_EQ) ||
        !loop.isLoopInvariant(compare->getOperand(1)))
      return nullptr;
    const auto *counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(
        evolution_.getSCEV(compare->getOperand(0)));
    return counter && counter->getLoop() == &loop && counter->isAffine() &&
                   counter->getStart()->isOne() &&
                   counter->getStepRecurrence(evolution_)->isOne()
               ? compare->getOperand(1)
               : nullptr;
  }

  void unroll(llvm::Loop &loop, unsigned turns) {
    isChanged_ |= closeValues(loop);
    llvm::LoopUnrollResult result = unrollWhole(loop, turns);
    // Where what stands before the loop says how many turns there are, LLVM
    // has the last of them go back.
    if (result == llvm::LoopUnrollResult::PartiallyUnrolled)
      lastTurns_.push_back(
          {llvm::cast<llvm::BranchInst>(loop.getLoopLatch()->getTerminator()),
           loop.getHeader()});
    isChanged_ |= result != llvm::LoopUnrollResult::Unmodified;
  }

  struct LastTurn {
    llvm::BranchInst *end;
    llvm::BasicBlock *header;
  };
  static void leaveBehind(const LastTurn &last) {
    bool isBackFirst = last.end->getSuccessor(0) == last.header;
    llvm::BasicBlock *exit = last.end->getSuccessor(isBackFirst ? 1 : 0);
    last.header->removePredecessor(last.end->getParent());
    llvm::BranchInst::Create(exit, last.end->getIterator());
    last.end->eraseFromParent();
  }

  std::vector<LastTurn> lastTurns_;
  bool isChanged_ = false;
};

} // namespace

llvm::PreservedAnalyses
UnrollRests::run(llvm::Function &function,
                 llvm::FunctionAnalysisManager &analyses) {
  if (isLong(function) || !RestUnroller(function, analyses).run())
    return llvm::PreservedAnalyses::all();
  // Of places that go on from turn to turn, and of turns that nobody takes:
  // what comes from these would be unknown.
  analyses.invalidate(function, llvm::PreservedAnalyses::none());
  analyses.invalidate(function,
                      llvm::InstCombinePass().run(function, analyses));
  llvm::SimplifyCFGPass().run(function, analyses);
  return llvm::PreservedAnalyses::none();
}

} // namespace pyk2ptx
