// llvm::IRCEPass knows one condition: a counter plus something, compared with
// what the loop does not change, as `x < n` or `x >= 0`, in a branch whose
// first way is likely. Kernels say it otherwise:
//
//   if x == 0 or x == n - 1:   ->   if x - 1 >= 0 and x < n - 1: inside
//     border                        else: border
//   else:
//     inside
//   left = max(x - 1, 0)       ->   left = x - 1 where x - 1 >= 0,
//                                          else max(x - 1, 0)
//
// A guard is decided first by what is likely of its index (row_limits.h), and
// by itself where that does not hold. Conditions that are the same for a whole
// row, of its place among others, are such of the row's threads: where they do
// not hold as is likely, none of these is in the middle.
#include "row_checks.h"

#include "compiler/target/conditions.h"
#include "row_limits.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/DomTreeUpdater.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Scalar/InductiveRangeCheckElimination.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LoopConstrainer.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include <algorithm>
#include <optional>

namespace pyk2ptx {

namespace {

using llvm::CmpInst;
using llvm::Value;

/// IRCE leaves longer loops alone. It brings every loop into its form first:
/// where there is none for it, it does not run.
constexpr std::size_t mostBlocks = 60;
/// Three loops take three times as long to compile.
constexpr std::size_t mostInstructions = 1000;
/// Of one loop, which asks for each of them where it begins.
constexpr std::size_t mostChecks = 32;

class RowChecks {
public:
  RowChecks(llvm::Function &function, llvm::FunctionAnalysisManager &analyses)
      : function_(function),
        loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
        evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
        tree_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
        assumptions_(analyses.getResult<llvm::AssumptionAnalysis>(function)),
        likely_(llvm::MDBuilder(function.getContext())
                    // Enough for IRCE, and not to keep the branch at any price.
                    .createBranchWeights(20, 1)) {}

  void run() {
    // LLVM computes the ends of a loop before those around it.
    for (llvm::Loop *outermost : loops_)
      isChanged_ |= llvm::simplifyLoop(outermost, &tree_, &loops_, &evolution_,
                                       &assumptions_, nullptr, false);
    llvm::SmallVector<llvm::Loop *, 8> innermost;
    for (llvm::Loop *loop : loops_.getLoopsInPreorder())
      if (loop->isInnermost())
        innermost.push_back(loop);
    for (llvm::Loop *loop : innermost)
      visit(*loop);
  }

  [[nodiscard]] bool isChanged() const { return isChanged_; }
  /// Whether there are loops for IRCE.
  [[nodiscard]] bool hasLoops() const { return hasLoops_; }

private:
  void visit(llvm::Loop &loop) {
    RowLimits limits(loop, evolution_, tree_);
    loop_ = &loop;
    limits_ = &limits;
    const char *why = nullptr;
    std::size_t size = 0;
    for (const llvm::BasicBlock *block : loop.blocks())
      size += block->size();
    if (!loop.isLoopSimplifyForm() || loop.getNumBlocks() >= mostBlocks ||
        size > mostInstructions ||
        !llvm::LoopStructure::parseLoopStructure(evolution_, loop, true, why))
      return;
    llvm::SmallVector<llvm::BranchInst *, 8> branches;
    llvm::SmallVector<llvm::Instruction *, 16> values;
    for (llvm::BasicBlock *block : loop.blocks()) {
      auto *branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
      if (branch && branch->isConditional() && !loop.isLoopExiting(block) &&
          !branch->getMetadata(llvm::LLVMContext::MD_prof))
        branches.push_back(branch);
      for (llvm::Instruction &each : *block)
        if (!each.getType()->isVectorTy() &&
            llvm::isa<llvm::SelectInst, llvm::ICmpInst, llvm::IntrinsicInst,
                      llvm::BinaryOperator>(each))
          values.push_back(&each);
    }
    std::size_t most = (mostBlocks - loop.getNumBlocks()) / 2;
    // All that is asked of the loop is asked before it changes.
    llvm::SmallVector<std::pair<llvm::Instruction *, PlainValue>, 8> plains;
    llvm::SmallPtrSet<Value *, 8> parts, settled;
    for (llvm::Instruction *value : llvm::reverse(values)) {
      if (plains.size() >= std::min(most, mostChecks))
        break;
      if (settled.contains(value) ||
          (parts.contains(value) && value->hasOneUse()))
        continue;
      std::optional<PlainValue> plain = limits.plainOf(*value, parts);
      if (!plain)
        continue;
      if (isGuard(*value))
        settled.insert(value->getOperand(0));
      plains.emplace_back(value, std::move(*plain));
    }
    for (llvm::BranchInst *branch : branches)
      mark(*branch);
    for (auto &[value, plain] : plains)
      if (isGuard(*value))
        partGuard(*value, plain);
      else
        part(*value, plain);
    if (branches.empty() && plains.empty())
      return;
    isChanged_ = hasLoops_ = true;
    evolution_.forgetTopmostLoop(&loop);
  }

