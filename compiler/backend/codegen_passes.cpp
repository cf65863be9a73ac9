// The code generator begins with passes over LLVM IR that ask scalar evolution
// about every address: half of its time on kernels with grid-stride loops. Loop
// strength reduction takes most of it, and does these no good: it makes a
// pointer of each access of a loop, stepped by its own multiple. Where the step
// is the grid's size, these multiples are 64-bit registers and additions that
// the plain index does without: saxpy's loop, four times unrolled, has 59 SASS
// instructions with it, 41 without. So only loops are reduced whose step is a
// constant. (Straight-line strength reduction stays: stencils are 5 to 12 %
// longer without.)
//
// Two more are for ptxas, which does wrong without a word:
//
// - Early tail duplication copies a loop's head into the blocks before it, and
//   a head that branches then is two: a loop with two entries. From -O1 on
//   ptxas makes some of these loops endless (that of CUDA 13.0, for sm_90). It
//   is left out.
// - A loop that ptxas unrolls turns as often as (limit - first) / step says. It
//   takes that difference to fit in the type, if the loop compares signed
//   numbers: `range(-3, 2**63 - 1, 2**62)` turns once, the same as a `while`
//   never ends, and so does a 32-bit counter on its way from -2e9 to 2e9. Such
//   loops stay rolled, where neither the first value's sign nor the limit's
//   excludes it and they end in a time that anybody waits for.
//
// The passes are found by their names as the target adds them; no option of
// LLVM's leaves them out of one target.
#include "codegen_passes.h"

#include "pass_analyses.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopStrengthReduce.h>
#include <llvm/Transforms/Utils/CanonicalizeFreezeInLoops.h>

#include <optional>
#include <utility>

namespace pyk2ptx {

namespace {

/// Whether `next` is `phi` plus a value that the loop does not know as a
/// constant, once or (a loop that was unrolled) several times.
bool addsVariable(const llvm::PHINode &phi, llvm::Value *next,
                  const llvm::Loop &loop) {
  auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(next);
  while (sum && sum->getOpcode() == llvm::Instruction::Add) {
    llvm::Value *base = sum->getOperand(0), *step = sum->getOperand(1);
    if (loop.isLoopInvariant(base))
      std::swap(base, step);
    if (!loop.isLoopInvariant(step) || llvm::isa<llvm::ConstantInt>(step))
      return false;
    if (base == &phi)
      return true;
    if (llvm::isa<llvm::PHINode>(base))
      return false;
    sum = llvm::dyn_cast<llvm::BinaryOperator>(base);
  }
  return false;
}

bool hasVariableStep(const llvm::Loop &loop) {
  const llvm::BasicBlock *latch = loop.getLoopLatch();
  if (!latch)
    return false;
  for (const llvm::PHINode &phi : loop.getHeader()->phis())
    if (phi.getType()->isIntegerTy() &&
        addsVariable(phi, phi.getIncomingValueForBlock(latch), loop))
      return true;
  return false;
}

struct ReduceLoop : llvm::PassInfoMixin<ReduceLoop> {
  static llvm::PreservedAnalyses run(llvm::Loop &loop,
                                     llvm::LoopAnalysisManager &analyses,
                                     llvm::LoopStandardAnalysisResults &results,
                                     llvm::LPMUpdater &updater) {
    if (hasVariableStep(loop))
      return llvm::PreservedAnalyses::all();
    llvm::CanonicalizeFreezeInLoopsPass().run(loop, analyses, results, updater);
    return llvm::LoopStrengthReducePass().run(loop, analyses, results, updater);
  }
};

/// What constants add to `phi` to make `value`; none if it is made otherwise.
std::optional<llvm::APInt> distanceFrom(const llvm::PHINode &phi,
                                        const llvm::Value *value) {
  if (value->getType() != phi.getType())
    return std::nullopt;
  llvm::APInt distance(phi.getType()->getIntegerBitWidth(), 0);
  while (value != &phi) {
    const auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(value);
    if (!sum || sum->getOpcode() != llvm::Instruction::Add)
      return std::nullopt;
    const auto *step = llvm::dyn_cast<llvm::ConstantInt>(sum->getOperand(1));
    if (!step)
      return std::nullopt;
    distance += step->getValue();
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
  llvm::SmallVector<llvm::BasicBlock *> exits;
  loop.getExitingBlocks(exits);
  for (const llvm::BasicBlock *exit : exits) {
    const auto *branch =
        llvm::dyn_cast<llvm::BranchInst>(exit->getTerminator());
    const auto *test =
        branch && branch->isConditional()
            ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition())
            : nullptr;
    if (!test || !test->isSigned())
      continue;
    for (unsigned side : {0U, 1U})
      if (distanceFrom(phi, test->getOperand(side)) &&
          !hasSign(test->getOperand(1 - side), !isDownward, layout))
        return true;
  }
  return false;
}

/// Whether ptxas would count the rounds of `phi` wrong, in a time that anybody
/// waits for: with 64 bits only long strides get that far.
bool isMiscounted(const llvm::Loop &loop, const llvm::PHINode &phi,
                  const llvm::Value *next) {
  std::optional<llvm::APInt> stride = distanceFrom(phi, next);
  return stride &&
         (stride->getBitWidth() <= 32 || stride->abs().uge(1U << 24)) &&
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

/// Tells ptxas which loops to leave rolled; whether there are any.
bool keepMiscountedRolled(llvm::Function &function) {
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  bool any = false;
  for (llvm::Loop *loop : loops.getLoopsInPreorder())
    if (hasMiscounted(*loop)) {
      // Which becomes the pragma "nounroll".
      loop->setLoopAlreadyUnrolled();
      any = true;
    }
  return any;
}

/// Stands where the code generator has loop strength reduction.
class ReduceLoops : public llvm::FunctionPass {
public:
  explicit ReduceLoops(llvm::TargetMachine &machine)
      : FunctionPass(id), machine_(machine) {}
  llvm::StringRef getPassName() const override {
    return "Loop strength reduction of constant steps";
  }
  bool runOnFunction(llvm::Function &function) override {
    bool isChanged = reduce(function);
    // Those that the reduction made, too.
    return keepMiscountedRolled(function) || isChanged;
  }

private:
  bool reduce(llvm::Function &function) {
    if (skipFunction(function) || !hasLoopToReduce(function))
      return false;
    PassAnalyses analyses(machine_);
    return !llvm::createFunctionToLoopPassAdaptor(ReduceLoop())
                .run(function, analyses.functions)
                .areAllPreserved();
  }

  static bool hasLoopToReduce(llvm::Function &function) {
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    for (const llvm::Loop *loop : loops.getLoopsInPreorder())
      if (!hasVariableStep(*loop))
        return true;
    return false;
  }

  static char id;
  llvm::TargetMachine &machine_;
};

char ReduceLoops::id = 0;

} // namespace

void CodegenPasses::add(llvm::Pass *pass) {
  llvm::StringRef name = pass->getPassName();
  // ReduceLoop has the first, too; of the second the head of this file tells.
  if (name == "Canonicalize Freeze Instructions in Loops" ||
      name == "Early Tail Duplication") {
    delete pass;
    return;
  }
  if (name == "Loop Strength Reduction") {
    delete pass;
    pass = new ReduceLoops(machine_);
  }
  llvm::legacy::PassManager::add(pass);
}

} // namespace pyk2ptx
