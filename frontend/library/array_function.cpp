// NumPy's other functions that are written in Python (prelude/): those
// of two arrays, searches in sorted ones, and number theory. Here their
// arguments are checked.
#include "array_function.h"

#include "array_method.h"
#include "frontend/emit/emitter.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/values/arguments.h"
#include "frontend/values/array.h"
#include "frontend/values/array_view.h"
#include "rows.h"

#include <cmath>
#include <iterator>
#include <limits>
#include <sstream>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

// ---- two arrays ----

Operand checkTwoArrays(Emitter &e, BuiltinCall &&call) {
  Builtin builtin = call.builtin;
  SourceRange range = call.range;
  std::string name = call.name();
  std::vector<std::optional<Operand>> given;
  if (!checkArguments(e, name.c_str(), call.node, {"a", "b"}, 2, given))
    return Operand::error(range);
  bool isDot = builtin == Builtin::NpDot;
  for (std::size_t i = 0; i < 2; ++i) {
    const Operand &array = *given[i];
    if (refuseExpression(e, array))
      return Operand::error(range);
    if (!array.isArray() || !array.type.element().isNumber() ||
        (isDot && array.type.ndim != 1)) {
      e.diagnostics().emit(
          array.range, diag::ArgumentType, static_cast<Integer>(i + 1), name,
          std::string(isDot ? "an array of one axis" : "an array of numbers"),
          e.describe(array));
      return Operand::error(range);
    }
  }
  Type a = given[0]->type;
  Type b = given[1]->type;
  if (builtin == Builtin::NpArrayEqual) {
    if (a.ndim != b.ndim)
      return boolOperand(false, range);
    return callArrayFunction(e, "np__array_equal",
                             listOf(std::move(*given[0]), std::move(*given[1])),
                             range);
  }
  return dotProduct(e, isDot ? "np__dot" : "np__vdot", std::move(*given[0]),
                    std::move(*given[1]), range);
}

Operand dotProduct(Emitter &e, const char *function, Operand a, Operand b,
                   SourceRange range) {
  Type type = *e.arithmeticType(a.type.element(), b.type.element());
  Operand start =
      Operand::ofValue(Value::of(convertNumber(Number::ofInt(0), type)), range);
  return callArrayFunction(
      e, function, listOf(std::move(a), std::move(b), std::move(start)), range);
}

static bool isNone(const Operand &operand) {
  return operand.known && operand.known->kind == Value::Kind::None;
}

static bool isReal(const Operand &operand) {
  if (operand.isNumber())
    return !operand.known->number.type.isComplex();
  return operand.isScalar() && !operand.type.isComplex();
}

static bool isRealVector(const Operand &operand) {
  return operand.isArray() && operand.type.ndim == 1 &&
         operand.type.element().isNumber() &&
         !operand.type.element().isComplex();
}

Operand checkInterp(Emitter &e, BuiltinCall &&call) {
  SourceRange range = call.range;
  std::vector<std::optional<Operand>> given;
  if (!checkArguments(e, "np.interp", call.node,
                      {"x", "xp", "fp", "left", "right"}, 3, given))
    return Operand::error(range);
  std::vector<Operand> args;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!given[i])
      given[i] = Operand::ofValue(Value::none(), range);
    bool isVector = i == 1 || i == 2;
    bool fits = isVector ? isRealVector(*given[i])
                         : isReal(*given[i]) || (i > 2 && isNone(*given[i]));
    if (!fits) {
      e.diagnostics().emit(
          given[i]->range, diag::ArgumentType, static_cast<Integer>(i + 1),
          std::string("np.interp"),
          std::string(isVector ? "an array of one axis" : "a number"),
          e.describe(*given[i]));
      return Operand::error(range);
    }
    args.push_back(std::move(*given[i]));
  }
  return callArrayFunction(e, "np__interp", std::move(args), range);
}

Operand checkSearchSorted(Emitter &e, BuiltinCall &&call) {
  SourceRange range = call.range;
  std::vector<std::optional<Operand>> given;
  if (!checkArguments(e, "np.searchsorted", call.node, {"a", "v", "side"}, 2,
                      given))
    return Operand::error(range);
  bool isRight = false;
  if (given[2]) {
    bool isText =
        given[2]->known && given[2]->known->kind == Value::Kind::String;
    isRight = isText && given[2]->known->text == "right";
    if (!isRight && !(isText && given[2]->known->text == "left")) {
      e.diagnostics().emit(given[2]->range, diag::ConstantNeeded,
                           std::string("`side`"),
                           std::string(": 'left' or 'right'"));
      return Operand::error(range);
    }
  }
  for (std::size_t i = 0; i < 2; ++i) {
    bool fits = i == 0 ? isRealVector(*given[i]) : isReal(*given[i]);
    if (fits)
      continue;
    e.diagnostics().emit(
        given[i]->range, diag::ArgumentType, static_cast<Integer>(i + 1),
        std::string("np.searchsorted"),
        std::string(i == 0 ? "an array of one axis" : "a number"),
        e.describe(*given[i]));
    return Operand::error(range);
  }
  return callArrayFunction(e, isRight ? "np__search_right" : "np__search_left",
                           listOf(std::move(*given[0]), std::move(*given[1])),
                           range);
}

