// What is done to one name's object is done to those of all names that it may
// have: by assignments, as a parameter, as what a function returns. The marks
// of all scopes are added to until there is no more to add.
#include "change_facts.h"

#include "frontend/constants/library.h"

#include <algorithm>

namespace pyk2ptx {

using namespace syntax;

/// Aliases by what they are names of.
class ChangeFacts::Index {
public:
  explicit Index(const std::vector<Alias> &aliases) {
    for (const Alias &each : aliases)
      if (const Scope *owner = ownerOf(*each.to.scope, each.to.name))
        byName_[owner][each.to.name].push_back(&each);
  }
  [[nodiscard]] const std::vector<const Alias *> &of(const NameUse &use) const {
    static const std::vector<const Alias *> none;
    auto scope = byName_.find(ownerOf(*use.scope, use.name));
    if (scope == byName_.end())
      return none;
    auto found = scope->second.find(use.name);
    return found == scope->second.end() ? none : found->second;
  }

private:
  std::unordered_map<
      const Scope *,
      std::unordered_map<std::string, std::vector<const Alias *>>>
      byName_;
};

/// Visits the aliases that lead to a name of which something holds, and what
/// they are of if that is news.
template <class Holds, class Add>
void ChangeFacts::forEachReached(Holds holds, Add add) const {
  Index index(aliases);
  std::vector<const Alias *> open;
  for (const Alias &each : aliases) {
    const Scope *owner = ownerOf(*each.to.scope, each.to.name);
    if (owner && holds(*owner, each.to.name))
      open.push_back(&each);
  }
  while (!open.empty()) {
    const Alias &each = *open.back();
    open.pop_back();
    if (!add(each))
      continue;
    const std::vector<const Alias *> &more = index.of(each.from);
    open.insert(open.end(), more.begin(), more.end());
  }
}

/// Of more classes than these that have a name, none is told from the others:
/// their methods may do anything, their objects be changed.
static constexpr std::size_t mostOfOneName = 64;

ChangeFacts::ChangeFacts(Scope &file) : file(file) {
  addClasses(file);
  std::erase_if(methods, [](const auto &entry) {
    return entry.second.size() > mostOfOneName;
  });
  std::erase_if(classNames_, [&](const auto &entry) {
    const auto &[name, classes] = entry;
    bool isMany = classes.size() > mostOfOneName;
    for (Scope *scope : classes)
      if (isMany)
        (void)mark({scope, name, scope->bindings.at(name)[0].range}, true);
    return isMany;
  });
}

/// `__add__`, but not what objects are made and entered by.
static bool isOperator(const std::string &name) {
  static constexpr const char *others[] = {
      "__init__", "__new__",  "__post_init__", "__call__", "__enter__",
      "__exit__", "__repr__", "__str__",       "__len__",  "__hash__",
      "__iter__", "__next__", "__bool__",      "__del__"};
  return name.starts_with("__") && name.ends_with("__") &&
         std::ranges::find(others, name) == std::end(others);
}

void ChangeFacts::addClasses(Scope &scope) {
  if (scope.kind == Scope::Kind::Class)
    for (const auto &[name, bindings] : scope.bindings)
      classNames_[name].push_back(&scope);
  for (const FunctionDef *def : scope.functions) {
    Scope &inner = *scope.inner.at(def);
    if (scope.kind == Scope::Kind::Class) {
      methods[def->name].emplace_back(def, &inner);
      if (isOperator(def->name))
        operators.emplace_back(def, &inner);
    }
    addClasses(inner);
  }
  for (auto &[def, inner] : scope.classes)
    addClasses(*inner);
}

void ChangeFacts::addOfClasses(const std::string &name, SourceRange range,
                               std::vector<HeldUse> &uses) const {
  if (auto found = classNames_.find(name); found != classNames_.end())
    for (Scope *scope : found->second)
      uses.push_back({{scope, name, range}, true});
  if (auto found = methods.find(name); found != methods.end())
    for (const auto &[def, inner] : found->second)
      if (!def->decorators.empty())
        uses.push_back({{inner, "", range}, true});
}

Scope *ChangeFacts::ownerOf(Scope &scope, const std::string &name) {
  for (Scope *at = &scope; at; at = const_cast<Scope *>(at->parent))
    if ((at == &scope || at->kind != Scope::Kind::Class) &&
        at->bindings.contains(name))
      return at;
  return nullptr;
}

bool ChangeFacts::counts(const NameUse &use, const Scope *kernel) {
  const Scope *at = kernel ? ownerOf(*use.scope, use.name) : nullptr;
  while (at && at != kernel)
    at = at->parent;
  return at == kernel;
}

static bool isImportOfFile(const Binding &binding) {
  return isImport(binding) &&
         !(binding.level == 0 && isLibrary(binding.module));
}

bool ChangeFacts::mark(const NameUse &use, bool isLater) {
  if (!counts(use))
    return false;
  Scope *owner = ownerOf(*use.scope, use.name);
  if (owner ? std::ranges::any_of(owner->bindings.at(use.name), isImportOfFile)
            : file.bindings.contains("*"))
    file.importedChanges.emplace_back(owner ? owner : &file, use.name);
  if (!owner)
    return false;
  bool isOwn = !isLater && owner == use.scope && !path.empty() &&
               path.back().first == owner;
  const Stmt *changer = isOwn ? path.back().second : nullptr;
  std::vector<const Stmt *> &changers = owner->changers[use.name];
  if (changers.empty() || changers.back() != changer)
    changers.push_back(changer);
  return owner->changed.try_emplace(use.name, use.range).second;
}

bool ChangeFacts::markUpdated(const NameUse &use) const {
  Scope *owner = ownerOf(*use.scope, use.name);
  if (!owner || !counts(use))
    return false;
  owner->updated.insert(use.name);
  return owner->changed.try_emplace(use.name, use.range).second;
}

bool ChangeFacts::markPartlyUpdated(const NameUse &use) const {
  Scope *owner = ownerOf(*use.scope, use.name);
  return owner && counts(use) && owner->partlyUpdated.insert(use.name).second;
}

void ChangeFacts::addCopy(Alias copy) {
  if (counts(copy.from))
    copies.push_back(std::move(copy));
}

void ChangeFacts::addAlias(Alias alias) {
  bool isResult = alias.from.name.empty();
  alias.kernel = kernel;
  if (isResult ||
      (ownerOf(*alias.from.scope, alias.from.name) && counts(alias.from)))
    aliases.push_back(std::move(alias));
}

ChangeFacts::Owned ChangeFacts::ownedBy(const NameUse &use) {
  return {ownerOf(*use.scope, use.name), use.name};
}

static void share(const NameUse &use) {
  if (Scope *owner = ChangeFacts::ownerOf(*use.scope, use.name))
    owner->shared.insert(use.name);
}

/// Whose objects a function may return that are not its own: what it was given
/// is a matter of the call.
const std::vector<HeldUse> &ChangeFacts::outsideOf(const Scope &function,
                                                   const Index &index,
                                                   Found &found) {
  auto [place, isNew] = found.try_emplace(&function);
  if (!isNew)
    return place->second;
  std::vector<HeldUse> outside;
  std::vector<HeldUse> open = returned[&function];
  std::set<std::string> seen;
  while (!open.empty()) {
    HeldUse each = open.back();
    open.pop_back();
    if (each.use.name.empty()) {
      const std::vector<HeldUse> &inner =
          outsideOf(*each.use.scope, index, found);
      outside.insert(outside.end(), inner.begin(), inner.end());
      continue;
    }
    const Scope *owner = ownerOf(*each.use.scope, each.use.name);
    if (owner && owner != &function)
      outside.push_back(each);
    if (owner != &function || !seen.insert(each.use.name).second)
      continue;
    for (const Alias *alias : index.of(each.use))
      if (!alias->isArgument)
        open.push_back({alias->from, alias->isWhole && each.isWhole});
  }
  return found[&function] = std::move(outside);
}

void ChangeFacts::resolveReturns() {
  Index index(aliases);
  Found found;
  for (const NameUse &use : returnedChanges)
    for (const HeldUse &outside : outsideOf(*use.scope, index, found))
      (void)mark(outside.use);
  std::vector<Alias> resolved;
  for (const Alias &alias : aliases) {
    if (!alias.from.name.empty()) {
      resolved.push_back(alias);
      continue;
    }
    for (const HeldUse &outside : outsideOf(*alias.from.scope, index, found))
      if (counts(outside.use, alias.kernel))
        resolved.push_back({alias.to, outside.use, alias.isArgument,
                            alias.isWhole && outside.isWhole, alias.isPart,
                            alias.kernel});
  }
  aliases = std::move(resolved);
}

/// What is called changes what it holds, not itself.
void ChangeFacts::changeByCalls() {
  Index index(aliases);
  for (const NameUse &use : called)
    for (const Alias *alias : index.of(use))
      (void)mark(alias->from);
}

/// Names of an object that has another name, or of a parameter's.
void ChangeFacts::addUpdated() {
  std::set<Owned> named;
  for (const Alias &each : aliases)
    if (each.isWhole && !each.isArgument)
      named.insert({ownedBy(each.to), ownedBy(each.from)});
  for (const NameUse &use : augmented) {
    Scope *owner = ownerOf(*use.scope, use.name);
    if (!owner)
      continue;
    bool isParameter = std::ranges::any_of(
        owner->bindings.at(use.name), [](const Binding &binding) {
          return binding.kind == Binding::Kind::Parameter;
        });
    if (isParameter || named.contains({owner, use.name}))
      (void)markUpdated(use);
  }
}

/// What is changed through one name is changed of all others. `isStored`: by
/// stores, and not by `op=`, which changes objects alone.
void ChangeFacts::spread(bool isStored) {
  forEachReached(
      [](const Scope &owner, const std::string &name) {
        return owner.changed.contains(name);
      },
      [&](const Alias &each) {
        share(each.from);
        if (!each.isArgument && !each.isPart)
          share(each.to);
        return isStored ? mark(each.from) : markUpdated(each.from);
      });
}

/// Of parts of objects, as the rows of a table are: `row = table[0]`, where
/// `row += 1` changes a part of the table, and `table += 1` the row.
void ChangeFacts::addParts() {
  for (const NameUse &use : augmented)
    updated_.insert(ownedBy(use));
  for (const Alias &each : aliases) {
    if (each.isWhole || each.isArgument)
      continue;
    if (isUpdated(each.to))
      (void)markPartlyUpdated(each.from);
  }
  // Of a copy the parts are those of what it is of.
  for (const Alias &each : copies) {
    Scope *copy = ownerOf(*each.to.scope, each.to.name);
    if (copy && copy->changed.contains(each.to.name))
      (void)markPartlyUpdated(each.from);
  }
  forEachReached(
      [](const Scope &owner, const std::string &name) {
        return owner.partlyUpdated.contains(name);
      },
      [&](const Alias &each) {
        // It may be the part.
        if (each.isWhole && !each.isArgument)
          (void)markUpdated(each.from);
        return markPartlyUpdated(each.from);
      });
}

void ChangeFacts::shareAliases() {
  for (const Alias &each : aliases)
    if (each.isWhole && !each.isArgument) {
      share(each.from);
      share(each.to);
    }
}

void ChangeFacts::follow() {
  resolveReturns();
  changeByCalls();
  spread(true);
  addUpdated();
  spread(false);
  addParts();
  spread(false);
  // What a whole is is no matter of its parts: the last.
  for (const Alias &each : aliases)
    if (!each.isWhole && !each.isArgument && isUpdated(each.from))
      (void)markUpdated(each.to);
  shareAliases();
}

} // namespace pyk2ptx
