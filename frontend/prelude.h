// Functions of the language that are written in Python, compiled with the
// kernel that calls them, like its own device functions.
#ifndef PYK2PTX_FRONTEND_PRELUDE_H
#define PYK2PTX_FRONTEND_PRELUDE_H

#include "evaluate.h"

#include <string>

namespace pyk2ptx {

/// The prelude's function; there must be one of this name.
FunctionValue preludeFunction(const std::string &name);

/// Whether the prelude declares the parameter as complex; else it is real.
bool isComplexParameter(const syntax::Parameter &param);

} // namespace pyk2ptx

#endif
