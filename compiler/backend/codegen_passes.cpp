// The code generator begins with passes over LLVM IR that ask scalar evolution
// about every address: half of its time on kernels with grid-stride loops. Loop
// strength reduction takes most of it, and does these no good: it makes a
// pointer of each access of a loop, stepped by its own multiple. Where the step
// is the grid's size, these multiples are 64-bit registers and additions that
// the plain index does without: saxpy's loop, four times unrolled, has 59 SASS
// instructions with it, 41 without. So only loops are reduced whose step is a
// constant, and that are not seldom run. Nor those most of whose accesses stand
// under conditions, at addresses that take steps of unknown size: each would
// keep two registers of an address, and take its step in any case, where ptxas
// multiplies (a depthwise convolution: 72 registers with, 48 without).
// Nor loops that may end by what they
// find, along the last axis: they compare their index in each turn, and ptxas
// makes an address of it by one instruction, where each pointer that is stepped
// takes two. (Straight-line strength reduction stays: stencils are 5 to 12 %
// longer without.)
//
// Behind it values are numbered, twice, together with an analysis of what every
// load depends on, two thirds of that time where a loop is unrolled: loads were
// looked at in optimize.cpp, and what strength reduction leaves behind are
// equal computations. So loads are left alone.
//
// Two things are for ptxas, which does wrong without a word: it miscounts some
// loops that it unrolls (keep_rolled.h), and early tail duplication copies a
// loop's head into the blocks before it. A head that branches then is two: a
// loop with two entries. From -O1 on ptxas makes some of these loops endless
// (that of CUDA 13.0, for sm_90). It is left out.
//
// Our own passes are added among them (selection_passes.h).
//
// Behind selection the target computes where every register lives, to join
// those that are copies of each other: of a kernel of 30,000 checked indices,
// whose values live long, for 45 of 48 seconds. Long functions do without; and
// those whose addresses are sums that are made of each other without the
// constants being taken out of them.
//
// The passes are found by their names as the target adds them; no option of
// LLVM's leaves them out of one target.
#include "codegen_passes.h"

#include "compiler/target/loop_marks.h"
#include "keep_rolled.h"
#include "long_functions.h"
#include "pass_analyses.h"
#include "selection_passes.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopStrengthReduce.h>
#include <llvm/Transforms/Utils/CanonicalizeFreezeInLoops.h>

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

bool isWorthReducing(const llvm::Loop &loop) {
  return !hasVariableStep(loop) &&
         !llvm::findOptionMDForLoop(&loop, seldomLoop);
}

/// Whether nobody knows how often it turns: what it finds may end it.
bool hasUnknownExit(const llvm::Loop &loop, llvm::ScalarEvolution &evolution) {
  llvm::SmallVector<llvm::BasicBlock *> exiting;
  loop.getExitingBlocks(exiting);
  return llvm::any_of(exiting, [&](const llvm::BasicBlock *block) {
    return llvm::isa<llvm::SCEVCouldNotCompute>(
        evolution.getExitCount(&loop, block));
  });
}

/// How the addresses of a loop go on.
struct Steps {
  /// Any of them does, from turn to turn.
  bool any = false;
  /// How many accesses do by what is no constant, which without a pointer of
  /// its own is a multiplication in each turn.
  unsigned byVariable = 0;
  /// How many of these only some turns come to.
  unsigned seldomByVariable = 0;
};

Steps stepsOf(const llvm::Loop &loop, llvm::ScalarEvolution &evolution,
              const llvm::DominatorTree &dominators) {
  Steps steps;
  bool isByVariable = false;
  auto look = [&](const llvm::SCEV *part) {
    const auto *sum = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part);
    if (!sum || sum->getLoop() != &loop)
      return false;
    steps.any = true;
    isByVariable = isByVariable || !llvm::isa<llvm::SCEVConstant>(
                                       sum->getStepRecurrence(evolution));
    return isByVariable;
  };
  const llvm::BasicBlock *latch = loop.getLoopLatch();
  for (const llvm::BasicBlock *block : loop.blocks())
    for (const llvm::Instruction &instruction : *block) {
      const llvm::Value *pointer =
          llvm::getLoadStorePointerOperand(&instruction);
      isByVariable = false;
      if (!pointer ||
          !llvm::SCEVExprContains(
              evolution.getSCEV(const_cast<llvm::Value *>(pointer)), look))
        continue;
      ++steps.byVariable;
      if (latch && !dominators.dominates(block, latch))
        ++steps.seldomByVariable;
    }
  return steps;
}

bool isReduced(const llvm::Loop &loop,
               llvm::LoopStandardAnalysisResults &analyses) {
  constexpr unsigned mostSeldom = 4;
  if (!isWorthReducing(loop))
    return false;
  Steps steps = stepsOf(loop, analyses.SE, analyses.DT);
  if (steps.byVariable)
    return steps.seldomByVariable <= mostSeldom ||
           2 * steps.seldomByVariable <= steps.byVariable;
  return steps.any && !hasUnknownExit(loop, analyses.SE);
}

