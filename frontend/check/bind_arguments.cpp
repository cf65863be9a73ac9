// Arguments to parameters: by place, by name, and the defaults of the rest,
// which a nested function has evaluated where it was defined.
#include "checker.h"
#include "frontend/values/arguments.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

namespace {

/// How many arguments by place a function takes and needs, and which parameter
/// has the rest of them; as many as there are parameters: none.
struct ParameterPlaces {
  std::size_t most = 0, required = 0, rest = 0;
};

} // namespace

/// Nothing after a message.
static std::optional<ParameterPlaces>
placesOf(Emitter &e, const std::vector<Parameter> &params) {
  ParameterPlaces places;
  places.rest = params.size();
  for (std::size_t i = 0; i < params.size(); ++i) {
    const Parameter &param = params[i];
    if (param.kind == Parameter::Kind::KeywordArgs) {
      e.diagnostics().emit(param.range, diag::UnsupportedParameter,
                           std::string("`**kwargs`"));
      return std::nullopt;
    }
    if (param.kind == Parameter::Kind::Args) {
      places.rest = i;
      continue;
    }
    bool byKeyword = param.kind == Parameter::Kind::KeywordOnly;
    places.most += !byKeyword;
    places.required += !byKeyword && !param.defaultValue;
  }
  return places;
}

bool FunctionChecker::bindArguments(const FunctionValue &function,
                                    const Call &node, SourceRange range,
                                    std::vector<Operand> &bound,
                                    std::vector<ir::Let> &lets) {
  const std::vector<Parameter> &params = function.def->params;
  const std::string name = spokenName(function);
  std::optional<ParameterPlaces> places = placesOf(*this, params);
  if (!places)
    return false;
  std::vector<Operand> args;
  if (function.bound)
    for (const Value &value : function.bound->args)
      args.push_back(Operand::ofValue(value, range));
  if (!checkPositional(*this, node, args, lets))
    return false;
  bool takesRest = places->rest < params.size();
  if (!argumentCount(*this, name.c_str(),
                     std::max(places->required, args.size()), places->required,
                     takesRest ? 1024 : places->most, range))
    return false;
  std::vector<std::optional<Operand>> given(params.size());
  std::vector<Operand> others;
  for (std::size_t i = 0; i < args.size(); ++i)
    if (i < places->most)
      given[i] = std::move(args[i]);
    else
      others.push_back(std::move(args[i]));
  if (takesRest)
    given[places->rest] = Operand::tuple(std::move(others), range);
  if (!bindKeywords(*this, function, node, range, given, lets))
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
