// Cooperative groups, at compile time: a group is no object but a path,
// "cuda.cg.tile_group.16", whose methods the checker writes out as registers,
// barriers and warp operations. Only the threads of a coalesced group are known
// at run time: it is a tuple of its mask.
#include "checker.h"
#include "groups.h"
#include "prelude.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

namespace {

constexpr const char *gridGroup = "cuda.cg.grid_group";
constexpr const char *blockGroup = "cuda.cg.block_group";
constexpr const char *clusterGroup = "cuda.cg.cluster_group";
/// The size follows.
constexpr const char *tileGroup = "cuda.cg.tile_group.";
constexpr std::string_view operatorPrefix = "cuda.cg.";

/// The methods of a group, and how many arguments they take.
struct GroupMethod {
  const char *name;
  std::size_t arguments;
};
using Methods = std::vector<GroupMethod>;

const Methods gridMethods = {
    {"sync", 0},          {"is_valid", 0},     {"size", 0},
    {"num_threads", 0},   {"thread_rank", 0},  {"num_blocks", 0},
    {"block_rank", 0},    {"block_index", 0},  {"dim_blocks", 0},
    {"group_dim", 0},     {"num_clusters", 0}, {"cluster_rank", 0},
    {"cluster_index", 0}, {"dim_clusters", 0}};
const Methods blockMethods = {{"sync", 0},         {"size", 0},
                              {"num_threads", 0},  {"thread_rank", 0},
                              {"thread_index", 0}, {"group_index", 0},
                              {"dim_threads", 0},  {"group_dim", 0}};
const Methods clusterMethods = {
    {"sync", 0},           {"barrier_arrive", 0}, {"barrier_wait", 0},
    {"arrive", 0},         {"wait", 0},           {"size", 0},
    {"num_threads", 0},    {"thread_rank", 0},    {"num_blocks", 0},
    {"block_rank", 0},     {"block_index", 0},    {"dim_blocks", 0},
    {"map_shared_rank", 2}};
const Methods tileMethods = {{"sync", 0},
                             {"size", 0},
                             {"num_threads", 0},
                             {"thread_rank", 0},
                             {"meta_group_size", 0},
                             {"meta_group_rank", 0},
                             {"shfl", 2},
                             {"shfl_up", 2},
                             {"shfl_down", 2},
                             {"shfl_xor", 2},
                             {"any", 1},
                             {"all", 1},
                             {"ballot", 1},
                             {"match_any", 1},
                             {"match_all", 1}};
const Methods coalescedMethods = {
    {"sync", 0}, {"size", 0},    {"num_threads", 0}, {"thread_rank", 0},
    {"shfl", 2}, {"shfl_up", 2}, {"shfl_down", 2},   {"any", 1},
    {"all", 1},  {"ballot", 1},  {"match_any", 1},   {"match_all", 1},
    {"mask", 0}};

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

Builtin rowBehind(Builtin first, int axis) {
  return static_cast<Builtin>(static_cast<int>(first) + axis);
}

} // namespace

bool isGroupOperator(const std::string &path) {
  static constexpr const char *operators[] = {"plus",    "less",   "greater",
                                              "bit_and", "bit_or", "bit_xor"};
  return path.starts_with(operatorPrefix) &&
         std::find(std::begin(operators), std::end(operators),
                   path.substr(operatorPrefix.size())) != std::end(operators);
}

bool FunctionChecker::isGroup(const Operand &operand) {
  if (operand.expr)
    return operand.type.isGroup;
  std::string path = pathOf(operand);
  return path == gridGroup || path == blockGroup || path == clusterGroup ||
         path.starts_with(tileGroup);
}

// ---- pieces ----

Operand FunctionChecker::registerOf(Builtin row, SourceRange range) {
  return Operand::ofExpr(
      makeExpr(range, Type::of(Scalar::I32), ir::CallBuiltin{row, {}}));
}

Operand FunctionChecker::effectOf(Builtin row, SourceRange range) {
  return Operand::ofExpr(
      makeExpr(range, Type::none(), ir::CallBuiltin{row, {}}));
}

