// Tuples as values: comparison, membership, slices, indices known at run time
// only, count and index.
#ifndef PYK2PTX_FRONTEND_VALUES_TUPLE_H
#define PYK2PTX_FRONTEND_VALUES_TUPLE_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

bool isTuple(const Operand &operand);
/// Operand::tuple; an error, which is reported, where it has too many elements.
Operand
makeTuple(Emitter &e, std::vector<Operand> parts, SourceRange range,
          std::shared_ptr<const std::vector<std::string>> names = nullptr);
/// The same of what may be a tuple.
Operand limited(Emitter &e, Operand made, SourceRange range);
std::vector<Operand> elementsOnce(Emitter &e, Operand tuple,
                                  std::vector<ir::Let> &lets);
Operand compareTuples(Emitter &e, syntax::CompareOp op, Operand left,
                      Operand right, SourceRange range);
Operand negation(Emitter &e, Operand value, SourceRange range);
/// `left == right` where values of sorts that never are equal, are not. Of both
/// there is no other use.
Operand areEqual(Emitter &e, Operand left, Operand right, SourceRange range);
Operand isIn(Emitter &e, Operand value, Operand tuple, SourceRange range);
Operand finished(Emitter &e, Operand value, std::vector<ir::Let> lets);
/// t.count(value), or t.index(value).
Operand searchTuple(Emitter &e, bool isCount, Operand tuple, Operand value,
                    SourceRange range);
Operand callTupleFold(Emitter &e, Builtin builtin, std::vector<Operand> args,
                      SourceRange range);
Operand tupleSlice(Emitter &e, std::vector<Operand> elements, Operand slice,
                   SourceRange range);
Operand dynamicElement(Emitter &e, std::vector<Operand> elements, Operand index,
                       std::vector<ir::Let> lets, SourceRange range);

} // namespace pyk2ptx

#endif
