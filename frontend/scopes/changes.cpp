// Which names mean something else later: the evaluator takes a name for what
// it is bound to, which is wrong for a list that gets another element, an array
// that a loop fills, and a global that a function sets. All code of the file is
// searched, whether it ever runs or not; of kernels, what they do to their
// parameters.
//
// An object stays what it is while all that is done with its name is known to
// leave it so. It is read by operators and subscripts; by functions and methods
// that are known to (known_calls.h); by a function of the file of whose
// parameter the same is so. Whatever else is done with it may change it.
//
// What is stored through one name is stored in all that name the same object,
// or hold it (held.h), and a function's parameter is what it is called with.
// These are followed until nothing is added. An object that has one name alone
// may be changed by `op=`, which binds that name anew.
#include "changes.h"

#include "call_effects.h"
#include "frontend/parse/syntax_walk.h"

#include <algorithm>

namespace pyk2ptx {

using namespace syntax;

namespace {

/// jit, cuda.jit(...), numba.njit: the kernels' text says itself what is wrong
/// with a store to what is not theirs.
bool isJit(const FunctionDef &def) {
  return std::ranges::any_of(def.decorators, [](const ExprPtr &decorator) {
    return decoratorName(*decorator).ends_with("jit");
  });
}

class ChangeFinder {
public:
  explicit ChangeFinder(ChangeFacts &facts) : facts_(facts), calls_(facts) {}
  void block(const Block &body, Scope &scope) {
    for (const Stmt &stmt : body)
      statement(stmt, scope);
  }

private:
  void store(const Expr &target, Scope &scope, bool isUpdate = false);
  void alias(const Expr &target, const Expr &value, Scope &scope,
             bool isWhole = true);
  void sameObject(const std::vector<ExprPtr> &targets, Scope &scope);
  void statement(const Stmt &stmt, Scope &scope);
  void look(const Stmt &stmt, Scope &scope);
  void assignment(const Stmt &stmt, Scope &scope);
  void definition(const FunctionDef &def, Scope &scope);
  void compound(const Stmt &stmt, Scope &scope);
  void loop(const For &node, Scope &scope);
  void match(const Match &node, Scope &scope);
  void heads(const Stmt &stmt, Scope &scope);
  static void global(const Global &node, SourceRange range, Scope &scope);

