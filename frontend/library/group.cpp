// Cooperative groups, at compile time: a group is no object but a path,
// "cuda.cg.tile_group.16", whose methods the checker writes out as registers,
// barriers and warp operations. Only the threads of a coalesced group are known
// at run time: it is a tuple of its mask.
#include "group.h"

#include "frontend/emit/emitter.h"
#include "frontend/evaluate/prelude.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/values/iterate.h"
#include "frontend/values/tuple.h"
#include "group_method.h"
#include "groups.h"
#include "rows.h"

#include <algorithm>
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

namespace {

constexpr std::string_view operatorPrefix = "cuda.cg.";

} // namespace

bool isGroupOperator(const std::string &path) {
  static constexpr const char *operators[] = {
#define GROUP_METHOD(...)
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

// ---- the functions of cg ----

Operand checkThisGroup(Emitter &, BuiltinCall &&call, const char *path) {
  return Operand::ofValue(Value::path(path), call.range);
}

Operand checkCoopKind(Emitter &, BuiltinCall &&call) {
  std::string path = pathOf(call.args[0]);
  const char *kind = path == gridGroup             ? "grid"
                     : path == blockGroup          ? "block"
                     : path == clusterGroup        ? "cluster"
                     : path.starts_with(tileGroup) ? "tile"
                                                   : "";
  return Operand::ofValue(Value::string(kind), call.range);
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
  return tileOf(e, isBlock ? 32 : parent, args[1], range);
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

} // namespace pyk2ptx
