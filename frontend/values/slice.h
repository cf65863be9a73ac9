// Assignment to a part of an array, element by element: one loop an axis around
// one store.
#ifndef PYK2PTX_FRONTEND_VALUES_SLICE_H
#define PYK2PTX_FRONTEND_VALUES_SLICE_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

void storePart(Emitter &e, Operand base, std::vector<Operand> subscripts,
               const syntax::Subscript &node, Operand value, SourceRange range,
               ir::Block &block);
/// `place`: where the target came from, if it is kept in a slot already.
/// `stored` gets the target, without elements where shapes do not match.
void storeAll(Emitter &e, Operand target, Operand value, SourceRange range,
              ir::Block &block, const Elementwise::Leaf *place = nullptr,
              Operand *stored = nullptr);
/// part op= value, where `part` is an array; augmentBy of a value that is there
/// already.
void augmentBy(Emitter &e, syntax::BinaryOp op, Operand part, Operand right,
               SourceRange range, ir::Block &block);
void augmentPart(Emitter &e, syntax::BinaryOp op, Operand part,
                 const syntax::Expr &value, SourceRange range,
                 ir::Block &block);

} // namespace pyk2ptx

#endif
