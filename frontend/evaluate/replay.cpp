// Objects that a file's own statements change: `T = np.zeros(256)`, then a loop
// that fills it. All statements that bind or change it are run in the order of
// the text, with what else they change; what they read besides is what it is at
// their place.
//
// The object is that from the last of them on: for what is read behind it, and
// for functions that stand there; a kernel has the names as they are where it
// is compiled, which is at its definition if its types are stated. Before, or
// where anything else changes it, nobody knows it.
#include "run_host.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

static const Stmt *statementOf(const Scope &file, SourceRange place) {
  for (const Stmt &stmt : *file.body)
    if (isWithin(stmt.range, place))
      return &stmt;
  return nullptr;
}

namespace {

/// The statements that make objects what they are, and all such objects.
struct Making {
  std::set<std::string> names;
  std::vector<const Stmt *> statements;
  /// Whose objects they change, and those that bind a name.
  std::map<const Stmt *, std::vector<std::string>> effects;
  std::set<const Stmt *> binders;
};

} // namespace

/// No function, class or module.
static bool isVariable(const Scope &file, const std::string &name) {
  auto bound = file.bindings.find(name);
  return bound != file.bindings.end() &&
         std::ranges::all_of(bound->second, [](const Binding &binding) {
           return binding.kind == Binding::Kind::Assigned ||
                  binding.kind == Binding::Kind::Other;
         });
}

/// Numbers and texts stay what they are, whoever is given them.
static bool hasEffect(const Making &making, const Stmt *stmt,
                      const Scope &names) {
  auto effects = making.effects.find(stmt);
  return making.binders.contains(stmt) || effects == making.effects.end() ||
         std::ranges::any_of(effects->second, [&](const std::string &name) {
           auto given = names.given.find(name);
           return given == names.given.end() || holdsObject(given->second);
         });
}

/// Nothing where other code has a part in it.
static std::optional<Making> makingOf(const std::string &first,
                                      const Scope &file) {
  Making making;
  making.names.insert(first);
  std::vector<std::string> open = {first};
  auto add = [&](const Stmt *stmt) {
    if (std::ranges::find(making.statements, stmt) != making.statements.end())
      return;
    making.statements.push_back(stmt);
    for (const auto &[name, changers] : file.changers) {
      if (std::ranges::find(changers, stmt) == changers.end() ||
          !isVariable(file, name))
        continue;
      making.effects[stmt].push_back(name);
      if (making.names.insert(name).second)
        open.push_back(name);
    }
  };
  while (!open.empty()) {
    std::string name = open.back();
    open.pop_back();
    auto bound = file.bindings.find(name);
    auto changers = file.changers.find(name);
    bool isChanged = changers != file.changers.end();
    if (bound == file.bindings.end() || file.rebound.contains(name))
      return std::nullopt;
    if (!isVariable(file, name))
      return std::nullopt;
    for (const Binding &binding : bound->second) {
      const Stmt *stmt = statementOf(file, binding.range);
      if (!stmt)
        return std::nullopt;
      add(stmt);
      making.binders.insert(stmt);
    }
    for (std::size_t i = 0; isChanged && i < changers->second.size(); ++i)
      if (changers->second[i])
        add(changers->second[i]);
  }
  std::ranges::sort(making.statements, {},
                    [](const Stmt *stmt) { return stmt->range.begin; });
  return making;
}

/// As names are just before a statement.
static SourceRange placeBefore(const Stmt &stmt) {
  SourceRange place = stmt.range;
  place.end = place.begin;
  place.begin -= place.begin > 0 ? 1 : 0;
  return place;
}

void Evaluator::replay(const std::string &name, const Scope &file) {
  std::optional<Making> making = makingOf(name, file);
  if (!making || making->statements.empty())
    return;
  Scope names = temporaryScope(file);
  HostRunner runner(*this, file, names);
  for (const Stmt *stmt : making->statements) {
    if (!hasEffect(*making, stmt, names))
      continue;
    for (const auto &[bound, bindings] : file.bindings) {
      bool isHere = std::ranges::any_of(bindings, [&](const Binding &binding) {
        return isWithin(stmt->range, binding.range);
      });
      if (isHere && !making->names.contains(bound) &&
          bindings[0].range.begin < stmt->range.begin)
        names.given[bound] = valueOfName(bound, file, placeBefore(*stmt));
    }
    if (runner.run(*stmt) != HostRunner::End::Next)
      return;
    std::erase_if(names.given, [&](const auto &given) {
      return !making->names.contains(given.first);
    });
  }
  // An object that other code changes by `op=`, or a part of it.
  for (const std::string &made : making->names) {
    auto given = names.given.find(made);
    if (given != names.given.end() &&
        ((file.updated.contains(made) && isMutable(given->second)) ||
         (file.partlyUpdated.contains(made) && hasParts(given->second))))
      return;
  }
  for (const std::string &made : making->names)
    if (auto given = names.given.find(made);
        given != names.given.end() && given->second.isKnown())
      replays_[{&file, made}] = {false, given->second,
                                 making->statements.back()->range};
}

/// Where the function of the file stands that `scope` is of, or is in.
static std::optional<SourceRange> definitionAround(const Scope &scope,
                                                   const Scope &file) {
  const Scope *at = &scope;
  while (at->parent && at->parent != &file)
    at = at->parent;
  for (const auto &[def, inner] : file.inner)
    if (inner.get() == at)
      return def->nameRange;
  return std::nullopt;
}

static bool isOfFile(const Scope &scope, const Scope &file) {
  const Scope *at = &scope;
  while (at->parent)
    at = at->parent;
  return at == &file;
}

std::optional<Value> Evaluator::replayed(const std::string &name,
                                         const Scope &file,
                                         const Scope &reader) {
  // Who imports a file may change what its functions find.
  bool isOfOther = stores_.empty() || &file != stores_.front();
  if (!file.body || file.isPrelude ||
      (isOfOther && std::ranges::any_of(stores_, [](const Scope *importer) {
         return !importer->importedChanges.empty();
       })))
    return std::nullopt;
  Key key{&file, name};
  if (replays_.try_emplace(key).second) {
    // Whatever is being evaluated has nothing to do with it.
    auto progress = std::exchange(progress_, {});
    auto stars = std::exchange(starProgress_, {});
    auto reading = std::exchange(reading_, {});
    int outer = std::exchange(dependsOn_, INT_MAX);
    {
      CalledAt nowhere(*this, {});
      Deeper deeper(*this);
      if (!isTooDeep(mostDepth))
        replay(name, file);
    }
    progress_ = std::move(progress);
    starProgress_ = std::move(stars);
    reading_ = reading;
    dependsOn_ = outer;
    replays_[key].isRunning = false;
  }
  const Replay &replay = replays_[key];
  // What is not known for that reason alone is not kept.
  if (replay.isRunning)
    dependsOn_ = 0;
  if (replay.isRunning || !replay.value)
    return std::nullopt;
  bool isFinal = &reader == &file || !isOfFile(reader, file);
  std::optional<SourceRange> place =
      reading_ || isFinal ? reading_ : definitionAround(reader, file);
  bool isBehind = place ? place->source != replay.last.source ||
                              place->begin >= replay.last.end
                        : isFinal;
  // It is copied each time.
  auto size = static_cast<std::int64_t>(replay.value->elements.size());
  return isBehind && takesTime(4 * size) ? replay.value : std::nullopt;
}

} // namespace pyk2ptx
