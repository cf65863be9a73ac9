// LLVM's unrolling stops at 75 instructions where it does not know how often a
// loop turns: a random number generator's two dozen stay two rounds, and a
// sparse row's loop waits for one load after the other. nvcc makes four or
// eight of them. So a loop of one exit whose turns are cheap to count gets its
// count here, as if the program stated it, up to a greater size. What is as it
// would be anyway is left to LLVM, and so are loops short enough to vanish.
//
// A loop in another one goes over a few places more often than not, as those of
// a filter: five are a round of four and one left, and none of eight.
//
// Where a turn loads what another load of it names, as the rows of a table,
// each address takes registers until it is used: 24 such loads at once left
// room for two thirds of the threads, at 1.4 times the time of 12.
//
// Divisions of doubles are what a turn waits for, and take registers: a
// column's tridiagonal system had 84 of them for 56.
//
// Nobody waits for stores: a loop that stores in every turn gains by the loads
// besides. Where a thread does the work of several these are several already,
// and more take registers, of which im2col had 128.
//
// LLVM leaves alone what threads meet in, for they would part where turns are
// left over. They do not where each turn has a barrier of the block: all make
// as many turns. So such loops are unrolled here, if their turns wait for few
// loads (of an alignment's antidiagonals, each wait for a letter and for what
// neighbours stored). A tile's products are many by themselves.
#include "unroll_counts.h"

#include "compiler/target/loop_analyses.h"
#include "compiler/target/loop_marks.h"
#include "long_functions.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CodeMetrics.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/NVPTXAddrSpace.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <algorithm>

namespace pyk2ptx {

namespace {

/// What LLVM allows an NVPTX loop to become where the number of turns is not
/// known, and where it is (its loop is gone then).
constexpr std::uint64_t usualSize = 75;
constexpr std::uint64_t vanishingSize = 300;
/// Measured: 150 slows down loops that 200 speeds up, for their registers.
constexpr std::uint64_t largestSize = 200;
/// Of a loop's instructions, those of its end are not repeated.
constexpr unsigned endSize = 2;
constexpr unsigned mostRounds = 8, mostOfWindow = 4;
/// Loads under way where each needs an address of its own, two registers.
constexpr unsigned mostGathered = 16;
/// Of turns in which threads meet: rounds, instructions and loads of a round.
constexpr unsigned roundsOfMeetings = 4;
constexpr std::size_t largestMeeting = 320, mostLoads = 32;

class UnrollCounter : LoopAnalyses {
public:
  UnrollCounter(llvm::Function &function,
                llvm::FunctionAnalysisManager &analyses)
      : LoopAnalyses(function, analyses),
        hasLanes_(function.hasFnAttribute(lanesAttribute)) {}

  void run() {
    for (llvm::Loop *loop : loops_.getLoopsInPreorder())
      if (unsigned rounds = roundsOf(*loop))
        llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.count", rounds);
  }

private:
  /// 0: as LLVM decides.
  unsigned roundsOf(llvm::Loop &loop) {
    llvm::BasicBlock *latch = loop.getLoopLatch();
    if (!loop.isInnermost() || !loop.getLoopPredecessor() || !latch ||
        loop.getExitingBlock() != latch ||
        llvm::hasUnrollTransformation(&loop) != llvm::TM_Unspecified ||
        (hasLanes_ && stores(loop)) || dividesDoubles(loop))
      return 0;
    llvm::SmallPtrSet<const llvm::Value *, 8> forAssumptions;
    llvm::CodeMetrics::collectEphemeralValues(&loop, &assumptions_,
                                              forAssumptions);
    llvm::UnrollCostEstimator size(&loop, costs_, forAssumptions, endSize);
    std::uint64_t turns = evolution_.getSmallConstantTripCount(&loop);
    // Threads that meet in the loop would part where turns are left over.
    if (!size.canUnroll() ||
        (turns == 0 && size.Convergence != llvm::ConvergenceKind::None))
      return 0;
    std::uint64_t body = size.getRolledLoopSize() - endSize;
    if (turns ? turns * body <= vanishingSize : !isCheapToCount(loop))
      return 0;
    unsigned rounds = roundsWithin(largestSize, body, turns),
             usual = roundsWithin(usualSize, body, turns);
    if (unsigned loads = loadsOfGathering(loop))
      while (rounds > usual && rounds * loads > mostGathered)
        rounds /= 2;
    if (turns == 0 && loop.getParentLoop() && !stores(loop)) {
      unsigned few = std::min(rounds, mostOfWindow);
      return few != usual ? few : 0;
    }
    return rounds > usual ? rounds : 0;
  }

  /// Loads of a loop that loads where a load of the same turn says; else 0.
  unsigned loadsOfGathering(const llvm::Loop &loop) {
    unsigned loads = 0;
    bool gathers = false;
    for (llvm::BasicBlock *block : loop.blocks())
      for (llvm::Instruction &instruction : *block)
        if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
          ++loads;
          gathers = gathers || isFromTurn(*load, loop);
        }
    return gathers ? loads : 0;
  }
  /// Whether the address is no sum of what counters and the code before it say.
  bool isFromTurn(llvm::LoadInst &load, const llvm::Loop &loop) {
    return llvm::SCEVExprContains(
        evolution_.getSCEV(load.getPointerOperand()),
        [&](const llvm::SCEV *part) {
          const auto *unknown = llvm::dyn_cast<llvm::SCEVUnknown>(part);
          const auto *instruction =
              unknown ? llvm::dyn_cast<llvm::Instruction>(unknown->getValue())
                      : nullptr;
          return instruction && loop.contains(instruction);
        });
  }

