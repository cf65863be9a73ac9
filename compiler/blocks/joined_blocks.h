// Host: kernels whose blocks can be run as one long block along x.
#ifndef PYK2PTX_COMPILER_BLOCKS_JOINED_BLOCKS_H
#define PYK2PTX_COMPILER_BLOCKS_JOINED_BLOCKS_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Whether nobody sees which block a thread is in along x, but by cuda.grid's x
/// (PlaceNumbers, without what slots hold), nor in which order threads run. The
/// kernel waits for nobody.
[[nodiscard]] bool joinsBlocks(const ir::Module &module,
                               const ir::Function &kernel);

/// In kernels whose blocks can be joined by it: reads of slots that always hold
/// a register's value are reads of the register.
void readRegisters(ir::Module &module);

} // namespace pyk2ptx

#endif
