// What a name is. Its bindings are evaluated in the order of the text, and what
// one is made of may be the same name's binding before it (`n = n * 2`), or
// another name's as it is at that place. A chain of those that are read twice
// each doubles its work with every link, so what a binding is made of is kept:
// unless it depends on what is being evaluated around it, or was too deep,
// which is so from that depth on alone.
#include "fold.h"
#include "frontend/parse/syntax_walk.h"
#include "frontend/tables/builtins.h"
#include "prelude.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

bool Evaluator::isMutable(const Value &value) {
  bool isObject = value.kind == Value::Kind::Tuple && value.fields;
  return (value.kind == Value::Kind::Tuple && value.isList) || isObject ||
         value.kind == Value::Kind::Dict || value.kind == Value::Kind::Set ||
         value.kind == Value::Kind::Array;
}

bool Evaluator::hasParts(const Value &value) {
  return value.kind == Value::Kind::Array
             ? value.shape.size() > 1
             : std::ranges::any_of(value.elements, [](const Value &element) {
                 return isMutable(element) || hasParts(element);
               });
}

static Value functionOf(FunctionValue function) {
  Value value;
  value.kind = Value::Kind::Function;
  value.function = std::move(function);
  return value;
}

static Value classValue(const Binding &binding, const Scope &scope) {
  for (const auto &[def, inner] : scope.classes)
    if (def->nameRange.begin == binding.range.begin) {
      Value value;
      value.kind = Value::Kind::Class;
      value.range = binding.range;
      value.text = def->name;
      value.classScope = inner.get();
      return value;
    }
  return Value::unknown(binding.range, "it is a class");
}

Value Evaluator::oneBinding(const std::string &name, const Binding &binding,
                            const Scope &scope) {
  switch (binding.kind) {
  case Binding::Kind::Module:
  case Binding::Kind::Member:
    // Files of the prelude import from each other.
    if (scope.isPrelude && binding.level == 1)
      return functionOf(preludeFunction(binding.name));
    return importValue(binding);
  case Binding::Kind::Function:
    return functionValue(*binding.function, scope);
  case Binding::Kind::Class:
    return classValue(binding, scope);
  case Binding::Kind::Parameter:
    return Value::unknown(binding.range,
                          "`" + name +
                              "` is a parameter of the enclosing function");
  case Binding::Kind::Other:
    return Value::unknown(binding.range, "`" + name +
                                             "` is changed while the program "
                                             "runs");
  case Binding::Kind::Assigned:
    break;
  }
  if (!binding.value)
    return Value::unknown(binding.range,
                          "`" + name + "` is set while the program runs");
  Value value = evaluate(*binding.value, scope);
  if (binding.update) {
    // In progress, the name is what it was before.
    Value before = lookup(name, scope);
    if (before.kind == Value::Kind::Missing)
      return Value::unknown(binding.range, "`" + name + "` is not defined");
    Value after = foldHost(*binding.update, before, value, binding.range);
    // In place it keeps its type.
    return before.kind == Value::Kind::Array && after.isKnown() &&
                   !(after.type == before.type)
               ? Value::unknown(binding.range,
                                "`" + name +
                                    "` is changed while the program runs")
               : after;
  }
  for (std::uint32_t index : binding.path) {
    if (!value.isKnown())
      return value;
    auto parts = elementsOf(value);
    if (!parts)
      return Value::unknown(binding.range, "`" + name +
                                               "` is unpacked from something "
                                               "that is no constant tuple");
    value = index < parts->size()
                ? (*parts)[index]
                : Value::unknown(binding.range,
                                 "there are not so many values to unpack");
  }
  return value;
}

/// While it lives, no more than `count` bindings of a name are there, as if the
/// next one were being evaluated.
class Evaluator::Earlier {
public:
  Earlier(Evaluator &evaluator, Key key, std::size_t count)
      : evaluator_(evaluator), key_(std::move(key)) {
    auto running = evaluator_.progress_.find(key_);
    if (running != evaluator_.progress_.end())
      before_ = running->second;
    evaluator_.progress_[key_] = {count, evaluator_.evaluations_ + 1};
  }
  ~Earlier() {
    if (before_)
      evaluator_.progress_[key_] = *before_;
    else
      evaluator_.progress_.erase(key_);
  }
  Earlier(const Earlier &) = delete;
  Earlier &operator=(const Earlier &) = delete;

private:
  Evaluator &evaluator_;
  Key key_;
  std::optional<Running> before_;
};