struct ReduceLoop : llvm::PassInfoMixin<ReduceLoop> {
  static llvm::PreservedAnalyses run(llvm::Loop &loop,
                                     llvm::LoopAnalysisManager &analyses,
                                     llvm::LoopStandardAnalysisResults &results,
                                     llvm::LPMUpdater &updater) {
    if (!isReduced(loop, results))
      return llvm::PreservedAnalyses::all();
    llvm::CanonicalizeFreezeInLoopsPass().run(loop, analyses, results, updater);
    return llvm::LoopStrengthReducePass().run(loop, analyses, results, updater);
  }
};

/// Stands where the code generator has loop strength reduction.
class ReduceLoops : public llvm::FunctionPass {
public:
  explicit ReduceLoops(llvm::TargetMachine &machine)
      : FunctionPass(id), machine_(machine) {}
  llvm::StringRef getPassName() const override {
    return "Loop strength reduction of constant steps";
  }
  void getAnalysisUsage(llvm::AnalysisUsage &usage) const override {
    usage.addRequired<llvm::LoopInfoWrapperPass>();
  }
  bool runOnFunction(llvm::Function &function) override {
    if (skipFunction(function) || !hasLoopToReduce())
      return false;
    PassAnalyses analyses(machine_);
    return !llvm::createFunctionToLoopPassAdaptor(ReduceLoop())
                .run(function, analyses.functions)
                .areAllPreserved();
  }

private:
  bool hasLoopToReduce() {
    auto &loops = getAnalysis<llvm::LoopInfoWrapperPass>().getLoopInfo();
    return llvm::any_of(loops.getLoopsInPreorder(), [](llvm::Loop *loop) {
      return isWorthReducing(*loop);
    });
  }

  static char id;
  llvm::TargetMachine &machine_;
};

char ReduceLoops::id = 0;

/// Stands where the code generator has value numbering.
class NumberValues : public llvm::FunctionPass {
public:
  explicit NumberValues(llvm::TargetMachine &machine)
      : FunctionPass(id), machine_(machine) {}
  llvm::StringRef getPassName() const override {
    return "Value numbering without loads";
  }
  bool runOnFunction(llvm::Function &function) override {
    if (skipFunction(function))
      return false;
    PassAnalyses analyses(machine_);
    return !llvm::GVNPass(llvm::GVNOptions().setMemDep(false))
                .run(function, analyses.functions)
                .areAllPreserved();
  }

private:
  static char id;
  llvm::TargetMachine &machine_;
};

char NumberValues::id = 0;

/// Takes the time of blocks times registers. ptxas, which gives registers,
/// joins them itself.
bool isForRegisters(llvm::StringRef pass) {
  return pass == "Live Variable Analysis" || pass == "Register Coalescer" ||
         pass == "Machine Instruction Scheduler" ||
         pass == "Stack Slot Coloring";
}

} // namespace

CodegenPasses::CodegenPasses(llvm::TargetMachine &machine, Optimizations which,
                             const llvm::Module &module)
    : machine_(machine), which_(which), isLong_(llvm::any_of(module, isLong)),
      isTangled_(llvm::any_of(module, [](const llvm::Function &function) {
        return !function.isDeclaration() && hasTangledSums(function);
      })) {}

void CodegenPasses::add(llvm::Pass *pass) {
  llvm::StringRef name = pass->getPassName();
  bool isPlain = which_.has(Optimization::PlainIndices);
  // ReduceLoop has the first, too; of the second the head of this file tells.
  if ((name == "Canonicalize Freeze Instructions in Loops" && isPlain) ||
      name == "Early Tail Duplication") {
    delete pass;
    return;
  }
  bool isTooSlow = (isLong_ && isForRegisters(name)) ||
                   (isTangled_ && name.starts_with("Split GEPs"));
  if (isTooSlow) {
    delete pass;
    return;
  }
  if (name == "CodeGen Prepare")
    addSelectionPasses(*this, PassPlace::Preparation, which_, true);
  if (name == "Loop Strength Reduction") {
    addSelectionPasses(*this, PassPlace::LoopReduction, which_, true);
    if (isPlain) {
      delete pass;
      pass = new ReduceLoops(machine_);
    }
  }
  if (name == "Global Value Numbering") {
    delete pass;
    pass = new NumberValues(machine_);
  }
  if (name == "NVPTX DAG->DAG Pattern Instruction Selection") {
    addSelectionPasses(*this, PassPlace::Selection, which_, true);
    // As ptxas will see them: counters of 64 bits may have become 32.
    llvm::legacy::PassManager::add(createKeepRolledPass());
  }
  llvm::legacy::PassManager::add(pass);
}

} // namespace pyk2ptx