Operand FunctionChecker::productOf(Builtin extent, SourceRange range) {
  Operand product = registerOf(extent, range);
  for (int axis = 1; axis < 3; ++axis)
    product = intBinary(BinaryOp::Mul, std::move(product),
                        registerOf(rowBehind(extent, axis), range), range);
  return product;
}

/// x + nx * (y + ny * z)
Operand FunctionChecker::placeAmong(Builtin index, Builtin extent,
                                    SourceRange range) {
  Operand place = registerOf(rowBehind(index, 2), range);
  for (int axis = 1; axis >= 0; --axis) {
    place = intBinary(BinaryOp::Mul, std::move(place),
                      registerOf(rowBehind(extent, axis), range), range);
    place = intBinary(BinaryOp::Add, std::move(place),
                      registerOf(rowBehind(index, axis), range), range);
  }
  return place;
}

Operand FunctionChecker::tripleOf(Builtin row, SourceRange range) {
  std::vector<Operand> parts;
  for (int axis = 0; axis < 3; ++axis)
    parts.push_back(registerOf(rowBehind(row, axis), range));
  return Operand::tuple(std::move(parts), range);
}

Operand FunctionChecker::tileRank(unsigned size, SourceRange range) {
  return intBinary(BinaryOp::BitAnd, registerOf(Builtin::LaneId, range),
                   intOperand(size - 1, range), range);
}

/// The tile's lanes.
Operand FunctionChecker::tileMask(unsigned size, SourceRange range) {
  if (size == 32)
    return intOperand(0xffffffff, range);
  Operand first =
      intBinary(BinaryOp::BitAnd, registerOf(Builtin::LaneId, range),
                intOperand(32 - static_cast<std::int64_t>(size), range), range);
  return intBinary(BinaryOp::LeftShift,
                   intOperand((std::int64_t(1) << size) - 1, range),
                   std::move(first), range);
}

// ---- the functions of cg ----

Operand FunctionChecker::callGroupFunction(Builtin builtin,
                                           std::vector<Operand> args,
                                           SourceRange range) {
  switch (builtin) {
  case Builtin::TiledPartition:
    return tiledPartition(std::move(args), range);
  case Builtin::GroupReduce:
  case Builtin::InclusiveScan:
  case Builtin::ExclusiveScan:
    return callTileFold(builtin, std::move(args), range);
  default:
    break;
  }
  if (!argumentCount(builtinInfo(builtin).name.data(), args.size(), 0, 0,
                     range))
    return Operand::error(range);
  if (builtin == Builtin::CoalescedThreads) {
    ir::MakeTuple group;
    group.elements.push_back(
        makeExpr(range, Type::of(Scalar::U32),
                 ir::CallBuiltin{Builtin::ActiveMask, {}}));
    return Operand::ofExpr(makeExpr(range, Type::group(), std::move(group)));
  }
  const char *path = builtin == Builtin::ThisGrid    ? gridGroup
                     : builtin == Builtin::ThisBlock ? blockGroup
                                                     : clusterGroup;
  return Operand::ofValue(Value::path(path), range);
}

Operand FunctionChecker::tiledPartition(std::vector<Operand> args,
                                        SourceRange range) {
  const char *name = builtinInfo(Builtin::TiledPartition).name.data();
  if (!argumentCount(name, args.size(), 2, 2, range))
    return Operand::error(range);
  unsigned parent = tileSizeOf(args[0]);
  bool isBlock = pathOf(args[0]) == blockGroup;
  if (!isBlock && !parent) {
    diagnostics().emit(
        args[0].range, diag::ArgumentType, Integer(1), std::string(name),
        std::string("`cg.this_thread_block()` or a tile"), describe(args[0]));
    return Operand::error(range);
  }
  std::int64_t size = args[1].known && args[1].known->isInteger()
                          ? args[1].known->number.asInt()
                          : 0;
  std::int64_t most = isBlock ? 32 : parent;
  if (size < 1 || size > most || (size & (size - 1)) != 0) {
    diagnostics().emit(args[1].range, diag::ConstantNeeded,
                       std::string("the size of a tile"),
                       ": a power of two up to " + std::to_string(most));
    return Operand::error(range);
  }
  return Operand::ofValue(Value::path(tileGroup + std::to_string(size)), range);
}

