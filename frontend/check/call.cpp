// Calls: of device functions, of types as casts, and of the rows of
// builtins.def, which functions of library/ check (library/rows.h).
#include "checker.h"
#include "frontend/evaluate/captured.h"
#include "frontend/evaluate/device_object.h"
#include "frontend/evaluate/namespace_value.h"
#include "frontend/hints/constants.h"
#include "frontend/hints/misuse.h"
#include "frontend/library/array_method.h"
#include "frontend/library/builtin.h"
#include "frontend/library/cuda.h"
#include "frontend/library/fp8.h"
#include "frontend/library/group.h"
#include "frontend/library/half.h"
#include "frontend/library/introspection.h"
#include "frontend/library/member.h"
#include "frontend/library/numpy.h"
#include "frontend/library/round.h"
#include "frontend/library/rows.h"
#include "frontend/primitives/coop.h"
#include "frontend/primitives/device_object.h"
#include "frontend/primitives/tensor.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/tables/libdevice.h"
#include "frontend/tables/refused.h"
#include "frontend/types/numba_typing.h"
#include "frontend/values/arguments.h"
#include "frontend/values/array.h"
#include "frontend/values/complex.h"
#include "frontend/values/elementwise.h"
#include "frontend/values/named_tuple.h"
#include "frontend/values/optional.h"
#include "frontend/values/pointer.h"
#include "frontend/values/time.h"
#include "frontend/values/tuple.h"
#include "frontend/values/vector.h"

#include <algorithm>
#include <set>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

/// Color(2): the member of a constant value.
static Operand memberOfValue(Emitter &e, const Value &enumeration,
                             const Call &node, SourceRange range) {
  std::string name(node.callee->range.source->text(node.callee->range));
  std::optional<std::vector<Operand>> args =
      positionalArguments(e, name, node, 1, 1, range);
  if (!args)
    return Operand::error(range);
  const Operand &given = args->front();
  if (!given.known) {
    e.diagnostics().emit(given.range, diag::ConstantNeeded,
                         "the value of a member of `" + name + "`",
                         std::string());
    return Operand::error(range);
  }
  for (const Value &member : enumeration.elements) {
    const Value &value = member.isMember() ? member.elements[0] : member;
    // A member of a plain one is given as well as its value.
    if (member == *given.known ||
        Evaluator::compare(CompareOp::Equal, value, *given.known, range) ==
            Value::of(Number::ofBool(true)))
      return Operand::ofValue(member, range);
  }
  e.diagnostics().emit(
      given.range, diag::ArgumentType, Integer(1), name,
      std::string("the value of a member"),
      "`" + std::string(given.range.source->text(given.range)) + "`");
  return Operand::error(range);
}

