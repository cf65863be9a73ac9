// Cooperative primitives. They are Python text, prelude/coop*.py, which is
// expanded where the user calls it; here is what that text cannot say itself.
// A value of any sort is taken apart into numbers that lanes exchange and
// shared memory holds, and put together again; scratch memory is asked for;
// what is wrong is told.
#include "coop.h"

#include "frontend/evaluate/device_object.h"
#include "frontend/evaluate/prelude.h"
#include "frontend/library/rows.h"
#include "frontend/parse/syntax_walk.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/types/record_kind.h"
#include "frontend/values/arguments.h"
#include "frontend/values/array.h"
#include "frontend/values/complex.h"
#include "frontend/values/record.h"
#include "frontend/values/tuple.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

static constexpr std::string_view coopPrefix = "cuda.coop.";

/// Calls coop_NAME of the prelude.
static Operand callPrimitive(Emitter &e, const std::string &name,
                             const Call &node, SourceRange range) {
  FunctionValue function = preludeFunction("coop_" + name);
  std::vector<Operand> args;
  std::vector<ir::Let> lets;
  if (!e.bindArguments(function, node, range, args, lets))
    return Operand::error(range);
  return behind(e, std::move(lets),
                e.callInstance(function, std::move(args), std::nullopt, range));
}

Operand checkCoop(Emitter &e, BuiltinCall &&call) {
  return callPrimitive(e, call.name().substr(coopPrefix.size()), call.node,
                       call.range);
}

static bool isPrimitive(std::string_view name) {
  static constexpr std::string_view names[] = {
#define COOP(name, doc) name,
#define COOP_CLASS(name, doc)
#define COOP_MAKER(sort, name, doc)
#include "frontend/tables/coop.def"
#undef COOP
#undef COOP_CLASS
#undef COOP_MAKER
  };
  return std::ranges::find(names, name) != std::end(names);
}

static bool isHostClass(std::string_view name) {
  static constexpr std::string_view names[] = {
#define COOP(name, doc)
#define COOP_CLASS(name, doc) name,
#define COOP_MAKER(sort, name, doc)
#include "frontend/tables/coop.def"
#undef COOP
#undef COOP_CLASS
#undef COOP_MAKER
  };
  return std::ranges::find(names, name) != std::end(names);
}

bool isCoopName(const std::string &path) {
  if (!path.starts_with(coopPrefix))
    return false;
  std::string_view name = std::string_view(path).substr(coopPrefix.size());
  return isPrimitive(name) || name == "block" || name == "warp" ||
         isHostClass(name) || isCoopMaker(path);
}

std::optional<Operand> callCoop(Emitter &e, const std::string &path,
                                const Call &node, SourceRange range) {
  if (!path.starts_with(coopPrefix))
    return std::nullopt;
  std::string name = path.substr(coopPrefix.size());
  if (!isPrimitive(name))
    return std::nullopt;
  return callPrimitive(e, name, node, range);
}

Operand checkCoopRefuse(Emitter &e, BuiltinCall &&call) {
  e.diagnostics().emit(call.range, diag::CoopMisuse, call.args[0].known->text);
  return call.error();
}

Operand checkCoopThreads(Emitter &e, BuiltinCall &&call) {
  BlockThreads threads = e.blockThreads();
  if (!threads.expected)
    e.function().asksForBlock = true;
  return intOperand(threads.most(), call.range);
}

Operand checkCoopBlock(Emitter &e, BuiltinCall &&call) {
  BlockThreads threads = e.blockThreads();
  if (!threads.expected)
    e.function().asksForBlock = true;
  if (threads.exactly())
    return intOperand(threads.exactly(), call.range);
  return Operand::ofValue(Value::none(), call.range);
}

/// The threads of `threads_per_block`: a number, or a tuple of up to three; 0
/// for what is none.
static std::int64_t threadsOf(const Operand &given) {
  constexpr std::int64_t most = 1024;
  if (!given.known)
    return 0;
  const Value &value = *given.known;
  auto count = [&](const Value &each) -> std::int64_t {
    std::int64_t number = each.isInteger() ? each.number.asInt() : 0;
    return number >= 1 && number <= most ? number : 0;
  };
  if (value.kind != Value::Kind::Tuple)
    return count(value);
  std::int64_t product = value.elements.empty() ? 0 : 1;
  for (const Value &each : value.elements)
    product *= count(each);
  return value.elements.size() <= 3 && product <= most ? product : 0;
}

