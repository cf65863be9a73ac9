// The methods of cooperative groups: each row of group_methods.def names a
// function, which writes it out as registers, barriers and warp operations.
#include "group_method.h"

#include "frontend/evaluate/prelude.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/tables/registers.h"
#include "frontend/values/arguments.h"
#include "frontend/values/iterate.h"
#include "frontend/values/tuple.h"
#include "group.h"
#include "rows.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

std::string pathOf(const Operand &operand) {
  return operand.known && operand.known->kind == Value::Kind::Path
             ? operand.known->text
             : std::string();
}

unsigned tileSizeOf(const Operand &operand) {
  std::string path = pathOf(operand);
  if (!path.starts_with(tileGroup))
    return 0;
  return static_cast<unsigned>(
      std::atoi(path.c_str() + std::char_traits<char>::length(tileGroup)));
}

Operand tileOf(Emitter &e, std::int64_t most, const Operand &threads,
               SourceRange range) {
  std::int64_t size = threads.known && threads.known->isInteger()
                          ? threads.known->number.asInt()
                          : 0;
  if (size < 1 || size > most || (size & (size - 1)) != 0) {
    e.diagnostics().emit(threads.range, diag::ConstantNeeded,
                         std::string("the size of a tile"),
                         ": a power of two up to " + std::to_string(most));
    return Operand::error(range);
  }
  return Operand::ofValue(Value::path(tileGroup + std::to_string(size)), range);
}

namespace {

/// A call of a method.
struct GroupUse {
  Operand group;
  std::string method;
  /// As many as the row takes; none is an error.
  std::vector<Operand> args;
  SourceRange range;

