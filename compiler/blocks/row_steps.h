// By how much values grow from one thread of a row to the next.
#ifndef PYK2PTX_COMPILER_BLOCKS_ROW_STEPS_H
#define PYK2PTX_COMPILER_BLOCKS_ROW_STEPS_H

#include "compiler/analyze/uniform.h"
#include "compiler/facts/ranges.h"
#include "frontend/ir/ir.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace pyk2ptx {

class RowSteps {
public:
  /// Of a kernel's rows along `axis`. Both must outlive it; of what is added to
  /// the kernel, nothing is known.
  RowSteps(const ir::Function &kernel, unsigned axis, const Ranges &ranges);

  /// None: not known. A quotient by no small number, which most neighbours
  /// share, and a remainder, which grows as what is divided does, are those of
  /// stretches of a row.
  [[nodiscard]] std::optional<std::int64_t> of(const ir::Expr &expr) const {
    return of(expr, 0);
  }

private:
  std::optional<std::int64_t> of(const ir::Expr &expr, int depth) const;
  std::optional<std::int64_t> ofSlot(ir::SlotId slot, int depth) const;
  std::optional<std::int64_t> ofBinary(const ir::Binary &node, int depth) const;
  std::optional<std::int64_t>
  ofDivision(const ir::Binary &division,
             std::optional<std::int64_t> number) const;

  unsigned axis_;
  Uniformity row_;
  const Ranges &ranges_;
  std::vector<unsigned> assigned_;
  std::vector<const ir::Expr *> only_;
  /// Where counters start.
  std::unordered_map<ir::SlotId, const ir::Expr *> starts_;
};

} // namespace pyk2ptx

#endif
