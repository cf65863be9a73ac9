// A place between the points of a table is found by rounding, and clamped, or
// used where it is inside:
//
//   i = int(math.floor(x))                  k = int(math.floor(x)) + middle
//   if i < 0: i = 0                         if k < 0: k += n
//   elif i > n - 2: i = n - 2               if 0 <= k < n: ..
//
// Of what is beyond 32 bits here only on which side it is matters, where n fits
// in them. So what is computed of the number is computed twice, as ranges: of
// all numbers beyond an end, and of the one that 32 bits have for them. What
// comes out as one and the same condition, or is what a minimum or a choice
// takes from elsewhere both times, is the same; where only other conditions
// lead, nobody comes. All else has to be there, or nobody may see it.
//
// Both executions take the same ways then, so what conditions say holds in
// both; and what would be poison in the second one alone is not looked at.
#include "word_uses.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <deque>

namespace pyk2ptx {

using llvm::BasicBlock;
using llvm::ConstantRange;
using llvm::Instruction;
using llvm::Value;

namespace {

/// Uses that are followed, of which some are looked at again when another
/// operand of theirs is known.
constexpr unsigned mostUses = 256;

llvm::APInt longInt(std::int64_t value) {
  return {longBits, static_cast<std::uint64_t>(value), true};
}

/// What a value may be where the number is beyond an end, and where the limit
/// stands for it.
struct Pair {
  ConstantRange really, limited;
};
/// None: they differ, and nothing else is known.
using Known = std::optional<Pair>;
/// What is the same value both times, whatever it is, is not known.
struct Outcome {
  Outcome(Known found) : known(std::move(found)) {}
  Outcome(Pair found) : known(std::move(found)) {}
  static Outcome same() {
    Outcome outcome{Known()};
    outcome.isSame = true;
    return outcome;
  }

  Known known;
  bool isSame = false;
};

/// Nothing happens where it is another.
bool mayDiffer(const Instruction &value) {
  return !llvm::isa<llvm::PHINode>(value) && !value.isTerminator() &&
         !value.mayHaveSideEffects() && !value.mayReadFromMemory() &&
         llvm::isSafeToSpeculativelyExecute(&value);
}

/// At one end of 32 bits.
class BeyondEnd {
public:
  /// `beyond`: what the number may be there, for which `limit` stands.
  BeyondEnd(const Instruction &number, const KnownRanges &ranges,
            const ConstantRange &beyond, std::int32_t limit)
      : number_(number), ranges_(ranges), beyond_(beyond) {
    known_[&number] = Pair{beyond_, ConstantRange(longInt(limit))};
  }

  [[nodiscard]] bool isSame() {
    if (!follow())
      return false;
    for (auto &[value, known] : known_)
      if (isOne(known) && value->getType()->isIntegerTy(1))
        leaveOut(*value, known->really.getSingleElement()->isOne());
    return llvm::all_of(known_, [&](const auto &each) {
      return isOne(each.second) ||
             llvm::all_of(each.first->uses(),
                          [&](const llvm::Use &use) { return isUnseen(use); });
    });
  }

  /// Whether 32 bits hold all sums that are computed of the limit.
  [[nodiscard]] bool areSumsShort() const {
    return llvm::all_of(known_, [](const auto &each) {
      const Known &known = each.second;
      return !known || known->limited.getBitWidth() != longBits ||
             !llvm::isa<llvm::BinaryOperator>(each.first) ||
             fitsSigned(known->limited);
    });
  }

private:
  /// Finds all that differs; what is computed of two such is computed again
  /// when the second is known. Whether that was no more than is looked at.
  bool follow() {
    std::deque<const Instruction *> waiting{&number_};
    for (unsigned steps = 0; !waiting.empty();) {
      const Instruction *made = waiting.front();
      waiting.pop_front();
      for (const llvm::User *user : made->users()) {
        const auto &next = *llvm::cast<Instruction>(user);
        if (++steps > mostUses)
          return false;
        if (mayDiffer(next) && become(next))
          waiting.push_back(&next);
      }
    }
    return true;
  }

  bool differs(const Value *value) const {
    auto found = known_.find(value);
    return found != known_.end() && !isOne(found->second);
  }
  /// As an operand of what stands in the block.
  Known of(const Value *value, const BasicBlock &where) const {
    if (auto found = known_.find(value); found != known_.end())
      return found->second;
    if (!value->getType()->isIntegerTy())
      return std::nullopt;
    ConstantRange range = ranges_.within(value, where);
    return Pair{range, range};
  }

