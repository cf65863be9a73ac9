// Slots are looked at as a whole, wherever they are assigned: a slot that gets
// parts of one declared array only has that as its root. The analysis starts
// from no assignment and adds them until nothing changes, so that a slot that
// is assigned from itself keeps its root.
#include "array_roots.h"

#include "frontend/ir/ir_walk.h"

namespace pyk2ptx {

using namespace ir;

static constexpr std::int64_t unassigned = -2, unknown = -1;

static std::int64_t meet(std::int64_t a, std::int64_t b) {
  if (a == unassigned)
    return b;
  return b == unassigned || a == b ? a : unknown;
}

std::int64_t ArrayRoots::rootOf(const Expr &expr) const {
  if (const auto *storage = std::get_if<ArrayStorage>(&expr.node))
    return storage->array;
  if (const auto *slot = std::get_if<SlotValue>(&expr.node))
    return roots_[slot->slot];
  if (const auto *view = std::get_if<View>(&expr.node))
    return rootOf(*view->array);
  if (const auto *recast = std::get_if<Recast>(&expr.node))
    return rootOf(*recast->array);
  if (const auto *field = std::get_if<Field>(&expr.node))
    return rootOf(*field->array);
  if (const auto *convert = std::get_if<Convert>(&expr.node))
    return rootOf(*convert->operand);
  if (const auto *let = std::get_if<Let>(&expr.node))
    return rootOf(*let->body);
  if (const auto *select = std::get_if<Select>(&expr.node))
    return meet(rootOf(*select->body), rootOf(*select->orElse));
  return unknown;
}

ArrayRoots::ArrayRoots(const Function &function)
    : function_(function), roots_(function.slots.size(), unassigned) {
  for (std::size_t i = 0; i < function.slots.size(); ++i)
    if (i < function.paramCount)
      roots_[i] = static_cast<std::int64_t>(function.arrays.size() + i);
    else if (function.slots[i].zero)
      roots_[i] = unknown;
  bool changed = true;
  auto assign = [&](SlotId slot, const Expr &value) {
    if (!value.type.isArray())
      return;
    std::int64_t root = meet(roots_[slot], rootOf(value));
    changed = changed || root != roots_[slot];
    roots_[slot] = root;
  };
  while (changed) {
    changed = false;
    forEachAssigned(function.body, assign);
  }
}

std::optional<SlotId> ArrayRoots::parameterOf(const Expr &array) const {
  std::int64_t root = rootOf(array);
  auto declared = static_cast<std::int64_t>(function_.arrays.size());
  if (root < declared)
    return std::nullopt;
  return static_cast<SlotId>(root - declared);
}

bool ArrayRoots::areDistinct(const Expr &left, const Expr &right) const {
  Space a = left.type.space;
  Space b = right.type.space;
  if (a != b && a != Space::Generic && b != Space::Generic)
    return true;
  auto declared = [&](std::int64_t root) {
    bool isDeclared =
        root >= 0 && root < static_cast<std::int64_t>(function_.arrays.size());
    return isDeclared ? &function_.arrays[static_cast<std::size_t>(root)]
                      : nullptr;
  };
  const ArrayDeclaration *x = declared(rootOf(left));
  const ArrayDeclaration *y = declared(rootOf(right));
  // Constants are apart from whatever a launch is given.
  auto isConstant = [](const ArrayDeclaration *array) {
    return array && array->space == Space::Global && !array->address;
  };
  if (isConstant(x) != isConstant(y))
    return true;
  // All dynamic shared arrays are one memory; arrays of the program's may be.
  return x && y && x != y && !(x->dynamic && y->dynamic) &&
         !(x->address && y->address);
}

} // namespace pyk2ptx
