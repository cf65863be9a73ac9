// Conditions and numbers that say where in its block a thread is.
#ifndef PYK2PTX_COMPILER_ANALYZE_THREAD_PLACES_H
#define PYK2PTX_COMPILER_ANALYZE_THREAD_PLACES_H

#include "loop_span.h"
#include "uniform.h"

#include <cstdint>
#include <optional>

namespace pyk2ptx {

/// Lanes of a warp.
inline constexpr std::uint32_t warpSize = 32;

/// The blocks for which something holds: all, those whose rows are whole warps
/// or which have one row, or the first of these alone. The greater are fewer.
enum class BlockRows : std::uint8_t { Any, WholeWarpsOrOne, WholeWarps };

/// Threads whose threadIdx.x is not below slot + plus do nothing.
struct RowEnd {
  /// A uniform slot's value, int64; null: plus alone.
  const ir::Expr *slot;
  std::int64_t plus;
};

class ThreadPlaces {
public:
  /// All must outlive it, unchanged.
  ThreadPlaces(const ir::Function &kernel, const Uniformity &uniform,
               const OnlyValues &values)
      : kernel_(kernel), uniform_(uniform), values_(values) {}

  /// The blocks in which all threads of a warp have the same value of `expr`;
  /// none where that is not known of any.
  [[nodiscard]] std::optional<BlockRows> warpsOf(const ir::Expr &expr) const;
  /// From where on in a row the condition is false for all threads.
  [[nodiscard]] std::optional<RowEnd> rowEndOf(const ir::Expr &condition) const;

private:
  const ir::Expr &behind(const ir::Expr &expr) const;
  bool isRegister(const ir::Expr &expr, Builtin name) const;
  bool isExtent(const ir::Expr &expr, unsigned axis) const;
  const ir::Binary *operation(const ir::Expr &expr, ir::BinaryOp op) const;
  bool isThreadX(const ir::Expr &expr) const;
  bool isGridX(const ir::Expr &expr) const;
  bool isRank(const ir::Expr &expr) const;
  std::optional<BlockRows> countsWarps(const ir::Expr &expr) const;

  const ir::Function &kernel_;
  const Uniformity &uniform_;
  const OnlyValues &values_;
};

} // namespace pyk2ptx

#endif
