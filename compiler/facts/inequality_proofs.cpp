// Whether a sum is never negative, of what is known. It is shown by the bounds
// of the atoms (polynomial.cpp), or by what is left when a multiple of
// something known is taken off, or of two; of a value that is one of two, for
// both; and of a name, for what it names.
//
// It is no complete procedure. Its steps are few and counted, so that a
// condition costs what it costs in a kernel of ten thousand of them.
#include "inequalities.h"

#include <algorithm>
#include <ranges>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Facts of which two are taken off, if there are no more.
constexpr std::size_t mostPaired = 16;
constexpr unsigned mostSteps = 100, mostChoices = 5;

} // namespace

class Inequalities::Prover {
public:
  explicit Prover(Inequalities &known) : known_(known) {}

  bool isNeverNegative(const Polynomial &sum, unsigned choices = 0) {
    if (isBounded(sum))
      return true;
    std::vector<Polynomial> left = lessOneFact(sum);
    for (const Polynomial &rest : left)
      if (isBounded(rest))
        return true;
    if (known_.facts_.size() <= mostPaired)
      for (const Polynomial &rest : left)
        for (const Polynomial &less : lessOneFact(rest))
          if (isBounded(less))
            return true;
    return choices < mostChoices && isForBoth(sum, choices);
  }

private:
  bool isBounded(const Polynomial &sum) {
    if (steps_ == 0)
      return false;
    --steps_;
    std::optional<std::int64_t> least =
        leastOf(sum, [&](Atom atom) { return known_.atoms_[atom].range; });
    return least && *least >= 0;
  }

  /// What is left without a multiple of a fact, that takes one part away.
  std::vector<Polynomial> lessOneFact(const Polynomial &sum) const {
    std::vector<Polynomial> left;
    for (const Polynomial &fact : std::views::reverse(known_.facts_))
      for (const Monomial &part : fact.parts()) {
        std::int64_t factor = part.atoms.empty() ? 0 : sum.factorOf(part.atoms);
        if (factor == 0 || factor % part.factor || factor / part.factor < 0)
          continue;
        std::optional<Polynomial> rest =
            sum.plus(fact, -(factor / part.factor));
        if (rest && std::find(left.begin(), left.end(), *rest) == left.end())
          left.push_back(*std::move(rest));
      }
    return left;
  }

  bool isForBoth(const Polynomial &sum, unsigned choices) {
    for (const Monomial &part : sum.parts())
      for (Atom atom : part.atoms) {
        const Value &value = known_.atoms_[atom];
        if (value.sum) {
          std::optional<Polynomial> same = sum.replaced(atom, *value.sum);
          return same && isNeverNegative(*same, choices + 1);
        }
        if (const Choice *choice = value.choice.get())
          return steps_ != 0 &&
                 isFor(sum, atom, choice->first, choice->whereFirst, choices) &&
                 isFor(sum, atom, choice->second, choice->whereSecond, choices);
      }
    return false;
  }

  bool isFor(const Polynomial &sum, Atom atom, const Polynomial &value,
             const Sums &facts, unsigned choices) {
    std::optional<Polynomial> replaced = sum.replaced(atom, value);
    if (!replaced)
      return false;
    Mark before = known_.mark();
    for (const Polynomial &fact : facts)
      known_.assume(fact);
    bool result =
        known_.isImpossible(before) || isNeverNegative(*replaced, choices + 1);
    known_.forgetSince(before);
    return result;
  }

  Inequalities &known_;
  unsigned steps_ = mostSteps;
};

bool Inequalities::isNeverNegative(const Polynomial &sum) {
  return Prover(*this).isNeverNegative(sum);
}

bool Inequalities::areNeverNegativeWhere(const Polynomial &fact,
                                         const Polynomial &one,
                                         const Polynomial &other) {
  Mark before = mark();
  assume(fact);
  bool are = isNeverNegative(one) && isNeverNegative(other);
  forgetSince(before);
  return are;
}

bool Inequalities::mayDependOn(const Polynomial &value,
                               const Polynomial &extent) const {
  return std::any_of(
      value.parts().begin(), value.parts().end(), [&](const Monomial &part) {
        return std::any_of(part.atoms.begin(), part.atoms.end(),
                           [&](Atom atom) {
                             return atoms_[atom].choice || atoms_[atom].sum ||
                                    extent.contains(atom);
                           });
      });
}

} // namespace pyk2ptx
