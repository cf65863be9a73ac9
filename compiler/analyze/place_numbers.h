// Expressions that say where in its block, or the grid, a thread is.
#ifndef PYK2PTX_COMPILER_ANALYZE_PLACE_NUMBERS_H
#define PYK2PTX_COMPILER_ANALYZE_PLACE_NUMBERS_H

#include "only_values.h"

#include <cstdint>
#include <optional>

namespace pyk2ptx {

/// The blocks for which something holds: all, those whose rows are whole warps
/// or which have one row, or the first of these alone. The greater are fewer.
enum class BlockRows : std::uint8_t { Any, WholeWarpsOrOne, WholeWarps };

/// Whether the kernel asks for threadIdx.y or .z.
[[nodiscard]] bool asksForRow(const ir::Function &kernel);

/// Which int64 expressions say a thread's place.
class PlaceNumbers {
public:
  /// Both must outlive it, unchanged. Without `values`, what slots hold is not
  /// looked at.
  explicit PlaceNumbers(const ir::Function &kernel,
                        const OnlyValues *values = nullptr)
      : kernel_(kernel), values_(values) {}

  /// threadIdx.x.
  [[nodiscard]] bool isThreadX(const ir::Expr &expr) const;
  /// cuda.grid's x: blockIdx.x * blockDim.x + threadIdx.x, in any order.
  [[nodiscard]] bool isGridX(const ir::Expr &expr) const;
  /// The thread's number in its block, x fastest.
  [[nodiscard]] bool isRank(const ir::Expr &expr) const;
  /// What a slot that is set once holds, or the expression itself.
  [[nodiscard]] const ir::Expr &behind(const ir::Expr &expr) const;
  /// The blocks in which the expression, a quotient by a warp's threads or a
  /// comparison with whole warps of them, is the same for all of a warp; none
  /// for other expressions.
  [[nodiscard]] std::optional<BlockRows> warpsOf(const ir::Expr &expr) const;

private:
  bool isRegister(const ir::Expr &expr, Builtin name) const;
  bool isExtent(const ir::Expr &expr, unsigned axis) const;
  bool isBlockBegin(const ir::Expr &expr) const;
  bool isOfRow(const ir::Expr &expr) const;
  bool isRowBegin(const ir::Expr &expr) const;
  bool isPlaceInRows(const ir::Expr &expr) const;
  std::optional<BlockRows> countsWarps(const ir::Expr &expr) const;
  const ir::Binary *operation(const ir::Expr &expr, ir::BinaryOp op) const;

  const ir::Function &kernel_;
  const OnlyValues *values_;
};

} // namespace pyk2ptx

#endif