Operand checkCoopExpect(Emitter &e, BuiltinCall &&call) {
  auto refuse = [&](const std::string &text) {
    e.diagnostics().emit(call.range, diag::CoopMisuse, text);
    return call.error();
  };
  std::int64_t threads = threadsOf(call.args[0]);
  if (!threads)
    return refuse("`threads_per_block` is a number of threads, or a tuple of "
                  "up to three, of 1 to 1024 in all");
  BlockThreads known = e.blockThreads();
  std::string made = "this is made for blocks of " + std::to_string(threads) +
                     " threads (threads_per_block), and ";
  if (known.launched && known.launched != threads)
    return refuse(made + "those of the launch have " +
                  std::to_string(known.launched));
  if (known.bound && known.bound < threads)
    return refuse(made + "the kernel's launch bounds are " +
                  std::to_string(known.bound));
  e.expectThreads(static_cast<std::uint32_t>(threads));
  e.function().expectedThreads = static_cast<std::uint32_t>(threads);
  return intOperand(threads, call.range);
}

Operand checkCoopCalled(Emitter &e, BuiltinCall &&call) {
  ir::CallBuiltin made{Builtin::CoopCalled, {}};
  for (Operand &arg : call.args)
    made.args.push_back(arg.isArray()
                            ? e.materialize(std::move(arg))
                            : e.coerce(std::move(arg), Type::of(Scalar::I32)));
  return Operand::ofExpr(makeExpr(call.range, Type::none(), std::move(made)));
}

/// redux.sync came with the matrix unit's second form, sm_80.
Operand checkCoopRedux(Emitter &, BuiltinCall &&call) {
  ir::CallBuiltin since{Builtin::MatrixUnit, {}};
  since.text = "80";
  return Operand::ofExpr(
      makeExpr(call.range, Type::of(Scalar::Bool), std::move(since)));
}

// ---- parts of values ----

