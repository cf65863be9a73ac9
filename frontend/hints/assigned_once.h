// What the slots of a function hold that are set at one place alone.
#ifndef PYK2PTX_FRONTEND_HINTS_ASSIGNED_ONCE_H
#define PYK2PTX_FRONTEND_HINTS_ASSIGNED_ONCE_H

#include "frontend/ir/ir_walk.h"

#include <vector>

namespace pyk2ptx {

/// All values that slots are assigned, while the function stays as it is.
class Assigned {
public:
  explicit Assigned(const ir::Function &function)
      : values_(function.slots.size()) {
    // Parameters and the numbers of loops have values that nobody wrote.
    for (ir::SlotId slot = 0; slot < function.paramCount; ++slot)
      values_[slot].push_back(nullptr);
    forEachAssigned(function.body, [&](ir::SlotId slot, const ir::Expr &value) {
      values_[slot].push_back(&value);
    });
    forEachStmt(function.body, [&](const ir::Stmt &stmt) {
      if (const auto *loop = std::get_if<ir::ForRange>(&stmt.node))
        values_[loop->slot].push_back(nullptr);
    });
  }

  /// Null among them: a value that is not known.
  const std::vector<const ir::Expr *> &of(ir::SlotId slot) const {
    return values_[slot];
  }
  /// Null where there are several.
  const ir::Expr *once(ir::SlotId slot) const {
    return values_[slot].size() == 1 ? values_[slot][0] : nullptr;
  }
  /// Behind names for it, which are assigned once: what is not just another
  /// name. Names that a loop gives to each other are none for long.
  const ir::Expr &behindNames(const ir::Expr &expr) const {
    constexpr int mostNames = 16;
    const ir::Expr *result = &expr;
    for (int i = 0; i < mostNames; ++i) {
      const auto *cast = std::get_if<ir::Convert>(&result->node);
      const auto *slot = std::get_if<ir::SlotValue>(&result->node);
      bool keeps =
          cast && cast->operand->type.isInteger() == result->type.isInteger();
      const ir::Expr *next = keeps  ? cast->operand.get()
                             : slot ? once(slot->slot)
                                    : nullptr;
      if (!next)
        break;
      result = next;
    }
    return *result;
  }

private:
  std::vector<std::vector<const ir::Expr *>> values_;
};

} // namespace pyk2ptx

#endif
