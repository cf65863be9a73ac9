// Cooperative groups, at compile time: a group is no object but a path,
// "cuda.cg.tile_group.16", whose methods the checker writes out as registers,
// barriers and warp operations. Only the threads of a coalesced group are known
// at run time: it is a tuple of its mask.
#include "group.h"

#include "frontend/emit/emitter.h"
#include "frontend/evaluate/prelude.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/tables/registers.h"
#include "frontend/values/arguments.h"
#include "frontend/values/iterate.h"
#include "frontend/values/tuple.h"
#include "groups.h"
#include "rows.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

static Operand foldCoalesced(Emitter &e, Builtin builtin, const std::string &op,
                             Operand group, Operand value, SourceRange range);
static Operand foldTile(Emitter &e, unsigned size, const std::string &op,
                        Operand value, SourceRange range);
static Operand scanTile(Emitter &e, unsigned size, const std::string &op,
                        bool isExclusive, Operand value, SourceRange range);
/// What a tile's and a coalesced group's methods are among lanes of a mask.
static Builtin amongLanes(const std::string &method) {
  return method == "sync"        ? Builtin::SyncWarp
         : method == "any"       ? Builtin::AnySync
         : method == "all"       ? Builtin::AllSync
         : method == "ballot"    ? Builtin::BallotSync
         : method == "match_any" ? Builtin::MatchAnySync
                                 : Builtin::MatchAllSync;
}

static Operand callTileMethod(Emitter &e, unsigned size,
                              const std::string &method,
                              std::vector<Operand> args, SourceRange range);
static Operand tileExchange(Emitter &e, unsigned size, Builtin builtin,
                            std::vector<Operand> args, SourceRange range);
static Operand callCoalescedMethod(Emitter &e, Operand group,
                                   const std::string &method,
                                   std::vector<Operand> args,
                                   SourceRange range);
static Operand callPlaceMethod(Emitter &e, const std::string &group,
                               const std::string &method,
                               std::vector<Operand> args, SourceRange range);

namespace {

constexpr const char *gridGroup = "cuda.cg.grid_group";
constexpr const char *blockGroup = "cuda.cg.block_group";
constexpr const char *clusterGroup = "cuda.cg.cluster_group";
/// The size follows.
constexpr const char *tileGroup = "cuda.cg.tile_group.";
constexpr std::string_view operatorPrefix = "cuda.cg.";

enum class GroupKind : std::uint8_t { Grid, Block, Cluster, Tile, Coalesced };

/// A method, and how many arguments it takes.
struct GroupMethod {
  GroupKind group;
  std::string_view name;
  std::size_t arguments;
};
constexpr GroupMethod groupMethods[] = {
#define GROUP_METHOD(group, name, arguments)                                   \
  {GroupKind::group, name, arguments},
#define GROUP_OPERATOR(name)
#include "frontend/tables/group_methods.def"
#undef GROUP_METHOD
#undef GROUP_OPERATOR
};

std::string pathOf(const Operand &operand) {
  return operand.known && operand.known->kind == Value::Kind::Path
             ? operand.known->text
             : std::string();
}

/// 0: no tile.
unsigned tileSizeOf(const Operand &operand) {
  std::string path = pathOf(operand);
  if (!path.starts_with(tileGroup))
    return 0;
  return static_cast<unsigned>(
      std::atoi(path.c_str() + std::char_traits<char>::length(tileGroup)));
}

} // namespace

bool isGroupOperator(const std::string &path) {
  static constexpr const char *operators[] = {
#define GROUP_METHOD(group, name, arguments)
#define GROUP_OPERATOR(name) name,
#include "frontend/tables/group_methods.def"
#undef GROUP_METHOD
#undef GROUP_OPERATOR
  };
  return path.starts_with(operatorPrefix) &&
         std::find(std::begin(operators), std::end(operators),
                   path.substr(operatorPrefix.size())) != std::end(operators);
}

bool isGroup(const Operand &operand) {
  if (operand.expr)
    return operand.type.isGroup;
  std::string path = pathOf(operand);
  return path == gridGroup || path == blockGroup || path == clusterGroup ||
         path.starts_with(tileGroup);
}

