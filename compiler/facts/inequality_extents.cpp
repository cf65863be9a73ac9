// How many elements a view has, by those of what it is a view of, and halves of
// numbers. Of
//
//   even = image[y, ::2]
//   if k < image.shape[1] // 2: v = even[k]
//
// the one is (n + 1) // 2 and the other n // 2: quotients of the same sum are
// the same atom, and (n + 1) // 2 is n - n // 2. So is x[1:-1] as long as n -
// 2, if that is not negative, and a row of a matrix as long as all others, if
// it is one: of an index that may be outside, nothing is known of the view.
#include "inequalities.h"

#include <algorithm>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Quotients that are looked for when the next one is asked for.
constexpr std::size_t mostQuotients = 32;

std::int64_t floorOf(std::int64_t value, std::int64_t by) {
  return value / by - (value % by < 0);
}

} // namespace

// ---- quotients ----

Polynomial Inequalities::quotient(const Polynomial &sum, std::int64_t by,
                                  Interval range) {
  std::vector<Monomial> parts;
  for (const Monomial &part : sum.parts())
    if (std::int64_t factor = floorOf(part.factor, by))
      parts.push_back({part.atoms, factor});
  std::optional<Polynomial> whole = Polynomial::sumOf(std::move(parts));
  std::optional<Polynomial> rest = whole ? sum.plus(*whole, -by) : whole;
  if (!rest)
    return Polynomial::atom(newAtom(range));
  if (rest->isConstant())
    return *whole;
  bool isHalfAndOne = by == 2 && rest->constantPart() == 1;
  if (isHalfAndOne)
    rest = rest->plus(Polynomial::constant(-1));
  Atom part = quotientAtom(*rest, by);
  std::optional<Polynomial> result = Polynomial::atom(part);
  if (isHalfAndOne)
    result = rest->plus(*result, -1);
  else if (whole->parts().empty())
    bound(part, range);
  result = result ? result->plus(*whole) : result;
  return result ? *std::move(result) : Polynomial::atom(newAtom(range));
}

Atom Inequalities::quotientAtom(const Polynomial &sum, std::int64_t by) {
  auto known = std::ranges::find_if(quotients_, [&](const Quotient &each) {
    return each.by == by && each.of == sum;
  });
  bool isNew = known == quotients_.end();
  Atom atom = isNew ? newAtom({}) : known->value;
  Polynomial value = Polynomial::atom(atom);
  if (isNew && quotients_.size() < mostQuotients)
    quotients_.push_back({sum, by, atom});
  // Of one that is known it may have been forgotten.
  Interval range = rangeOf(sum);
  if (range.high < INT64_MAX)
    bound(atom, {INT64_MIN, floorOf(range.high, by)});
  if (range.low > INT64_MIN)
    bound(atom, {floorOf(range.low, by), INT64_MAX});
  if (isNeverNegative(sum))
    assume(value);
  if (std::optional<Polynomial> rest = sum.plus(value, -by))
    assumeBelow(*rest, Polynomial::constant(by));
  return atom;
}

// ---- extents ----

Polynomial Inequalities::extentOf(const Expr &array, unsigned axis) {
  if (const auto *field = std::get_if<Field>(&array.node))
    if (const Expr &records = *field->array;
        records.type.isArray() && axis < records.type.ndim)
      return extentOf(records, axis);
  if (const auto *convert = std::get_if<Convert>(&array.node))
    return extentOf(*convert->operand, axis);
  Interval range = ranges_.extent(array, axis);
  if (range.low == range.high)
    return Polynomial::constant(range.low);
  const auto *slot = std::get_if<SlotValue>(&array.node);
  if (!slot) {
    std::optional<Polynomial> known = extentOfView(array, axis);
    return known ? named(*known, range) : Polynomial::atom(newAtom(range));
  }
  auto [place, isNew] =
      extents_.try_emplace({valueOf(slot->slot).parts()[0].atoms[0], axis});
  if (isNew)
    place->second = Polynomial::atom(newAtom(range));
  return place->second;
}

/// The value, or an atom that is the same if that may be said more of: of a sum
/// with a choice in it conditions give no bounds.
Polynomial Inequalities::named(const Polynomial &value, Interval range) {
  bool isChosen = std::ranges::any_of(value.parts(), [&](const Monomial &part) {
    return std::ranges::any_of(
        part.atoms, [&](Atom atom) { return atoms_[atom].choice != nullptr; });
  });
  bool isAtom = value.parts().size() == 1 && value.parts()[0].factor == 1;
  if (!isChosen || isAtom)
    return value;
  Atom atom = newAtom(range);
  atoms_[atom].sum = std::make_unique<Polynomial>(value);
  return Polynomial::atom(atom);
}

