// Named tuples: tuples whose elements have names. The names live in the type;
// the IR sees plain tuples.
#include "named_tuple.h"

#include "arguments.h"
#include "array.h"
#include "frontend/emit/emitter.h"
#include "tuple.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

/// P(1, y=2) for P = namedtuple("P", "x y").
Operand callNamedTuple(Emitter &e, const Value &made, const Call &node,
                       SourceRange range) {
  const std::vector<std::string> &names = *made.fields;
  std::vector<std::optional<Operand>> given(names.size());
  std::vector<Operand> args;
  for (const ExprPtr &arg : node.args) {
    const auto *starred = std::get_if<Starred>(&arg->node);
    Operand operand = e.check(starred ? *starred->value : *arg);
    if (operand.isError)
      return operand;
    if (starred && expandTuple(e, operand, args))
      continue;
    args.push_back(std::move(operand));
  }
  if (!argumentCount(e, made.text.c_str(), args.size() + node.keywords.size(),
                     names.size(), names.size(), range))
    return Operand::error(range);
  for (std::size_t i = 0; i < args.size(); ++i)
    given[i] = std::move(args[i]);
  std::vector<ir::Let> lets;
  auto last = names.begin();
  for (const Keyword &keyword : node.keywords) {
    auto name = std::find(names.begin(), names.end(), keyword.name);
    if (name == names.end()) {
      std::string near = nearestName(keyword.name, names);
      e.diagnostics().emit(
          keyword.range, diag::UnknownKeyword, made.text, keyword.name,
          near.empty() ? std::string() : "; did you mean `" + near + "`?");
      return Operand::error(range);
    }
    std::optional<Operand> &place =
        given[static_cast<std::size_t>(name - names.begin())];
    if (place) {
      e.diagnostics().emit(keyword.range, diag::ArgumentGivenTwice, made.text,
                           keyword.name);
      return Operand::error(range);
    }
    // They are computed in the order of the call, not of the fields.
    if (name < last)
      keepAll(e, given, lets);
    last = std::max(last, name);
    place = e.check(*keyword.value);
    if (place->isError)
      return Operand::error(range);
  }
  std::vector<Operand> parts;
  for (std::optional<Operand> &operand : given)
    parts.push_back(std::move(*operand));
  return finished(e, makeTuple(e, std::move(parts), range, made.fields),
                  std::move(lets));
}

/// p.x; nothing when the tuple has no such name.
std::optional<Operand> namedElement(Emitter &e, Operand &tuple,
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
    tuple = e.once(std::move(tuple), lets);
  std::vector<Operand> elements;
  if (!expandTuple(e, tuple, elements))
    return std::nullopt;
  Operand element =
      std::move(elements[static_cast<std::size_t>(found - names->begin())]);
  element.range = range;
  return finished(e, std::move(element), std::move(lets));
}

} // namespace pyk2ptx
