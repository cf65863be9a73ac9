// clamped_slots: what `if x < 0: x = 0` and its like leave in a variable.
#ifndef PYK2PTX_COMPILER_TRANSFORM_CLAMPED_SLOTS_H
#define PYK2PTX_COMPILER_TRANSFORM_CLAMPED_SLOTS_H

#include "compiler/analyze/loop_span.h"

#include <optional>
#include <unordered_map>

namespace pyk2ptx {

/// Bounds of a slot, as far as they are known, if `tests` hold.
struct ClampedSlot {
  std::optional<LinearBound> low, high;
  LoopTests tests;
};
using ClampedSlots = std::unordered_map<ir::SlotId, ClampedSlot>;

/// Of a choice that compares one slot with numbers and sets one, the same or
/// another: that, and its bounds behind the choice. `known` and `clamped` are
/// what is known before it; of a slot in both the former counts.
[[nodiscard]] std::optional<std::pair<ir::SlotId, ClampedSlot>>
clampedBy(const ir::If &choice, const LoopSpans &spans,
          const SpanEnvironment &known, const ClampedSlots &clamped);

} // namespace pyk2ptx

#endif
