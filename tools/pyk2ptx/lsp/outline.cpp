// Definitions stand in blocks; a scope knows those that are its own, in
// whatever block they stand.
#include "outline.h"

namespace pyk2ptx {

using namespace syntax;

namespace {

class OutlineMaker {
public:
  std::vector<Definition> result;

  void block(const Block &body, const Scope &scope, int depth) {
    for (const Stmt &stmt : body)
      statement(stmt, scope, depth);
  }

private:
  void statement(const Stmt &stmt, const Scope &scope, int depth) {
    if (const auto *def = std::get_if<FunctionDef>(&stmt.node)) {
      auto inner = scope.inner.find(def);
      if (inner == scope.inner.end())
        return;
      result.push_back({def, nullptr, stmt.range, inner->second.get(), depth});
      return block(def->body, *inner->second, depth + 1);
    }
    if (const auto *type = std::get_if<ClassDef>(&stmt.node)) {
      for (const auto &[def, inner] : scope.classes)
        if (def == type) {
          result.push_back({nullptr, type, stmt.range, inner.get(), depth});
          block(type->body, *inner, depth + 1);
        }
      return;
    }
    if (const auto *branches = std::get_if<If>(&stmt.node)) {
      for (const IfBranch &branch : branches->branches)
        block(branch.body, scope, depth);
      block(branches->orElse, scope, depth);
    } else if (const auto *loop = std::get_if<While>(&stmt.node)) {
      block(loop->body, scope, depth);
      block(loop->orElse, scope, depth);
    } else if (const auto *loop = std::get_if<For>(&stmt.node)) {
      block(loop->body, scope, depth);
      block(loop->orElse, scope, depth);
    } else if (const auto *match = std::get_if<Match>(&stmt.node)) {
      for (const MatchCase &each : match->cases)
        block(each.body, scope, depth);
    } else if (const auto *other = std::get_if<UnsupportedStmt>(&stmt.node)) {
      for (const Block &inner : other->blocks)
        block(inner, scope, depth);
    }
  }
};

} // namespace

std::vector<Definition> outlineOf(const Module &module, const Scope &scope) {
  OutlineMaker maker;
  maker.block(module.body, scope, 0);
  return std::move(maker.result);
}

const Scope &scopeAt(const std::vector<Definition> &outline,
                     const Scope &module, std::size_t offset) {
  const Scope *found = &module;
  for (const Definition &each : outline)
    if (each.range.begin <= offset && offset <= each.range.end)
      found = each.scope;
  return *found;
}

} // namespace pyk2ptx
