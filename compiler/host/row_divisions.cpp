// A kernel for images often has one index, and divides: `x = i % width`,
// `y = i // width`. For LLVM nothing is known of such numbers, and a vector of
// 64-bit divisions is none. But along a row of threads a quotient changes only
// where the next multiple of the divisor begins, and the remainder grows with
// the thread until then:
//
//   for t in row:                     at = 0
//     y = (first + t) // width        while at < row:
//     x = (first + t) % width    ->     y = (first + at) // width
//     ...                               r = (first + at) % width
//                                       end = min(row, at + width - r)
//                                       for t in at .. end:
//                                         x = r + (t - at)
//                                         ...
//
// All divisions of a loop share its stretches, each of which ends where the
// first of them changes; a remainder may be divided in turn. What divides such
// a quotient again is the same for a stretch, and LLVM takes it out.
#include "row_divisions.h"

#include "compiler/target/loop_copies.h"
#include "compiler/target/loop_marks.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <iterator>
#include <memory>
#include <utility>

namespace pyk2ptx {

namespace {

using llvm::Value;

/// Each of them is computed for each stretch.
constexpr unsigned mostPairs = 6;
/// Of a function: each is there twice then, and all is analysed again.
constexpr unsigned mostLoops = 16;

/// The quotient and the remainder of one number by one divisor, as many as the
/// loop has of each. Neither is negative in a stretch, so that signed divisions
/// are what unsigned ones are.
struct Pair {
  Value *number, *divisor;
  llvm::SmallVector<llvm::Instruction *, 2> quotients, remainders;
  /// Of the number: what it is in the loop's first turn, or the pair whose
  /// remainder it is.
  Value *first = nullptr;
  const Pair *of = nullptr;
  /// At the beginning of a stretch.
  Value *remainder = nullptr;
};

class RowDivisions {
public:
  /// `done` has the headers of loops that were looked at.
  RowDivisions(llvm::Function &function,
               llvm::FunctionAnalysisManager &analyses,
               llvm::SmallPtrSetImpl<llvm::BasicBlock *> &done)
      : function_(function), done_(done),
        loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
        evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
        tree_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
        assumptions_(analyses.getResult<llvm::AssumptionAnalysis>(function)) {}

  /// Whether a loop has become stretches, of which the analyses do not know.
  bool run() {
    for (llvm::Loop *loop : loops_.getLoopsInPreorder())
      if (loop->isInnermost() && done_.insert(loop->getHeader()).second &&
          visit(*loop))
        return true;
    return false;
  }

  /// Whether loops have another form, at least, of which they do.
  [[nodiscard]] bool isSimplified() const { return isSimplified_; }

private:
  bool visit(llvm::Loop &loop) {
    if (!holdsDivision(loop))
      return false;
    isSimplified_ |= llvm::simplifyLoop(&loop, &tree_, &loops_, &evolution_,
                                        &assumptions_, nullptr, false);
    llvm::PHINode *counter = loop.getCanonicalInductionVariable();
    if (!loop.isLoopSimplifyForm() || !counter)
      return false;
    Value *end = endOf(loop, *counter);
    if (!end)
      return false;
    findPairs(loop);
    if (pairs_.empty())
      return false;
    keepForSmall(loop);
    stretch(loop, *counter, end);
    return true;
  }

  static bool isDivision(const llvm::Instruction &each) {
    return each.getType()->isIntegerTy() && each.isIntDivRem();
  }

  static bool holdsDivision(const llvm::Loop &loop) {
    for (const llvm::BasicBlock *block : loop.blocks())
      for (const llvm::Instruction &each : *block)
        if (isDivision(each) && loop.isLoopInvariant(each.getOperand(1)))
          return true;
    return false;
  }

  /// How many turns the loop takes, where its only end is `counter + 1 < end`
  /// at the latch; null elsewhere.
  Value *endOf(const llvm::Loop &loop, const llvm::PHINode &counter) const {
    llvm::BasicBlock *latch = loop.getLoopLatch();
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator());
    if (loop.getExitingBlock() != latch || !branch || !branch->isConditional())
      return nullptr;
    auto *test = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
    if (!test || test->getOperand(0) != counter.getIncomingValueForBlock(latch))
      return nullptr;
    bool goesOn = branch->getSuccessor(0) == loop.getHeader();
    llvm::CmpInst::Predicate holds =
        goesOn ? test->getPredicate() : test->getInversePredicate();
    Value *end = test->getOperand(1);
    if (!loop.isLoopInvariant(end))
      return nullptr;
    const llvm::SCEV *turns = evolution_.getSCEV(end);
    bool isKnown =
        holds == llvm::CmpInst::ICMP_ULT ||
        (holds == llvm::CmpInst::ICMP_NE && isNeverZero(loop, turns)) ||
        (holds == llvm::CmpInst::ICMP_SLT &&
         evolution_.isKnownNonNegative(turns));
    return isKnown ? end : nullptr;
  }