namespace {

using Part = std::function<ir::ExprPtr()>;

ir::ExprPtr elementOf(const Part &whole, const Type &type, std::uint32_t at) {
  ir::ExprPtr tuple = whole();
  SourceRange range = tuple->range;
  return makeExpr(range, type, ir::TupleElement{std::move(tuple), at});
}

/// What lanes exchange in place of a number of this type.
Type exchanged(const Type &type) {
  if (type.isHalf())
    return Type::of(Scalar::F32);
  if (type.isBool() || bitWidth(type.scalar) < 32)
    return Type::of(isSigned(type.scalar) && !type.isBool() ? Scalar::I32
                                                            : Scalar::U32);
  return Type::of(type.scalar);
}

/// Types of the elements of a tuple or of the fields of a record; nothing for
/// all else.
std::optional<std::vector<Type>> elementTypes(const Type &type) {
  if (type.isTuple() && !type.isGroup)
    return *type.elements;
  if (!type.isRecord() || (type.record->kind != RecordLayout::Kind::Vector &&
                           type.record->kind != RecordLayout::Kind::Dataclass))
    return std::nullopt;
  std::vector<Type> types;
  for (const RecordField &field : type.record->fields) {
    if (!field.shape.empty())
      return std::nullopt;
    types.push_back(field.type);
  }
  return types;
}

/// Appends the parts; false for a type that has none.
bool takeApart(const Part &value, const Type &type, std::vector<Part> &parts) {
  if (type.isComplex()) {
    for (Builtin row : {Builtin::RealPart, Builtin::ImagPart})
      parts.emplace_back([=] {
        ir::CallBuiltin call{row, {}};
        call.args.push_back(value());
        SourceRange range = call.args[0]->range;
        return makeExpr(range, type.part(), std::move(call));
      });
    return true;
  }
  if (type.isScalar()) {
    parts.emplace_back([=] { return makeConvert(value(), exchanged(type)); });
    return true;
  }
  std::optional<std::vector<Type>> types = elementTypes(type);
  for (std::uint32_t i = 0; types && i < types->size(); ++i) {
    Type element = (*types)[i];
    if (!takeApart([=] { return elementOf(value, element, i); }, element,
                   parts))
      return false;
  }
  return types.has_value();
}

/// The value of this type of the parts from `at` on.
ir::ExprPtr putTogether(const Type &type, std::vector<ir::ExprPtr> &parts,
                        std::size_t &at, SourceRange range) {
  if (type.isComplex()) {
    ir::ExprPtr real = std::move(parts[at++]);
    ir::ExprPtr imag = std::move(parts[at++]);
    return makeConvert(makeComplex(std::move(real), std::move(imag), range),
                       type);
  }
  if (type.isScalar())
    return makeConvert(std::move(parts[at++]), type);
  ir::MakeTuple tuple;
  const std::vector<Type> types = *elementTypes(type);
  for (const Type &element : types)
    tuple.elements.push_back(putTogether(element, parts, at, range));
  return makeExpr(range, type, std::move(tuple));
}

/// What a variable can hold. An element of NumPy's structures itself is a
/// place.
Type strongType(Emitter &e, const Operand &operand) {
  Type type = e.typeOf(operand);
  type.weak = false;
  if (type.isReference())
    type = type.element();
  return valueOfStructure(type);
}

/// The value that an operand is, of the type that it has here.
ir::ExprPtr valueOf(Emitter &e, Operand operand, const Type &type) {
  return e.typeOf(operand).isReference()
             ? e.coerce(std::move(operand), type)
             : makeConvert(e.materialize(std::move(operand)), type);
}

/// Parts of what `like` is; nothing after a message.
std::optional<std::vector<Part>> partsOf(Emitter &e, const Operand &like,
                                         const Part &value, SourceRange range) {
  Type type = strongType(e, like);
  std::vector<Part> parts;
  if (!type.isError() && takeApart(value, type, parts) && !parts.empty())
    return parts;
  if (!type.isError())
    e.diagnostics().emit(
        range, diag::CoopMisuse,
        "items of cooperative primitives are numbers, tuples, vectors, "
        "dataclasses and records of numbers, not " +
            e.describe(like));
  return std::nullopt;
}

} // namespace

Operand checkCoopParts(Emitter &e, BuiltinCall &&call) {
  Type type = strongType(e, call.args[0]);
  if (type.isError())
    return call.error();
  std::vector<ir::Let> lets;
  ir::ExprPtr value = valueOf(e, std::move(call.args[0]), type);
  if (!value)
    return call.error();
  Operand kept = e.once(Operand::ofExpr(std::move(value)), lets);
  std::optional<std::vector<Part>> parts =
      partsOf(e, kept, [&] { return e.materialize(again(kept)); }, call.range);
  if (!parts)
    return call.error();
  std::vector<Operand> made;
  for (const Part &part : *parts)
    made.push_back(Operand::ofExpr(part()));
  return finished(e, Operand::tuple(std::move(made), call.range),
                  std::move(lets));
}

Operand checkCoopWhole(Emitter &e, BuiltinCall &&call) {
  Type type = strongType(e, call.args[1]);
  if (type.isError())
    return call.error();
  std::vector<ir::Let> lets;
  std::vector<ir::ExprPtr> parts;
  for (Operand &part : elementsOnce(e, std::move(call.args[0]), lets))
    parts.push_back(e.materialize(std::move(part)));
  std::size_t at = 0;
  return finished(e, Operand::ofExpr(putTogether(type, parts, at, call.range)),
                  std::move(lets));
}

Operand checkCoopLike(Emitter &e, BuiltinCall &&call) {
  Type type = strongType(e, call.args[1]);
  if (type.isError())
    return call.error();
  ir::ExprPtr value = e.coerce(std::move(call.args[0]), type);
  return value ? Operand::ofExpr(std::move(value)) : call.error();
}

Operand checkCoopValue(Emitter &e, BuiltinCall &&call) {
  Type type = strongType(e, call.args[0]);
  if (type.isError())
    return call.error();
  ir::ExprPtr value = valueOf(e, std::move(call.args[0]), type);
  return value ? Operand::ofExpr(std::move(value)) : call.error();
}

// ---- memory ----