// ---- numbers ----

namespace {

/// What a parameter is when it is not given.
Number defaultNumber(const std::string &param, const Type &type) {
  if (param == "rtol")
    return Number::ofFloat(1e-5);
  if (param == "atol")
    return Number::ofFloat(1e-8);
  if (param == "rel_tol")
    return Number::ofFloat(1e-9);
  if (param == "equal_nan")
    return Number::ofBool(false);
  double most = type.scalar == Scalar::F16 ? 65504
                : type.scalar == Scalar::F32
                    ? double(std::numeric_limits<float>::max())
                    : std::numeric_limits<double>::max();
  if (param == "posinf")
    return Number::ofFloat(most);
  return Number::ofFloat(param == "neginf" ? -most : 0);
}

} // namespace

Operand checkNumbers(Emitter &e, BuiltinCall &&call, const char *function,
                     NumberKind kind, std::size_t required,
                     const char *paramNames) {
  SourceRange range = call.range;
  std::string name = call.name();
  std::istringstream words(paramNames);
  std::vector<std::string> params(std::istream_iterator<std::string>(words),
                                  {});
  std::vector<std::optional<Operand>> given;
  if (!checkArguments(e, name.c_str(), call.node, params, required, given))
    return Operand::error(range);
  bool isInteger = kind == NumberKind::Integers;
  Type type = isInteger ? Type::of(Scalar::I64) : Type::weakFloat();
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!given[i])
      continue;
    bool fits = isReal(*given[i]) && !e.typeOf(*given[i]).isError() &&
                !(isInteger && e.typeOf(*given[i]).isFloat());
    if (!fits) {
      e.diagnostics().emit(given[i]->range, diag::ArgumentType,
                           static_cast<Integer>(i + 1), name,
                           std::string(isInteger ? "an integer" : "a number"),
                           e.describe(*given[i]));
      return Operand::error(range);
    }
    type = *e.arithmeticType(type, e.typeOf(*given[i]));
  }
  std::vector<Operand> args;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!given[i]) {
      args.push_back(
          Operand::ofValue(Value::of(defaultNumber(params[i], type)), range));
      continue;
    }
    bool keeps = kind == NumberKind::Numbers;
    args.push_back(keeps ? std::move(*given[i])
                         : Operand::ofExpr(e.convert(
                               e.materialize(std::move(*given[i])), type)));
  }
  return callArrayFunction(e, function, std::move(args), range);
}

/// x in range(...): what the numbers say, without a loop.
Operand isInRange(Emitter &e, const Expr &value, const Call &call,
                  SourceRange range) {
  Operand x = e.check(value);
  std::vector<ir::ExprPtr> args;
  Type element = Type::error();
  if (x.isError || !e.rangeArguments(call, call.callee->range, args, element))
    return Operand::error(range);
  if (!x.isScalar())
    return e.operandError("in", x, Operand::ofExpr(std::move(args[1])), range);
  return callArrayFunction(e, "np__in_range",
                           listOf(std::move(x),
                                  Operand::ofExpr(std::move(args[0])),
                                  Operand::ofExpr(std::move(args[1])),
                                  Operand::ofExpr(std::move(args[2]))),
                           range);
}

Operand checkArray(Emitter &e, BuiltinCall &&call) {
  return e.makeArray(call.builtin, call.node, call.range);
}

/// np.reshape, np.ravel, np.transpose
Operand checkReshaped(Emitter &e, BuiltinCall &&call) {
  SourceRange range = call.range;
  bool isReshape = call.builtin == Builtin::NpReshape;
  bool isRavel = call.builtin == Builtin::NpRavel;
  std::string name = call.name();
  std::vector<std::string> params = {"a"};
  if (!isRavel)
    params.emplace_back(isReshape ? "shape" : "axes");
  std::vector<std::optional<Operand>> given;
  if (!checkArguments(e, name.c_str(), call.node, params, isReshape ? 2 : 1,
                      given))
    return Operand::error(range);
  if (!given[0]->isArray()) {
    e.diagnostics().emit(given[0]->range, diag::ArgumentType, Integer(1), name,
                         std::string("an array"), e.describe(*given[0]));
    return Operand::error(range);
  }
  Operand array = std::move(*given[0]);
  if (isRavel)
    return flattened(e, std::move(array), range);
  std::vector<Operand> rest;
  std::vector<ir::Let> lets;
  if (given.size() > 1 && given[1] && given[1]->type.isTuple())
    given[1] = e.once(std::move(*given[1]), lets);
  if (given.size() > 1 && given[1] && !isNone(*given[1]) &&
      !expandTuple(e, *given[1], rest))
    rest.push_back(std::move(*given[1]));
  return behind(e, std::move(lets),
                isReshape
                    ? arrayReshape(e, std::move(array), std::move(rest), range)
                    : arrayTranspose(e, std::move(array), rest, range));
}

} // namespace pyk2ptx
