// What a call gives to what it calls: arguments by place and by keyword, bound
// to the parameters of a Python function and converted to the types of one of
// its signatures, as Python and numba choose it; or counted, where a library's
// function takes them by their places alone.
#include "arguments.h"

#include "array.h"
#include "frontend/emit/emitter.h"
#include "frontend/evaluate/captured.h"
#include "frontend/types/numba_typing.h"
#include "optional.h"
#include "record.h"

#include <algorithm>
#include <set>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

Operand wrongArgument(Emitter &e, Builtin builtin, std::size_t number,
                      const std::string &wanted, const Operand &argument) {
  e.diagnostics().emit(
      argument.range, diag::ArgumentType, static_cast<Integer>(number),
      std::string(builtinInfo(builtin).name), wanted, e.describe(argument));
  return Operand::error(argument.range);
}

bool argumentCount(Emitter &e, const char *name, std::size_t given,
                   std::size_t least, std::size_t most, SourceRange range) {
  if (given >= least && given <= most)
    return true;
  std::string expected = std::to_string(least);
  if (most >= 1024)
    expected = "at least " + expected;
  else if (most != least)
    expected += " to " + std::to_string(most);
  e.diagnostics().emit(range, diag::ArgumentCount, std::string(name), expected,
                       static_cast<Integer>(given));
  return false;
}

bool hasKeywords(Emitter &e, const std::string &name, const Call &node) {
  if (node.keywords.empty())
    return false;
  e.diagnostics().emit(node.keywords[0].range, diag::UnknownKeyword, name,
                       node.keywords[0].name, std::string());
  return true;
}

std::optional<std::vector<Operand>>
positionalArguments(Emitter &e, const std::string &name, const Call &node,
                    std::size_t least, std::size_t most, SourceRange range) {
  if (hasKeywords(e, name, node) ||
      !argumentCount(e, name.c_str(), node.args.size(), least, most, range))
    return std::nullopt;
  std::vector<Operand> args;
  for (const ExprPtr &arg : node.args) {
    args.push_back(e.check(*arg));
    if (args.back().isError)
      return std::nullopt;
  }
  return args;
}

// ---- device functions ----

/// A call's positional arguments, `*tuple` taken apart. What is computed once
/// for its elements, and what stands before it, goes into `lets`.
bool checkPositional(Emitter &e, const Call &node, std::vector<Operand> &args,
                     std::vector<ir::Let> &lets) {
  for (const ExprPtr &arg : node.args) {
    const auto *starred = std::get_if<Starred>(&arg->node);
    Operand operand = starred ? e.check(*starred->value) : checkMaybe(e, *arg);
    if (operand.isError)
      return false;
    if (!starred) {
      args.push_back(std::move(operand));
      continue;
    }
    if (operand.expr && operand.type.isTuple()) {
      for (Operand &earlier : args)
        if (earlier.expr && !earlier.isElement)
          earlier = e.once(std::move(earlier), lets);
      operand = e.once(std::move(operand), lets);
    }
    if (!expandTuple(e, operand, args)) {
      e.diagnostics().emit(arg->range, diag::CannotUnpack, e.describe(operand));
      return false;
    }
  }
  return true;
}

/// `result` behind the `lets` of its arguments.
Operand behind(Emitter &e, std::vector<ir::Let> lets, Operand result) {
  if (lets.empty() || !result.expr)
    return result;
  bool isElement = result.isElement;
  result =
      Operand::ofExpr(e.finishLets(std::move(result.expr), std::move(lets)));
  result.isElement = isElement;
  return result;
}

std::string spokenName(const FunctionValue &function) {
  const std::string &name = function.def->name;
  bool isCoop = name.starts_with("coop_") && fileOf(*function.scope).isExpanded;
  return isCoop ? "coop." + name.substr(5) : name;
}