  /// Of a tile.
  unsigned size() const { return tileSizeOf(group); }
};

// ---- pieces ----

Operand registerOf(Builtin row, SourceRange range) {
  return Operand::ofExpr(
      makeExpr(range, Type::of(Scalar::I32), ir::CallBuiltin{row, {}}));
}

Operand callOf(Builtin row, SourceRange range) {
  return Operand::ofExpr(
      makeExpr(range, Type::none(), ir::CallBuiltin{row, {}}));
}

Operand productOf(Emitter &e, const Axes &extent, SourceRange range) {
  Operand product = registerOf(extent.x, range);
  for (std::size_t axis = 1; axis < 3; ++axis)
    product = intBinary(e, BinaryOp::Mul, std::move(product),
                        registerOf(extent[axis], range), range);
  return product;
}

/// x + nx * (y + ny * z)
Operand placeAmong(Emitter &e, const Axes &index, const Axes &extent,
                   SourceRange range) {
  Operand place = registerOf(index.z, range);
  for (std::size_t axis = 2; axis-- > 0;) {
    place = intBinary(e, BinaryOp::Mul, std::move(place),
                      registerOf(extent[axis], range), range);
    place = intBinary(e, BinaryOp::Add, std::move(place),
                      registerOf(index[axis], range), range);
  }
  return place;
}

/// The threads of so many blocks.
Operand threadsOf(Emitter &e, Operand blocks, SourceRange range) {
  return intBinary(e, BinaryOp::Mul, std::move(blocks),
                   productOf(e, blockDim, range), range);
}

/// The thread's rank among those of blocks, of which its own has this rank.
Operand rankBehind(Emitter &e, Operand blockRank, SourceRange range) {
  return intBinary(e, BinaryOp::Add, threadsOf(e, std::move(blockRank), range),
                   placeAmong(e, threadIdx, blockDim, range), range);
}

// ---- the grid, the block and the cluster ----

Operand placeEffect(Emitter &, GroupUse &&use, Builtin row) {
  return callOf(row, use.range);
}

Operand placeRegister(Emitter &, GroupUse &&use, Builtin row) {
  return registerOf(row, use.range);
}

Operand placeProduct(Emitter &e, GroupUse &&use, const Axes &extent) {
  return productOf(e, extent, use.range);
}

Operand placeRank(Emitter &e, GroupUse &&use, const Axes &index,
                  const Axes &extent) {
  return placeAmong(e, index, extent, use.range);
}

Operand placeTriple(Emitter &, GroupUse &&use, const Axes &row) {
  return Operand::tuple(listOf(registerOf(row.x, use.range),
                               registerOf(row.y, use.range),
                               registerOf(row.z, use.range)),
                        use.range);
}

Operand gridIsValid(Emitter &, GroupUse &&use) {
  return boolOperand(true, use.range);
}

Operand gridThreads(Emitter &e, GroupUse &&use) {
  return threadsOf(e, productOf(e, gridDim, use.range), use.range);
}

Operand gridThreadRank(Emitter &e, GroupUse &&use) {
  return rankBehind(e, placeAmong(e, blockIdx, gridDim, use.range), use.range);
}

/// Both halves, one behind the other.
Operand clusterSync(Emitter &e, GroupUse &&use) {
  ir::SlotId slot = e.temporary(Type::none());
  ir::Let let{slot, e.materialize(callOf(Builtin::ClusterArrive, use.range)),
              e.materialize(callOf(Builtin::ClusterWait, use.range))};
  return Operand::ofExpr(makeExpr(use.range, Type::none(), std::move(let)));
}

Operand clusterThreads(Emitter &e, GroupUse &&use) {
  return threadsOf(e, registerOf(Builtin::ClusterSize, use.range), use.range);
}

Operand clusterThreadRank(Emitter &e, GroupUse &&use) {
  return rankBehind(e, registerOf(Builtin::ClusterBlockRank, use.range),
                    use.range);
}

Operand clusterMapShared(Emitter &e, GroupUse &&use) {
  return callRow(e, Builtin::MapSharedRank, std::move(use.args), use.range);
}

// ---- tiles ----

/// The first of the tile's lanes.
Operand firstLane(Emitter &e, unsigned size, SourceRange range) {
  return intBinary(e, BinaryOp::BitAnd, registerOf(Builtin::LaneId, range),
                   intOperand(32 - static_cast<std::int64_t>(size), range),
                   range);
}

Operand tileMask(Emitter &e, unsigned size, SourceRange range) {
  if (size == 32)
    return intOperand(0xffffffff, range);
  return intBinary(e, BinaryOp::LeftShift,
                   intOperand((std::int64_t(1) << size) - 1, range),
                   firstLane(e, size, range), range);
}

Operand tileSize(Emitter &, GroupUse &&use) {
  return intOperand(use.size(), use.range);
}

Operand tileThreadRank(Emitter &e, GroupUse &&use) {
  return tileRank(e, use.size(), use.range);
}

Operand tileOfTile(Emitter &e, GroupUse &&use) {
  return tileOf(e, use.size(), use.args[0], use.range);
}

/// The number of the thread's tile in its block.
Operand tileOfBlock(Emitter &e, GroupUse &&use) {
  return intBinary(e, BinaryOp::FloorDiv,
                   placeAmong(e, threadIdx, blockDim, use.range),
                   intOperand(use.size(), use.range), use.range);
}

Operand tilesOfBlock(Emitter &e, GroupUse &&use) {
  Operand rounded =
      intBinary(e, BinaryOp::Add, productOf(e, blockDim, use.range),
                intOperand(use.size() - 1, use.range), use.range);
  return intBinary(e, BinaryOp::FloorDiv, std::move(rounded),
                   intOperand(use.size(), use.range), use.range);
}

Operand tileShuffle(Emitter &e, GroupUse &&use, Builtin row) {
  return tileExchange(e, use.size(), row, std::move(use.args), use.range);
}

Operand tileVote(Emitter &e, GroupUse &&use, Builtin row) {
  use.args.insert(use.args.begin(), tileMask(e, use.size(), use.range));
  return callRow(e, row, std::move(use.args), use.range);
}

/// Masks of a tile count from its own first thread.
Operand fromFirst(Emitter &e, unsigned size, Operand mask, SourceRange range) {
  if (size == 32)
    return mask;
  Operand moved = intBinary(e, BinaryOp::RightShift, std::move(mask),
                            firstLane(e, size, range), range);
  return Operand::ofExpr(
      e.convert(e.materialize(std::move(moved)), Type::of(Scalar::U32)));
}

Operand tileLanes(Emitter &e, GroupUse &&use, Builtin row) {
  unsigned size = use.size();
  SourceRange range = use.range;
  Operand mask = tileVote(e, std::move(use), row);
  return mask.isError ? std::move(mask)
                      : fromFirst(e, size, std::move(mask), range);
}

Operand tileMatchAll(Emitter &e, GroupUse &&use) {
  unsigned size = use.size();
  SourceRange range = use.range;
  Operand result = tileVote(e, std::move(use), Builtin::MatchAllSync);
  if (result.isError || size == 32)
    return result;
  std::vector<ir::Let> lets;
  std::vector<Operand> parts = elementsOnce(e, std::move(result), lets);
  Operand mask = fromFirst(e, size, std::move(parts[0]), range);
  return finished(
      e, Operand::tuple(listOf(std::move(mask), std::move(parts[1])), range),
      std::move(lets));
}

// ---- coalesced groups ----

/// The group, evaluated once.
struct Coalesced {
  Emitter &e;
  SourceRange range;
  std::vector<ir::Let> lets;
  Operand kept;

