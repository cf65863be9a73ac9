// What a constant chooses: `x if FLAG else y`, `FLAG and x`, min(3, 4.5).
#ifndef PYK2PTX_FRONTEND_VALUES_CHOICE_H
#define PYK2PTX_FRONTEND_VALUES_CHOICE_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// The operand that was chosen, as one of the type of all of them.
Operand chosen(Emitter &e, Operand value, const std::vector<Type> &others,
               SourceRange range);

} // namespace pyk2ptx

#endif
