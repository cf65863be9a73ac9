// Calls by which the lanes of a whole warp exchange values.
#ifndef PYK2PTX_COMPILER_ANALYZE_WARP_CALLS_H
#define PYK2PTX_COMPILER_ANALYZE_WARP_CALLS_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Whether all lanes come to the call: a shuffle, vote or reduction whose mask
/// is a constant that names them all; or syncwarp().
[[nodiscard]] bool isExchange(const ir::CallBuiltin &call);
/// Whether such a call gives every lane what it gives the first, a shuffle
/// where all ask for one lane.
[[nodiscard]] bool givesOneValue(const ir::CallBuiltin &exchange);

} // namespace pyk2ptx

#endif
