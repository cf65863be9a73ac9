// LLVM unrolls a loop of a known number of turns in full where little code
// comes of it. How much is folded then it finds out of loops alone that have no
// other inside, and of values alone that are constant.
//
// A loop around others that chooses by its own counter, as one over the eight
// directions of a board, is one piece of code for each turn: without choices,
// and with loops that ptxas has threads leave together.
//
// A loop that makes an element of a thread's own array of those before it, as a
// hash makes its words, waits for what it has just stored. Unrolled, it has
// them in registers.
#include "unroll_whole.h"

#include "long_functions.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CodeMetrics.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <algorithm>
#include <optional>

namespace pyk2ptx {

namespace {

/// How many turns, and how many instructions all of them have before any is
/// folded.
struct Limit {
  unsigned turns;
  std::uint64_t size;
};
constexpr Limit ofChoices{16, 1000}, ofPassedOn{64, 1800};
/// Of a loop's instructions, those of its end are not repeated.
constexpr unsigned sizeOfEnd = 2;

class KnownLoop {
public:
  KnownLoop(llvm::Loop &loop, llvm::LoopStandardAnalysisResults &analyses)
      : loop_(loop), analyses_(analyses), evolution_(analyses.SE) {}

  [[nodiscard]] bool isBetterWhole() const {
    if (llvm::hasUnrollTransformation(&loop_) != llvm::TM_Unspecified)
      return false;
    return loop_.isInnermost() ? isWithin(ofPassedOn) && passesOn()
                               : isWithin(ofChoices) && chooses();
  }

private:
  bool isWithin(const Limit &limit) const {
    unsigned turns = mostTurns();
    if (turns < 2 || turns > limit.turns)
      return false;
    llvm::SmallPtrSet<const llvm::Value *, 8> forAssumptions;
    llvm::CodeMetrics::collectEphemeralValues(&loop_, &analyses_.AC,
                                              forAssumptions);
    llvm::UnrollCostEstimator size(&loop_, analyses_.TTI, forAssumptions,
                                   sizeOfEnd);
    return size.canUnroll() &&
           (size.getRolledLoopSize() * turns <= limit.size ||
            sizeOf(turns, forAssumptions) <= limit.size);
  }

  /// Of the end that comes first; 0: nobody knows of any. An end that nobody
  /// comes to, where a choice has no other case, has none.
  unsigned mostTurns() const {
    llvm::SmallVector<llvm::BasicBlock *, 4> ends;
    loop_.getExitingBlocks(ends);
    unsigned most = 0;
    for (llvm::BasicBlock *end : ends)
      if (unsigned turns = evolution_.getSmallConstantTripCount(&loop_, end))
        most = most ? std::min(most, turns) : turns;
    return most;
  }

  /// Whether the loop goes on or not by how the block ends.
  bool isEnd(llvm::BasicBlock *block) const {
    return llvm::any_of(llvm::successors(block), [&](llvm::BasicBlock *after) {
      return !loop_.contains(after) &&
             !llvm::isa<llvm::UnreachableInst>(after->front());
    });
  }

