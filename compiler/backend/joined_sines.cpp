// Sine and cosine of an angle begin alike: it is reduced to a quarter of a
// turn, in a loop if it is large. libdevice's function for both does that once,
// and the results are the same. Which angles are the same one sees in values,
// so functions that call both are simplified before.
#include "joined_sines.h"

#include "libdevice.h"
#include "pass_analyses.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>

namespace pyk2ptx {

namespace {

using llvm::CallInst;

/// Of one of libdevice's float modes.
struct Sines {
  llvm::Function *sine, *cosine;
  std::string both;
};

/// "__nv_sinf.z" for "__nv_cosf.z" is "__nv_sincosf.z".
std::vector<Sines> sinesOf(llvm::Module &module) {
  std::vector<Sines> found;
  constexpr llvm::StringRef begin = "__nv_sin";
  for (llvm::Function &function : module) {
    llvm::StringRef end = function.getName();
    if (!function.isDeclaration() || !end.consume_front(begin))
      continue;
    llvm::Function *cosine = module.getFunction(("__nv_cos" + end).str());
    bool isAngle = end.empty() || end[0] == 'f' || end[0] == '.';
    if (isAngle && cosine && cosine->isDeclaration())
      found.push_back({&function, cosine, ("__nv_sincos" + end).str()});
  }
  return found;
}

std::vector<CallInst *> callsOf(const llvm::Function &callee,
                                const llvm::Function *in = nullptr) {
  std::vector<CallInst *> calls;
  for (llvm::User *user : const_cast<llvm::Function &>(callee).users())
    if (auto *call = llvm::dyn_cast<CallInst>(user);
        call && call->getCalledFunction() == &callee &&
        (!in || call->getFunction() == in))
      calls.push_back(call);
  return calls;
}

class SineJoiner {
public:
  SineJoiner(llvm::Function &function, const Sines &sines)
      : function_(function), sines_(sines), dominators_(function) {}

  void run() {
    llvm::MapVector<llvm::Value *, std::vector<CallInst *>> byAngle;
    for (const llvm::Function *callee : {sines_.sine, sines_.cosine})
      for (CallInst *call : callsOf(*callee, &function_))
        byAngle[call->getArgOperand(0)].push_back(call);
    for (auto &[angle, calls] : byAngle)
      join(calls);
  }

private:
  /// Those of one angle: with each that stands before one of the other kind,
  /// all behind it.
  void join(std::vector<CallInst *> &calls) {
    for (CallInst *first : std::vector(calls)) {
      if (!llvm::is_contained(calls, first))
        continue;
      std::vector<CallInst *> behind;
      bool isBoth = false;
      for (CallInst *call : calls)
        if (dominators_.dominates(first, call) || call == first) {
          behind.push_back(call);
          isBoth =
              isBoth || call->getCalledFunction() != first->getCalledFunction();
        }
      if (!isBoth)
        continue;
      replace(*first, behind);
      llvm::erase_if(calls, [&](CallInst *call) {
        return llvm::is_contained(behind, call);
      });
    }
  }

  void replace(CallInst &first, const std::vector<CallInst *> &calls) {
    llvm::BasicBlock &entry = function_.getEntryBlock();
    llvm::IRBuilder<> slots(&entry, entry.getFirstInsertionPt());
    llvm::Type *number = first.getType();
    llvm::Value *sine = slots.CreateAlloca(number);
    llvm::Value *cosine = slots.CreateAlloca(number);
    llvm::IRBuilder<> b(&first);
    llvm::FunctionCallee both = function_.getParent()->getOrInsertFunction(
        sines_.both, b.getVoidTy(), number, b.getPtrTy(), b.getPtrTy());
    b.CreateCall(both, {first.getArgOperand(0), sine, cosine});
    llvm::Value *values[] = {b.CreateLoad(number, sine),
                             b.CreateLoad(number, cosine)};
    for (CallInst *call : calls) {
      bool isCosine = call->getCalledFunction() == sines_.cosine;
      call->replaceAllUsesWith(values[isCosine]);
      call->eraseFromParent();
    }
  }

  llvm::Function &function_;
  const Sines &sines_;
  llvm::DominatorTree dominators_;
};

} // namespace

void joinSines(llvm::Module &module, llvm::TargetMachine &machine) {
  for (const Sines &sines : sinesOf(module)) {
    llvm::SetVector<llvm::Function *> functions;
    for (CallInst *call : callsOf(*sines.sine))
      if (!callsOf(*sines.cosine, call->getFunction()).empty())
        functions.insert(call->getFunction());
    PassAnalyses analyses(machine);
    llvm::FunctionPassManager simplify;
    simplify.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    simplify.addPass(llvm::EarlyCSEPass());
    for (llvm::Function *function : functions) {
      simplify.run(*function, analyses.functions);
      SineJoiner(*function, sines).run();
    }
    for (llvm::Function *unused : {sines.sine, sines.cosine})
      if (unused->use_empty())
        unused->eraseFromParent();
  }
}

} // namespace pyk2ptx
