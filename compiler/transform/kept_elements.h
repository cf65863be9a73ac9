// Elements that a loop adds to, or only reads, are in registers meanwhile.
#ifndef PYK2PTX_COMPILER_TRANSFORM_KEPT_ELEMENTS_H
#define PYK2PTX_COMPILER_TRANSFORM_KEPT_ELEMENTS_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// In kernels, `out[i] = ... out[i] ...` of a loop that does not change i: the
/// element is a slot from before the loop to its end, where no array that the
/// loop has may share memory with `out`, behind a test where that is not known
/// (Function::noAlias). `areGuarded`: indices are, or will be (bounds.h), so an
/// element may be loaded where the loop may not have come to it. Then elements
/// that a loop only reads are read before it.
void keepElements(ir::Module &module, bool areGuarded);

} // namespace pyk2ptx

#endif
