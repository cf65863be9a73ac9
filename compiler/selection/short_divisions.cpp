// Places in arrays are divided as Python's integers, of 64 bits:
//
//   x = i % w;  y = i // w % h;  z = i // (w * h)
//
// which takes a GPU, without an instruction for it, about 100 instructions a
// division, and about 20 where both numbers have 32 bits. LLVM tests that for
// each division by itself, and goes on behind it with whatever it was: the next
// numbers are tested again, and that a quotient may be below zero, or its
// remainder, is corrected after each. Here all divisions that follow each other
// in a block, and what is computed between them, are there twice, behind one
// test of all numbers that are divided:
//
//   if (i | w | h | w * h) < 2**32:  x = i mod w, ...       in 32 bits
//   else:                            as they are
//
// A number is divided by 1 where it would be by zero, and the result is zero
// then: what is tested is tested for that too, by w - 1 beside w.
//
// Nothing below 2**32 is negative, and so is no quotient or remainder of such
// numbers: the corrections fall away (InstSimplify), and numbers that are
// computed of quotients need no test. What cannot be tested before the first
// division, and may be larger, begins another group: what is loaded is tested
// where nothing of the group is stored before, or where it never changes. A
// group ends with the last instruction that is less there. Of int32 numbers of
// which one is negative the absolute values are divided, in 32 bits as well.
#include "short_divisions.h"

#include "compiler/words/absolute_values.h"
#include "compiler/words/known_ranges.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace pyk2ptx {

namespace {

namespace match = llvm::PatternMatch;
using llvm::BasicBlock;
using llvm::BinaryOperator;
using llvm::Instruction;
using llvm::Value;

/// Instructions of a group, which are there twice, and those behind its last
/// division.
constexpr unsigned longest = 120, mostBehind = 24;

BinaryOperator *asLongDivision(Instruction &instruction) {
  auto *binary = llvm::dyn_cast<BinaryOperator>(&instruction);
  return binary && binary->isIntDivRem() &&
                 binary->getType()->isIntegerTy(longBits) &&
                 !llvm::isa<llvm::Constant>(binary->getOperand(1))
             ? binary
             : nullptr;
}

/// Whether some of a warp's threads may do it here, others there.
bool isTwice(const Instruction &instruction) {
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->isSimple();
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return store->isSimple();
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return !instruction.isTerminator() && !(call && call->isConvergent()) &&
         !llvm::isa<llvm::PHINode>(instruction) &&
         !llvm::isa<llvm::AllocaInst>(instruction) &&
         !instruction.mayReadOrWriteMemory() &&
         !instruction.mayHaveSideEffects();
}

bool isUnchanging(const llvm::LoadInst &load) {
  return load.hasMetadata(llvm::LLVMContext::MD_invariant_load);
}

bool fitsInWord(const llvm::KnownBits &bits) {
  return bits.countMaxActiveBits() <= wordBits;
}

/// A division, those that follow it, and what lies between: as it will be where
/// all numbers are short.
class Group {
public:
  Group(Instruction &first, const BasicBlock &origin, KnownRanges &ranges)
      : first_(first), origin_(origin), ranges_(ranges),
        layout_(first.getDataLayout()),
        fast_(BasicBlock::Create(first.getContext(), "short",
                                 first.getFunction())),
        b_(fast_) {}
  Group(const Group &) = delete;
  Group &operator=(const Group &) = delete;

  /// The block in which what follows the group is now; null: it is no group.
  BasicBlock *run() {
    collect();
    if (isFound_)
      return put();
    fast_->eraseFromParent();
    return nullptr;
  }

private:
  void collect() {
    unsigned count = 0, behind = 0;
    for (Instruction *next = &first_; next; next = next->getNextNode()) {
      if (++count > longest || ++behind > mostBehind || !isTwice(*next))
        return;
      BinaryOperator *division = asLongDivision(*next);
      bool isLess = division ? divide(*division) : copy(*next);
      if (division && !isLess)
        return;
      if (!isLess)
        continue;
      end_ = next->getNextNode();
      last_ = &fast_->back();
      behind = 0;
    }
  }

