// Python's integers are 64 bits wide here, the elements of an image 8; the
// registers of a GPU have 32. Work on 64 bits takes two to four instructions
// where one would do, and work on 8 or 16 bits one more to clear what is above
// them. LLVM takes all three widths for equally good.
//
// A result that fits in 32 bits, or of which no more is asked, as
// known_ranges.h tells, is computed in 32 and extended where 64 are asked for
// (to an address, where extending is part of the multiplication or costs
// nothing): the lower half of a sum, a difference, a product or a bitwise
// operation needs the lower halves alone, whatever the operands are; of others
// the operands must fit, too. Narrow ones are computed in 32 bits and cut where
// they are stored.
//
// |a - b| is an instruction, which adds to a sum besides. The selection of
// instructions would make minima and maxima of it, of the operands' own width.
#include "word_arithmetic.h"

#include "known_ranges.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/DemandedBits.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Pass.h>
#include <llvm/Transforms/Utils/Local.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>

namespace pyk2ptx {

namespace {

namespace match = llvm::PatternMatch;
using llvm::ConstantRange;
using llvm::Instruction;
using llvm::Value;

constexpr unsigned wordBits = 32;
constexpr unsigned longBits = 64;

bool isLong(const Value *value) {
  return value->getType()->isIntegerTy(longBits);
}
bool isShort(const Value *value) {
  return value->getType()->isIntegerTy(8) || value->getType()->isIntegerTy(16);
}
bool fitsNegated(const ConstantRange &range) {
  return range.getSignedMin().sgt(std::numeric_limits<std::int32_t>::min());
}

/// Whether the lower half of the result depends on the operands' lower halves
/// alone.
bool isModular(unsigned opcode) {
  switch (opcode) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return true;
  default:
    return false;
  }
}

/// How an operand is extended, so that the operation on what is extended is the
/// operation on the operands.
enum class Extension { Any, Zero, Sign };

Extension extensionFor(unsigned opcode) {
  switch (opcode) {
  case Instruction::LShr:
  case Instruction::UDiv:
  case Instruction::URem:
    return Extension::Zero;
  case Instruction::AShr:
  case Instruction::SDiv:
  case Instruction::SRem:
    return Extension::Sign;
  default:
    return Extension::Any;
  }
}

std::optional<Extension> extensionFor(const llvm::IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::umin:
  case llvm::Intrinsic::umax:
  case llvm::Intrinsic::usub_sat:
    return Extension::Zero;
  case llvm::Intrinsic::smin:
  case llvm::Intrinsic::smax:
  case llvm::Intrinsic::abs:
    return Extension::Sign;
  default:
    return std::nullopt;
  }
}

bool isShift(unsigned opcode) {
  return opcode == Instruction::Shl || opcode == Instruction::LShr ||
         opcode == Instruction::AShr;
}

class WordArithmetic {
public:
  explicit WordArithmetic(llvm::Function &function)
      : function_(function), ranges_(function), dominators_(function),
        assumptions_(function), demanded_(function, assumptions_, dominators_),
        word_(llvm::Type::getInt32Ty(function.getContext())),
        after_(function.getContext()) {}

  bool run() {
    llvm::ReversePostOrderTraversal<llvm::Function *> order(&function_);
    for (llvm::BasicBlock *block : order) {
      llvm::SmallVector<Instruction *, 32> instructions;
      for (Instruction &instruction : *block)
        instructions.push_back(&instruction);
      for (Instruction *instruction : instructions)
        visit(*instruction);
    }
    finishPhis();
    for (Instruction *instruction : llvm::reverse(replaced_))
      instruction->eraseFromParent();
    // What was made in vain: extensions nobody asks for.
    for (const llvm::WeakTrackingVH &made : made_)
      if (auto *left = llvm::dyn_cast_or_null<Instruction>(made))
        llvm::RecursivelyDeleteTriviallyDeadInstructions(left);
    return !replaced_.empty();
  }

private:
  // ---- words of values ----

