// What to write where a library's name, or a number of an array, is not used as
// what it is: cuda.threadIdx for cuda.threadIdx.x, x.size() for x.size.
#ifndef PYK2PTX_FRONTEND_HINTS_MISUSE_H
#define PYK2PTX_FRONTEND_HINTS_MISUSE_H

#include "frontend/emit/emitter.h"
#include "frontend/parse/syntax.h"

#include <string>

namespace pyk2ptx {

/// "; write `cuda.threadIdx.x`": of a library's name that is called and is no
/// function; "" where nothing is known.
std::string meantByCall(const std::string &path);
/// Notes for what is used as a value, indexed, or called.
void noteValue(Diagnostic &message, const Operand &operand);
/// Of x.shape for x.shape[0].
void noteShape(Diagnostic &message, const Operand &operand);
/// Of as many subscripts as a tuple has elements, and of names for numbers that
/// cuda.grid gives; `range` has the subscripts, or the value.
void noteTupleIndex(Diagnostic &message, SourceRange range, std::size_t count);
void noteUnpacked(Diagnostic &message, SourceRange range, std::size_t wanted);
void noteCall(Diagnostic &message, const Operand &callee,
              const syntax::Call &node);

/// The text with an element for each array in it: "x[i] > 0"; "" where there is
/// none.
std::string asElement(Emitter &e, const syntax::Expr &expr);
/// What it is of an element, below the errors after `mark`.
void noteElement(Emitter &e, const syntax::Expr &expr, Diagnostics::Mark mark);
/// "x[i, j]" of an array of two axes.
std::string elementText(SourceRange range, std::size_t ndim);
/// Whether all that came after `mark` is that an array expression has no place
/// for its elements.
bool isOnlyOfArrays(const Diagnostics &diagnostics, Diagnostics::Mark mark);

} // namespace pyk2ptx

#endif
