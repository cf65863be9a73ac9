// Sums of products of unknown integers.
#ifndef PYK2PTX_COMPILER_FACTS_POLYNOMIAL_H
#define PYK2PTX_COMPILER_FACTS_POLYNOMIAL_H

#include "ranges.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace pyk2ptx {

/// An integer of which only its bounds may be known.
using Atom = std::uint32_t;

/// A product of a few atoms, in their order; one may be there twice. Of none it
/// is 1. (Kernels ask for thousands, so it lies where it is used.)
class AtomProduct {
public:
  static constexpr std::size_t mostAtoms = 4;

  AtomProduct() = default;
  AtomProduct(Atom atom) : atoms_{atom}, size_(1) {}

  const Atom *begin() const { return atoms_.data(); }
  const Atom *end() const { return begin() + size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Atom operator[](std::size_t i) const { return atoms_[i]; }
  bool contains(Atom atom) const {
    return std::find(begin(), end(), atom) != end();
  }
  /// None: too many.
  [[nodiscard]] std::optional<AtomProduct>
  times(const AtomProduct &other) const;

  friend bool operator==(const AtomProduct &, const AtomProduct &) = default;
  friend auto operator<=>(const AtomProduct &, const AtomProduct &) = default;

private:
  /// Those behind the last are 0.
  std::array<Atom, mostAtoms> atoms_{};
  std::uint32_t size_ = 0;
};

/// factor * the product of the atoms.
struct Monomial {
  AtomProduct atoms;
  std::int64_t factor = 0;

  friend bool operator==(const Monomial &, const Monomial &) = default;
};

/// The sum of its parts, as an integer without a width.
class Polynomial {
public:
  /// 0
  Polynomial() = default;
  static Polynomial constant(std::int64_t value);
  static Polynomial atom(Atom atom);

  /// In the order of their atoms, none with the factor 0.
  const std::vector<Monomial> &parts() const { return parts_; }
  std::int64_t constantPart() const;
  /// The factor of the part that has these atoms, or 0.
  std::int64_t factorOf(const AtomProduct &atoms) const;
  bool contains(Atom atom) const;
  bool isConstant() const;

  /// this + factor * other, this * other, and this with `value` in place of
  /// `atom`. None: too long, or with factors that are too large.
  std::optional<Polynomial> plus(const Polynomial &other,
                                 std::int64_t factor = 1) const;
  std::optional<Polynomial> times(const Polynomial &other) const;
  std::optional<Polynomial> replaced(Atom atom, const Polynomial &value) const;

  friend bool operator==(const Polynomial &, const Polynomial &) = default;

  /// Parts in any order, also of the same atoms. None: as above.
  static std::optional<Polynomial> sumOf(std::vector<Monomial> parts);

private:
  /// The same of parts in the order of their atoms.
  static std::optional<Polynomial>
  sumOfSorted(const std::vector<Monomial> &parts);

  std::vector<Monomial> parts_;
};

/// The values that atoms may have: INT64_MIN and INT64_MAX are no bounds.
using IntervalOfAtom = std::function<Interval(Atom)>;

/// A bound below all values of `sum`; none: there is none that is known. Not
/// always the largest.
[[nodiscard]] std::optional<std::int64_t> leastOf(const Polynomial &sum,
                                                  const IntervalOfAtom &range);
/// The same from both sides.
[[nodiscard]] Interval intervalOf(const Polynomial &sum,
                                  const IntervalOfAtom &range);

} // namespace pyk2ptx

#endif
