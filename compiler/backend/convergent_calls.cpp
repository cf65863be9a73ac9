// A barrier waits for all threads of the block, a shuffle for all of the warp
// that its mask names. Behind a branch that some of them take, they wait for
// ever. LLVM has an attribute for such calls (convergent), which passes are to
// respect; that which splits call sites (of LLVM 22) copies what stands before
// a call into the blocks before that one, a barrier too. What comes of it is a
// kernel that hangs, on a GPU, where the compiler is not watched.
//
// So what the optimizer makes is looked at: no kind of convergent call may be
// behind a divergent branch that was not before. A block is, if control over it
// depends, by itself or through other blocks, on the end of a block that
// threads may leave by different ways. LLVM's uniformity analysis says which
// those are; the ends that a block depends on are its iterated dominance
// frontier in the reversed graph (Cytron et al. 1991). Who goes around a loop
// for ever never comes to the call, wherever that stands: ways that do not end
// are none, and neither are those that nobody takes.
#include "convergent_calls.h"

#include "frontend/messages/internal_error.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/IteratedDominanceFrontier.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <map>
#include <vector>

namespace pyk2ptx {

namespace {

using llvm::BasicBlock;

/// Of those that LLVM calls convergent, threads ask who is there by themselves.
bool isMadeTogether(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call || !call->isConvergent() || !call->getCalledFunction())
    return false;
  return call->getIntrinsicID() != llvm::Intrinsic::nvvm_activemask;
}

/// The called functions, each with the blocks of its calls.
using CallBlocks = std::map<std::string, llvm::SmallPtrSet<BasicBlock *, 4>>;

CallBlocks callsMadeTogether(llvm::Function &function) {
  CallBlocks calls;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (isMadeTogether(instruction))
      calls[llvm::cast<llvm::CallBase>(instruction)
                .getCalledFunction()
                ->getName()
                .str()]
          .insert(instruction.getParent());
  return calls;
}

/// Whether nobody comes there: where LLVM knows that a choice has no other
/// values, that is what is done with others. Not behind a call that ends a
/// thread.
bool isNeverReached(const BasicBlock &block) {
  return llvm::isa<llvm::UnreachableInst>(&*block.getFirstNonPHIOrDbg());
}

/// The blocks from which a function's end is reached.
llvm::SmallPtrSet<BasicBlock *, 32> endingBlocks(llvm::Function &function) {
  llvm::SmallPtrSet<BasicBlock *, 32> ending;
  llvm::SmallVector<BasicBlock *, 32> open;
  for (BasicBlock &block : function)
    if (llvm::succ_empty(&block) && !isNeverReached(block))
      open.push_back(&block);
  while (!open.empty()) {
    BasicBlock *block = open.pop_back_val();
    if (ending.insert(block).second)
      open.append(llvm::pred_begin(block), llvm::pred_end(block));
  }
  return ending;
}

/// Has blocks of `ending` go on to such blocks only.
void cutEndlessWays(const llvm::SmallPtrSetImpl<BasicBlock *> &ending) {
  for (BasicBlock *block : ending) {
    llvm::Instruction *end = block->getTerminator();
    auto successors = llvm::successors(block);
    auto kept = llvm::find_if(
        successors, [&](BasicBlock *each) { return ending.contains(each); });
    if (kept == successors.end())
      continue;
    BasicBlock *other = *kept;
    for (unsigned i = 0; i < end->getNumSuccessors(); ++i) {
      BasicBlock *endless = end->getSuccessor(i);
      if (ending.contains(endless))
        continue;
      endless->removePredecessor(block);
      end->setSuccessor(i, other);
      for (llvm::PHINode &phi : other->phis())
        phi.addIncoming(phi.getIncomingValueForBlock(block), block);
    }
  }
}

/// Whether each thread gets the same of it that has the same arguments.
bool isOfArguments(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call && call->doesNotAccessMemory() && !call->isConvergent() &&
         call->arg_size() > 0 && call->getType()->isFirstClassType() &&
         llvm::all_of(call->args(), [](const llvm::Value *argument) {
           const llvm::Type *type = argument->getType()->getScalarType();
           return type->isIntegerTy() || type->isFloatingPointTy();
         });
}

/// Puts choices by its arguments in place of each such call, of which LLVM
/// takes the result to be another in each thread: a minimum, for one, that it
/// has made of a choice. What is computed is not the same.
void replaceCallsOfArguments(llvm::Function &function) {
  for (llvm::Instruction &each :
       llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!isOfArguments(each))
      continue;
    llvm::IRBuilder<> b(&each);
    llvm::Value *zero = llvm::Constant::getNullValue(each.getType());
    llvm::Value *made = zero;
    for (llvm::Value *argument : llvm::cast<llvm::CallInst>(each).args()) {
      if (argument->getType()->isVectorTy())
        argument = b.CreateExtractElement(argument, std::uint64_t(0));
      llvm::Value *none = llvm::Constant::getNullValue(argument->getType());
      llvm::Value *isNone = argument->getType()->isIntegerTy()
                                ? b.CreateICmpEQ(argument, none)
                                : b.CreateFCmpOEQ(argument, none);
      made =
          llvm::SelectInst::Create(isNone, made, zero, "", each.getIterator());
    }
    each.replaceAllUsesWith(made);
    each.eraseFromParent();
  }
}