  /// Whether it is another than was known.
  bool become(const Instruction &value) {
    const Outcome outcome = compute(value);
    const Known &found = outcome.known;
    // Of what is the same it may be anything that is.
    bool isSame = outcome.isSame ||
                  (!isOne(found) &&
                   llvm::none_of(value.operands(), [&](const Value *each) {
                     return differs(each);
                   }));
    auto before = known_.find(&value);
    if (isSame)
      return before != known_.end() && known_.erase(&value);
    if (before != known_.end() && areEqual(before->second, found))
      return false;
    known_[&value] = found;
    return true;
  }
  static bool areEqual(const Known &one, const Known &other) {
    return one.has_value() == other.has_value() &&
           (!one ||
            (one->really == other->really && one->limited == other->limited));
  }

  Outcome compute(const Instruction &value) const {
    if (const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&value))
      return ofComparison(*compare);
    if (const auto *call = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&value))
      return ofLeast(*call);
    if (const auto *choice = llvm::dyn_cast<llvm::SelectInst>(&value))
      return ofChoice(*choice);
    if (const auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(&value))
      return ofOperation(*operation);
    return Known();
  }
  /// One and the same value.
  static bool isOne(const Known &known) {
    return known && known->really.isSingleElement() &&
           known->really == known->limited;
  }

  Known ofComparison(const llvm::ICmpInst &compare) const {
    Known left = of(compare.getOperand(0), *compare.getParent()),
          right = of(compare.getOperand(1), *compare.getParent());
    if (!left || !right ||
        (compare.hasSameSign() && !haveOneSign(left->limited, right->limited)))
      return std::nullopt;
    return Pair{outcome(left->really, compare.getPredicate(), right->really),
                outcome(left->limited, compare.getPredicate(), right->limited)};
  }
  static bool haveOneSign(const ConstantRange &left,
                          const ConstantRange &right) {
    return (left.isAllNonNegative() && right.isAllNonNegative()) ||
           (left.isAllNegative() && right.isAllNegative());
  }
  static ConstantRange outcome(const ConstantRange &left,
                               llvm::CmpInst::Predicate predicate,
                               const ConstantRange &right) {
    if (left.icmp(predicate, right))
      return ConstantRange(llvm::APInt(1, 1));
    if (left.icmp(llvm::CmpInst::getInversePredicate(predicate), right))
      return ConstantRange(llvm::APInt(1, 0));
    return ConstantRange::getFull(1);
  }

  Outcome ofLeast(const llvm::MinMaxIntrinsic &call) const {
    llvm::CmpInst::Predicate first = call.getPredicate();
    Known left = of(call.getLHS(), *call.getParent()),
          right = of(call.getRHS(), *call.getParent());
    if (!left || !right || call.hasRetAttr(llvm::Attribute::Range))
      return Known();
    auto isTaken = [&](const Pair &one, const Pair &other) {
      return one.really.icmp(first, other.really) &&
             one.limited.icmp(first, other.limited);
    };
    if (isTaken(*left, *right))
      return taken(call.getLHS(), left);
    if (isTaken(*right, *left))
      return taken(call.getRHS(), right);
    llvm::Intrinsic::ID id = call.getIntrinsicID();
    return Pair{ConstantRange::intrinsic(id, {left->really, right->really}),
                ConstantRange::intrinsic(id, {left->limited, right->limited})};
  }

  Outcome ofChoice(const llvm::SelectInst &choice) const {
    const BasicBlock &where = *choice.getParent();
    Known condition = of(choice.getCondition(), where),
          chosen = of(choice.getTrueValue(), where),
          other = of(choice.getFalseValue(), where);
    if (isOne(condition))
      return condition->really.getSingleElement()->isOne()
                 ? taken(choice.getTrueValue(), chosen)
                 : taken(choice.getFalseValue(), other);
    if (!condition || !chosen || !other)
      return Known();
    return Pair{eitherOf(condition->really, chosen->really, other->really),
                eitherOf(condition->limited, chosen->limited, other->limited)};
  }
  /// The operand, both times.
  Outcome taken(const Value *operand, const Known &known) const {
    return differs(operand) || isOne(known) ? Outcome(known) : Outcome::same();
  }
  static ConstantRange eitherOf(const ConstantRange &condition,
                                const ConstantRange &chosen,
                                const ConstantRange &other) {
    if (const llvm::APInt *known = condition.getSingleElement())
      return known->isOne() ? chosen : other;
    return chosen.unionWith(other);
  }