  bool isNeverZero(const llvm::Loop &loop, const llvm::SCEV *value) const {
    return evolution_.isKnownNonZero(value) ||
           evolution_.isLoopEntryGuardedByCond(
               &loop, llvm::CmpInst::ICMP_NE, value,
               evolution_.getZero(value->getType()));
  }

  // ---- which divisions ----

  void findPairs(llvm::Loop &loop) {
    pairs_.clear();
    // What is divided stands before its division.
    llvm::LoopBlocksRPO order(&loop);
    order.perform(&loops_);
    for (llvm::BasicBlock *block : order)
      for (llvm::Instruction &each : *block)
        if (isDivision(each))
          addDivision(loop, each);
        else
          addDifference(each);
  }

  /// A remainder may be what LLVM makes of one: number - quotient * divisor.
  void addDifference(llvm::Instruction &each) {
    using namespace llvm::PatternMatch;
    for (auto &pair : pairs_)
      for (llvm::Instruction *quotient : pair->quotients) {
        auto product = m_c_Mul(m_Specific(quotient), m_Specific(pair->divisor));
        if (match(&each, m_Sub(m_Specific(pair->number), product))) {
          pair->remainders.push_back(&each);
          return;
        }
      }
  }

  void addDivision(llvm::Loop &loop, llvm::Instruction &division) {
    Value *number = division.getOperand(0), *divisor = division.getOperand(1);
    auto *constant = llvm::dyn_cast<llvm::ConstantInt>(divisor);
    if (!loop.isLoopInvariant(divisor) ||
        (!constant && llvm::isa<llvm::Constant>(divisor)) ||
        (constant && (constant->getValue().slt(leastRowDivisor) ||
                      constant->getValue().isPowerOf2())))
      return;
    bool isQuotient = division.getOpcode() == llvm::Instruction::SDiv ||
                      division.getOpcode() == llvm::Instruction::UDiv;
    Pair *found = nullptr, *of = nullptr;
    for (auto &pair : pairs_) {
      if (pair->number == number && pair->divisor == divisor)
        found = pair.get();
      for (llvm::Instruction *remainder : pair->remainders)
        if (remainder == number)
          of = pair.get();
    }
    if (!found) {
      Value *first = of ? nullptr : firstOf(loop, number);
      if ((!of && !first) || pairs_.size() == mostPairs)
        return;
      pairs_.push_back(
          std::make_unique<Pair>(Pair{number, divisor, {}, {}, first, of}));
      found = pairs_.back().get();
    }
    (isQuotient ? found->quotients : found->remainders).push_back(&division);
  }

  /// What a number is in the loop's first turn that grows by one in each turn
  /// and is never negative, not even as signed: so it does not wrap around
  /// within the loop. Null for others.
  Value *firstOf(llvm::Loop &loop, Value *number) {
    const auto *sum =
        llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(number));
    if (!sum || sum->getLoop() != &loop || !sum->isAffine() ||
        !sum->getStepRecurrence(evolution_)->isOne() ||
        !evolution_.isKnownNonNegative(sum))
      return nullptr;
    llvm::SCEVExpander expander(evolution_, "first");
    llvm::Instruction *before = loop.getLoopPreheader()->getTerminator();
    return expander.isSafeToExpandAt(sum->getStart(), before)
               ? expander.expandCodeFor(sum->getStart(), sum->getType(), before)
               : nullptr;
  }

  // ---- a copy for other divisors ----

  /// Where a divisor is small, or negative, the loop is as it was.
  void keepForSmall(llvm::Loop &loop) {
    llvm::BasicBlock *before = loop.getLoopPreheader();
    llvm::IRBuilder<> builder(before->getTerminator());
    llvm::SmallSetVector<Value *, 4> divisors;
    for (auto &pair : pairs_)
      if (!llvm::isa<llvm::ConstantInt>(pair->divisor))
        divisors.insert(pair->divisor);
    Value *allFit = nullptr;
    llvm::SmallVector<Value *, 4> settled;
    for (Value *each : divisors) {
      settled.push_back(settle(builder, each));
      Value *fits = builder.CreateICmpSGE(
          settled.back(),
          llvm::ConstantInt::get(each->getType(), leastRowDivisor));
      allFit = allFit ? builder.CreateAnd(allFit, fits) : fits;
    }
    if (!allFit)
      return;
    done_.insert(copyUnless(allFit, loop, loops_, tree_)->getHeader());
    for (auto [divisor, value] : llvm::zip(divisors, settled)) {
      replaceIn(loop, divisor, value);
      for (auto &pair : pairs_)
        if (pair->divisor == divisor)
          pair->divisor = value;
      settleTests(loop, value);
      if (auto *freeze = llvm::dyn_cast<llvm::FreezeInst>(value))
        settleTests(loop, freeze->getOperand(0));
    }
  }

