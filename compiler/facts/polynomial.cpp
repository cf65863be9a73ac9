// An index is a sum of products of coordinates and extents. To see that such a
// sum is never negative, each atom that has a least value is written as that
// and a rest that is not negative: nx * ny - nx, where both are at least 1, is
// (1 + x) * (1 + y) - (1 + x) = y + x * y. What then has a positive factor can
// be left out, and of what has a negative one the largest value is needed.
#include "polynomial.h"

#include "interval.h"

#include <iterator>

namespace pyk2ptx {

namespace {

constexpr std::size_t mostParts = 16;
constexpr std::int64_t mostFactor = std::int64_t(1) << 60;

/// Small enough to be reckoned with.
bool isSmall(__int128 value) {
  return value > -mostFactor && value < mostFactor;
}

bool comesBefore(const Monomial &a, const Monomial &b) {
  return a.atoms < b.atoms;
}

} // namespace

std::optional<AtomProduct> AtomProduct::times(const AtomProduct &other) const {
  AtomProduct result;
  result.size_ = size_ + other.size_;
  if (result.size_ > mostAtoms)
    return std::nullopt;
  std::merge(begin(), end(), other.begin(), other.end(), result.atoms_.begin());
  return result;
}

Polynomial Polynomial::constant(std::int64_t value) {
  Polynomial result;
  if (value)
    result.parts_.push_back({{}, value});
  return result;
}

Polynomial Polynomial::atom(Atom atom) {
  Polynomial result;
  result.parts_.push_back({atom, 1});
  return result;
}

std::int64_t Polynomial::constantPart() const {
  return !parts_.empty() && parts_[0].atoms.empty() ? parts_[0].factor : 0;
}

std::int64_t Polynomial::factorOf(const AtomProduct &atoms) const {
  for (const Monomial &part : parts_)
    if (part.atoms == atoms)
      return part.factor;
  return 0;
}

bool Polynomial::contains(Atom atom) const {
  return std::any_of(parts_.begin(), parts_.end(), [&](const Monomial &part) {
    return part.atoms.contains(atom);
  });
}

bool Polynomial::isConstant() const {
  return parts_.empty() || (parts_.size() == 1 && parts_[0].atoms.empty());
}

std::optional<Polynomial>
Polynomial::sumOfSorted(const std::vector<Monomial> &parts) {
  Polynomial result;
  result.parts_.reserve(parts.size());
  for (const Monomial &part : parts) {
    if (result.parts_.empty() || result.parts_.back().atoms != part.atoms) {
      result.parts_.push_back(part);
      continue;
    }
    __int128 factor = __int128(result.parts_.back().factor) + part.factor;
    if (!isSmall(factor))
      return std::nullopt;
    result.parts_.back().factor = static_cast<std::int64_t>(factor);
    if (factor == 0)
      result.parts_.pop_back();
  }
  if (result.parts_.size() > mostParts)
    return std::nullopt;
  return result;
}

std::optional<Polynomial> Polynomial::sumOf(std::vector<Monomial> parts) {
  std::sort(parts.begin(), parts.end(), comesBefore);
  return sumOfSorted(parts);
}

std::optional<Polynomial> Polynomial::plus(const Polynomial &other,
                                           std::int64_t factor) const {
  std::vector<Monomial> scaled;
  scaled.reserve(other.parts_.size());
  for (const Monomial &part : other.parts_) {
    __int128 product = __int128(part.factor) * factor;
    if (!isSmall(product))
      return std::nullopt;
    if (product)
      scaled.push_back({part.atoms, static_cast<std::int64_t>(product)});
  }
  std::vector<Monomial> parts;
  parts.reserve(parts_.size() + scaled.size());
  std::merge(parts_.begin(), parts_.end(), scaled.begin(), scaled.end(),
             std::back_inserter(parts), comesBefore);
  return sumOfSorted(parts);
}

std::optional<Polynomial> Polynomial::times(const Polynomial &other) const {
  std::vector<Monomial> parts;
  parts.reserve(parts_.size() * other.parts_.size());
  for (const Monomial &a : parts_)
    for (const Monomial &b : other.parts_) {
      __int128 factor = __int128(a.factor) * b.factor;
      std::optional<AtomProduct> atoms = a.atoms.times(b.atoms);
      if (!atoms || !isSmall(factor))
        return std::nullopt;
      parts.push_back({*atoms, static_cast<std::int64_t>(factor)});
    }
  return sumOf(std::move(parts));
}

std::optional<Polynomial> Polynomial::replaced(Atom atom,
                                               const Polynomial &value) const {
  std::optional<Polynomial> result = Polynomial();
  for (const Monomial &part : parts_) {
    Monomial rest{{}, part.factor};
    std::size_t powers = 0;
    for (Atom factor : part.atoms)
      if (factor == atom)
        ++powers;
      else
        rest.atoms = *rest.atoms.times(factor);
    std::optional<Polynomial> product = sumOfSorted({rest});
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

/// Of a sum without products: the end of each atom that makes it least.
std::optional<__int128> leastOfLinear(const Polynomial &sum,
                                      const IntervalOfAtom &range) {
  __int128 total = sum.constantPart();
  for (const Monomial &part : sum.parts()) {
    if (part.atoms.empty())
      continue;
    Interval values = range(part.atoms[0]);
    std::int64_t end = part.factor > 0 ? values.low : values.high;
    if (!isSmall(end))
      return std::nullopt;
    total += __int128(part.factor) * end;
  }
  return total;
}

/// The products of the part with each atom written as its least value and a
/// rest, which is called by the atom's name.
bool addAboveLeast(const Monomial &part, const IntervalOfAtom &range,
                   std::vector<Monomial> &products) {
  std::size_t since = products.size();
  products.push_back({{}, part.factor});
  for (Atom atom : part.atoms) {
    std::int64_t low = range(atom).low;
    if (!isSmall(low) && part.atoms.size() > 1)
      return false;
    std::size_t end = products.size();
    for (std::size_t i = since; i < end; ++i) {
      __int128 atLeast = __int128(products[i].factor) * low;
      if (isSmall(low) && low != 0) {
        if (!isSmall(atLeast))
          return false;
        products.push_back(
            {products[i].atoms, static_cast<std::int64_t>(atLeast)});
      }
      products[i].atoms = *products[i].atoms.times(atom);
    }
  }
  return true;
}

/// The least that a product can be, of rests, which are not negative, but for
/// atoms without a least value, which stand alone.
std::optional<__int128> leastOfProduct(const Monomial &part,
                                       const IntervalOfAtom &range) {
  if (part.atoms.empty())
    return part.factor;
  if (part.factor > 0)
    return isSmall(range(part.atoms[0]).low) ? std::optional<__int128>(0)
                                             : std::nullopt;
  __int128 product = part.factor;
  for (Atom atom : part.atoms) {
    Interval values = range(atom);
    if (!isSmall(values.high))
      return std::nullopt;
    product *= isSmall(values.low) ? __int128(values.high) - values.low
                                   : __int128(values.high);
    if (product <= -(__int128(1) << 64) || product >= __int128(1) << 64)
      return std::nullopt;
  }
  return product;
}

std::optional<__int128> leastOfProducts(const Polynomial &sum,
                                        const IntervalOfAtom &range) {
  std::vector<Monomial> products;
  for (const Monomial &part : sum.parts())
    if (!addAboveLeast(part, range, products))
      return std::nullopt;
  std::optional<Polynomial> above = Polynomial::sumOf(std::move(products));
  if (!above)
    return std::nullopt;
  __int128 total = 0;
  for (const Monomial &part : above->parts()) {
    std::optional<__int128> least = leastOfProduct(part, range);
    if (!least)
      return std::nullopt;
    total += *least;
  }
  return total;
}

} // namespace

std::optional<std::int64_t> leastOf(const Polynomial &sum,
                                    const IntervalOfAtom &range) {
  bool isLinear =
      std::none_of(sum.parts().begin(), sum.parts().end(),
                   [](const Monomial &part) { return part.atoms.size() > 1; });
  std::optional<__int128> total =
      isLinear ? leastOfLinear(sum, range) : leastOfProducts(sum, range);
  if (!total || *total <= INT64_MIN || *total >= INT64_MAX)
    return std::nullopt;
  return static_cast<std::int64_t>(*total);
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
