// LLVM simplifies a function, then inlines it. What only the function's end
// needs is computed at its end by then: of
//
//   radius = uniform(...)                     a conversion from 64 bits
//   angle = uniform(...)
//   return sqrt(-2 * log(radius)) * cos(2 * pi * angle)
//
// the conversion of the first number stands behind the branch over the cosine's
// reduction of large angles, and begins when the second is done. A GPU's
// threads wait for one after the other that could be on their way together.
// Inlined before, it stands where it was written.
//
// Straight-line functions without calls have no such place, and comparisons
// that are simplified there first stay comparisons: of the branches that they
// would be in a caller LLVM makes switches.
#include "inline_first.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <utility>

namespace pyk2ptx {

namespace {

bool isPlainLeaf(const llvm::Function &function) {
  return function.size() == 1 &&
         llvm::none_of(function.front(), [](const llvm::Instruction &i) {
           return llvm::isa<llvm::CallBase>(i) &&
                  !llvm::isa<llvm::IntrinsicInst>(i);
         });
}

/// Not long ones that are called often: they are better simplified once.
bool isInlinedFirst(const llvm::Function &function) {
  constexpr unsigned mostCopied = 500;
  return function.hasLocalLinkage() && !function.isDeclaration() &&
         !function.hasFnAttribute(llvm::Attribute::NoInline) &&
         !isPlainLeaf(function) &&
         (function.hasOneUse() ||
          function.getInstructionCount() * function.getNumUses() <= mostCopied);
}

} // namespace

void inlineFirst(llvm::Module &module, PassAnalyses &analyses) {
  // What is copied into callers is short. (In LLVM's own order: of comparisons
  // of one variable's values branches would become a switch.)
  llvm::FunctionPassManager early;
  early.addPass(llvm::SimplifyCFGPass());
  early.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  early.addPass(llvm::EarlyCSEPass());
  llvm::createModuleToFunctionPassAdaptor(std::move(early))
      .run(module, analyses.modules);
  llvm::CallGraph graph(module);
  for (auto calls = llvm::scc_begin(&graph); !calls.isAtEnd(); ++calls)
    if (llvm::Function *function = calls->front()->getFunction();
        function && !calls.hasCycle() && isInlinedFirst(*function))
      function->addFnAttr(llvm::Attribute::AlwaysInline);
  llvm::AlwaysInlinerPass().run(module, analyses.modules);
  analyses.modules.invalidate(module, llvm::PreservedAnalyses::none());
}

} // namespace pyk2ptx
