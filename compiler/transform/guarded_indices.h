// guarded_indices: the guarded indices of a piece of code, and the tests before
// it that make their guards needless.
#ifndef PYK2PTX_COMPILER_TRANSFORM_GUARDED_INDICES_H
#define PYK2PTX_COMPILER_TRANSFORM_GUARDED_INDICES_H

#include "compiler/analyze/loop_span.h"

#include <optional>
#include <span>
#include <vector>

namespace pyk2ptx {

struct GuardedIndex {
  ir::Index *index;
  /// What puts it inside; none: not known.
  std::optional<LoopTests> tests;
  /// Stands under a condition inside the code, which may be what keeps it
  /// inside.
  bool isConditional;
  /// Of what is loaded: only its type says how large it is, and a table may be
  /// shorter than that.
  bool isOfData;
};

/// Whether it is asked where it lies: outside, or, without guards, before the
/// array, from whose end it is then counted.
[[nodiscard]] bool isTested(const ir::Index &index);

/// Without guards: whether any may be negative, which costs as much.
[[nodiscard]] bool hasGuards(std::span<const ir::Stmt> stmts);

/// In the order of evaluation. `counter` is the span of the loop's.
[[nodiscard]] std::vector<GuardedIndex>
findGuardedIndices(ir::ForRange &loop, const Span &counter,
                   const LoopSpans &spans, const Ranges &ranges);
/// The condition's, too.
[[nodiscard]] std::vector<GuardedIndex>
findGuardedIndices(ir::While &loop, const LoopSpans &spans,
                   const Ranges &ranges);
/// Of statements that run one after the other.
[[nodiscard]] std::vector<GuardedIndex>
findGuardedIndices(std::span<ir::Stmt> stmts, const LoopSpans &spans,
                   const Ranges &ranges);

/// The tests that are worth making, not too many, and the indices that need no
/// others.
[[nodiscard]] std::vector<ir::Index *>
chooseTests(const std::vector<GuardedIndex> &indices, LoopTests &tests);

/// The same without the tests that indices of data bring.
[[nodiscard]] std::vector<ir::Index *>
chooseTestsWithoutData(std::vector<GuardedIndex> indices, LoopTests &tests);

/// All of them as one condition. Of tests that differ in a constant the
/// strongest is made.
[[nodiscard]] ir::ExprPtr conditionOf(const LoopTests &tests,
                                      SourceRange range);

/// By how many nodes the copies may make a function grow: that of a small
/// kernel, or half of a large one.
[[nodiscard]] unsigned mostGrowth(const ir::Function &function);

/// Marks the loops of a copy that rarely runs, or takes the marks away; those
/// that keep an array of the thread's own are unrolled anyway.
void setCold(ir::Stmt &stmt, bool isCold);

/// Whether it is a loop that versions of loops have left as it was.
[[nodiscard]] bool isColdLoop(const ir::Stmt &stmt);

/// What a condition shows.
void dropGuards(const std::vector<ir::Index *> &indices);

} // namespace pyk2ptx

#endif
