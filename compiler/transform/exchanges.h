// Host: shuffles as statements of their own, between pieces of thread loops.
#ifndef PYK2PTX_COMPILER_TRANSFORM_EXCHANGES_H
#define PYK2PTX_COMPILER_TRANSFORM_EXCHANGES_H

#include "frontend/ir/ir.h"

#include <optional>

namespace pyk2ptx {

/// to = shfl_sync(all lanes, from, lane), by all threads or by those for which
/// `condition` holds. The slots differ.
struct Exchange {
  /// Null: all.
  const ir::Expr *condition;
  ir::SlotId to, from;
  const ir::CallBuiltin *call;
};
[[nodiscard]] std::optional<Exchange> exchangeOf(const ir::Stmt &stmt);

/// Rewrites kernels of the module with shuffles so that ThreadLoopPlan takes
/// them, where it can; the others stay as they are.
void setShufflesApart(ir::Module &module);

} // namespace pyk2ptx

#endif
