// Which records that a kernel is given by value it may store to. A caller that
// wants such stores back passes the record's place instead (captured.h).
#ifndef PYK2PTX_COMPILER_ANALYZE_WRITTEN_RECORDS_H
#define PYK2PTX_COMPILER_ANALYZE_WRITTEN_RECORDS_H

#include "frontend/ir/ir.h"

#include <cstdint>
#include <vector>

namespace pyk2ptx {

/// The numbers of the kernels' parameters, ascending. One is left out only when
/// nothing can be stored to it.
[[nodiscard]] std::vector<std::uint32_t>
findWrittenRecords(const ir::Module &module);

} // namespace pyk2ptx

#endif
