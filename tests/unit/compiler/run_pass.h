// One pass over one function of LLVM IR, with the analyses that it asks for.
#ifndef PYK2PTX_TESTS_UNIT_RUN_PASS_H
#define PYK2PTX_TESTS_UNIT_RUN_PASS_H

#include <llvm/IR/Function.h>
#include <llvm/Passes/PassBuilder.h>

namespace pyk2ptx {

/// Whether it changed anything.
template <class Pass> bool runPass(llvm::Function &function) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  return !Pass::run(function, functions).areAllPreserved();
}

} // namespace pyk2ptx

#endif
