// Slots that have one value all their life.
#ifndef PYK2PTX_COMPILER_ANALYZE_ONLY_VALUES_H
#define PYK2PTX_COMPILER_ANALYZE_ONLY_VALUES_H

#include "frontend/ir/ir.h"

#include <cstdint>
#include <vector>

namespace pyk2ptx {

/// Which slots have one value all their life. Slots added to the function later
/// are none of them.
class OnlyValues {
public:
  explicit OnlyValues(const ir::Function &function);
  /// What `slot` always is, an expression of such slots and parameters, no copy
  /// of another such slot; null if there is none.
  const ir::Expr *of(ir::SlotId slot) const;
  /// Whether it is computed of parameters and of where the thread is, and of
  /// nothing that is loaded or that a loop changes; false where in doubt.
  bool isStable(const ir::Expr &expr) const;
  /// A parameter that is never assigned.
  bool isParameter(ir::SlotId slot) const;

private:
  static constexpr int deepest = 8;
  bool isStable(const ir::Expr &expr, int depth) const;

  std::uint32_t paramCount_;
  std::vector<int> assignments_;
  std::vector<const ir::Expr *> values_;
};

} // namespace pyk2ptx

#endif