// ---- pieces ----

static Operand registerOf(Builtin row, SourceRange range) {
  return Operand::ofExpr(
      makeExpr(range, Type::of(Scalar::I32), ir::CallBuiltin{row, {}}));
}

static Operand effectOf(Builtin row, SourceRange range) {
  return Operand::ofExpr(
      makeExpr(range, Type::none(), ir::CallBuiltin{row, {}}));
}

static Operand productOf(Emitter &e, const Axes &extent, SourceRange range) {
  Operand product = registerOf(extent.x, range);
  for (std::size_t axis = 1; axis < 3; ++axis)
    product = intBinary(e, BinaryOp::Mul, std::move(product),
                        registerOf(extent[axis], range), range);
  return product;
}

/// x + nx * (y + ny * z)
static Operand placeAmong(Emitter &e, const Axes &index, const Axes &extent,
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

static Operand tripleOf(const Axes &row, SourceRange range) {
  return Operand::tuple(listOf(registerOf(row.x, range),
                               registerOf(row.y, range),
                               registerOf(row.z, range)),
                        range);
}

static Operand tileRank(Emitter &e, unsigned size, SourceRange range) {
  return intBinary(e, BinaryOp::BitAnd, registerOf(Builtin::LaneId, range),
                   intOperand(size - 1, range), range);
}

/// The tile's lanes.
static Operand tileMask(Emitter &e, unsigned size, SourceRange range) {
  if (size == 32)
    return intOperand(0xffffffff, range);
  Operand first =
      intBinary(e, BinaryOp::BitAnd, registerOf(Builtin::LaneId, range),
                intOperand(32 - static_cast<std::int64_t>(size), range), range);
  return intBinary(e, BinaryOp::LeftShift,
                   intOperand((std::int64_t(1) << size) - 1, range),
                   std::move(first), range);
}

// ---- the functions of cg ----

Operand checkThisGroup(Emitter &, BuiltinCall &&call) {
  const char *path = call.builtin == Builtin::ThisGrid    ? gridGroup
                     : call.builtin == Builtin::ThisBlock ? blockGroup
                                                          : clusterGroup;
  return Operand::ofValue(Value::path(path), call.range);
}

Operand checkCoalesced(Emitter &, BuiltinCall &&call) {
  ir::MakeTuple group;
  group.elements.push_back(makeExpr(call.range, Type::of(Scalar::U32),
                                    ir::CallBuiltin{Builtin::ActiveMask, {}}));
  return Operand::ofExpr(makeExpr(call.range, Type::group(), std::move(group)));
}

Operand checkTile(Emitter &e, BuiltinCall &&call) {
  std::vector<Operand> &args = call.args;
  SourceRange range = call.range;
  unsigned parent = tileSizeOf(args[0]);
  bool isBlock = pathOf(args[0]) == blockGroup;
  if (!isBlock && !parent) {
    e.diagnostics().emit(
        args[0].range, diag::ArgumentType, Integer(1), call.name(),
        std::string("`cg.this_thread_block()` or a tile"), e.describe(args[0]));
    return Operand::error(range);
  }
  std::int64_t size = args[1].known && args[1].known->isInteger()
                          ? args[1].known->number.asInt()
                          : 0;
  std::int64_t most = isBlock ? 32 : parent;
  if (size < 1 || size > most || (size & (size - 1)) != 0) {
    e.diagnostics().emit(args[1].range, diag::ConstantNeeded,
                         std::string("the size of a tile"),
                         ": a power of two up to " + std::to_string(most));
    return Operand::error(range);
  }
  return Operand::ofValue(Value::path(tileGroup + std::to_string(size)), range);
}

/// op(a, b); `op` is one of the names below.
static Operand combined(Emitter &e, const std::string &op, Operand a, Operand b,
                        SourceRange range) {
  if (op == "less" || op == "greater")
    return e.minMax(op == "less", listOf(std::move(a), std::move(b)), range);
  return intBinary(e,
                   op == "plus"      ? BinaryOp::Add
                   : op == "bit_and" ? BinaryOp::BitAnd
                   : op == "bit_or"  ? BinaryOp::BitOr
                                     : BinaryOp::BitXor,
                   std::move(a), std::move(b), range);
}

/// cg.reduce, cg.inclusive_scan, cg.exclusive_scan
Operand checkGroupFold(Emitter &e, BuiltinCall &&call) {
  Builtin builtin = call.builtin;
  std::vector<Operand> &args = call.args;
  SourceRange range = call.range;
  std::string name = call.name();
  bool isReduce = builtin == Builtin::GroupReduce;
  bool isExclusive = builtin == Builtin::ExclusiveScan;
  unsigned size = tileSizeOf(args[0]);
  bool isCoalesced = args[0].expr && args[0].type.isGroup;
  auto refuse = [&](std::size_t at, const char *wanted) {
    e.diagnostics().emit(args[at].range, diag::ArgumentType,
                         static_cast<Integer>(at + 1), name,
                         std::string(wanted), e.describe(args[at]));
    return Operand::error(range);
  };
  if (!size && !isCoalesced)
    return refuse(0, "a tile of `cg.tiled_partition` or "
                     "`cg.coalesced_threads()`");
  Type type = args[1].isScalar() ? e.typeOf(args[1]) : Type::error();
  if (!type.isInteger() && !type.isFloat() && !type.isBool())
    return refuse(1, "a number");
  std::string op = "plus";
  if (args.size() == 3) {
    std::string path = pathOf(args[2]);
    if (!isGroupOperator(path))
      return refuse(2, "cg.plus, less, greater, bit_and, bit_or or bit_xor");
    op = path.substr(operatorPrefix.size());
  }
  if (op.starts_with("bit") && type.isFloat())
    return refuse(1, "an integer");
  if (isCoalesced)
    return foldCoalesced(e, builtin, op, std::move(args[0]), std::move(args[1]),
                         range);
  return isReduce
             ? foldTile(e, size, op, std::move(args[1]), range)
             : scanTile(e, size, op, isExclusive, std::move(args[1]), range);
}

/// One thread after the other, by rank.
static Operand foldCoalesced(Emitter &e, Builtin builtin, const std::string &op,
                             Operand group, Operand value, SourceRange range) {
  Type type = e.typeOf(value);
  if (type.isBool())
    type = Type::of(Scalar::I32);
  std::vector<Operand> args =
      listOf(Operand::ofExpr(makeExpr(
                 range, Type::of(Scalar::U32),
                 ir::TupleElement{e.materialize(std::move(group)), 0})),
             Operand::ofExpr(e.convert(e.materialize(std::move(value)), type)));
  const char *name = "group_reduce";
  if (builtin == Builtin::ExclusiveScan) {
    name = "group_exclusive_scan";
    args.push_back(Operand::ofExpr(e.convert(makeInt(range, 0), type)));
  } else {
    Value function;
    function.kind = Value::Kind::Function;
    function.function = preludeFunction("group_" + op);
    args.push_back(Operand::ofValue(std::move(function), range));
    if (builtin == Builtin::InclusiveScan)
      name = "group_inclusive_scan";
  }
  Operand result = e.callInstance(preludeFunction(name), std::move(args),
                                  std::nullopt, range);
  return result.isError ? std::move(result)
                        : Operand::ofExpr(e.convert(
                              e.materialize(std::move(result)), type));
}

/// By halves: every thread gets the whole, added in the same order.
static Operand foldTile(Emitter &e, unsigned size, const std::string &op,
                        Operand value, SourceRange range) {
  std::vector<ir::Let> lets;
  if (value.known)
    value = Operand::ofExpr(e.materialize(std::move(value)));
  value = e.once(std::move(value), lets);
  for (unsigned step = size / 2; step && !value.isError; step /= 2) {
    Operand other =
        tileExchange(e, size, Builtin::ShflXorSync,
                     listOf(again(value), intOperand(step, range)), range);
    if (other.isError)
      return other;
    value =
        e.once(combined(e, op, again(value), std::move(other), range), lets);
  }
  return finished(e, std::move(value), std::move(lets));
}

static Operand scanTile(Emitter &e, unsigned size, const std::string &op,
                        bool isExclusive, Operand value, SourceRange range) {
  std::vector<ir::Let> lets;
  if (value.known)
    value = Operand::ofExpr(e.materialize(std::move(value)));
  value = e.once(std::move(value), lets);
  auto fromBelow = [&](unsigned step) {
    return tileExchange(e, size, Builtin::ShflUpSync,
                        listOf(again(value), intOperand(step, range)), range);
  };
  // `value` where the thread's rank is at least `step`, else `below`.
  auto choose = [&](unsigned step, Operand above, Operand below) {
    Operand isAbove =
        e.compareTwo(CompareOp::GreaterEqual, tileRank(e, size, range),
                     intOperand(step, range), range);
    Type type = e.typeOf(above);
    ir::Select select;
    select.condition = e.toBool(std::move(isAbove));
    select.body = e.materialize(std::move(above));
    select.orElse = e.convert(e.materialize(std::move(below)), type);
    return Operand::ofExpr(makeExpr(range, type, std::move(select)));
  };
  for (unsigned step = 1; step < size && !value.isError; step *= 2) {
    Operand below = e.once(fromBelow(step), lets);
    if (below.isError)
      return below;
    Operand sum = combined(e, op, std::move(below), again(value), range);
    value = e.once(choose(step, std::move(sum), again(value)), lets);
  }
  if (isExclusive && !value.isError) {
    Operand below = e.once(fromBelow(1), lets);
    value = choose(1, std::move(below), intOperand(0, range));
  }
  return finished(e, std::move(value), std::move(lets));
}

// ---- methods ----

Operand callGroupMethod(Emitter &e, Operand group, const Attribute &access,
                        const Call &node, SourceRange range) {
  std::string path = pathOf(group);
  unsigned size = tileSizeOf(group);
  GroupKind kind = group.expr             ? GroupKind::Coalesced
                   : path == gridGroup    ? GroupKind::Grid
                   : path == blockGroup   ? GroupKind::Block
                   : path == clusterGroup ? GroupKind::Cluster
                                          : GroupKind::Tile;
  static constexpr const char *called[] = {"the grid group", "the block group",
                                           "the cluster group", "a tile",
                                           "a coalesced group"};
  const char *what = called[static_cast<int>(kind)];
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
    e.diagnostics().emit(access.nameRange, diag::UnknownAttribute,
                         std::string(what), access.name, names);
    return Operand::error(range);
  }
  std::string name = std::string(what) + "'s " + access.name;
  std::optional<std::vector<Operand>> args =
      positionalArguments(e, name, node, row->arguments, row->arguments, range);
  if (!args)
    return Operand::error(range);
  if (group.expr)
    return callCoalescedMethod(e, std::move(group), access.name,
                               std::move(*args), range);
  if (size)
    return callTileMethod(e, size, access.name, std::move(*args), range);
  return callPlaceMethod(e, path, access.name, std::move(*args), range);
}