void Inequalities::assignArray(SlotId slot, const Expr &value) {
  if (const auto *same = std::get_if<SlotValue>(&value.node)) {
    setValue(slot, valueOf(same->slot));
    return;
  }
  std::vector<Polynomial> extents;
  for (unsigned axis = 0; axis < value.type.ndim; ++axis)
    extents.push_back(extentOf(value, axis));
  Atom array = newAtom({});
  setValue(slot, Polynomial::atom(array));
  for (unsigned axis = 0; axis < extents.size(); ++axis)
    extents_.emplace(std::pair(array, axis), std::move(extents[axis]));
}

std::optional<Polynomial> Inequalities::extentOfView(const Expr &array,
                                                     unsigned axis) {
  if (const auto *recast = std::get_if<Recast>(&array.node)) {
    if (recast->fits)
      return std::nullopt;
    Polynomial extent = of(*recast->shape[axis]);
    return isNeverNegative(extent) ? std::optional(extent) : std::nullopt;
  }
  const auto *view = std::get_if<View>(&array.node);
  if (!view)
    return std::nullopt;
  using Kind = ViewSubscript::Kind;
  std::optional<Polynomial> found;
  unsigned axisOfArray = 0, axisOfView = 0;
  for (const ViewSubscript &subscript : view->subscripts) {
    // Of an index that is outside the view is empty.
    if (subscript.kind == Kind::Index &&
        subscript.index.bounds == Bounds::Guard)
      return std::nullopt;
    if (subscript.kind != Kind::Index && axisOfView++ == axis) {
      found = subscript.kind == Kind::NewAxis
                  ? Polynomial::constant(1)
                  : countOf(subscript, extentOf(*view->array, axisOfArray));
      if (!found)
        return std::nullopt;
    }
    axisOfArray += subscript.kind != Kind::NewAxis;
  }
  return found;
}

Polynomial Inequalities::orZero(const Polynomial &value) {
  std::optional<Polynomial> opposite = Polynomial().plus(value, -1);
  if (!opposite)
    return Polynomial::atom(newAtom({0, INT64_MAX}));
  if (isNeverNegative(value))
    return value;
  return choose({0, INT64_MAX}, {value, Polynomial(), {value}, {*opposite}});
}

/// What `make` gives of a number that is negative or not.
template <class Make>
std::optional<Polynomial> Inequalities::bySign(const Polynomial &number,
                                               const Make &make) {
  std::optional<Polynomial> below =
      differenceOf(CompareOp::Less, number, Polynomial());
  if (!below)
    return std::nullopt;
  if (isNeverNegative(number))
    return make(false);
  if (isNeverNegative(*below))
    return make(true);
  auto where = [&](const Polynomial &fact, bool isNegative) {
    Mark before = mark();
    assume(fact);
    std::optional<Polynomial> made = make(isNegative);
    forgetSince(before);
    return made;
  };
  std::optional<Polynomial> natural = where(number, false),
                            negative = where(*below, true);
  if (!natural || !negative)
    return std::nullopt;
  return choose({0, INT64_MAX}, {*natural, *negative, {number}, {*below}});
}

/// From `lower` up to `upper`, as Python's slice.indices has it: each counts
/// from the end if it is negative. What is not negative at the left needs not
/// be kept inside, nor what is at the right.
std::optional<Polynomial> Inequalities::distance(const Polynomial &lower,
                                                 const Polynomial &upper,
                                                 const Polynomial &extent) {
  return bySign(lower, [&](bool isFromEnd) {
    std::optional<Polynomial> first = lower;
    if (isFromEnd)
      first = lower.plus(extent);
    if (first && isFromEnd)
      first = orZero(*first);
    return !first ? first : bySign(upper, [&](bool isUpperFromEnd) {
      std::optional<Polynomial> last =
          isUpperFromEnd ? upper.plus(extent) : extent.plus(upper, -1);
      if (last && !isUpperFromEnd)
        last = extent.plus(orZero(*last), -1);
      last = last ? last->plus(*first, -1) : last;
      return last ? std::optional(orZero(*last)) : last;
    });
  });
}

/// None: as many as the step says, or not known.
std::optional<Polynomial> Inequalities::countOf(const ViewSubscript &slice,
                                                const Polynomial &extent) {
  Polynomial step = slice.step ? of(*slice.step) : Polynomial::constant(1);
  if (!step.isConstant() || step.constantPart() < 1)
    return std::nullopt;
  std::int64_t by = step.constantPart();
  Polynomial lower = slice.lower ? of(*slice.lower) : Polynomial();
  // Without a choice for what is empty.
  bool isWhole = !slice.upper && lower.isConstant() &&
                 lower.constantPart() >= 0 && lower.constantPart() < by;
  std::optional<Polynomial> count =
      isWhole
          ? extent.plus(lower, -1)
          : distance(lower, slice.upper ? of(*slice.upper) : extent, extent);
  count = count ? count->plus(Polynomial::constant(by - 1)) : count;
  return count ? std::optional(quotient(*count, by, {0, INT64_MAX})) : count;
}

} // namespace pyk2ptx
