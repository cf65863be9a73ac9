// The prelude: functions of the language that are written in it. They are
// compiled with the kernel that calls them, like its own device functions.
#ifndef PYK2PTX_FRONTEND_EVALUATE_PRELUDE_H
#define PYK2PTX_FRONTEND_EVALUATE_PRELUDE_H

#include "evaluate.h"

#include <string_view>

namespace pyk2ptx {

/// The function of this name in frontend/prelude/*.py; there must be one.
FunctionValue preludeFunction(std::string_view name);

/// All that frontend/prelude/FILE.py defines.
const Scope &preludeScope(std::string_view file);

} // namespace pyk2ptx

#endif