/// A shuffle of the tile's threads.
static Operand tileExchange(Emitter &e, unsigned size, Builtin builtin,
                            std::vector<Operand> args, SourceRange range) {
  args.insert(args.begin(), tileMask(e, size, range));
  Operand result = callRow(e, builtin, std::move(args), range);
  if (!result.isError && size < 32)
    std::get<ir::CallBuiltin>(result.expr->node)
        .args.push_back(
            makeConvert(makeInt(range, size), Type::of(Scalar::I32)));
  return result;
}

static Operand callTileMethod(Emitter &e, unsigned size,
                              const std::string &method,
                              std::vector<Operand> args, SourceRange range) {
  if (method == "size" || method == "num_threads")
    return intOperand(size, range);
  if (method == "thread_rank")
    return tileRank(e, size, range);
  if (method == "meta_group_rank")
    return intBinary(e, BinaryOp::FloorDiv,
                     placeAmong(e, threadIdx, blockDim, range),
                     intOperand(size, range), range);
  if (method == "meta_group_size")
    return intBinary(e, BinaryOp::FloorDiv,
                     intBinary(e, BinaryOp::Add, productOf(e, blockDim, range),
                               intOperand(size - 1, range), range),
                     intOperand(size, range), range);
  if (method.starts_with("shfl"))
    return tileExchange(e, size,
                        method == "shfl"        ? Builtin::ShflSync
                        : method == "shfl_up"   ? Builtin::ShflUpSync
                        : method == "shfl_down" ? Builtin::ShflDownSync
                                                : Builtin::ShflXorSync,
                        std::move(args), range);
  args.insert(args.begin(), tileMask(e, size, range));
  Operand result = callRow(e, amongLanes(method), std::move(args), range);
  bool isMask = method == "ballot" || method.starts_with("match");
  if (!isMask || result.isError || size == 32)
    return result;
  // Masks of a tile count from its own first thread.
  auto fromFirst = [&](Operand mask) {
    Operand first = intBinary(
        e, BinaryOp::BitAnd, registerOf(Builtin::LaneId, range),
        intOperand(32 - static_cast<std::int64_t>(size), range), range);
    return Operand::ofExpr(e.convert(
        e.materialize(intBinary(e, BinaryOp::RightShift, std::move(mask),
                                std::move(first), range)),
        Type::of(Scalar::U32)));
  };
  if (method != "match_all")
    return fromFirst(std::move(result));
  std::vector<ir::Let> lets;
  std::vector<Operand> parts = elementsOnce(e, std::move(result), lets);
  return finished(
      e,
      Operand::tuple(
          listOf(fromFirst(std::move(parts[0])), std::move(parts[1])), range),
      std::move(lets));
}

