// Ranges: what is proven of slots and expressions, and what must not be.
#include "build_ir.h"
#include "compiler/facts/ranges.h"
#include "frontend/tables/builtin_enum.h"

#include <gtest/gtest.h>

namespace pyk2ptx {
namespace {

using namespace build;
using ir::BinaryOp;
using ir::CompareOp;

Interval rangeOf(ir::ExprPtr expr) {
  FunctionBuilder f("k");
  return Ranges(f.function).of(*expr);
}
ir::ExprPtr masked(std::int64_t mask) {
  // Between 0 and the mask, whatever the number is.
  return binary(BinaryOp::BitAnd, threadRegister(Builtin::GridDimX),
                integer(mask));
}

TEST(Ranges, RegistersAndMasks) {
  EXPECT_EQ(rangeOf(threadRegister(Builtin::ThreadIdxX)), (Interval{0, 1023}));
  EXPECT_EQ(rangeOf(threadRegister(Builtin::BlockDimZ)), (Interval{1, 64}));
  EXPECT_EQ(rangeOf(masked(15)), (Interval{0, 15}));
}

TEST(Ranges, ArithmeticThatFits) {
  EXPECT_EQ(rangeOf(binary(BinaryOp::Add, masked(7), integer(-3))),
            (Interval{-3, 4}));
  EXPECT_EQ(rangeOf(binary(BinaryOp::Mul, masked(7), integer(-2))),
            (Interval{-14, 0}));
  EXPECT_EQ(rangeOf(binary(BinaryOp::LeftShift, masked(7), integer(4))),
            (Interval{0, 112}));
}

TEST(Ranges, OverflowIsAnything) {
  EXPECT_EQ(rangeOf(binary(BinaryOp::Add, masked(7), integer(INT64_MAX))),
            Interval{});
  EXPECT_EQ(rangeOf(expr(i64Type,
                         ir::Unary{ir::UnaryOp::Negative, integer(INT64_MIN)})),
            Interval{});
}

TEST(Ranges, DivisionHasPythonsSigns) {
  ir::ExprPtr dividend = binary(BinaryOp::Sub, masked(7), integer(7));
  EXPECT_EQ(
      rangeOf(binary(BinaryOp::FloorDiv, std::move(dividend), integer(2))),
      (Interval{-4, 0}));
  EXPECT_EQ(
      rangeOf(binary(BinaryOp::FloorDiv, integer(INT64_MIN), integer(-1))),
      Interval{});
  EXPECT_EQ(rangeOf(binary(BinaryOp::Mod, integer(-5), integer(8))),
            (Interval{0, 7}));
  EXPECT_EQ(rangeOf(binary(BinaryOp::Mod, integer(5), integer(-8))),
            (Interval{-7, 0}));
  // x // 0 is 0.
  EXPECT_TRUE(
      rangeOf(binary(BinaryOp::FloorDiv, integer(10), masked(3))).contains(0));
}

TEST(Ranges, UnsignedIsKnownOnlyWhereInt64HoldsIt) {
  EXPECT_EQ(rangeOf(convert(u64Type, masked(7))), (Interval{0, 7}));
  EXPECT_EQ(rangeOf(convert(u64Type, integer(-1))), Interval{});
  EXPECT_EQ(rangeOf(binary(BinaryOp::FloorDiv, integer(-1, u64Type),
                           integer(2, u64Type))),
            Interval{});
}

TEST(Ranges, ExtentsOfArrays) {
  FunctionBuilder f("k");
  ir::SlotId x =
      f.param("x", Type::array(Scalar::F32, 1, Layout::C, Space::Global));
  ir::ExprPtr storage = f.array(Space::Shared, Scalar::F32, {16, 32});
  ir::SlotId tile = f.slot("tile", storage->type);
  f.add(f.assign(tile, std::move(storage)));
  Ranges ranges(f.function);
  EXPECT_EQ(ranges.of(*f.shape(x, 0)), (Interval{0, maxExtent}));
  EXPECT_EQ(ranges.of(*f.shape(tile, 1)), (Interval{32, 32}));
}

TEST(Ranges, ForLoopCounters) {
  FunctionBuilder f("k");
  ir::SlotId up = f.slot("up", i64Type), down = f.slot("down", i64Type);
  f.add(stmt(ir::ForRange{up, integer(2), integer(10), integer(3), {}, {}}));
  f.add(stmt(ir::ForRange{down, integer(7), integer(-1), integer(-1), {}, {}}));
  Ranges ranges(f.function);
  EXPECT_EQ(ranges.of(*f.value(up)), (Interval{2, 8}));
  EXPECT_EQ(ranges.of(*f.value(down)), (Interval{0, 7}));
}

/// i = threadIdx.x; while i < bound: i += gridDim.x
Interval stridingIndex(bool boundIsExtent) {
  FunctionBuilder f("k");
  ir::SlotId x =
      f.param("x", Type::array(Scalar::F32, 1, Layout::C, Space::Global));
  ir::SlotId n = f.param("n", i64Type);
  ir::SlotId i = f.slot("i", i64Type);
  f.add(f.assign(i, threadRegister(Builtin::ThreadIdxX)));
  ir::Block body = block(f.assign(
      i, binary(BinaryOp::Add, f.value(i), threadRegister(Builtin::GridDimX))));
  f.add(stmt(ir::While{compare(CompareOp::Less, f.value(i),
                               boundIsExtent ? f.shape(x, 0) : f.value(n)),
                       std::move(body),
                       {}}));
  return Ranges(f.function).of(*f.value(i));
}

TEST(Ranges, GridStrideLoopsStayPositive) {
  EXPECT_EQ(stridingIndex(true), (Interval{0, maxExtent - 1 + INT32_MAX}));
  EXPECT_EQ(stridingIndex(false), Interval{});
}

TEST(Ranges, AConditionHoldsUpToTheFirstAssignment) {
  // if i < 10: i = i * 2; j = i
  FunctionBuilder f("k");
  ir::SlotId p = f.param("p", i64Type);
  ir::SlotId i = f.slot("i", i64Type), j = f.slot("j", i64Type);
  f.add(f.assign(i, expr(i64Type, ir::CallBuiltin{Builtin::Abs,
                                                  list<ir::ExprPtr>(binary(
                                                      BinaryOp::Mod, f.value(p),
                                                      integer(1000)))})));
  ir::Block body =
      block(f.assign(i, binary(BinaryOp::Mul, f.value(i), integer(2))),
            f.assign(j, f.value(i)));
  f.add(stmt(ir::If{
      compare(CompareOp::Less, f.value(i), integer(10)), std::move(body), {}}));
  Ranges ranges(f.function);
  EXPECT_EQ(ranges.of(*f.value(i)), (Interval{0, 999}));
  EXPECT_EQ(ranges.of(*f.value(j)), (Interval{0, 999}));
}

TEST(Ranges, ALoopsConditionSaysNothingAfterAnInnerAssignment) {
  // i = 0; while i < 4: { i += 1; if c: i += 1 }: the second sum starts at 4.
  FunctionBuilder f("k");
  ir::SlotId c = f.param("c", boolType);
  ir::SlotId i = f.slot("i", i64Type);
  f.add(f.assign(i, integer(0)));
  auto next = [&] {
    return f.assign(i, binary(BinaryOp::Add, f.value(i), integer(1)));
  };
  ir::Block body = block(next(), stmt(ir::If{f.value(c), block(next()), {}}));
  f.add(stmt(ir::While{
      compare(CompareOp::Less, f.value(i), integer(4)), std::move(body), {}}));
  // Flow-insensitive: the second sum may follow itself.
  EXPECT_GE(Ranges(f.function).of(*f.value(i)).high, 5);
}

/// i = 0; while i < n: { if c: { i += 1; LEAVE }; i += 1 }
Interval skippingIndex(ir::Stmt leave) {
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x",
                         Type::array(Scalar::F32, 1, Layout::C, Space::Global)),
             c = f.param("c", boolType), i = f.slot("i", i64Type);
  f.add(f.assign(i, integer(0)));
  auto next = [&] {
    return f.assign(i, binary(BinaryOp::Add, f.value(i), integer(1)));
  };
  ir::Block body = block(
      stmt(ir::If{f.value(c), block(next(), std::move(leave)), {}}), next());
  f.add(stmt(ir::While{compare(CompareOp::Less, f.value(i), f.shape(x, 0)),
                       std::move(body),
                       {}}));
  return Ranges(f.function).of(*f.value(i));
}

TEST(Ranges, WhatABranchSetsThatJumpsIsNotSeenBehindIt) {
  EXPECT_EQ(skippingIndex(stmt(ir::Continue{})), (Interval{0, maxExtent}));
  EXPECT_EQ(skippingIndex(stmt(ir::Break{})), (Interval{0, maxExtent}));
  EXPECT_EQ(skippingIndex(stmt(ir::Return{})), (Interval{0, maxExtent}));
  // It goes on with the second sum.
  ir::SlotId none = 1;
  EXPECT_EQ(
      skippingIndex(stmt(ir::Evaluate{expr(boolType, ir::SlotValue{none})})),
      Interval{});
}

TEST(Ranges, WhatHoldsAtTheEndDoesNotAtTheBeginning) {
  // j = p; if p < 3: return
  FunctionBuilder f("k");
  ir::SlotId p = f.param("p", i64Type), j = f.slot("j", i64Type);
  f.add(f.assign(j, f.value(p)));
  f.add(stmt(ir::If{compare(CompareOp::Less, f.value(p), integer(3)),
                    block(stmt(ir::Return{})),
                    {}}));
  EXPECT_EQ(Ranges(f.function).of(*f.value(j)), Interval{});
}

TEST(Ranges, BehindWhatLeaves) {
  // if p < 3: return, else: q = p; j = p
  FunctionBuilder f("k");
  ir::SlotId p = f.param("p", i64Type);
  ir::SlotId q = f.slot("q", i64Type), j = f.slot("j", i64Type),
             k = f.slot("k", i64Type);
  f.add(
      stmt(ir::If{compare(CompareOp::Less, f.value(p), integer(3)),
                  block(stmt(ir::Return{})), block(f.assign(q, f.value(p)))}));
  f.add(f.assign(j, f.value(p)));
  // if p < 9: p = -p, else: return; k = p
  f.add(stmt(ir::If{
      compare(CompareOp::Less, f.value(p), integer(9)),
      block(f.assign(
          p, expr(i64Type, ir::Unary{ir::UnaryOp::Negative, f.value(p)}))),
      block(stmt(ir::Return{}))}));
  f.add(f.assign(k, f.value(p)));
  Ranges ranges(f.function);
  EXPECT_EQ(ranges.of(*f.value(q)).low, 3);
  EXPECT_EQ(ranges.of(*f.value(j)).low, 3);
  EXPECT_EQ(ranges.of(*f.value(k)), Interval{});
}

TEST(Ranges, UnboundedGrowthEnds) {
  FunctionBuilder f("k");
  ir::SlotId i = f.slot("i", i64Type, true);
  f.add(stmt(ir::While{
      expr(boolType, ir::Constant{1, 0}),
      block(f.assign(i, binary(BinaryOp::Add, f.value(i), integer(1)))),
      {}}));
  EXPECT_EQ(Ranges(f.function).of(*f.value(i)), Interval{});
}

} // namespace
} // namespace pyk2ptx