/// op(a, b); `op` is one of the names below.
Operand FunctionChecker::combined(const std::string &op, Operand a, Operand b,
                                  SourceRange range) {
  if (op == "less" || op == "greater")
    return minMax(op == "less", listOf(std::move(a), std::move(b)), range);
  return intBinary(op == "plus"      ? BinaryOp::Add
                   : op == "bit_and" ? BinaryOp::BitAnd
                   : op == "bit_or"  ? BinaryOp::BitOr
                                     : BinaryOp::BitXor,
                   std::move(a), std::move(b), range);
}

/// cg.reduce, cg.inclusive_scan, cg.exclusive_scan
Operand FunctionChecker::callTileFold(Builtin builtin,
                                      std::vector<Operand> args,
                                      SourceRange range) {
  std::string name(builtinInfo(builtin).name);
  bool isReduce = builtin == Builtin::GroupReduce;
  bool isExclusive = builtin == Builtin::ExclusiveScan;
  if (!argumentCount(name.c_str(), args.size(), isReduce ? 3 : 2,
                     isExclusive ? 2 : 3, range))
    return Operand::error(range);
  unsigned size = tileSizeOf(args[0]);
  bool isCoalesced = args[0].expr && args[0].type.isGroup;
  auto refuse = [&](std::size_t at, const char *wanted) {
    diagnostics().emit(args[at].range, diag::ArgumentType,
                       static_cast<Integer>(at + 1), name, std::string(wanted),
                       describe(args[at]));
    return Operand::error(range);
  };
  if (!size && !isCoalesced)
    return refuse(0, "a tile of `cg.tiled_partition` or "
                     "`cg.coalesced_threads()`");
  Type type = args[1].isScalar() ? typeOf(args[1]) : Type::error();
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
    return foldCoalesced(builtin, op, std::move(args[0]), std::move(args[1]),
                         range);
  return isReduce ? foldTile(size, op, std::move(args[1]), range)
                  : scanTile(size, op, isExclusive, std::move(args[1]), range);
}

/// One thread after the other, by rank.
Operand FunctionChecker::foldCoalesced(Builtin builtin, const std::string &op,
                                       Operand group, Operand value,
                                       SourceRange range) {
  Type type = typeOf(value);
  if (type.isBool())
    type = Type::of(Scalar::I32);
  std::vector<Operand> args =
      listOf(Operand::ofExpr(
                 makeExpr(range, Type::of(Scalar::U32),
                          ir::TupleElement{materialize(std::move(group)), 0})),
             Operand::ofExpr(convert(materialize(std::move(value)), type)));
  const char *name = "group_reduce";
  if (builtin == Builtin::ExclusiveScan) {
    name = "group_exclusive_scan";
    args.push_back(Operand::ofExpr(convert(makeInt(range, 0), type)));
  } else {
    Value function;
    function.kind = Value::Kind::Function;
    function.function = preludeFunction("group_" + op);
    function.function.jit = std::make_shared<const JitOptions>();
    args.push_back(Operand::ofValue(std::move(function), range));
    if (builtin == Builtin::InclusiveScan)
      name = "group_inclusive_scan";
  }
  Operand result =
      callInstance(preludeFunction(name), std::move(args), std::nullopt, range);
  return result.isError
             ? std::move(result)
             : Operand::ofExpr(convert(materialize(std::move(result)), type));
}

/// By halves: every thread gets the whole, added in the same order.
Operand FunctionChecker::foldTile(unsigned size, const std::string &op,
                                  Operand value, SourceRange range) {
  std::vector<ir::Let> lets;
  if (value.known)
    value = Operand::ofExpr(materialize(std::move(value)));
  value = once(std::move(value), lets);
  for (unsigned step = size / 2; step && !value.isError; step /= 2) {
    Operand other =
        tileExchange(size, Builtin::ShflXorSync,
                     listOf(again(value), intOperand(step, range)), range);
    if (other.isError)
      return other;
    value = once(combined(op, again(value), std::move(other), range), lets);
  }
  return finished(std::move(value), std::move(lets));
}

