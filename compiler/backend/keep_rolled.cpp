// A loop that ptxas unrolls turns as often as (limit - first) / step says. It
// takes that difference to fit in the type, if the loop compares signed
// numbers: `range(-3, 2**63 - 1, 2**62)` turns once, the same as a `while`
// never ends, and so does a 32-bit counter on its way from -2e9 to 2e9. Such
// loops stay rolled, where neither the first value's sign nor the limit's
// excludes it and they end in a time that anybody waits for. It takes the
// steps of all the rounds that it makes one to fit, too: a loop of so long
// strides that they might not turns a few times at most, and stays rolled.
//
// Where lowering does not know a step, it asks without signs whether the way to
// the stop is longer; once LLVM knows the step, range(5, -3, -2) counts down
// while i is less than 2**64 - 3. Of several rounds in one ptxas asks that
// question before the last, and may find the counter below zero: a great
// number, and the loop never ends. Loops that end where their counter wraps
// around stay rolled.
#include "keep_rolled.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Pass.h>
#include <llvm/Support/KnownBits.h>

#include <algorithm>
#include <optional>

namespace pyk2ptx {

namespace {

constexpr unsigned mostBits = 64;

/// What constants add to `phi` to make `value`, in whatever width; none if it
/// is made otherwise. A counter of 64 bits may be counted in 32
/// (compiler/words/word_arithmetic.h).
std::optional<llvm::APInt> distanceFrom(const llvm::PHINode &phi,
                                        const llvm::Value *value) {
  llvm::APInt distance(mostBits, 0);
  while (value != &phi) {
    if (llvm::isa<llvm::SExtInst, llvm::ZExtInst, llvm::TruncInst>(value)) {
      value = llvm::cast<llvm::CastInst>(value)->getOperand(0);
      continue;
    }
    const auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(value);
    if (!sum || sum->getOpcode() != llvm::Instruction::Add)
      return std::nullopt;
    const auto *step = llvm::dyn_cast<llvm::ConstantInt>(sum->getOperand(1));
    if (!step || step->getBitWidth() > mostBits)
      return std::nullopt;
    distance += step->getValue().sext(mostBits);
    value = sum->getOperand(0);
  }
  return distance;
}

/// Whether `value` has a sign, and which, that takes nothing from a distance.
bool hasSign(const llvm::Value *value, bool negative,
             const llvm::DataLayout &layout) {
  llvm::KnownBits known = llvm::computeKnownBits(value, layout);
  return negative ? known.isNegative() : known.isNonNegative();
}

/// Calls visit(test, side, goesOnIfTrue) for each comparison of `phi`, or a sum
/// of it and a constant, that may end the loop; it is on that side.
template <class F>
void forEachTest(const llvm::Loop &loop, const llvm::PHINode &phi, F visit) {
  llvm::SmallVector<llvm::BasicBlock *> exits;
  loop.getExitingBlocks(exits);
  for (const llvm::BasicBlock *exit : exits) {
    const auto *branch =
        llvm::dyn_cast<llvm::BranchInst>(exit->getTerminator());
    const auto *test =
        branch && branch->isConditional()
            ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition())
            : nullptr;
    if (!test)
      continue;
    for (unsigned side : {0U, 1U})
      if (distanceFrom(phi, test->getOperand(side)))
        visit(*test, side, loop.contains(branch->getSuccessor(0)));
  }
}

/// Whether `phi` can be further from its limit than its type counts: upwards
/// it starts below zero then, and the limit is not below.
bool canBeTooFar(const llvm::Loop &loop, const llvm::PHINode &phi,
                 bool isDownward) {
  const llvm::DataLayout &layout = phi.getDataLayout();
  bool startsNear = true;
  for (const llvm::BasicBlock *from : phi.blocks())
    if (!loop.contains(from))
      startsNear = startsNear && hasSign(phi.getIncomingValueForBlock(from),
                                         isDownward, layout);
  if (startsNear)
    return false;
  bool isTooFar = false;
  forEachTest(loop, phi, [&](const llvm::ICmpInst &test, unsigned side, bool) {
    isTooFar =
        isTooFar || (test.isSigned() &&
                     !hasSign(test.getOperand(1 - side), !isDownward, layout));
  });
  return isTooFar;
}

/// Whether the loop goes on while `phi`, or a sum of it and a constant, is on
/// the side of a limit, without signs, that it steps away from.
bool endsByWrapping(const llvm::Loop &loop, const llvm::PHINode &phi,
                    bool isDownward) {
  bool wraps = false;
  forEachTest(
      loop, phi,
      [&](const llvm::ICmpInst &test, unsigned side, bool goesOnIfTrue) {
        if (!test.isUnsigned())
          return;
        llvm::CmpInst::Predicate goesOn =
            side == 0 ? test.getPredicate() : test.getSwappedPredicate();
        if (!goesOnIfTrue)
          goesOn = llvm::CmpInst::getInversePredicate(goesOn);
        bool isBelow =
            llvm::ICmpInst::isLT(goesOn) || llvm::ICmpInst::isLE(goesOn);
        wraps = wraps || isBelow == isDownward;
      });
  return wraps;
}

/// Whether ptxas would count the rounds of `phi` wrong, in a time that anybody
/// waits for: with 64 bits only long strides get that far.
bool isMiscounted(const llvm::Loop &loop, const llvm::PHINode &phi,
                  const llvm::Value *next) {
  constexpr unsigned mostRounds = 64;
  std::optional<llvm::APInt> stride = distanceFrom(phi, next);
  if (!stride || phi.getType()->getIntegerBitWidth() > mostBits)
    return false;
  // That of the narrowest test is what it is counted in.
  unsigned bits = phi.getType()->getIntegerBitWidth();
  forEachTest(loop, phi, [&](const llvm::ICmpInst &test, unsigned, bool) {
    bits = std::min(bits, test.getOperand(0)->getType()->getIntegerBitWidth());
  });
  llvm::APInt size = stride->abs();
  if (size.ugt(
          llvm::APInt::getSignedMaxValue(bits).zext(mostBits).udiv(mostRounds)))
    return true;
  if (endsByWrapping(loop, phi, stride->isNegative()))
    return true;
  return (bits <= 32 || size.uge(1U << 24)) &&
         canBeTooFar(loop, phi, stride->isNegative());
}

bool hasMiscounted(const llvm::Loop &loop) {
  const llvm::BasicBlock *latch = loop.getLoopLatch();
  if (!latch)
    return false;
  for (const llvm::PHINode &phi : loop.getHeader()->phis())
    if (phi.getType()->isIntegerTy() &&
        isMiscounted(loop, phi, phi.getIncomingValueForBlock(latch)))
      return true;
  return false;
}

class KeepRolled : public llvm::FunctionPass {
public:
  KeepRolled() : FunctionPass(id) {}
  llvm::StringRef getPassName() const override {
    return "Loops that ptxas would miscount stay rolled";
  }
  void getAnalysisUsage(llvm::AnalysisUsage &usage) const override {
    usage.addRequired<llvm::LoopInfoWrapperPass>();
    usage.setPreservesAll();
  }
  bool runOnFunction(llvm::Function &) override {
    auto &loops = getAnalysis<llvm::LoopInfoWrapperPass>().getLoopInfo();
    bool any = false;
    for (llvm::Loop *loop : loops.getLoopsInPreorder())
      if (hasMiscounted(*loop)) {
        // Which becomes the pragma "nounroll".
        loop->setLoopAlreadyUnrolled();
        any = true;
      }
    return any;
  }

private:
  static char id;
};

char KeepRolled::id = 0;

} // namespace

llvm::FunctionPass *createKeepRolledPass() { return new KeepRolled(); }

} // namespace pyk2ptx