  // ---- what becomes of them ----

  static Value *emit(llvm::IRBuilder<> &builder, const RowLimit &limit) {
    if (!limit.isLower)
      return limit.isUnsigned ? builder.CreateICmpULT(limit.index, limit.bound)
                              : builder.CreateICmpSLT(limit.index, limit.bound);
    auto *bound = llvm::dyn_cast<llvm::ConstantInt>(limit.bound);
    Value *above = bound && bound->isZero()
                       ? limit.index
                       : builder.CreateNSWSub(limit.index, limit.bound);
    return builder.CreateICmpSGE(above,
                                 llvm::ConstantInt::get(above->getType(), 0));
  }

  /// What is likely of a condition: that it is true, or (`isTrue` false) that
  /// it is not, as comparisons that IRCE knows. Null: neither.
  Value *likely(Value *condition, bool isTrue, llvm::IRBuilder<> &builder) {
    Value *left = nullptr, *right = nullptr;
    if (isOfBoth(condition, isTrue, left, right)) {
      Value *first = likely(left, isTrue, builder),
            *second = likely(right, isTrue, builder);
      if (!first && !second)
        return nullptr;
      auto whole = [&](Value *part) {
        return isTrue ? part : builder.CreateNot(part);
      };
      return builder.CreateLogicalAnd(first ? first : whole(left),
                                      second ? second : whole(right));
    }
    auto *test = llvm::dyn_cast<llvm::ICmpInst>(condition);
    if (!test)
      return nullptr;
    if (limits_->isInvariant(test))
      return ofRow(*test, isTrue, builder);
    std::optional<RowCheck> check = limits_->checkOf(*test);
    if (!check || check->isLikely != isTrue)
      return nullptr;
    return emit(builder, check->limit);
  }

  /// A condition that is the same for the row, of its place among other rows:
  /// where it is not as is likely, that many of the row's threads are none.
  Value *ofRow(llvm::ICmpInst &test, bool isTrue, llvm::IRBuilder<> &builder) {
    llvm::PHINode *counter = loop_->getCanonicalInductionVariable();
    if (!counter || !(limits_->isOfRows(test.getOperand(0)) ||
                      limits_->isOfRows(test.getOperand(1))))
      return nullptr;
    bool isLikely = test.getPredicate() == CmpInst::ICMP_NE ||
                    (isTrue && !test.isEquality());
    if (isLikely != isTrue)
      return nullptr;
    auto most = llvm::APInt::getSignedMaxValue(
        counter->getType()->getIntegerBitWidth());
    Value *all = llvm::ConstantInt::get(counter->getType(), most);
    Value *none = llvm::ConstantInt::get(counter->getType(), 0);
    llvm::IRBuilder<> before(loop_->getLoopPreheader()->getTerminator());
    Value *end =
        before.CreateSelect(&test, isTrue ? all : none, isTrue ? none : all);
    return builder.CreateICmpSLT(counter, end);
  }

  void mark(llvm::BranchInst &branch) {
    llvm::IRBuilder<> builder(&branch);
    Value *condition = branch.getCondition();
    if (Value *holds = likely(condition, true, builder)) {
      branch.setCondition(holds);
    } else if (Value *fails = likely(condition, false, builder)) {
      branch.setCondition(fails);
      branch.swapSuccessors();
    }
    branch.setMetadata(llvm::LLVMContext::MD_prof, likely_);
  }

  /// Whether all that a comparison does is to decide where its block goes on.
  static bool isGuard(const llvm::Instruction &value) {
    if (!llvm::isa<llvm::ICmpInst>(value) || !value.hasOneUse())
      return false;
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(*value.user_begin());
    return branch && branch->getParent() == value.getParent() &&
           branch->getSuccessor(0) != branch->getSuccessor(1);
  }

