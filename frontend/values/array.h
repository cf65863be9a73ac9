// Subscripts, views, and the arrays that kernels declare.
#ifndef PYK2PTX_FRONTEND_VALUES_ARRAY_H
#define PYK2PTX_FRONTEND_VALUES_ARRAY_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// Lower, upper or step (0 to 2) of a slice, out of it; none where it has none.
std::optional<Operand> takeBound(Operand &slice, std::size_t part);
Operand checkSubscript(Emitter &e, const syntax::Subscript &node,
                       SourceRange range);
Operand arraySubscript(Emitter &e, Operand base,
                       std::vector<Operand> subscripts,
                       const syntax::Subscript &node, SourceRange range);
Operand makeView(Emitter &e, Operand base, std::vector<Operand> subscripts,
                 const syntax::Subscript &node, SourceRange range);
/// The subscripts of a[...], a tuple among them taken apart. False after an
/// error.
bool checkSubscripts(Emitter &e, const syntax::Subscript &node,
                     std::vector<Operand> &subscripts);
/// A tuple's elements as operands of their own; false when it is none.
bool expandTuple(Emitter &e, Operand &operand, std::vector<Operand> &elements);
bool makeIndices(Emitter &e, const Type &array, std::vector<Operand> subscripts,
                 std::vector<ir::Index> &indices, SourceRange range);
void takePartialIndex(Operand &base, std::vector<ir::Index> &indices);
/// `array` is what `once` returned.
Operand arrayProperty(Emitter &e, const Operand &array, ir::ArrayField field,
                      int axis, SourceRange range);
bool readShape(Emitter &e, const Operand &shape, bool shared,
               ir::ArrayDeclaration &declaration);
std::optional<Type> readDtype(Emitter &e, const Operand &dtype);
/// The same where records cannot be.
std::optional<Scalar> readScalarType(Emitter &e, const Operand &dtype);
/// A function of the prelude, for these arguments.
Operand callArrayFunction(Emitter &e, const char *name,
                          std::vector<Operand> args, SourceRange range);

} // namespace pyk2ptx

#endif
