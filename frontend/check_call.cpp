// Calls: of device functions, of types as casts, and of the rows of
// builtins.def. Builtins with a rule of their own are in check_builtin.cpp.
#include "checker.h"
#include "libdevice.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

bool FunctionChecker::argumentCount(const char *name, std::size_t given,
                                    std::size_t least, std::size_t most,
                                    SourceRange range) {
  if (given >= least && given <= most)
    return true;
  std::string expected = std::to_string(least);
  if (most >= 1024)
    expected = "at least " + expected;
  else if (most != least)
    expected += " to " + std::to_string(most);
  diagnostics().emit(range, diag::ArgumentCount, std::string(name), expected,
                     static_cast<Integer>(given));
  return false;
}

Operand FunctionChecker::checkCall(const Call &node, SourceRange range) {
  Operand callee = Operand::error(range);
  if (const auto *access = std::get_if<Attribute>(&node.callee->node)) {
    Operand base = check(*access->value);
    if (base.isError)
      return base;
    bool isMethod = access->name == "count" || access->name == "index";
    if (isMethod && isTuple(base)) {
      std::vector<Operand> args;
      for (const ExprPtr &arg : node.args) {
        args.push_back(check(*arg));
        if (args.back().isError)
          return Operand::error(range);
      }
      return callTupleMethod(access->name, std::move(base), std::move(args),
                             range);
    }
    bool isSelf = access->name == "item" || access->name == "conjugate";
    if (isSelf && base.isScalar() && node.args.empty())
      return access->name == "conjugate"
                 ? callComplexPart(Builtin::NpConj, std::move(base), range)
                 : std::move(base);
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
    if (value.kind == Value::Kind::Type)
      return callType(value.type, node, range);
    if (value.kind == Value::Kind::Class) {
      Value type = file_.evaluator().dataclassType(value, range);
      if (type.isKnown())
        return makeDataclass(value, type.type, node, range);
    }
    if (value.kind == Value::Kind::Path)
      return callPath(value.text, node, range);
  }
  std::string what = describe(callee);
  if (callee.expr)
    if (const auto *row = std::get_if<ir::CallBuiltin>(&callee.expr->node))
      if (builtinInfo(row->builtin).signature == Signature::Register)
        what = "`" + std::string(builtinInfo(row->builtin).name) + "`";
  diagnostics().emit(node.callee->range, diag::NotCallable, what);
  return Operand::error(range);
}

// ---- device functions ----

