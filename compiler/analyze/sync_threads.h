// Where threads come together; and cuda.syncthreads(), the barrier of a block
// that gives no result, which transformations know to take apart and to share.
#ifndef PYK2PTX_COMPILER_ANALYZE_SYNC_THREADS_H
#define PYK2PTX_COMPILER_ANALYZE_SYNC_THREADS_H

#include "frontend/ir/ir.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/tables/builtins.h"

namespace pyk2ptx {

/// Whether threads must be under way together for the expression itself.
[[nodiscard]] inline bool isTogetherCall(const ir::Expr &expr) {
  const auto *call = std::get_if<ir::CallBuiltin>(&expr.node);
  return call && isTogether(effectOf(call->builtin));
}

[[nodiscard]] inline bool isSyncThreads(const ir::Expr &expr) {
  const auto *call = std::get_if<ir::CallBuiltin>(&expr.node);
  return call && call->builtin == Builtin::SyncThreads;
}

/// Whether there is one among the block's statements, however deep.
[[nodiscard]] inline bool hasSyncThreads(const ir::Block &block) {
  bool has = false;
  forEachExprIn(
      block, [&](const ir::Expr &expr) { has = has || isSyncThreads(expr); });
  return has;
}

/// The same of the blocks that the statement has.
[[nodiscard]] inline bool hasSyncThreads(const ir::Stmt &stmt) {
  bool has = false;
  forEachBlockOf(stmt, [&](const ir::Block &block) {
    has = has || hasSyncThreads(block);
  });
  return has;
}

} // namespace pyk2ptx

#endif
