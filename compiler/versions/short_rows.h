// short_rows: kernels on pixels of four channels, pairs of coordinates and
// their like are there once more, for vectors.
#ifndef PYK2PTX_COMPILER_VERSIONS_SHORT_ROWS_H
#define PYK2PTX_COMPILER_VERSIONS_SHORT_ROWS_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Copies kernels that use all of a last axis of two or four elements, and no
/// others (ir::If::shortRows).
void copyForShortRows(ir::Module &module);

} // namespace pyk2ptx

#endif
