// NumPy's reductions of arrays in a thread, which are written in Python
// (prelude/reduce.py). Here their arguments are checked and the types chosen in
// which they accumulate: integers in 64 bits, a float32 in float32, the mean of
// integers as a weak float.
#include "reduce.h"

#include "array_method.h"
#include "frontend/emit/emitter.h"
#include "frontend/evaluate/prelude.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/values/array.h"
#include "frontend/values/array_view.h"
#include "rows.h"

#include <cmath>
#include <limits>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

static bool startReduction(Emitter &e, const std::string &name, Reduction kind,
                           const Type &array,
                           std::vector<std::optional<Operand>> &given,
                           std::vector<Operand> &args, SourceRange range);

// ---- reductions ----

namespace {

/// It accumulates, in a type of its own.
bool accumulates(Reduction kind) {
  return kind != Reduction::Element && kind != Reduction::Count &&
         kind != Reduction::Other;
}
bool hasDdof(Reduction kind) {
  return kind == Reduction::Variance || kind == Reduction::Deviation;
}

/// What is given besides the array.
std::vector<std::string> paramsOf(Reduction kind) {
  std::vector<std::string> params = {"axis"};
  if (accumulates(kind))
    params.emplace_back("dtype");
  if (kind != Reduction::Count)
    params.emplace_back("out");
  if (hasDdof(kind))
    params.emplace_back("ddof");
  return params;
}

} // namespace

/// The axis of a reduction: ndim is all of them. Nothing after a message.
static std::optional<int> readAxis(Emitter &e,
                                   const std::optional<Operand> &axis,
                                   const Type &array, bool hasOut,
                                   SourceRange range) {
  bool isAll = !axis || (axis->known && axis->known->kind == Value::Kind::None);
  if (isAll && !hasOut)
    return array.ndim;
  bool isKnown = !isAll && axis->known && axis->known->isInteger();
  std::int64_t at = isKnown ? axis->known->number.asInt() : -array.ndim - 1;
  at += at < 0 ? array.ndim : 0;
  if (at < 0 || at >= array.ndim) {
    e.diagnostics().emit(isAll ? range : axis->range, diag::ConstantNeeded,
                         std::string("`axis`"),
                         ": 0 to " + std::to_string(array.ndim - 1));
    return std::nullopt;
  }
  if (hasOut)
    return static_cast<int>(at);
  if (array.ndim == 1)
    return 1;
  e.diagnostics().emit(
      range, diag::NeedsMemory,
      std::string("a reduction along one of several axes"),
      std::string("give it an array for the results: `out=b`"));
  return std::nullopt;
}

/// The reduction of each line along `axis`, into `out`.
static Operand reduceAlong(Emitter &e, const char *function, int axis,
                           std::vector<Operand> args, Operand out,
                           SourceRange range) {
  Type type = args[0].type;
  Type result = type.element();
  if (args.size() > 1 && args[1].isNumber())
    result = *e.arithmeticType(result, args[1].known->number.type);
  if (!out.isArray() || out.type.ndim + 1 != type.ndim ||
      !out.type.element().isScalar() ||
      !e.canCoerce(result, out.type.element())) {
    e.diagnostics().emit(out.range, diag::TypeMismatch,
                         "an array of " + std::to_string(type.ndim - 1) +
                             " axes that can hold the results",
                         e.describe(out));
    return Operand::error(range);
  }
  if (e.refuseReadonly(out))
    return Operand::error(range);
  std::vector<std::size_t> order;
  for (int each = 0; each < type.ndim; ++each)
    if (each != axis)
      order.push_back(static_cast<std::size_t>(each));
  order.push_back(static_cast<std::size_t>(axis));
  args[0] = transposed(e, std::move(args[0]), order, range);
  Value reduction;
  reduction.kind = Value::Kind::Function;
  reduction.function = preludeFunction(function);
  std::vector<Operand> rest;
  for (std::size_t i = 1; i < args.size(); ++i)
    rest.push_back(std::move(args[i]));
  return callArrayFunction(e, "np__along",
                           listOf(std::move(args[0]), std::move(out),
                                  Operand::ofValue(std::move(reduction), range),
                                  Operand::tuple(std::move(rest), range)),
                           range);
}

/// The type in which elements are accumulated: of half floats float32, since
/// few of their sums would fit.
static Type accumulatorOf(const Type &element) {
  bool isHalf = element.scalar == Scalar::F16 || element.scalar == Scalar::BF16;
  return isHalf ? Type::of(Scalar::F32) : *arithmeticType(element, element);
}

/// `value` in the type in which elements are accumulated.
static Operand startOf(Emitter &e, const Type &array, std::int64_t value,
                       const std::optional<Operand> &dtype, SourceRange range) {
  Type type = accumulatorOf(array.element());
  bool isNone =
      dtype && dtype->known && dtype->known->kind == Value::Kind::None;
  if (dtype && !isNone) {
    std::optional<Scalar> scalar = readScalarType(e, *dtype);
    if (!scalar)
      return Operand::error(range);
    type = Type::of(*scalar);
  }
  return Operand::ofValue(Value::of(convertNumber(Number::ofInt(value), type)),
                          range);
}

