// NumPy's text of a fixed length: elements of arrays and fields of records that
// can be copied and compared, and assigned constant strings.
#ifndef PYK2PTX_FRONTEND_VALUES_CHARS_H
#define PYK2PTX_FRONTEND_VALUES_CHARS_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

bool isChars(const Operand &operand);
Operand compareChars(Emitter &e, syntax::CompareOp op, Operand left,
                     Operand right, SourceRange range);
/// A reference to a copy, in a local array of this function, cut or padded to
/// the length of `type`.
Operand charsAs(Emitter &e, Operand text, const Type &type);
/// The elements of bytes, a constant array of uint8.
Operand arrayOfBytes(Emitter &e, const Value &text, SourceRange range);
Operand charsLength(Emitter &e, Operand text, SourceRange range);

} // namespace pyk2ptx

#endif
