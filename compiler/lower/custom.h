// The functions that rows of builtins.def name as their lowering, one each.
#ifndef PYK2PTX_COMPILER_LOWER_CUSTOM_H
#define PYK2PTX_COMPILER_LOWER_CUSTOM_H

#include "lowerer.h"

namespace pyk2ptx {

struct CustomCall {
  const ir::CallBuiltin &node;
  const ir::Expr &expr;
  llvm::ArrayRef<llvm::Value *> args;
};

/// The result of what only acts.
inline llvm::Value *noValue(FunctionLowerer &f) {
  return llvm::PoisonValue::get(f.m.valueType(Type::none()));
}

// ---- those that get a row's parameter behind the call ----

llvm::Value *lowerMeeting(FunctionLowerer &f, const CustomCall &call,
                          HostMeet meet);
llvm::Value *lowerRedux(FunctionLowerer &f, const CustomCall &call,
                        WarpReduction reduction);
llvm::Value *lowerMbarrier(FunctionLowerer &f, const CustomCall &call,
                           Mbarrier use);

// ---- the others ----

#define CUSTOM(function)                                                       \
  llvm::Value *function(FunctionLowerer &f, const CustomCall &call);
#include "builtin_lowerings.inc"
#undef CUSTOM

} // namespace pyk2ptx

#endif
