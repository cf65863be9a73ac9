// NumPy's other functions that are written in Python (prelude/): those
// of two arrays, searches in sorted ones, and number theory.
#ifndef PYK2PTX_FRONTEND_LIBRARY_ARRAY_FUNCTION_H
#define PYK2PTX_FRONTEND_LIBRARY_ARRAY_FUNCTION_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

Operand dotProduct(Emitter &e, const char *function, Operand a, Operand b,
                   SourceRange range);
Operand isInRange(Emitter &e, const syntax::Expr &value,
                  const syntax::Call &call, SourceRange range);

} // namespace pyk2ptx

#endif
