// Which index needs which check. An index is proven by value ranges alone:
// registers, loop counters and masks against the extents of shared and local
// arrays. Of what depends on the path, path_facts.h proves the simple cases,
// and LLVM more, which sees that a guard's condition is implied.
#include "bounds.h"

#include "../frontend/ir_walk.h"
#include "path_facts.h"
#include "ranges.h"

namespace pyk2ptx {

using namespace ir;

namespace {

struct BoundsPass {
  const Ranges &ranges;
  BoundsMode mode;

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
    if (isEndless)
      index.wrap = false;
    if (isInside || isEndless || mode == BoundsMode::None)
      index.bounds = Bounds::None;
    else
      index.bounds = mode == BoundsMode::Raise ? Bounds::Raise : Bounds::Guard;
  }

  void apply(std::vector<Index> &indices, const Expr &array) const {
    for (unsigned axis = 0; axis < indices.size(); ++axis)
      apply(indices[axis], array, axis);
  }

  void apply(View &view) const {
    unsigned axis = 0;
    for (ViewSubscript &subscript : view.subscripts) {
      if (subscript.kind == ViewSubscript::Kind::Index)
        apply(subscript.index, *view.array, axis);
      if (subscript.kind != ViewSubscript::Kind::NewAxis)
        ++axis;
    }
  }
};

} // namespace

void applyBounds(Module &module, BoundsMode mode) {
  for (Function &function : module.functions) {
    Ranges ranges(function);
    BoundsPass pass{ranges, mode};
    forEachExprIn(function.body, [&](Expr &expr) {
      if (auto *load = std::get_if<Load>(&expr.node))
        pass.apply(load->indices, *load->array);
      else if (auto *atomic = std::get_if<Atomic>(&expr.node))
        pass.apply(atomic->indices, *atomic->array);
      else if (auto *view = std::get_if<View>(&expr.node))
        pass.apply(*view);
      else if (auto *recast = std::get_if<Recast>(&expr.node))
        recast->bounds = !recast->fits || mode == BoundsMode::None
                             ? Bounds::None
                         : mode == BoundsMode::Raise ? Bounds::Raise
                                                     : Bounds::Guard;
    });
    forEachStmt(function.body, [&](Stmt &stmt) {
      if (auto *store = std::get_if<Store>(&stmt.node))
        pass.apply(store->indices, *store->array);
    });
    if (mode != BoundsMode::None)
      proveByConditions(function, ranges);
  }
}

} // namespace pyk2ptx
