// Functions and turns of loops that end early become ones that end at their
// end.
#ifndef PYK2PTX_FRONTEND_IR_EARLY_ENDS_H
#define PYK2PTX_FRONTEND_IR_EARLY_ENDS_H

#include "ir.h"

#include <functional>
#include <optional>

namespace pyk2ptx {

/// The body with no statement behind one that may return. None where a return
/// stands in a loop, where both ways of a choice may go on behind it, and where
/// it may end without the value that it is to give.
[[nodiscard]] std::optional<ir::Block>
bodyWithReturnsLast(const ir::Function &function);

/// Returns in loops become breaks, behind which a slot says whether to return.
/// Nothing changes where there are none, or the function gives a tuple.
void breakForReturns(ir::Function &function);

/// Removes the returns of such a body; `put(value, block)` is called with each
/// value that one gives, for the block that it ended.
void dropReturns(ir::Block &body,
                 const std::function<void(ir::ExprPtr, ir::Block &)> &put);

/// Who would return goes on to the function's end, and does nothing on the way.
/// Nothing changes where a return stands in a loop. The function gives no
/// value.
void endTogether(ir::Function &function);

/// Adds a slot of a bool.
using NewSlot = std::function<ir::SlotId()>;

/// Of a loop that repeats `turn`: who would begin the next one goes on to this
/// one's end, and does nothing on the way. Inner loops stay as they are.
void endTurnsTogether(ir::Block &turn, const NewSlot &newFlag);

} // namespace pyk2ptx

#endif
