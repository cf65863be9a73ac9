// walking_slots: slots that a while loop only moves one way, up to its
// condition, or towards each other.
#ifndef PYK2PTX_COMPILER_TRANSFORM_WALKING_SLOTS_H
#define PYK2PTX_COMPILER_TRANSFORM_WALKING_SLOTS_H

#include "compiler/analyze/loop_span.h"

#include <optional>
#include <unordered_map>
#include <utility>

namespace pyk2ptx {

struct Walk {
  /// Else it gets less.
  bool grows;
  /// That its steps are not negative.
  LoopTests tests;
};
using WalkingSlots = std::unordered_map<ir::SlotId, Walk>;

/// Int64 slots to which the loop assigns nothing but themselves and more, or
/// themselves and less.
[[nodiscard]] WalkingSlots findWalking(const ir::While &loop,
                                       const LoopSpans &spans,
                                       const Ranges &ranges);

/// Of a part of the loop's condition that compares such a slot with what the
/// loop does not change: the slot and where it lies between the condition and
/// its next assignment.
[[nodiscard]] std::optional<std::pair<ir::SlotId, Span>>
boundedBy(const ir::Expr &condition, const WalkingSlots &walking,
          const LoopSpans &spans);

/// A search between two slots by halves, and where each of the three lies
/// behind the condition until it is assigned, the middle from then on.
struct Halving {
  ir::SlotId low, high, middle;
  Span ofLow, ofHigh, ofMiddle;
};
[[nodiscard]] std::optional<Halving> findHalving(const ir::While &loop,
                                                 const LoopSpans &spans);

} // namespace pyk2ptx

#endif
