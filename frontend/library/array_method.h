// The methods of arrays: the same memory seen otherwise, one element, and the
// refusal of those that make a new array.
#ifndef PYK2PTX_FRONTEND_LIBRARY_ARRAY_METHOD_H
#define PYK2PTX_FRONTEND_LIBRARY_ARRAY_METHOD_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// Whether it is a method of arrays that would make a new one, which is
/// reported.
bool refuseArrayMethod(Emitter &e, const syntax::Attribute &method,
                       SourceRange range);
/// Whether it is an array expression, which is reported: the function reads an
/// array.
bool refuseExpression(Emitter &e, const Operand &array);
Operand arrayReshape(Emitter &e, Operand array, std::vector<Operand> shape,
                     SourceRange range);
Operand arrayTranspose(Emitter &e, Operand array,
                       const std::vector<Operand> &axes, SourceRange range);
bool checkArguments(Emitter &e, const char *name, const syntax::Call &node,
                    std::vector<std::string> params, std::size_t required,
                    std::vector<std::optional<Operand>> &given);

} // namespace pyk2ptx

#endif
