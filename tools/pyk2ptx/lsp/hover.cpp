// The type of what is under the cursor, in each choice of types that its
// function is compiled for; how an index is checked; what the tables say of a
// library's name.
#include "answers.h"
#include "documentation.h"
#include "names.h"

#include <algorithm>
#include <map>
#include <utility>

namespace pyk2ptx {

namespace json = llvm::json;

namespace {

using Place = std::pair<std::uint32_t, std::uint32_t>;

bool isIn(Place place, std::size_t offset) {
  return place.first <= offset && offset < place.second;
}

/// The shortest of the places that hold `offset`.
template <class Map>
std::optional<Place> innermost(const Map &map, std::size_t offset) {
  std::optional<Place> best;
  for (const auto &[place, fact] : map)
    if (isIn(place, offset) &&
        (!best || place.second - place.first < best->second - best->first))
      best = place;
  return best;
}

std::string typeText(const Fact &fact) {
  if (fact.type.isError())
    return fact.value;
  std::string text = spell(fact.type);
  return fact.value.empty() ? text : text + " = " + fact.value;
}

bool isDouble(const Fact &fact) {
  return fact.type.isScalar() && fact.value.empty() &&
         (fact.type.scalar == Scalar::F64 || fact.type.scalar == Scalar::C128);
}

/// What `place` is in the functions that have it; `all`: what has no type, too.
std::string typesAt(const Analysis &analysis, Place place, bool all) {
  std::map<std::string, std::vector<std::string>> functions;
  bool hasDouble = false, hasWeak = false, isGuess = false;
  for (const CompiledFunction &function : analysis.functions()) {
    auto fact = function.facts.find(place);
    if (fact == function.facts.end() || typeText(fact->second).empty() ||
        (!all && fact->second.type.isError()))
      continue;
    functions[typeText(fact->second)].push_back(function.spelled);
    hasDouble = hasDouble || isDouble(fact->second);
    hasWeak = hasWeak || (fact->second.type.weak && isDouble(fact->second));
    isGuess = isGuess || function.isGuess;
  }
  if (functions.empty())
    return "";
  std::string name(
      analysis.source().text({&analysis.source(), place.first, place.second}));
  if (name.size() > 60 || name.find('\n') != name.npos)
    name = "...";
  std::string text = "```python\n";
  for (const auto &[type, where] : functions) {
    text += name + ": " + type;
    if (functions.size() > 1)
      text += "  # in " + where[0] +
              (where.size() > 1
                   ? " and " + std::to_string(where.size() - 1) + " more"
                   : "");
    text += "\n";
  }
  text += "```";
  if (hasDouble)
    text += hasWeak ? "\n\ncomputed in float64; beside a float32 a Python "
                      "float is one"
                    : "\n\ncomputed in float64";
  if (isGuess)
    text += "\n\n*for the types that the text suggests*";
  return text;
}

std::string boundsText(const Analysis &analysis, std::size_t offset) {
  std::optional<Place> place = innermost(analysis.indices(), offset);
  if (!place)
    return "";
  const IndexFact &fact = analysis.indices().at(*place);
  std::string text = "index `" +
                     std::string(analysis.source().text(
                         {&analysis.source(), place->first, place->second})) +
                     "`: ";
  text += fact.bounds == ir::Bounds::None
              ? "proven inside the array, not checked"
              : "checked; outside, a store does nothing and a load gives zero";
  if (fact.mayWrap)
    text += "; a negative one counts from the end";
  Interval values = fact.values;
  if (values.low != INT64_MIN && values.high != INT64_MAX)
    text += "; from " + std::to_string(values.low) + " to " +
            std::to_string(values.high);
  else if (values.low != INT64_MIN)
    text += "; at least " + std::to_string(values.low);
  return text;
}

std::string docstringOf(const syntax::FunctionDef &def) {
  if (def.body.empty())
    return "";
  const auto *first = std::get_if<syntax::ExprStmt>(&def.body[0].node);
  const auto *text =
      first ? std::get_if<syntax::StringLiteral>(&first->value->node) : nullptr;
  return text ? text->value : "";
}

/// A function of the file, or of another one that it imports.
std::string functionText(const Analysis &analysis, const Value &value) {
  const syntax::FunctionDef &def = *value.function.def;
  std::string text = "```python\n";
  bool isCompiled = false;
  for (const CompiledFunction &function : analysis.functions())
    if (function.def == &def) {
      isCompiled = true;
      text += function.spelled;
      if (!function.result.empty())
        text += " -> " + function.result;
      text += function.isGuess ? "  # guessed\n" : "\n";
    }
  if (!isCompiled) {
    text += "def " + def.name + "(";
    for (std::size_t i = 0; i < def.params.size(); ++i)
      text += (i ? ", " : "") + def.params[i].name;
    text += ")\n";
  }
  text += "```\n";
  bool isKernel = value.function.jit && !value.function.jit->device;
  text += isKernel             ? "a kernel"
          : value.function.jit ? "a device function"
                               : "a function";
  std::string doc = docstringOf(def);
  return doc.empty() ? text : text + "\n\n" + doc;
}

std::string nameText(Analysis &analysis, const NameAt &name) {
  Value value = valueOf(analysis, name);
  switch (value.kind) {
  case Value::Kind::Function:
    return functionText(analysis, value);
  case Value::Kind::Path:
    return documentationOf(value.text);
  case Value::Kind::Type:
    return "type `" + spell(value.type) + "`";
  case Value::Kind::Module:
    return "module `" + value.text + "`";
  case Value::Kind::Class:
    return "class `" + name.name + "`";
  default:
    return "";
  }
}

} // namespace

json::Value hover(Document &document, const Request &request) {
  std::optional<llvm::lsp::Position> position = request.position();
  if (!position || !document.lastGood)
    return nullptr;
  Positions now(*document.text);
  std::optional<std::size_t> at = document.inLastGood(now.offset(*position));
  if (!at)
    return nullptr;
  Analysis &analysis = *document.lastGood;
  std::vector<Definition> outline =
      outlineOf(*analysis.tree(), analysis.scope());
  std::optional<NameAt> name = nameAt(analysis, outline, *at);
  // What ends there is not under the cursor.
  if (name && *at >= name->range.end)
    name.reset();
  std::vector<std::string> parts;
  std::optional<Place> place;
  for (const CompiledFunction &function : analysis.functions()) {
    std::optional<Place> best = innermost(function.facts, *at);
    if (best &&
        (!place || best->second - best->first < place->second - place->first))
      place = best;
  }
  if (name) {
    // A name's own type, not that of what is around it.
    SourceRange own = name->expr ? name->expr->range : name->range;
    place = Place(own.begin, own.end);
    parts.push_back(nameText(analysis, *name));
  }
  // A function's type is its name.
  bool isTold = !parts.empty() && !parts[0].empty();
  if (place)
    parts.insert(parts.begin(), typesAt(analysis, *place, !isTold));
  parts.push_back(boundsText(analysis, *at));
  std::string text;
  for (const std::string &part : parts)
    if (!part.empty())
      text += (text.empty() ? "" : "\n\n---\n\n") + part;
  if (text.empty())
    return nullptr;
  return json::Object{
      {"contents",
       json::Object{{"kind", "markdown"}, {"value", json::fixUTF8(text)}}}};
}

} // namespace pyk2ptx
