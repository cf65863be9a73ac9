// A number that was to be compared as what stands before it: i == 1 or 2.
#ifndef PYK2PTX_FRONTEND_HINTS_CERTAIN_H
#define PYK2PTX_FRONTEND_HINTS_CERTAIN_H

#include "frontend/messages/diagnostics.h"
#include "frontend/parse/syntax.h"

namespace pyk2ptx {

/// Of the operands of a condition.
void warnOfNumberAlone(Diagnostics &diagnostics, const syntax::BoolOp &node);

} // namespace pyk2ptx

#endif