  Value *allOf(llvm::IRBuilder<> &builder, llvm::ArrayRef<RowLimit> limits) {
    Value *holds = nullptr;
    for (const RowLimit &limit : limits) {
      Value *test = emit(builder, limit);
      holds = holds ? builder.CreateLogicalAnd(holds, test) : test;
    }
    return holds;
  }

  /// The comparison decides only where a limit does not hold; elsewhere what it
  /// compares is the index.
  void partGuard(llvm::Instruction &test, const PlainValue &plain) {
    llvm::BasicBlock *block = test.getParent();
    auto *guard = llvm::cast<llvm::BranchInst>(block->getTerminator());
    bool isTrue = llvm::cast<llvm::ConstantInt>(plain.value)->isOne();
    llvm::BasicBlock *inside = guard->getSuccessor(isTrue ? 0 : 1);
    bool isOwn = inside->getSinglePredecessor() == block;
    llvm::BasicBlock *rare = llvm::SplitBlock(block, guard, &tree_, &loops_);
    block->getTerminator()->eraseFromParent();
    guard->setMetadata(llvm::LLVMContext::MD_prof, nullptr);
    llvm::IRBuilder<> builder(block);
    builder.CreateCondBr(allOf(builder, plain.limits), inside, rare, likely_);
    Value *compared = test.getOperand(0);
    for (llvm::PHINode &each : inside->phis()) {
      Value *before = each.getIncomingValueForBlock(rare);
      each.addIncoming(before == compared ? plain.index : before, block);
    }
    llvm::DomTreeUpdater(tree_, llvm::DomTreeUpdater::UpdateStrategy::Eager)
        .applyUpdates({{llvm::DominatorTree::Insert, block, inside}});
    if (!isOwn)
      return;
    llvm::PHINode *chosen = llvm::PHINode::Create(compared->getType(), 2, "");
    chosen->insertBefore(inside->begin());
    compared->replaceUsesWithIf(chosen, [&](llvm::Use &use) {
      // What a phi takes is used where it comes from.
      auto *phi = llvm::dyn_cast<llvm::PHINode>(use.getUser());
      auto *user = llvm::cast<llvm::Instruction>(use.getUser());
      return tree_.dominates(inside, phi ? phi->getIncomingBlock(use)
                                         : user->getParent());
    });
    chosen->addIncoming(plain.index, block);
    chosen->addIncoming(compared, rare);
  }

  /// What uses `value` gets what it is while the limits hold.
  void part(llvm::Instruction &value, const PlainValue &plain) {
    llvm::Instruction *behind = value.getNextNode();
    llvm::IRBuilder<> builder(behind);
    Value *holds = allOf(builder, plain.limits);
    llvm::BasicBlock *head = value.getParent();
    llvm::BasicBlock *tail = llvm::SplitBlock(head, behind, &tree_, &loops_);
    auto *rare =
        llvm::BasicBlock::Create(function_.getContext(), "", &function_, tail);
    llvm::BranchInst::Create(tail, rare);
    head->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(head);
    builder.CreateCondBr(holds, tail, rare, likely_);
    loop_->addBasicBlockToLoop(rare, loops_);
    tree_.addNewBlock(rare, head);
    builder.SetInsertPoint(tail, tail->begin());
    llvm::PHINode *chosen = builder.CreatePHI(value.getType(), 2);
    value.replaceAllUsesWith(chosen);
    chosen->addIncoming(plain.value, head);
    chosen->addIncoming(&value, rare);
  }

  llvm::Function &function_;
  llvm::LoopInfo &loops_;
  llvm::ScalarEvolution &evolution_;
  llvm::DominatorTree &tree_;
  llvm::AssumptionCache &assumptions_;
  llvm::MDNode *likely_;
  /// Those of the loop that is looked at.
  llvm::Loop *loop_ = nullptr;
  RowLimits *limits_ = nullptr;
  bool isChanged_ = false, hasLoops_ = false;
};

} // namespace

llvm::PreservedAnalyses
RowChecksPass::run(llvm::Function &function,
                   llvm::FunctionAnalysisManager &analyses) {
  RowChecks checks(function, analyses);
  checks.run();
  if (checks.hasLoops()) {
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    llvm::IRCEPass().run(function, analyses);
  }
  return checks.isChanged() ? llvm::PreservedAnalyses::none()
                            : llvm::PreservedAnalyses::all();
}

} // namespace pyk2ptx
