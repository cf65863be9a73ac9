// NumPy's other functions that are written in Python (prelude/): those
// of two arrays, searches in sorted ones, and number theory.
#ifndef PYK2PTX_FRONTEND_LIBRARY_ARRAY_FUNCTION_H
#define PYK2PTX_FRONTEND_LIBRARY_ARRAY_FUNCTION_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

struct BuiltinCall;

/// What a function of numbers takes: what it takes for the least common type,
/// or each as it is.
enum class NumberKind : std::uint8_t { Integers, Numbers, Reals };

/// A function of numbers that is written in Python; its parameters, with blanks
/// between, of which the first `required` must be given.
Operand checkNumbers(Emitter &e, BuiltinCall &&call, const char *function,
                     NumberKind kind, std::size_t required, const char *params);

Operand dotProduct(Emitter &e, const char *function, Operand a, Operand b,
                   SourceRange range);
Operand isInRange(Emitter &e, const syntax::Expr &value,
                  const syntax::Call &call, SourceRange range);

} // namespace pyk2ptx

#endif
