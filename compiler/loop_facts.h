// What the loop transformations ask about pieces of the IR.
#ifndef PYK2PTX_COMPILER_LOOP_FACTS_H
#define PYK2PTX_COMPILER_LOOP_FACTS_H

#include "../frontend/ir.h"

#include <unordered_set>
#include <vector>

namespace pyk2ptx {

using SlotSet = std::unordered_set<ir::SlotId>;

/// Adds every slot that `stmt` or anything below it may assign, loop variables
/// and Lets included.
void addAssigned(const ir::Stmt &stmt, SlotSet &slots);
void addAssigned(const ir::Block &block, SlotSet &slots);

/// Whether evaluating `expr` has no effect, reads no memory, and yields the
/// same value wherever none of the slots in `assigned` was assigned between.
[[nodiscard]] bool isInvariant(const ir::Expr &expr, const SlotSet &assigned);

/// Whether threads wait for each other, or exchange values, in `builtin`.
[[nodiscard]] bool isBarrier(Builtin builtin);
/// For every function of the module: whether it or a callee has a barrier.
[[nodiscard]] std::vector<bool> findBarriers(const ir::Module &module);
/// `barriers` is findBarriers' result.
[[nodiscard]] bool hasBarrier(const ir::Block &block,
                              const std::vector<bool> &barriers);

/// Statements and expressions in `block`, all levels.
[[nodiscard]] unsigned countNodes(const ir::Block &block);

} // namespace pyk2ptx

#endif
