// How many were found, how deep a stack is, where a word ends: LLVM does not
// know of a place that a loop moves now and then that it stays small. Ranges do
// (facts/range_drifts.cpp), of sizes that the launch tells. Such a variable has
// 32 bits, and is extended where it is read; LLVM computes what is between two
// of its values in 32 bits, too, and knows whether it is negative.
//
// Counters of loops stay as wide as addresses: what LLVM knows of them, it
// knows of their own width. Sums that are no places stay, too: of a result that
// is stored in 32 bits LLVM asks no more, and loops of them are unrolled by
// what they look like.
#include "word_slots.h"

#include "compiler/facts/integer_types.h"
#include "frontend/ir/ir_walk.h"

#include <cstdint>

namespace pyk2ptx {

using namespace ir;

namespace {

class Steps {
public:
  explicit Steps(const Function &function) { walk(function.body, false); }

  /// Whether it goes on from what it was in a loop.
  [[nodiscard]] bool has(SlotId slot) const { return stepped_.contains(slot); }

private:
  void walk(const Block &block, bool isInLoop) {
    for (const Stmt &stmt : block) {
      const auto *assign = std::get_if<Assign>(&stmt.node);
      if (isInLoop && assign && stepOf(*assign))
        stepped_.insert(assign->slot);
      bool isLoop = std::holds_alternative<While>(stmt.node) ||
                    std::holds_alternative<ForRange>(stmt.node);
      forEachBlockOf(
          stmt, [&](const Block &inner) { walk(inner, isInLoop || isLoop); });
    }
  }

  SlotSet stepped_;
};

} // namespace

SlotSet findWordSlots(const Function &function, const Ranges &ranges) {
  const Steps steps(function);
  SlotSet counters, places, found;
  addCounters(function.body, counters);
  forEachIndexIn(function.body,
                 [&](const Index &index, const Expr &, unsigned) {
                   addSlots(*index.value, places);
                 });
  for (SlotId slot : places) {
    Interval range = ranges.ofSlot(slot);
    bool fits = isInt64(function.slots[slot].type) && range.low >= INT32_MIN &&
                range.high <= INT32_MAX;
    if (fits && slot >= function.paramCount && steps.has(slot) &&
        !counters.contains(slot))
      found.insert(slot);
  }
  return found;
}

} // namespace pyk2ptx
