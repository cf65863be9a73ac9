// Messages that know a way out: the nearest name, the types to state, what to
// convert with. Each way is an edit; the message's text is the place where it
// is found, for it is what the user reads.
#include "answers.h"
#include "findings.h"
#include "names.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

namespace json = llvm::json;
using namespace syntax;

namespace {

struct Edit {
  std::size_t begin, end;
  std::string text;
};

/// What stands between two marks in a message; "" when they do not.
std::string between(const std::string &text, std::string_view before,
                    std::string_view behind) {
  std::size_t begin = text.find(before);
  if (begin == text.npos)
    return "";
  begin += before.size();
  std::size_t end = text.find(behind, begin);
  return end == text.npos ? "" : text.substr(begin, end - begin);
}

/// `by` in the spelling of the file, where `np` may have another name.
std::string respelled(const std::string &text, const std::string &by) {
  std::size_t first = text.find('.'), nearest = by.find('.');
  bool isAlike = first != text.npos && nearest != by.npos &&
                 std::count(text.begin(), text.end(), '.') ==
                     std::count(by.begin(), by.end(), '.');
  return isAlike ? text.substr(0, first) + by.substr(nearest) : by;
}

class FixFinder {
public:
  FixFinder(Document &document, Analysis &analysis)
      : document_(document), analysis_(analysis),
        outline_(outlineOf(*analysis.tree(), analysis.scope())) {}

  json::Array found;

  void look(const Finding &finding) {
    SourceRange range = finding.message.range;
    if (range.source != &analysis_.source())
      return;
    finding_ = &finding;
    const std::string &text = finding.message.text;
    std::string near = between(text, "did you mean `", "`?");
    if (!near.empty())
      rename(range, near);
    switch (finding.message.kind) {
    case DiagnosticKind::UntypedKernel:
      stateTypes(range);
      break;
    case DiagnosticKind::RangeOfFloat:
    case DiagnosticKind::IndexType:
      wrap(range, "int");
      break;
    case DiagnosticKind::NotADeviceFunction:
      declareDevice(between(text, "`", "`"));
      break;
    default:
      break;
    }
  }

  /// What is computed in float64 at the place, in float32.
  void narrow(std::size_t begin, std::size_t end) {
    finding_ = nullptr;
    std::optional<std::pair<std::uint32_t, std::uint32_t>> best;
    for (const CompiledFunction &function : analysis_.functions())
      for (const auto &[place, fact] : function.facts) {
        bool isWide = fact.type.isScalar() && fact.value.empty() &&
                      fact.type.scalar == Scalar::F64;
        if (!isWide || place.first > begin || place.second < end ||
            isTarget(place))
          continue;
        if (!best || place.second - place.first < best->second - best->first)
          best = place;
      }
    std::string library = numpyName();
    if (best && !library.empty())
      wrap({&analysis_.source(), best->first, best->second},
           library + ".float32");
  }

private:
  void add(const std::string &title, const std::vector<Edit> &edits) {
    json::Array list;
    for (const Edit &edit : edits)
      list.push_back(json::Object{
          {"range", analysis_.positions().range(edit.begin, edit.end)},
          {"newText", json::fixUTF8(edit.text)}});
    json::Object changes;
    changes[document_.uri] = std::move(list);
    json::Object action{
        {"title", json::fixUTF8(title)},
        {"kind", finding_ ? "quickfix" : "refactor.rewrite"},
        {"edit", json::Object{{"changes", std::move(changes)}}}};
    if (finding_)
      action["diagnostics"] =
          json::Array{toJson(analysis_, *finding_, document_.uri)};
    found.push_back(std::move(action));
  }

  void rename(SourceRange range, const std::string &near) {
    std::string text(analysis_.source().text(range));
    // A keyword's place may have its value, too.
    std::size_t equals = text.find('=');
    if (equals != text.npos)
      text = text.substr(0, text.find_last_not_of(" \t", equals - 1) + 1);
    std::string by = respelled(text, near);
    add("Change to `" + by + "`",
        {{range.begin, range.begin + text.size(), by}});
  }

  void wrap(SourceRange range, const std::string &type) {
    std::string text(analysis_.source().text(range));
    add("Convert with `" + type + "(...)`",
        {{range.begin, range.end, type + "(" + text + ")"}});
  }