  bool divide(BinaryOperator &division) {
    llvm::SmallSetVector<Instruction *, 8> ahead;
    // What is known of a value may change as others are moved.
    llvm::SmallPtrSet<Value *, 2> known;
    for (Value *operand : division.operands())
      if (isShortHere(operand))
        known.insert(operand);
      else if (!addAhead(operand, ahead))
        return false;
    llvm::SmallVector<Instruction *, 8> order(ahead.begin(), ahead.end());
    llvm::sort(order, [](const Instruction *one, const Instruction *other) {
      return one->comesBefore(other);
    });
    for (Instruction *one : order)
      one->moveBefore(first_.getIterator());
    bool isRest = division.getOpcode() == Instruction::SRem ||
                  division.getOpcode() == Instruction::URem;
    for (Value *operand : division.operands())
      if (bool isDivisor = operand == division.getOperand(1);
          !known.contains(operand) && !(isDivisor && testZero(operand)))
        tested_.insert(operand);
    Value *left = truncated(shortOf(division.getOperand(0)));
    Value *right = truncated(shortOf(division.getOperand(1)));
    Value *result =
        b_.CreateBinOp(isRest ? Instruction::URem : Instruction::UDiv, left,
                       right, division.getName());
    made_[&division] = b_.CreateZExt(result, division.getType());
    isFound_ = true;
    return true;
  }

  Value *truncated(Value *value) {
    auto *extended = llvm::dyn_cast<llvm::ZExtInst>(value);
    return extended && extended->getSrcTy() == b_.getInt32Ty()
               ? extended->getOperand(0)
               : b_.CreateTrunc(value, b_.getInt32Ty());
  }

  bool isShortHere(Value *value) const {
    return fitsInWord(llvm::computeKnownBits(made(value), layout_)) ||
           (!llvm::isa<llvm::Constant>(value) &&
            fitsUnsigned(ranges_.within(value, origin_)));
  }

  /// What `value`, which is short, is there: what is made of it is as short.
  Value *shortOf(Value *value) {
    Value *here = made(value);
    if (fitsInWord(llvm::computeKnownBits(here, layout_)))
      return here;
    return made_[value] = b_.CreateZExt(truncated(here), value->getType());
  }

  /// A divisor is 1 where it would be zero, and a choice by that follows. If it
  /// is tested anyway, that it is not zero is tested with it. False: it is no
  /// such divisor.
  bool testZero(Value *divisor) {
    Value *number = nullptr;
    if (!match::match(
            divisor,
            match::m_SExtOrSelf(match::m_Intrinsic<llvm::Intrinsic::umax>(
                match::m_Value(number), match::m_One()))))
      return false;
    nonzero_.insert(number);
    made_[divisor] = b_.CreateZExt(
        b_.CreateZExtOrTrunc(number, b_.getInt32Ty()), divisor->getType());
    for (llvm::User *user : number->users())
      if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(user);
          compare && compare->isEquality() &&
          match::match(compare->getOperand(1), match::m_Zero()))
        made_[compare] =
            b_.getInt1(compare->getPredicate() == llvm::CmpInst::ICMP_NE);
    return true;
  }

  /// Adds what has to be computed before the first division for `value` to be
  /// there, so that it can be tested; false: that depends on a division, or on
  /// what the group may have stored.
  bool addAhead(Value *value, llvm::SmallSetVector<Instruction *, 8> &ahead) {
    if (llvm::isa<llvm::Constant>(value))
      return false;
    llvm::SmallVector<Value *, 8> asked{value};
    while (!asked.empty()) {
      auto *one = llvm::dyn_cast<Instruction>(asked.pop_back_val());
      if (!one || one->getParent() != first_.getParent() ||
          one->comesBefore(&first_))
        continue;
      const auto *load = llvm::dyn_cast<llvm::LoadInst>(one);
      if (asLongDivision(*one) ||
          (load && !isUnchanging(*load) && store_ && store_->comesBefore(load)))
        return false;
      if (ahead.insert(one))
        asked.append(one->op_begin(), one->op_end());
    }
    return true;
  }

  Value *made(Value *value) const {
    auto found = made_.find(value);
    return found == made_.end() ? value : found->second;
  }

  /// Whether it is less there.
  bool copy(Instruction &instruction) {
    if (llvm::isa<llvm::ICmpInst>(instruction) && made_.contains(&instruction))
      return true;
    Instruction *copied = instruction.clone();
    for (llvm::Use &operand : copied->operands())
      operand.set(made(operand.get()));
    b_.Insert(copied, instruction.getName());
    if (!store_ && llvm::isa<llvm::StoreInst>(instruction))
      store_ = &instruction;
    Value *simple = rest(instruction);
    if (!simple)
      simple = llvm::simplifyInstruction(copied, {layout_, copied});
    if (!simple && copied->getType()->isIntegerTy())
      if (llvm::KnownBits bits = llvm::computeKnownBits(copied, layout_);
          bits.isConstant())
        simple = b_.getInt(bits.getConstant());
    if (simple)
      copied->eraseFromParent();
    made_[&instruction] = simple ? simple : copied;
    return simple;
  }