  Coalesced(Emitter &emitter, GroupUse &use)
      : e(emitter), range(use.range),
        kept(emitter.once(std::move(use.group), lets)) {}

  Operand mask() const {
    return Operand::ofExpr(
        makeExpr(range, Type::of(Scalar::U32),
                 ir::TupleElement{e.materialize(again(kept)), 0}));
  }
  Operand count(Operand bits) const {
    return callRow(e, Builtin::Popc, listOf(std::move(bits)), range);
  }
  Operand rank() const {
    Operand below = callRow(e, Builtin::LaneMaskLt, {}, range);
    Operand bits =
        intBinary(e, BinaryOp::BitAnd, mask(), std::move(below), range);
    return count(Operand::ofExpr(
        e.convert(e.materialize(std::move(bits)), Type::of(Scalar::U32))));
  }
  Operand vote(GroupUse &use, Builtin row) const {
    use.args.insert(use.args.begin(), mask());
    return callRow(e, row, std::move(use.args), range);
  }
  /// Bits of the result are ranks, not lanes.
  Operand packed(Operand lanes) const {
    Operand bits =
        e.callInstance(preludeFunction("group_pack"),
                       listOf(std::move(lanes), mask()), std::nullopt, range);
    return Operand::ofExpr(
        e.convert(e.materialize(std::move(bits)), Type::of(Scalar::U32)));
  }
  Operand finish(Operand result) {
    return finished(e, std::move(result), std::move(lets));
  }
};

Operand coalescedMask(Emitter &e, GroupUse &&use) {
  Coalesced group(e, use);
  return group.finish(group.mask());
}

Operand coalescedSize(Emitter &e, GroupUse &&use) {
  Coalesced group(e, use);
  return group.finish(group.count(group.mask()));
}

Operand coalescedRank(Emitter &e, GroupUse &&use) {
  Coalesced group(e, use);
  return group.finish(group.rank());
}

/// From the thread of a rank, or from that which is so many ranks below
/// (direction -1) or above.
Operand coalescedShuffle(Emitter &e, GroupUse &&use, int direction) {
  SourceRange range = use.range;
  Coalesced group(e, use);
  Operand number = std::move(use.args[1]);
  Type given = number.isScalar() ? e.typeOf(number) : Type::error();
  if (!given.isInteger() && !given.isBool()) {
    e.diagnostics().emit(number.range, diag::ArgumentType, Integer(2),
                         "a coalesced group's " + use.method,
                         std::string("an integer"), e.describe(number));
    return Operand::error(range);
  }
  if (direction != 0)
    number = intBinary(e, direction < 0 ? BinaryOp::Sub : BinaryOp::Add,
                       group.rank(), std::move(number), range);
  Operand lane = callRow(e, Builtin::NthSetBit,
                         listOf(group.mask(), std::move(number)), range);
  if (lane.isError)
    return lane;
  lane = e.once(std::move(lane), group.lets);
  // Where no thread has that rank, the thread's own lane.
  ir::Select select;
  select.condition = e.toBool(
      e.compareTwo(CompareOp::Less, again(lane), intOperand(32, range), range));
  select.body = e.materialize(again(lane));
  select.orElse = e.materialize(registerOf(Builtin::LaneId, range));
  Operand from = Operand::ofExpr(
      makeExpr(range, Type::of(Scalar::I32), std::move(select)));
  return group.finish(callRow(
      e, Builtin::ShflSync,
      listOf(group.mask(), std::move(use.args[0]), std::move(from)), range));
}

Operand coalescedVote(Emitter &e, GroupUse &&use, Builtin row) {
  Coalesced group(e, use);
  return group.finish(group.vote(use, row));
}

Operand coalescedLanes(Emitter &e, GroupUse &&use, Builtin row) {
  Coalesced group(e, use);
  Operand lanes = group.vote(use, row);
  if (!lanes.isError)
    lanes = group.packed(std::move(lanes));
  return group.finish(std::move(lanes));
}

Operand coalescedMatchAll(Emitter &e, GroupUse &&use) {
  Coalesced group(e, use);
  Operand result = group.vote(use, Builtin::MatchAllSync);
  if (!result.isError) {
    std::vector<Operand> parts = elementsOnce(e, std::move(result), group.lets);
    Operand mask = group.packed(std::move(parts[0]));
    result = Operand::tuple(listOf(std::move(mask), std::move(parts[1])),
                            group.range);
  }
  return group.finish(std::move(result));
}

// ---- rows ----

enum class GroupKind : std::uint8_t { Grid, Block, Cluster, Tile, Coalesced };

struct GroupMethod {
  GroupKind group;
  std::string_view name;
  std::size_t arguments;
  Operand (*check)(Emitter &, GroupUse &&);
};
constexpr GroupMethod groupMethods[] = {
#define GROUP_METHOD(group, name, arguments, function, ...)                    \
  {GroupKind::group, name, arguments, [](Emitter &e, GroupUse &&use) {         \
     return function(e, std::move(use) __VA_OPT__(, ) __VA_ARGS__);            \
   }},
#define GROUP_OPERATOR(name)
#include "frontend/tables/group_methods.def"
#undef GROUP_METHOD
#undef GROUP_OPERATOR
};

GroupKind kindOf(const Operand &group) {
  std::string path = pathOf(group);
  return group.expr             ? GroupKind::Coalesced
         : path == gridGroup    ? GroupKind::Grid
         : path == blockGroup   ? GroupKind::Block
         : path == clusterGroup ? GroupKind::Cluster
                                : GroupKind::Tile;
}

} // namespace

