// Decorators and annotations are no part of the code that walks see, so they
// are looked at here besides.
#include "names.h"

#include "frontend/parse/syntax_walk.h"

namespace pyk2ptx {

using namespace syntax;

const Expr *findExpr(const Analysis &analysis,
                     const std::vector<Definition> &outline,
                     const std::function<bool(const Expr &)> &accepts) {
  const Expr *found = nullptr;
  auto look = [&](const Expr &expr) {
    if (accepts(expr))
      found = &expr;
  };
  visitExprs(analysis.tree()->body, look);
  for (const Definition &each : outline) {
    if (!each.function)
      continue;
    for (const ExprPtr &decorator : each.function->decorators)
      visitExprs(*decorator, look);
    for (const Parameter &param : each.function->params)
      if (param.annotation)
        visitExprs(*param.annotation, look);
    if (each.function->returns)
      visitExprs(*each.function->returns, look);
  }
  return found;
}

static bool isIn(SourceRange range, std::size_t offset) {
  return range.begin <= offset && offset <= range.end;
}

static bool isNameByte(char c) {
  auto byte = static_cast<unsigned char>(c);
  return c == '_' || byte >= 0x80 || (c >= '0' && c <= '9') ||
         (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::optional<NameAt> nameAt(const Analysis &analysis,
                             const std::vector<Definition> &outline,
                             std::size_t offset) {
  std::string_view text = analysis.source().text();
  std::size_t begin = std::min(offset, text.size()), end = begin;
  while (begin > 0 && isNameByte(text[begin - 1]))
    --begin;
  while (end < text.size() && isNameByte(text[end]))
    ++end;
  if (begin == end || (text[begin] >= '0' && text[begin] <= '9'))
    return std::nullopt;
  NameAt result;
  result.name = text.substr(begin, end - begin);
  result.range = {&analysis.source(), static_cast<std::uint32_t>(begin),
                  static_cast<std::uint32_t>(end)};
  result.scope = &scopeAt(outline, analysis.scope(), offset);
  result.expr = findExpr(analysis, outline, [&](const Expr &expr) {
    SourceRange range = expr.range;
    if (const auto *access = std::get_if<Attribute>(&expr.node))
      range = access->nameRange;
    else if (!std::holds_alternative<Name>(expr.node))
      return false;
    return range.source == &analysis.source() && isIn(range, offset) &&
           range.begin == begin && range.end == end;
  });
  return result;
}

const Scope *ownerOf(const std::string &name, const Scope &scope) {
  for (const Scope *at = &scope; at; at = at->parent) {
    // What a class binds is not seen in its functions.
    bool isSeen = at == &scope || at->kind != Scope::Kind::Class;
    if (isSeen && at->bindings.contains(name))
      return at;
  }
  return nullptr;
}

/// Whether the expression begins with a variable of a function.
static bool isOfVariable(const Expr &expr, const Scope &scope) {
  if (const auto *access = std::get_if<Attribute>(&expr.node))
    return isOfVariable(*access->value, scope);
  const auto *name = std::get_if<Name>(&expr.node);
  const Scope *owner = name ? ownerOf(name->id, scope) : nullptr;
  if (!owner || owner->kind != Scope::Kind::Function)
    return !name;
  Binding::Kind kind = owner->bindings.at(name->id).back().kind;
  return kind != Binding::Kind::Function && kind != Binding::Kind::Module &&
         kind != Binding::Kind::Member;
}

Value valueOf(Analysis &analysis, const NameAt &name) {
  if (name.expr)
    return isOfVariable(*name.expr, *name.scope)
               ? Value::missing()
               : analysis.evaluator().evaluate(*name.expr, *name.scope);
  return ownerOf(name.name, *name.scope)
             ? analysis.evaluator().lookup(name.name, *name.scope)
             : Value::missing();
}

} // namespace pyk2ptx