static Operand callCoalescedMethod(Emitter &e, Operand group,
                                   const std::string &method,
                                   std::vector<Operand> args,
                                   SourceRange range) {
  std::vector<ir::Let> lets;
  Operand kept = e.once(std::move(group), lets);
  auto mask = [&] {
    return Operand::ofExpr(
        makeExpr(range, Type::of(Scalar::U32),
                 ir::TupleElement{e.materialize(again(kept)), 0}));
  };
  auto count = [&](Operand bits) {
    std::vector<Operand> one;
    one.push_back(std::move(bits));
    return callRow(e, Builtin::Popc, std::move(one), range);
  };
  auto rank = [&] {
    Operand below = callRow(e, Builtin::LaneMaskLt, {}, range);
    return count(Operand::ofExpr(
        e.convert(e.materialize(intBinary(e, BinaryOp::BitAnd, mask(),
                                          std::move(below), range)),
                  Type::of(Scalar::U32))));
  };
  Operand result = Operand::error(range);
  if (method == "mask") {
    result = mask();
  } else if (method == "size" || method == "num_threads") {
    result = count(mask());
  } else if (method == "thread_rank") {
    result = rank();
  } else if (method.starts_with("shfl")) {
    Type given = args[1].isScalar() ? e.typeOf(args[1]) : Type::error();
    if (!given.isInteger() && !given.isBool()) {
      e.diagnostics().emit(args[1].range, diag::ArgumentType, Integer(2),
                           "a coalesced group's " + method,
                           std::string("an integer"), e.describe(args[1]));
      return Operand::error(range);
    }
    Operand number = std::move(args[1]);
    if (method != "shfl")
      number = intBinary(e, method == "shfl_up" ? BinaryOp::Sub : BinaryOp::Add,
                         rank(), std::move(number), range);
    Operand lane = callRow(e, Builtin::NthSetBit,
                           listOf(mask(), std::move(number)), range);
    if (lane.isError)
      return lane;
    lane = e.once(std::move(lane), lets);
    // Where no thread has that rank, the thread's own lane.
    ir::Select select;
    select.condition = e.toBool(e.compareTwo(CompareOp::Less, again(lane),
                                             intOperand(32, range), range));
    select.body = e.materialize(again(lane));
    select.orElse = e.materialize(registerOf(Builtin::LaneId, range));
    Operand from = Operand::ofExpr(
        makeExpr(range, Type::of(Scalar::I32), std::move(select)));
    result =
        callRow(e, Builtin::ShflSync,
                listOf(mask(), std::move(args[0]), std::move(from)), range);
  } else {
    args.insert(args.begin(), mask());
    result = callRow(e, amongLanes(method), std::move(args), range);
    // Bits of the result are ranks, not lanes.
    auto packed = [&](Operand lanes) {
      Operand bits =
          e.callInstance(preludeFunction("group_pack"),
                         listOf(std::move(lanes), mask()), std::nullopt, range);
      return Operand::ofExpr(
          e.convert(e.materialize(std::move(bits)), Type::of(Scalar::U32)));
    };
    if (!result.isError && method == "match_all") {
      std::vector<Operand> parts = elementsOnce(e, std::move(result), lets);
      result = Operand::tuple(
          listOf(packed(std::move(parts[0])), std::move(parts[1])), range);
    } else if (!result.isError &&
               (method == "ballot" || method == "match_any")) {
      result = packed(std::move(result));
    }
  }
  return finished(e, std::move(result), std::move(lets));
}

