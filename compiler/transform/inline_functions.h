// inline_functions: small device functions are statements of their callers.
#ifndef PYK2PTX_COMPILER_TRANSFORM_INLINE_FUNCTIONS_H
#define PYK2PTX_COMPILER_TRANSFORM_INLINE_FUNCTIONS_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Calls of device functions without recursion, arrays of their own, builtins
/// that do more than give a value, and returns from inside a loop become their
/// statements, where a caller does not grow much by them.
void inlineFunctions(ir::Module &module);

} // namespace pyk2ptx

#endif