/// Types of the parts.
static void collectParts(const Type &type, std::vector<Type> &parts) {
  if (type.isComplex()) {
    parts.insert(parts.end(), 2, type.part());
  } else if (type.isScalar()) {
    parts.push_back(exchanged(type));
  } else {
    const std::vector<Type> inner = *elementTypes(type);
    for (const Type &element : inner)
      collectParts(element, parts);
  }
}

static bool isBytes(const Operand &operand) {
  return operand.isArray() && operand.type.ndim == 1 &&
         operand.type.space == Space::Shared &&
         operand.type.element() == Type::of(Scalar::U8);
}

/// A part of the bytes that the user gives, as an array.
static Operand placeIn(Emitter &e, const Operand &bytes, const Type &element,
                       std::int64_t count, const void *key, SourceRange range) {
  std::int64_t size = count * static_cast<std::int64_t>(byteSize(element));
  std::int64_t offset = e.placeScratch(size, key);
  Extents extents = e.extentsOf(*bytes.expr);
  auto refuse = [&](const std::string &text) {
    e.diagnostics().emit(range, diag::CoopMisuse, text);
    return Operand::error(range);
  };
  if (extents.size() != 1 || !extents[0].isExact)
    return refuse("the length of `temp_storage` has to be known here: "
                  "`coop.TempStorage(n)` or `cuda.shared.array(n, np.uint8)`");
  if (offset + size > *extents[0].most)
    return refuse("`temp_storage` has " + std::to_string(*extents[0].most) +
                  " bytes, and this call needs " +
                  std::to_string(offset + size) + " at least");
  ir::Recast recast;
  recast.array = e.materialize(again(bytes));
  recast.offset = offset;
  recast.shape.push_back(makeInt(range, count));
  Type type = Type::array(element, 1, Layout::C, Space::Shared);
  return Operand::ofExpr(makeExpr(range, std::move(type), std::move(recast)));
}

Operand checkCoopScratch(Emitter &e, BuiltinCall &&call) {
  const Operand &given = call.args[0];
  bool isGiven = !(given.known && given.known->kind == Value::Kind::None) &&
                 !given.type.isNone();
  if (isGiven && !isBytes(given)) {
    e.diagnostics().emit(
        call.range, diag::CoopMisuse,
        "`temp_storage` is shared memory of bytes, `coop.TempStorage(n)` or "
        "`cuda.shared.array(n, np.uint8)`, not " +
            e.describe(given));
    return call.error();
  }
  if (!call.args[2].known || !call.args[2].known->isInteger()) {
    e.diagnostics().emit(call.range, diag::ConstantNeeded,
                         std::string("the length of scratch memory"),
                         std::string());
    return call.error();
  }
  std::int64_t count = call.args[2].known->number.asInt();
  Type type = strongType(e, call.args[1]);
  std::vector<Part> parts;
  if (type.isError() || !takeApart(nullptr, type, parts))
    return call.error();
  std::vector<Type> types;
  collectParts(type, types);
  std::vector<Operand> arrays;
  const char *key = reinterpret_cast<const char *>(&call.node);
  for (std::size_t i = 0; i < types.size(); ++i) {
    arrays.push_back(
        isGiven ? placeIn(e, given, types[i], count, key + i, call.range)
                : e.scratchArray(types[i], count, key + i, call.range));
    if (arrays.back().isError)
      return call.error();
  }
  return Operand::tuple(std::move(arrays), call.range);
}

Operand checkCoopIsBytes(Emitter &, BuiltinCall &&call) {
  return boolOperand(isBytes(call.args[0]), call.range);
}

/// Other names of an operator, those of generations before and of libraries. Of
/// the least and the greatest, NumPy's are others: they give nan for nan.
Operand checkCoopNamed(Emitter &, BuiltinCall &&call) {
  struct Row {
    std::string_view name;
    std::vector<std::string_view> others;
  };
  static const Row rows[] = {
      {"sum", {"add", "plus", "+", "np.add", "operator.add"}},
      {"multiply", {"mul", "multiplies", "*", "np.multiply", "operator.mul"}},
      {"min", {"minimum"}},
      {"max", {"maximum"}},
      {"bit_and", {"&", "np.bitwise_and", "operator.and_"}},
      {"bit_or", {"|", "np.bitwise_or", "operator.or_"}},
      {"bit_xor", {"^", "np.bitwise_xor", "operator.xor"}}};
  const std::optional<Value> &known = call.args[0].known;
  if (known &&
      (known->kind == Value::Kind::String || known->kind == Value::Kind::Path))
    for (const Row &row : rows)
      if (std::ranges::find(row.others, known->text) != row.others.end())
        return Operand::ofValue(Value::string(std::string(row.name)),
                                call.range);
  return std::move(call.args[0]);
}