  ChangeFacts &facts_;
  CallEffects calls_;
};

/// Whether it is a module, whose objects stay what they are where a name of it
/// is set.
bool isModule(const Expr &object, Scope &scope) {
  const auto *name = std::get_if<Name>(&object.node);
  const Scope *owner = name ? ChangeFacts::ownerOf(scope, name->id) : nullptr;
  return owner && std::ranges::all_of(
                      owner->bindings.at(name->id), [](const Binding &binding) {
                        return binding.kind == Binding::Kind::Module;
                      });
}

/// a[i] = ..., a.b = ..., del a[i]; `isUpdate`: a.b += ..., which may change
/// the object that is there.
void ChangeFinder::store(const Expr &target, Scope &scope, bool isUpdate) {
  if (const std::vector<ExprPtr> *elements = elementsOf(target)) {
    for (const ExprPtr &element : *elements)
      store(*element, scope);
    return;
  }
  if (const auto *star = std::get_if<Starred>(&target.node))
    return store(*star->value, scope);
  calls_.look(target, scope);
  const auto *access = std::get_if<Attribute>(&target.node);
  const auto *element = std::get_if<Subscript>(&target.node);
  if ((!access && !element) || calls_.storesInFile(target, scope))
    return;
  const Expr &object = access ? *access->value : *element->value;
  if (!access || isUpdate || !isModule(object, scope))
    calls_.change(object, target.range, scope);
  if (!access || facts_.kernel)
    return;
  facts_.file.attributeStores.push_back({&object, access->name, &scope});
  // A class's own name, also as its methods have it: cls, type(self).
  const auto *name = std::get_if<Name>(&object.node);
  Scope *owner = name ? ChangeFacts::ownerOf(scope, name->id) : nullptr;
  if (owner)
    for (auto &[def, inner] : owner->classes)
      if (def->name == name->id)
        inner->rebound.try_emplace(access->name, target.range);
  const Expr *maker = &object;
  if (const auto *type = std::get_if<Call>(&object.node))
    maker = type->callee.get();
  std::string spelled = lastNameOf(*maker);
  if (spelled == "cls" || spelled == "type" || spelled == "__class__")
    for (Scope *at = &scope; at; at = const_cast<Scope *>(at->parent))
      if (at->kind == Scope::Kind::Class)
        at->rebound.try_emplace(access->name, target.range);
}

void ChangeFinder::alias(const Expr &target, const Expr &value, Scope &scope,
                         bool isWhole) {
  if (const std::vector<ExprPtr> *elements = elementsOf(target)) {
    for (const ExprPtr &element : *elements)
      alias(*element, value, scope, isWhole);
    return;
  }
  if (const auto *star = std::get_if<Starred>(&target.node))
    return alias(*star->value, value, scope, isWhole);
  const auto *name = std::get_if<Name>(&target.node);
  if (!name) {
    const auto *access = std::get_if<Attribute>(&target.node);
    const auto *element = std::get_if<Subscript>(&target.node);
    const Name *root = rootOf(target);
    // a[:] = b
    if (element && root &&
        std::ranges::any_of(element->indices, [](const ExprPtr &index) {
          return std::holds_alternative<Slice>(index->node);
        })) {
      for (const HeldUse &each : calls_.usesOf(heldBy(value), scope))
        facts_.addCopy({{&scope, root->id, target.range}, each.use});
      return;
    }
    if (access || element)
      calls_.keep(access ? *access->value : *element->value, value,
                  target.range, scope);
    return;
  }
  NameUse to{&scope, name->id, target.range};
  for (const HeldUse &each : calls_.usesOf(copiedBy(value), scope))
    if (each.use.name != name->id)
      facts_.addCopy({to, each.use});
  for (const HeldUse &each : calls_.usesOf(heldBy(value, isWhole), scope))
    if (each.use.name != name->id)
      facts_.addAlias({to, each.use, false, each.isWhole});
}

/// x = y = ...
void ChangeFinder::sameObject(const std::vector<ExprPtr> &targets,
                              Scope &scope) {
  for (const ExprPtr &a : targets)
    for (const ExprPtr &b : targets)
      if (a != b)
        alias(*a, *b, scope);
}

/// `global n`, in a function that sets n.
void ChangeFinder::global(const Global &node, SourceRange range, Scope &scope) {
  for (const std::string &name : node.names) {
    if (!scope.bindings.contains(name) || !scope.parent)
      continue;
    auto *owner = const_cast<Scope *>(scope.parent);
    while (owner->parent && !(node.nonlocal && owner->bindings.contains(name)))
      owner = const_cast<Scope *>(owner->parent);
    owner->rebound.try_emplace(name, range);
  }
}

void ChangeFinder::loop(const For &node, Scope &scope) {
  calls_.look(*node.iterable, scope);
  store(*node.target, scope);
  alias(*node.target, *node.iterable, scope,
        elementsOf(*node.iterable) != nullptr);
  block(node.body, scope);
  block(node.orElse, scope);
}

void ChangeFinder::match(const Match &node, Scope &scope) {
  calls_.look(*node.subject, scope);
  for (const MatchCase &each : node.cases) {
    std::vector<std::string> names;
    collectCaptures(*each.pattern, names);
    for (const std::string &name : names)
      for (const HeldUse &held :
           calls_.usesOf(heldBy(*node.subject, false), scope))
        facts_.addAlias({{&scope, name, each.pattern->range}, held.use});
    if (each.guard)
      calls_.look(*each.guard, scope);
    block(each.body, scope);
  }
}

/// with f(a) as b: of which there is the text alone. Whatever is named there
/// may be changed.
void ChangeFinder::heads(const Stmt &stmt, Scope &scope) {
  const auto &node = std::get<UnsupportedStmt>(stmt.node);
  SourceRange head = stmt.range;
  if (!head.source || node.blocks.empty() || node.blocks[0].empty())
    return;
  head.end = node.blocks[0][0].range.begin;
  for (const std::string &name : namesIn(head.source->text(head)))
    (void)facts_.mark({&scope, name, stmt.range}, true);
}

void ChangeFinder::compound(const Stmt &stmt, Scope &scope) {
  if (const auto *node = std::get_if<If>(&stmt.node)) {
    for (const IfBranch &branch : node->branches) {
      calls_.look(*branch.condition, scope);
      block(branch.body, scope);
    }
    block(node->orElse, scope);
  } else if (const auto *node = std::get_if<While>(&stmt.node)) {
    calls_.look(*node->condition, scope);
    block(node->body, scope);
    block(node->orElse, scope);
  } else if (const auto *node = std::get_if<For>(&stmt.node)) {
    loop(*node, scope);
  } else if (const auto *node = std::get_if<Match>(&stmt.node)) {
    match(*node, scope);
  } else if (const auto *node = std::get_if<UnsupportedStmt>(&stmt.node)) {
    heads(stmt, scope);
    for (const Block &inner : node->blocks)
      block(inner, scope);
  }
}

void ChangeFinder::statement(const Stmt &stmt, Scope &scope) {
  bool isOutermost = facts_.path.empty() || facts_.path.back().first != &scope;
  if (isOutermost)
    facts_.path.emplace_back(&scope, &stmt);
  look(stmt, scope);
  if (isOutermost)
    facts_.path.pop_back();
}

void ChangeFinder::assignment(const Stmt &stmt, Scope &scope) {
  if (const auto *node = std::get_if<Assign>(&stmt.node)) {
    calls_.look(*node->value, scope);
    for (const ExprPtr &target : node->targets) {
      store(*target, scope);
      alias(*target, *node->value, scope);
    }
    sameObject(node->targets, scope);
  } else if (const auto *node = std::get_if<AnnAssign>(&stmt.node)) {
    if (!node->value)
      return;
    calls_.look(*node->annotation, scope);
    calls_.look(*node->value, scope);
    store(*node->target, scope);
    alias(*node->target, *node->value, scope);
  } else if (const auto *node = std::get_if<AugAssign>(&stmt.node)) {
    calls_.look(*node->value, scope);
    calls_.operate({node->target.get(), node->value.get()}, stmt.range, scope);
    store(*node->target, scope, true);
    if (const auto *name = std::get_if<Name>(&node->target->node))
      facts_.augmented.push_back({&scope, name->id, node->target->range});
  }
}

void ChangeFinder::definition(const FunctionDef &def, Scope &scope) {
  for (const ExprPtr &decorator : def.decorators)
    calls_.look(*decorator, scope);
  if (def.returns)
    calls_.look(*def.returns, scope);
  for (const Parameter &param : def.params) {
    if (param.annotation)
      calls_.look(*param.annotation, scope);
    if (param.defaultValue)
      calls_.look(*param.defaultValue, scope);
  }
  Scope &inner = *scope.inner.at(&def);
  for (const Parameter &param : def.params)
    if (param.defaultValue)
      for (const HeldUse &each :
           calls_.usesOf(heldBy(*param.defaultValue), scope))
        facts_.addAlias(
            {{&inner, param.name, param.range}, each.use, false, each.isWhole});
  const Scope *outer = facts_.kernel;
  if (isJit(def) && !outer)
    facts_.kernel = &inner;
  block(def.body, inner);
  facts_.kernel = outer;
}

void ChangeFinder::look(const Stmt &stmt, Scope &scope) {
  if (const auto *node = std::get_if<ExprStmt>(&stmt.node)) {
    calls_.look(*node->value, scope);
  } else if (const auto *node = std::get_if<Assert>(&stmt.node)) {
    calls_.look(*node->condition, scope);
    if (node->message)
      calls_.look(*node->message, scope);
  } else if (const auto *node = std::get_if<Raise>(&stmt.node)) {
    if (node->exception)
      calls_.look(*node->exception, scope);
  } else if (const auto *node = std::get_if<Delete>(&stmt.node)) {
    for (const ExprPtr &target : node->targets)
      store(*target, scope);
  } else if (const auto *node = std::get_if<Return>(&stmt.node)) {
    if (!node->value)
      return;
    calls_.look(*node->value, scope);
    for (HeldUse &each : calls_.usesOf(heldBy(*node->value), scope))
      facts_.returned[&scope].push_back(std::move(each));
  } else if (const auto *node = std::get_if<Global>(&stmt.node)) {
    if (!facts_.kernel)
      global(*node, stmt.range, scope);
  } else if (const auto *node = std::get_if<FunctionDef>(&stmt.node)) {
    definition(*node, scope);
  } else if (const auto *node = std::get_if<ClassDef>(&stmt.node)) {
    for (const auto *made : {&node->decorators, &node->bases})
      for (const ExprPtr &expr : *made)
        calls_.look(*expr, scope);
    for (auto &[def, inner] : scope.classes)
      if (def == node)
        block(node->body, *inner);
  } else {
    assignment(stmt, scope);
    compound(stmt, scope);
  }
}

} // namespace

void findChanges(const Module &module, Scope &scope) {
  scope.body = &module.body;
  ChangeFacts facts(scope);
  ChangeFinder(facts).block(module.body, scope);
  facts.follow();
}

} // namespace pyk2ptx