  /// What guards a division may stand in the loop, so that its divisor may be
  /// anything before it.
  static Value *settle(llvm::IRBuilder<> &builder, Value *divisor) {
    // Python's quotient by zero is not the processor's.
    Value *inner = nullptr;
    Value *settled = divisor;
    if (match(divisor,
              llvm::PatternMatch::m_UMax(llvm::PatternMatch::m_Value(inner),
                                         llvm::PatternMatch::m_One())))
      settled = inner;
    return llvm::isGuaranteedNotToBeUndefOrPoison(settled)
               ? settled
               : builder.CreateFreeze(settled);
  }

  /// What the loop asks of a divisor is decided.
  static void settleTests(const llvm::Loop &loop, Value *divisor) {
    unsigned bits = divisor->getType()->getIntegerBitWidth();
    llvm::ConstantRange range(llvm::APInt(bits, leastRowDivisor),
                              llvm::APInt::getSignedMinValue(bits));
    for (llvm::User *user : divisor->users()) {
      llvm::CmpPredicate predicate;
      const llvm::APInt *other = nullptr;
      if (!match(user, llvm::PatternMatch::m_ICmp(
                           predicate, llvm::PatternMatch::m_Specific(divisor),
                           llvm::PatternMatch::m_APInt(other))))
        continue;
      for (bool holds : {true, false})
        if (range.icmp(holds ? llvm::CmpInst::Predicate(predicate)
                             : llvm::CmpInst::getInversePredicate(predicate),
                       *other))
          replaceIn(loop, user,
                    llvm::ConstantInt::getBool(user->getType(), holds));
    }
  }

  // ---- stretches ----

  /// What a number that is no remainder is at the beginning of a stretch.
  static Value *numberAt(llvm::IRBuilder<> &builder, const Pair &pair,
                         Value *at) {
    llvm::Type *type = pair.number->getType();
    Value *number = builder.CreateAdd(
        pair.first, builder.CreateZExtOrTrunc(at, type), "", true, true);
    if (llvm::isGuaranteedNotToBeUndefOrPoison(number))
      return number;
    // That it is not negative is not known of a frozen one.
    return builder.CreateAnd(
        builder.CreateFreeze(number),
        llvm::ConstantInt::get(
            type, llvm::APInt::getSignedMaxValue(type->getIntegerBitWidth())));
  }

