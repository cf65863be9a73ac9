// What kernels do not have: the rows of refused.def.
#ifndef PYK2PTX_FRONTEND_TABLES_REFUSED_H
#define PYK2PTX_FRONTEND_TABLES_REFUSED_H

#include <string>

namespace pyk2ptx {

/// The nearest thing that works in place of what kernels do not have; null when
/// there is none.
const char *nearestThing(const std::string &what);

} // namespace pyk2ptx

#endif
