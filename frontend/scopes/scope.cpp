// Which names a module, a class or a function binds, and how: read off the
// statements, nothing evaluated. Bodies of if, for, try and the like belong to
// the scope around them; what they bind is marked conditional.
#include "scope.h"

#include "changes.h"

#include "frontend/parse/syntax_walk.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace pyk2ptx {

using namespace syntax;

std::vector<std::string> namesIn(std::string_view text) {
  std::vector<std::string> names;
  auto isPart = [](char each) {
    return std::isalnum(static_cast<unsigned char>(each)) || each == '_' ||
           static_cast<unsigned char>(each) >= 0x80;
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::size_t end = at;
    while (end < text.size() && isPart(text[end]))
      ++end;
    if (end > at)
      names.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return names;
}

namespace {

class ScopeMaker {
public:
  explicit ScopeMaker(Scope &scope) : scope_(scope) {}

  void block(const Block &body, bool conditional) {
    for (const Stmt &stmt : body)
      statement(stmt, conditional);
  }

  void loopTarget(const Expr &expr) { target(expr, nullptr, {}, true); }

private:
  void bind(const std::string &name, Binding binding) {
    binding.attempt = attempt_;
    scope_.bindings[name].push_back(std::move(binding));
  }

  void changed(const std::string &name, SourceRange range) {
    Binding binding;
    binding.kind = Binding::Kind::Other;
    binding.range = range;
    binding.conditional = true;
    bind(name, std::move(binding));
  }

  void target(const Expr &expr, const Expr *value,
              std::vector<std::uint32_t> path, bool conditional) {
    if (const auto *name = std::get_if<Name>(&expr.node)) {
      Binding binding;
      binding.kind = value ? Binding::Kind::Assigned : Binding::Kind::Other;
      binding.range = expr.range;
      binding.value = value;
      binding.path = std::move(path);
      binding.conditional = conditional;
      bind(name->id, std::move(binding));
      return;
    }
    const std::vector<ExprPtr> *elements = elementsOf(expr);
    if (!elements)
      return;
    bool starred = false;
    for (std::uint32_t i = 0; i < elements->size(); ++i) {
      const Expr &element = *(*elements)[i];
      if (const auto *star = std::get_if<Starred>(&element.node)) {
        starred = true;
        target(*star->value, nullptr, {}, conditional);
        continue;
      }
      std::vector<std::uint32_t> inner = path;
      inner.push_back(i);
      // Behind a star the position counts from the end: not followed.
      target(element, starred ? nullptr : value, std::move(inner), conditional);
    }
  }

  void imported(const std::string &name, std::string path, SourceRange range,
                bool conditional) {
    Binding binding;
    binding.kind = Binding::Kind::Module;
    binding.range = range;
    binding.module = std::move(path);
    binding.conditional = conditional;
    bind(name, std::move(binding));
  }

  void import(const Import &node, bool conditional) {
    for (const ImportAlias &alias : node.names) {
      if (!alias.asName.empty()) {
        imported(alias.asName, alias.name, alias.range, conditional);
        continue;
      }
      // `import a.b` binds a
      std::string first = alias.name.substr(0, alias.name.find('.'));
      imported(first, first, alias.range, conditional);
    }
  }

  void importFrom(const ImportFrom &node, bool conditional) {
    for (const ImportAlias &alias : node.names) {
      Binding binding;
      binding.kind = Binding::Kind::Member;
      binding.range = alias.range;
      binding.level = node.level;
      binding.module = node.module;
      binding.name = alias.name;
      binding.conditional = conditional;
      bind(alias.asName.empty() ? alias.name : alias.asName,
           std::move(binding));
    }
  }

  void function(const FunctionDef &def, SourceRange range, bool conditional) {
    Binding binding;
    binding.kind = Binding::Kind::Function;
    binding.range = range;
    binding.function = &def;
    binding.conditional = conditional;
    bind(def.name, std::move(binding));
    scope_.functions.push_back(&def);
    auto inner = std::make_unique<Scope>();
    inner->kind = Scope::Kind::Function;
    inner->parent = &scope_;
    inner->prefix = scope_.prefix + def.name + ".";
    for (const Parameter &param : def.params) {
      Binding parameter;
      parameter.kind = Binding::Kind::Parameter;
      parameter.range = param.range;
      inner->bindings[param.name].push_back(std::move(parameter));
    }
    ScopeMaker(*inner).block(def.body, false);
    scope_.inner[&def] = std::move(inner);
  }

  void classDef(const ClassDef &def, SourceRange range, bool conditional) {
    Binding binding;
    binding.kind = Binding::Kind::Class;
    binding.range = range;
    binding.conditional = conditional;
    bind(def.name, std::move(binding));
    auto inner = std::make_unique<Scope>();
    inner->kind = Scope::Kind::Class;
    inner->classDef = &def;
    inner->parent = &scope_;
    inner->prefix = scope_.prefix + def.name + ".";
    ScopeMaker(*inner).block(def.body, false);
    scope_.classes.emplace_back(&def, std::move(inner));
  }

  /// with ... as x: of the statement's head there is the text alone.
  void withTargets(const UnsupportedStmt &node, SourceRange range) {
    if (!range.source || node.blocks.empty() || node.blocks[0].empty())
      return;
    SourceRange head = range;
    head.end = node.blocks[0][0].range.begin;
    std::string_view text = range.source->text(head);
    if (!text.starts_with("with") && !text.starts_with("async"))
      return;
    // What is no target besides is marked as one, which does no harm.
    for (std::size_t at = text.find(" as "); at != text.npos;
         at = text.find(" as ", at + 1)) {
      std::string_view rest = text.substr(at + 4);
      for (const std::string &name : namesIn(rest.substr(0, rest.find(':'))))
        changed(name, range);
    }
  }

  void statement(const Stmt &stmt, bool conditional);
  void compound(const Stmt &stmt);

  Scope &scope_;
  const Stmt *attempt_ = nullptr;
};

void ScopeMaker::compound(const Stmt &stmt) {
  const Stmt *outer = attempt_;
  bool isAttempt = std::holds_alternative<UnsupportedStmt>(stmt.node);
  attempt_ = isAttempt && !outer ? &stmt : isAttempt ? outer : nullptr;
  if (std::holds_alternative<While>(stmt.node) ||
      std::holds_alternative<For>(stmt.node))
    scope_.loops.push_back(stmt.range);
  if (const auto *node = std::get_if<If>(&stmt.node)) {
    for (const IfBranch &branch : node->branches)
      block(branch.body, true);
    block(node->orElse, true);
  } else if (const auto *node = std::get_if<While>(&stmt.node)) {
    block(node->body, true);
    block(node->orElse, true);
  } else if (const auto *node = std::get_if<For>(&stmt.node)) {
    loopTarget(*node->target);
    block(node->body, true);
    block(node->orElse, true);
  } else if (const auto *node = std::get_if<Match>(&stmt.node)) {
    for (const MatchCase &matchCase : node->cases) {
      std::vector<std::string> names;
      collectCaptures(*matchCase.pattern, names);
      for (const std::string &name : names)
        changed(name, matchCase.pattern->range);
      block(matchCase.body, true);
    }
  } else if (const auto *node = std::get_if<UnsupportedStmt>(&stmt.node)) {
    withTargets(*node, stmt.range);
    for (const Block &inner : node->blocks)
      block(inner, true);
  }
  attempt_ = outer;
}

void ScopeMaker::statement(const Stmt &stmt, bool conditional) {
  if (const auto *node = std::get_if<Assign>(&stmt.node)) {
    for (const ExprPtr &to : node->targets)
      target(*to, node->value.get(), {}, conditional);
  } else if (const auto *node = std::get_if<AnnAssign>(&stmt.node)) {
    if (node->value)
      target(*node->target, node->value.get(), {}, conditional);
  } else if (const auto *node = std::get_if<AugAssign>(&stmt.node)) {
    const auto *name = std::get_if<Name>(&node->target->node);
    target(*node->target, conditional ? nullptr : node->value.get(), {},
           conditional);
    if (name && !conditional)
      scope_.bindings[name->id].back().update = node->op;
  } else if (const auto *node = std::get_if<Import>(&stmt.node)) {
    import(*node, conditional);
  } else if (const auto *node = std::get_if<ImportFrom>(&stmt.node)) {
    importFrom(*node, conditional);
  } else if (const auto *node = std::get_if<FunctionDef>(&stmt.node)) {
    function(*node, node->nameRange, conditional);
  } else if (const auto *node = std::get_if<ClassDef>(&stmt.node)) {
    classDef(*node, node->nameRange, conditional);
  } else if (const auto *node = std::get_if<Delete>(&stmt.node)) {
    for (const ExprPtr &gone : node->targets)
      target(*gone, nullptr, {}, conditional);
  } else {
    compound(stmt);
  }
}

} // namespace

/// Where `:=` sets it, which is no binding, nobody follows it.
static void markRebound(Scope &scope, const std::string &name) {
  if (auto bound = scope.bindings.find(name); bound != scope.bindings.end())
    scope.rebound.try_emplace(name, bound->second.back().range);
  for (auto &[def, inner] : scope.classes)
    markRebound(*inner, name);
}

std::unique_ptr<Scope> makeScope(const Module &module) {
  auto scope = std::make_unique<Scope>();
  ScopeMaker(*scope).block(module.body, false);
  std::set<std::string> walrus;
  collectWalrus(module.body, walrus);
  for (const std::string &name : walrus)
    markRebound(*scope, name);
  findChanges(module, *scope);
  return scope;
}

Scope temporaryScope(const Scope &parent) {
  Scope inner;
  inner.kind = Scope::Kind::Function;
  inner.parent = &parent;
  inner.isTemporary = true;
  return inner;
}

bool isWithin(SourceRange whole, SourceRange part) {
  return whole.source == part.source && whole.begin <= part.begin &&
         part.begin < whole.end;
}

std::vector<std::string> localNames(const FunctionDef &def) {
  Scope scope;
  ScopeMaker(scope).block(def.body, false);
  std::vector<std::string> names;
  for (const Parameter &param : def.params)
    names.push_back(param.name);
  std::set<std::string> walrus;
  collectWalrus(def.body, walrus);
  for (const auto &[name, bindings] : scope.bindings)
    walrus.insert(name);
  std::vector<std::string> bound;
  for (const std::string &name : walrus)
    if (std::find(names.begin(), names.end(), name) == names.end())
      bound.push_back(name);
  // The map has no order of its own; output must not depend on it.
  std::sort(bound.begin(), bound.end());
  names.insert(names.end(), bound.begin(), bound.end());
  return names;
}

static std::set<std::string> assignedIn(const Block &body, const Expr *target) {
  Scope scope;
  ScopeMaker maker(scope);
  maker.block(body, false);
  if (target)
    maker.loopTarget(*target);
  std::set<std::string> names;
  collectWalrus(body, names);
  for (const auto &[name, bindings] : scope.bindings)
    names.insert(name);
  return names;
}

std::set<std::string> assignedBy(const For &loop) {
  return assignedIn(loop.body, loop.target.get());
}

std::set<std::string> assignedBy(const While &loop) {
  std::set<std::string> names = assignedIn(loop.body, nullptr);
  collectWalrus(*loop.condition, names);
  return names;
}

} // namespace pyk2ptx
