// copyApart: which code it copies, and that both copies compute what the code
// did, whatever memory the arrays share.
#include "compiler/versions/apart_copies.h"
#include "frontend/ir/ir_walk.h"
#include "guarded_code.h"
#include "host_jit.h"

#include <gtest/gtest.h>

#include <vector>

namespace pyk2ptx {
namespace {

using namespace build;

std::size_t countUnchanging(const ir::Module &m) {
  std::size_t count = 0;
  forEachExprIn(m.functions.back().body, [&](const ir::Expr &expr) {
    const auto *load = std::get_if<ir::Load>(&expr.node);
    count += load && load->isUnchanging;
  });
  return count;
}

ir::ExprPtr at(FunctionBuilder &f, ir::SlotId array, std::int64_t place) {
  return load(f.value(array), guarded(integer(place)));
}

/// out[0] = x[0] + 1; out[1] = x[1] + 1; ...
ir::Module increments(FunctionBuilder f, ir::SlotId x, ir::SlotId out) {
  for (std::int64_t i = 0; i < 4; ++i)
    f.add(store(plus(at(f, x, i), integer(1)), f.value(out),
                guarded(integer(i))));
  return module(std::move(f));
}

class ApartCopies : public testing::TestWithParam<int> {};

TEST_P(ApartCopies, ArraysThatShareMemoryGiveWhatTheyDid) {
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x", vector), out = f.param("out", vector);
  ir::Module m = increments(std::move(f), x, out);
  copyApart(m);
  ASSERT_EQ(countUnchanging(m), 4u);
  HostJit jit(m, GetParam());
  for (std::int64_t from = 0; from < 9; ++from)
    for (std::int64_t to = 0; to < 9; ++to)
      for (std::int64_t size : {0, 1, 3, 4}) {
        std::vector<std::int64_t> memory, expected;
        for (std::int64_t i = 0; i < 13; ++i)
          memory.push_back(10 * i);
        expected = memory;
        for (std::int64_t i = 0; i < size; ++i)
          expected[static_cast<std::size_t>(to + i)] =
              expected[static_cast<std::size_t>(from + i)] + 1;
        struct {
          PackedArray x, out;
        } params = {{memory.data() + from, size}, {memory.data() + to, size}};
        jit.run("k", &params, 1);
        EXPECT_EQ(memory, expected) << from << " " << to << " " << size;
      }
}

INSTANTIATE_TEST_SUITE_P(Levels, ApartCopies, testing::Values(0, 3));

TEST(ApartCopiesPlaces, WhatTheKernelStoresToMayChange) {
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x", vector), out = f.param("out", vector);
  f.add(store(at(f, out, 3), f.value(x), guarded(integer(3))));
  ir::Module m = increments(std::move(f), x, out);
  copyApart(m);
  EXPECT_EQ(countUnchanging(m), 0u);
}

TEST(ApartCopiesPlaces, LoadsBeforeTheOnlyStoreWaitForNothing) {
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x", vector), out = f.param("out", vector);
  f.add(
      store(plus(at(f, x, 0), at(f, x, 1)), f.value(out), guarded(integer(0))));
  ir::Module m = module(std::move(f));
  copyApart(m);
  EXPECT_EQ(countUnchanging(m), 0u);
}

/// A kernel of x, y, out and `others` more arrays, which it stores to.
class Loads {
public:
  explicit Loads(std::int64_t others) : others_(others) {}

  /// What has been loaded.
  void storeToOthers() {
    for (std::int64_t i = 0; i < others_; ++i)
      f_.add(store(at(f_, x, 3), f_.value(f_.param("other", vector)),
                   guarded(integer(0))));
  }
  void copy(ir::SlotId from, std::int64_t place, ir::SlotId to) {
    f_.add(store(at(f_, from, place), f_.value(to), guarded(integer(place))));
  }
  FunctionBuilder &builder() { return f_; }
  /// How many loads are unchanging where arrays are apart.
  std::size_t count() {
    ir::Module m = module(std::move(f_));
    copyApart(m);
    return countUnchanging(m);
  }

private:
  std::int64_t others_;
  FunctionBuilder f_{"k"};

public:
  ir::SlotId x = f_.param("x", vector), y = f_.param("y", vector),
             out = f_.param("out", vector);
};

TEST(ApartCopiesPlaces, LoadsFromMemoryAreWorthSixComparisons) {
  auto count = [](std::int64_t others) {
    Loads k(others);
    k.storeToOthers();
    k.copy(k.x, 0, k.out);
    k.copy(k.y, 1, k.out);
    return k.count();
  };
  EXPECT_EQ(count(0), 1u);
  EXPECT_EQ(count(1), 3u);
  EXPECT_EQ(count(2), 4u);
  EXPECT_EQ(count(3), 0u);
}

TEST(ApartCopiesPlaces, BehindAStoreThatDoesNotWaitLoadsBeginAtOnce) {
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x", vector), out = f.param("out", vector);
  f.add(store(integer(1), f.value(out), guarded(integer(0))));
  f.add(store(at(f, x, 1), f.value(out), guarded(integer(1))));
  ir::Module m = module(std::move(f));
  copyApart(m);
  EXPECT_EQ(countUnchanging(m), 0u);
}

TEST(ApartCopiesPlaces, LoadsFromTheCacheAreWorthOneEach) {
  auto count = [](std::int64_t others) {
    Loads k(others);
    k.copy(k.y, 0, k.x);
    k.copy(k.y, 1, k.out);
    k.copy(k.y, 2, k.out);
    k.storeToOthers();
    return k.count();
  };
  EXPECT_EQ(count(0), 3u);
  EXPECT_EQ(count(1), 0u);
}

TEST(ApartCopiesPlaces, AChoiceBetweenValuesIsStraight) {
  auto count = [](bool loads) {
    Loads k(0);
    FunctionBuilder &f = k.builder();
    ir::SlotId level = f.slot("level", i64Type, true);
    k.copy(k.x, 0, k.out);
    ir::Stmt raise = f.assign(level, loads ? at(f, k.x, 5) : integer(3));
    f.add(stmt(ir::If{compare(ir::CompareOp::Less, f.value(level), integer(2)),
                      block(std::move(raise)),
                      {}}));
    k.copy(k.y, 1, k.out);
    return k.count();
  };
  EXPECT_EQ(count(false), 1u);
  EXPECT_EQ(count(true), 0u);
}

TEST(ApartCopiesPlaces, ElementsThatDoNotLieSideBySideAreNotCompared) {
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x", Type::array(Scalar::I64, 1, Layout::A)),
             out = f.param("out", vector);
  ir::Module m = increments(std::move(f), x, out);
  copyApart(m);
  EXPECT_EQ(countUnchanging(m), 0u);
}

} // namespace
} // namespace pyk2ptx
