// Array expressions: a[:] = b + c * 2, np.add(b, 1, a).
#ifndef PYK2PTX_FRONTEND_VALUES_ELEMENTWISE_H
#define PYK2PTX_FRONTEND_VALUES_ELEMENTWISE_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

bool hasElements(const std::vector<Operand> &operands);
/// Makes elements of the arrays among the operands of one operation, and
/// evaluates its numbers once; false with a message where no array expression
/// can stand.
bool takeElements(Emitter &e, std::vector<Operand> &operands,
                  SourceRange range);
/// `isTarget`: of the array that the assignment changes.
Operand elementAt(Emitter &e, Operand array, SourceRange range,
                  bool isTarget = false);
Operand placeFromEnd(Emitter &e, std::size_t axis, SourceRange range);
void findRoot(const ir::Expr &expr, Elementwise::Leaf &leaf);
/// Emits NeedsMemory; false.
bool needsMemory(Emitter &e, SourceRange range, const std::string &what,
                 const std::string &instead);

} // namespace pyk2ptx

#endif
