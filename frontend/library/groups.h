// Names of cooperative groups that are no rows of builtins.def.
#ifndef PYK2PTX_FRONTEND_LIBRARY_GROUPS_H
#define PYK2PTX_FRONTEND_LIBRARY_GROUPS_H

#include <string>

namespace pyk2ptx {

/// Whether `path` is one of cg.plus, less, greater, bit_and, bit_or, bit_xor.
bool isGroupOperator(const std::string &path);

} // namespace pyk2ptx

#endif
