// inner_slots: variables of a part of a function that nobody outside it knows.
#ifndef PYK2PTX_COMPILER_VERSIONS_INNER_SLOTS_H
#define PYK2PTX_COMPILER_VERSIONS_INNER_SLOTS_H

#include "compiler/facts/loop_facts.h"
#include "frontend/ir/ir.h"

#include <span>
#include <unordered_map>

namespace pyk2ptx {

/// Of a function as it is when it is asked for, and of copies of its parts that
/// are made since, whose slots `follow` makes known.
class InnerSlots {
public:
  /// `function` must outlive it.
  explicit InnerSlots(ir::Function &function);

  /// Those that `part`, statements of one block, sets before it reads them, in
  /// each turn of a loop anew, and that nobody else reads as they are then: a
  /// copy of the part may have slots of its own in their place.
  [[nodiscard]] SlotSet of(std::span<const ir::Stmt> part) const;
  /// Nothing but `part` has to do with the slot.
  [[nodiscard]] bool isOnlyIn(std::span<const ir::Stmt> part,
                              ir::SlotId slot) const;
  /// Another slot for a copy of a part, with all that is known of `slot`.
  ir::SlotId follow(ir::SlotId slot);

private:
  SlotSet exposedIn(const ir::Block &block);
  /// 0: it is newer, and none of a copy.
  [[nodiscard]] unsigned namesOf(ir::SlotId slot) const;

  ir::Function &function_;
  /// How often each slot is named.
  std::unordered_map<ir::SlotId, unsigned> names_;
  /// Slots that are set in one block, or several of which none is in another,
  /// or counted by loops: before all that reads them, and nobody else does.
  SlotSet closed_;
  /// While blocks are looked at: set in so many of those around.
  std::unordered_map<ir::SlotId, unsigned> around_;
  SlotSet nested_;
};

} // namespace pyk2ptx

#endif
