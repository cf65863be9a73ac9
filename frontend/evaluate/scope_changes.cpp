// Which names mean something else later: the evaluator takes a name for what
// it is bound to, which is wrong for a list that gets another element, an array
// that a loop fills, and a global that a function sets. All code of the file
// but the kernels' is searched, whether it ever runs or not.
//
// What is stored through one name is stored in all that name the same object,
// or hold it: `row = table[0]`, `rows = [row]`, `flat = np.ravel(table)`, and a
// function's parameter. These are followed until nothing is added. An object
// that has one name alone may be changed by `op=`, which binds that name anew.
#include "evaluate.h"

#include "frontend/parse/syntax_walk.h"

#include <algorithm>
#include <iterator>

namespace pyk2ptx {

using namespace syntax;

namespace {

/// Methods that change their object, and functions that change their first
/// argument.
constexpr const char *changingMethods[] = {
    "append", "extend",  "insert",  "remove", "pop",      "clear",
    "sort",   "reverse", "update",  "add",    "fill",     "setdefault",
    "put",    "popitem", "discard", "resize", "partition"};
constexpr const char *changingFunctions[] = {
    "copyto", "put", "place", "putmask", "fill_diagonal", "shuffle"};

constexpr const char *settingFunctions[] = {"setattr", "delattr"};

/// Those of givesView; all others of NumPy's and Python's make something new.
constexpr const char *viewFunctions[] = {
    "ravel",      "asarray",        "asanyarray",  "transpose",
    "reshape",    "squeeze",        "swapaxes",    "moveaxis",
    "flip",       "rot90",          "expand_dims", "diagonal",
    "atleast_1d", "atleast_2d",     "atleast_3d",  "ascontiguousarray",
    "require",    "broadcast_to",   "array_split", "split",
    "frombuffer", "asfortranarray", "memoryview",  "enumerate",
    "zip",        "reversed",       "iter",        "next",
    "map",        "filter"};
constexpr const char *newObjects[] = {
    "len",   "int",   "float",  "bool", "complex", "str",    "abs",
    "round", "sum",   "range",  "list", "tuple",   "sorted", "set",
    "dict",  "bytes", "divmod", "pow",  "min",     "max"};

template <std::size_t Count>
bool isAmong(const std::string &name, const char *const (&names)[Count]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// `a` of a.b[c], and of a.b(c)[d]: what holds the elements. Null when an
/// expression makes something new.
const Name *rootOf(const Expr &expr) {
  const Expr *at = &expr;
  while (true) {
    if (const auto *access = std::get_if<Attribute>(&at->node))
      at = access->value.get();
    else if (const auto *access = std::get_if<Subscript>(&at->node))
      at = access->value.get();
    else if (const auto *call = std::get_if<Call>(&at->node))
      at = call->callee.get();
    else
      return std::get_if<Name>(&at->node);
  }
}

/// `c` of a.b.c and of c; "" of what has none.
std::string lastNameOf(const Expr &expr) {
  const auto *access = std::get_if<Attribute>(&expr.node);
  const auto *name = std::get_if<Name>(&expr.node);
  return access ? access->name : name ? name->id : "";
}

/// A name whose object an expression may be, or hold.
struct Held {
  const Name *name;
  /// Not one element, which is often a number.
  bool isWhole;
};

void addHeld(const Expr &expr, bool isWhole, std::vector<Held> &held);

void addAll(const std::vector<ExprPtr> &exprs, bool isWhole,
            std::vector<Held> &held) {
  for (const ExprPtr &expr : exprs)
    addHeld(*expr, isWhole, held);
}

void addOfCall(const Call &call, std::vector<Held> &held) {
  const auto *access = std::get_if<Attribute>(&call.callee->node);
  std::string called = lastNameOf(*call.callee);
  if (access)
    addHeld(*access->value, true, held);
  if (!isAmong(called, viewFunctions) &&
      (access || isAmong(called, newObjects)))
    return;
  addAll(call.args, true, held);
  for (const Keyword &keyword : call.keywords)
    addHeld(*keyword.value, true, held);
}

void addHeld(const Expr &expr, bool isWhole, std::vector<Held> &held) {
  const auto &node = expr.node;
  auto isDisplay = [](const Expr &part) {
    return std::get_if<ListExpr>(&part.node) ||
           std::get_if<TupleExpr>(&part.node);
  };
  if (const auto *name = std::get_if<Name>(&node))
    held.push_back({name, isWhole});
  else if (const auto *access = std::get_if<Attribute>(&node))
    addHeld(*access->value, isWhole, held);
  else if (const auto *access = std::get_if<Subscript>(&node))
    addHeld(*access->value,
            isWhole &&
                std::ranges::any_of(access->indices,
                                    [](const ExprPtr &index) {
                                      return std::get_if<Slice>(&index->node);
                                    }),
            held);
  else if (const auto *call = std::get_if<Call>(&node))
    addOfCall(*call, held);
  else if (const auto *tuple = std::get_if<TupleExpr>(&node))
    addAll(tuple->elements, isWhole, held);
  else if (const auto *list = std::get_if<ListExpr>(&node))
    addAll(list->elements, isWhole, held);
  else if (const auto *other = std::get_if<UnsupportedExpr>(&node))
    addAll(other->elements, isWhole, held);
  else if (const auto *star = std::get_if<Starred>(&node))
    addHeld(*star->value, isWhole, held);
  else if (const auto *either = std::get_if<IfExpr>(&node)) {
    addHeld(*either->body, isWhole, held);
    addHeld(*either->orElse, isWhole, held);
  } else if (const auto *some = std::get_if<BoolOp>(&node))
    addAll(some->operands, isWhole, held);
  else if (const auto *named = std::get_if<NamedExpr>(&node))
    addHeld(*named->value, isWhole, held);
  else if (const auto *made = std::get_if<Comprehension>(&node)) {
    addHeld(*made->element, isWhole, held);
    for (const ComprehensionFor &part : made->fors)
      addHeld(*part.iterable, false, held);
  } else if (const auto *sum = std::get_if<Binary>(&node)) {
    // Of [x] * 3 the elements.
    for (const Expr *part : {sum->left.get(), sum->right.get()})
      if (isDisplay(*part))
        addHeld(*part, isWhole, held);
  }
}

/// Names whose object's elements are those of what an expression makes.
void addCopied(const Expr &expr, std::vector<Held> &held) {
  static constexpr const char *copying[] = {"list", "tuple", "sorted", "dict",
                                            "set",  "min",   "max",    "sum",
                                            "copy", "array"};
  if (const auto *call = std::get_if<Call>(&expr.node)) {
    if (!isAmong(lastNameOf(*call->callee), copying))
      return;
    if (const auto *access = std::get_if<Attribute>(&call->callee->node))
      addHeld(*access->value, true, held);
    addAll(call->args, true, held);
    for (const Keyword &keyword : call->keywords)
      addHeld(*keyword.value, true, held);
  } else if (const auto *sum = std::get_if<Binary>(&expr.node)) {
    addHeld(*sum->left, true, held);
    addHeld(*sum->right, true, held);
  }
}

/// jit, cuda.jit(...), numba.njit: the kernels' text says itself what is wrong
/// with a store.
bool isJit(const FunctionDef &def) {
  for (const ExprPtr &decorator : def.decorators) {
    const Expr *at = decorator.get();
    if (const auto *call = std::get_if<Call>(&at->node))
      at = call->callee.get();
    if (lastNameOf(*at).ends_with("jit"))
      return true;
  }
  return false;
}

class ChangeFinder {
public:
  explicit ChangeFinder(Scope &file) : file_(file) {}
  void block(const Block &body, Scope &scope) {
    for (const Stmt &stmt : body)
      statement(stmt, scope);
  }
  void follow();

private:
  struct Use {
    Scope *scope;
    std::string name;
    SourceRange range;
  };
  /// `to` is the object `from`, or in it: as a name, as an argument.
  struct Alias {
    Use to, from;
    /// Of a call: which parameter of the function `to` it is, or of any class's
    /// method of that name.
    std::optional<std::size_t> argument;
    bool isMethod = false;
    /// Held::isWhole.
    bool isWhole = false;
  };

  static Scope *ownerOf(Scope &scope, const std::string &name);
  static bool isImported(const Use &use);
  static void share(const Use &use);
  bool mark(const Use &use);
  static bool areSame(const Use &a, const Use &b);
  static bool markUpdated(const Use &use);
  void addUpdated();
  void addParts();
  void spread(bool isStored);
  void store(const Expr &target, Scope &scope);
  void alias(const Expr &target, const Expr &value, Scope &scope,
             bool isWhole = true);
  void pass(const Call &call, SourceRange range, Scope &scope);
  bool isChangedByCall(const Alias &call, const Scope &owner) const;
  void sameObject(const std::vector<ExprPtr> &targets, Scope &scope);
  void calls(const Expr &expr, Scope &scope);
  void statement(const Stmt &stmt, Scope &scope);
  void look(const Stmt &stmt, Scope &scope);
  void compound(const Stmt &stmt, Scope &scope);
  void global(const Global &node, SourceRange range, Scope &scope);

  Scope &file_;
  std::vector<std::pair<const FunctionDef *, const Scope *>> methods_;
  /// The statements that are being looked at, the outermost of each scope.
  std::vector<std::pair<Scope *, const Stmt *>> path_;
  std::vector<Alias> aliases_;
  /// sorted(a), a * 2: whose elements are a's.
  std::vector<Alias> copies_;
  /// Names that are stored in an object.
  std::vector<Use> stored_;
  /// Names with an `op=`, which changes an object that has another name, too.
  std::vector<Use> augmented_;
};

/// The scope whose name it is, as functions in `scope` see it; null for none.
Scope *ChangeFinder::ownerOf(Scope &scope, const std::string &name) {
  for (Scope *at = &scope; at; at = const_cast<Scope *>(at->parent))
    if ((at == &scope || at->kind != Scope::Kind::Class) &&
        at->bindings.contains(name))
      return at;
  return nullptr;
}

bool ChangeFinder::mark(const Use &use) {
  Scope *owner = ownerOf(*use.scope, use.name);
  auto isImport = [](const Binding &binding) {
    return (binding.kind == Binding::Kind::Module ||
            binding.kind == Binding::Kind::Member) &&
           !(binding.level == 0 && isLibrary(binding.module));
  };
  if (owner ? std::ranges::any_of(owner->bindings.at(use.name), isImport)
            : file_.bindings.contains("*"))
    file_.importedChanges.emplace_back(owner ? owner : &file_, use.name);
  if (!owner)
    return false;
  bool isOwn =
      owner == use.scope && !path_.empty() && path_.back().first == owner;
  owner->changers[use.name].push_back(isOwn ? path_.back().second : nullptr);
  return owner->changed.try_emplace(use.name, use.range).second;
}

/// The `np` of np.zeros(3), which is no object that holds the array.
bool ChangeFinder::isImported(const Use &use) {
  Scope *owner = ownerOf(*use.scope, use.name);
  return owner && std::ranges::all_of(
                      owner->bindings.at(use.name), [](const Binding &binding) {
                        return binding.kind == Binding::Kind::Module &&
                               binding.level == 0 && isLibrary(binding.module);
                      });
}

void ChangeFinder::share(const Use &use) {
  if (Scope *owner = ownerOf(*use.scope, use.name))
    owner->shared.insert(use.name);
}

/// a[i] = ..., a.b = ..., del a[i]
void ChangeFinder::store(const Expr &target, Scope &scope) {
  if (const std::vector<ExprPtr> *elements = elementsOf(target))
    for (const ExprPtr &element : *elements)
      store(*element, scope);
  if (const auto *access = std::get_if<Attribute>(&target.node))
    file_.attributeStores.push_back(
        {access->value.get(), access->name, &scope});
  const Name *root = rootOf(target);
  if (!root || std::get_if<Name>(&target.node))
    return;
  (void)mark({&scope, root->id, target.range});
  // A class's own name.
  const auto *access = std::get_if<Attribute>(&target.node);
  Scope *owner = ownerOf(scope, root->id);
  if (!access || !owner || !std::get_if<Name>(&access->value->node))
    return;
  for (auto &[def, inner] : owner->classes)
    if (def->name == root->id)
      inner->rebound.try_emplace(access->name, target.range);
}

void ChangeFinder::alias(const Expr &target, const Expr &value, Scope &scope,
                         bool isWhole) {
  if (const std::vector<ExprPtr> *elements = elementsOf(target)) {
    for (const ExprPtr &element : *elements)
      alias(*element, value, scope, isWhole);
    return;
  }
  const auto *star = std::get_if<Starred>(&target.node);
  if (star)
    return alias(*star->value, value, scope, isWhole);
  const Name *name = rootOf(target);
  std::vector<Held> parts;
  addCopied(value, parts);
  for (const Held &each : parts)
    if (name && name->id != each.name->id)
      copies_.push_back({{&scope, name->id, target.range},
                         {&scope, each.name->id, target.range},
                         std::nullopt});
  // What is stored in an object is a part of it.
  bool isStored = !std::get_if<Name>(&target.node);
  std::vector<Held> held;
  addHeld(value, isWhole, held);
  for (const Held &each : held)
    if (name && isStored) {
      if (each.isWhole)
        stored_.push_back({&scope, each.name->id, target.range});
    } else if (name && name->id != each.name->id &&
               ownerOf(scope, each.name->id) &&
               !isImported({&scope, each.name->id, target.range}))
      aliases_.push_back({{&scope, name->id, target.range},
                          {&scope, each.name->id, target.range},
                          std::nullopt,
                          false,
                          each.isWhole});
}

/// What is given to a call, its object first if it has one, for functions that
/// change what they are given.
void ChangeFinder::pass(const Call &call, SourceRange range, Scope &scope) {
  const auto *access = std::get_if<Attribute>(&call.callee->node);
  std::string called = lastNameOf(*call.callee);
  std::size_t place = 0;
  auto add = [&](const Expr &given) {
    const Name *root = rootOf(given);
    if (root && !isImported({&scope, root->id, range}))
      aliases_.push_back({{&scope, called, range},
                          {&scope, root->id, range},
                          place,
                          access != nullptr});
    ++place;
  };
  if (access)
    add(*access->value);
  for (const ExprPtr &arg : call.args)
    add(*arg);
}

/// Of functions that are called so, any that changes the parameter.
bool ChangeFinder::isChangedByCall(const Alias &call,
                                   const Scope &owner) const {
  auto changes = [&](const FunctionDef &def, const Scope &inner) {
    return def.name == call.to.name && *call.argument < def.params.size() &&
           inner.changed.contains(def.params[*call.argument].name);
  };
  if (call.isMethod)
    return std::ranges::any_of(methods_, [&](const auto &method) {
      return changes(*method.first, *method.second);
    });
  return std::ranges::any_of(owner.inner, [&](const auto &function) {
    return changes(*function.first, *function.second);
  });
}

/// x = y = ...
void ChangeFinder::sameObject(const std::vector<ExprPtr> &targets,
                              Scope &scope) {
  for (const ExprPtr &a : targets)
    for (const ExprPtr &b : targets)
      if (a != b)
        alias(*a, *b, scope);
}

void ChangeFinder::calls(const Expr &expr, Scope &scope) {
  visitExprs(expr, [&](const Expr &each) {
    auto change = [&](const Expr &object) {
      if (const Name *root = rootOf(object))
        (void)mark({&scope, root->id, each.range});
    };
    // Called below, or kept to be called.
    if (const auto *access = std::get_if<Attribute>(&each.node))
      if (isAmong(access->name, changingMethods))
        change(*access->value);
    const auto *call = std::get_if<Call>(&each.node);
    if (!call)
      return;
    pass(*call, each.range, scope);
    for (const Keyword &keyword : call->keywords)
      if (keyword.name == "out")
        change(*keyword.value);
    if (const auto *access = std::get_if<Attribute>(&call->callee->node)) {
      if (isAmong(access->name, changingMethods)) {
        change(*access->value);
        for (const ExprPtr &arg : call->args)
          alias(*call->callee, *arg, scope);
      }
      if (isAmong(access->name, changingFunctions) && !call->args.empty())
        change(*call->args[0]);
      return;
    }
    const auto *name = std::get_if<Name>(&call->callee->node);
    if (!name)
      return;
    if (isAmong(name->id, changingFunctions) && !call->args.empty())
      change(*call->args[0]);
    if (isAmong(name->id, settingFunctions) && call->args.size() > 1) {
      const auto *text = std::get_if<StringLiteral>(&call->args[1]->node);
      file_.attributeStores.push_back(
          {call->args[0].get(), text ? text->value : "", &scope});
      change(*call->args[0]);
    }
  });
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

void ChangeFinder::compound(const Stmt &stmt, Scope &scope) {
  if (const auto *node = std::get_if<If>(&stmt.node)) {
    for (const IfBranch &branch : node->branches) {
      calls(*branch.condition, scope);
      block(branch.body, scope);
    }
    block(node->orElse, scope);
  } else if (const auto *node = std::get_if<While>(&stmt.node)) {
    calls(*node->condition, scope);
    block(node->body, scope);
    block(node->orElse, scope);
  } else if (const auto *node = std::get_if<For>(&stmt.node)) {
    calls(*node->iterable, scope);
    store(*node->target, scope);
    alias(*node->target, *node->iterable, scope,
          std::get_if<ListExpr>(&node->iterable->node) ||
              std::get_if<TupleExpr>(&node->iterable->node));
    block(node->body, scope);
    block(node->orElse, scope);
  } else if (const auto *node = std::get_if<Match>(&stmt.node)) {
    for (const MatchCase &matchCase : node->cases)
      block(matchCase.body, scope);
  } else if (const auto *node = std::get_if<UnsupportedStmt>(&stmt.node)) {
    for (const Block &inner : node->blocks)
      block(inner, scope);
  }
}

void ChangeFinder::statement(const Stmt &stmt, Scope &scope) {
  bool isOutermost = path_.empty() || path_.back().first != &scope;
  if (isOutermost)
    path_.emplace_back(&scope, &stmt);
  look(stmt, scope);
  if (isOutermost)
    path_.pop_back();
}

void ChangeFinder::look(const Stmt &stmt, Scope &scope) {
  if (const auto *node = std::get_if<ExprStmt>(&stmt.node)) {
    calls(*node->value, scope);
  } else if (const auto *node = std::get_if<Assign>(&stmt.node)) {
    calls(*node->value, scope);
    for (const ExprPtr &target : node->targets) {
      store(*target, scope);
      alias(*target, *node->value, scope);
    }
    sameObject(node->targets, scope);
  } else if (const auto *node = std::get_if<AnnAssign>(&stmt.node)) {
    if (!node->value)
      return;
    calls(*node->value, scope);
    store(*node->target, scope);
    alias(*node->target, *node->value, scope);
  } else if (const auto *node = std::get_if<AugAssign>(&stmt.node)) {
    calls(*node->value, scope);
    store(*node->target, scope);
    if (const auto *name = std::get_if<Name>(&node->target->node))
      augmented_.push_back({&scope, name->id, node->target->range});
  } else if (const auto *node = std::get_if<Assert>(&stmt.node)) {
    calls(*node->condition, scope);
  } else if (const auto *node = std::get_if<Delete>(&stmt.node)) {
    for (const ExprPtr &target : node->targets)
      store(*target, scope);
  } else if (const auto *node = std::get_if<Return>(&stmt.node)) {
    if (node->value)
      calls(*node->value, scope);
  } else if (const auto *node = std::get_if<Global>(&stmt.node)) {
    global(*node, stmt.range, scope);
  } else if (const auto *node = std::get_if<FunctionDef>(&stmt.node)) {
    for (const ExprPtr &decorator : node->decorators)
      calls(*decorator, scope);
    for (const Parameter &param : node->params)
      if (param.defaultValue)
        calls(*param.defaultValue, scope);
    if (scope.kind == Scope::Kind::Class)
      methods_.emplace_back(node, scope.inner.at(node).get());
    if (!isJit(*node))
      block(node->body, *scope.inner.at(node));
  } else if (const auto *node = std::get_if<ClassDef>(&stmt.node)) {
    for (auto &[def, inner] : scope.classes)
      if (def == node)
        block(node->body, *inner);
  } else {
    compound(stmt, scope);
  }
}

bool ChangeFinder::areSame(const Use &a, const Use &b) {
  return a.name == b.name &&
         ownerOf(*a.scope, a.name) == ownerOf(*b.scope, b.name);
}

/// Names of an object that has another name, or of a parameter's.
void ChangeFinder::addUpdated() {
  for (const Use &use : augmented_) {
    Scope *owner = ownerOf(*use.scope, use.name);
    if (!owner)
      continue;
    auto isIt = [&](const Use &other) { return areSame(use, other); };
    bool isParameter = std::ranges::any_of(
        owner->bindings.at(use.name), [](const Binding &binding) {
          return binding.kind == Binding::Kind::Parameter;
        });
    if (isParameter || std::ranges::any_of(aliases_, [&](const Alias &alias) {
          return alias.isWhole && (isIt(alias.to) || isIt(alias.from));
        }))
      (void)markUpdated(use);
  }
}

bool ChangeFinder::markUpdated(const Use &use) {
  Scope *owner = ownerOf(*use.scope, use.name);
  if (!owner)
    return false;
  owner->updated.insert(use.name);
  return owner->changed.try_emplace(use.name, use.range).second;
}

/// What is changed through one name is changed of all others. `isStored`: by
/// stores, and not by `op=`, which changes objects alone.
void ChangeFinder::spread(bool isStored) {
  for (bool isDone = false; !isDone;) {
    isDone = true;
    for (const Alias &each : aliases_) {
      Scope *owner =
          each.isMethod ? each.to.scope : ownerOf(*each.to.scope, each.to.name);
      if (!owner || !(each.argument ? isChangedByCall(each, *owner)
                                    : owner->changed.contains(each.to.name)))
        continue;
      share(each.from);
      if (!each.argument)
        share(each.to);
      isDone = !(isStored ? mark(each.from) : markUpdated(each.from)) && isDone;
    }
  }
}

/// Of parts of objects, as the rows of a table are: `row = table[0]`, where
/// `row += 1` changes a part of the table, and `table += 1` the row; and what
/// is stored in objects.
void ChangeFinder::addParts() {
  for (const Use &use : augmented_) {
    auto isIt = [&](const Use &other) { return areSame(use, other); };
    for (const Alias &each : aliases_) {
      if (each.isWhole || each.argument)
        continue;
      Scope *whole = ownerOf(*each.from.scope, each.from.name);
      if (isIt(each.to) && whole)
        whole->partlyUpdated.insert(each.from.name);
      if (isIt(each.from))
        (void)markUpdated(each.to);
    }
  }
  // Of a copy the parts are those of what it is of.
  for (const Alias &each : copies_) {
    Scope *copy = ownerOf(*each.to.scope, each.to.name);
    Scope *whole = ownerOf(*each.from.scope, each.from.name);
    if (copy && whole && copy->changed.contains(each.to.name))
      whole->partlyUpdated.insert(each.from.name);
  }
  for (const Alias &each : aliases_) {
    Scope *owner = ownerOf(*each.to.scope, each.to.name);
    if (owner && each.isWhole && owner->partlyUpdated.contains(each.to.name))
      (void)markUpdated(each.from);
  }
  for (const Use &use : stored_)
    (void)markUpdated(use);
}

void ChangeFinder::follow() {
  spread(true);
  addUpdated();
  spread(false);
  addParts();
  for (const Alias &each : aliases_)
    if (each.isWhole && !each.argument) {
      share(each.from);
      share(each.to);
    }
}

} // namespace

bool givesView(const std::string &function) {
  return isAmong(function, viewFunctions);
}

void findChanges(const Module &module, Scope &scope) {
  scope.body = &module.body;
  ChangeFinder finder(scope);
  finder.block(module.body, scope);
  finder.follow();
}

} // namespace pyk2ptx
