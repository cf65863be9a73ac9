// Who calls a function gives it objects, which it may change. A function of the
// file is looked at: its parameter is another name of the argument. Libraries'
// functions and methods are known by name. All others may do anything.
#include "call_effects.h"

#include "frontend/constants/library.h"
#include "frontend/parse/syntax_walk.h"
#include "known_calls.h"

#include <algorithm>

namespace pyk2ptx {

using namespace syntax;

static bool isLibraryImport(const Binding &binding) {
  return isImport(binding) && binding.level == 0 &&
         isReadingModule(binding.module);
}

static bool isFileImport(const Binding &binding) {
  return isImport(binding) && !isLibraryImport(binding);
}

/// The dotted name of a library's or of Python's own function; "" of others.
std::string CallEffects::pathOf(const Expr &callee, Scope &scope) {
  std::string path;
  const Expr *at = &callee;
  while (const auto *access = std::get_if<Attribute>(&at->node)) {
    path = "." + access->name + path;
    at = access->value.get();
  }
  const auto *name = std::get_if<Name>(&at->node);
  if (!name)
    return "";
  bool isTarget = std::ranges::any_of(
      targets_, [&](const auto &target) { return target.first == name->id; });
  const Scope *owner = ChangeFacts::ownerOf(scope, name->id);
  if (!owner)
    return !isTarget && isPythonFunction(name->id) ? name->id + path : "";
  const std::vector<Binding> &bindings = owner->bindings.at(name->id);
  if (!std::ranges::all_of(bindings, isLibraryImport))
    return "";
  const Binding &last = bindings.back();
  bool isMember = last.kind == Binding::Kind::Member;
  return canonicalPath(last.module + (isMember ? "." + last.name : "") + path);
}

/// Whether a name is a library's, or an object that one of its functions made.
bool CallEffects::isOfLibrary(const Name &name, Scope &scope) {
  Scope *owner = ChangeFacts::ownerOf(scope, name.id);
  return owner && std::ranges::all_of(
                      owner->bindings.at(name.id), [&](const Binding &binding) {
                        const auto *made =
                            binding.value
                                ? std::get_if<Call>(&binding.value->node)
                                : nullptr;
                        return isLibraryImport(binding) ||
                               (made && !pathOf(*made->callee, *owner).empty());
                      });
}

/// That the name is bound to; null: to something else.
static const Lambda *lambdaOf(const Binding &binding) {
  return binding.kind == Binding::Kind::Assigned && binding.value
             ? std::get_if<Lambda>(&binding.value->node)
             : nullptr;
}

/// What a name's lambdas give that calls nothing but itself.
void CallEffects::addOfLambdas(const Call &call, bool isWhole, Scope &scope,
                               std::vector<HeldUse> &uses) {
  const auto *name = std::get_if<Name>(&call.callee->node);
  Scope *owner = name ? ChangeFacts::ownerOf(scope, name->id) : nullptr;
  if (!owner)
    return;
  for (const Binding &binding : owner->bindings.at(name->id)) {
    const Lambda *lambda = lambdaOf(binding);
    if (!lambda || !lambdas_.insert(lambda).second)
      continue;
    std::vector<HeldUse> given =
        usesOf(heldBy(*binding.value, isWhole), *owner);
    uses.insert(uses.end(), given.begin(), given.end());
    lambdas_.erase(lambda);
  }
}

std::vector<HeldUse> CallEffects::usesOf(const std::vector<Held> &held,
                                         Scope &scope) {
  std::vector<HeldUse> uses;
  for (const Held &each : held) {
    SourceRange range = each.expr->range;
    if (const auto *call = std::get_if<Call>(&each.expr->node)) {
      for (const Function &function : calleesOf(*call, scope).functions)
        uses.push_back({{function.scope, "", range}, each.isWhole});
      addOfLambdas(*call, each.isWhole, scope, uses);
      continue;
    }
    if (const auto *access = std::get_if<Attribute>(&each.expr->node)) {
      facts_.addOfClasses(access->name, range, uses);
      continue;
    }
    const std::string &name = std::get<Name>(each.expr->node).id;
    const Scope *owner = ChangeFacts::ownerOf(scope, name);
    bool isModule =
        owner && std::ranges::all_of(owner->bindings.at(name), isLibraryImport);
    if (!isModule)
      uses.push_back({{&scope, name, range}, each.isWhole});
    // A target's object is an element of what the comprehension goes over.
    for (std::size_t i = 0; i < targets_.size(); ++i)
      if (targets_[i].first == name && targets_[i].second) {
        const Expr *over = targets_[i].second;
        auto outer = std::exchange(targets_, {});
        std::vector<HeldUse> more = usesOf(heldBy(*over, false), scope);
        targets_ = std::move(outer);
        uses.insert(uses.end(), more.begin(), more.end());
      }
  }
  return uses;
}

void CallEffects::mark(const NameUse &use) {
  if (use.name.empty() && !facts_.kernel)
    facts_.returnedChanges.push_back(use);
  else if (!use.name.empty())
    (void)facts_.mark(use, isLater_);
}

void CallEffects::change(const Expr &object, SourceRange range, Scope &scope) {
  std::vector<Held> held = heldBy(object);
  // Whatever an attribute is called.
  const Expr *at = &object;
  while (!std::get_if<Name>(&at->node)) {
    const auto *access = std::get_if<Attribute>(&at->node);
    const auto *element = std::get_if<Subscript>(&at->node);
    if (!access && !element)
      break;
    at = access ? access->value.get() : element->value.get();
  }
  if (held.empty() && std::get_if<Name>(&at->node))
    held.push_back({at, false});
  for (HeldUse each : usesOf(held, scope)) {
    each.use.range = range;
    mark(each.use);
  }
}

/// Who has it then may change it, or its parts.
void CallEffects::escape(const Expr &expr, SourceRange range, Scope &scope) {
  for (HeldUse each : usesOf(heldBy(expr), scope)) {
    each.use.range = range;
    if (each.isWhole)
      mark(each.use);
    else if (!each.use.name.empty())
      (void)facts_.markPartlyUpdated(each.use);
  }
}

void CallEffects::escapeArguments(const Call &call, std::size_t first,
                                  SourceRange range, Scope &scope) {
  for (std::size_t i = first; i < call.args.size(); ++i)
    escape(*call.args[i], range, scope);
  for (const Keyword &keyword : call.keywords)
    escape(*keyword.value, range, scope);
}

/// An object gets a part.
void CallEffects::keep(const Expr &object, const Expr &part, SourceRange range,
                       Scope &scope) {
  const Name *root = rootOf(object);
  const Scope *owner = root ? ChangeFacts::ownerOf(scope, root->id) : nullptr;
  if (!owner || std::ranges::any_of(owner->bindings.at(root->id), isFileImport))
    return escape(part, range, scope);
  for (const HeldUse &each : usesOf(heldBy(part), scope))
    facts_.addAlias({{&scope, root->id, range}, each.use, false, false, true});
}

// ---- functions of the file ----

/// Whether calls of the name call it.
static bool isItself(const FunctionDef &def) {
  static constexpr const char *harmless[] = {"lru_cache",   "cache",
                                             "property",    "staticmethod",
                                             "classmethod", "abstractmethod"};
  return std::ranges::all_of(def.decorators, [](const ExprPtr &decorator) {
    std::string name = decoratorName(*decorator);
    return name.ends_with("jit") ||
           std::ranges::find(harmless, name) != std::end(harmless);
  });
}

static bool hasDecorator(const FunctionDef &def, const char *name) {
  return std::ranges::any_of(def.decorators, [&](const ExprPtr &decorator) {
    return decoratorName(*decorator) == name;
  });
}

/// What constructing an object calls.
CallEffects::Callees CallEffects::classCallees(const std::string &name,
                                               Scope &owner) {
  static constexpr const char *plain[] = {
      "NamedTuple", "object", "Enum",     "IntEnum", "IntFlag",
      "Flag",       "ABC",    "Protocol", "Generic", "TypedDict"};
  Callees callees;
  callees.areKnown = true;
  callees.before = 1;
  for (auto &[def, inner] : owner.classes) {
    if (def->name != name)
      continue;
    for (const FunctionDef *method : inner->functions)
      if (method->name == "__init__" || method->name == "__new__" ||
          method->name == "__post_init__") {
        callees.functions.push_back({method, inner->inner.at(method).get()});
        if (method->name == "__post_init__")
          callees.before = std::nullopt;
      }
    callees.areKnown =
        callees.areKnown && def->decorators.size() <= 1 &&
        std::ranges::all_of(def->bases, [&](const ExprPtr &base) {
          std::string of = lastNameOf(*base);
          return std::ranges::find(plain, of) != std::end(plain);
        });
  }
  return callees;
}

CallEffects::Callees CallEffects::methodCallees(const Attribute &access,
                                                Scope &scope) {
  Callees callees;
  auto found = facts_.methods.find(access.name);
  const Name *root = rootOf(*access.value);
  if (found == facts_.methods.end() || (root && isOfLibrary(*root, scope)))
    return callees;
  callees.areKnown = true;
  callees.before = 1;
  callees.object = access.value.get();
  for (const auto &[def, inner] : found->second) {
    callees.functions.push_back({def, inner});
    callees.areKnown = callees.areKnown && isItself(*def);
    if (hasDecorator(*def, "staticmethod"))
      callees.before = std::nullopt;
  }
  // Class.method(object, ...)
  const Scope *owner = root ? ChangeFacts::ownerOf(scope, root->id) : nullptr;
  if (owner && std::ranges::any_of(
                   owner->bindings.at(root->id), [](const Binding &binding) {
                     return binding.kind == Binding::Kind::Class;
                   }))
    callees.before = std::nullopt;
  return callees;
}

/// f(...), of a lambda that calls nothing as well; kernel[grid, block](...);
/// object.method(...); Class(...).
CallEffects::Callees CallEffects::calleesOf(const Call &call, Scope &scope) {
  const Expr *callee = call.callee.get();
  if (const auto *access = std::get_if<Attribute>(&callee->node))
    return methodCallees(*access, scope);
  const auto *launch = std::get_if<Subscript>(&callee->node);
  const Name *name = launch ? std::get_if<Name>(&launch->value->node)
                            : std::get_if<Name>(&callee->node);
  // kernel.forall(n)(...)
  const auto *maker = std::get_if<Call>(&callee->node);
  const auto *forall =
      maker ? std::get_if<Attribute>(&maker->callee->node) : nullptr;
  if (forall && forall->name == "forall")
    name = std::get_if<Name>(&forall->value->node);
  Scope *owner = name ? ChangeFacts::ownerOf(scope, name->id) : nullptr;
  Callees callees;
  if (!owner)
    return callees;
  callees.areKnown = true;
  for (const Binding &binding : owner->bindings.at(name->id)) {
    if (binding.kind == Binding::Kind::Class && !launch)
      return classCallees(name->id, *owner);
    if (binding.kind == Binding::Kind::Function) {
      auto inner = owner->inner.find(binding.function);
      if (inner != owner->inner.end())
        callees.functions.push_back({binding.function, inner->second.get()});
      callees.areKnown = callees.areKnown && isItself(*binding.function);
    } else {
      const auto *made =
          binding.value ? std::get_if<Call>(&binding.value->node) : nullptr;
      bool isType = made && makesCallable(pathOf(*made->callee, *owner));
      callees.areKnown =
          callees.areKnown &&
          (isType || (lambdaOf(binding) && isHarmless(*binding.value, scope)));
    }
  }
  return callees;
}

/// An argument that may be each of several parameters is all of them.
void CallEffects::give(const Expr &arg, const Function &function,
                       std::optional<std::size_t> place,
                       const std::string &keyword, SourceRange range,
                       Scope &scope) {
  std::vector<HeldUse> uses = usesOf(heldBy(arg), scope);
  if (uses.empty())
    return;
  const std::vector<Parameter> &params = function.def->params;
  for (std::size_t i = 0; i < params.size(); ++i) {
    bool takesRest = params[i].kind == Parameter::Kind::Args ||
                     params[i].kind == Parameter::Kind::KeywordArgs;
    bool isIt = keyword.empty()
                    ? !place || i == *place || (takesRest && i <= *place)
                    : params[i].name == keyword || takesRest;
    for (const HeldUse &each : uses)
      if (isIt)
        facts_.addAlias({{function.scope, params[i].name, range},
                         {each.use.scope, each.use.name, range},
                         true});
  }
}

void CallEffects::pass(const Call &call, const Callees &callees,
                       SourceRange range, Scope &scope) {
  for (const Function &function : callees.functions) {
    std::optional<std::size_t> place = callees.before;
    if (callees.object)
      give(*callees.object, function,
           place ? std::optional<std::size_t>(0) : place, "", range, scope);
    for (const ExprPtr &arg : call.args) {
      // Behind a star nobody counts.
      if (std::holds_alternative<Starred>(arg->node))
        place = std::nullopt;
      give(*arg, function, place, "", range, scope);
      place = place ? std::optional(*place + 1) : place;
    }
    for (const Keyword &keyword : call.keywords)
      give(*keyword.value, function, std::nullopt, keyword.name, range, scope);
  }
}

/// What classes of the file have for operators, which may be meant.
void CallEffects::operate(const std::vector<const Expr *> &operands,
                          SourceRange range, Scope &scope) {
  for (const auto &[def, inner] : facts_.operators)
    for (const Expr *operand : operands)
      give(*operand, {def, inner}, std::nullopt, "", range, scope);
}

// ---- libraries ----

/// Whether calling it changes nothing: a library's, or a lambda that calls
/// none.
bool CallEffects::isHarmless(const Expr &function, Scope &scope) {
  if (const auto *lambda = std::get_if<Lambda>(&function.node)) {
    auto outer = targets_;
    addTargets(function);
    bool callsNone = true;
    visitExprs(*bodyOf(*lambda), [&](const Expr &part) {
      const auto *call = std::get_if<Call>(&part.node);
      callsNone = callsNone && (!call || !pathOf(*call->callee, scope).empty());
    });
    targets_ = std::move(outer);
    return callsNone;
  }
  return std::holds_alternative<NoneLiteral>(function.node) ||
         !pathOf(function, scope).empty();
}

/// Names that the file binds are set anew, or what they are bound to changes.
void CallEffects::changeFile(SourceRange range, bool isRebound) {
  for (const auto &[name, bindings] : facts_.file.bindings) {
    bool isSet = std::ranges::any_of(bindings, [](const Binding &binding) {
      return binding.kind == Binding::Kind::Assigned;
    });
    if (isSet && isRebound)
      facts_.file.rebound.try_emplace(name, range);
    else if (isSet)
      (void)facts_.mark({&facts_.file, name, range}, true);
  }
}

/// setattr(object, "name", value)
void CallEffects::setAttribute(const Call &call, Scope &scope) {
  if (call.args.size() < 2)
    return;
  const auto *text = std::get_if<StringLiteral>(&call.args[1]->node);
  facts_.file.attributeStores.push_back(
      {call.args[0].get(), text ? text->value : "", &scope});
}

void CallEffects::libraryCall(const Call &call, const std::string &path,
                              SourceRange range, Scope &scope) {
  // Behind a star any argument may be any parameter.
  bool isStarred = false;
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    isStarred =
        isStarred || std::holds_alternative<Starred>(call.args[i]->node);
    if (isStarred && mayChangeArgument(path))
      escape(*call.args[i], range, scope);
    else if (!isStarred && changesArgument(path, i))
      change(*call.args[i], range, scope);
  }
  // np.copyto(dst=a, src=b), and np.add(x, y, **{"out": a}).
  for (const Keyword &keyword : call.keywords)
    if (keyword.name.empty() && mayChangeArgument(path))
      escape(*keyword.value, range, scope);
    else if (!keyword.name.empty() && changesArgument(path, 0))
      change(*keyword.value, range, scope);
  if (path == "setattr" || path == "delattr")
    setAttribute(call, scope);
  if (path == "exec" || path == "eval")
    changeFile(range, path == "exec");
  if (!callsArgument(path))
    return;
  bool isFirst = path != "min" && path != "max" && path != "sorted";
  bool isKnown =
      !isFirst || call.args.empty() || isHarmless(*call.args[0], scope);
  for (const Keyword &keyword : call.keywords)
    isKnown = isKnown && ((keyword.name != "key" && keyword.name != "func") ||
                          isHarmless(*keyword.value, scope));
  if (!isKnown)
    escapeArguments(call, 0, range, scope);
}

