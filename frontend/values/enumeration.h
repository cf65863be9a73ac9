// Members of enumerations that equal nothing but themselves.
#ifndef PYK2PTX_FRONTEND_VALUES_ENUMERATION_H
#define PYK2PTX_FRONTEND_VALUES_ENUMERATION_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// Known, or computed.
bool isMember(const Operand &operand);
/// What kernels compute with: a record of its value. `value` is a number.
ir::ExprPtr memberOf(ir::ExprPtr value, const Type &type);
/// `==`, `!=`, `is`, `is not`, where one of both is a member, and `in` a flag;
/// nothing for other operators.
std::optional<Operand> memberCompare(Emitter &e, syntax::CompareOp op,
                                     Operand &left, Operand &right,
                                     SourceRange range);
/// `&`, `|`, `^` and `~` of flags; nothing for all else.
std::optional<Operand> flagBinary(Emitter &e, syntax::BinaryOp op,
                                  Operand &left, Operand &right,
                                  SourceRange range);
std::optional<Operand> flagInvert(Emitter &e, Operand &operand,
                                  SourceRange range);
/// `member.value`
Operand memberValue(Emitter &e, Operand member, SourceRange range);
/// `if member:`
Operand memberTruth(Emitter &e, Operand member, SourceRange range);
/// A parameter of a kernel, or the elements of a tuple that is one: hosts pass
/// values of members, so its type is theirs.
Type passedAs(const Type &type);
/// What was passed, as the type that the kernel has.
ir::ExprPtr receivedAs(ir::ExprPtr passed, const Type &type);

} // namespace pyk2ptx

#endif