  /// Of all turns, without what their counter does not choose.
  std::uint64_t
  sizeOf(unsigned turns,
         const llvm::SmallPtrSetImpl<const llvm::Value *> &ephemeral) const {
    llvm::DenseMap<const llvm::BasicBlock *, std::uint64_t> sizes;
    for (const llvm::BasicBlock *block : loop_.blocks()) {
      llvm::CodeMetrics metrics;
      metrics.analyzeBasicBlock(block, analyses_.TTI, ephemeral);
      sizes[block] = metrics.NumInsts.getValue();
    }
    std::uint64_t all = 0;
    for (unsigned turn = 0; turn < turns; ++turn) {
      llvm::SmallVector<llvm::BasicBlock *, 16> next{loop_.getHeader()};
      llvm::SmallPtrSet<llvm::BasicBlock *, 16> seen{loop_.getHeader()};
      while (!next.empty()) {
        llvm::BasicBlock *block = next.pop_back_val();
        all += sizes.lookup(block);
        llvm::BasicBlock *chosen = chosenBy(*block->getTerminator(), turn);
        for (llvm::BasicBlock *after : llvm::successors(block))
          if ((!chosen || after == chosen) && loop_.contains(after) &&
              seen.insert(after).second)
            next.push_back(after);
      }
    }
    return all;
  }
  /// Null: it is not the counter alone that chooses.
  llvm::BasicBlock *chosenBy(llvm::Instruction &end, unsigned turn) const {
    if (auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&end)) {
      std::optional<llvm::APInt> value = valueOf(*choice->getCondition(), turn);
      return value ? choice
                         ->findCaseValue(
                             llvm::ConstantInt::get(end.getContext(), *value))
                         ->getCaseSuccessor()
                   : nullptr;
    }
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(&end);
    auto *compare = branch && branch->isConditional()
                        ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition())
                        : nullptr;
    auto *with = compare
                     ? llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1))
                     : nullptr;
    std::optional<llvm::APInt> value =
        with ? valueOf(*compare->getOperand(0), turn) : std::nullopt;
    if (!value)
      return nullptr;
    bool holds = llvm::ICmpInst::compare(*value, with->getValue(),
                                         compare->getPredicate());
    return branch->getSuccessor(holds ? 0 : 1);
  }
  std::optional<llvm::APInt> valueOf(llvm::Value &value, unsigned turn) const {
    if (!isKnown(value))
      return std::nullopt;
    const llvm::SCEVAddRecExpr *sum = asCounted(value);
    llvm::APInt start =
        llvm::cast<llvm::SCEVConstant>(sum->getStart())->getAPInt();
    llvm::APInt step =
        llvm::cast<llvm::SCEVConstant>(sum->getStepRecurrence(evolution_))
            ->getAPInt();
    return start + step * llvm::APInt(64, turn).zextOrTrunc(step.getBitWidth());
  }

  /// What goes on by a constant in each turn.
  const llvm::SCEVAddRecExpr *asCounted(llvm::Value &value) const {
    if (!evolution_.isSCEVable(value.getType()))
      return nullptr;
    const auto *sum =
        llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&value));
    bool isCounted =
        sum && sum->getLoop() == &loop_ && sum->isAffine() &&
        llvm::isa<llvm::SCEVConstant>(sum->getStepRecurrence(evolution_));
    return isCounted ? sum : nullptr;
  }

  /// Whether a turn does something, besides ending the loop, by which it is.
  bool chooses() const {
    return llvm::any_of(loop_.blocks(), [&](llvm::BasicBlock *block) {
      return !isEnd(block) &&
             llvm::any_of(*block, [&](llvm::Instruction &instruction) {
               return chooses(instruction);
             });
    });
  }
  bool chooses(llvm::Instruction &instruction) const {
    if (auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction))
      return isKnown(*choice->getCondition());
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return isOfTable(*load->getPointerOperand());
    llvm::Value *condition = nullptr;
    if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(&instruction);
        branch && branch->isConditional())
      condition = branch->getCondition();
    if (auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction))
      condition = select->getCondition();
    auto *compare = llvm::dyn_cast_or_null<llvm::ICmpInst>(condition);
    return compare && isKnown(*compare->getOperand(0)) &&
           llvm::isa<llvm::ConstantInt>(compare->getOperand(1));
  }
  bool isKnown(llvm::Value &value) const {
    const llvm::SCEVAddRecExpr *sum = asCounted(value);
    return sum && llvm::isa<llvm::SCEVConstant>(sum->getStart());
  }
  bool isOfTable(llvm::Value &pointer) const {
    const auto *table = llvm::dyn_cast<llvm::GlobalVariable>(
        llvm::getUnderlyingObject(&pointer));
    return table && table->isConstant() && table->hasDefinitiveInitializer() &&
           asCounted(pointer);
  }

  /// Whether a turn loads from a thread's own array what another one stores.
  bool passesOn() const {
    llvm::SmallPtrSet<const llvm::Value *, 4> stored;
    llvm::SmallPtrSet<const llvm::SCEV *, 4> places;
    for (llvm::BasicBlock *block : loop_.blocks())
      for (llvm::Instruction &instruction : *block)
        if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
          if (const llvm::Value *array =
                  ownArray(*store->getPointerOperand())) {
            stored.insert(array);
            places.insert(evolution_.getSCEV(store->getPointerOperand()));
          }
    return llvm::any_of(loop_.blocks(), [&](llvm::BasicBlock *block) {
      return llvm::any_of(*block, [&](llvm::Instruction &instruction) {
        auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        return load && stored.contains(ownArray(*load->getPointerOperand())) &&
               !places.contains(evolution_.getSCEV(load->getPointerOperand()));
      });
    });
  }
  /// Null: `pointer` is of none, or at no place that the counter tells.
  const llvm::Value *ownArray(llvm::Value &pointer) const {
    const llvm::Value *array = llvm::getUnderlyingObject(&pointer);
    return llvm::isa<llvm::AllocaInst>(array) && asCounted(pointer) ? array
                                                                    : nullptr;
  }

  llvm::Loop &loop_;
  llvm::LoopStandardAnalysisResults &analyses_;
  llvm::ScalarEvolution &evolution_;
};

struct UnrollWhole : llvm::PassInfoMixin<UnrollWhole> {
  static llvm::PreservedAnalyses
  run(llvm::Loop &loop, llvm::LoopAnalysisManager &,
      llvm::LoopStandardAnalysisResults &analyses, llvm::LPMUpdater &) {
    if (!isLong(*loop.getHeader()->getParent()) &&
        KnownLoop(loop, analyses).isBetterWhole())
      llvm::addStringMetadataToLoop(&loop, "llvm.loop.unroll.full");
    return llvm::PreservedAnalyses::all();
  }
};

} // namespace

void unrollWhole(llvm::PassBuilder &builder) {
  builder.registerLateLoopOptimizationsEPCallback(
      [](llvm::LoopPassManager &passes, llvm::OptimizationLevel) {
        passes.addPass(UnrollWhole());
      });
}

} // namespace pyk2ptx
