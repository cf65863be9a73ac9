// Tables that are filled from their neighbours (distances of texts, alignments,
// shortest paths) hold int32, and a cell is min(a + cost, b + 1, c + 1). Sums
// of Python's integers do not wrap, so these take 33 bits, and comparing them
// takes 64: two or three instructions each for every sum, comparison and
// choice. What is stored are 32 bits again.
//
// A comparison of two such sums can often be made of what they are sums of,
// where that fits in 32 bits (known_ranges.h):
//
// - min(x + p, y + p) is min(x, y) + p;
// - where p - q is 0 or 1, x + p <= y + q is x < y, but for ties, where either
//   sum is the result: x < y means x + 1 <= y, so that x + p <= x + 1 + q
//   <= y + q, and y <= x means y + q <= x + p.
//
// Of the sums the lower halves are left then, if no more is asked
// (word_arithmetic.h).
#include "minima_of_sums.h"

#include "compiler/words/known_ranges.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>
#include <utility>

namespace pyk2ptx {

namespace {

using llvm::ConstantRange;
using llvm::MinMaxIntrinsic;
using llvm::Value;

/// One of the numbers of which the least is asked: `base` and `addend`, both of
/// which fit in 32 bits; without a base a number that is no such sum.
struct Sum {
  Value *whole;
  Value *base = nullptr;
  Value *addend = nullptr;
  bool isDifference = false;

  [[nodiscard]] bool addsAs(const Sum &other) const {
    return addend == other.addend && isDifference == other.isDifference;
  }
};

MinMaxIntrinsic *asExtreme(Value *value) {
  auto *extreme = llvm::dyn_cast<MinMaxIntrinsic>(value);
  return extreme && extreme->isSigned() &&
                 extreme->getType()->isIntegerTy(longBits)
             ? extreme
             : nullptr;
}

/// `value` as a part of the same minimum as `root`.
MinMaxIntrinsic *asPart(Value *value, const MinMaxIntrinsic &root) {
  MinMaxIntrinsic *part = asExtreme(value);
  return part && part->getIntrinsicID() == root.getIntrinsicID() &&
                 part->getParent() == root.getParent() && part->hasOneUse()
             ? part
             : nullptr;
}

class Minimum {
public:
  Minimum(MinMaxIntrinsic &root, KnownRanges &ranges)
      : root_(root), ranges_(ranges), b_(&root) {}

  bool run() {
    addLeavesOf(root_);
    std::size_t count = sums_.size();
    joinEqualAddends();
    chooseNeighbours();
    if (sums_.size() == count)
      return false;
    Value *result = wholeOf(sums_[0]);
    for (Sum &sum : llvm::drop_begin(sums_))
      result = extremeOf(result, wholeOf(sum));
    ranges_.set(result, ranges_.of(&root_));
    root_.replaceAllUsesWith(result);
    return true;
  }

private:
  void addLeavesOf(MinMaxIntrinsic &extreme) {
    for (Value *operand : {extreme.getLHS(), extreme.getRHS()})
      if (MinMaxIntrinsic *part = asPart(operand, root_))
        addLeavesOf(*part);
      else
        sums_.push_back(sumOf(operand));
  }

  [[nodiscard]] bool fits(Value *value) const {
    return fitsSigned(ranges_.of(value));
  }

  Sum sumOf(Value *value) {
    Value *zero = llvm::ConstantInt::get(value->getType(), 0);
    if (fits(value))
      return {value, value, zero};
    auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(value);
    bool isDifference = binary && binary->getOpcode() == llvm::Instruction::Sub;
    if (!binary ||
        (!isDifference && binary->getOpcode() != llvm::Instruction::Add))
      return {value};
    Value *base = binary->getOperand(0), *addend = binary->getOperand(1);
    if (!fits(base) || !fits(addend))
      return {value};
    if (!isDifference &&
        ranges_.of(base).isSizeStrictlySmallerThan(ranges_.of(addend)))
      std::swap(base, addend);
    return {value, base, addend, isDifference};
  }