  /// The division of the group that divides `number`, if `product` is its
  /// quotient times its divisor.
  BinaryOperator *divisionOf(Value *number, Value *product) const {
    Value *left = nullptr, *right = nullptr;
    if (!match::match(
            product, match::m_Mul(match::m_Value(left), match::m_Value(right))))
      return nullptr;
    for (auto [quotient, by] : {std::pair(left, right), {right, left}})
      if (auto *division = llvm::dyn_cast<BinaryOperator>(quotient);
          division && made_.contains(division) && asLongDivision(*division) &&
          (division->getOpcode() == Instruction::SDiv ||
           division->getOpcode() == Instruction::UDiv) &&
          division->getOperand(0) == number && division->getOperand(1) == by)
        return division;
    return nullptr;
  }

  /// What is left of what was divided, number - quotient * divisor, or whether
  /// it is negative, if that is what is computed.
  Value *rest(Instruction &instruction) {
    if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
      Value *left = compare->getOperand(0), *right = compare->getOperand(1);
      llvm::CmpInst::Predicate order = compare->getPredicate();
      if (divisionOf(left, right)) {
        std::swap(left, right);
        order = compare->getSwappedPredicate();
      }
      if (!divisionOf(right, left))
        return nullptr;
      // No product is greater than what was divided.
      if (llvm::ICmpInst::isGT(order))
        return b_.getFalse();
      return llvm::ICmpInst::isLE(order) ? b_.getTrue() : nullptr;
    }
    auto *difference = llvm::dyn_cast<BinaryOperator>(&instruction);
    if (!difference || difference->getOpcode() != Instruction::Sub)
      return nullptr;
    Value *number = difference->getOperand(0);
    BinaryOperator *division = divisionOf(number, difference->getOperand(1));
    if (!division)
      return nullptr;
    Value *product = b_.CreateMul(truncated(made(division)),
                                  truncated(made(division->getOperand(1))));
    return b_.CreateZExt(b_.CreateSub(truncated(made(number)), product),
                         instruction.getType());
  }

  BasicBlock *put() {
    BasicBlock *head = first_.getParent();
    BasicBlock *slow = llvm::SplitBlock(head, &first_);
    BasicBlock *tail = llvm::SplitBlock(slow, end_);
    slow->setName("long");
    fast_->moveBefore(slow);
    // What was copied behind the group's end.
    while (&fast_->back() != last_)
      fast_->back().eraseFromParent();
    b_.CreateBr(tail);
    Instruction *jump = head->getTerminator();
    llvm::IRBuilder<> b(jump);
    if (Value *areShort = test(b)) {
      b.CreateCondBr(
          areShort, fast_, slow,
          llvm::MDBuilder(b.getContext()).createLikelyBranchWeights());
      join(*slow, *tail);
      divideTheRest(*slow);
    } else {
      b.CreateBr(fast_);
      for (Instruction &instruction : *slow)
        instruction.replaceUsesOutsideBlock(made(&instruction), slow);
    }
    jump->eraseFromParent();
    if (llvm::pred_empty(slow)) {
      for (Instruction &instruction : *slow)
        ranges_.forget(&instruction);
      llvm::DeleteDeadBlock(slow);
    }
    for (Instruction &instruction :
         llvm::make_early_inc_range(llvm::reverse(*fast_)))
      if (llvm::isInstructionTriviallyDead(&instruction))
        instruction.eraseFromParent();
    return tail;
  }

  /// That no number has a bit above the lower 32. Of one that has 32 with its
  /// sign, that is the sign.
  Value *test(llvm::IRBuilder<> &b) {
    llvm::SmallVector<Value *, 8> numbers(tested_.begin(), tested_.end());
    bool haveSigns = llvm::all_of(numbers, [&](Value *number) {
      return fitsSigned(ranges_.within(number, origin_));
    });
    for (Value *number : nonzero_) {
      // One less than zero has all bits.
      Value *oneLess = b.CreateAdd(
          number, llvm::Constant::getAllOnesValue(number->getType()));
      numbers.append({number, oneLess});
      haveSigns =
          haveSigns &&
          fitsSigned(ranges_.within(number, origin_),
                     number->getType()->isIntegerTy(wordBits) ? wordBits
                                                              : wordBits - 1);
    }
    llvm::Type *type = haveSigns ? b.getInt32Ty() : b.getInt64Ty();
    Value *all = nullptr;
    for (Value *number : numbers) {
      Value *one = b.CreateSExtOrTrunc(number, type);
      all = all ? b.CreateOr(all, one) : one;
    }
    if (!all)
      return nullptr;
    return haveSigns
               ? b.CreateICmpSGE(all, b.getInt32(0))
               : b.CreateICmpULT(all, b.getInt64(std::uint64_t{1} << wordBits));
  }

  /// What is used behind the group is one or the other.
  void join(BasicBlock &slow, BasicBlock &tail) {
    for (Instruction &instruction : slow) {
      if (!instruction.isUsedOutsideOfBlock(&slow))
        continue;
      llvm::PHINode *either = llvm::PHINode::Create(
          instruction.getType(), 2, instruction.getName(), tail.begin());
      instruction.replaceUsesOutsideBlock(either, &slow);
      either->addIncoming(made(&instruction), fast_);
      either->addIncoming(&instruction, &slow);
      if (instruction.getType()->isIntegerTy())
        ranges_.set(either, ranges_.within(&instruction, origin_));
    }
  }

  /// Numbers of which 32 bits are known to hold the sign are divided in 32 bits
  /// here, too; all others in 64.
  void divideTheRest(BasicBlock &slow) {
    for (Instruction &instruction : llvm::make_early_inc_range(slow)) {
      BinaryOperator *division = asLongDivision(instruction);
      if (!division)
        continue;
      bool hasSigns = division->getOpcode() == Instruction::SDiv ||
                      division->getOpcode() == Instruction::SRem;
      bool areWords =
          hasSigns && llvm::all_of(division->operands(), [&](Value *operand) {
            return fitsSigned(ranges_.within(operand, origin_));
          });
      Value *result = areWords ? dividedWords(*division) : hidden(*division);
      result->takeName(division);
      division->replaceAllUsesWith(result);
      ranges_.forget(division);
      division->eraseFromParent();
    }
  }

  /// Without signs: -2**31 // -1 has 33 bits with one.
  Value *dividedWords(BinaryOperator &division) {
    llvm::IRBuilder<> b(&division);
    Value *left = b.CreateTrunc(division.getOperand(0), b.getInt32Ty());
    Value *right = b.CreateTrunc(division.getOperand(1), b.getInt32Ty());
    bool isRest = division.getOpcode() == Instruction::SRem;
    Value *dividend = absoluteWithoutSign(b, left);
    Value *divisor = absoluteWithoutSign(b, right);
    Value *result = isRest ? b.CreateURem(dividend, divisor)
                           : b.CreateUDiv(dividend, divisor);
    result = b.CreateZExt(result, division.getType());
    Value *signs = isRest ? left : b.CreateXor(left, right);
    Value *isNegative = b.CreateICmpSLT(signs, b.getInt32(0));
    Value *negative = b.CreateNeg(result);
    return b.CreateSelect(isNegative, negative, result);
  }

  /// LLVM would test each of these for itself; vectors it leaves alone.
  static Value *hidden(BinaryOperator &division) {
    llvm::IRBuilder<> b(&division);
    llvm::Type *vector = llvm::FixedVectorType::get(division.getType(), 1);
    Value *left = b.CreateBitCast(division.getOperand(0), vector);
    Value *right = b.CreateBitCast(division.getOperand(1), vector);
    Value *result = b.CreateBinOp(division.getOpcode(), left, right);
    return b.CreateBitCast(result, division.getType());
  }

  Instruction &first_;
  const BasicBlock &origin_;
  KnownRanges &ranges_;
  const llvm::DataLayout &layout_;
  BasicBlock *fast_;
  llvm::IRBuilder<> b_;
  Instruction *end_ = nullptr;
  /// The copy of what stands before it.
  Instruction *last_ = nullptr;
  /// The group's first.
  const Instruction *store_ = nullptr;
  /// What the group's values are where all are short.
  llvm::DenseMap<Value *, Value *> made_;
  llvm::SmallSetVector<Value *, 8> tested_, nonzero_;
  bool isFound_ = false;
};

bool runOnBlock(BasicBlock &block, KnownRanges &ranges) {
  bool any = false;
  auto next = block.begin(), end = block.end();
  while (true) {
    next = std::find_if(next, end, asLongDivision);
    if (next == end)
      break;
    if (BasicBlock *tail = Group(*next, block, ranges).run()) {
      any = true;
      next = tail->begin();
      end = tail->end();
    } else {
      ++next;
    }
  }
  return any;
}

} // namespace

bool shortenDivisions(llvm::Function &function) {
  llvm::SmallVector<BasicBlock *, 8> blocks;
  for (BasicBlock &block : function)
    if (llvm::any_of(block, asLongDivision))
      blocks.push_back(&block);
  if (blocks.empty())
    return false;
  KnownRanges ranges(function);
  bool any = false;
  for (BasicBlock *block : blocks)
    any = runOnBlock(*block, ranges) || any;
  return any;
}

} // namespace pyk2ptx