/// Whether the function subscripts its first parameter: it takes places.
static bool readsPlaces(const FunctionDef &def) {
  bool found = false;
  visitExprs(def.body, [&](const Expr &expr) {
    const auto *access = std::get_if<Subscript>(&expr.node);
    const auto *name =
        access ? std::get_if<Name>(&access->value->node) : nullptr;
    found = found || (name && !def.params.empty() &&
                      name->id == def.params.front().name);
  });
  return found;
}

/// op(result, lhs, rhs) in place of op(lhs, rhs): as many parameters have no
/// other value. With a value of the two: op(lhs, rhs) that takes places, as
/// numbers have no elements.
Operand checkCoopWrites(Emitter &, BuiltinCall &&call) {
  const std::optional<Value> &known = call.args[0].known;
  if (!known || known->kind != Value::Kind::Function)
    return boolOperand(false, call.range);
  const FunctionValue &op = known->function;
  if (call.args.size() > 1)
    return boolOperand(call.args[1].isScalar() && readsPlaces(*op.def),
                       call.range);
  std::ptrdiff_t free =
      std::ranges::count_if(op.def->params, [&](const Parameter &param) {
        bool isPositional = param.kind == Parameter::Kind::PositionalOnly ||
                            param.kind == Parameter::Kind::Normal;
        return isPositional && !param.defaultValue;
      });
  if (op.bound)
    free -= static_cast<std::ptrdiff_t>(op.bound->args.size());
  return boolOperand(free == 3, call.range);
}

Operand checkCoopTyped(Emitter &e, BuiltinCall &&call) {
  Operand &value = call.args[0];
  Diagnostics::Mark mark = e.diagnostics().mark();
  std::optional<Type> type = readDtype(e, call.args[1]);
  // Types of numba's extensions are known by what has them.
  e.diagnostics().rollback(mark);
  if (!type)
    return std::move(value);
  Type given = value.isArray() ? value.type.element() : strongType(e, value);
  if (given == *type || sameFields(given, *type))
    return std::move(value);
  if (!value.isArray() && type->isScalar() && given.isScalar() &&
      !(given.isComplex() && !type->isComplex()))
    return Operand::ofExpr(makeConvert(e.materialize(std::move(value)), *type));
  e.diagnostics().emit(call.range, diag::CoopMisuse,
                       "this is made for " + spell(*type) + " (dtype), not " +
                           spell(given));
  return call.error();
}

Operand checkCoopMoves(Emitter &e, BuiltinCall &&call) {
  const Type items = call.args[0].type.element();
  const Type array = call.args[1].type.element();
  if (!(items == array) && !sameFields(items, array))
    e.diagnostics().emit(call.range, diag::CoopMisuse,
                         "the items and the array differ in their type: `" +
                             spell(items) + "` and `" + spell(array) + "`");
  return intOperand(0, call.range);
}

Operand checkCoopLength(Emitter &e, BuiltinCall &&call) {
  const Operand &items = call.args[0];
  if (!items.isArray())
    return intOperand(0, call.range);
  Extents extents = e.extentsOf(*items.expr);
  if (extents.size() == 1 && extents[0].isExact && *extents[0].most > 0)
    return intOperand(*extents[0].most, call.range);
  if (call.args.size() > 1)
    return std::move(call.args[1]);
  e.diagnostics().emit(
      call.range, diag::CoopMisuse,
      std::string("the items of a thread are an array of one axis whose length "
                  "is known here: `coop.ThreadData(n)` or "
                  "`cuda.local.array(n, dtype)` of this function"));
  return call.error();
}

} // namespace pyk2ptx