  Value *extremeOf(Value *left, Value *right) {
    return b_.CreateBinaryIntrinsic(root_.getIntrinsicID(), left, right);
  }

  void joinEqualAddends() {
    llvm::SmallVector<Sum, 4> joined;
    for (const Sum &sum : sums_) {
      auto *same = llvm::find_if(joined, [&](const Sum &other) {
        return sum.base && other.base && sum.addsAs(other);
      });
      if (same == joined.end()) {
        joined.push_back(sum);
        continue;
      }
      same->base = extremeOf(same->base, sum.base);
      same->whole = nullptr;
    }
    sums_ = std::move(joined);
  }

  Value *wholeOf(Sum &sum) {
    if (!sum.whole &&
        llvm::PatternMatch::match(sum.addend, llvm::PatternMatch::m_Zero()))
      sum.whole = sum.base;
    else if (!sum.whole)
      sum.whole = sum.isDifference ? b_.CreateSub(sum.base, sum.addend)
                                   : b_.CreateAdd(sum.base, sum.addend);
    return sum.whole;
  }

  [[nodiscard]] ConstantRange addendOf(const Sum &sum) const {
    ConstantRange range = ranges_.of(sum.addend);
    return sum.isDifference
               ? ConstantRange(llvm::APInt::getZero(longBits)).sub(range)
               : range;
  }

  /// What is added to the one is what is added to the other, or one more.
  [[nodiscard]] bool isNextAbove(const Sum &above, const Sum &below) const {
    ConstantRange difference = addendOf(above).sub(addendOf(below));
    return difference.getSignedMin().isNonNegative() &&
           difference.getSignedMax().sle(1);
  }

  void chooseNeighbours() {
    for (std::size_t i = 0; i < sums_.size(); ++i)
      for (std::size_t j = 0; j < sums_.size() && sums_[i].base; ++j) {
        if (i == j || !sums_[j].base || !isNextAbove(sums_[i], sums_[j]))
          continue;
        Sum &above = sums_[i], &below = sums_[j];
        Value *left = wholeOf(above), *right = wholeOf(below);
        if (root_.getIntrinsicID() == llvm::Intrinsic::smax)
          std::swap(left, right);
        Value *isLess = b_.CreateICmpSLT(above.base, below.base);
        above = {b_.CreateSelect(isLess, left, right)};
        sums_.erase(sums_.begin() + static_cast<std::ptrdiff_t>(j));
        break;
      }
  }

  MinMaxIntrinsic &root_;
  KnownRanges &ranges_;
  llvm::IRBuilder<> b_;
  llvm::SmallVector<Sum, 4> sums_;
};

/// The minima and maxima that are no part of another.
llvm::SmallVector<MinMaxIntrinsic *, 8> rootsOf(llvm::Function &function) {
  llvm::SmallVector<MinMaxIntrinsic *, 8> roots;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    MinMaxIntrinsic *extreme = asExtreme(&instruction);
    if (!extreme)
      continue;
    MinMaxIntrinsic *user =
        extreme->hasOneUse() ? asExtreme(*extreme->user_begin()) : nullptr;
    if (!user || !asPart(extreme, *user))
      roots.push_back(extreme);
  }
  return roots;
}

} // namespace

bool shortenMinimaOfSums(llvm::Function &function) {
  llvm::SmallVector<MinMaxIntrinsic *, 8> roots = rootsOf(function);
  if (roots.empty())
    return false;
  KnownRanges ranges(function);
  bool changed = false;
  for (MinMaxIntrinsic *root : roots)
    // Those that fit need no more than 32 bits as they are.
    if (!fitsSigned(ranges.of(root)) && Minimum(*root, ranges).run()) {
      changed = true;
      llvm::RecursivelyDeleteTriviallyDeadInstructions(root);
    }
  return changed;
}

} // namespace pyk2ptx
