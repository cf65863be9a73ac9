// An index is a sum of products of coordinates and extents. To see that such a
// sum is never negative, each atom that has a least value is written as that
// and a rest that is not negative: nx * ny - nx, where both are at least 1, is
// (1 + x) * (1 + y) - (1 + x) = y + x * y. What then has a positive factor can
// be left out, and of what has a negative one the largest value is needed.
#include "polynomial.h"

#include "interval.h"

#include <algorithm>

namespace pyk2ptx {

namespace {

constexpr std::size_t mostParts = 16, mostAtoms = 4;
constexpr std::int64_t mostFactor = std::int64_t(1) << 60;

bool isBound(std::int64_t end) { return end > -mostFactor && end < mostFactor; }

bool comesBefore(const Monomial &a, const Monomial &b) {
  return a.atoms < b.atoms;
}

} // namespace

Polynomial Polynomial::constant(std::int64_t value) {
  Polynomial result;
  if (value)
    result.parts_.push_back({{}, value});
  return result;
}

Polynomial Polynomial::atom(Atom atom) {
  Polynomial result;
  result.parts_.push_back({{atom}, 1});
  return result;
}

std::int64_t Polynomial::constantPart() const {
  return !parts_.empty() && parts_[0].atoms.empty() ? parts_[0].factor : 0;
}

std::int64_t Polynomial::factorOf(const std::vector<Atom> &atoms) const {
  for (const Monomial &part : parts_)
    if (part.atoms == atoms)
      return part.factor;
  return 0;
}

bool Polynomial::contains(Atom atom) const {
  return std::any_of(parts_.begin(), parts_.end(), [&](const Monomial &part) {
    return std::find(part.atoms.begin(), part.atoms.end(), atom) !=
           part.atoms.end();
  });
}

bool Polynomial::isConstant() const {
  return parts_.empty() || (parts_.size() == 1 && parts_[0].atoms.empty());
}

std::optional<Polynomial> Polynomial::sumOf(std::vector<Monomial> parts) {
  std::sort(parts.begin(), parts.end(), comesBefore);
  Polynomial result;
  for (Monomial &part : parts) {
    if (!result.parts_.empty() && result.parts_.back().atoms == part.atoms) {
      __int128 factor = __int128(result.parts_.back().factor) + part.factor;
      if (factor <= -mostFactor || factor >= mostFactor)
        return std::nullopt;
      result.parts_.back().factor = static_cast<std::int64_t>(factor);
      if (factor == 0)
        result.parts_.pop_back();
    } else {
      if (part.atoms.size() > mostAtoms)
        return std::nullopt;
      result.parts_.push_back(std::move(part));
    }
  }
  if (result.parts_.size() > mostParts)
    return std::nullopt;
  return result;
}

std::optional<Polynomial> Polynomial::plus(const Polynomial &other,
                                           std::int64_t factor) const {
  std::vector<Monomial> parts = parts_;
  for (const Monomial &part : other.parts_) {
    __int128 scaled = __int128(part.factor) * factor;
    if (scaled <= -mostFactor || scaled >= mostFactor)
      return std::nullopt;
    if (scaled)
      parts.push_back({part.atoms, static_cast<std::int64_t>(scaled)});
  }
  return sumOf(std::move(parts));
}

std::optional<Polynomial> Polynomial::times(const Polynomial &other) const {
  std::vector<Monomial> parts;
  for (const Monomial &a : parts_)
    for (const Monomial &b : other.parts_) {
      __int128 factor = __int128(a.factor) * b.factor;
      if (factor <= -mostFactor || factor >= mostFactor)
        return std::nullopt;
      Monomial product{a.atoms, static_cast<std::int64_t>(factor)};
      product.atoms.insert(product.atoms.end(), b.atoms.begin(), b.atoms.end());
      std::sort(product.atoms.begin(), product.atoms.end());
      parts.push_back(std::move(product));
    }
  return sumOf(std::move(parts));
}

std::optional<Polynomial> Polynomial::replaced(Atom atom,
                                               const Polynomial &value) const {
  std::optional<Polynomial> result = Polynomial();
  for (const Monomial &part : parts_) {
    Polynomial rest = constant(part.factor);
    std::size_t powers = 0;
    for (Atom factor : part.atoms)
      if (factor == atom)
        ++powers;
      else
        rest.parts_[0].atoms.push_back(factor);
    std::optional<Polynomial> product = std::move(rest);
    for (; powers && product; --powers)
      product = product->times(value);
    result = product ? result->plus(*product) : std::nullopt;
    if (!result)
      return std::nullopt;
  }
  return result;
}

// ---- bounds ----

namespace {

std::vector<Atom> atomsOf(const Polynomial &sum) {
  std::vector<Atom> atoms;
  for (const Monomial &part : sum.parts())
    atoms.insert(atoms.end(), part.atoms.begin(), part.atoms.end());
  std::sort(atoms.begin(), atoms.end());
  atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
  return atoms;
}

/// The least that a part can be, of atoms that are not negative but, if they
/// stand alone, those without a least value.
std::optional<__int128> leastOfPart(const Monomial &part,
                                    const IntervalOfAtom &range) {
  Interval first = part.atoms.empty() ? Interval{0, 0} : range(part.atoms[0]);
  bool hasLow = part.atoms.empty() || isBound(first.low);
  if (part.factor > 0 && !part.atoms.empty())
    return hasLow ? std::optional<__int128>(0) : std::nullopt;
  __int128 product = part.factor;
  for (Atom atom : part.atoms) {
    Interval values = range(atom);
    if (!isBound(values.high))
      return std::nullopt;
    product *= isBound(values.low) ? __int128(values.high) - values.low
                                   : __int128(values.high);
    if (product <= -(__int128(1) << 64) || product >= __int128(1) << 64)
      return std::nullopt;
  }
  return product;
}

} // namespace

std::optional<std::int64_t> leastOf(const Polynomial &sum,
                                    const IntervalOfAtom &range) {
  std::optional<Polynomial> above = sum;
  for (Atom atom : atomsOf(sum)) {
    std::int64_t low = range(atom).low;
    bool isInProduct = std::any_of(
        sum.parts().begin(), sum.parts().end(), [&](const Monomial &part) {
          return part.atoms.size() > 1 &&
                 std::count(part.atoms.begin(), part.atoms.end(), atom);
        });
    if (!isBound(low) && isInProduct)
      return std::nullopt;
    if (isBound(low) && low != 0)
      above = above->replaced(
          atom, *Polynomial::atom(atom).plus(Polynomial::constant(low)));
    if (!above)
      return std::nullopt;
  }
  __int128 total = 0;
  for (const Monomial &part : above->parts()) {
    std::optional<__int128> least = leastOfPart(part, range);
    if (!least)
      return std::nullopt;
    total += *least;
  }
  if (total <= INT64_MIN || total >= INT64_MAX)
    return std::nullopt;
  return static_cast<std::int64_t>(total);
}

Interval intervalOf(const Polynomial &sum, const IntervalOfAtom &range) {
  Interval result;
  if (std::optional<std::int64_t> least = leastOf(sum, range))
    result.low = *least;
  if (std::optional<Polynomial> negative = Polynomial().plus(sum, -1))
    if (std::optional<std::int64_t> least = leastOf(*negative, range))
      result.high = -*least;
  return result;
}

} // namespace pyk2ptx
