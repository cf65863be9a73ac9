// Questions about a value's type, answered at compile time: isinstance,
// hasattr, getattr, type; and int.bit_count, int.bit_length.
#ifndef PYK2PTX_FRONTEND_LIBRARY_INTROSPECTION_H
#define PYK2PTX_FRONTEND_LIBRARY_INTROSPECTION_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

Operand callBits(Emitter &e, const std::string &name, Operand operand,
                 SourceRange range);
/// `is` of two operands; nothing when it cannot be told.
std::optional<Operand> identity(Emitter &e, bool isSame, Operand &left,
                                Operand &right, SourceRange range);

/// Whether a library's name is a class that isinstance knows.
bool isClassName(const std::string &path);

} // namespace pyk2ptx

#endif
