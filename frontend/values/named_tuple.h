// Named tuples: tuples whose elements have names.
#ifndef PYK2PTX_FRONTEND_VALUES_NAMED_TUPLE_H
#define PYK2PTX_FRONTEND_VALUES_NAMED_TUPLE_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

Operand callNamedTuple(Emitter &e, const Value &made, const syntax::Call &node,
                       SourceRange range);
std::optional<Operand> namedElement(Emitter &e, Operand &tuple,
                                    const std::string &name, SourceRange range);

} // namespace pyk2ptx

#endif
