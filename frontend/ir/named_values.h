// Names that Python's `:=` sets within an expression.
#ifndef PYK2PTX_FRONTEND_IR_NAMED_VALUES_H
#define PYK2PTX_FRONTEND_IR_NAMED_VALUES_H

#include "ir.h"

#include <vector>

namespace pyk2ptx::ir {

/// The slots that a Let sets and that are more than a value of its body: read
/// outside of it, or set by something else, be it a Let in that body.
[[nodiscard]] std::vector<SlotId> namedSlots(const Function &function);

/// Makes statements of the Lets that set such slots; none is left. Other Lets
/// stay, and so do statements without these.
void setNamesApart(Module &module);

} // namespace pyk2ptx::ir

#endif
