// What to write where a library's name, or a number of an array, is not used as
// what it is: cuda.threadIdx for cuda.threadIdx.x, x.size() for x.size.
#ifndef PYK2PTX_FRONTEND_HINTS_MISUSE_H
#define PYK2PTX_FRONTEND_HINTS_MISUSE_H

#include "frontend/emit/emitter.h"
#include "frontend/parse/syntax.h"

#include <string>

namespace pyk2ptx {

/// "; write `cuda.threadIdx.x`": of a library's name that is called and is no
/// function; "" where nothing is known.
std::string meantByCall(const std::string &path);
/// Notes for what is used as a value, indexed, or called.
void noteValue(Diagnostic &message, const Operand &operand);
void noteCall(Diagnostic &message, const Operand &callee,
              const syntax::Call &node);

} // namespace pyk2ptx

#endif
