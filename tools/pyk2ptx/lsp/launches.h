// The types of a kernel's arguments, as the launches in its file have them.
#ifndef PYK2PTX_TOOLS_LSP_LAUNCHES_H
#define PYK2PTX_TOOLS_LSP_LAUNCHES_H

#include "frontend/check/check.h"
#include "frontend/evaluate/evaluate.h"

#include <vector>

namespace pyk2ptx {

/// One for each launch `kernel[grid, block](a, n)` whose arguments' types
/// follow from the text; others are left out.
[[nodiscard]] std::vector<KernelTypes>
typesOfLaunches(const syntax::Module &module, const Scope &scope,
                Evaluator &evaluator);

} // namespace pyk2ptx

#endif
