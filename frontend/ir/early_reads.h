// Reads of what the same statement sets further on.
#ifndef PYK2PTX_FRONTEND_IR_EARLY_READS_H
#define PYK2PTX_FRONTEND_IR_EARLY_READS_H

#include "ir.h"

namespace pyk2ptx::ir {

/// Whether an expression of the statement reads a slot that a Let behind it, in
/// the order of evaluation, sets; but for reads whose value a Let keeps.
[[nodiscard]] bool hasEarlyReads(const Stmt &stmt);

/// Has a Let of a slot of its own keep the value of each such read: then what a
/// slot is in a statement is what it is behind it, and so are its conditions.
void keepEarlyReads(Module &module);

} // namespace pyk2ptx::ir

#endif
