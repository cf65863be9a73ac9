// What numbers have behind a dot.
#ifndef PYK2PTX_FRONTEND_LIBRARY_NUMBER_MEMBER_H
#define PYK2PTX_FRONTEND_LIBRARY_NUMBER_MEMBER_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// x.astype(T), or x.view(T) with `isBits`.
Operand recastNumber(Emitter &e, bool isBits, Operand number,
                     const Operand &dtype, SourceRange range);

} // namespace pyk2ptx

#endif