Operand FunctionChecker::checkCall(const Call &node, SourceRange range) {
  if (std::optional<Operand> out = ufuncValue(node, range))
    return std::move(*out);
  Operand callee = Operand::error(range);
  if (const auto *access = std::get_if<Attribute>(&node.callee->node)) {
    // cffi's pointer to an array's elements; arrays pass for pointers.
    if (access->name == "from_buffer" && node.args.size() == 1)
      return check(*node.args[0]);
    Operand base = check(*access->value);
    if (base.isError)
      return base;
    if (isGroup(base))
      return callGroupMethod(*this, std::move(base), *access, node, range);
    if (std::optional<Operand> result =
            callTensorMethod(*this, base, access->name, node, range))
      return std::move(*result);
    if (base.known && isDeviceObject(*base.known) &&
        !traitOf(*base.known, access->name))
      return callDeviceObject(*this, *base.known, access->name, node, range);
    if (std::optional<Operand> result =
            callMember(*this, base, *access, node, range))
      return std::move(*result);
    if (base.isArray() && refuseArrayMethod(*this, *access, range))
      return Operand::error(range);
    callee = attributeOf(std::move(base), *access, node.callee->range);
  } else {
    callee = check(*node.callee);
  }
  if (callee.isError)
    return Operand::error(range);
  if (callee.known) {
    const Value &value = *callee.known;
    if (value.kind == Value::Kind::Function)
      return callFunction(value.function, node, range);
    if (isDeviceObject(value))
      return callDeviceObject(*this, value, "", node, range);
    if (value.kind == Value::Kind::External)
      return callExternal(*value.external, node, range);
    if (value.kind == Value::Kind::Type)
      return callType(value.type, node, range);
    if (std::optional<Value> named = namedTupleOf(file_.evaluator(), value))
      return callNamedTuple(*this, *named, node, range);
    if (value.kind == Value::Kind::Class || isNamespace(value)) {
      Value type = file_.evaluator().dataclassType(value, range);
      if (type.isKnown())
        return makeDataclass(*this, value, type.type, node, range);
    }
    if (value.kind == Value::Kind::Path)
      return callPath(value.text, node, range);
    if (std::optional<Value> all = enumerationOf(file_.evaluator(), value))
      return memberOfValue(*this, *all, node, range);
  }
  std::string what = describe(callee);
  if (callee.expr)
    if (const auto *row = std::get_if<ir::CallBuiltin>(&callee.expr->node))
      if (builtinInfo(row->builtin).signature == Signature::Register)
        what = "`" + std::string(builtinInfo(row->builtin).name) + "`";
  Diagnostic &message =
      diagnostics().emit(node.callee->range, diag::NotCallable, what);
  if (callee.known && callee.known->kind == Value::Kind::Class)
    message.notes.push_back(
        {node.callee->range,
         "of classes, kernels make named tuples and dataclasses"});
  noteCall(message, callee, node);
  return Operand::error(range);
}

Operand FunctionChecker::callFunction(const FunctionValue &function,
                                      const Call &node, SourceRange range) {
  if (!function.jit && fileOf(scope_).isExpanded) {
    // An operator that the user has given to a primitive.
    FunctionValue device = function;
    device.jit = std::make_shared<JitOptions>();
    return callFunction(device, node, range);
  }
  if (!function.jit) {
    diagnostics()
        .emit(range, diag::NotADeviceFunction, function.def->name)
        .notes.push_back({function.def->nameRange, "it is defined here"});
    return Operand::error(range);
  }
  std::vector<Operand> args;
  std::vector<ir::Let> lets;
  if (!bindArguments(function, node, range, args, lets))
    return Operand::error(range);
  std::optional<Type> declaredResult;
  const std::vector<SignatureTypes> &signatures = function.jit->signatures;
  if (!signatures.empty()) {
    for (Operand &arg : args)
      arg = required(*this, std::move(arg));
    const SignatureTypes *signature =
        bestSignature(*this, function, args, range);
    if (!signature)
      return Operand::error(range);
    // Of a structure a reference is returned.
    bool isReference =
        signature->result.isRecord() &&
        (signature->result.record->kind == RecordLayout::Kind::Structure ||
         signature->result.record->kind == RecordLayout::Kind::Chars);
    if (signature->statesResult && !isReference)
      declaredResult = signature->result;
    if (!coerceArguments(*this, function, *signature, args))
      return Operand::error(range);
  }
  return behind(*this, std::move(lets),
                callInstance(function, std::move(args), declaredResult, range));
}

// ---- casts ----

Operand FunctionChecker::callType(const Type &type, const Call &node,
                                  SourceRange range) {
  std::string name = spell(type);
  if (type.isRecord() && type.record->kind == RecordLayout::Kind::Vector)
    return makeVector(*this, type, node, range);
  if (type.isTime())
    return makeTimeValue(*this, type, node, range);
  if (!type.isScalar()) {
    diagnostics().emit(range, diag::NotCallable, "the type `" + name + "`");
    return Operand::error(range);
  }
  if (!argumentCount(*this, name.c_str(), node.args.size(), 1, 1, range))
    return Operand::error(range);
  Operand operand = check(*node.args[0]);
  if (operand.isError)
    return operand;
  if (!type.isComplex() && !type.isBool() &&
      refuseComplex(*this, name, operand, "use `z.real` or `abs(z)`"))
    return Operand::error(range);
  if (operand.known && operand.known->isNumeric()) {
    warnOutOfRange(*this, operand, type);
    return Operand::ofValue(
        Value::of(convertNumber(operand.known->number, type)), range);
  }
  if (isTime(operand) && type.isInteger())
    return Operand::ofExpr(
        convert(materialize(countIn(*this, std::move(operand),
                                    TimeType::Unit::Generic, range)),
                type));
  if (type.isComplex() && isVector(operand) && isPair(operand.type))
    return Operand::ofExpr(pairAs(*this, std::move(operand), type));
  if (!operand.isScalar()) {
    diagnostics().emit(operand.range, diag::ArgumentType, Integer(1), name,
                       std::string("a number"), describe(operand));
    return Operand::error(range);
  }
  ir::ExprPtr value = materialize(std::move(operand));
  const ir::Expr *given = value.get();
  value = convert(std::move(value), type);
  // What has the type already keeps its place, where its effect is looked for.
  if (value.get() != given)
    value->range = range;
  Operand result = Operand::ofExpr(std::move(value));
  result.range = range;
  return result;
}