/// modules["numpy"].f: of nobody knows what.
static bool isOfElement(const Expr &expr) {
  bool isIt = false;
  visitExprs(expr, [&](const Expr &part) {
    isIt = isIt || std::holds_alternative<Subscript>(part.node);
  });
  return isIt;
}

void CallEffects::methodCall(const Call &call, const Attribute &access,
                             SourceRange range, Scope &scope) {
  const Name *root = rootOf(*access.value);
  Scope *owner = root ? ChangeFacts::ownerOf(scope, root->id) : nullptr;
  bool isForeign =
      owner && std::ranges::any_of(owner->bindings.at(root->id), isFileImport);
  if (isReadingMethod(access.name) && !isForeign) {
    // Behind the first may be where to write.
    static constexpr const char *takesMany[] = {
        "format", "replace", "plot", "scatter", "take", "reshape"};
    if (!access.name.starts_with("assert") &&
        std::ranges::find(takesMany, access.name) == std::end(takesMany))
      escapeArguments(call, 1, range, scope);
    return;
  }
  bool isLibrarys =
      root && isOfLibrary(*root, scope) && !isOfElement(*access.value);
  for (std::size_t i = 0; isLibrarys && i < call.args.size(); ++i)
    if (changesArgument("np." + access.name, i))
      change(*call.args[i], range, scope);
  if (!isLibrarys)
    escapeArguments(call, 0, range, scope);
  // A library names what it does.
  if (!isLibrarys ||
      !(access.name.starts_with("get_") || access.name.starts_with("suggest_")))
    change(*access.value, range, scope);
}