bool Evaluator::isTooDeep(int most) {
  if (depth_ < most)
    return false;
  ++tooDeep_;
  return true;
}

const Evaluator::Running *Evaluator::runningOf(const Key &key) {
  auto running = progress_.find(key);
  if (running == progress_.end())
    return nullptr;
  dependsOn_ = std::min(dependsOn_, running->second.evaluation);
  return &running->second;
}

/// Whether a name means something where its scope does not bind it.
static bool isBoundAround(const std::string &name, const Scope &at) {
  if (at.kind == Scope::Kind::Class || at.bindings.contains("*") ||
      builtinByName(name) || isHostFunction(name))
    return true;
  for (const Scope *around = at.parent; around; around = around->parent)
    if (around->bindings.contains(name) || around->bindings.contains("*"))
      return true;
  return false;
}

const Binding *Evaluator::chosenOf(const std::string &name, const Scope &at,
                                   std::size_t count) {
  const std::vector<Binding> &bindings = at.bindings.at(name);
  const Binding &last = bindings[count - 1];
  if (!last.conditional)
    return &last;
  if (count == 1)
    return isImport(last) || !isBoundAround(name, at) ? &last : nullptr;
  // One attempt to import it, or the same import each time.
  bool isAttempt = true, isSame = true;
  for (std::size_t i = 0; i < count; ++i) {
    const Binding &each = bindings[i];
    isAttempt = isAttempt && (!each.conditional ||
                              (each.attempt && each.attempt == last.attempt));
    isAttempt = isAttempt && !each.update;
    if (each.value && each.attempt)
      visitExprs(*each.value, [&](const Expr &part) {
        const auto *read = std::get_if<Name>(&part.node);
        isAttempt = isAttempt && !(read && read->id == name);
      });
    isSame = isSame && isImport(each) && each.level == last.level &&
             each.name == last.name && each.level == 0 &&
             canonicalPath(each.module) == canonicalPath(last.module);
  }
  if (isSame)
    return &last;
  if (!isAttempt)
    return nullptr;
  const Binding &among = importAmong(bindings, last);
  return isImport(among) ? &among : nullptr;
}

/// A long chain is not as deep as it is long: from its beginning on, some links
/// at a time. What is not kept of them is not asked again.
void Evaluator::evaluateBefore(const std::string &name, const Scope &at,
                               std::size_t count) {
  constexpr std::size_t stride = 16;
  if (std::exchange(isEvaluatingBefore_, true))
    return;
  Key key{&at, name};
  for (std::size_t each = stride; each < count; each += stride)
    if (!values_.contains({key, each})) {
      Earlier earlier(*this, key, each);
      boundValue(name, at);
    }
  isEvaluatingBefore_ = false;
}

Value Evaluator::boundValue(const std::string &name, const Scope &at) {
  const std::vector<Binding> &bindings = at.bindings.at(name);
  Key key{&at, name};
  const Running *running = runningOf(key);
  bool isRunning = running;
  std::size_t count = running ? running->count : bindings.size();
  if (count == 0)
    return Value::unknown({}, "the definition of `" + name + "` needs itself");
  auto found = values_.find({key, count});
  if (found != values_.end() && found->second.depth <= depth_) {
    tooDeep_ += found->second.depth > 0 ? 1 : 0;
    return found->second.value;
  }
  if (isTooDeep(mostDepth))
    return Value::unknown({}, "its definition is nested too deep");
  const Binding *chosen = chosenOf(name, at, count);
  if (!chosen)
    return Value::unknown(bindings[count - 1].range,
                          "`" + name +
                              "` is set in several places, the last of them "
                              "under a condition");
  const Binding &binding = *chosen;
  evaluateBefore(name, at, count);
  int depth = depth_, tooDeep = tooDeep_, outer = dependsOn_;
  dependsOn_ = INT_MAX;
  Value value;
  {
    Deeper deeper(*this);
    Earlier others(*this, key, count - 1);
    CalledAt nowhere(*this, {});
    ++evaluations_;
    value = oneBinding(name, binding, at);
    --evaluations_;
  }
  if (sizeOf(value) > mostCopied)
    value = Value::unknown(bindings[count - 1].range, "it is too large");
  auto change = at.rebound.find(name);
  bool isChanged = change != at.rebound.end();
  if (!isChanged && isMutable(value)) {
    change = at.changed.find(name);
    isChanged = change != at.changed.end();
  }
  SourceRange changed = isChanged ? change->second : bindings[count - 1].range;
  isChanged = isChanged || (at.partlyUpdated.contains(name) && hasParts(value));
  if (isChanged && value.isKnown())
    value = Value::unknown(changed, "`" + name +
                                        "` is changed while the "
                                        "program runs");
  bool isItsOwn = dependsOn_ > evaluations_;
  if (isItsOwn || !isRunning)
    values_[{key, count}] = {value, tooDeep_ == tooDeep ? 0 : depth};
  dependsOn_ = isItsOwn ? outer : std::min(outer, dependsOn_);
  return value;
}

