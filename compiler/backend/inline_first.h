// inline_first: functions become part of their callers before LLVM's pipeline.
#ifndef PYK2PTX_COMPILER_BACKEND_INLINE_FIRST_H
#define PYK2PTX_COMPILER_BACKEND_INLINE_FIRST_H

#include "pass_analyses.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pyk2ptx {

/// Of a module for a GPU. Whether calls are left is for LLVM's inliner.
void inlineFirst(llvm::Module &module, PassAnalyses &analyses);

} // namespace pyk2ptx

#endif
