// Where a name comes from: for a variable the assignment before, for what is
// imported its own file.
#include "answers.h"
#include "findings.h"
#include "names.h"

#include <utility>

namespace pyk2ptx {

namespace json = llvm::json;
using namespace syntax;

namespace {

/// The last that binds the name before `offset`, or the first.
SourceRange bindingAt(const Scope &owner, const std::string &name,
                      std::size_t offset) {
  const std::vector<Binding> &bindings = owner.bindings.at(name);
  SourceRange best = bindings.front().range;
  for (const Binding &binding : bindings)
    if (binding.range.begin <= offset && binding.range.begin >= best.begin)
      best = binding.range;
  return best;
}

/// Where a function, a class or a module that is a value begins.
std::optional<SourceRange> placeOfValue(const Value &value) {
  if (value.kind == Value::Kind::Function)
    return value.function.def->nameRange;
  if (value.kind == Value::Kind::Class && value.classScope &&
      value.classScope->classDef)
    return value.classScope->classDef->nameRange;
  if (value.kind == Value::Kind::Module && value.module &&
      value.module->tree.source)
    return SourceRange{value.module->tree.source, 0, 0};
  return std::nullopt;
}

/// Of `base.name`.
std::optional<SourceRange>
memberPlace(Analysis &analysis, const Attribute &access, const Scope &scope) {
  Value base = analysis.evaluator().evaluate(*access.value, scope);
  const Scope *members = base.kind == Value::Kind::Module && base.module
                             ? base.module->scope.get()
                             : base.classScope;
  if (members && members->bindings.contains(access.name))
    return bindingAt(*members, access.name, SIZE_MAX);
  return std::nullopt;
}

/// The module of the import statement at `offset`.
std::optional<SourceRange> importedPlace(Analysis &analysis,
                                         std::size_t offset) {
  for (const Stmt &stmt : analysis.tree()->body) {
    if (stmt.range.begin > offset || offset > stmt.range.end)
      continue;
    LoadedSource loaded;
    if (const auto *from = std::get_if<ImportFrom>(&stmt.node)) {
      loaded =
          analysis.files().load(analysis.source(), from->level, from->module);
    } else if (const auto *import = std::get_if<Import>(&stmt.node)) {
      for (const ImportAlias &each : import->names)
        if (each.range.begin <= offset && offset <= each.range.end)
          loaded = analysis.files().load(analysis.source(), 0, each.name);
    }
    if (loaded.source)
      return SourceRange{loaded.source, 0, 0};
  }
  return std::nullopt;
}

std::optional<SourceRange> placeOfName(Analysis &analysis, const NameAt &name,
                                       std::size_t offset) {
  if (name.expr)
    if (const auto *access = std::get_if<Attribute>(&name.expr->node))
      if (std::optional<SourceRange> place =
              memberPlace(analysis, *access, *name.scope))
        return place;
  if (std::optional<SourceRange> place = placeOfValue(valueOf(analysis, name)))
    return place;
  bool isAttribute =
      name.expr && std::holds_alternative<Attribute>(name.expr->node);
  if (isAttribute)
    return std::nullopt;
  if (!name.expr)
    if (std::optional<SourceRange> place = importedPlace(analysis, offset))
      return place;
  const Scope *owner = ownerOf(name.name, *name.scope);
  if (!owner)
    return std::nullopt;
  return bindingAt(*owner, name.name, offset);
}

} // namespace

json::Value definition(Document &document, const Request &request) {
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
  if (!name)
    return nullptr;
  std::optional<SourceRange> place = placeOfName(analysis, *name, *at);
  if (!place || !place->source)
    return nullptr;
  return locationOf(analysis, *place, document.uri);
}

} // namespace pyk2ptx