/// Of the block, the cluster and the grid.
static Operand callPlaceMethod(Emitter &e, const std::string &group,
                               const std::string &method,
                               std::vector<Operand> args, SourceRange range) {
  bool isGrid = group == gridGroup, isBlock = group == blockGroup;
  auto times = [&](Operand a, Operand b) {
    return intBinary(e, BinaryOp::Mul, std::move(a), std::move(b), range);
  };
  auto blockSize = [&] { return productOf(e, blockDim, range); };
  auto threadRank = [&] { return placeAmong(e, threadIdx, blockDim, range); };
  auto blocks = [&] {
    return isGrid ? productOf(e, gridDim, range)
                  : registerOf(Builtin::ClusterSize, range);
  };
  auto blockRank = [&] {
    return isGrid ? placeAmong(e, blockIdx, gridDim, range)
                  : registerOf(Builtin::ClusterBlockRank, range);
  };
  if (method == "sync" && (isGrid || isBlock))
    return effectOf(isGrid ? Builtin::GridSync : Builtin::SyncThreads, range);
  if (method == "sync") {
    // Both halves, one behind the other.
    ir::SlotId slot = e.temporary(Type::none());
    ir::Let let{slot, e.materialize(effectOf(Builtin::ClusterArrive, range)),
                e.materialize(effectOf(Builtin::ClusterWait, range))};
    return Operand::ofExpr(makeExpr(range, Type::none(), std::move(let)));
  }
  if (method == "is_valid")
    return Operand::ofValue(Value::of(Number::ofBool(true)), range);
  if (method == "barrier_arrive" || method == "arrive")
    return effectOf(Builtin::ClusterArrive, range);
  if (method == "barrier_wait" || method == "wait")
    return effectOf(Builtin::ClusterWait, range);
  if (method == "map_shared_rank")
    return callRow(e, Builtin::MapSharedRank, std::move(args), range);
  if (method == "size" || method == "num_threads")
    return isBlock ? blockSize() : times(blocks(), blockSize());
  if (method == "thread_rank")
    return isBlock
               ? threadRank()
               : intBinary(e, BinaryOp::Add, times(blockRank(), blockSize()),
                           threadRank(), range);
  if (method == "num_blocks")
    return blocks();
  if (method == "block_rank")
    return blockRank();
  if (method == "num_clusters")
    return productOf(e, clusterGridDim, range);
  if (method == "cluster_rank")
    return placeAmong(e, clusterIdx, clusterGridDim, range);
  if (method == "cluster_index")
    return tripleOf(clusterIdx, range);
  if (method == "dim_clusters")
    return tripleOf(clusterGridDim, range);
  if (method == "thread_index")
    return tripleOf(threadIdx, range);
  if (method == "dim_threads" || (method == "group_dim" && isBlock))
    return tripleOf(blockDim, range);
  if (method == "group_index" || (method == "block_index" && isGrid))
    return tripleOf(blockIdx, range);
  if (method == "block_index")
    return tripleOf(clusterBlockIdx, range);
  return tripleOf(isGrid ? gridDim : clusterDim, range);
}

} // namespace pyk2ptx
