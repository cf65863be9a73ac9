// The pixels of an image lie three numbers apart, and LLVM makes vectors of
// them where it knows that. A kernel's array may have any last extent:
//
//   r, g, b = image[y, x, 0], image[y, x, 1], image[y, x, 2]
//
// Three guards and an unknown stride are in the way. But who takes elements 0
// to 2 and no others has most likely an array of three. One comparison before
// all loops says so, and behind it the extent is a constant: the guards are
// decided, and the stride is known.
#include "fixed_extents.h"

#include "compiler/target/loop_copies.h"
#include "compiler/target/loop_marks.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace pyk2ptx {

namespace {

using llvm::Value;

/// More is compiled once.
constexpr std::size_t mostCopied = 800;
/// An array of one element has no stride; of more than that a kernel has a
/// loop.
constexpr std::uint64_t leastExtent = 2, mostExtent = 16;

class FixedExtents {
public:
  FixedExtents(llvm::Function &function,
               llvm::FunctionAnalysisManager &analyses)
      : loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
        tree_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)) {}

  bool run() {
    bool isChanged = false;
    const std::vector<llvm::Loop *> outermost(loops_.begin(), loops_.end());
    for (llvm::Loop *loop : outermost)
      if (!llvm::findOptionMDForLoop(loop, anyExtentLoop))
        isChanged |= visit(*loop);
    return isChanged;
  }

private:
  bool visit(llvm::Loop &loop) {
    std::size_t size = 0;
    for (const llvm::BasicBlock *block : loop.blocks())
      size += block->size();
    if (size > mostCopied || !loop.isSafeToClone())
      return false;
    findExtents(loop);
    if (extents_.empty())
      return false;
    llvm::simplifyLoop(&loop, &tree_, &loops_, nullptr, nullptr, nullptr,
                       false);
    if (!loop.isLoopSimplifyForm())
      return true;
    llvm::IRBuilder<> builder(loop.getLoopPreheader()->getTerminator());
    Value *areFixed = nullptr;
    for (auto [extent, fixed] : extents_) {
      // The loop need not come to where it is used.
      Value *isFixed = builder.CreateICmpEQ(
          builder.CreateFreeze(extent),
          llvm::ConstantInt::get(extent->getType(), fixed));
      areFixed = areFixed ? builder.CreateAnd(areFixed, isFixed) : isFixed;
    }
    llvm::Loop *other = copyUnless(areFixed, loop, loops_, tree_);
    llvm::addStringMetadataToLoop(other, anyExtentLoop);
    for (auto [extent, fixed] : extents_)
      replaceIn(loop, extent, llvm::ConstantInt::get(extent->getType(), fixed));
    return true;
  }

  // ---- which extents ----

  /// What the test says of the last index that is taken, if it is one of a
  /// value with a constant: `2 < extent`, or extent <= 2.
  static std::optional<std::uint64_t> lastIndex(const llvm::ICmpInst &test) {
    auto *constant = llvm::dyn_cast<llvm::ConstantInt>(test.getOperand(1));
    if (!constant || llvm::isa<llvm::Constant>(test.getOperand(0)) ||
        constant->getValue().uge(mostExtent))
      return std::nullopt;
    std::uint64_t number = constant->getZExtValue();
    switch (test.getPredicate()) {
    case llvm::CmpInst::ICMP_UGT:
    case llvm::CmpInst::ICMP_SGT:
    case llvm::CmpInst::ICMP_ULE:
    case llvm::CmpInst::ICMP_SLE:
    case llvm::CmpInst::ICMP_EQ:
    case llvm::CmpInst::ICMP_NE:
      return number;
    default:
      return number ? std::optional(number - 1) : std::nullopt;
    }
  }

  void findExtents(llvm::Loop &loop) {
    extents_.clear();
    llvm::MapVector<Value *, std::uint64_t> last;
    for (llvm::BasicBlock *block : loop.blocks())
      for (llvm::Instruction &each : *block) {
        auto *test = llvm::dyn_cast<llvm::ICmpInst>(&each);
        std::optional<std::uint64_t> index =
            test && loop.isLoopInvariant(test->getOperand(0)) ? lastIndex(*test)
                                                              : std::nullopt;
        if (index) {
          std::uint64_t &most = last[test->getOperand(0)];
          most = std::max(most, *index);
        }
      }
    for (auto [extent, index] : last)
      if (index + 1 >= leastExtent && isStride(*extent, loop))
        extents_[extent] = index + 1;
  }

  /// Of a kernel's own array, whose parameters come first; the block has
  /// extents, too.
  static bool isStride(const Value &extent, const llvm::Loop &loop) {
    const auto *load = llvm::dyn_cast<llvm::LoadInst>(&extent);
    const auto *from =
        load ? llvm::dyn_cast<llvm::Argument>(
                   llvm::getUnderlyingObject(load->getPointerOperand()))
             : nullptr;
    if (!from || from->getArgNo() != 0)
      return false;
    return std::ranges::any_of(extent.users(), [&](const llvm::User *user) {
      const auto *product = llvm::dyn_cast<llvm::BinaryOperator>(user);
      return product && product->getOpcode() == llvm::Instruction::Mul &&
             loop.contains(product);
    });
  }

  llvm::LoopInfo &loops_;
  llvm::DominatorTree &tree_;
  /// Of the loop that is looked at: each with what it is likely to be.
  llvm::MapVector<Value *, std::uint64_t> extents_;
};

} // namespace

llvm::PreservedAnalyses
FixedExtentsPass::run(llvm::Function &function,
                      llvm::FunctionAnalysisManager &analyses) {
  return FixedExtents(function, analyses).run()
             ? llvm::PreservedAnalyses::none()
             : llvm::PreservedAnalyses::all();
}

} // namespace pyk2ptx