Value Evaluator::lookup(const std::string &name, const Scope &scope) {
  const Scope *file = &scope;
  while (file->parent)
    file = file->parent;
  for (const auto &[defined, value] : defines_)
    if (defined == name && !file->isPrelude)
      return value;
  // A star import that could not be read may be where the name comes from.
  Value unread = Value::missing();
  for (const Scope *at = &scope; at; at = at->parent) {
    // Names of a class body are not visible in its functions.
    if (at->kind == Scope::Kind::Class && at != &scope)
      continue;
    if (auto given = at->given.find(name); given != at->given.end())
      return given->second;
    if (!at->bindings.contains(name)) {
      Value starred = starImported(name, *at);
      if (starred.isKnown())
        return starred;
      if (starred.kind == Value::Kind::Unknown)
        unread = starred;
      continue;
    }
    // A star import behind it may set it again.
    auto stars = at->bindings.find("*");
    if (stars != at->bindings.end() && !runningOf({at, name}) &&
        stars->second.back().range.begin >
            at->bindings.at(name).back().range.begin)
      if (Value starred = starImported(name, *at);
          starred.kind != Value::Kind::Missing)
        return starred;
    Value value = boundValue(name, *at);
    auto running = progress_.find({at, name});
    bool isWhole = running == progress_.end() ||
                   running->second.count == at->bindings.at(name).size();
    if (!value.isKnown() && at->kind == Scope::Kind::Module && isWhole)
      if (std::optional<Value> made = replayed(name, *at, scope))
        return *made;
    return value;
  }
  if (scope.isTypeNamespace)
    return pathValue("numba." + name);
  // Of Python's names those that neither constants nor kernels have: what is
  // said of them names them.
  static constexpr std::string_view otherNames[] = {
      "complex", "object",  "hasattr", "getattr",   "type",       "hash",
      "repr",    "input",   "open",    "iter",      "next",       "id",
      "vars",    "globals", "locals",  "eval",      "exec",       "super",
      "format",  "setattr", "delattr", "bytearray", "issubclass", "callable"};
  if (builtinByName(name) || isHostFunction(name) ||
      std::ranges::find(otherNames, name) != std::end(otherNames))
    return Value::path(name);
  return unread;
}

std::vector<std::string> Evaluator::visibleNames(const Scope &scope) const {
  std::vector<std::string> names;
  for (const Scope *at = &scope; at; at = at->parent) {
    for (const auto &[name, bindings] : at->bindings)
      names.push_back(name);
    for (const auto &[name, value] : at->given)
      names.push_back(name);
  }
  for (const BuiltinInfo &row : allBuiltins())
    if (row.name.find('.') == std::string_view::npos)
      names.emplace_back(row.name);
  std::sort(names.begin(), names.end());
  return names;
}

/// The scope whose statements run in the order of the text up to this place of
/// it, and that binds the name more than once; null for none.
static const Scope *orderedScope(const std::string &name, const Scope &scope) {
  for (const Scope *at = &scope; at; at = at->parent) {
    if (at->given.contains(name))
      return nullptr;
    auto found = at->bindings.find(name);
    if (found != at->bindings.end())
      return found->second.size() > 1 ? at : nullptr;
    // A function runs when it is called, and finds what its file ends with.
    if (at->kind != Scope::Kind::Class && !at->isTemporary)
      return nullptr;
  }
  return nullptr;
}

