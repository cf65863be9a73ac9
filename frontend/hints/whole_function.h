// What is certain of a function once all of its IR is there: indices outside of
// arrays whose shapes are known, comparisons that have one result, barriers for
// some threads, None that is read.
#ifndef PYK2PTX_FRONTEND_HINTS_WHOLE_FUNCTION_H
#define PYK2PTX_FRONTEND_HINTS_WHOLE_FUNCTION_H

#include "assigned_once.h"
#include "frontend/messages/diagnostics.h"

#include <optional>
#include <string>

namespace pyk2ptx {

/// `statesTypes`: the source says the types of its parameters, once; else the
/// text may have been written for others, too.
void warnOfFunction(const ir::Function &function, bool statesTypes,
                    Diagnostics &diagnostics);

/// The parts of it, each in a file of its name.
void warnOfOutside(const ir::Function &function, const Assigned &assigned,
                   Diagnostics &diagnostics);
void warnOfCertain(const ir::Function &function, bool statesTypes,
                   Diagnostics &diagnostics);
void warnOfLoneBarriers(const ir::Function &function, const Assigned &assigned,
                        Diagnostics &diagnostics);
void warnOfNone(const ir::Function &function, Diagnostics &diagnostics);

/// Whether the text is made of numbers alone: a name may have another value
/// where it is changed.
bool isNumeral(const SourceRange &range);
/// "x" of "x.1": a variable whose type changes has several slots.
std::string nameOf(const ir::Function &function, ir::SlotId slot);

} // namespace pyk2ptx

#endif