static Operand kept(Emitter &e, Operand operand, std::vector<ir::Let> &lets) {
  for (Operand &part : operand.parts)
    part = kept(e, std::move(part), lets);
  return operand.expr && !operand.isElement ? e.once(std::move(operand), lets)
                                            : std::move(operand);
}

void keepAll(Emitter &e, std::vector<std::optional<Operand>> &given,
             std::vector<ir::Let> &lets) {
  for (std::optional<Operand> &operand : given)
    if (operand)
      operand = kept(e, std::move(*operand), lets);
}

/// Arguments by name into their places; those of functools.partial where the
/// call does not give the same.
bool bindKeywords(Emitter &e, const FunctionValue &function, const Call &node,
                  SourceRange range, std::vector<std::optional<Operand>> &given,
                  std::vector<ir::Let> &lets) {
  const std::vector<Parameter> &params = function.def->params;
  const std::string name = spokenName(function);
  auto placeOf = [&](const std::string &keyword, SourceRange place) {
    std::size_t i = 0;
    while (i < params.size() &&
           (params[i].name != keyword ||
            params[i].kind == Parameter::Kind::PositionalOnly))
      ++i;
    if (i < params.size() && !given[i])
      return std::optional(i);
    if (i < params.size()) {
      e.diagnostics().emit(place, diag::ArgumentGivenTwice, name, keyword);
      return std::optional<std::size_t>();
    }
    std::vector<std::string> names;
    for (const Parameter &param : params)
      names.push_back(param.name);
    std::string near = nearestName(keyword, names);
    e.diagnostics().emit(place, diag::UnknownKeyword, name, keyword,
                         near.empty() ? std::string()
                                      : "; did you mean `" + near + "`?");
    return std::optional<std::size_t>();
  };
  std::set<std::string> own;
  std::size_t last = 0;
  for (const Keyword &keyword : node.keywords) {
    std::optional<std::size_t> i = placeOf(keyword.name, keyword.range);
    if (!i)
      return false;
    // They are computed in the order of the call, not of the parameters.
    if (*i < last)
      keepAll(e, given, lets);
    last = std::max(last, *i);
    given[*i] = checkMaybe(e, *keyword.value);
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
const SignatureTypes *bestSignature(Emitter &e, const FunctionValue &function,
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
      Type type = argumentType(args[i], e.typeOf(args[i], false));
      const Type &wanted = signature.params[i];
      if (type.isArray())
        type.space = wanted.space;
      if (type.isReference())
        type = type.element();
      std::optional<int> far = distance(type, wanted);
      fits = fits && far && e.canCoerce(type, wanted);
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
  e.diagnostics().emit(range, diag::AmbiguousCall, function.def->name,
                       spelled(*other), spelled(*best));
  return nullptr;
}

/// Converts arguments to the types that the device function declares.
bool coerceArguments(Emitter &e, const FunctionValue &function,
                     const SignatureTypes &signature,
                     std::vector<Operand> &args) {
  if (signature.params.size() != args.size()) {
    e.diagnostics().emit(signature.range, diag::SignatureArity,
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
      e.diagnostics().emit(args[i].range, diag::ArgumentType,
                           static_cast<Integer>(i + 1), function.def->name,
                           "`" + spell(declared) + "`", e.describe(args[i]));
      return false;
    }
    type = e.typeOf(args[i]);
    if (type.isError())
      return false;
    // A declared array is wherever the argument is.
    if (declared.isArray() && type.isArray())
      declared.space = type.space;
    // So is a structure, of which the function gets a reference.
    if (type.isReference() && type.element() == declared)
      declared = type;
    if (!e.canCoerce(type, declared)) {
      e.diagnostics().emit(args[i].range, diag::ArgumentType,
                           static_cast<Integer>(i + 1), function.def->name,
                           "`" + spell(declared) + "`", e.describe(args[i]));
      return false;
    }
    ir::ExprPtr value = e.coerce(std::move(args[i]), declared);
    if (!value)
      return false;
    args[i] = Operand::ofExpr(std::move(value));
  }
  return true;
}

} // namespace pyk2ptx
