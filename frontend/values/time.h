// datetime64 and timedelta64.
#ifndef PYK2PTX_FRONTEND_VALUES_TIME_H
#define PYK2PTX_FRONTEND_VALUES_TIME_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

bool isTime(const Operand &operand);
Operand timeBinary(Emitter &e, syntax::BinaryOp op, Operand left, Operand right,
                   SourceRange range);
Operand timeCompare(Emitter &e, syntax::CompareOp op, Operand left,
                    Operand right, SourceRange range);
Operand timeUnary(Emitter &e, syntax::UnaryOp op, Operand operand,
                  SourceRange range);
/// Builtins of times: min, np.maximum, np.isnat, ...
Operand callTime(Emitter &e, Builtin builtin, std::vector<Operand> args,
                 SourceRange range);
/// np.timedelta64(n, "s")
Operand makeTimeValue(Emitter &e, const Type &type, const syntax::Call &node,
                      SourceRange range);
/// t.astype(dtype), t.view(dtype)
Operand castTime(Emitter &e, Operand time, const Operand &dtype,
                 SourceRange range);
Operand viewTime(Emitter &e, Operand time, const Operand &dtype,
                 SourceRange range);
/// What a time or an integer counts in the unit, an int64.
Operand countIn(Emitter &e, Operand operand, TimeType::Unit unit,
                SourceRange range);
/// A time, or an integer as a span, as the type; canCoerce held.
ir::ExprPtr coerceTime(Emitter &e, Operand operand, const Type &type);

} // namespace pyk2ptx

#endif
