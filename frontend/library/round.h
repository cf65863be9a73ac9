// Rounding to integers; round(x) and round(x, digits).
#ifndef PYK2PTX_FRONTEND_LIBRARY_ROUND_H
#define PYK2PTX_FRONTEND_LIBRARY_ROUND_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// Rows whose integer result came from rounding a float, and the row that
/// gives the same as a float: Python's unbounded int, made a float, is exactly
/// that.
std::optional<Builtin> realForm(Builtin builtin);
Operand callRound(Emitter &e, std::vector<Operand> args, SourceRange range);

} // namespace pyk2ptx

#endif