  llvm::IRBuilder<> &after(Value *value) {
    if (auto *instruction = llvm::dyn_cast<Instruction>(value)) {
      after_.SetInsertPoint(*instruction->getInsertionPointAfterDef());
    } else {
      llvm::BasicBlock &entry = function_.getEntryBlock();
      after_.SetInsertPoint(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    }
    return after_;
  }

  Value *note(Value *made) {
    if (llvm::isa<Instruction>(made))
      made_.emplace_back(made);
    return made;
  }

  /// The lower half of a long value.
  Value *lowOf(Value *value) {
    if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value))
      return llvm::ConstantInt::get(word_,
                                    constant->getValue().trunc(wordBits));
    if (Value *low = words_.lookup(value))
      return low;
    if (llvm::isa<llvm::ZExtInst, llvm::SExtInst>(value)) {
      auto *cast = llvm::cast<llvm::CastInst>(value);
      Value *from = cast->getOperand(0);
      if (from->getType() == word_)
        return from;
      if (isShort(from))
        return extended(from, llvm::isa<llvm::ZExtInst>(cast)
                                  ? Extension::Zero
                                  : Extension::Sign);
    }
    Value *made = note(after(value).CreateTrunc(value, word_));
    ranges_.set(made, ranges_.of(value).truncate(wordBits));
    return words_[value] = made;
  }

  /// A short value in 32 bits.
  Value *extended(Value *value, Extension how) {
    unsigned bits = value->getType()->getIntegerBitWidth();
    if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value))
      return llvm::ConstantInt::get(
          word_, how == Extension::Sign ? constant->getValue().sext(wordBits)
                                        : constant->getValue().zext(wordBits));
    if (Value *word = words_.lookup(value)) {
      ConstantRange range = ranges_.of(word);
      if (how == Extension::Any ||
          (how == Extension::Zero ? fitsUnsigned(range, bits)
                                  : fitsSigned(range, bits)))
        return word;
    }
    Value *&made = extensions_[how == Extension::Sign][value];
    if (!made) {
      llvm::IRBuilder<> &b = after(value);
      bool isSigned = how == Extension::Sign;
      made = note(isSigned ? b.CreateSExt(value, word_)
                           : b.CreateZExt(value, word_));
      ConstantRange range = ranges_.of(value);
      ranges_.set(made, isSigned ? range.signExtend(wordBits)
                                 : range.zeroExtend(wordBits));
    }
    return made;
  }

  /// `value` is `word`, extended or cut.
  void replace(Instruction &value, Value *word) {
    llvm::IRBuilder<> b(&value);
    if (llvm::isa<llvm::PHINode>(value))
      b.SetInsertPoint(value.getParent()->getFirstInsertionPt());
    ConstantRange range = ranges_.of(&value);
    bool isWhole = !isLong(&value) || fitsUnsigned(range) || fitsSigned(range);
    if (!isWhole) {
      forgetUpperHalf(value);
      range = ConstantRange::getFull(wordBits).zeroExtend(longBits);
    }
    Value *whole = nullptr;
    if (isLong(&value)) {
      bool isUnsigned = fitsUnsigned(range);
      whole = isUnsigned ? b.CreateZExt(word, value.getType())
                         : b.CreateSExt(word, value.getType());
      if (auto *zext = llvm::dyn_cast<llvm::ZExtInst>(whole))
        zext->setNonNeg(fitsSigned(range));
      ranges_.set(word, range.truncate(wordBits));
    } else {
      whole = b.CreateTrunc(word, value.getType());
    }
    note(whole);
    ranges_.set(whole, range);
    if (isWhole)
      ranges_.setSame(whole, &value);
    words_[whole] = word;
    value.replaceAllUsesWith(whole);
    replaced_.push_back(&value);
  }

  /// Nothing that is computed from `value` depends on its upper half, but what
  /// was promised of it may.
  void forgetUpperHalf(Instruction &value) {
    llvm::SmallVector<Instruction *, 8> changed{&value};
    llvm::SmallPtrSet<Instruction *, 8> seen;
    while (!changed.empty())
      for (llvm::User *user : changed.pop_back_val()->users()) {
        auto *next = llvm::dyn_cast<Instruction>(user);
        if (!next || !seen.insert(next).second)
          continue;
        next->dropPoisonGeneratingFlags();
        if (next->getType()->isIntegerTy() &&
            !demanded_.getDemandedBits(next).isAllOnes())
          changed.push_back(next);
      }
  }

  // ---- instructions ----

  void visit(Instruction &instruction) {
    if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
      return visitCompare(*compare);
    if (auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
      return visitCast(*cast);
    if (auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
      return visitAddress(*address);
    if (isNextOffset(&instruction))
      return;
    if (isLong(&instruction)) {
      ConstantRange range = ranges_.of(&instruction);
      if (fitsUnsigned(range) || fitsSigned(range) ||
          (isFreeToCut(instruction) &&
           demanded_.getDemandedBits(&instruction).getActiveBits() <= wordBits))
        if (Value *word = narrowed(instruction))
          return replace(instruction, word);
      if (instruction.getOpcode() == Instruction::Mul)
        extendBeside(instruction, {0, 1});
    } else if (isShort(&instruction)) {
      if (Value *word = widened(instruction))
        replace(instruction, word);
    } else if (instruction.getType() == word_) {
      if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
          call && call->getIntrinsicID() == llvm::Intrinsic::abs)
        visitAbsolute(*call);
    }
  }

  void visitAddress(llvm::GetElementPtrInst &address) {
    // A counter that is an address's offset stays one.
    for (unsigned i = 1; i < address.getNumOperands(); ++i)
      if (isLong(address.getOperand(i)) &&
          !llvm::isa<llvm::Constant, llvm::PHINode>(address.getOperand(i)) &&
          !isNextOffset(address.getOperand(i)))
        extendBeside(address, {i});
  }

  /// A product of extended words is one instruction. The selection of
  /// instructions sees that they are in their own block alone, and does not ask
  /// what conditions say of them. Of constants the other must be one.
  void extendBeside(Instruction &user, llvm::ArrayRef<unsigned> operands) {
    auto areFit = [&](Extension how) {
      return llvm::all_of(operands, [&](unsigned i) {
        return fits(user.getOperand(i), how, user);
      });
    };
    bool isUnsigned = areFit(Extension::Zero);
    if (!isUnsigned && !areFit(Extension::Sign))
      return;
    for (unsigned i : operands) {
      Value *value = user.getOperand(i);
      auto *cast = llvm::dyn_cast<llvm::CastInst>(value);
      bool isBeside = cast && cast->getParent() == user.getParent() &&
                      cast->getSrcTy() == word_ &&
                      (isUnsigned ? cast->getOpcode() == Instruction::ZExt
                                  : cast->getOpcode() == Instruction::SExt);
      if (llvm::isa<llvm::Constant>(value) || isBeside)
        continue;
      ConstantRange range = ranges_.within(value, *user.getParent());
      Value *low = lowOf(value);
      if (!isPlainWord(*low, range))
        continue;
      llvm::IRBuilder<> b(&user);
      Value *made = note(isUnsigned ? b.CreateZExt(low, value->getType())
                                    : b.CreateSExt(low, value->getType()));
      ranges_.set(made, range);
      words_[made] = low;
      user.setOperand(i, made);
    }
  }
  /// PTX takes absolute values of 32 bits to be positive.
  static bool isPlainWord(const Value &word, const ConstantRange &range) {
    const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&word);
    return fitsSigned(range) || !call ||
           call->getIntrinsicID() != llvm::Intrinsic::abs;
  }

  void visitAbsolute(llvm::IntrinsicInst &call) {
    llvm::IRBuilder<> b(&call);
    Value *from = call.getArgOperand(0);
    Value *result = absoluteDifference(b, from);
    // ptxas takes the result of its instruction to be positive, and |-2**31|
    // as a float to be -2**31. Without signs the lesser of a number and its
    // negative is what it should be.
    if (!result && match::match(call.getArgOperand(1), match::m_Zero()) &&
        !fitsNegated(ranges_.of(from)))
      result = b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, from,
                                       b.CreateNeg(from));
    if (!result)
      return;
    ranges_.set(result, ranges_.of(&call));
    call.replaceAllUsesWith(result);
    replaced_.push_back(&call);
  }

  /// Whether the lower half of the result is computed from lower halves,
  /// whatever the upper ones are.
  static bool isFreeToCut(const Instruction &instruction) {
    return isModular(instruction.getOpcode()) ||
           instruction.getOpcode() == Instruction::Shl ||
           llvm::isa<llvm::PHINode, llvm::SelectInst>(instruction);
  }

  /// A long result that fits, computed in 32 bits; none: it is left.
  Value *narrowed(Instruction &instruction) {
    llvm::IRBuilder<> b(&instruction);
    if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
      return isWorthNarrowing(*phi) ? wordPhi(*phi) : nullptr;
    if (llvm::isa<llvm::SelectInst>(instruction))
      return b.CreateSelect(instruction.getOperand(0),
                            lowOf(instruction.getOperand(1)),
                            lowOf(instruction.getOperand(2)));
    if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
      std::optional<Extension> how = extensionFor(*call);
      bool isAbs = call->getIntrinsicID() == llvm::Intrinsic::abs;
      if (!how)
        return nullptr;
      // Signed values are in the order of their lower halves without signs,
      // too.
      bool isOrder = *how == Extension::Zero &&
                     call->getIntrinsicID() != llvm::Intrinsic::usub_sat;
      auto areFit = [&](Extension as) {
        return fits(call->getArgOperand(0), as, *call) &&
               (isAbs || fits(call->getArgOperand(1), as, *call));
      };
      if (!areFit(*how) && !(isOrder && areFit(Extension::Sign)))
        return nullptr;
      // PTX takes absolute values of 32 bits to be positive.
      if (isAbs && !fitsNegated(ranges_.of(call->getArgOperand(0))))
        return nullptr;
      Value *first = lowOf(call->getArgOperand(0));
      if (isAbs)
        return absolute(b, first);
      return b.CreateBinaryIntrinsic(call->getIntrinsicID(), first,
                                     lowOf(call->getArgOperand(1)));
    }
    auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    return binary ? narrowedBinary(b, *binary) : nullptr;
  }

  /// Joins of values with signs keep 64 bits: what is loaded in a branch is
  /// extended by its load. So do counters that are nothing but offsets of
  /// addresses: ptxas unrolls their loops better.
  bool isWorthNarrowing(const llvm::PHINode &phi) const {
    ConstantRange range = ranges_.of(&phi);
    return (fitsUnsigned(range) || !fitsSigned(range)) && !isOffset(phi);
  }
  static bool isOffset(const llvm::PHINode &phi) {
    bool isAddress = false;
    for (const llvm::User *user : phi.users()) {
      bool isNext = llvm::is_contained(phi.incoming_values(), user);
      if (!isNext && !llvm::isa<llvm::GetElementPtrInst>(user))
        return false;
      isAddress = isAddress || !isNext;
    }
    return isAddress;
  }

  static bool isNextOffset(const Value *value) {
    const auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(value);
    const auto *phi =
        sum ? llvm::dyn_cast<llvm::PHINode>(sum->getOperand(0)) : nullptr;
    return phi && llvm::is_contained(phi->incoming_values(), sum) &&
           isOffset(*phi);
  }

  /// Of an operand of `user`.
  bool fits(const Value *value, Extension how, const Instruction &user) const {
    ConstantRange range = ranges_.within(value, *user.getParent());
    return how == Extension::Any ||
           (how == Extension::Zero ? fitsUnsigned(range) : fitsSigned(range));
  }

  Value *narrowedBinary(llvm::IRBuilder<> &b, llvm::BinaryOperator &binary) {
    Value *left = binary.getOperand(0), *right = binary.getOperand(1);
    unsigned opcode = binary.getOpcode();
    Extension how = extensionFor(opcode);
    if (!isModular(opcode)) {
      if (!fits(left, how, binary))
        return nullptr;
      bool isRightFit = isShift(opcode)
                            ? ranges_.of(right).getUnsignedMax().ult(wordBits)
                            : fits(right, how, binary);
      // The least of 32 bits divided by -1 is not one of them.
      bool divides = opcode == Instruction::SDiv || opcode == Instruction::SRem;
      if (!isRightFit || (divides && !fitsNegated(ranges_.of(left))))
        return nullptr;
    }
    return sum(b, opcode, lowOf(left), lowOf(right));
  }

  /// A short result, computed in 32 bits.
  Value *widened(Instruction &instruction) {
    llvm::IRBuilder<> b(&instruction);
    if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
      return wordPhi(*phi);
    auto operand = [&](unsigned index, Extension how) {
      return extended(instruction.getOperand(index), how);
    };
    ConstantRange any = ConstantRange::getFull(wordBits);
    if (llvm::isa<llvm::SelectInst>(instruction)) {
      Value *yes = operand(1, Extension::Zero),
            *no = operand(2, Extension::Zero);
      return known(b.CreateSelect(instruction.getOperand(0), yes, no),
                   ranges_.of(yes).unionWith(ranges_.of(no)));
    }
    if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
      std::optional<Extension> how = extensionFor(*call);
      if (!how)
        return nullptr;
      Value *first = operand(0, *how);
      llvm::SmallVector<ConstantRange, 2> ranges{ranges_.of(first)};
      if (call->getIntrinsicID() == llvm::Intrinsic::abs)
        return known(absolute(b, first), ranges_.of(first).abs());
      Value *second = operand(1, *how);
      ranges.push_back(ranges_.of(second));
      return known(
          b.CreateBinaryIntrinsic(call->getIntrinsicID(), first, second),
          ConstantRange::intrinsic(call->getIntrinsicID(), ranges));
    }
    auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    if (!binary)
      return nullptr;
    Extension how = extensionFor(binary->getOpcode());
    Value *left = operand(0, how);
    Value *right =
        operand(1, isShift(binary->getOpcode()) ? Extension::Zero : how);
    return known(
        sum(b, binary->getOpcode(), left, right),
        ranges_.of(left).binaryOp(binary->getOpcode(), ranges_.of(right)));
  }

  Value *known(Value *word, const ConstantRange &range) {
    ranges_.set(word, range);
    return word;
  }

  /// What loops carry is filled in at the end.
  Value *wordPhi(llvm::PHINode &phi) {
    llvm::PHINode *word =
        llvm::IRBuilder<>(&phi).CreatePHI(word_, phi.getNumIncomingValues());
    phis_.push_back({&phi, word});
    if (isShort(&phi))
      ranges_.set(word, ranges_.of(&phi).zeroExtend(wordBits));
    return word;
  }
  void finishPhis() {
    for (auto [phi, word] : phis_)
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        Value *value = phi->getIncomingValue(i);
        Value *from = llvm::isa<llvm::UndefValue>(value)
                          ? llvm::UndefValue::get(word_)
                      : isLong(value) ? lowOf(value)
                                      : extended(value, Extension::Zero);
        word->addIncoming(from, phi->getIncomingBlock(i));
      }
  }

  void visitCompare(llvm::ICmpInst &compare) {
    Value *left = compare.getOperand(0), *right = compare.getOperand(1);
    llvm::CmpInst::Predicate order = compare.getPredicate();
    if (isShort(left)) {
      Extension how = compare.isSigned() ? Extension::Sign : Extension::Zero;
      compare.setSameSign(false);
      compare.setOperand(0, extended(left, how));
      compare.setOperand(1, extended(right, how));
      return;
    }
    if (!isLong(left) || isNextOffset(left))
      return;
    // Where both have signs, the lower halves have the same order as the whole,
    // with signs and without.
    bool areUnsigned = fits(left, Extension::Zero, compare) &&
                       fits(right, Extension::Zero, compare);
    bool areSigned = fits(left, Extension::Sign, compare) &&
                     fits(right, Extension::Sign, compare);
    if (areUnsigned)
      order = llvm::ICmpInst::getUnsignedPredicate(order);
    else if (!areSigned)
      return;
    // Equal signs of the halves are not those of the whole.
    compare.setSameSign(false);
    compare.setPredicate(order);
    Value *first = lowOf(left), *second = lowOf(right);
    compare.setOperand(0, first);
    compare.setOperand(1, second);
  }

  void visitCast(llvm::CastInst &cast) {
    Value *from = cast.getOperand(0);
    Value *word = nullptr;
    switch (cast.getOpcode()) {
    case Instruction::Trunc:
      if (!isLong(from) && from->getType() != word_)
        return;
      word = from->getType() == word_ ? from : words_.lookup(from);
      if (word && isShort(&cast))
        words_[&cast] = word;
      if (!word || !isLong(from))
        return;
      if (cast.getType() == word_) {
        cast.replaceAllUsesWith(word);
        replaced_.push_back(&cast);
      } else if (cast.getType()->getIntegerBitWidth() < wordBits) {
        llvm::cast<llvm::TruncInst>(cast).setHasNoUnsignedWrap(false);
        llvm::cast<llvm::TruncInst>(cast).setHasNoSignedWrap(false);
        cast.setOperand(0, word);
      }
      return;
    case Instruction::ZExt:
    case Instruction::SExt:
      return visitExtension(cast);
    case Instruction::UIToFP:
    case Instruction::SIToFP:
      return visitToFloat(cast);
    default:
      return;
    }
  }

  void visitExtension(llvm::CastInst &cast) {
    Value *from = cast.getOperand(0);
    if (!isShort(from) || !words_.lookup(from))
      return;
    Extension how = cast.getOpcode() == Instruction::ZExt ? Extension::Zero
                                                          : Extension::Sign;
    Value *word = extended(from, how);
    if (cast.getType() == word_) {
      cast.replaceAllUsesWith(word);
      replaced_.push_back(&cast);
    } else if (isLong(&cast)) {
      replace(cast, word);
    }
  }

  void visitToFloat(llvm::CastInst &cast) {
    Value *from = cast.getOperand(0);
    // Selection would convert what was cut, all 64 bits of it, where that is
    // the same number.
    if (auto *cut = llvm::dyn_cast<llvm::TruncInst>(from)) {
      cut->setHasNoUnsignedWrap(false);
      cut->setHasNoSignedWrap(false);
    }
    if (!isLong(from))
      return;
    // What is negative is large where it is taken to have no sign.
    bool isUnsigned = fits(from, Extension::Zero, cast);
    bool isSigned = fits(from, Extension::Sign, cast) &&
                    cast.getOpcode() == Instruction::SIToFP;
    if (!isSigned && !isUnsigned)
      return;
    Value *word = lowOf(from);
    if (!isSigned && !isPlainWord(*word, ranges_.of(from)))
      return;
    llvm::IRBuilder<> b(&cast);
    Value *real = isSigned ? b.CreateSIToFP(word, cast.getType())
                           : b.CreateUIToFP(word, cast.getType());
    cast.replaceAllUsesWith(real);
    replaced_.push_back(&cast);
  }

  // ---- sums of absolute differences ----

  static llvm::IntrinsicInst *sad(Value *value) {
    auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(value);
    return call && call->getIntrinsicID() == llvm::Intrinsic::nvvm_sad_i
               ? call
               : nullptr;
  }

  /// Such a sum of its own takes an addition along.
  Value *sum(llvm::IRBuilder<> &b, unsigned opcode, Value *left, Value *right) {
    if (opcode == Instruction::Add)
      for (auto [value, other] : {std::pair(left, right), {right, left}}) {
        llvm::IntrinsicInst *call = sad(value);
        if (!call || llvm::isa<llvm::Constant>(other) ||
            !llvm::PatternMatch::match(call->getArgOperand(2),
                                       llvm::PatternMatch::m_Zero()))
          continue;
        Value *made = b.CreateIntrinsic(
            word_, call->getIntrinsicID(),
            {call->getArgOperand(0), call->getArgOperand(1), other});
        note(call);
        return made;
      }
    return b.CreateBinOp(static_cast<Instruction::BinaryOps>(opcode), left,
                         right);
  }

  Value *absolute(llvm::IRBuilder<> &b, Value *value) {
    Value *difference = absoluteDifference(b, value);
    return difference ? difference
                      : b.CreateBinaryIntrinsic(llvm::Intrinsic::abs, value,
                                                b.getFalse());
  }
  /// |left - right|, if `value` is that, and did not wrap.
  Value *absoluteDifference(llvm::IRBuilder<> &b, Value *value) {
    Value *left = nullptr, *right = nullptr;
    if (!match::match(
            value, match::m_Sub(match::m_Value(left), match::m_Value(right))))
      return nullptr;
    ConstantRange range = ranges_.of(left).signExtend(longBits).sub(
        ranges_.of(right).signExtend(longBits));
    if (!fitsSigned(range) || !fitsNegated(range))
      return nullptr;
    return b.CreateIntrinsic(word_, llvm::Intrinsic::nvvm_sad_i,
                             {left, right, b.getInt32(0)});
  }

  llvm::Function &function_;
  KnownRanges ranges_;
  llvm::DominatorTree dominators_;
  llvm::AssumptionCache assumptions_;
  llvm::DemandedBits demanded_;
  llvm::Type *word_;
  llvm::IRBuilder<> after_;
  /// The lower half of a long value; a short value with anything above it.
  llvm::DenseMap<Value *, Value *> words_;
  /// Short values with zeros and with their signs above them.
  std::array<llvm::DenseMap<Value *, Value *>, 2> extensions_;
  llvm::SmallVector<std::pair<llvm::PHINode *, llvm::PHINode *>, 8> phis_;
  llvm::SmallVector<Instruction *, 32> replaced_;
  llvm::SmallVector<llvm::WeakTrackingVH, 32> made_;
};

class WordArithmeticPass : public llvm::FunctionPass {
public:
  WordArithmeticPass() : FunctionPass(id) {}
  llvm::StringRef getPassName() const override {
    return "Integers are computed in 32 bits";
  }
  void getAnalysisUsage(llvm::AnalysisUsage &usage) const override {
    usage.setPreservesAll();
  }
  bool runOnFunction(llvm::Function &function) override {
    return !skipFunction(function) && WordArithmetic(function).run();
  }

private:
  static char id;
};

char WordArithmeticPass::id = 0;

} // namespace

llvm::FunctionPass *createWordArithmeticPass() {
  return new WordArithmeticPass();
}

} // namespace pyk2ptx
