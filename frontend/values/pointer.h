// Pointers that a kernel is given: p[i] reads and writes as C does, unchecked,
// and carray makes an array of one, whose indices are checked as any other's.
#ifndef PYK2PTX_FRONTEND_VALUES_POINTER_H
#define PYK2PTX_FRONTEND_VALUES_POINTER_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// A pointer as the endless array that its subscripts mean; anything else
/// itself.
Operand pointee(Emitter &e, Operand base);
Operand callCArray(Emitter &e, bool isFortran, const syntax::Call &node,
                   SourceRange range);

} // namespace pyk2ptx

#endif
