// Which slots a run of statements reads from before it, and which it leaves
// behind.
#ifndef PYK2PTX_COMPILER_ANALYZE_SLOT_FLOW_H
#define PYK2PTX_COMPILER_ANALYZE_SLOT_FLOW_H

#include "compiler/facts/loop_facts.h"

#include <cstddef>
#include <vector>

namespace pyk2ptx {

/// Statements and expressions are added in the order in which they run.
class SlotFlow {
public:
  void add(const ir::Block &block);
  void add(const ir::Stmt &stmt);
  void add(const ir::Expr &expr);

  /// Slots that some path may read before it assigns them, at least.
  [[nodiscard]] const SlotSet &exposed() const { return exposed_; }
  /// Slots that some path assigns.
  [[nodiscard]] const SlotSet &assigned() const { return assigned_; }
  /// Whether every path to the end assigns the slot; false where in doubt.
  [[nodiscard]] bool isCertain(ir::SlotId slot) const {
    return certain_.contains(slot);
  }

private:
  void assign(ir::SlotId slot);
  /// Forgets the certain assignments from number `size` on; gives them back.
  std::vector<ir::SlotId> rewind(std::size_t size);

  SlotSet exposed_, assigned_, certain_;
  /// certain_, in order.
  std::vector<ir::SlotId> order_;
};

} // namespace pyk2ptx

#endif
