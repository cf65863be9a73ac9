// versionLoops and countLoops: the loops they change, and that both copies of a
// versioned loop compute what the loop did.
#include "checked_module.h"
#include "compiler/transform/bounds.h"
#include "compiler/transform/count_loops.h"
#include "compiler/versions/version_loops.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/tables/builtin_enum.h"
#include "guarded_code.h"
#include "host_jit.h"

#include <gtest/gtest.h>

namespace pyk2ptx {
namespace {

using namespace build;
using ir::BinaryOp;
using ir::Bounds;
using ir::CompareOp;

ir::Stmt forRange(ir::SlotId slot, ir::ExprPtr start, ir::ExprPtr stop,
                  ir::ExprPtr step, ir::Block body) {
  return stmt(ir::ForRange{slot,
                           std::move(start),
                           std::move(stop),
                           std::move(step),
                           std::move(body),
                           {}});
}

/// k(x, out, first, stop, step): for i in range(first, stop, step):
/// out[0] += x[i + shift]
struct SumLoop {
  FunctionBuilder f{"k"};
  ir::SlotId x = f.param("x", vector), out = f.param("out", vector),
             first = f.param("first", i64Type), stop = f.param("stop", i64Type),
             i = f.slot("i", i64Type);

  ir::Module make(ir::ExprPtr start, ir::ExprPtr end, std::int64_t step,
                  std::int64_t shift, bool inCondition = false) {
    ir::Block body = block(
        store(plus(load(f.value(out), guarded(integer(0))),
                   load(f.value(x), guarded(plus(f.value(i), integer(shift))))),
              f.value(out), guarded(integer(0))));
    if (inCondition)
      body = block(
          stmt(ir::If{compare(CompareOp::Less, f.value(first), f.value(stop)),
                      std::move(body),
                      {}}));
    f.add(forRange(i, std::move(start), std::move(end), integer(step),
                   std::move(body)));
    ir::Module m = module(std::move(f));
    applyBounds(m, BoundsMode::Guard);
    return m;
  }
};

std::int64_t pythonSum(const std::vector<std::int64_t> &x, std::int64_t first,
                       std::int64_t stop, std::int64_t step,
                       std::int64_t shift) {
  std::int64_t sum = 0, size = static_cast<std::int64_t>(x.size());
  for (std::int64_t i = first; step > 0 ? i < stop : i > stop; i += step) {
    std::int64_t at = i + shift;
    at += at < 0 ? size : 0;
    sum += at >= 0 && at < size ? x[static_cast<std::size_t>(at)] : 0;
  }
  return sum;
}

class VersionLoops : public testing::TestWithParam<int> {};

TEST_P(VersionLoops, BothCopiesAddTheSame) {
  const std::vector<std::int64_t> data = {
      1, 10, 100, 1000, 20, 300, 4000, 50000, 600, 7000, 80000, 900000};
  for (std::int64_t step : {1, 2, 5, -1, -3})
    for (std::int64_t shift : {0, 1, -2}) {
      SumLoop loop;
      ir::ExprPtr first = loop.f.value(loop.first),
                  stop = loop.f.value(loop.stop);
      ir::Module m = loop.make(std::move(first), std::move(stop), step, shift);
      versionLoops(m);
      ASSERT_TRUE(isIf(m));
      HostJit jit(m, GetParam());
      for (auto [from, to] : {std::pair<std::int64_t, std::int64_t>{0, 12},
                              {2, 11},
                              {0, 13},
                              {-3, 12},
                              {5, 5},
                              {7, 2},
                              {11, -1},
                              {9, 1},
                              {12, -4},
                              {13, 0},
                              {INT64_MAX - 3, INT64_MAX},
                              {INT64_MIN + 3, INT64_MIN}}) {
        // In doubles, where nothing overflows.
        double distance =
            step > 0 ? double(from) - double(to) : double(to) - double(from);
        if (distance > 40)
          continue;
        std::vector<std::int64_t> x = data, out = {0};
        struct {
          PackedArray x, out;
          std::int64_t first, stop;
        } params = {{x.data(), 12}, {out.data(), 1}, from, to};
        jit.run("k", &params, 1);
        if (from > INT64_MAX - 9 || from < INT64_MIN + 9)
          EXPECT_EQ(out[0], 0);
        else
          EXPECT_EQ(out[0], pythonSum(x, from, to, step, shift))
              << from << " " << to << " " << step << " " << shift;
      }
    }
}

/// a[row, k] * b[k]: the whole nest is one version, and an empty inner loop is
/// no problem.
TEST_P(VersionLoops, NestedLoops) {
  FunctionBuilder f("k");
  Type matrix = Type::array(Scalar::I64, 2, Layout::C, Space::Global);
  ir::SlotId a = f.param("a", matrix), b = f.param("b", vector),
             out = f.param("out", vector), depth = f.param("depth", i64Type);
  ir::SlotId row = f.slot("row", i64Type), k = f.slot("k", i64Type);
  ir::ExprPtr product =
      binary(BinaryOp::Mul,
             load(f.value(a), guarded(f.value(row)), guarded(f.value(k))),
             load(f.value(b), guarded(f.value(k))));
  ir::Block inner = block(
      store(plus(load(f.value(out), guarded(f.value(row))), std::move(product)),
            f.value(out), guarded(f.value(row))));
  f.add(forRange(row, integer(0), f.shape(a, 0), integer(1),
                 block(forRange(k, integer(0), f.value(depth), integer(1),
                                std::move(inner)))));
  ir::Module m = module(std::move(f));
  applyBounds(m, BoundsMode::Guard);
  versionLoops(m);
  ASSERT_TRUE(isIf(m));
  HostJit jit(m, GetParam());
  for (std::int64_t used : {0, 2, 3, 5})
    for (std::int64_t rows : {2, 1}) {
      std::vector<std::int64_t> x = {1, 2, 3, 4, 5, 6}, y = {1, 10, 100},
                                sums(2);
      struct {
        void *a;
        std::int64_t shape[2];
        PackedArray b, out;
        std::int64_t depth;
      } params = {x.data(), {2, 3}, {y.data(), 3}, {sums.data(), rows}, used};
      jit.run("k", &params, 1);
      std::int64_t first = used == 0 ? 0 : used == 2 ? 21 : 321;
      std::int64_t second = used == 0 ? 0 : used == 2 ? 54 : 654;
      EXPECT_EQ(sums,
                (std::vector<std::int64_t>{first, rows == 2 ? second : 0}));
    }
}

/// i = first; while i < stop: (if x[i] == 7: break); out[0] += x[i]; i += 3
/// out[1] = i
TEST_P(VersionLoops, WhileLoopsAreCounted) {
  for (bool breaks : {false, true}) {
    FunctionBuilder f("k");
    ir::SlotId x = f.param("x", vector), out = f.param("out", vector),
               first = f.param("first", i64Type), i = f.slot("i", i64Type);
    f.add(f.assign(i, f.value(first)));
    ir::Block body;
    if (breaks)
      body.push_back(stmt(
          ir::If{compare(CompareOp::Equal,
                         load(f.value(x), guarded(f.value(i))), integer(7)),
                 block(stmt(ir::Break{})),
                 {}}));
    body.push_back(store(plus(load(f.value(out), guarded(integer(0))),
                              load(f.value(x), guarded(f.value(i)))),
                         f.value(out), guarded(integer(0))));
    body.push_back(f.assign(i, plus(f.value(i), integer(3))));
    f.add(stmt(ir::While{compare(CompareOp::Less, f.value(i), f.shape(x, 0)),
                         std::move(body),
                         {}}));
    f.add(store(f.value(i), f.value(out), guarded(integer(1))));
    ir::Module m = module(std::move(f));
    applyBounds(m, BoundsMode::Guard);
    countLoops(m);
    ASSERT_TRUE(
        std::holds_alternative<ir::ForRange>(m.functions[0].body[1].node));
    versionLoops(m);
    EXPECT_TRUE(isIf(m, 1));
    HostJit jit(m, GetParam());
    for (std::int64_t from : {0, 1, 2, 40, -5}) {
      std::vector<std::int64_t> data(20), result(2);
      for (std::size_t n = 0; n < data.size(); ++n)
        data[n] = static_cast<std::int64_t>(n);
      struct {
        PackedArray x, out;
        std::int64_t first;
      } params = {{data.data(), 20}, {result.data(), 2}, from};
      jit.run("k", &params, 1);
      std::int64_t sum = 0, at = from;
      for (; at < 20; at += 3) {
        std::int64_t value = at < 0 ? at + 20 : at;
        if (breaks && value == 7)
          break;
        sum += value;
      }
      EXPECT_EQ(result, (std::vector<std::int64_t>{sum, at})) << from;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, VersionLoops, testing::Values(0, 3));

TEST(VersionLoopsShape, WhatIsKnownNeedsNoTest) {
  SumLoop loop;
  ir::ExprPtr size = loop.f.shape(loop.x, 0);
  ir::Module m = loop.make(integer(0), std::move(size), 1, 0);
  // out[0] still brings one.
  versionLoops(m);
  ASSERT_TRUE(isIf(m));
  auto &choice = std::get<ir::If>(m.functions[0].body[0].node);
  EXPECT_TRUE(std::holds_alternative<ir::Compare>(choice.condition->node));
  EXPECT_FALSE(std::get<ir::ForRange>(choice.body[0].node).isCold);
  EXPECT_TRUE(std::get<ir::ForRange>(choice.orElse[0].node).isCold);
}

/// But for a condition on the counter, which bounds it (loop_copies_test.cpp).
TEST(VersionLoopsShape, ConditionalIndicesBringNoTests) {
  SumLoop loop;
  ir::ExprPtr first = loop.f.value(loop.first), stop = loop.f.value(loop.stop);
  ir::Module m = loop.make(std::move(first), std::move(stop), 1, 0, true);
  versionLoops(m);
  EXPECT_FALSE(isIf(m));
}

/// Loops in `block` that are cold, and that are not.
std::pair<int, int> countLoopsIn(const ir::Block &block) {
  std::pair<int, int> count;
  forEachStmt(block, [&](const ir::Stmt &stmt) {
    if (const auto *loop = std::get_if<ir::ForRange>(&stmt.node))
      ++(loop->isCold ? count.first : count.second);
  });
  return count;
}

/// A byte may be 255, and the table may be shorter: then the others' guards are
/// gone all the same. Where there are no others, that is one test.
TEST(VersionLoopsShape, DataIsTestedApart) {
  for (const auto &[body, apart] :
       {std::pair<const char *, bool>{"s += table[x[i]] * y[i]", true},
        {"s += table[x[0]] * y[0]", true},
        {"s += table[x[i]]", true},
        {"s += y[i] * y[0]", false}}) {
    std::optional<ir::Module> m = checkedModule(
        std::string("from numba import cuda\n"
                    "@cuda.jit('void(uint8[::1], int64[::1], int64[::1], "
                    "int64)')\n"
                    "def k(x, y, table, n):\n"
                    "    s = 0\n"
                    "    for i in range(n):\n        ") +
        body + "\n    y[0] = s\n");
    ASSERT_TRUE(m);
    applyBounds(*m, BoundsMode::Guard);
    versionLoops(*m);
    EXPECT_EQ(countLoopsIn(m->functions.back().body),
              std::pair(1, apart ? 2 : 1))
        << body;
  }
}

TEST(VersionLoopsShape, ThreadsDoNotPartBeforeABarrier) {
  for (auto [inCallee, byThread] :
       {std::pair{false, true}, {true, true}, {false, false}}) {
    FunctionBuilder wait("wait", false);
    wait.add(stmt(ir::Evaluate{call(Type::none(), Builtin::SyncThreads)}));
    FunctionBuilder f("k");
    ir::SlotId x = f.param("x", vector), n = f.param("n", i64Type),
               i = f.slot("i", i64Type);
    ir::ExprPtr barrier = inCallee ? expr(Type::none(), ir::CallFunction{0, {}})
                                   : call(Type::none(), Builtin::SyncThreads);
    // What memory holds may differ between threads.
    ir::ExprPtr stop =
        byThread ? load(f.value(x), guarded(f.value(n))) : f.value(n);
    f.add(forRange(i, integer(0), std::move(stop), integer(1),
                   block(store(f.value(i), f.value(x), guarded(f.value(i))),
                         stmt(ir::Evaluate{std::move(barrier)}))));
    ir::Module m = module(std::move(wait), std::move(f));
    applyBounds(m, BoundsMode::Guard);
    versionLoops(m);
    EXPECT_EQ(isIf(m), !byThread) << inCallee;
  }
}

/// `if first < n: tile[...] = i` in a loop with a barrier: a thread's place in
/// a tile is tested before it, another place is not.
TEST(VersionLoopsShape, AThreadsPlaceInATileBringsATest) {
  // Its copies are the place, too, as of `tx, ty = cuda.threadIdx.x, ...`.
  for (auto [isPlace, copies] :
       {std::pair{true, 0u}, {true, 2u}, {false, 0u}, {false, 2u}}) {
    FunctionBuilder f("k");
    ir::SlotId n = f.param("n", i64Type), first = f.param("first", i64Type),
               i = f.slot("i", i64Type);
    ir::ExprPtr tile = f.array(Space::Shared, Scalar::I64, {64});
    ir::ExprPtr at = threadRegister(Builtin::ThreadIdxX);
    for (unsigned copy = 0; copy < copies; ++copy) {
      ir::SlotId name = f.slot("x" + std::to_string(copy), i64Type);
      f.add(stmt(ir::Assign{name, std::move(at)}));
      at = f.value(name);
    }
    if (!isPlace)
      at = plus(std::move(at), f.value(i));
    ir::Block inside =
        block(store(f.value(i), std::move(tile), guarded(std::move(at))));
    f.add(forRange(
        i, integer(0), f.value(n), integer(1),
        block(stmt(ir::If{compare(CompareOp::Less, f.value(first), integer(9)),
                          std::move(inside),
                          {}}),
              stmt(ir::Evaluate{call(Type::none(), Builtin::SyncThreads)}))));
    ir::Module m = module(std::move(f));
    applyBounds(m, BoundsMode::Guard);
    versionLoops(m);
    EXPECT_EQ(isIf(m, copies), isPlace) << copies;
  }
}

} // namespace
} // namespace pyk2ptx