Operand FunctionChecker::scanTile(unsigned size, const std::string &op,
                                  bool isExclusive, Operand value,
                                  SourceRange range) {
  std::vector<ir::Let> lets;
  if (value.known)
    value = Operand::ofExpr(materialize(std::move(value)));
  value = once(std::move(value), lets);
  auto fromBelow = [&](unsigned step) {
    return tileExchange(size, Builtin::ShflUpSync,
                        listOf(again(value), intOperand(step, range)), range);
  };
  // `value` where the thread's rank is at least `step`, else `below`.
  auto choose = [&](unsigned step, Operand above, Operand below) {
    Operand isAbove = compareTwo(CompareOp::GreaterEqual, tileRank(size, range),
                                 intOperand(step, range), range);
    Type type = typeOf(above);
    ir::Select select;
    select.condition = toBool(std::move(isAbove));
    select.body = materialize(std::move(above));
    select.orElse = convert(materialize(std::move(below)), type);
    return Operand::ofExpr(makeExpr(range, type, std::move(select)));
  };
  for (unsigned step = 1; step < size && !value.isError; step *= 2) {
    Operand below = once(fromBelow(step), lets);
    if (below.isError)
      return below;
    Operand sum = combined(op, std::move(below), again(value), range);
    value = once(choose(step, std::move(sum), again(value)), lets);
  }
  if (isExclusive && !value.isError) {
    Operand below = once(fromBelow(1), lets);
    value = choose(1, std::move(below), intOperand(0, range));
  }
  return finished(std::move(value), std::move(lets));
}

// ---- methods ----

Operand FunctionChecker::callGroupMethod(Operand group, const Attribute &access,
                                         const Call &node, SourceRange range) {
  std::string path = pathOf(group);
  unsigned size = tileSizeOf(group);
  const Methods &methods = group.expr             ? coalescedMethods
                           : path == gridGroup    ? gridMethods
                           : path == blockGroup   ? blockMethods
                           : path == clusterGroup ? clusterMethods
                                                  : tileMethods;
  const char *what = group.expr             ? "a coalesced group"
                     : path == gridGroup    ? "the grid group"
                     : path == blockGroup   ? "the block group"
                     : path == clusterGroup ? "the cluster group"
                                            : "a tile";
  auto row = std::find_if(
      methods.begin(), methods.end(),
      [&](const GroupMethod &method) { return method.name == access.name; });
  if (row == methods.end()) {
    std::string names;
    for (const GroupMethod &method : methods)
      names += (names.empty() ? "; it has " : ", ") + std::string(method.name);
    diagnostics().emit(access.nameRange, diag::UnknownAttribute,
                       std::string(what), access.name, names);
    return Operand::error(range);
  }
  std::string name = std::string(what) + "'s " + access.name;
  std::optional<std::vector<Operand>> args =
      positionalArguments(name, node, row->arguments, row->arguments, range);
  if (!args)
    return Operand::error(range);
  if (group.expr)
    return callCoalescedMethod(std::move(group), access.name, std::move(*args),
                               range);
  if (size)
    return callTileMethod(size, access.name, std::move(*args), range);
  return callPlaceMethod(path, access.name, std::move(*args), range);
}

/// A shuffle of the tile's threads.
Operand FunctionChecker::tileExchange(unsigned size, Builtin builtin,
                                      std::vector<Operand> args,
                                      SourceRange range) {
  args.insert(args.begin(), tileMask(size, range));
  Operand result = callForm(builtin, std::move(args), range);
  if (!result.isError && size < 32)
    std::get<ir::CallBuiltin>(result.expr->node)
        .args.push_back(
            makeConvert(makeInt(range, size), Type::of(Scalar::I32)));
  return result;
}