Operand checkReduction(Emitter &e, BuiltinCall &&call, const char *row,
                       Reduction kind) {
  SourceRange range = call.range;
  std::string name = call.name();
  std::vector<std::string> params = paramsOf(kind);
  Operand *self = call.self;
  if (!self)
    params.insert(params.begin(), "a");
  std::vector<std::optional<Operand>> given;
  if (!checkArguments(e, name.c_str(), call.node, params, self ? 0 : 1, given))
    return Operand::error(range);
  if (self)
    given.insert(given.begin(), std::move(*self));
  given.resize(5);
  if (!accumulates(kind))
    std::swap(given[2], given[3]);
  Operand array = std::move(*given[0]);
  if (refuseExpression(e, array))
    return Operand::error(range);
  bool takesComplex = accumulates(kind) && !hasDdof(kind);
  bool fits = array.isArray() && array.type.element().isNumber();
  if (!fits || (!takesComplex && array.type.element().isComplex())) {
    e.diagnostics().emit(
        array.range, diag::ArgumentType, Integer(1), name,
        std::string(fits ? "an array of real numbers" : "an array of numbers"),
        e.describe(array));
    return Operand::error(range);
  }
  Type type = array.type;
  bool hasOut = given[3] && !(given[3]->known &&
                              given[3]->known->kind == Value::Kind::None);
  std::optional<int> axis = readAxis(e, given[1], type, hasOut, range);
  if (!axis)
    return Operand::error(range);
  std::vector<Operand> args = listOf(std::move(array));
  if (accumulates(kind) &&
      !startReduction(e, name, kind, type, given, args, range))
    return Operand::error(range);
  std::string function = row;
  if (hasOut && kind == Reduction::Deviation)
    function.replace(function.size() - 3, 3, "std");
  // Integers are never nan.
  bool canBeNan = type.element().isFloat() || type.element().isComplex();
  if (std::size_t nan = function.find("__nan");
      !canBeNan && nan != function.npos)
    function.erase(nan + 2, 3);
  if (hasOut)
    return reduceAlong(e, function.c_str(), *axis, std::move(args),
                       std::move(*given[3]), range);
  Operand result =
      callArrayFunction(e, function.c_str(), std::move(args), range);
  if (result.isError)
    return result;
  if (kind == Reduction::Deviation)
    result = e.callReal(Builtin::Sqrt, listOf(std::move(result)), range);
  bool isHalf = accumulates(kind) && !given[2] && type.element().isFloat() &&
                !(accumulatorOf(type.element()) == type.element());
  if (kind == Reduction::Element || isHalf)
    return Operand::ofExpr(
        e.convert(e.materialize(std::move(result)), type.element()));
  return result;
}

/// What a reduction takes besides the array: what it starts from, and ddof.
static bool startReduction(Emitter &e, const std::string &name, Reduction kind,
                           const Type &array,
                           std::vector<std::optional<Operand>> &given,
                           std::vector<Operand> &args, SourceRange range) {
  bool isProduct = kind == Reduction::Product;
  bool isWeak = (hasDdof(kind) || kind == Reduction::Mean) && !given[2] &&
                !array.element().isFloat();
  args.push_back(isWeak ? Operand::ofValue(Value::of(Number::ofFloat(0)), range)
                        : startOf(e, array, isProduct, given[2], range));
  if (args.back().isError)
    return false;
  if (!hasDdof(kind))
    return true;
  Operand ddof = given[4]
                     ? std::move(*given[4])
                     : Operand::ofValue(Value::of(Number::ofInt(0)), range);
  if (!ddof.isScalar()) {
    e.diagnostics().emit(ddof.range, diag::ArgumentType, Integer(2), name,
                         std::string("a number"), e.describe(ddof));
    return false;
  }
  args.push_back(std::move(ddof));
  return true;
}

/// Python's sum, min, max, any and all of a vector: as of a tuple.
Operand foldArray(Emitter &e, Builtin builtin, Operand array,
                  SourceRange range) {
  Type type = array.type;
  bool isOrder = builtin == Builtin::Min || builtin == Builtin::Max;
  if (type.ndim != 1 || !type.element().isNumber() ||
      (isOrder && type.element().isComplex())) {
    std::string name(builtinInfo(builtin).name);
    e.diagnostics().emit(array.range, diag::ArgumentType, Integer(1), name,
                         std::string("a tuple or an array of one axis"),
                         e.describe(array));
    return Operand::error(range);
  }
  switch (builtin) {
  case Builtin::Sum: {
    Operand start = startOf(e, type, 0, std::nullopt, range);
    return callArrayFunction(e, "np__sum",
                             listOf(std::move(array), std::move(start)), range);
  }
  case Builtin::Any:
    return callArrayFunction(e, "np__any", listOf(std::move(array)), range);
  case Builtin::All:
    return callArrayFunction(e, "np__all", listOf(std::move(array)), range);
  default:
    return callArrayFunction(
        e, builtin == Builtin::Min ? "np__least" : "np__greatest",
        listOf(std::move(array)), range);
  }
}

} // namespace pyk2ptx
