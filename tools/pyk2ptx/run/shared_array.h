// Arguments of `pyk2ptx run` that are memory of another: y=x, y=x[1:].
#ifndef PYK2PTX_TOOLS_PYK2PTX_RUN_SHARED_ARRAY_H
#define PYK2PTX_TOOLS_PYK2PTX_RUN_SHARED_ARRAY_H

#include "arguments.h"

#include <pyk2ptx/error.h>

#include <vector>

namespace pyk2ptx {

/// Gives each argument whose word is the name of another that is an array, with
/// or without a subscript, that array or that part of it. The arguments have
/// their parameters' names. IndexError, ValueError, TypeError for a subscript
/// that has no elements there; TypeError for one of no array.
[[nodiscard]] Result<void> shareArrays(std::vector<RunArgument> &arguments);

} // namespace pyk2ptx

#endif