// ---- all calls ----

void CallEffects::call(const Call &call, const Expr &expr, Scope &scope) {
  SourceRange range = expr.range;
  for (const Keyword &keyword : call.keywords)
    if (keyword.name == "out")
      change(*keyword.value, range, scope);
  std::string path = pathOf(*call.callee, scope);
  if (path == "globals" || path == "vars" || path == "locals") {
    if (!readings_.contains(&expr))
      changeFile(range, true);
    return;
  }
  if (!path.empty())
    return libraryCall(call, path, range, scope);
  Callees callees = calleesOf(call, scope);
  pass(call, callees, range, scope);
  if (callees.areKnown)
    return;
  const auto *access = std::get_if<Attribute>(&call.callee->node);
  // Changed above; what it is given is then a part of it.
  if (access && isChangingMethod(access->name)) {
    for (const ExprPtr &arg : call.args)
      keep(*access->value, *arg, range, scope);
    return;
  }
  if (access)
    return methodCall(call, *access, range, scope);
  // partial(f, a)() may change a, and nothing a type that a library has made.
  const auto *name = std::get_if<Name>(&call.callee->node);
  if (name && !facts_.kernel)
    facts_.called.push_back({&scope, name->id, range});
  else if (!name)
    change(*call.callee, range, scope);
  escapeArguments(call, 0, range, scope);
}

