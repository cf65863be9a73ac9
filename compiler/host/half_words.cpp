// A filter of an image's bytes computes in Python's integers, of which the
// elements of the result are a few bits. A vector has four times as many
// numbers of 16 bits as of 64, and LLVM makes numbers smaller only where their
// upper bits do not matter: of a minimum, an absolute value or a comparison
// they do. But they are known: the sum of eight bytes is at most 2040.
//
// First: which values have such ranges, from the elements on. Then who has a
// user that wants more bits is taken out again, so that nothing is widened that
// was not before. What is left is computed in 16 bits.
#include "half_words.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>
#include <utility>

namespace pyk2ptx {

namespace {

using llvm::ConstantRange;
using llvm::Instruction;
using llvm::Value;

constexpr unsigned halfBits = 16;

/// Of how many operands, numbers of its own width, it is computed; 0: it is no
/// operation that is known here.
unsigned operandsOf(const Instruction &each) {
  switch (each.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::Select:
    return 2;
  default:
    break;
  }
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&each);
  switch (call ? call->getIntrinsicID() : llvm::Intrinsic::not_intrinsic) {
  case llvm::Intrinsic::umin:
  case llvm::Intrinsic::umax:
  case llvm::Intrinsic::smin:
  case llvm::Intrinsic::smax:
    return 2;
  case llvm::Intrinsic::abs:
    return 1;
  default:
    return 0;
  }
}

/// Which of its operands is the first of them.
unsigned firstOperand(const Instruction &each) {
  return llvm::isa<llvm::SelectInst>(each) ? 1 : 0;
}

/// Widened from an element's width.
bool isElement(const Instruction &each) {
  return llvm::isa<llvm::ZExtInst, llvm::SExtInst>(each);
}

bool fits(const ConstantRange &range) {
  return range.getMinSignedBits() <= halfBits;
}

/// What it may be if its operands are of these ranges, and its lower bits say
/// so: none of it wraps around in 32 bits.
std::optional<ConstantRange> computed(const Instruction &each,
                                      llvm::ArrayRef<ConstantRange> of) {
  if (llvm::isa<llvm::SelectInst>(each))
    return of[0].unionWith(of[1]);
  if (const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&each))
    return call->getIntrinsicID() == llvm::Intrinsic::abs
               ? of[0].abs()
               : ConstantRange::intrinsic(call->getIntrinsicID(), of);
  const auto &operation = llvm::cast<llvm::BinaryOperator>(each);
  if (!operation.isShift())
    return of[0].binaryOp(operation.getOpcode(), of[1]);
  const llvm::APInt *count = of[1].getSingleElement();
  bool isLogical = operation.getOpcode() == Instruction::LShr;
  if (!count || count->uge(halfBits) ||
      (isLogical && !of[0].isAllNonNegative()))
    return std::nullopt;
  // A product's range is a tighter one.
  if (operation.getOpcode() == Instruction::Shl)
    return of[0].multiply(llvm::APInt::getOneBitSet(
        count->getBitWidth(), static_cast<unsigned>(count->getZExtValue())));
  return of[0].binaryOp(operation.getOpcode(), of[1]);
}

class HalfWords {
public:
  explicit HalfWords(llvm::Function &function) : function_(function) {}

  bool run() {
    llvm::ReversePostOrderTraversal<llvm::Function *> order(&function_);
    for (llvm::BasicBlock *block : order)
      for (Instruction &each : *block)
        if (std::optional<ConstantRange> range = rangeOf(each);
            range && fits(*range))
          ranges_.insert({&each, *range});
    while (takeOut())
      ;
    if (llvm::none_of(ranges_,
                      [](auto &known) { return !isElement(*known.first); }))
      return false;
    for (llvm::BasicBlock *block : order)
      for (Instruction &each : llvm::make_early_inc_range(*block))
        narrow(each);
    for (auto &known : llvm::reverse(ranges_))
      if (known.first->use_empty())
        known.first->eraseFromParent();
    return true;
  }

private:
  // ---- which values ----