/// A function of which only ways that end are left, and if asked for no calls
/// that give the same to threads with the same arguments.
class EndingWays {
public:
  EndingWays(llvm::Function &function, bool replacesCalls)
      : function_(&function) {
    std::size_t ending = endingBlocks(function).size();
    bool isEndless = ending != 0 && ending != function.size();
    replacesCalls = replacesCalls &&
                    llvm::any_of(llvm::instructions(function), isOfArguments);
    if (!isEndless && !replacesCalls)
      return;
    llvm::ValueToValueMapTy values;
    function_ = copy_ = llvm::CloneFunction(&function, values);
    if (isEndless)
      cutEndlessWays(endingBlocks(*copy_));
    if (replacesCalls)
      replaceCallsOfArguments(*copy_);
  }
  ~EndingWays() {
    if (copy_)
      copy_->eraseFromParent();
  }
  EndingWays(const EndingWays &) = delete;
  EndingWays &operator=(const EndingWays &) = delete;

  [[nodiscard]] llvm::Function &function() const { return *function_; }
  [[nodiscard]] bool isCopy() const { return copy_; }

private:
  llvm::Function *function_, *copy_ = nullptr;
};

/// Which of them are behind a divergent branch.
void addApart(llvm::Function &function, const std::string &name,
              llvm::FunctionAnalysisManager &analyses, ApartCalls &result) {
  CallBlocks calls = callsMadeTogether(function);
  auto &uniformity = analyses.getResult<llvm::UniformityInfoAnalysis>(function);
  llvm::ReverseIDFCalculator control(
      analyses.getResult<llvm::PostDominatorTreeAnalysis>(function));
  for (auto &[called, blocks] : calls) {
    control.setDefiningBlocks(blocks);
    llvm::SmallVector<BasicBlock *, 32> deciding;
    control.calculate(deciding);
    if (llvm::any_of(deciding, [&](const BasicBlock *block) {
          return uniformity.hasDivergentTerminator(*block);
        }))
      result.emplace(name, called);
  }
}

} // namespace

static ApartCalls findApart(llvm::Module &module,
                            llvm::FunctionAnalysisManager &analyses,
                            bool replacesCalls) {
  ApartCalls result;
  // Copies are functions of the module, too.
  std::vector<llvm::Function *> functions;
  for (llvm::Function &function : module)
    if (!callsMadeTogether(function).empty())
      functions.push_back(&function);
  for (llvm::Function *function : functions) {
    EndingWays ways(*function, replacesCalls);
    addApart(ways.function(), function->getName().str(), analyses, result);
    if (ways.isCopy())
      analyses.clear(ways.function(), ways.function().getName());
  }
  return result;
}

// What this finds nobody asks for again, and so it may find too much.
ApartCalls apartCalls(llvm::Module &module,
                      llvm::FunctionAnalysisManager &analyses) {
  return findApart(module, analyses, false);
}

void checkApartCalls(const ApartCalls &before, llvm::Module &module,
                     llvm::FunctionAnalysisManager &analyses) {
  for (const auto &call : findApart(module, analyses, true))
    if (!before.contains(call))
      internalError(call.first + " calls " + call.second +
                    " where only some of its threads may come");
}

} // namespace pyk2ptx
