// round(x) and round(x, digits).
#ifndef PYK2PTX_FRONTEND_LIBRARY_ROUND_H
#define PYK2PTX_FRONTEND_LIBRARY_ROUND_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

Operand callRound(Emitter &e, std::vector<Operand> args, SourceRange range);

} // namespace pyk2ptx

#endif