  std::size_t lineOf(std::size_t offset) const {
    llvm::lsp::Position position = analysis_.positions().at(offset);
    return analysis_.positions().offset({position.line, 0});
  }

  /// Where the definition begins, its decorators included.
  static std::size_t beginOf(const Definition &definition) {
    std::size_t begin = definition.range.begin;
    if (definition.function)
      for (const ExprPtr &decorator : definition.function->decorators)
        begin = std::min<std::size_t>(begin, decorator->range.begin);
    return begin;
  }

  void stateTypes(SourceRange range) {
    auto kernel = std::find_if(
        outline_.begin(), outline_.end(), [&](const Definition &each) {
          return each.function && each.function->nameRange.begin == range.begin;
        });
    if (kernel == outline_.end())
      return;
    auto guess = analysis_.guesses().find(kernel->function);
    if (guess == analysis_.guesses().end())
      return;
    const std::string &signature = guess->second;
    std::size_t line = lineOf(beginOf(*kernel));
    std::string_view text = analysis_.source().text();
    std::size_t code = text.find_first_not_of(" \t", line);
    std::string indent(text.substr(line, code - line));
    add("State its types in a comment: " + signature,
        {{line, line, indent + "# pyk2ptx: --sig '" + signature + "'\n"}});
    decorate(*kernel->function, signature.substr(signature.find('(')));
  }

  /// @cuda.jit -> @cuda.jit("void(...)")
  void decorate(const FunctionDef &def, const std::string &params) {
    for (const ExprPtr &decorator : def.decorators) {
      const auto *call = std::get_if<Call>(&decorator->node);
      std::string name(analysis_.source().text(call ? call->callee->range
                                                    : decorator->range));
      if (name != "jit" && !name.ends_with(".jit"))
        continue;
      std::string text = "\"void" + params + "\"";
      std::string title = "State its types in the decorator";
      if (!call) {
        add(title,
            {{decorator->range.end, decorator->range.end, "(" + text + ")"}});
        continue;
      }
      std::size_t open = call->callee->range.end;
      open = analysis_.source().text().find('(', open) + 1;
      if (call->args.empty())
        add(title, {{open, open, text + (call->keywords.empty() ? "" : ", ")}});
    }
  }

  void declareDevice(const std::string &name) {
    for (const Definition &each : outline_) {
      if (!each.function || each.function->name != name)
        continue;
      std::size_t begin = beginOf(each);
      std::size_t line = lineOf(begin);
      std::string_view text = analysis_.source().text();
      std::size_t code = text.find_first_not_of(" \t", line);
      add("Decorate `" + name + "` with @cuda.jit(device=True)",
          {{line, line,
            std::string(text.substr(line, code - line)) +
                "@cuda.jit(device=True)\n"}});
      return;
    }
  }

  /// Whether the place is that of a name that is assigned.
  bool isTarget(std::pair<std::uint32_t, std::uint32_t> place) const {
    const Scope &scope = scopeAt(outline_, analysis_.scope(), place.first);
    for (const auto &[name, bindings] : scope.bindings)
      for (const Binding &binding : bindings)
        if (binding.range.begin == place.first)
          return true;
    return false;
  }

  /// "np" of `import numpy as np`; "" when it is not imported.
  std::string numpyName() const {
    for (const auto &[name, bindings] : analysis_.scope().bindings)
      if (bindings.back().kind == Binding::Kind::Module &&
          bindings.back().module == "numpy")
        return name;
    return "";
  }

  Document &document_;
  Analysis &analysis_;
  std::vector<Definition> outline_;
  /// Null of what is no message's.
  const Finding *finding_ = nullptr;
};

} // namespace

json::Value fixes(Document &document, const Request &request) {
  std::optional<llvm::lsp::Range> range = request.range();
  if (!range || !document.analysis || !document.analysis->tree())
    return json::Array();
  Analysis &analysis = *document.analysis;
  FixFinder finder(document, analysis);
  for (const Finding &finding : analysis.findings()) {
    llvm::lsp::Range place = placeOf(analysis, finding.message);
    if (place.start <= range->end && range->start <= place.end)
      finder.look(finding);
  }
  std::size_t begin = analysis.positions().offset(range->start);
  finder.narrow(begin,
                std::max(begin, analysis.positions().offset(range->end)));
  return std::move(finder.found);
}

} // namespace pyk2ptx