// ---- builtins ----

Operand FunctionChecker::callPath(const std::string &path, const Call &node,
                                  SourceRange range) {
  if (std::optional<Operand> result = callOperator(*this, path, node, range))
    return std::move(*result);
  if (std::optional<Operand> result = callHalf(*this, path, node, range))
    return std::move(*result);
  if (std::optional<Operand> result = callFp8(*this, path, node, range))
    return std::move(*result);
  if (std::optional<Operand> result = callCoop(*this, path, node, range))
    return std::move(*result);
  if (std::optional<Operand> result = callTensor(*this, path, node, range))
    return std::move(*result);
  std::optional<Builtin> builtin = builtinByName(path);
  if (path == "functools.partial") {
    if (Value value = file_.evaluator().callPartial(node, scope_, range);
        value.isKnown())
      return Operand::ofValue(std::move(value), range);
    diagnostics().emit(node.callee->range, diag::UnsupportedName, path,
                       std::string("; ") + nearestThing(path));
    return Operand::error(range);
  }
  if (!builtin && node.keywords.empty()) {
    // A constant: np.finfo(x.dtype)
    std::vector<Value> values;
    for (const ExprPtr &arg : node.args)
      if (Operand operand = check(*arg); operand.known)
        values.push_back(*operand.known);
    if (values.size() == node.args.size())
      if (Value value =
              file_.evaluator().call(Value::path(path), values, range);
          value.isKnown())
        return Operand::ofValue(std::move(value), range);
  }
  if (!builtin) {
    if (path.starts_with(libdevicePrefix))
      if (auto row = libdeviceByName(path.substr(libdevicePrefix.size())))
        return callLibdevice(*this, *row, node, range);
    diagnostics().emit(node.callee->range, diag::UnsupportedName, path,
                       meantByCall(path));
    return Operand::error(range);
  }
  return callBuiltin(*builtin, path.starts_with("np."), node, range);
}

Operand FunctionChecker::callBuiltin(Builtin builtin, bool isNumpy,
                                     const Call &node, SourceRange range) {
  const BuiltinInfo &info = builtinInfo(builtin);
  const CallForm &form = info.form;
  if (form.takes == Takes::Syntax)
    return checkRow(*this, {builtin, {}, node, range, isNumpy});
  if (form.takes == Takes::Generator)
    if (std::optional<Operand> result = foldComprehension(builtin, node, range))
      return std::move(*result);
  const Keyword *last = nullptr;
  if (form.named && node.keywords.size() == 1 &&
      node.keywords[0].name == form.named && node.args.size() + 1 == form.most)
    last = &node.keywords[0];
  if (form.takes != Takes::Keywords && !last &&
      hasKeywords(*this, std::string(info.name), node))
    return Operand::error(range);
  std::vector<Operand> args;
  std::vector<ir::Let> lets;
  if (!checkPositional(*this, node, args, lets))
    return Operand::error(range);
  if (form.takes != Takes::Maybe)
    for (Operand &arg : args)
      arg = required(*this, std::move(arg));
  if (last)
    args.push_back(check(*last->value));
  if (last && args.back().isError)
    return Operand::error(range);
  return behind(
      *this, std::move(lets),
      callRow(*this, {builtin, std::move(args), node, range, isNumpy}));
}

