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
#include "word_arithmetic.h"

#include "absolute_values.h"
#include "word_values.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <cstdint>
#include <optional>

namespace pyk2ptx {

namespace {

namespace match = llvm::PatternMatch;
using llvm::ConstantRange;
using llvm::Instruction;
using llvm::Value;

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

/// The operation on numbers that are not negative; 0: there is no other.
unsigned withoutSign(unsigned opcode) {
  switch (opcode) {
  case Instruction::AShr:
    return Instruction::LShr;
  case Instruction::SDiv:
    return Instruction::UDiv;
  case Instruction::SRem:
    return Instruction::URem;
  default:
    return 0;
  }
}

class WordArithmetic {
public:
  /// For elements alone what addresses and counters are made of stays as it is,
  /// and so does what has less than 32 bits.
  WordArithmetic(llvm::Function &function, bool isForElements)
      : function_(function), words_(function), ranges_(words_.ranges()),
        isForElements_(isForElements) {
    if (isForElements)
      keepIndices();
  }

  bool run() {
    if (!isForElements_)
      cutEqualities();
    llvm::ReversePostOrderTraversal<llvm::Function *> order(&function_);
    for (llvm::BasicBlock *block : order) {
      llvm::SmallVector<Instruction *, 32> instructions;
      for (Instruction &instruction : *block)
        instructions.push_back(&instruction);
      for (Instruction *instruction : instructions)
        visit(*instruction);
    }
    return words_.finish();
  }

private:
  void keepIndices() {
    llvm::SmallVector<Value *, 32> found;
    for (Instruction &each : llvm::instructions(function_))
      if (llvm::isa<llvm::GetElementPtrInst, llvm::PHINode>(each))
        found.push_back(&each);
    while (!found.empty()) {
      auto *each = llvm::dyn_cast<Instruction>(found.pop_back_val());
      if (each && !llvm::isa<llvm::LoadInst>(each) &&
          indices_.insert(each).second)
        found.append(each->op_begin(), each->op_end());
    }
  }

  /// Numbers that are less than 2**32 apart are the same if their lower halves
  /// are: of a counter of 33 bits that goes down to zero nobody asks for the
  /// upper one then, nor of an int32 less one. Before it is looked what is
  /// asked for.
  void cutEqualities() {
    for (Instruction &each : llvm::instructions(function_)) {
      auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&each);
      if (!compare || !compare->isEquality() ||
          !isLong(compare->getOperand(0)) ||
          isNextOffset(compare->getOperand(0)))
        continue;
      const llvm::BasicBlock &block = *compare->getParent();
      ConstantRange left = ranges_.within(compare->getOperand(0), block),
                    right = ranges_.within(compare->getOperand(1), block);
      if (!areWithinWord(left, right) || !areWithinWord(right, left))
        continue;
      llvm::IRBuilder<> b(compare);
      for (unsigned i : {0U, 1U})
        compare->setOperand(
            i, b.CreateTrunc(compare->getOperand(i), words_.type()));
      compare->setSameSign(false);
    }
  }
  /// Whether no number is 2**32 above another one.
  static bool areWithinWord(const ConstantRange &high,
                            const ConstantRange &low) {
    llvm::APInt most = high.getSignedMax().sext(longBits + 1),
                least = low.getSignedMin().sext(longBits + 1);
    return (most - least).slt(std::int64_t(1) << wordBits);
  }

  // ---- instructions ----

