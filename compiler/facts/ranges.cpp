// What a function is given, and how far its arrays reach: where the fixpoint
// (range_analysis.cpp) begins, and what it asks.
#include "ranges.h"

#include "frontend/ir/ir_walk.h"
#include "integer_types.h"
#include "interval.h"
#include "range_analysis.h"
#include "real_ranges.h"

namespace pyk2ptx {

using namespace ir;

/// Of constants, and what is read beyond them.
Interval rangeOfData(const ArrayDeclaration &array) {
  if (array.data.empty() || !isIntegral(array.element))
    return {};
  Interval range{0, 0};
  for (const Constant &constant : array.data) {
    std::int64_t value = static_cast<std::int64_t>(constant.bits);
    range = unite(range, {value, value});
  }
  return range;
}

/// Whether any float is converted to an integer.
static bool makesIntegers(const Function &function) {
  bool does = false;
  forEachExprIn(function.body,
                [&](const Expr &expr) { does = does || realOperandOf(expr); });
  return does;
}

/// Parameters are anything; of others there is none before the first is set.
static std::vector<FloatRange> initialReals(const Function &function) {
  std::vector<FloatRange> reals(function.slots.size(), anyFloat());
  for (std::size_t i = function.paramCount; i < reals.size(); ++i)
    reals[i] = function.slots[i].zero ? FloatRange{0, 0, false} : noFloat();
  return reals;
}

Ranges::Ranges(const Function &function) : function_(function) {
  for (std::size_t i = 0; i < function.slots.size(); ++i) {
    const Slot &slot = function.slots[i];
    if (i < function.paramCount)
      slots_.push_back(parameterRange(function, static_cast<SlotId>(i)));
    else
      slots_.push_back(slot.zero ? Interval{0, 0} : nothing);
  }
  constexpr std::int64_t unassigned = -2, several = -1;
  declarations_.assign(function.slots.size(), unassigned);
  for (std::size_t i = 0; i < function.slots.size(); ++i)
    if (i < function.paramCount || function.slots[i].zero)
      declarations_[i] = several;
  auto assign = [&](SlotId slot, const Expr &whole) {
    const Expr *value = &whole;
    while (const auto *let = std::get_if<Let>(&value->node))
      value = let->body.get();
    const auto *storage = std::get_if<ArrayStorage>(&value->node);
    std::int64_t declared = storage ? std::int64_t(storage->array) : several;
    std::int64_t &entry = declarations_[slot];
    entry = entry == unassigned || entry == declared ? declared : several;
  };
  forEachAssigned(function.body, assign);
  for (const ArrayDeclaration &array : function.arrays)
    data_.push_back(rangeOfData(array));
  if (makesIntegers(function))
    reals_ = initialReals(function);
  RangeAnalysis(*this, slots_, reals_).run();
}

Interval Ranges::of(const Expr &expr) const {
  auto &own = const_cast<Ranges &>(*this);
  RangeAnalysis analysis(*this, own.slots_, own.reals_);
  analysis.remember = true;
  Interval value = analysis.evaluate(expr);
  return isEmpty(value) ? typeRange(expr.type.scalar) : value;
}

Interval Ranges::ofSlot(SlotId slot) const {
  Interval value = slots_[slot];
  return isEmpty(value) ? typeRange(function_.slots[slot].type.scalar) : value;
}

/// What LaunchFacts::sizeBits says of a parameter; -1: nothing.
static std::int64_t largestSize(const ir::Function &function, SlotId slot) {
  bool isKnown = slot < function.sizeBits.size() && function.sizeBits[slot];
  return isKnown ? std::int64_t(1) << function.sizeBits[slot] : -1;
}

Interval parameterRange(const ir::Function &function, SlotId slot) {
  std::int64_t most = largestSize(function, slot);
  return most >= 0 ? Interval{0, most}
                   : typeRange(function.slots[slot].type.scalar);
}

std::int64_t largestExtent(const ir::Function &function) {
  return function.smallArrays ? LaunchFacts::smallLimit - 1 : maxExtent;
}

std::int64_t largestExtent(const ir::Function &function, SlotId parameter) {
  std::int64_t most = largestSize(function, parameter);
  return most >= 0 ? most : largestExtent(function);
}

/// 0: not known.
static std::int64_t lastExtent(const ir::Function &function, SlotId slot) {
  return slot < function.lastExtents.size() ? function.lastExtents[slot] : 0;
}

std::int64_t Ranges::declarationOf(const Expr &array) const {
  if (const auto *storage = std::get_if<ArrayStorage>(&array.node))
    return storage->array;
  const auto *slot = std::get_if<SlotValue>(&array.node);
  return slot ? declarations_[slot->slot] : -1;
}

Interval Ranges::elements(const Expr &array) const {
  std::int64_t declared = declarationOf(array);
  return declared < 0 ? Interval{} : data_[declared];
}

Interval Ranges::extent(const Expr &array, unsigned axis) const {
  if (const auto *field = std::get_if<Field>(&array.node)) {
    const Type &outer = field->array->type;
    if (outer.isArray() && axis < outer.ndim)
      return extent(*field->array, axis);
    // Of a reference to nothing, a field's axes are empty.
    const auto &shape = outer.record->fields[field->index].shape;
    if (outer.isReference())
      return {0, shape.empty() ? 1 : shape[axis]};
    return {shape[axis - outer.ndim], shape[axis - outer.ndim]};
  }
  if (array.type.isReference())
    return {0, 1};
  if (const auto *at = std::get_if<ArrayAt>(&array.node)) {
    if (at->shape.empty())
      return {maxExtent, maxExtent};
    const auto *constant = std::get_if<Constant>(&at->shape[axis]->node);
    auto exact = constant ? static_cast<std::int64_t>(constant->bits) : -1;
    return exact >= 0 && exact <= maxExtent ? Interval{exact, exact}
                                            : Interval{0, maxExtent};
  }
  if (const auto *slot = std::get_if<SlotValue>(&array.node)) {
    if (std::int64_t known = lastExtent(function_, slot->slot);
        known && axis + 1 == array.type.ndim)
      return {known, known};
    if (std::int64_t most = largestSize(function_, slot->slot); most >= 0)
      return {0, most};
  } else if (const auto *convert = std::get_if<Convert>(&array.node))
    return extent(*convert->operand, axis);
  std::int64_t declared = declarationOf(array);
  if (declared < 0)
    return {0, largestExtent(function_)};
  if (function_.arrays[declared].dynamic)
    return {0, maxExtent};
  std::int64_t exact = function_.arrays[declared].shape[axis];
  return {exact, exact};
}

} // namespace pyk2ptx