  /// Of a constant, and of what is known already.
  std::optional<ConstantRange> knownRange(Value &value) const {
    if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
      ConstantRange range(constant->getValue());
      return fits(range) ? std::optional(range) : std::nullopt;
    }
    auto *each = llvm::dyn_cast<Instruction>(&value);
    auto known = each ? ranges_.find(each) : ranges_.end();
    return known != ranges_.end() ? std::optional(known->second) : std::nullopt;
  }

  std::optional<ConstantRange> rangeOf(Instruction &each) const {
    auto *type = llvm::dyn_cast<llvm::IntegerType>(each.getType());
    if (!type || type->getBitWidth() < 2 * halfBits)
      return std::nullopt;
    if (isElement(each)) {
      unsigned from = each.getOperand(0)->getType()->getScalarSizeInBits();
      if (from > halfBits)
        return std::nullopt;
      ConstantRange all = ConstantRange::getFull(from);
      return llvm::isa<llvm::ZExtInst>(each)
                 ? all.zeroExtend(type->getBitWidth())
                 : all.signExtend(type->getBitWidth());
    }
    unsigned count = operandsOf(each);
    llvm::SmallVector<ConstantRange, 2> of;
    for (unsigned i = 0; i < count; ++i) {
      std::optional<ConstantRange> range =
          knownRange(*each.getOperand(firstOperand(each) + i));
      if (!range)
        return std::nullopt;
      of.push_back(*range);
    }
    return count ? computed(each, of) : std::nullopt;
  }

  bool isKnown(Value &value) const { return knownRange(value).has_value(); }

  /// Whether the user asks for no more bits.
  bool isServed(const Instruction &user) const {
    // Of the words that 64 bits were made of.
    if (isElement(user))
      return llvm::all_of(user.users(), [&](const llvm::User *next) {
        return llvm::isa<llvm::TruncInst>(next) &&
               isServed(*llvm::cast<Instruction>(next));
      });
    if (llvm::isa<llvm::TruncInst>(user))
      return user.getType()->isIntegerTy() &&
             user.getType()->getIntegerBitWidth() <= halfBits;
    if (llvm::isa<llvm::ICmpInst>(user))
      return isKnown(*user.getOperand(0)) && isKnown(*user.getOperand(1));
    return ranges_.contains(const_cast<Instruction *>(&user));
  }

  /// Takes out what has lost an operand, or a user has who wants more; whether
  /// there was any. An element stays: it may have both widths.
  bool takeOut() {
    std::size_t before = ranges_.size();
    ranges_.remove_if([&](auto &known) {
      Instruction &each = *known.first;
      if (isElement(each))
        return false;
      return !rangeOf(each) || llvm::any_of(each.users(), [&](auto *user) {
        return !isServed(*llvm::cast<Instruction>(user));
      });
    });
    return ranges_.size() != before;
  }

  // ---- 16 bits ----

  Value *narrowed(Value *value) {
    if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value))
      return llvm::ConstantInt::get(function_.getContext(),
                                    constant->getValue().trunc(halfBits));
    return narrow_.lookup(llvm::cast<Instruction>(value));
  }

  void narrow(Instruction &each) {
    if (ranges_.contains(&each)) {
      llvm::IRBuilder<> builder(each.getNextNode());
      narrow_[&each] =
          isElement(each)
              ? builder.CreateIntCast(each.getOperand(0), builder.getInt16Ty(),
                                      llvm::isa<llvm::SExtInst>(each))
              : narrowResult(builder, each);
      return;
    }
    auto isComputed = [&](Value *value) {
      auto *of = llvm::dyn_cast<Instruction>(value);
      return of && !isElement(*of) && ranges_.contains(of);
    };
    llvm::IRBuilder<> builder(&each);
    if (auto *test = llvm::dyn_cast<llvm::ICmpInst>(&each)) {
      if (isServed(each) &&
          (isComputed(each.getOperand(0)) || isComputed(each.getOperand(1))))
        replace(each, builder.CreateICmp(test->getPredicate(),
                                         narrowed(each.getOperand(0)),
                                         narrowed(each.getOperand(1))));
      return;
    }
    auto *cut = llvm::dyn_cast<llvm::TruncInst>(&each);
    auto *from =
        cut ? llvm::dyn_cast<Instruction>(cut->getOperand(0)) : nullptr;
    if (!from || !isServed(each))
      return;
    Instruction *wider = nullptr;
    if (isElement(*from) && isComputed(from->getOperand(0)))
      wider = std::exchange(from, llvm::cast<Instruction>(from->getOperand(0)));
    if (isComputed(from))
      replace(each, builder.CreateTrunc(narrowed(from), each.getType()));
    if (wider && wider->use_empty())
      wider->eraseFromParent();
  }

  static void replace(Instruction &each, Value *by) {
    each.replaceAllUsesWith(by);
    each.eraseFromParent();
  }

  Value *narrowResult(llvm::IRBuilder<> &builder, Instruction &each) {
    Value *first = narrowed(each.getOperand(firstOperand(each)));
    if (operandsOf(each) == 1)
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, first,
                                           builder.getFalse());
    Value *second = narrowed(each.getOperand(firstOperand(each) + 1));
    if (llvm::isa<llvm::SelectInst>(each))
      return builder.CreateSelect(each.getOperand(0), first, second);
    if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&each))
      return builder.CreateBinaryIntrinsic(call->getIntrinsicID(), first,
                                           second);
    auto *operation = llvm::cast<llvm::BinaryOperator>(&each);
    return builder.CreateBinOp(operation->getOpcode(), first, second);
  }

  llvm::Function &function_;
  llvm::MapVector<Instruction *, ConstantRange> ranges_;
  llvm::DenseMap<Instruction *, Value *> narrow_;
};

} // namespace

llvm::PreservedAnalyses HalfWordsPass::run(llvm::Function &function,
                                           llvm::FunctionAnalysisManager &) {
  if (!HalfWords(function).run())
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

} // namespace pyk2ptx
