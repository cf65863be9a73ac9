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

#define Custom(function)                                                       \
  llvm::Value *function(FunctionLowerer &f, const CustomCall &call);
#define Nvvm(x)
#define Math(f32, f64)
#define Llvm(x)
#define Checker
#define BUILTIN(enumerator, name, signature, effect, lowering, since, doc)     \
  lowering
#include "frontend/tables/builtins.def"
#undef BUILTIN
#undef Checker
#undef Llvm
#undef Math
#undef Nvvm
#undef Custom

} // namespace pyk2ptx

#endif