bool FunctionChecker::bindArguments(const FunctionValue &function,
                                    const Call &node, SourceRange range,
                                    std::vector<Operand> &bound) {
  const std::vector<Parameter> &params = function.def->params;
  const std::string &name = function.def->name;
  std::size_t positional = 0;
  std::size_t required = 0;
  std::size_t rest = params.size();
  for (std::size_t i = 0; i < params.size(); ++i) {
    const Parameter &param = params[i];
    if (param.kind == Parameter::Kind::KeywordArgs) {
      diagnostics().emit(param.range, diag::UnsupportedParameter,
                         std::string("`**kwargs`"));
      return false;
    }
    if (param.kind == Parameter::Kind::Args) {
      rest = i;
      continue;
    }
    bool byKeyword = param.kind == Parameter::Kind::KeywordOnly;
    positional += !byKeyword;
    required += !byKeyword && !param.defaultValue;
  }
  std::vector<Operand> args;
  for (const ExprPtr &arg : node.args) {
    const auto *starred = std::get_if<Starred>(&arg->node);
    Operand operand = check(starred ? *starred->value : *arg);
    if (operand.isError)
      return false;
    if (starred && expandTuple(operand, args))
      continue;
    if (starred) {
      diagnostics().emit(arg->range, diag::CannotUnpack, describe(operand));
      return false;
    }
    args.push_back(std::move(operand));
  }
  bool takesRest = rest < params.size();
  if (!argumentCount(name.c_str(), std::max(required, args.size()), required,
                     takesRest ? 1024 : positional, range))
    return false;
  std::vector<std::optional<Operand>> given(params.size());
  std::vector<Operand> others;
  for (std::size_t i = 0; i < args.size(); ++i)
    if (i < positional)
      given[i] = std::move(args[i]);
    else
      others.push_back(std::move(args[i]));
  if (takesRest)
    given[rest] = Operand::tuple(std::move(others), range);
  for (const Keyword &keyword : node.keywords) {
    std::size_t i = 0;
    while (i < params.size() &&
           (params[i].name != keyword.name ||
            params[i].kind == Parameter::Kind::PositionalOnly))
      ++i;
    if (i == params.size()) {
      std::vector<std::string> names;
      for (const Parameter &param : params)
        names.push_back(param.name);
      std::string near = nearestName(keyword.name, names);
      diagnostics().emit(
          keyword.range, diag::UnknownKeyword, name, keyword.name,
          near.empty() ? std::string() : "; did you mean `" + near + "`?");
      return false;
    }
    if (given[i]) {
      diagnostics().emit(keyword.range, diag::ArgumentGivenTwice, name,
                         keyword.name);
      return false;
    }
    given[i] = check(*keyword.value);
  }
  for (std::size_t i = 0; i < params.size(); ++i) {
    auto atDefinition = defaults_.find(&params[i]);
    if (!given[i] && atDefinition != defaults_.end())
      given[i] = again(atDefinition->second);
    if (!given[i] && params[i].defaultValue) {
      Value value = file_.evaluator().evaluate(*params[i].defaultValue,
                                               *function.scope->parent);
      if (!value.isKnown()) {
        (void)notConstant(params[i].name, value, params[i].defaultValue->range);
        return false;
      }
      given[i] = Operand::ofValue(std::move(value), range);
    }
    if (!given[i]) {
      diagnostics().emit(range, diag::MissingArgument, name, params[i].name);
      return false;
    }
    bound.push_back(std::move(*given[i]));
  }
  for (const Operand &operand : bound)
    if (operand.isError)
      return false;
  return true;
}

/// The first signature that the arguments have, else the first that they
/// convert to, else any: coerceArguments reports why it does not fit.
const SignatureTypes &
FunctionChecker::bestSignature(const std::vector<SignatureTypes> &signatures,
                               const std::vector<Operand> &args) {
  const SignatureTypes *convertible = nullptr;
  for (const SignatureTypes &signature : signatures) {
    if (signature.params.size() != args.size())
      continue;
    bool same = true;
    bool fits = true;
    for (std::size_t i = 0; i < args.size(); ++i) {
      Type type = typeOf(args[i], false);
      if (type.isArray())
        type.space = signature.params[i].space;
      if (type.isReference())
        type = type.element();
      same = same && sameStorage(type, signature.params[i]);
      fits = fits && canCoerce(type, signature.params[i]);
    }
    if (same)
      return signature;
    if (fits && !convertible)
      convertible = &signature;
  }
  return convertible ? *convertible : signatures[0];
}

/// Converts arguments to the types that the device function declares.
bool FunctionChecker::coerceArguments(const FunctionValue &function,
                                      const SignatureTypes &signature,
                                      std::vector<Operand> &args) {
  if (signature.params.size() != args.size()) {
    diagnostics().emit(signature.range, diag::SignatureArity,
                       function.def->name,
                       static_cast<Integer>(signature.params.size()),
                       static_cast<Integer>(args.size()));
    return false;
  }
  for (std::size_t i = 0; i < args.size(); ++i) {
    Type type = typeOf(args[i]);
    if (type.isError())
      return false;
    Type declared = signature.params[i];
    // A declared array is wherever the argument is.
    if (declared.isArray() && type.isArray())
      declared.space = type.space;
    // So is a structure, of which the function gets a reference.
    if (type.isReference() && type.element() == declared)
      declared = type;
    if (!canCoerce(type, declared)) {
      diagnostics().emit(args[i].range, diag::ArgumentType,
                         static_cast<Integer>(i + 1), function.def->name,
                         "`" + spell(declared) + "`", describe(args[i]));
      return false;
    }
    ir::ExprPtr value = coerce(std::move(args[i]), declared);
    if (!value)
      return false;
    args[i] = Operand::ofExpr(std::move(value));
  }
  return true;
}

