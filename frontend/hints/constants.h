// Constants that NumPy and Python refuse where a kernel computes on: one that
// does not fit, a division by zero, a negative shift.
#ifndef PYK2PTX_FRONTEND_HINTS_CONSTANTS_H
#define PYK2PTX_FRONTEND_HINTS_CONSTANTS_H

#include "frontend/emit/emitter.h"
#include "frontend/parse/syntax.h"

namespace pyk2ptx {

/// Whether the integer type holds a number of 64 bits.
bool fits(const Number &number, const Type &type);
/// Of a Python integer that becomes `type` where it is stored or converted.
void warnOutOfRange(Emitter &e, const Operand &operand, const Type &type);
/// Of an operator whose right side is known.
void warnOfRight(Emitter &e, syntax::BinaryOp op, const Operand &left,
                 const Operand &right, SourceRange range);

} // namespace pyk2ptx

#endif
