// Values that are None on some paths: of device functions that return nothing
// there, of variables that were None before a loop, of `x if c else None`.
#ifndef PYK2PTX_FRONTEND_VALUES_OPTIONAL_H
#define PYK2PTX_FRONTEND_VALUES_OPTIONAL_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// The value, which None, or an operand that may be None, can be.
Operand checkMaybe(Emitter &e, const syntax::Expr &expr);
/// The value of an operand that may be None, where it must not be: zero if it
/// is, or with --bounds=raise a TypeError.
Operand required(Emitter &e, Operand operand);
/// The type of an operand where None has one, in tuples too.
Type typeWithNone(Emitter &e, const Operand &operand);
ir::ExprPtr noneAs(Emitter &e, const Type &optional, SourceRange range);
Operand isThere(Emitter &e, Operand optional, SourceRange range);
/// The truth of a value that may be None.
ir::ExprPtr truthOf(Emitter &e, Operand optional);
Operand compareOptional(Emitter &e, syntax::CompareOp op, Operand left,
                        Operand right, SourceRange range);
Operand boolOpOptional(Emitter &e, bool isAnd, Operand left, Operand right,
                       SourceRange range);
/// A tuple's parts by the types of an element each, some of them optional.
ir::ExprPtr coerceParts(Emitter &e, Operand tuple, const Type &type);

/// Whether it may be None at run time.
bool isOptional(const Operand &operand);

} // namespace pyk2ptx

#endif
