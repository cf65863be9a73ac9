// Named tuples: tuples whose elements have names. The names live in the type;
// the IR sees plain tuples.
#include "checker.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

/// P(1, y=2) for P = namedtuple("P", "x y").
Operand FunctionChecker::callNamedTuple(const Value &made, const Call &node,
                                        SourceRange range) {
  const std::vector<std::string> &names = *made.fields;
  std::vector<std::optional<Operand>> given(names.size());
  std::vector<Operand> args;
  for (const ExprPtr &arg : node.args) {
    const auto *starred = std::get_if<Starred>(&arg->node);
    Operand operand = check(starred ? *starred->value : *arg);
    if (operand.isError)
      return operand;
    if (starred && expandTuple(operand, args))
      continue;
    args.push_back(std::move(operand));
  }
  if (!argumentCount(made.text.c_str(), args.size() + node.keywords.size(),
                     names.size(), names.size(), range))
    return Operand::error(range);
  for (std::size_t i = 0; i < args.size(); ++i)
    given[i] = std::move(args[i]);
  for (const Keyword &keyword : node.keywords) {
    auto name = std::find(names.begin(), names.end(), keyword.name);
    if (name == names.end()) {
      std::string near = nearestName(keyword.name, names);
      diagnostics().emit(
          keyword.range, diag::UnknownKeyword, made.text, keyword.name,
          near.empty() ? std::string() : "; did you mean `" + near + "`?");
      return Operand::error(range);
    }
    std::optional<Operand> &place =
        given[static_cast<std::size_t>(name - names.begin())];
    if (place) {
      diagnostics().emit(keyword.range, diag::ArgumentGivenTwice, made.text,
                         keyword.name);
      return Operand::error(range);
    }
    place = check(*keyword.value);
    if (place->isError)
      return Operand::error(range);
  }
  std::vector<Operand> parts;
  for (std::optional<Operand> &operand : given)
    parts.push_back(std::move(*operand));
  return Operand::tuple(std::move(parts), range, made.fields);
}

/// p.x; nothing when the tuple has no such name.
std::optional<Operand> FunctionChecker::namedElement(Operand &tuple,
                                                     const std::string &name,
                                                     SourceRange range) {
  std::shared_ptr<const std::vector<std::string>> names =
      tuple.known  ? tuple.known->fields
      : tuple.expr ? tuple.type.names
                   : tuple.names;
  if (!names)
    return std::nullopt;
  auto found = std::find(names->begin(), names->end(), name);
  if (found == names->end())
    return std::nullopt;
  std::vector<ir::Let> lets;
  if (tuple.expr)
    tuple = once(std::move(tuple), lets);
  std::vector<Operand> elements;
  if (!expandTuple(tuple, elements))
    return std::nullopt;
  Operand element =
      std::move(elements[static_cast<std::size_t>(found - names->begin())]);
  element.range = range;
  return finished(std::move(element), std::move(lets));
}

} // namespace pyk2ptx
