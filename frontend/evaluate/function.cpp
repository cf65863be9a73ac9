// Functions as values beyond definitions: lambdas, functools.partial, and the
// functions that a command line names. What partial binds are values that are
// known here; the call puts them before its own arguments.
#include "evaluate.h"

#include "frontend/tables/builtins.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

bool operator==(const FunctionValue &a, const FunctionValue &b) {
  if (a.def != b.def)
    return false;
  if (!a.bound || !b.bound)
    return a.bound == b.bound;
  return a.bound->args == b.bound->args &&
         a.bound->keywords == b.bound->keywords;
}

const Scope &Evaluator::lambdaScope(const FunctionDef &def,
                                    const Scope &scope) {
  std::unique_ptr<Scope> &body = lambdas_[{&def, &scope}];
  if (!body) {
    body = std::make_unique<Scope>();
    body->kind = Scope::Kind::Function;
    body->parent = &scope;
    body->prefix = scope.prefix + "lambda.";
    for (const Parameter &param : def.params) {
      Binding binding;
      binding.kind = Binding::Kind::Parameter;
      binding.range = param.range;
      body->bindings[param.name].push_back(std::move(binding));
    }
  }
  return *body;
}

Value Evaluator::lambdaValue(const Lambda &node, const Scope &scope,
                             SourceRange range) {
  Value value;
  value.kind = Value::Kind::Function;
  value.range = range;
  value.function.def = node.function.get();
  value.function.scope = &lambdaScope(*node.function, scope);
  value.function.jit = std::make_shared<JitOptions>();
  return value;
}

Value Evaluator::callPartial(const Call &node, const Scope &scope,
                             SourceRange range) {
  BoundArguments bound;
  Value function = Value::unknown(range, "functools.partial takes a function");
  for (std::size_t i = 0; i < node.args.size(); ++i) {
    Value value = evaluate(*node.args[i], scope);
    if (!value.isKnown())
      return value;
    if (i == 0)
      function = std::move(value);
    else
      bound.args.push_back(std::move(value));
  }
  for (const Keyword &keyword : node.keywords) {
    Value value = evaluate(*keyword.value, scope);
    if (!value.isKnown())
      return value;
    bound.keywords.emplace_back(keyword.name, std::move(value));
  }
  if (function.kind != Value::Kind::Function)
    return Value::unknown(range, "functools.partial takes a function of the "
                                 "file");
  // A partial of a partial: the inner one's arguments stand first, and the
  // outer one's keywords win.
  if (const auto inner = function.function.bound) {
    bound.args.insert(bound.args.begin(), inner->args.begin(),
                      inner->args.end());
    for (const auto &[name, value] : inner->keywords) {
      bool isGiven = false;
      for (const auto &[own, ignored] : bound.keywords)
        isGiven = isGiven || own == name;
      if (!isGiven)
        bound.keywords.emplace_back(name, value);
    }
  }
  function.function.bound =
      std::make_shared<const BoundArguments>(std::move(bound));
  function.range = range;
  return function;
}

Value Evaluator::functionByName(const std::string &dotted, const Scope &scope) {
  std::size_t dot = dotted.find('.');
  Value value = lookup(dotted.substr(0, dot), scope);
  while (dot != std::string::npos && value.isKnown()) {
    std::size_t next = dotted.find('.', dot + 1);
    value = attribute(value, dotted.substr(dot + 1, next - dot - 1), {});
    dot = next;
  }
  bool isFunction =
      value.kind == Value::Kind::Function ||
      value.kind == Value::Kind::External ||
      (value.kind == Value::Kind::Path && builtinByName(value.text));
  return isFunction ? value : Value::unknown({}, "it is no function");
}

} // namespace pyk2ptx