static Type realResult(Signature signature, const Type &real) {
  switch (signature) {
  case Signature::RealPredicate:
    return Type::of(Scalar::Bool);
  case Signature::RealToInt:
    return Type::of(Scalar::I64);
  case Signature::RealFraction:
    return Type::tuple({real, Type::of(Scalar::I64)});
  case Signature::RealPair:
    return Type::tuple({real, real});
  default:
    return real;
  }
}

/// Whether the first `reals` arguments are numbers and the others integers;
/// else a message.
static bool checkReals(Emitter &e, const BuiltinInfo &info, std::size_t reals,
                       const std::vector<Operand> &args) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    bool isReal = i < reals;
    if (refuseComplex(e, std::string(info.name), args[i],
                      "`cmath` has the functions of complex numbers"))
      return false;
    Type type = args[i].isScalar() ? e.typeOf(args[i]) : Type::error();
    if (type.isError() || (!isReal && type.isFloat())) {
      e.diagnostics().emit(args[i].range, diag::ArgumentType,
                           static_cast<Integer>(i + 1), std::string(info.name),
                           std::string(isReal ? "a number" : "an integer"),
                           e.describe(args[i]));
      return false;
    }
    // The neighbour in float32 is none in 16 bits.
    if (info.builtin == Builtin::NextAfter && type.isHalf()) {
      e.diagnostics().emit(args[i].range, diag::ArgumentType,
                           static_cast<Integer>(i + 1), std::string(info.name),
                           std::string("a `float32` or `float64`"),
                           e.describe(args[i]));
      return false;
    }
  }
  return true;
}

/// log(x, base), of numbers of type `result` in `real`.
static Operand logToBase(Emitter &e, std::vector<Operand> args,
                         const Type &result, const Type &real,
                         SourceRange range) {
  ir::Binary quotient;
  quotient.op = ir::BinaryOp::TrueDiv;
  ir::ExprPtr *sides[] = {&quotient.left, &quotient.right};
  for (int i = 0; i < 2; ++i) {
    ir::CallBuiltin log{Builtin::Log, {}};
    log.args.push_back(e.convert(
        e.convert(e.materialize(std::move(args[static_cast<std::size_t>(i)])),
                  result),
        real));
    *sides[i] = makeExpr(range, real, std::move(log));
  }
  return Operand::ofExpr(
      makeConvert(makeExpr(range, real, std::move(quotient)), result));
}

/// Rows on floats: integers become weak floats, and several floats their common
/// type.
Operand FunctionChecker::callReal(Builtin builtin, std::vector<Operand> args,
                                  SourceRange range) {
  // numba's floor, ceil and trunc are floats.
  if (isNumba())
    builtin = realForm(builtin).value_or(builtin);
  const BuiltinInfo &info = builtinInfo(builtin);
  std::size_t reals = info.signature == Signature::RealInt ? 1 : args.size();
  if (!checkReals(*this, info, reals, args))
    return Operand::error(range);
  Type real = realType(builtin, args);
  if (info.signature == Signature::RealToInt && args[0].isScalar() &&
      !typeOf(args[0]).isFloat())
    return callInt(*this, std::move(args), range);
  Type result = real;
  real = computedIn(real);
  if (builtin == Builtin::Log && args.size() == 2)
    return logToBase(*this, std::move(args), result, real, range);
  ir::CallBuiltin call{builtin, {}};
  for (std::size_t i = 0; i < args.size(); ++i) {
    Type i64 = Type::of(Scalar::I64);
    bool isReal = i < reals;
    call.args.push_back(
        convert(convert(materialize(std::move(args[i])), isReal ? result : i64),
                isReal ? real : i64));
  }
  ir::ExprPtr value = makeConvert(
      makeExpr(range, realResult(info.signature, real), std::move(call)),
      realResult(info.signature, result));
  // numba's exponent is an int32.
  if (isNumba() && info.signature == Signature::RealFraction)
    value =
        convert(std::move(value), Type::tuple({result, Type::of(Scalar::I32)}));
  return Operand::ofExpr(std::move(value));
}

} // namespace pyk2ptx
