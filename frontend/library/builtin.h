// Python's built-ins, and cuda.grid and cuda.gridsize.
#ifndef PYK2PTX_FRONTEND_LIBRARY_BUILTIN_H
#define PYK2PTX_FRONTEND_LIBRARY_BUILTIN_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

Operand callInt(Emitter &e, std::vector<Operand> args, SourceRange range);
Operand callAbs(Emitter &e, Operand arg, SourceRange range);
void checkPrint(Emitter &e, const syntax::Call &node, SourceRange range,
                ir::Block &block);
/// `number`: of the argument of print, for messages.
void printOperand(Emitter &e, Operand operand,
                  std::vector<ir::PrintPiece> &pieces, std::size_t number = 1);

} // namespace pyk2ptx

#endif