Operand FunctionChecker::callFunction(const FunctionValue &function,
                                      const Call &node, SourceRange range) {
  if (!function.jit) {
    diagnostics()
        .emit(range, diag::NotADeviceFunction, function.def->name)
        .notes.push_back({function.def->nameRange, "it is defined here"});
    return Operand::error(range);
  }
  std::vector<Operand> args;
  if (!bindArguments(function, node, range, args))
    return Operand::error(range);
  std::optional<Type> declaredResult;
  const std::vector<SignatureTypes> &signatures = function.jit->signatures;
  if (!signatures.empty()) {
    const SignatureTypes &signature = bestSignature(signatures, args);
    // Of a structure a reference is returned.
    if (!signature.result.isRecord() ||
        signature.result.record->kind != RecordLayout::Kind::Structure)
      declaredResult = signature.result;
    if (!coerceArguments(function, signature, args))
      return Operand::error(range);
  }
  return callInstance(function, std::move(args), declaredResult, range);
}

// ---- casts ----

Operand FunctionChecker::callType(const Type &type, const Call &node,
                                  SourceRange range) {
  std::string name = spell(type);
  if (type.isRecord() && type.record->kind == RecordLayout::Kind::Vector)
    return makeVector(type, node, range);
  if (!type.isScalar()) {
    diagnostics().emit(range, diag::NotCallable, "the type `" + name + "`");
    return Operand::error(range);
  }
  if (!argumentCount(name.c_str(), node.args.size(), 1, 1, range))
    return Operand::error(range);
  Operand operand = check(*node.args[0]);
  if (operand.isError)
    return operand;
  if (!type.isComplex() && !type.isBool() &&
      refuseComplex(name, operand, "use `z.real` or `abs(z)`"))
    return Operand::error(range);
  if (operand.known && operand.known->isNumeric())
    return Operand::ofValue(
        Value::of(convertNumber(operand.known->number, type)), range);
  if (!operand.isScalar()) {
    diagnostics().emit(operand.range, diag::ArgumentType, Integer(1), name,
                       std::string("a number"), describe(operand));
    return Operand::error(range);
  }
  ir::ExprPtr value = convert(materialize(std::move(operand)), type);
  value->range = range;
  return Operand::ofExpr(std::move(value));
}

// ---- builtins ----

Operand FunctionChecker::callPath(const std::string &path, const Call &node,
                                  SourceRange range) {
  if (std::optional<Operand> result = callOperator(path, node, range))
    return std::move(*result);
  if (std::optional<Operand> result = callHalf(path, node, range))
    return std::move(*result);
  std::optional<Builtin> builtin = builtinByName(path);
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
        return callLibdevice(*row, node, range);
    diagnostics().emit(node.callee->range, diag::UnsupportedName, path,
                       std::string());
    return Operand::error(range);
  }
  return callBuiltin(*builtin, path.starts_with("np."), node, range);
}