Operand FunctionChecker::callTileMethod(unsigned size,
                                        const std::string &method,
                                        std::vector<Operand> args,
                                        SourceRange range) {
  if (method == "size" || method == "num_threads")
    return intOperand(size, range);
  if (method == "thread_rank")
    return tileRank(size, range);
  if (method == "meta_group_rank")
    return intBinary(BinaryOp::FloorDiv,
                     placeAmong(Builtin::ThreadIdxX, Builtin::BlockDimX, range),
                     intOperand(size, range), range);
  if (method == "meta_group_size")
    return intBinary(BinaryOp::FloorDiv,
                     intBinary(BinaryOp::Add,
                               productOf(Builtin::BlockDimX, range),
                               intOperand(size - 1, range), range),
                     intOperand(size, range), range);
  if (method.starts_with("shfl"))
    return tileExchange(size,
                        method == "shfl"        ? Builtin::ShflSync
                        : method == "shfl_up"   ? Builtin::ShflUpSync
                        : method == "shfl_down" ? Builtin::ShflDownSync
                                                : Builtin::ShflXorSync,
                        std::move(args), range);
  args.insert(args.begin(), tileMask(size, range));
  Operand result = callForm(method == "sync"        ? Builtin::SyncWarp
                            : method == "any"       ? Builtin::AnySync
                            : method == "all"       ? Builtin::AllSync
                            : method == "ballot"    ? Builtin::BallotSync
                            : method == "match_any" ? Builtin::MatchAnySync
                                                    : Builtin::MatchAllSync,
                            std::move(args), range);
  bool isMask = method == "ballot" || method.starts_with("match");
  if (!isMask || result.isError || size == 32)
    return result;
  // Masks of a tile count from its own first thread.
  auto fromFirst = [&](Operand mask) {
    Operand first = intBinary(
        BinaryOp::BitAnd, registerOf(Builtin::LaneId, range),
        intOperand(32 - static_cast<std::int64_t>(size), range), range);
    return Operand::ofExpr(
        convert(materialize(intBinary(BinaryOp::RightShift, std::move(mask),
                                      std::move(first), range)),
                Type::of(Scalar::U32)));
  };
  if (method != "match_all")
    return fromFirst(std::move(result));
  std::vector<ir::Let> lets;
  std::vector<Operand> parts = elementsOnce(std::move(result), lets);
  return finished(
      Operand::tuple(
          listOf(fromFirst(std::move(parts[0])), std::move(parts[1])), range),
      std::move(lets));
}

