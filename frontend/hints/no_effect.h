// Statements that do nothing: a function that is not called, `==` for `=`, ++n.
#ifndef PYK2PTX_FRONTEND_HINTS_NO_EFFECT_H
#define PYK2PTX_FRONTEND_HINTS_NO_EFFECT_H

#include "frontend/emit/emitter.h"
#include "frontend/parse/syntax.h"

namespace pyk2ptx {

/// Of an expression that is a statement, and its value.
void warnOfNoEffect(Emitter &e, const syntax::Expr &expr,
                    const Operand &result);
/// Of n =+ 1.
void warnOfSign(Emitter &e, const syntax::Assign &node);

} // namespace pyk2ptx

#endif
