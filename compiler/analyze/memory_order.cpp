// A kernel that stores to no array of its arguments' memory still sees it
// change where another writes there while it runs: a kernel of another stream,
// another GPU, the host. Who does that agrees on a flag. The one waits for it
// and then reads; the loads may not be begun before, nor come from a cache that
// does not hear of writes. Nothing tells the flag from other elements, but what
// orders memory stands between.
#include "memory_order.h"

#include "frontend/ir/ir_walk.h"
#include "frontend/tables/builtins.h"

#include <algorithm>

namespace pyk2ptx {

static bool orders(const ir::Expr &expr) {
  if (const auto *call = std::get_if<ir::CallBuiltin>(&expr.node))
    return effectOf(call->builtin) == Effect::Orders;
  const auto *atomic = std::get_if<ir::Atomic>(&expr.node);
  return atomic && (atomic->op == ir::AtomicOp::Load ||
                    atomic->op == ir::AtomicOp::LoadCv ||
                    atomic->order != ir::AtomicOrder::Relaxed);
}

bool ordersMemory(const ir::Module &module) {
  return std::any_of(module.functions.begin(), module.functions.end(),
                     [](const ir::Function &function) {
                       bool any = false;
                       forEachExprIn(function.body, [&](const ir::Expr &expr) {
                         any = any || orders(expr);
                       });
                       return any;
                     });
}

} // namespace pyk2ptx
