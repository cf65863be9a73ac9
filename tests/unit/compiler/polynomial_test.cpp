// Bounds of sums of products, against all values that their atoms may have.
#include "compiler/facts/polynomial.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace pyk2ptx {
namespace {

Polynomial atomOf(Atom which) { return Polynomial::atom(which); }

Polynomial numberOf(std::int64_t value) { return Polynomial::constant(value); }

std::int64_t valueOf(const Polynomial &sum,
                     const std::vector<std::int64_t> &values) {
  std::int64_t total = 0;
  for (const Monomial &part : sum.parts()) {
    std::int64_t product = part.factor;
    for (Atom atom : part.atoms)
      product *= values[atom];
    total += product;
  }
  return total;
}

/// All values of three atoms.
template <class F>
void forEachValue(const std::vector<Interval> &ranges, F &&f) {
  std::vector<std::int64_t> values(3);
  for (values[0] = ranges[0].low; values[0] <= ranges[0].high; ++values[0])
    for (values[1] = ranges[1].low; values[1] <= ranges[1].high; ++values[1])
      for (values[2] = ranges[2].low; values[2] <= ranges[2].high; ++values[2])
        f(values);
}

TEST(Polynomial, SumsAndProductsAreThoseOfTheirValues) {
  Polynomial x = atomOf(0), y = atomOf(1);
  Polynomial sum = *x.times(y)->plus(x, -1);
  EXPECT_EQ(valueOf(sum, {5, 7, 0}), 30);
  EXPECT_EQ(valueOf(*sum.replaced(0, *y.plus(numberOf(2))), {5, 7, 0}), 54);
  EXPECT_EQ(*sum.plus(sum, -1), Polynomial());
  EXPECT_EQ(sum.factorOf(0), -1);
  EXPECT_EQ(sum.factorOf(*AtomProduct(0).times(1)), 1);
  EXPECT_EQ(sum.factorOf(1), 0);
}

TEST(Polynomial, FactorsThatAreTooLargeAreNone) {
  Polynomial x = atomOf(0);
  Polynomial large = *Polynomial().plus(x, std::int64_t(1) << 59);
  EXPECT_FALSE(large.plus(large));
  EXPECT_FALSE(large.times(numberOf(4)));
  EXPECT_TRUE(large.plus(large, -1));
  EXPECT_FALSE(numberOf(INT64_MIN).plus(numberOf(-5)));
  EXPECT_FALSE(numberOf(INT64_MAX).plus(*x.plus(numberOf(1))));
  EXPECT_FALSE(x.plus(numberOf(INT64_MIN), -1));
}

TEST(Polynomial, BoundsKnowThatAPlaneIsNoLessThanARow) {
  Polynomial row = atomOf(0), rows = atomOf(1);
  auto range = [](Atom) { return Interval{1, INT32_MAX}; };
  Polynomial beyond = *row.times(rows)->plus(row, -1);
  EXPECT_EQ(leastOf(beyond, range), 0);
  auto mayBeNone = [](Atom) { return Interval{0, INT32_MAX}; };
  EXPECT_NE(leastOf(beyond, mayBeNone).value_or(-1), 0);
}

TEST(Polynomial, WithoutALeastValueThereIsNoBound) {
  auto range = [](Atom atom) {
    return atom == 0 ? Interval{} : Interval{0, 9};
  };
  EXPECT_FALSE(leastOf(atomOf(0), range));
  EXPECT_FALSE(leastOf(*atomOf(0).times(atomOf(1)), range));
  EXPECT_EQ(leastOf(*atomOf(0).plus(atomOf(0), -1), range), 0);
}

TEST(Polynomial, BoundsAreNeverAboveAValue) {
  std::mt19937 random(20);
  auto draw = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  int useful = 0;
  for (int round = 0; round < 2000; ++round) {
    std::vector<Interval> ranges;
    for (int atom = 0; atom < 3; ++atom) {
      int low = draw(-4, 4);
      ranges.push_back({low, low + draw(0, 4)});
    }
    Polynomial sum = numberOf(draw(-9, 9));
    for (int part = draw(1, 4); part > 0; --part) {
      Polynomial product = numberOf(draw(-3, 3));
      for (int factor = draw(1, 3); factor > 0; --factor)
        product = *product.times(atomOf(static_cast<Atom>(draw(0, 2))));
      sum = *sum.plus(product);
    }
    std::int64_t least = INT64_MAX, most = INT64_MIN;
    forEachValue(ranges, [&](const std::vector<std::int64_t> &values) {
      least = std::min(least, valueOf(sum, values));
      most = std::max(most, valueOf(sum, values));
    });
    Interval bounds = intervalOf(sum, [&](Atom atom) { return ranges[atom]; });
    ASSERT_LE(bounds.low, least) << "round " << round;
    ASSERT_GE(bounds.high, most) << "round " << round;
    useful += bounds.low == least;
  }
  // Bounds that say nothing would be right, too.
  EXPECT_GT(useful, 700);
}

} // namespace
} // namespace pyk2ptx
