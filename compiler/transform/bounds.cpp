// Which index needs which check. An index is proven by value ranges alone:
// registers, loop counters and masks against the extents of shared and local
// arrays. Of what depends on the path, path_facts.h proves the simple cases,
// and LLVM more, which sees that a guard's condition is implied.
#include "bounds.h"

#include "compiler/facts/path_facts.h"
#include "compiler/facts/ranges.h"
#include "frontend/ir/ir_walk.h"

namespace pyk2ptx {

using namespace ir;

namespace {

struct BoundsPass {
  const Ranges &ranges;
  BoundsMode mode;
  bool isTrusted;

  void apply(Index &index, const Expr &array, unsigned axis) const {
    // The checker's own loops, which run inside the array.
    if (index.bounds == Bounds::None)
      return;
    Interval value = ranges.of(*index.value);
    Interval extent = ranges.extent(array, axis);
    bool isInside =
        value.high < extent.low &&
        (value.low >= 0 || (index.wrap && value.low >= -extent.low));
    if (value.isNonNegative())
      index.wrap = false;
    const auto *at = std::get_if<ArrayAt>(&array.node);
    bool isEndless = at && at->shape.empty();
    if (isEndless || isTrusted)
      index.wrap = false;
    index.isProven = isInside;
    if (isInside || isEndless || isTrusted || mode == BoundsMode::None)
      index.bounds = Bounds::None;
    else
      index.bounds = mode == BoundsMode::Raise ? Bounds::Raise : Bounds::Guard;
  }
};

} // namespace

void applyBounds(Module &module, BoundsMode mode, bool provesPaths) {
  for (Function &function : module.functions) {
    Ranges ranges(function);
    BoundsPass pass{ranges, mode, function.indicesAreInside};
    forEachIndexIn(function.body,
                   [&](Index &index, const Expr &array, unsigned axis) {
                     pass.apply(index, array, axis);
                   });
    forEachExprIn(function.body, [&](Expr &expr) {
      if (auto *recast = std::get_if<Recast>(&expr.node))
        recast->bounds = !recast->fits || mode == BoundsMode::None
                             ? Bounds::None
                         : mode == BoundsMode::Raise ? Bounds::Raise
                                                     : Bounds::Guard;
    });
    if (provesPaths && mode != BoundsMode::None)
      proveByConditions(module, function, ranges);
  }
}

} // namespace pyk2ptx
