// Where elements of arrays of three axes or more lie, in 32 bits.
#ifndef PYK2PTX_COMPILER_ANALYZE_SHORT_PLACES_H
#define PYK2PTX_COMPILER_ANALYZE_SHORT_PLACES_H

#include "compiler/facts/loop_facts.h"
#include "frontend/ir/ir.h"

#include <vector>

namespace pyk2ptx {

/// Of how many axes, from the first, the place of `array[indices]` is better
/// computed as a sum of products of 32 bits, if the array has less than 2**31
/// elements; 0: in 64 bits. `counters` are the slots that loops count with.
[[nodiscard]] unsigned countShortAxes(const Type &array,
                                      const std::vector<ir::Index> &indices,
                                      const SlotSet &counters);

struct ShortPlaces {
  /// The kernel's slots of arrays with such elements.
  SlotSet arrays;
  /// Whether a loop's turns, of those that have no loop inside, find elements
  /// in rows that are others in each turn.
  bool areFoundInLoops = false;
};
[[nodiscard]] ShortPlaces shortPlacesIn(const ir::Function &kernel);

} // namespace pyk2ptx

#endif
