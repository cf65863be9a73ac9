// whole_parts: floats of which indices are made, and numbers that conditions
// ask about.
#ifndef PYK2PTX_COMPILER_VERSIONS_WHOLE_PARTS_H
#define PYK2PTX_COMPILER_VERSIONS_WHOLE_PARTS_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// For GPUs. Behind the versions of loops, before those of straight code.
void copyForWholeParts(ir::Module &module);

} // namespace pyk2ptx

#endif
