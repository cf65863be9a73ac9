// Host: numbers that each turn of a loop has, computed where they are needed.
#ifndef PYK2PTX_COMPILER_BLOCKS_TURN_VALUES_H
#define PYK2PTX_COMPILER_BLOCKS_TURN_VALUES_H

#include "compiler/analyze/loop_span.h"
#include "compiler/facts/loop_facts.h"

#include <unordered_map>

namespace pyk2ptx {

/// Slots that one assignment sets, where nothing reads them but what stands
/// behind it in its block: nobody misses a value that it would have had
/// elsewhere.
[[nodiscard]] SlotSet findBlockSlots(const ir::Function &function);

/// Whether evaluating the expression costs a few instructions on integers,
/// loads nothing and cannot fail: it may as well be evaluated anywhere where
/// its slots have their values.
[[nodiscard]] bool isCheapNumber(const ir::Expr &expr);

/// Of slots that the block of threads has a value of in each turn of a loop of
/// its own (ForRange::inStep): what that value is, of the loop's counter, of
/// parameters, of `values` and of other such slots.
class TurnValues {
public:
  /// All must outlive it, unchanged.
  TurnValues(const ir::Function &kernel, const OnlyValues &values);
  /// Null where there is none.
  [[nodiscard]] const ir::Expr *of(ir::SlotId slot) const;

private:
  /// `turn`: the loop in step whose body the block is.
  void add(const ir::Block &block, const ir::ForRange *turn);
  bool isKnown(ir::SlotId slot) const;

  const OnlyValues &only_;
  /// Counters of loops in step, and of those around what is looked at.
  SlotSet counters_, around_;
  SlotSet blockSlots_;
  std::unordered_map<ir::SlotId, const ir::Expr *> values_;
};

} // namespace pyk2ptx

#endif
