// Arguments to parameters: by place, by name, and the defaults of the rest,
// which a nested function has evaluated where it was defined.
#include "checker.h"
#include "frontend/values/arguments.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

bool FunctionChecker::bindArguments(const FunctionValue &function,
                                    const Call &node, SourceRange range,
                                    std::vector<Operand> &bound,
                                    std::vector<ir::Let> &lets) {
  const std::vector<Parameter> &params = function.def->params;
  const std::string name = spokenName(function);
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
  if (!checkPositional(*this, node, args, lets))
    return false;
  bool takesRest = rest < params.size();
  if (!argumentCount(*this, name.c_str(), std::max(required, args.size()),
                     required, takesRest ? 1024 : positional, range))
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
  if (!bindKeywords(*this, function, node, range, given))
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

} // namespace pyk2ptx
