// The types of variables behind their names, where they are assigned: once
// until they change.
#include "answers.h"
#include "outline.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace pyk2ptx {

namespace json = llvm::json;

namespace {

using Place = std::pair<std::uint32_t, std::uint32_t>;

/// "int64", or "float32 | int64" where the function is compiled for several.
std::string typesOf(const Analysis &analysis, const Definition &function,
                    Place place) {
  std::set<std::string> types;
  for (const CompiledFunction &compiled : analysis.functions()) {
    auto fact = compiled.facts.find(place);
    if (compiled.def == function.function && fact != compiled.facts.end() &&
        !fact->second.type.isError())
      types.insert(spell(fact->second.type));
  }
  std::string text;
  constexpr std::size_t most = 3;
  if (types.size() > most)
    return "...";
  for (const std::string &type : types)
    text += (text.empty() ? "" : " | ") + type;
  return text;
}

/// Whether the text states the parameter's type.
bool isAnnotated(const syntax::FunctionDef &def, const std::string &name) {
  return std::any_of(def.params.begin(), def.params.end(),
                     [&](const syntax::Parameter &param) {
                       return param.name == name && param.annotation;
                     });
}

void addHints(const Analysis &analysis, const Definition &function,
              std::map<std::uint32_t, std::string> &hints) {
  for (const auto &[name, bindings] : function.scope->bindings) {
    if (isAnnotated(*function.function, name))
      continue;
    std::vector<std::uint32_t> places;
    for (const Binding &binding : bindings)
      places.push_back(binding.range.begin);
    std::sort(places.begin(), places.end());
    std::string last;
    for (std::uint32_t begin : places) {
      auto end = static_cast<std::uint32_t>(begin + name.size());
      std::string type = typesOf(analysis, function, {begin, end});
      if (!type.empty() && type != last)
        hints[end] = type;
      last = type;
    }
  }
}

} // namespace

json::Value inlayHints(Document &document, const Request &request) {
  std::optional<llvm::lsp::Range> range = request.range();
  json::Array result;
  // Of another text they would stand in the wrong place.
  if (!range || !document.analysis || !document.analysis->tree())
    return result;
  Analysis &analysis = *document.analysis;
  std::map<std::uint32_t, std::string> hints;
  for (const Definition &each : outlineOf(*analysis.tree(), analysis.scope()))
    if (each.function)
      addHints(analysis, each, hints);
  std::size_t begin = analysis.positions().offset(range->start);
  std::size_t end = analysis.positions().offset(range->end);
  constexpr int typeHint = 1;
  for (const auto &[place, type] : hints)
    if (begin <= place && place <= end)
      result.push_back(
          json::Object{{"position", analysis.positions().at(place)},
                       {"label", json::fixUTF8(": " + type)},
                       {"kind", typeHint},
                       {"paddingLeft", false},
                       {"paddingRight", true}});
  return result;
}

} // namespace pyk2ptx
