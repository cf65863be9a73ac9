// applyBounds: which checks fall away and which stay.
#include "build_ir.h"
#include "compiler/transform/bounds.h"
#include "frontend/tables/builtin_enum.h"

#include <gtest/gtest.h>

namespace pyk2ptx {
namespace {

using namespace build;
using ir::BinaryOp;
using ir::Bounds;

/// tile = shared.array(16); tile[index]
ir::Index onTile(ir::ExprPtr value, BoundsMode mode) {
  FunctionBuilder f("k");
  ir::ExprPtr storage = f.array(Space::Shared, Scalar::F32, {16});
  ir::SlotId tile = f.slot("tile", storage->type);
  f.add(f.assign(tile, std::move(storage)));
  f.add(stmt(ir::Evaluate{
      load(f.value(tile), index(std::move(value), true, Bounds::Guard))}));
  ir::Module m = module(std::move(f));
  applyBounds(m, mode);
  auto &evaluate = std::get<ir::Evaluate>(m.functions[0].body[1].node);
  return std::move(std::get<ir::Load>(evaluate.value->node).indices[0]);
}

ir::ExprPtr laneMod(std::int64_t mask) {
  return binary(BinaryOp::BitAnd, threadRegister(Builtin::ThreadIdxX),
                integer(mask));
}

TEST(Bounds, ProvenInsideNeedsNothing) {
  ir::Index result = onTile(laneMod(15), BoundsMode::Guard);
  EXPECT_EQ(result.bounds, Bounds::None);
  EXPECT_FALSE(result.wrap);
  EXPECT_EQ(onTile(laneMod(15), BoundsMode::Raise).bounds, Bounds::None);
}

TEST(Bounds, ANegativeConstantInsideStillWraps) {
  ir::Index result = onTile(integer(-16), BoundsMode::Guard);
  EXPECT_EQ(result.bounds, Bounds::None);
  EXPECT_TRUE(result.wrap);
  EXPECT_EQ(onTile(integer(-17), BoundsMode::Guard).bounds, Bounds::Guard);
}

TEST(Bounds, OneBeyondIsChecked) {
  ir::Index result = onTile(laneMod(31), BoundsMode::Guard);
  EXPECT_EQ(result.bounds, Bounds::Guard);
  EXPECT_FALSE(result.wrap);
  EXPECT_EQ(onTile(integer(16), BoundsMode::Raise).bounds, Bounds::Raise);
}

TEST(Bounds, NoneIsTheUsersPromise) {
  EXPECT_EQ(onTile(laneMod(31), BoundsMode::None).bounds, Bounds::None);
}

TEST(Bounds, StoresAtomicsAndViewsToo) {
  FunctionBuilder f("k");
  Type matrix = Type::array(Scalar::I32, 2, Layout::C, Space::Global);
  Type row = Type::array(Scalar::I32, 1, Layout::C, Space::Global);
  ir::SlotId x = f.param("x", matrix);
  ir::View view{f.value(x), {}};
  view.subscripts.push_back({ir::ViewSubscript::Kind::Index,
                             index(integer(3), true, Bounds::Guard), nullptr,
                             nullptr, nullptr});
  view.subscripts.push_back(
      {ir::ViewSubscript::Kind::Slice, {}, nullptr, nullptr, nullptr});
  f.add(store(integer(1, Type::of(Scalar::I32)), expr(row, std::move(view)),
              index(laneMod(3), true, Bounds::Guard)));
  f.add(stmt(ir::Evaluate{
      expr(Type::of(Scalar::I32),
           ir::Atomic{ir::AtomicOp::Add, f.value(x),
                      list<ir::Index>(index(integer(-1), true, Bounds::Guard),
                                      index(integer(0), true, Bounds::Guard)),
                      integer(1, Type::of(Scalar::I32))})}));
  ir::Module m = module(std::move(f));
  applyBounds(m, BoundsMode::Raise);
  auto &stored = std::get<ir::Store>(m.functions[0].body[0].node);
  EXPECT_EQ(stored.indices[0].bounds, Bounds::Raise);
  EXPECT_FALSE(stored.indices[0].wrap);
  auto &sliced = std::get<ir::View>(stored.array->node);
  EXPECT_EQ(sliced.subscripts[0].index.bounds, Bounds::Raise);
  auto &evaluate = std::get<ir::Evaluate>(m.functions[0].body[1].node);
  auto &atomic = std::get<ir::Atomic>(evaluate.value->node);
  EXPECT_TRUE(atomic.indices[0].wrap);
  EXPECT_EQ(atomic.indices[1].bounds, Bounds::Raise);
}

} // namespace
} // namespace pyk2ptx
