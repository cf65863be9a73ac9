// Sums of products of unknown integers.
#ifndef PYK2PTX_COMPILER_ANALYZE_POLYNOMIAL_H
#define PYK2PTX_COMPILER_ANALYZE_POLYNOMIAL_H

#include "ranges.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace pyk2ptx {

/// An integer of which only its bounds may be known.
using Atom = std::uint32_t;

/// factor * the product of the atoms.
struct Monomial {
  /// Sorted; one may be there twice. None: the factor alone.
  std::vector<Atom> atoms;
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
  std::int64_t factorOf(const std::vector<Atom> &atoms) const;
  bool contains(Atom atom) const;
  bool isConstant() const;

  /// this + factor * other, this * other, and this with `value` in place of
  /// `atom`. None: too long, or with factors that are too large.
  std::optional<Polynomial> plus(const Polynomial &other,
                                 std::int64_t factor = 1) const;
  std::optional<Polynomial> times(const Polynomial &other) const;
  std::optional<Polynomial> replaced(Atom atom, const Polynomial &value) const;

  friend bool operator==(const Polynomial &, const Polynomial &) = default;

private:
  static std::optional<Polynomial> sumOf(std::vector<Monomial> parts);

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
