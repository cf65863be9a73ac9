// What the loop transformations ask about pieces of the IR.
#ifndef PYK2PTX_COMPILER_FACTS_LOOP_FACTS_H
#define PYK2PTX_COMPILER_FACTS_LOOP_FACTS_H

#include "frontend/ir/ir.h"
#include "frontend/ir/ir_walk.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

namespace pyk2ptx {

using SlotSet = std::unordered_set<ir::SlotId>;

/// Adds every slot that `stmt` or anything below it may assign, loop variables
/// and Lets included.
void addAssigned(const ir::Stmt &stmt, SlotSet &slots);
void addAssigned(const ir::Block &block, SlotSet &slots);

/// What the expression converts, however often; itself where it converts
/// nothing.
[[nodiscard]] const ir::Expr &withoutConverts(const ir::Expr &expr);

/// Adds every slot that a Let of `expr` sets.
void addLets(const ir::Expr &expr, SlotSet &slots);

/// Adds the counter of every ForRange in `block`.
void addCounters(const ir::Block &block, SlotSet &slots);

/// Adds every slot whose value is read in `expr`.
void addSlots(const ir::Expr &expr, SlotSet &slots);

/// Whether evaluating `expr` may do more than give a value: then its place in
/// the order of evaluation is seen.
[[nodiscard]] bool hasEffect(const ir::Expr &expr);

/// Whether nobody sees which of the two is evaluated first: neither has an
/// effect, or the other is nothing that an effect changes.
[[nodiscard]] bool mayTrade(const ir::Expr &one, const ir::Expr &other);

/// Whether evaluating `expr` has no effect, reads no memory, and yields the
/// same value wherever none of the slots in `assigned` was assigned between.
[[nodiscard]] bool isInvariant(const ir::Expr &expr, const SlotSet &assigned);

/// For every function of the module: whether it or a callee calls a builtin
/// that does more than give a value: threads may wait or exchange values there,
/// or it is seen where it stands.
[[nodiscard]] std::vector<bool> findBarriers(const ir::Module &module);
/// `barriers` is findBarriers' result.
[[nodiscard]] bool hasBarrier(std::span<const ir::Stmt> block,
                              const std::vector<bool> &barriers);

/// What is added to the int64 slot that `value` is assigned to, or taken off:
/// of `k += n` or `k = k - n`. Null: it is another value.
[[nodiscard]] const ir::Expr *stepOf(ir::SlotId slot, const ir::Expr &value);

/// Whether a loop of this body may end otherwise than where its turns do.
[[nodiscard]] bool isLeftEarly(const ir::Block &body);

/// Whether `stmt` itself loads an element, not in its blocks.
[[nodiscard]] bool loadsElement(const ir::Stmt &stmt);

/// Whether a statement of it, at any level, returns.
[[nodiscard]] bool hasReturn(const ir::Block &block);

/// Of a function's body, the counters of loops that may be read where no turn
/// of such a loop has set them: behind it, or behind one in its own turn.
[[nodiscard]] SlotSet countersReadOutside(const ir::Block &body);

/// Whether a statement of it, at any level, is a loop.
[[nodiscard]] bool hasLoop(const ir::Block &block);

/// Whether its last statement is a jump or ends the thread: nothing behind it
/// runs after it.
[[nodiscard]] bool endsInJump(const ir::Block &block);

/// How often a loop turns that says so.
[[nodiscard]] std::optional<std::uint64_t> turnsOf(const ir::ForRange &loop);

/// Whether a loop turns a few times, as often as it says, and is about an array
/// of the thread's own: rolled it would keep that in memory, unrolled LLVM has
/// its elements in registers.
[[nodiscard]] bool keepsLocalArray(const ir::ForRange &loop);

/// Loops around a place that are unrolled to keep arrays in registers.
class UnrolledLoops {
public:
  /// Enters a loop. Whether it is one: by keepsLocalArray, or as its ends are
  /// made of the counters of those around, as in the lower half of a matrix.
  bool add(const ir::ForRange &loop);

private:
  SlotSet counters_;
  /// Of all of them, and of the longest.
  std::uint64_t turns_ = 1, most_ = 1;
};

/// Statements and expressions in `block`, all levels, a loop's as often as
/// `turnsOf` says of it, and of an expression as many as `sizeOf` says.
template <class Turns, class Size>
[[nodiscard]] std::uint64_t countUnrolled(const ir::Block &block,
                                          Turns &&turnsOf, Size &&sizeOf) {
  constexpr std::uint64_t many = 1 << 20;
  std::uint64_t count = 0;
  for (const ir::Stmt &stmt : block) {
    std::uint64_t inside = 1;
    forEachOperandOf(stmt, [&](const ir::Expr &operand) {
      forEachExpr(operand,
                  [&](const ir::Expr &expr) { inside += sizeOf(expr); });
    });
    forEachBlockOf(stmt, [&](const ir::Block &inner) {
      inside += countUnrolled(inner, turnsOf, sizeOf);
    });
    if (const auto *loop = std::get_if<ir::ForRange>(&stmt.node))
      inside *= turnsOf(*loop);
    count = std::min(many, count + inside);
  }
  return count;
}

/// Statements and expressions in `block`, all levels.
[[nodiscard]] unsigned countNodes(std::span<const ir::Stmt> block);

} // namespace pyk2ptx

#endif
