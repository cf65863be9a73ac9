// What a call gives to what it calls: arguments by place and by keyword, bound
// to the parameters of a Python function and converted to the types of one of
// its signatures, as Python and numba choose it; or counted, where a library's
// function takes them by their places alone.
#include "checker.h"
#include "numba_typing.h"

#include <algorithm>
#include <set>
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

bool FunctionChecker::hasKeywords(const std::string &name, const Call &node) {
  if (node.keywords.empty())
    return false;
  diagnostics().emit(node.keywords[0].range, diag::UnknownKeyword, name,
                     node.keywords[0].name, std::string());
  return true;
}

std::optional<std::vector<Operand>>
FunctionChecker::positionalArguments(const std::string &name, const Call &node,
                                     std::size_t least, std::size_t most,
                                     SourceRange range) {
  if (hasKeywords(name, node) ||
      !argumentCount(name.c_str(), node.args.size(), least, most, range))
    return std::nullopt;
  std::vector<Operand> args;
  for (const ExprPtr &arg : node.args) {
    args.push_back(check(*arg));
    if (args.back().isError)
      return std::nullopt;
  }
  return args;
}

// ---- device functions ----

/// A call's positional arguments, `*tuple` taken apart. What is computed once
/// for its elements, and what stands before it, goes into `lets`.
bool FunctionChecker::checkPositional(const Call &node,
                                      std::vector<Operand> &args,
                                      std::vector<ir::Let> &lets) {
  for (const ExprPtr &arg : node.args) {
    const auto *starred = std::get_if<Starred>(&arg->node);
    Operand operand = starred ? check(*starred->value) : checkMaybe(*arg);
    if (operand.isError)
      return false;
    if (!starred) {
      args.push_back(std::move(operand));
      continue;
    }
    if (operand.expr && operand.type.isTuple()) {
      for (Operand &earlier : args)
        if (earlier.expr && !earlier.isElement)
          earlier = once(std::move(earlier), lets);
      operand = once(std::move(operand), lets);
    }
    if (!expandTuple(operand, args)) {
      diagnostics().emit(arg->range, diag::CannotUnpack, describe(operand));
      return false;
    }
  }
  return true;
}

/// `result` behind the `lets` of its arguments.
Operand FunctionChecker::behind(std::vector<ir::Let> lets, Operand result) {
  if (lets.empty() || !result.expr)
    return result;
  bool isElement = result.isElement;
  result = Operand::ofExpr(finishLets(std::move(result.expr), std::move(lets)));
  result.isElement = isElement;
  return result;
}

