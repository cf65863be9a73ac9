// Records that are places in memory, and those that are values.
#ifndef PYK2PTX_FRONTEND_TYPES_RECORD_KIND_H
#define PYK2PTX_FRONTEND_TYPES_RECORD_KIND_H

#include "types.h"

namespace pyk2ptx {

/// The fields of NumPy's structure as a value, a dataclass's; and those of a
/// dataclass as NumPy has them in memory. Fields that are records, too. Other
/// types are themselves.
Type valueOfStructure(const Type &type);
Type structureOfValue(const Type &type);

} // namespace pyk2ptx

#endif
