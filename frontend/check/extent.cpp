// How many elements an array can have along each axis, as far as its making
// tells: local and shared arrays have constant shapes, and a slice such as
// a[:3] or a[i:i+3] has a constant bound whatever it is a slice of. Arrays that
// a kernel makes get memory by these bounds, and `x, y = array` is checked by
// them. Nothing rests on an axis being that long: an index outside gives a view
// without elements.
#include "checker.h"

#include <algorithm>
#include <map>

namespace pyk2ptx {

namespace {

/// An int64 as a sum of slots times numbers and a number; wraps as it does.
struct Linear {
  std::map<ir::SlotId, std::uint64_t> slots;
  std::uint64_t number = 0;
};

} // namespace

static std::optional<std::int64_t> constantOf(const ir::Expr &expr) {
  const auto *constant = std::get_if<ir::Constant>(&expr.node);
  return constant ? std::optional(static_cast<std::int64_t>(constant->bits))
                  : std::nullopt;
}

static std::optional<Linear> linearForm(const ir::Expr &expr) {
  Linear result;
  if (std::optional<std::int64_t> number = constantOf(expr)) {
    result.number = static_cast<std::uint64_t>(*number);
    return result;
  }
  if (const auto *slot = std::get_if<ir::SlotValue>(&expr.node)) {
    result.slots[slot->slot] = 1;
    return result;
  }
  // A narrower slot is the number that it holds.
  const auto *wide = std::get_if<ir::Convert>(&expr.node);
  if (wide && expr.type.isInteger() && wide->operand->type.isInteger())
    if (const auto *slot = std::get_if<ir::SlotValue>(&wide->operand->node)) {
      result.slots[slot->slot] = 1;
      return result;
    }
  const auto *sum = std::get_if<ir::Binary>(&expr.node);
  bool isProduct = sum && sum->op == ir::BinaryOp::Mul;
  bool isSum =
      sum && (sum->op == ir::BinaryOp::Add || sum->op == ir::BinaryOp::Sub);
  if ((!isProduct && !isSum) || !expr.type.isInteger())
    return std::nullopt;
  std::optional<Linear> left = linearForm(*sum->left);
  std::optional<Linear> right = linearForm(*sum->right);
  if (!left || !right)
    return std::nullopt;
  if (isProduct && left->slots.empty())
    std::swap(left, right);
  if (isProduct && !right->slots.empty())
    return std::nullopt;
  if (isProduct) {
    for (auto &[slot, factor] : left->slots)
      factor *= right->number;
    left->number *= right->number;
    return left;
  }
  std::uint64_t sign = sum->op == ir::BinaryOp::Sub ? ~std::uint64_t(0) : 1;
  for (const auto &[slot, factor] : right->slots)
    left->slots[slot] += sign * factor;
  left->number += sign * right->number;
  return left;
}

/// upper - lower, where it is a positive number: the slice [lower:upper] has
/// no more elements. Of a difference that is not positive, such as that of
/// [1:-1], nothing follows.
static std::optional<std::int64_t> distance(const ir::Expr &lower,
                                            const ir::Expr &upper) {
  std::optional<Linear> from = linearForm(lower);
  std::optional<Linear> to = linearForm(upper);
  if (!from || !to)
    return std::nullopt;
  for (const auto &[slot, factor] : from->slots)
    to->slots[slot] -= factor;
  for (const auto &[slot, factor] : to->slots)
    if (factor != 0)
      return std::nullopt;
  auto result = static_cast<std::int64_t>(to->number - from->number);
  return result > 0 ? std::optional(result) : std::nullopt;
}

/// Python's length of range(n)[lower:upper:step].
static std::int64_t sliceLength(std::int64_t n,
                                const std::optional<std::int64_t> &lower,
                                const std::optional<std::int64_t> &upper,
                                std::int64_t step) {
  std::int64_t low = step > 0 ? 0 : -1;
  std::int64_t high = step > 0 ? n : n - 1;
  auto clamp = [&](std::int64_t at) {
    return std::clamp(at < 0 ? at + n : at, low, high);
  };
  std::int64_t first = lower ? clamp(*lower) : step > 0 ? low : high;
  std::int64_t last = upper ? clamp(*upper) : step > 0 ? high : low;
  std::int64_t span = step > 0 ? last - first : first - last;
  std::int64_t by = step > 0 ? step : -step;
  return span <= 0 ? 0 : (span - 1) / by + 1;
}

/// The axis that is left of one of `whole` elements.
static Extent sliceExtent(const Extent &whole, const ir::ViewSubscript &slice) {
  constexpr std::int64_t far = std::int64_t(1) << 40;
  std::optional<std::int64_t> lower, upper, step = 1;
  auto read = [](const ir::ExprPtr &expr, std::optional<std::int64_t> &to) {
    if (expr)
      to = constantOf(*expr);
    return !expr || (to && *to > -far && *to < far);
  };
  bool knowsLower = read(slice.lower, lower);
  bool knowsUpper = read(slice.upper, upper);
  Extent result;
  if (!read(slice.step, step))
    return {whole.most, false};
  if (*step == 0)
    return {0, true};
  bool isForward = *step > 0;
  if (whole.isExact && knowsLower && knowsUpper)
    return {sliceLength(*whole.most, lower, upper, *step), true};
  auto atMost = [&](std::int64_t count) {
    count = std::max<std::int64_t>(count, 0);
    std::int64_t by = isForward ? *step : -*step;
    count = count == 0 ? 0 : (count - 1) / by + 1;
    result.most = std::min(result.most.value_or(count), count);
  };
  if (whole.most)
    atMost(*whole.most);
  if (slice.lower && slice.upper && isForward)
    if (std::optional<std::int64_t> count =
            distance(*slice.lower, *slice.upper))
      atMost(*count);
  if (!knowsLower || !knowsUpper)
    return result;
  // From the front, or from the end, where both bounds count from there.
  if (isForward && upper && *upper >= 0)
    atMost(lower && *lower >= 0 ? *upper - *lower : *upper);
  if (isForward && lower && *lower < 0)
    atMost(upper && *upper < 0 ? *upper - *lower : -*lower);
  if (!isForward && lower && *lower >= 0)
    atMost(upper && *upper >= 0 ? *lower - *upper : *lower + 1);
  if (!isForward && upper && *upper < 0)
    atMost(lower && *lower < 0 ? *lower - *upper : -*upper - 1);
  return result;
}

void FunctionChecker::noteKept(ir::SlotId slot, const ir::Expr &value) {
  if (value.type.isArray() || value.type.isTuple())
    keptExtents_[slot] = extentsOf(value);
  if (holdsOwnLocal(value))
    ownLocals_.insert(slot);
}

Extent FunctionChecker::extentOf(const ir::Expr &number) const {
  if (std::optional<std::int64_t> constant = constantOf(number))
    return {constant, true};
  const auto *property = std::get_if<ir::ArrayProperty>(&number.node);
  if (!property || property->field != ir::ArrayField::Shape)
    return {};
  Extents extents = extentsOf(*property->array);
  return extents.empty() ? Extent() : extents[property->axis];
}

/// The axes of the arrays in a value of this type, one behind the other.
static std::size_t axesOf(const Type &type) {
  std::size_t axes = type.isArray() ? type.ndim : 0;
  if (type.isTuple())
    for (const Type &element : *type.elements)
      axes += axesOf(element);
  return axes;
}

Extents FunctionChecker::extentsOf(const ir::Expr &array) const {
  if (axesOf(array.type) == 0)
    return {};
  const auto &node = array.node;
  Extents result;
  if (const auto *storage = std::get_if<ir::ArrayStorage>(&node)) {
    const ir::ArrayDeclaration &declared = function_.arrays[storage->array];
    if (!declared.dynamic)
      for (std::int64_t extent : declared.shape)
        result.push_back({extent, true});
    return result;
  }
  if (const auto *slot = std::get_if<ir::SlotValue>(&node)) {
    if (auto kept = keptExtents_.find(slot->slot); kept != keptExtents_.end())
      return kept->second;
    auto owner = slotVariables_.find(slot->slot);
    if (owner == slotVariables_.end())
      return {};
    const Variable &variable = env_.variables[owner->second];
    bool isThere = variable.hasSlot && variable.slot == slot->slot;
    return isThere ? variable.extents : Extents();
  }
  if (const auto *let = std::get_if<ir::Let>(&node))
    return extentsOf(*let->body);
  if (const auto *tuple = std::get_if<ir::MakeTuple>(&node)) {
    for (const ir::ExprPtr &element : tuple->elements) {
      Extents each = extentsOf(*element);
      each.resize(axesOf(element->type));
      result.insert(result.end(), each.begin(), each.end());
    }
    return result;
  }
  if (const auto *element = std::get_if<ir::TupleElement>(&node)) {
    Extents whole = extentsOf(*element->tuple);
    if (whole.size() != axesOf(element->tuple->type) ||
        !element->tuple->type.isTuple())
      return {};
    const std::vector<Type> &types = *element->tuple->type.elements;
    std::size_t first = 0;
    for (std::uint32_t i = 0; i < element->index; ++i)
      first += axesOf(types[i]);
    auto from = whole.begin() + static_cast<std::ptrdiff_t>(first);
    return {from, from + static_cast<std::ptrdiff_t>(axesOf(array.type))};
  }
  if (const auto *call = std::get_if<ir::CallFunction>(&node))
    return file_.extentsOfResult(call->function);
  if (const auto *convert = std::get_if<ir::Convert>(&node))
    return extentsOf(*convert->operand);
  if (const auto *cast = std::get_if<ir::Recast>(&node)) {
    for (const ir::ExprPtr &extent : cast->shape)
      result.push_back(extentOf(*extent));
    return result;
  }
  if (const auto *field = std::get_if<ir::Field>(&node)) {
    result = extentsOf(*field->array);
    // The axes of a field of several elements are behind those of the array.
    return result.size() == array.type.ndim ? result : Extents();
  }
  const auto *view = std::get_if<ir::View>(&node);
  if (!view)
    return {};
  Extents whole = extentsOf(*view->array);
  whole.resize(view->array->type.ndim);
  std::size_t axis = 0;
  for (const ir::ViewSubscript &subscript : view->subscripts) {
    if (subscript.kind == ir::ViewSubscript::Kind::NewAxis)
      result.push_back({1, true});
    else if (subscript.kind == ir::ViewSubscript::Kind::Slice)
      result.push_back(sliceExtent(whole[axis++], subscript));
    else
      ++axis;
  }
  return result;
}

} // namespace pyk2ptx
