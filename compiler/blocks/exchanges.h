// Host: what warps exchange as statements of their own, between pieces of
// thread loops.
#ifndef PYK2PTX_COMPILER_BLOCKS_EXCHANGES_H
#define PYK2PTX_COMPILER_BLOCKS_EXCHANGES_H

#include "frontend/ir/ir.h"

#include <cstdint>
#include <optional>

namespace pyk2ptx {

/// to = call(all lanes, from, ...): shuffles, votes and reductions of a whole
/// warp, or syncwarp(); by all threads or by those for which `condition` holds.
struct Exchange {
  /// The two differ.
  struct Slots {
    ir::SlotId to, from;
  };
  /// Null: all.
  const ir::Expr *condition;
  const ir::CallBuiltin *call;
  /// None of syncwarp().
  std::optional<Slots> slots;
};
[[nodiscard]] std::optional<Exchange> exchangeOf(const ir::Stmt &stmt);
/// Whether the statement or one in it is one.
[[nodiscard]] bool holdsExchange(const ir::Stmt &stmt);

/// Rewrites kernels of the module whose threads wait for each other elsewhere
/// than at syncthreads() among their own statements so that ThreadLoopPlan
/// takes them, where it can; the others stay as they are.
void setExchangesApart(ir::Module &module);

} // namespace pyk2ptx

#endif
