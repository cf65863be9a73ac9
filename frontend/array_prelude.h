// The parts of the kernel language that are written in it: device functions in
// Python, compiled like the user's for the types of each call.
#ifndef PYK2PTX_FRONTEND_ARRAY_PRELUDE_H
#define PYK2PTX_FRONTEND_ARRAY_PRELUDE_H

#include "evaluate.h"

namespace pyk2ptx {

/// The module that defines `name`; parsed at the first use in the process.
const Scope &arrayScope(const char *name);

} // namespace pyk2ptx

#endif