void CallEffects::visit(const Expr &each, Scope &scope) {
  auto reads = [&](const Expr &object) {
    const Expr *at = &object;
    if (std::holds_alternative<Call>(at->node))
      readings_.insert(at);
  };
  if (const auto *access = std::get_if<Subscript>(&each.node)) {
    if (isNamespaceOfFile(*access->value, scope)) {
      reads(*access->value);
      readGlobal(*access, each.range);
    }
  } else if (const auto *chain = std::get_if<Compare>(&each.node)) {
    std::vector<const Expr *> operands;
    for (const ExprPtr &operand : chain->operands) {
      reads(*operand);
      operands.push_back(operand.get());
    }
    operate(operands, each.range, scope);
  } else if (const auto *access = std::get_if<Attribute>(&each.node)) {
    if (access->name == "get" || access->name == "keys" ||
        access->name == "items")
      reads(*access->value);
    // Called, or kept to be called.
    if (isChangingMethod(access->name) && pathOf(*access->value, scope).empty())
      change(*access->value, each.range, scope);
  } else if (const auto *made = std::get_if<Call>(&each.node)) {
    call(*made, each, scope);
  } else if (const auto *sum = std::get_if<Binary>(&each.node)) {
    operate({sum->left.get(), sum->right.get()}, each.range, scope);
  } else if (const auto *named = std::get_if<NamedExpr>(&each.node)) {
    // Nobody follows a name that `:=` sets.
    escape(*named->value, each.range, scope);
  } else if (const auto *other = std::get_if<UnsupportedExpr>(&each.node)) {
    bool isKnown = other->what == "dictionary" || other->what == "set" ||
                   other->what == "pair" || !each.range.source;
    if (!isKnown)
      for (const std::string &name :
           namesIn(each.range.source->text(each.range)))
        mark({&scope, name, each.range});
  }
}

