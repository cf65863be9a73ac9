// Records that are values: CUDA's vectors, which are made, computed with and
// taken apart, and dataclasses, which are made and taken apart.
#ifndef PYK2PTX_FRONTEND_VALUES_VECTOR_H
#define PYK2PTX_FRONTEND_VALUES_VECTOR_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

bool isVector(const Operand &operand);
/// Of two floats, which stand for a complex number wherever one is wanted.
bool isPair(const Type &type);
/// A complex number as a pair, or a pair as one.
ir::ExprPtr pairAs(Emitter &e, Operand operand, const Type &type);
Operand vectorBinary(Emitter &e, syntax::BinaryOp op, Operand left,
                     Operand right, SourceRange range);
Operand vectorUnary(Emitter &e, syntax::UnaryOp op, Operand operand,
                    SourceRange range);
Operand makeVector(Emitter &e, const Type &type, const syntax::Call &node,
                   SourceRange range);
Operand makeDataclass(Emitter &e, const Value &given, const Type &type,
                      const syntax::Call &node, SourceRange range);

} // namespace pyk2ptx

#endif
