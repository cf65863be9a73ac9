// The matrix instructions of the CPU device.
#ifndef PYK2PTX_JIT_CPU_MATRIX_H
#define PYK2PTX_JIT_CPU_MATRIX_H

#include "compiler/target/host_abi.h"

#include <cstdint>

namespace pyk2ptx {

/// `lanes` are the 32 threads' parts; null where there is no thread. `operand`:
/// how many matrices, and 256 if they are transposed.
void loadMatrices(HostMatrix *const *lanes, std::uint32_t operand);
/// The same of stmatrix: afterwards each lane has the row that it is to store.
void gatherRows(HostMatrix *const *lanes, std::uint32_t operand);
/// `index`: the row of mma_shapes.def.
void multiplyMatrices(HostMatrix *const *lanes, std::uint32_t index);

} // namespace pyk2ptx

#endif
