// Internal to the checker: the type of a value that may be None, numba's
// Optional. It is a tuple (there, value), so that the IR and what reads it know
// nothing of it; the names of its elements, which no named tuple can have, tell
// it from one.
#ifndef PYK2PTX_FRONTEND_TYPES_OPTIONAL_TYPE_H
#define PYK2PTX_FRONTEND_TYPES_OPTIONAL_TYPE_H

#include "types.h"

namespace pyk2ptx {

/// `value`: any type that a run-time value has. Of an optional one itself.
Type optionalOf(const Type &value);
bool isOptionalType(const Type &type);
/// What it is where it is not None; of another type itself.
Type valueOf(const Type &type);
/// Whether it is optional, or a tuple with such an element.
bool holdsOptional(const Type &type);

} // namespace pyk2ptx

#endif
