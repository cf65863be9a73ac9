// Host: a function that is a coroutine, for threads that wait.
#ifndef PYK2PTX_COMPILER_LOWER_COROUTINE_H
#define PYK2PTX_COMPILER_LOWER_COROUTINE_H

#include "lowerer.h"

#include <string>

namespace pyk2ptx {

/// An empty function ptr(ptr params, ptr block, i32 x, i32 y, i32 z), which
/// HostCoroutine makes one.
[[nodiscard]] llvm::Function *
createCoroutine(ModuleLowerer &m, const std::string &name, bool isExternal);

/// What stands before the body of such a function and behind it. Between the
/// two the lowerer's returnBlock is its end.
class HostCoroutine {
public:
  /// The lowerer is at the entry of its function.
  explicit HostCoroutine(FunctionLowerer &lowerer);
  void end();

private:
  FunctionLowerer &lowerer_;
  llvm::Value *handle_ = nullptr;
};

} // namespace pyk2ptx

#endif
