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
/// Which lanes, beside the thread's own: those below, up to it, itself, from it
/// on, above.
enum class LaneMask : std::uint8_t { Lt, Le, Eq, Ge, Gt };
llvm::Value *lowerLaneMask(FunctionLowerer &f, const CustomCall &call,
                           LaneMask lanes);
llvm::Value *lowerFence(FunctionLowerer &f, const CustomCall &call,
                        ir::AtomicScope scope);
/// An integer of so many bits.
llvm::Value *lowerClock(FunctionLowerer &f, const CustomCall &call,
                        unsigned bits);
llvm::Value *lowerScaled(FunctionLowerer &f, const CustomCall &call,
                         double factor);
llvm::Value *lowerComplexPart(FunctionLowerer &f, const CustomCall &call,
                              unsigned part);
/// `format` as instructions name it, for two numbers.
llvm::Value *lowerFp8(FunctionLowerer &f, const CustomCall &call,
                      const char *format);

// ---- the others ----

#define CUSTOM(function)                                                       \
  llvm::Value *function(FunctionLowerer &f, const CustomCall &call);
#include "builtin_lowerings.inc"
#undef CUSTOM

} // namespace pyk2ptx

#endif
