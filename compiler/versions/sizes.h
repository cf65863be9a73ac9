// Which values have few bits where extents and integers of a launch have.
#ifndef PYK2PTX_COMPILER_VERSIONS_SIZES_H
#define PYK2PTX_COMPILER_VERSIONS_SIZES_H

#include "compiler/facts/loop_facts.h"
#include "compiler/facts/ranges.h"
#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Of a kernel that is not changed meanwhile. Sizes are extents, threads'
/// places and the int64 parameters of which the launch says nothing and that
/// indices, bounds of loops or what takes work (isWork) are computed of, or
/// compared with: not a key that is searched for.
class Sizes {
public:
  explicit Sizes(const ir::Function &kernel);

  /// Whether an int64 parameter is one.
  [[nodiscard]] bool has(ir::SlotId param) const;
  /// Whether an int32 parameter would be one: it has few bits, but its sum with
  /// an extent has 33.
  [[nodiscard]] bool hasShort(ir::SlotId param) const;
  /// Whether indices and the like are computed of it.
  [[nodiscard]] bool isOfIndices(ir::SlotId slot) const {
    return indices_.contains(slot);
  }

  /// An int64 that may have more than 32 bits.
  [[nodiscard]] bool isWide(const ir::Expr &expr) const;
  /// Such a one that is computed of sizes, if not of them alone.
  [[nodiscard]] bool isWideSize(const ir::Expr &expr) const {
    return isWide(expr) && mentions(expr);
  }
  /// Such a one that has no more than 33 bits where sizes have few: sums and
  /// minima of them, no products.
  [[nodiscard]] bool wouldFit(const ir::Expr &expr) const;

  /// Whether it takes a GPU many instructions in 64 bits: the least of two, a
  /// remainder, what is made a float.
  [[nodiscard]] static bool isWork(const ir::Expr &expr);

private:
  void addIndices();
  void addWith(const ir::Expr &value);
  void addCompared(const ir::Compare &compare);
  void addComputed();
  void keepFitting();
  bool isIndexParam(ir::SlotId slot, Scalar scalar) const;
  bool mentions(const ir::Expr &expr) const;
  bool fits(const ir::Expr &expr) const;

  const ir::Function &kernel_;
  const Ranges ranges_;
  SlotSet indices_, computed_, fitting_;
};

} // namespace pyk2ptx

#endif