/// Names that comprehensions and lambdas of an expression bind.
void CallEffects::addTargets(const Expr &expr) {
  visitExprs(expr, [&](const Expr &each) {
    if (const auto *lambda = std::get_if<Lambda>(&each.node))
      for (const Parameter &param : lambda->function->params)
        targets_.emplace_back(param.name, nullptr);
    const auto *made = std::get_if<Comprehension>(&each.node);
    if (!made)
      return;
    for (const ComprehensionFor &part : made->fors)
      visitExprs(*part.target, [&](const Expr &target) {
        if (const auto *name = std::get_if<Name>(&target.node))
          targets_.emplace_back(name->id, part.iterable.get());
      });
  });
}

void CallEffects::look(const Expr &expr, Scope &scope) {
  readings_.clear();
  addTargets(expr);
  // An expression is visited before what is in it.
  SourceRange later{};
  visitExprs(expr, [&](const Expr &each) {
    isLater_ = later.source && each.range.begin < later.end;
    if (std::holds_alternative<Lambda>(each.node) && !isLater_)
      later = each.range;
    visit(each, scope);
  });
  isLater_ = false;
  targets_.clear();
}

/// globals() and the like, without arguments.
bool CallEffects::isNamespaceOfFile(const Expr &expr, Scope &scope) {
  const auto *made = std::get_if<Call>(&expr.node);
  std::string path = made ? pathOf(*made->callee, scope) : "";
  return path == "globals" || path == "vars" || path == "locals";
}

/// "name" of globals()["name"]; null for what is no constant.
static const StringLiteral *keyOf(const Subscript &access) {
  return access.indices.size() == 1
             ? std::get_if<StringLiteral>(&access.indices[0]->node)
             : nullptr;
}

/// globals()["name"], whose object may be changed.
void CallEffects::readGlobal(const Subscript &access, SourceRange range) {
  if (const StringLiteral *text = keyOf(access))
    (void)facts_.mark({&facts_.file, text->value, range}, true);
  else
    changeFile(range, false);
}

/// globals()["name"] = ...
bool CallEffects::storesInFile(const Expr &target, Scope &scope) {
  const auto *element = std::get_if<Subscript>(&target.node);
  if (!element || !isNamespaceOfFile(*element->value, scope))
    return false;
  if (const StringLiteral *text = keyOf(*element))
    facts_.file.rebound.try_emplace(text->value, target.range);
  else
    changeFile(target.range, true);
  return true;
}

} // namespace pyk2ptx
