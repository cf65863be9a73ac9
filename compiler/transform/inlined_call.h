// The statements of a device function in place of a call of it.
#ifndef PYK2PTX_COMPILER_TRANSFORM_INLINED_CALL_H
#define PYK2PTX_COMPILER_TRANSFORM_INLINED_CALL_H

#include "frontend/ir/ir.h"

#include <unordered_map>
#include <unordered_set>

namespace pyk2ptx {

/// Whether both mean the same by what they say.
[[nodiscard]] bool isAlike(const ir::Function &caller,
                           const ir::Function &callee);

/// What the arrays of functions are to one caller, who has them once however
/// often it calls: by function, the number of its first one.
using InlinedArrays = std::unordered_map<std::uint32_t, std::uint32_t>;

/// Appends to `out` what the call does, by `body`, bodyWithReturnsLast of the
/// callee (early_ends.h). `call` becomes what it gives: an empty tuple for
/// nothing, a slot's value or, where every return says them one by one, a tuple
/// of slots', which `results` gets.
void inlineCall(ir::Function &caller, const ir::Function &callee,
                const ir::Block &body, ir::Expr &call, InlinedArrays &arrays,
                std::unordered_set<ir::SlotId> &results, ir::Block &out);

/// Whether the statement is an evaluation of which nothing is left but what a
/// call gave.
[[nodiscard]] bool isInlined(const ir::Stmt &stmt);

/// Of a slot that is assigned once, a tuple of such results, the elements are
/// these.
void forwardTuples(ir::Function &function,
                   const std::unordered_set<ir::SlotId> &results);

} // namespace pyk2ptx

#endif
