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

/// Which go on, in a loop, from what they were.
SlotSet findStepped(const Function &function) {
  SlotSet stepped;
  forEachStmt(function.body, [&](const Stmt &loop) {
    if (std::holds_alternative<If>(loop.node))
      return;
    forEachBlockOf(loop, [&](const Block &block) {
      forEachStmt(block, [&](const Stmt &stmt) {
        const auto *assign = std::get_if<Assign>(&stmt.node);
        if (assign && stepOf(assign->slot, *assign->value))
          stepped.insert(assign->slot);
      });
    });
  });
  return stepped;
}

} // namespace

SlotSet findWordSlots(const Function &function, const Ranges &ranges) {
  const SlotSet stepped = findStepped(function);
  SlotSet counters, places, found;
  addCounters(function.body, counters);
  forEachIndexIn(function.body,
                 [&](const Index &index, const Expr &, unsigned) {
                   addSlots(*index.value, places);
                 });
  for (SlotId slot : places) {
    Interval range = ranges.ofSlot(slot);
    bool fits = isInt64(function.slots[slot].type) && range.isWord();
    if (fits && slot >= function.paramCount && stepped.contains(slot) &&
        !counters.contains(slot))
      found.insert(slot);
  }
  return found;
}

} // namespace pyk2ptx