/// How many of the bindings of a name are made before a place. What is assigned
/// is evaluated before its targets are bound: `a, b = b, a`.
static std::size_t bindingsBefore(const std::vector<Binding> &bindings,
                                  SourceRange place) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const Binding &binding = bindings[i];
    bool isOfItsValue = binding.value && isWithin(binding.value->range, place);
    if (binding.range.source == place.source &&
        binding.range.begin < place.begin && !isOfItsValue)
      count = i + 1;
  }
  return count;
}

/// Whether a loop around a place sets the name again before it comes back
/// there: what it is then is not what stands before the place.
static bool isSetAgain(const std::string &name, const Scope &scope,
                       SourceRange place) {
  const Scope *at = &scope;
  while (!at->bindings.contains(name)) {
    if (at->given.contains(name))
      return false;
    // A function runs when it is called.
    if ((at->kind != Scope::Kind::Class && !at->isTemporary) || !at->parent)
      return false;
    at = at->parent;
  }
  for (SourceRange loop : at->loops)
    if (isWithin(loop, place))
      for (const Binding &binding : at->bindings.at(name))
        if (isWithin(loop, binding.range) &&
            (binding.range.begin > place.begin ||
             (binding.value && isWithin(binding.value->range, place))))
          return true;
  return false;
}

/// Whether code of a scope runs when its file does, and no later.
static bool runsWithFile(const Scope &scope) {
  const Scope *at = &scope;
  while (at->parent && (at->kind == Scope::Kind::Class || at->isTemporary))
    at = at->parent;
  return at->kind == Scope::Kind::Module;
}

Value Evaluator::valueOfName(const std::string &name, const Scope &scope,
                             SourceRange range) {
  if (isSetAgain(name, scope, calledAt_.value_or(range)))
    return Value::unknown(range,
                          "`" + name + "` is changed while the program runs");
  // `B = A` before `A = 2` is what A was: as if the later ones were being
  // evaluated.
  const Scope *from = &scope;
  auto own = scope.bindings.find(name);
  // A class's names are its own from where they are bound on.
  if (scope.kind == Scope::Kind::Class && own != scope.bindings.end() &&
      own->second[0].range.source == range.source &&
      bindingsBefore(own->second, range) == 0)
    from = scope.parent;
  const Scope *ordered = orderedScope(name, *from);
  std::size_t before = ordered ? bindingsBefore(ordered->bindings.at(name),
                                                calledAt_.value_or(range))
                               : 0;
  Key key{ordered, name};
  auto running = progress_.find(key);
  std::optional<Earlier> earlier;
  if (before > 0 &&
      (running == progress_.end() || before <= running->second.count))
    earlier.emplace(*this, key, before);
  auto reading = std::exchange(reading_, calledAt_);
  if (!reading_ && runsWithFile(scope))
    reading_ = range;
  Value value = lookup(name, *from);
  reading_ = reading;
  if (value.kind == Value::Kind::Missing && name == "__file__" && range.source)
    return Value::string(range.source->name());
  if (value.kind == Value::Kind::Missing)
    return Value::unknown(range, "`" + name + "` is not defined");
  if (value.kind == Value::Kind::Unknown && !value.range.source)
    value.range = range;
  return runsWithFile(scope) ? value
                             : unlessSetByImporters(name, scope, value, range);
}

/// A function of another file runs when whoever imports that has set its names.
Value Evaluator::unlessSetByImporters(const std::string &name,
                                      const Scope &scope, const Value &value,
                                      SourceRange range) {
  const Scope *at = &scope;
  auto isBound = [&] {
    bool isSeen = at == &scope || at->kind != Scope::Kind::Class;
    return isSeen && (at->given.contains(name) || at->bindings.contains(name));
  };
  while (at && !isBound())
    at = at->parent;
  bool isOfFile = at && at->kind == Scope::Kind::Module &&
                  !at->given.contains(name) && value.isKnown();
  auto module = isOfFile ? moduleOf(*at) : nullptr;
  return module ? unlessChangedOutside(module, name, value, range) : value;
}

Value Evaluator::nameOfFunction(const std::string &name, const Scope &scope,
                                SourceRange range) {
  return unlessSetByImporters(name, scope, lookup(name, scope), range);
}

} // namespace pyk2ptx