Operand FunctionChecker::callBuiltin(Builtin builtin, bool isNumpy,
                                     const Call &node, SourceRange range) {
  const BuiltinInfo &info = builtinInfo(builtin);
  if (info.signature == Signature::Prelude)
    return callPrelude(builtin, node, range);
  if (builtin == Builtin::SharedArray || builtin == Builtin::LocalArray)
    return declareArray(builtin == Builtin::SharedArray, node, range);
  if (builtin == Builtin::CArray || builtin == Builtin::FArray)
    return callCArray(builtin == Builtin::FArray, node, range);
  if (!node.keywords.empty() && builtin != Builtin::Print) {
    diagnostics().emit(node.keywords[0].range, diag::UnknownKeyword,
                       std::string(info.name), node.keywords[0].name,
                       std::string());
    return Operand::error(range);
  }
  std::vector<Operand> args;
  for (const ExprPtr &arg : node.args) {
    args.push_back(check(*arg));
    if (args.back().isError)
      return Operand::error(range);
  }
  if (info.signature == Signature::Special)
    return callSpecial(builtin, std::move(args), node, range);
  if (info.signature == Signature::Effect) {
    if (!argumentCount(info.name.data(), args.size(), 0, 0, range))
      return Operand::error(range);
    return Operand::ofExpr(
        makeExpr(range, Type::none(), ir::CallBuiltin{builtin, {}}));
  }
  if (isNumpy && args.size() == 1)
    if (std::optional<Operand> result = numpyComplex(builtin, args[0], range))
      return std::move(*result);
  return callReal(builtin, std::move(args), range);
}

static std::size_t realArity(Signature signature) {
  switch (signature) {
  case Signature::Real2:
  case Signature::RealInt:
    return 2;
  case Signature::Real3:
    return 3;
  default:
    return 1;
  }
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

/// Rows on floats: integers become weak floats, and several floats their common
/// type.
Operand FunctionChecker::callReal(Builtin builtin, std::vector<Operand> args,
                                  SourceRange range) {
  const BuiltinInfo &info = builtinInfo(builtin);
  bool isLog = builtin == Builtin::Log;
  std::size_t arity = realArity(info.signature);
  if (!argumentCount(info.name.data(), args.size(), arity, isLog ? 2 : arity,
                     range))
    return Operand::error(range);
  std::size_t reals = info.signature == Signature::RealInt ? 1 : args.size();
  Type real = Type::weakFloat();
  for (std::size_t i = 0; i < args.size(); ++i) {
    bool isReal = i < reals;
    if (refuseComplex(std::string(info.name), args[i],
                      "`cmath` has the functions of complex numbers"))
      return Operand::error(range);
    Type type = args[i].isScalar() ? typeOf(args[i]) : Type::error();
    if (type.isError() || (!isReal && type.isFloat())) {
      diagnostics().emit(args[i].range, diag::ArgumentType,
                         static_cast<Integer>(i + 1), std::string(info.name),
                         std::string(isReal ? "a number" : "an integer"),
                         describe(args[i]));
      return Operand::error(range);
    }
    if (isReal)
      real = *arithmeticType(real, type);
  }
  if (info.signature == Signature::RealToInt && args[0].isScalar() &&
      !typeOf(args[0]).isFloat())
    return callInt(std::move(args), range);
  Type result = real;
  real = computedIn(real);
  if (isLog && args.size() == 2) {
    // log(x, base)
    ir::Binary quotient;
    quotient.op = ir::BinaryOp::TrueDiv;
    ir::ExprPtr *sides[] = {&quotient.left, &quotient.right};
    for (int i = 0; i < 2; ++i) {
      ir::CallBuiltin log{builtin, {}};
      log.args.push_back(convert(
          materialize(std::move(args[static_cast<std::size_t>(i)])), real));
      *sides[i] = makeExpr(range, real, std::move(log));
    }
    return Operand::ofExpr(
        makeConvert(makeExpr(range, real, std::move(quotient)), result));
  }
  ir::CallBuiltin call{builtin, {}};
  for (std::size_t i = 0; i < args.size(); ++i)
    call.args.push_back(convert(materialize(std::move(args[i])),
                                i < reals ? real : Type::of(Scalar::I64)));
  return Operand::ofExpr(makeConvert(
      makeExpr(range, realResult(info.signature, real), std::move(call)),
      realResult(info.signature, result)));
}

} // namespace pyk2ptx
