// Names of cooperative primitives that are no rows of builtins.def.
#ifndef PYK2PTX_FRONTEND_PRIMITIVES_COOP_H
#define PYK2PTX_FRONTEND_PRIMITIVES_COOP_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// Whether `path` is one of tables/coop.def, or the module of some.
bool isCoopName(const std::string &path);
/// A call of one; nothing for all else.
std::optional<Operand> callCoop(Emitter &e, const std::string &path,
                                const syntax::Call &node, SourceRange range);

} // namespace pyk2ptx

#endif
