// Whether the threads of a block may run one after the other.
#ifndef PYK2PTX_COMPILER_ANALYZE_THREADS_IN_TURN_H
#define PYK2PTX_COMPILER_ANALYZE_THREADS_IN_TURN_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// From barrier to barrier, without anybody seeing it: of a kernel, or, where
/// it may not depend on the thread's place, of a function that it calls.
[[nodiscard]] bool mayGoInTurn(const ir::Module &module,
                               const ir::Function &function);

/// Whether the loop may go on until another thread has written something.
[[nodiscard]] bool mayWait(const ir::While &loop);

} // namespace pyk2ptx

#endif