  static bool stores(const llvm::Loop &loop) {
    return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock *block) {
      return llvm::any_of(*block, [](const llvm::Instruction &instruction) {
        return llvm::isa<llvm::StoreInst>(instruction);
      });
    });
  }
  /// In every turn. A dozen instructions and a call each, for which LLVM counts
  /// one.
  bool dividesDoubles(const llvm::Loop &loop) const {
    return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock *block) {
      return dominators_.dominates(block, loop.getLoopLatch()) &&
             llvm::any_of(*block, [](const llvm::Instruction &instruction) {
               return instruction.getOpcode() == llvm::Instruction::FDiv &&
                      instruction.getType()->isDoubleTy();
             });
    });
  }

  /// `turns`: 0 if they are not known.
  static unsigned roundsWithin(std::uint64_t limit, std::uint64_t body,
                               std::uint64_t turns) {
    unsigned rounds = mostRounds;
    while (rounds > 1 &&
           (rounds * body + endSize > limit || turns % rounds != 0))
      rounds /= 2;
    return rounds;
  }

  /// Before the loop: how many of its turns make no whole round.
  bool isCheapToCount(llvm::Loop &loop) {
    const llvm::SCEV *back = evolution_.getBackedgeTakenCount(&loop);
    if (llvm::isa<llvm::SCEVCouldNotCompute>(back))
      return false;
    llvm::SCEVExpander expander(evolution_, "turns");
    return !expander.isHighCostExpansion(
        evolution_.getAddExpr(back, evolution_.getOne(back->getType())), &loop,
        llvm::SCEVCheapExpansionBudget, &costs_,
        loop.getLoopPredecessor()->getTerminator());
  }

  bool hasLanes_;
};

/// Unrolls loops of which every turn has a barrier of the block.
class MeetingUnroller : LoopAnalyses {
public:
  MeetingUnroller(llvm::Function &function,
                  llvm::FunctionAnalysisManager &analyses)
      : LoopAnalyses(function, analyses) {}

  bool run() {
    bool isChanged = false;
    for (llvm::Loop *loop : llvm::to_vector(loops_.getLoopsInPreorder()))
      if (unsigned rounds = roundsOf(*loop); rounds > 1)
        isChanged |= unroll(*loop, rounds);
    return isChanged;
  }

private:
  unsigned roundsOf(llvm::Loop &loop) const {
    llvm::BasicBlock *latch = loop.getLoopLatch();
    if (!loop.isInnermost() || !latch || loop.getExitingBlock() != latch ||
        llvm::hasUnrollTransformation(&loop) != llvm::TM_Unspecified ||
        llvm::isa<llvm::SCEVCouldNotCompute>(
            evolution_.getBackedgeTakenCount(&loop)))
      return 0;
    std::size_t size = 0, loads = 0;
    bool meets = false, waits = false;
    for (const llvm::BasicBlock *block : loop.blocks())
      for (const llvm::Instruction &instruction : *block) {
        ++size;
        meets |= isBarrier(instruction) && dominators_.dominates(block, latch);
        if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
          ++loads;
          waits |= load->getPointerAddressSpace() !=
                   llvm::NVPTXAS::ADDRESS_SPACE_SHARED;
        }
      }
    unsigned rounds = meets && waits ? roundsOfMeetings : 0;
    while (rounds > 1 &&
           (rounds * size > largestMeeting || rounds * loads > mostLoads))
      rounds /= 2;
    return rounds;
  }

  static bool isBarrier(const llvm::Instruction &instruction) {
    const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    return call && call->getIntrinsicID() ==
                       llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_all;
  }

  bool unroll(llvm::Loop &loop, unsigned rounds) {
    bool isChanged = simplify(loop);
    isChanged |= closeValues(loop);
    // Turns that are left over have a loop of their own, behind this one.
    if (!llvm::UnrollRuntimeLoopRemainder(
            &loop, rounds, false, true, false, true, &loops_, &evolution_,
            &dominators_, &assumptions_, &costs_, true,
            llvm::SCEVCheapExpansionBudget, false))
      return isChanged;
    unrollWhole(loop, rounds);
    return true;
  }
};

struct UnrollCounts : llvm::PassInfoMixin<UnrollCounts> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &analyses) {
    if (isLong(function))
      return llvm::PreservedAnalyses::all();
    UnrollCounter(function, analyses).run();
    return MeetingUnroller(function, analyses).run()
               ? llvm::PreservedAnalyses::none()
               : llvm::PreservedAnalyses::all();
  }
};

} // namespace

void unrollFurther(llvm::PassBuilder &builder) {
  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
        passes.addPass(UnrollCounts());
      });
}

} // namespace pyk2ptx