Operand FunctionChecker::callCoalescedMethod(Operand group,
                                             const std::string &method,
                                             std::vector<Operand> args,
                                             SourceRange range) {
  std::vector<ir::Let> lets;
  Operand kept = once(std::move(group), lets);
  auto mask = [&] {
    return Operand::ofExpr(
        makeExpr(range, Type::of(Scalar::U32),
                 ir::TupleElement{materialize(again(kept)), 0}));
  };
  auto count = [&](Operand bits) {
    std::vector<Operand> one;
    one.push_back(std::move(bits));
    return callForm(Builtin::Popc, std::move(one), range);
  };
  auto rank = [&] {
    Operand below = callForm(Builtin::LaneMaskLt, {}, range);
    return count(
        Operand::ofExpr(convert(materialize(intBinary(BinaryOp::BitAnd, mask(),
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
    Type given = args[1].isScalar() ? typeOf(args[1]) : Type::error();
    if (!given.isInteger() && !given.isBool()) {
      diagnostics().emit(args[1].range, diag::ArgumentType, Integer(2),
                         "a coalesced group's " + method,
                         std::string("an integer"), describe(args[1]));
      return Operand::error(range);
    }
    Operand number = std::move(args[1]);
    if (method != "shfl")
      number = intBinary(method == "shfl_up" ? BinaryOp::Sub : BinaryOp::Add,
                         rank(), std::move(number), range);
    Operand lane =
        callForm(Builtin::NthSetBit, listOf(mask(), std::move(number)), range);
    if (lane.isError)
      return lane;
    lane = once(std::move(lane), lets);
    // Where no thread has that rank, the thread's own lane.
    ir::Select select;
    select.condition = toBool(
        compareTwo(CompareOp::Less, again(lane), intOperand(32, range), range));
    select.body = materialize(again(lane));
    select.orElse = materialize(registerOf(Builtin::LaneId, range));
    Operand from = Operand::ofExpr(
        makeExpr(range, Type::of(Scalar::I32), std::move(select)));
    result =
        callForm(Builtin::ShflSync,
                 listOf(mask(), std::move(args[0]), std::move(from)), range);
  } else {
    args.insert(args.begin(), mask());
    result = callForm(method == "sync"        ? Builtin::SyncWarp
                      : method == "any"       ? Builtin::AnySync
                      : method == "all"       ? Builtin::AllSync
                      : method == "ballot"    ? Builtin::BallotSync
                      : method == "match_any" ? Builtin::MatchAnySync
                                              : Builtin::MatchAllSync,
                      std::move(args), range);
    // Bits of the result are ranks, not lanes.
    auto packed = [&](Operand lanes) {
      Operand bits =
          callInstance(preludeFunction("group_pack"),
                       listOf(std::move(lanes), mask()), std::nullopt, range);
      return Operand::ofExpr(
          convert(materialize(std::move(bits)), Type::of(Scalar::U32)));
    };
    if (!result.isError && method == "match_all") {
      std::vector<Operand> parts = elementsOnce(std::move(result), lets);
      result = Operand::tuple(
          listOf(packed(std::move(parts[0])), std::move(parts[1])), range);
    } else if (!result.isError &&
               (method == "ballot" || method == "match_any")) {
      result = packed(std::move(result));
    }
  }
  return finished(std::move(result), std::move(lets));
}

/// Of the block, the cluster and the grid.
Operand FunctionChecker::callPlaceMethod(const std::string &group,
                                         const std::string &method,
                                         std::vector<Operand> args,
                                         SourceRange range) {
  bool isGrid = group == gridGroup, isBlock = group == blockGroup;
  auto times = [&](Operand a, Operand b) {
    return intBinary(BinaryOp::Mul, std::move(a), std::move(b), range);
  };
  auto blockSize = [&] { return productOf(Builtin::BlockDimX, range); };
  auto threadRank = [&] {
    return placeAmong(Builtin::ThreadIdxX, Builtin::BlockDimX, range);
  };
  auto blocks = [&] {
    return isGrid ? productOf(Builtin::GridDimX, range)
                  : registerOf(Builtin::ClusterSize, range);
  };
  auto blockRank = [&] {
    return isGrid ? placeAmong(Builtin::BlockIdxX, Builtin::GridDimX, range)
                  : registerOf(Builtin::ClusterBlockRank, range);
  };
  if (method == "sync" && (isGrid || isBlock))
    return effectOf(isGrid ? Builtin::GridSync : Builtin::SyncThreads, range);
  if (method == "sync") {
    // Both halves, one behind the other.
    ir::SlotId slot = temporary(Type::none());
    ir::Let let{slot, materialize(effectOf(Builtin::ClusterArrive, range)),
                materialize(effectOf(Builtin::ClusterWait, range))};
    return Operand::ofExpr(makeExpr(range, Type::none(), std::move(let)));
  }
  if (method == "is_valid")
    return Operand::ofValue(Value::of(Number::ofBool(true)), range);
  if (method == "barrier_arrive" || method == "arrive")
    return effectOf(Builtin::ClusterArrive, range);
  if (method == "barrier_wait" || method == "wait")
    return effectOf(Builtin::ClusterWait, range);
  if (method == "map_shared_rank")
    return callMapShared(std::move(args), range);
  if (method == "size" || method == "num_threads")
    return isBlock ? blockSize() : times(blocks(), blockSize());
  if (method == "thread_rank")
    return isBlock ? threadRank()
                   : intBinary(BinaryOp::Add, times(blockRank(), blockSize()),
                               threadRank(), range);
  if (method == "num_blocks")
    return blocks();
  if (method == "block_rank")
    return blockRank();
  if (method == "num_clusters")
    return productOf(Builtin::ClusterGridDimX, range);
  if (method == "cluster_rank")
    return placeAmong(Builtin::ClusterIdxX, Builtin::ClusterGridDimX, range);
  if (method == "cluster_index")
    return tripleOf(Builtin::ClusterIdxX, range);
  if (method == "dim_clusters")
    return tripleOf(Builtin::ClusterGridDimX, range);
  if (method == "thread_index")
    return tripleOf(Builtin::ThreadIdxX, range);
  if (method == "dim_threads" || (method == "group_dim" && isBlock))
    return tripleOf(Builtin::BlockDimX, range);
  if (method == "group_index" || (method == "block_index" && isGrid))
    return tripleOf(Builtin::BlockIdxX, range);
  if (method == "block_index")
    return tripleOf(Builtin::ClusterBlockIdxX, range);
  return tripleOf(isGrid ? Builtin::GridDimX : Builtin::ClusterDimX, range);
}

} // namespace pyk2ptx
