// `for c in range(image.shape[2])` turns three times, but nobody knows it: it
// is unrolled for many turns, which never come, and the three that do wait for
// each other. A row of points[i, k] begins at a product of i with an extent
// that is loaded. Whoever launches sees the arrays: where a last axis is that
// short, its extent is a constant.
//
// It replaces array.shape[-1], and variables that are that and nothing else, so
// that bounds of loops are constants to all that comes; that the array's own
// extent is one, lowering sees to (lower/lower.cpp).
#include "last_extents.h"

#include "compiler/analyze/loop_span.h"
#include "frontend/ir/ir_walk.h"
#include "kernel_arguments.h"

#include <algorithm>

namespace pyk2ptx {

using namespace ir;

namespace {

/// A variable of which `values` says that it is always this constant.
const Constant *constantOfSlot(const OnlyValues &values, SlotId slot) {
  const Expr *value = values.of(slot);
  return value ? std::get_if<Constant>(&value->node) : nullptr;
}

/// Whether any variable was one.
bool replaceVariables(Function &kernel) {
  const OnlyValues values(kernel);
  bool isChanged = false;
  forEachExprIn(kernel.body, [&](Expr &expr) {
    const auto *slot = std::get_if<SlotValue>(&expr.node);
    const Constant *constant =
        slot ? constantOfSlot(values, slot->slot) : nullptr;
    if (!constant || !isInteger(expr.type.scalar) || expr.type.isArray())
      return;
    expr.node = Constant(*constant);
    isChanged = true;
  });
  return isChanged;
}

} // namespace

void setLastExtents(Function &kernel, const LaunchFacts &facts) {
  const OnlyValues values(kernel);
  kernel.lastExtents.assign(kernel.paramCount, 0);
  forEachParameter(kernel, [&](SlotId slot, std::size_t argument) {
    const Type &type = kernel.slots[slot].type;
    if (argument < facts.lastExtents.size() && type.isArray() &&
        type.ndim > 1 && values.isParameter(slot))
      kernel.lastExtents[slot] = facts.lastExtents[argument];
  });
  forEachExprIn(kernel.body, [&](Expr &expr) {
    const auto *property = std::get_if<ArrayProperty>(&expr.node);
    if (!property || property->field != ArrayField::Shape)
      return;
    const auto *array = std::get_if<SlotValue>(&property->array->node);
    if (!array || array->slot >= kernel.paramCount ||
        property->axis + 1 != property->array->type.ndim)
      return;
    if (std::uint8_t extent = kernel.lastExtents[array->slot])
      expr.node = Constant{extent};
  });
  // `height, width, colors = image.shape` takes two steps.
  while (replaceVariables(kernel))
    ;
}

} // namespace pyk2ptx