bool FunctionChecker::bindArguments(const FunctionValue &function,
                                    const Call &node, SourceRange range,
                                    std::vector<Operand> &bound,
                                    std::vector<ir::Let> &lets) {
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
  if (function.bound)
    for (const Value &value : function.bound->args)
      args.push_back(Operand::ofValue(value, range));
  if (!checkPositional(node, args, lets))
    return false;
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
  if (!bindKeywords(function, node, range, given))
    return false;
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

/// Arguments by name into their places; those of functools.partial where the
/// call does not give the same.
bool FunctionChecker::bindKeywords(const FunctionValue &function,
                                   const Call &node, SourceRange range,
                                   std::vector<std::optional<Operand>> &given) {
  const std::vector<Parameter> &params = function.def->params;
  const std::string &name = function.def->name;
  auto placeOf = [&](const std::string &keyword, SourceRange place) {
    std::size_t i = 0;
    while (i < params.size() &&
           (params[i].name != keyword ||
            params[i].kind == Parameter::Kind::PositionalOnly))
      ++i;
    if (i < params.size() && !given[i])
      return std::optional(i);
    if (i < params.size()) {
      diagnostics().emit(place, diag::ArgumentGivenTwice, name, keyword);
      return std::optional<std::size_t>();
    }
    std::vector<std::string> names;
    for (const Parameter &param : params)
      names.push_back(param.name);
    std::string near = nearestName(keyword, names);
    diagnostics().emit(place, diag::UnknownKeyword, name, keyword,
                       near.empty() ? std::string()
                                    : "; did you mean `" + near + "`?");
    return std::optional<std::size_t>();
  };
  std::set<std::string> own;
  for (const Keyword &keyword : node.keywords) {
    std::optional<std::size_t> i = placeOf(keyword.name, keyword.range);
    if (!i)
      return false;
    given[*i] = checkMaybe(*keyword.value);
    own.insert(keyword.name);
  }
  if (!function.bound)
    return true;
  for (const auto &[keyword, value] : function.bound->keywords) {
    if (own.contains(keyword))
      continue;
    std::optional<std::size_t> i = placeOf(keyword, range);
    if (!i)
      return false;
    given[*i] = Operand::ofValue(value, range);
  }
  return true;
}

/// The type of an argument; None has one here.
static Type argumentType(const Operand &operand, Type type) {
  bool isNone = operand.known && operand.known->kind == Value::Kind::None;
  return isNone ? Type::none() : std::move(type);
}

/// How far an argument is from a parameter's type: 0 it is that, 1 it is held
/// by a wider one of its sort, 2 by a float, 3 it may lose something; nothing
/// when it does not convert.
static std::optional<int> distance(const Type &from, const Type &to) {
  if (sameStorage(from, to))
    return 0;
  if (!from.isScalar() || !to.isScalar())
    return from.kind == to.kind ? std::optional(1) : std::nullopt;
  bool toReal = !to.isInteger() && !to.isBool();
  bool fromReal = !from.isInteger() && !from.isBool();
  int bits = bitWidth(to.scalar) - bitWidth(from.scalar);
  if (fromReal != toReal)
    return toReal && numbaUnify(from, to)->scalar == to.scalar ? 2 : 3;
  if (toReal)
    return bits > 0 ? 1 : 3;
  if (to.isBool() || bits < 0)
    return 3;
  bool sameSign = from.isBool() || isSigned(from.scalar) == isSigned(to.scalar);
  return sameSign || (bits > 0 && isSigned(to.scalar)) ? 1 : 3;
}

/// The signature that the arguments are nearest to; null after an error. When
/// none fits, any: coerceArguments reports why it does not.
const SignatureTypes *
FunctionChecker::bestSignature(const FunctionValue &function,
                               const std::vector<Operand> &args,
                               SourceRange range) {
  const std::vector<SignatureTypes> &signatures = function.jit->signatures;
  const SignatureTypes *best = nullptr;
  const SignatureTypes *other = nullptr;
  std::vector<int> leastCost;
  for (const SignatureTypes &signature : signatures) {
    if (signature.params.size() != args.size())
      continue;
    // How many arguments are 3, 2 and 1 away.
    std::vector<int> cost(3);
    bool fits = true;
    for (std::size_t i = 0; i < args.size(); ++i) {
      Type type = argumentType(args[i], typeOf(args[i], false));
      const Type &wanted = signature.params[i];
      if (type.isArray())
        type.space = wanted.space;
      if (type.isReference())
        type = type.element();
      std::optional<int> far = distance(type, wanted);
      fits = fits && far && canCoerce(type, wanted);
      if (fits && *far > 0)
        ++cost[static_cast<std::size_t>(3 - *far)];
    }
    if (!fits || (best && cost > leastCost))
      continue;
    other = best && cost == leastCost ? best : nullptr;
    best = &signature;
    leastCost = std::move(cost);
  }
  if (!other)
    return best ? best : &signatures[0];
  auto spelled = [](const SignatureTypes &signature) {
    std::string text;
    for (const Type &type : signature.params)
      text += (text.empty() ? "(" : ", ") + spell(type);
    return text + ")";
  };
  diagnostics().emit(range, diag::AmbiguousCall, function.def->name,
                     spelled(*other), spelled(*best));
  return nullptr;
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
    Type declared = signature.params[i];
    Type type = argumentType(args[i], Type::error());
    if (type.isNone() && declared.isNone())
      continue;
    if (type.isNone() || declared.isNone()) {
      diagnostics().emit(args[i].range, diag::ArgumentType,
                         static_cast<Integer>(i + 1), function.def->name,
                         "`" + spell(declared) + "`", describe(args[i]));
      return false;
    }
    type = typeOf(args[i]);
    if (type.isError())
      return false;
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

} // namespace pyk2ptx