  void visit(Instruction &instruction) {
    if (isForElements_ &&
        (indices_.contains(&instruction) || isShort(&instruction)))
      return;
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
      if (fitsWord(range) ||
          (isFreeToCut(instruction) && words_.isLowEnough(instruction)))
        if (Value *word = narrowed(instruction))
          return words_.replaceByNew(instruction, word);
      if (instruction.getOpcode() == Instruction::Mul)
        extendBeside(instruction, {0, 1});
    } else if (isShort(&instruction)) {
      if (Value *word = widened(instruction))
        words_.replace(instruction, word);
    } else if (instruction.getType() == words_.type()) {
      if (!isForElements_)
        visitAbsolute(instruction);
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
                      cast->getSrcTy() == words_.type() &&
                      (isUnsigned ? cast->getOpcode() == Instruction::ZExt
                                  : cast->getOpcode() == Instruction::SExt);
      if (llvm::isa<llvm::Constant>(value) || isBeside)
        continue;
      ConstantRange range = ranges_.within(value, *user.getParent());
      Value *low = words_.lowOf(value);
      if (!isPlainWord(*low, range))
        continue;
      llvm::IRBuilder<> b(&user);
      Value *made =
          words_.note(isUnsigned ? b.CreateZExt(low, value->getType())
                                 : b.CreateSExt(low, value->getType()));
      ranges_.set(made, range);
      words_.setWord(made, low);
      user.setOperand(i, made);
    }
  }
  /// PTX takes absolute values of 32 bits to be positive.
  static bool isPlainWord(const Value &word, const ConstantRange &range) {
    const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&word);
    return fitsSigned(range) || !call ||
           call->getIntrinsicID() != llvm::Intrinsic::abs;
  }

  void visitAbsolute(Instruction &instruction) {
    Value *made = absolutes_.inPlaceOf(instruction);
    if (!made)
      return;
    ranges_.set(made, ranges_.of(&instruction));
    words_.replaceBy(instruction, made);
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
      return isWorthNarrowing(*phi) ? words_.wordPhi(*phi) : nullptr;
    if (llvm::isa<llvm::SelectInst>(instruction)) {
      Value *yes = words_.lowOf(instruction.getOperand(1)),
            *no = words_.lowOf(instruction.getOperand(2));
      return b.CreateSelect(instruction.getOperand(0), yes, no);
    }
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
      Value *first = words_.lowOf(call->getArgOperand(0));
      if (isAbs)
        return absolute(b, first);
      return b.CreateBinaryIntrinsic(call->getIntrinsicID(), first,
                                     words_.lowOf(call->getArgOperand(1)));
    }
    auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    return binary ? narrowedBinary(b, *binary) : nullptr;
  }

  /// Joins of values with signs keep 64 bits where any is loaded in a branch:
  /// the load extends it. So do counters that are nothing but offsets of
  /// addresses: ptxas unrolls their loops better.
  bool isWorthNarrowing(const llvm::PHINode &phi) const {
    ConstantRange range = ranges_.of(&phi);
    bool isExtended =
        fitsSigned(range) && !fitsUnsigned(range) &&
        llvm::any_of(phi.incoming_values(), [](const Value *value) {
          return match::match(value,
                              match::m_SExt(match::m_Load(match::m_Value())));
        });
    return !isExtended && !isOffset(phi);
  }
  static bool isOffset(const llvm::PHINode &phi) {
    bool isAddress = false, isCounter = false;
    for (const llvm::User *user : phi.users()) {
      bool isNext = llvm::is_contained(phi.incoming_values(), user);
      if (!isNext && !llvm::isa<llvm::GetElementPtrInst>(user))
        return false;
      isCounter = isCounter || isNext;
      isAddress = isAddress || !isNext;
    }
    return isAddress && isCounter;
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
    // Without a sign it has one bit more.
    if (unsigned natural = withoutSign(opcode);
        natural && fits(left, Extension::Zero, binary) &&
        (isShift(opcode) || fits(right, Extension::Zero, binary)))
      opcode = natural;
    Extension how = extensionFor(opcode);
    // Of the upper half nothing but the sign.
    if (opcode == Instruction::AShr && fits(left, Extension::Sign, binary) &&
        match::match(right, match::m_SpecificInt(longBits - 1)))
      return b.CreateAShr(words_.lowOf(left), wordBits - 1);
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
    // What these make stands in an order that no C++ compiler chooses.
    Value *first = words_.lowOf(left), *second = words_.lowOf(right);
    return combined(b, opcode, first, second);
  }

  /// A short result, computed in 32 bits.
  Value *widened(Instruction &instruction) {
    llvm::IRBuilder<> b(&instruction);
    if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
      return words_.wordPhi(*phi);
    auto operand = [&](unsigned index, Extension how) {
      return words_.extended(instruction.getOperand(index), how);
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
        combined(b, binary->getOpcode(), left, right),
        ranges_.of(left).binaryOp(binary->getOpcode(), ranges_.of(right)));
  }

  Value *known(Value *word, const ConstantRange &range) {
    ranges_.set(word, range);
    return word;
  }

  void visitCompare(llvm::ICmpInst &compare) {
    Value *left = compare.getOperand(0), *right = compare.getOperand(1);
    llvm::CmpInst::Predicate order = compare.getPredicate();
    if (isShort(left)) {
      Extension how = compare.isSigned() ? Extension::Sign : Extension::Zero;
      compare.setSameSign(false);
      compare.setOperand(0, words_.extended(left, how));
      compare.setOperand(1, words_.extended(right, how));
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
    else if (!areSigned && !asksForInside(compare))
      return;
    // Equal signs of the halves are not those of the whole.
    compare.setSameSign(false);
    compare.setPredicate(order);
    Value *first = words_.lowOf(left), *second = words_.lowOf(right);
    compare.setOperand(0, first);
    compare.setOperand(1, second);
  }

  /// Whether it is asked which numbers are less, without a sign, and the lower
  /// halves tell.
  bool asksForInside(const llvm::ICmpInst &compare) const {
    llvm::CmpInst::Predicate order = compare.getPredicate();
    bool isSwapped =
        order == llvm::ICmpInst::ICMP_UGT || order == llvm::ICmpInst::ICMP_ULE;
    if (!isSwapped && order != llvm::ICmpInst::ICMP_ULT &&
        order != llvm::ICmpInst::ICMP_UGE)
      return false;
    const llvm::BasicBlock &where = *compare.getParent();
    ConstantRange value =
        ranges_.within(compare.getOperand(isSwapped ? 1 : 0), where);
    ConstantRange end =
        ranges_.within(compare.getOperand(isSwapped ? 0 : 1), where);
    return areWordsInside(value, end);
  }

  void visitCast(llvm::CastInst &cast) {
    Value *from = cast.getOperand(0);
    Value *word = nullptr;
    switch (cast.getOpcode()) {
    case Instruction::Trunc:
      if (!isLong(from) && from->getType() != words_.type())
        return;
      word = from->getType() == words_.type() ? from : words_.wordOf(from);
      if (word && isShort(&cast))
        words_.setWord(&cast, word);
      if (!word || !isLong(from))
        return;
      if (cast.getType() == words_.type()) {
        words_.replaceBy(cast, word);
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
    if (!isShort(from) || !words_.wordOf(from))
      return;
    Extension how = cast.getOpcode() == Instruction::ZExt ? Extension::Zero
                                                          : Extension::Sign;
    Value *word = words_.extended(from, how);
    if (cast.getType() == words_.type()) {
      words_.replaceBy(cast, word);
    } else if (isLong(&cast)) {
      words_.replace(cast, word);
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
    Value *word = words_.lowOf(from);
    if (!isSigned && !isPlainWord(*word, ranges_.of(from)))
      return;
    llvm::IRBuilder<> b(&cast);
    Value *real = isSigned ? b.CreateSIToFP(word, cast.getType())
                           : b.CreateUIToFP(word, cast.getType());
    words_.replaceBy(cast, real);
  }

  Value *absolute(llvm::IRBuilder<> &b, Value *value) {
    return isForElements_ ? b.CreateBinaryIntrinsic(llvm::Intrinsic::abs, value,
                                                    b.getFalse())
                          : absolutes_.of(b, value);
  }
  Value *combined(llvm::IRBuilder<> &b, unsigned opcode, Value *left,
                  Value *right) {
    return isForElements_
               ? b.CreateBinOp(static_cast<Instruction::BinaryOps>(opcode),
                               left, right)
               : absolutes_.combined(b, opcode, left, right);
  }

  llvm::Function &function_;
  WordValues words_;
  KnownRanges &ranges_;
  AbsoluteValues absolutes_{words_};
  bool isForElements_;
  llvm::SmallPtrSet<const Instruction *, 32> indices_;
};

} // namespace

bool computeInWords(llvm::Function &function) {
  return WordArithmetic(function, false).run();
}

bool computeElementsInWords(llvm::Function &function) {
  return WordArithmetic(function, true).run();
}

} // namespace pyk2ptx
