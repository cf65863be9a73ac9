// Instruction combining takes what branches tell of a value into account: for
// every question of a value's bits it looks through all branches that test it
// and asks which of them dominate. A kernel of 5,000 guards tests its index
// 5,000 times and asks at every address: 10 seconds. So it is shown the first
// few tests of every value alone. The conditions of the others are hidden
// behind an instruction that it knows nothing of, while it runs; what they are
// made of is combined all the same. (That a branch decides a comparison below
// it is found by other passes, too.)
#include "long_functions.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

namespace pyk2ptx {

namespace {

/// Branches that know something of a value, counted by the value.
class TestCounts {
public:
  /// Counts `condition`, unless one of the values is tested often enough.
  bool add(llvm::Value *condition) {
    constexpr unsigned enough = 32;
    llvm::SmallSetVector<llvm::Value *, 4> tested;
    llvm::findValuesAffectedByCondition(
        condition, /*IsAssume=*/false,
        [&](llvm::Value *value) { tested.insert(value); });
    // Constants may still be on the left, where combining leaves none.
    if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(condition))
      for (llvm::Value *operand : compare->operands())
        if (!llvm::isa<llvm::Constant>(operand))
          tested.insert(operand);
    if (llvm::any_of(tested, [&](llvm::Value *value) {
          return counts_.lookup(value) >= enough;
        }))
      return false;
    for (llvm::Value *value : tested)
      ++counts_[value];
    return true;
  }

private:
  llvm::DenseMap<llvm::Value *, unsigned> counts_;
};

/// Hides the conditions of branches as long as it lives.
class HiddenConditions {
public:
  explicit HiddenConditions(llvm::Function &function) {
    llvm::Type *type = llvm::Type::getInt1Ty(function.getContext());
    hidden_ = llvm::InlineAsm::get(llvm::FunctionType::get(type, {type}, false),
                                   "pyk2ptx hides a condition", "=b,b",
                                   /*hasSideEffects=*/false);
    function_ = &function;
    TestCounts counts;
    for (llvm::BasicBlock &block : function) {
      auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
      if (!branch || !branch->isConditional() ||
          llvm::isa<llvm::Constant>(branch->getCondition()) ||
          counts.add(branch->getCondition()))
        continue;
      auto *call = llvm::CallInst::Create(hidden_, {branch->getCondition()}, "",
                                          branch->getIterator());
      call->setDoesNotAccessMemory();
      branch->setCondition(call);
    }
  }
  ~HiddenConditions() {
    for (llvm::BasicBlock &block : *function_)
      for (llvm::Instruction &instruction : llvm::make_early_inc_range(block)) {
        auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (!call || call->getCalledOperand() != hidden_)
          continue;
        call->replaceAllUsesWith(call->getArgOperand(0));
        call->eraseFromParent();
      }
  }
  HiddenConditions(const HiddenConditions &) = delete;
  HiddenConditions &operator=(const HiddenConditions &) = delete;

private:
  llvm::Function *function_;
  llvm::InlineAsm *hidden_;
};

struct CombineLong : llvm::PassInfoMixin<CombineLong> {
  static llvm::PreservedAnalyses run(llvm::Function &function,
                                     llvm::FunctionAnalysisManager &analyses) {
    if (!isLong(function))
      return llvm::PreservedAnalyses::all();
    HiddenConditions hidden(function);
    return llvm::InstCombinePass().run(function, analyses);
  }
};

} // namespace

// Passes ask for every loop, so that not all blocks are counted.
bool isLong(const llvm::Function &function) {
  constexpr unsigned manyBlocks = 1000;
  return llvm::hasNItemsOrMore(function, manyBlocks + 1);
}

bool hasTangledSums(const llvm::Function &function) {
  constexpr std::uint64_t most = 1 << 18;
  // The ways from a sum to what it is made of.
  llvm::DenseMap<const llvm::Value *, std::uint64_t> ways;
  std::uint64_t all = 0;
  llvm::ReversePostOrderTraversal<const llvm::Function *> blocks(&function);
  for (const llvm::BasicBlock *block : blocks)
    for (const llvm::Instruction &instruction : *block) {
      using llvm::Instruction;
      unsigned opcode = instruction.getOpcode();
      bool isIndexed = opcode == Instruction::GetElementPtr;
      if (!isIndexed && !llvm::isa<llvm::CastInst>(instruction) &&
          opcode != Instruction::Add && opcode != Instruction::Sub &&
          opcode != Instruction::Or && opcode != Instruction::Xor)
        continue;
      std::uint64_t count = 1;
      for (const llvm::Value *operand : instruction.operands())
        count += ways.lookup(operand);
      ways[&instruction] = isIndexed ? 0 : std::min(count, most);
      all = std::min(all + (isIndexed ? count : 0), most);
    }
  return all == most;
}

bool isVeryLong(const llvm::Function &function) {
  constexpr unsigned blocks = 6000;
  return llvm::hasNItemsOrMore(function, blocks + 1);
}

void combineLongFunctions(llvm::PassBuilder &builder) {
  builder.registerPeepholeEPCallback(
      [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
        passes.addPass(CombineLong());
      });
}

void mergeManyGuards(llvm::Module &module,
                     llvm::FunctionAnalysisManager &functions) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  for (int i = 0; i < 2; ++i) {
    passes.addPass(llvm::EarlyCSEPass());
    passes.addPass(llvm::SimplifyCFGPass());
  }
  for (llvm::Function &function : module)
    if (isLong(function))
      functions.invalidate(function, passes.run(function, functions));
}

} // namespace pyk2ptx
