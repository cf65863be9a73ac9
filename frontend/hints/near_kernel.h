// A file without a kernel: which decorator was to make one.
#ifndef PYK2PTX_FRONTEND_HINTS_NEAR_KERNEL_H
#define PYK2PTX_FRONTEND_HINTS_NEAR_KERNEL_H

#include "frontend/messages/diagnostics.h"
#include "frontend/parse/syntax.h"
#include "frontend/scopes/scope.h"

namespace pyk2ptx {

/// Reports that there is none, at the nearest miss if there is one.
void tellNoKernel(const syntax::Module &module, const Scope &file,
                  Diagnostics &diagnostics);

} // namespace pyk2ptx

#endif
