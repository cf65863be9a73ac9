// versionRegions: which statements it versions, and that both copies compute
// what the statements did.
#include "compiler/transform/bounds.h"
#include "compiler/versions/version_regions.h"
#include "frontend/ir/ir_walk.h"
#include "guarded_code.h"
#include "host_jit.h"

#include <gtest/gtest.h>

namespace pyk2ptx {
namespace {

using namespace build;
using ir::Bounds;

std::int64_t pythonAt(const std::vector<std::int64_t> &x, std::int64_t at) {
  auto size = static_cast<std::int64_t>(x.size());
  at += at < 0 ? size : 0;
  return at >= 0 && at < size ? x[static_cast<std::size_t>(at)] : 0;
}

class VersionRegions : public testing::TestWithParam<int> {};

/// y = x[p - 1] + x[p + 1]; q = p + d; out[p] = y + x[p - d] + x[q]
TEST_P(VersionRegions, BothCopiesComputeTheSame) {
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x", vector), out = f.param("out", vector),
             p = f.param("p", i64Type), d = f.param("d", i64Type);
  ir::SlotId y = f.slot("y", i64Type), q = f.slot("q", i64Type);
  auto at = [&](ir::ExprPtr place) {
    return load(f.value(x), guarded(std::move(place)));
  };
  f.add(stmt(ir::Assign{y, plus(at(minus(f.value(p), integer(1))),
                                at(plus(f.value(p), integer(1))))}));
  f.add(stmt(ir::Assign{q, plus(f.value(p), f.value(d))}));
  f.add(store(
      plus(f.value(y), plus(at(minus(f.value(p), f.value(d))), at(f.value(q)))),
      f.value(out), guarded(f.value(p))));
  ir::Module m = module(std::move(f));
  applyBounds(m, BoundsMode::Guard);
  versionRegions(m);
  // What the second statement assigns is known before the first.
  ASSERT_EQ(m.functions.back().body.size(), 2u);
  ASSERT_TRUE(isIf(m, 1));
  HostJit jit(m, GetParam());
  const std::vector<std::int64_t> data = {1, 10, 100, 1000, 20, 300, 4000};
  for (std::int64_t place :
       {-9, -8, -7, -6, -2, -1, 0, 1, 2, 3, 5, 6, 7, 8, 100})
    for (std::int64_t by : {0, 1, 2, 3, 6, 7, -2, -7})
      for (std::int64_t size : {7, 5, 1, 0}) {
        std::vector<std::int64_t> values(data.begin(), data.begin() + size);
        std::vector<std::int64_t> result(7, -1), expected(7, -1);
        struct {
          PackedArray x, out;
          std::int64_t p, d;
        } params = {{values.data(), size}, {result.data(), 7}, place, by};
        jit.run("k", &params, 1);
        std::int64_t to = place + (place < 0 ? 7 : 0);
        if (to >= 0 && to < 7)
          expected[static_cast<std::size_t>(to)] =
              pythonAt(values, place - 1) + pythonAt(values, place + 1) +
              pythonAt(values, place - by) + pythonAt(values, place + by);
        EXPECT_EQ(result, expected) << place << " " << by << " " << size;
      }
  // Sums that do not fit.
  for (std::int64_t place : {INT64_MAX, INT64_MIN, INT64_MAX - 1}) {
    std::vector<std::int64_t> values = data, result(1, -1);
    struct {
      PackedArray x, out;
      std::int64_t p, d;
    } params = {{values.data(), 7}, {result.data(), 1}, place, 3};
    jit.run("k", &params, 1);
    EXPECT_EQ(result[0], -1);
  }
}

/// out[0] = x[0] + x[1] + ... + x[9]
TEST_P(VersionRegions, OneTestOfTheLargestConstant) {
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x", vector), out = f.param("out", vector);
  ir::ExprPtr sum = integer(0);
  for (std::int64_t i = 0; i < 10; ++i)
    sum = plus(std::move(sum), load(f.value(x), guarded(integer(i))));
  f.add(store(std::move(sum), f.value(out), guarded(integer(0))));
  ir::Module m = module(std::move(f));
  applyBounds(m, BoundsMode::Guard);
  versionRegions(m);
  ASSERT_TRUE(isIf(m, 0));
  // One of x, one of out.
  const auto &choice = std::get<ir::If>(m.functions.back().body[0].node);
  const auto *both = std::get_if<ir::Binary>(&choice.condition->node);
  ASSERT_TRUE(both);
  EXPECT_TRUE(std::holds_alternative<ir::Compare>(both->left->node));
  EXPECT_TRUE(std::holds_alternative<ir::Compare>(both->right->node));
  HostJit jit(m, GetParam());
  for (std::int64_t size : {0, 1, 9, 10, 11}) {
    std::vector<std::int64_t> values(static_cast<std::size_t>(size), 3),
        result = {-1};
    struct {
      PackedArray x, out;
    } params = {{values.data(), size}, {result.data(), 1}};
    jit.run("k", &params, 1);
    EXPECT_EQ(result[0], 3 * std::min<std::int64_t>(size, 10));
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, VersionRegions, testing::Values(0, 3));

TEST(VersionRegionsPlaces, FewGuardsStay) {
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x", vector), p = f.param("p", i64Type);
  f.add(store(load(f.value(x), guarded(plus(f.value(p), integer(1)))),
              f.value(x), guarded(f.value(p))));
  ir::Module m = module(std::move(f));
  applyBounds(m, BoundsMode::Guard);
  versionRegions(m);
  EXPECT_FALSE(isIf(m, 0));
}

/// y = x[0], which needs no check; out[p] = y + x[p + 1] + ... + x[p + 4]
TEST(VersionRegionsPlaces, LoadsBeforeTheFirstGuardAreInside) {
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x", vector), out = f.param("out", vector),
             p = f.param("p", i64Type);
  ir::SlotId y = f.slot("y", i64Type);
  f.add(stmt(
      ir::Assign{y, load(f.value(x), index(integer(0), false, Bounds::None))}));
  ir::ExprPtr sum = f.value(y);
  for (std::int64_t i = 1; i < 5; ++i)
    sum = plus(std::move(sum),
               load(f.value(x), guarded(plus(f.value(p), integer(i)))));
  f.add(store(std::move(sum), f.value(out), guarded(f.value(p))));
  ir::Module m = module(std::move(f));
  versionRegions(m);
  ASSERT_EQ(m.functions.back().body.size(), 1u);
  ASSERT_TRUE(isIf(m, 0));
  const auto &choice = std::get<ir::If>(m.functions.back().body[0].node);
  EXPECT_TRUE(choice.isVersioned);
  EXPECT_EQ(choice.body.size(), 2u);
  EXPECT_EQ(choice.orElse.size(), 2u);
}

/// q = x[p]; out[p] = x[q + 1] + ... + x[q + 4]
TEST(VersionRegionsPlaces, ARunBeginsWhereItsIndicesAreKnown) {
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x", vector), out = f.param("out", vector),
             p = f.param("p", i64Type);
  ir::SlotId q = f.slot("q", i64Type);
  f.add(stmt(ir::Assign{q, load(f.value(x), guarded(f.value(p)))}));
  ir::ExprPtr sum = integer(0);
  for (std::int64_t i = 1; i < 5; ++i)
    sum = plus(std::move(sum),
               load(f.value(x), guarded(plus(f.value(q), integer(i)))));
  f.add(store(std::move(sum), f.value(out), guarded(f.value(p))));
  ir::Module m = module(std::move(f));
  versionRegions(m);
  ASSERT_EQ(m.functions.back().body.size(), 2u);
  EXPECT_FALSE(isIf(m, 0));
  EXPECT_TRUE(isIf(m, 1));
}

/// An index that is itself an element cannot be tested before.
TEST(VersionRegionsPlaces, ElementsAsIndicesStay) {
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x", vector), p = f.param("p", i64Type);
  auto at = [&](ir::ExprPtr place) {
    return load(f.value(x), guarded(std::move(place)));
  };
  ir::ExprPtr sum = at(at(f.value(p)));
  for (std::int64_t i = 1; i < 8; ++i)
    sum = plus(std::move(sum), at(plus(f.value(p), integer(i))));
  f.add(store(std::move(sum), f.value(x), guarded(f.value(p))));
  ir::Module m = module(std::move(f));
  applyBounds(m, BoundsMode::Guard);
  versionRegions(m);
  ASSERT_TRUE(isIf(m, 0));
  const auto &choice = std::get<ir::If>(m.functions.back().body[0].node);
  unsigned guards = 0;
  forEachIndexIn(choice.body,
                 [&](const ir::Index &index, const ir::Expr &, unsigned) {
                   guards += index.bounds == Bounds::Guard;
                 });
  EXPECT_EQ(guards, 1u);
}

} // namespace
} // namespace pyk2ptx