  /// Divides at the beginning of a stretch, and lets its quotients be what they
  /// are there. How many turns of `turns` the stretch has if it is to end where
  /// they change.
  static Value *divide(llvm::IRBuilder<> &builder, Pair &pair, Value *at,
                       Value *turns) {
    Value *number = pair.of ? pair.of->remainder : numberAt(builder, pair, at);
    Value *divisor = pair.divisor;
    // Who computes with a quotient elsewhere must see that it may.
    if (!llvm::isa<llvm::ConstantInt>(divisor))
      divisor = builder.CreateBinaryIntrinsic(
          llvm::Intrinsic::umax, divisor,
          llvm::ConstantInt::get(divisor->getType(), leastRowDivisor));
    Value *quotient = builder.CreateUDiv(number, divisor);
    pair.remainder = builder.CreateURem(number, divisor);
    for (llvm::Instruction *each : pair.quotients)
      replace(each, quotient);
    Value *left = builder.CreateNUWSub(divisor, pair.remainder);
    llvm::Type *wider = turns->getType();
    if (left->getType()->getIntegerBitWidth() > wider->getIntegerBitWidth())
      wider = left->getType();
    Value *all = builder.CreateZExt(turns, wider);
    left = builder.CreateZExt(left, wider);
    Value *least =
        builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, all, left);
    return builder.CreateTrunc(least, turns->getType());
  }

  static void replace(llvm::Instruction *division, Value *value) {
    division->replaceAllUsesWith(value);
    division->eraseFromParent();
  }

  static void replaceRemainders(llvm::IRBuilder<> &builder, const Pair &pair,
                                Value *turn) {
    if (pair.remainders.empty())
      return;
    llvm::Type *type = pair.remainder->getType();
    Value *now = builder.CreateAdd(
        pair.remainder, builder.CreateZExtOrTrunc(turn, type), "", true, true);
    for (llvm::Instruction *each : pair.remainders)
      replace(each, now);
  }

  void stretch(llvm::Loop &loop, llvm::PHINode &counter, Value *end) {
    llvm::BasicBlock *header = loop.getHeader(), *latch = loop.getLoopLatch();
    llvm::BasicBlock *before = loop.getLoopPreheader();
    llvm::BasicBlock *exit = loop.getExitBlock();
    llvm::LLVMContext &context = function_.getContext();
    auto *begin = llvm::BasicBlock::Create(context, "", &function_, header);
    auto *next = llvm::BasicBlock::Create(context, "", &function_, exit);

    // A stretch goes on with what the one before has left.
    llvm::IRBuilder<> builder(begin);
    llvm::PHINode *at = builder.CreatePHI(counter.getType(), 2);
    at->addIncoming(counter.getIncomingValueForBlock(before), before);
    for (llvm::PHINode &each : header->phis()) {
      if (&each == &counter)
        continue;
      llvm::PHINode *carried = builder.CreatePHI(each.getType(), 2);
      carried->addIncoming(each.getIncomingValueForBlock(before), before);
      carried->addIncoming(each.getIncomingValueForBlock(latch), next);
      each.setIncomingValueForBlock(before, carried);
    }
    header->replacePhiUsesWith(before, begin);
    before->getTerminator()->replaceSuccessorWith(header, begin);

    Value *turns = builder.CreateNUWSub(end, at);
    for (auto &pair : pairs_)
      turns = divide(builder, *pair, at, turns);
    // It is at least that, which is not seen of a difference.
    turns = builder.CreateBinaryIntrinsic(
        llvm::Intrinsic::umax, turns,
        llvm::ConstantInt::get(turns->getType(), 1));
    builder.CreateBr(header);

    // Within it turns count from zero, as LLVM likes loops.
    builder.SetInsertPoint(header, header->begin());
    llvm::PHINode *turn = builder.CreatePHI(counter.getType(), 2);
    turn->addIncoming(llvm::ConstantInt::get(counter.getType(), 0), begin);
    builder.SetInsertPoint(header, header->getFirstInsertionPt());
    auto *place = llvm::cast<llvm::Instruction>(
        builder.CreateAdd(at, turn, "", true, true));
    // What is replaced is erased, and may stand next.
    for (auto &pair : pairs_) {
      builder.SetInsertPoint(std::next(place->getIterator()));
      replaceRemainders(builder, *pair, turn);
    }
    auto *branch = llvm::cast<llvm::BranchInst>(latch->getTerminator());
    builder.SetInsertPoint(branch);
    Value *behind = builder.CreateAdd(
        turn, llvm::ConstantInt::get(turn->getType(), 1), "", true, true);
    turn->addIncoming(behind, latch);
    counter.replaceAllUsesWith(place);
    counter.eraseFromParent();
    Value *was = branch->getCondition();
    llvm::MDNode *metadata = branch->getMetadata(llvm::LLVMContext::MD_loop);
    llvm::BranchInst *last =
        builder.CreateCondBr(builder.CreateICmpNE(behind, turns), header, next);
    if (metadata)
      last->setMetadata(llvm::LLVMContext::MD_loop, metadata);
    branch->eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(was);

    builder.SetInsertPoint(next);
    Value *reached = builder.CreateAdd(at, turns, "", true, true);
    at->addIncoming(reached, next);
    builder.CreateCondBr(builder.CreateICmpULT(reached, end), begin, exit);
    exit->replacePhiUsesWith(latch, next);
  }

  llvm::Function &function_;
  llvm::SmallPtrSetImpl<llvm::BasicBlock *> &done_;
  llvm::LoopInfo &loops_;
  llvm::ScalarEvolution &evolution_;
  llvm::DominatorTree &tree_;
  llvm::AssumptionCache &assumptions_;
  /// Of the loop that is looked at.
  llvm::SmallVector<std::unique_ptr<Pair>, mostPairs> pairs_;
  bool isSimplified_ = false;
};

} // namespace

llvm::PreservedAnalyses
RowDivisionsPass::run(llvm::Function &function,
                      llvm::FunctionAnalysisManager &analyses) {
  llvm::SmallPtrSet<llvm::BasicBlock *, 16> done;
  bool isSimplified = false;
  unsigned stretched = 0;
  for (; stretched < mostLoops; ++stretched) {
    RowDivisions divisions(function, analyses, done);
    bool isStretched = divisions.run();
    isSimplified = isSimplified || divisions.isSimplified();
    if (!isStretched)
      break;
    // What is known of the others is asked anew.
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
  }
  if (stretched) {
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    llvm::FunctionPassManager settle;
    settle.addPass(llvm::InstCombinePass());
    settle.addPass(llvm::createFunctionToLoopPassAdaptor(
        llvm::LICMPass(llvm::LICMOptions()), true));
    settle.run(function, analyses);
  }
  return stretched || isSimplified ? llvm::PreservedAnalyses::none()
                                   : llvm::PreservedAnalyses::all();
}

} // namespace pyk2ptx
