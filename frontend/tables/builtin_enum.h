// The rows of builtins.def by name: Builtin::ThreadIdxX. A new row compiles
// again who includes this; most only hand rows on, and need no more than
// builtins.h.
#ifndef PYK2PTX_FRONTEND_TABLES_BUILTIN_ENUM_H
#define PYK2PTX_FRONTEND_TABLES_BUILTIN_ENUM_H

#include "builtins.h"

namespace pyk2ptx {

enum class Builtin : std::uint16_t {
#define ENUMERATOR(name) name,
#include "builtin_enumerators.inc"
#undef ENUMERATOR
};

} // namespace pyk2ptx

#endif