Operand tileRank(Emitter &e, unsigned size, SourceRange range) {
  return intBinary(e, BinaryOp::BitAnd, registerOf(Builtin::LaneId, range),
                   intOperand(size - 1, range), range);
}

Operand tileExchange(Emitter &e, unsigned size, Builtin builtin,
                     std::vector<Operand> args, SourceRange range) {
  args.insert(args.begin(), tileMask(e, size, range));
  Operand result = callRow(e, builtin, std::move(args), range);
  if (!result.isError && size < 32)
    std::get<ir::CallBuiltin>(result.expr->node)
        .args.push_back(
            makeConvert(makeInt(range, size), Type::of(Scalar::I32)));
  return result;
}

Operand callGroupMethod(Emitter &e, Operand group, const Attribute &access,
                        const Call &node, SourceRange range) {
  GroupKind kind = kindOf(group);
  static constexpr const char *called[] = {"the grid group", "the block group",
                                           "the cluster group", "a tile",
                                           "a coalesced group"};
  std::string what = called[static_cast<int>(kind)];
  const auto *row =
      std::find_if(std::begin(groupMethods), std::end(groupMethods),
                   [&](const GroupMethod &method) {
                     return method.group == kind && method.name == access.name;
                   });
  if (row == std::end(groupMethods)) {
    std::string names;
    for (const GroupMethod &method : groupMethods)
      if (method.group == kind)
        names +=
            (names.empty() ? "; it has " : ", ") + std::string(method.name);
    e.diagnostics().emit(access.nameRange, diag::UnknownAttribute, what,
                         access.name, names);
    return Operand::error(range);
  }
  std::string name = what + "'s " + access.name;
  std::optional<std::vector<Operand>> args =
      positionalArguments(e, name, node, row->arguments, row->arguments, range);
  if (!args)
    return Operand::error(range);
  return row->check(e,
                    {std::move(group), access.name, std::move(*args), range});
}

} // namespace pyk2ptx
