// Host: which of its arrays a value is of, and which local ones a run of
// statements reads before it has written them.
#ifndef PYK2PTX_COMPILER_BLOCKS_ARRAY_FLOW_H
#define PYK2PTX_COMPILER_BLOCKS_ARRAY_FLOW_H

#include "frontend/ir/ir.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pyk2ptx {

class ArrayFlow {
public:
  /// Which must outlive it, unchanged.
  explicit ArrayFlow(const ir::Function &function);

  /// Whether statements `begin` to `end` of the block may read an element of
  /// the function's array that they have not written; true where in doubt.
  [[nodiscard]] bool isExposed(const ir::Block &block, std::size_t begin,
                               std::size_t end, std::uint32_t array) const;

  /// The function's array that the value always is, whole; none where it may be
  /// another, a view, or a parameter.
  [[nodiscard]] std::optional<std::uint32_t>
  arrayOf(const ir::Expr &expr) const;
  /// Whether the expression, its operands left out, is the array or a slot that
  /// may hold it, a part of it, or a tuple with either.
  [[nodiscard]] bool names(const ir::Expr &expr, std::uint32_t array) const;

private:
  friend class ArrayWalk;

  const ir::Expr *behindSlots(const ir::Expr &expr) const;

  /// By slot: the arrays that what it holds may be of.
  std::vector<std::vector<bool>> held_;
  /// By slot: what it is set to by the one assignment that it has; else null.
  std::vector<const ir::Expr *> only_;
  const ir::Function &function_;
};

} // namespace pyk2ptx

#endif
