// inline_functions: small device functions are statements of their callers.
#ifndef PYK2PTX_COMPILER_TRANSFORM_INLINE_FUNCTIONS_H
#define PYK2PTX_COMPILER_TRANSFORM_INLINE_FUNCTIONS_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Calls of device functions without recursion, arrays of their own and
/// builtins that do more than give a value become their statements, where a
/// caller does not grow much by them. `fromLoops`: those that return from
/// inside a loop, too.
void inlineFunctions(ir::Module &module, bool fromLoops);

} // namespace pyk2ptx

#endif
