// Conditions and numbers that say where in its block a thread is.
#ifndef PYK2PTX_COMPILER_ANALYZE_THREAD_PLACES_H
#define PYK2PTX_COMPILER_ANALYZE_THREAD_PLACES_H

#include "place_numbers.h"
#include "uniform.h"

#include <cstdint>
#include <optional>

namespace pyk2ptx {

/// Threads whose threadIdx.x is not below slot + plus do nothing.
struct RowEnd {
  /// A uniform slot's value, int64; null: plus alone.
  const ir::Expr *slot;
  std::int64_t plus;
};

/// Threads do nothing but those whose threadIdx.x, or number in the block, is
/// `first` modulo `step`, which is a power of two then.
struct RowStep {
  std::int64_t step, first;
  bool isOfRank;

  friend bool operator==(const RowStep &, const RowStep &) = default;
};

/// Which threads of a row may do something: those for which both hold.
struct RowThreads {
  std::optional<RowEnd> end;
  std::optional<RowStep> step;
};

class ThreadPlaces {
public:
  /// All must outlive it, unchanged.
  ThreadPlaces(const ir::Function &kernel, const Uniformity &uniform,
               const OnlyValues &values)
      : uniform_(uniform), values_(values), numbers_(kernel, &values) {}

  /// The blocks in which all threads of a warp have the same value of `expr`;
  /// none where that is not known of any.
  [[nodiscard]] std::optional<BlockRows> warpsOf(const ir::Expr &expr) const;
  /// For which threads of a row the condition may be true.
  [[nodiscard]] RowThreads rowThreadsOf(const ir::Expr &condition) const;

private:
  bool isThread(const ir::Expr &expr) const;
  std::optional<RowEnd> rowEndOf(const ir::Compare &compare) const;
  std::optional<RowStep> rowStepOf(const ir::Compare &compare) const;

  const Uniformity &uniform_;
  const OnlyValues &values_;
  PlaceNumbers numbers_;
};

} // namespace pyk2ptx

#endif