  Known ofOperation(const llvm::BinaryOperator &operation) const {
    Known left = of(operation.getOperand(0), *operation.getParent()),
          right = of(operation.getOperand(1), *operation.getParent());
    if (!left || !right)
      return std::nullopt;
    switch (operation.getOpcode()) {
    case Instruction::And:
    case Instruction::Xor:
      break;
    case Instruction::Or:
      if (llvm::cast<llvm::PossiblyDisjointInst>(operation).isDisjoint())
        return std::nullopt;
      break;
    case Instruction::Add:
    case Instruction::Sub:
      if (mayOverflow(operation, left->limited, right->limited))
        return std::nullopt;
      break;
    default:
      return std::nullopt;
    }
    return Pair{left->really.binaryOp(operation.getOpcode(), right->really),
                left->limited.binaryOp(operation.getOpcode(), right->limited)};
  }
  /// And be poison.
  static bool mayOverflow(const llvm::BinaryOperator &sum,
                          const ConstantRange &left,
                          const ConstantRange &right) {
    using Result = ConstantRange::OverflowResult;
    bool isAdd = sum.getOpcode() == Instruction::Add;
    return (sum.hasNoSignedWrap() &&
            (isAdd ? left.signedAddMayOverflow(right)
                   : left.signedSubMayOverflow(right)) !=
                Result::NeverOverflows) ||
           (sum.hasNoUnsignedWrap() &&
            (isAdd ? left.unsignedAddMayOverflow(right)
                   : left.unsignedSubMayOverflow(right)) !=
                Result::NeverOverflows);
  }

  /// Where branches never go that ask for the condition.
  void leaveOut(const Value &condition, bool isTrue) {
    for (const llvm::User *user : condition.users())
      if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(user);
          branch && branch->getSuccessor(0) != branch->getSuccessor(1))
        never_.emplace_back(branch->getParent(),
                            branch->getSuccessor(isTrue ? 1 : 0));
  }

  /// Nobody comes there with such a number, or looks at it.
  bool isUnseen(const llvm::Use &use) const {
    const auto &user = *llvm::cast<Instruction>(use.getUser());
    if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&user)) {
      llvm::BasicBlockEdge edge(phi->getIncomingBlock(use), phi->getParent());
      return isLeftOut(*edge.getStart()) ||
             llvm::any_of(never_, [&](const llvm::BasicBlockEdge &never) {
               return never.getStart() == edge.getStart() &&
                      never.getEnd() == edge.getEnd();
             });
    }
    return mayDiffer(user) || isLeftOut(*user.getParent());
  }
  bool isLeftOut(const BasicBlock &block) const {
    return llvm::any_of(never_,
                        [&](const llvm::BasicBlockEdge &edge) {
                          return ranges_.dominators().dominates(edge, &block);
                        }) ||
           beyond_.intersectWith(ranges_.within(&number_, block)).isEmptySet();
  }

  const Instruction &number_;
  const KnownRanges &ranges_;
  ConstantRange beyond_;
  /// Of what is computed of a value that is not the same, where it is known to
  /// be so, or is one value.
  llvm::DenseMap<const Value *, Known> known_;
  llvm::SmallVector<llvm::BasicBlockEdge, 4> never_;
};

constexpr std::int32_t leastWord = std::numeric_limits<std::int32_t>::min(),
                       mostWord = std::numeric_limits<std::int32_t>::max();
/// Limits that leave room for a sum.
constexpr std::int32_t leastForSums = leastWord / 2,
                       mostForSums = mostWord / 2 + 1;

ConstantRange beyond(std::int32_t limit) {
  return limit < 0 ? ConstantRange(llvm::APInt::getSignedMinValue(longBits),
                                   longInt(limit))
                   : ConstantRange(longInt(std::int64_t{limit} + 1),
                                   llvm::APInt::getSignedMinValue(longBits));
}

/// At one end, the limit of 32 bits, or the one that leaves room.
std::optional<std::int32_t> limitAt(const Instruction &number,
                                    const KnownRanges &ranges,
                                    std::int32_t limit, std::int32_t forSums) {
  std::optional<std::int32_t> found;
  for (std::int32_t tried : {limit, forSums}) {
    ConstantRange numbers = beyond(tried).intersectWith(ranges.of(&number));
    if (numbers.isEmptySet())
      return tried;
    BeyondEnd end(number, ranges, numbers, tried);
    if (!end.isSame())
      continue;
    if (end.areSumsShort())
      return tried;
    if (!found)
      found = tried;
  }
  return found;
}

} // namespace

std::optional<WordLimits> limitsAsWord(const Instruction &number,
                                       const KnownRanges &ranges) {
  if (!number.getType()->isIntegerTy(longBits))
    return std::nullopt;
  std::optional<std::int32_t> low = limitAt(number, ranges, leastWord,
                                            leastForSums),
                              high = limitAt(number, ranges, mostWord,
                                             mostForSums);
  if (!low || !high)
    return std::nullopt;
  return WordLimits{*low, *high};
}

} // namespace pyk2ptx
