// Tables are made by loops and by functions: `for i in range(256): T[i] = ...`,
// `T = table()`. What such statements do to names and elements is done here to
// values, in the order of the program. A value is an object's content, so an
// object of two names would be two: a name gets, and an element, what can be
// changed only where the expression has just made it. What else may happen ends
// the run: nobody knows what it comes to.
#include "run_host.h"

#include "fold.h"
#include "frontend/parse/syntax_walk.h"
#include "frontend/scopes/known_calls.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

namespace pyk2ptx {

using namespace syntax;
using Kind = Value::Kind;
using End = HostRunner::End;

bool runsAtOnce(const FunctionDef &def, const Scope &scope) {
  bool isPlain = scope.inner.empty() && scope.classes.empty();
  visitExprs(def.body, [&](const Expr &expr) {
    const auto *other = std::get_if<UnsupportedExpr>(&expr.node);
    bool isDisplay = other && (other->what == "dictionary" ||
                               other->what == "set" || other->what == "pair");
    // A generator is not what its statements return.
    isPlain = isPlain && !std::holds_alternative<Lambda>(expr.node) &&
              !std::holds_alternative<NamedExpr>(expr.node) &&
              (!other || isDisplay);
  });
  return isPlain && scope.rebound.empty();
}

bool isChangedElsewhere(const Scope &scope, const std::string &name) {
  auto changers = scope.changers.find(name);
  auto bound = scope.bindings.find(name);
  if (changers == scope.changers.end() || bound == scope.bindings.end())
    return false;
  return scope.shared.contains(name) ||
         std::ranges::find(changers->second, nullptr) !=
             changers->second.end() ||
         std::ranges::any_of(bound->second, [](const Binding &binding) {
           return binding.kind == Binding::Kind::Parameter;
         });
}

// ---- objects ----

bool holdsObject(const Value &value) {
  return Evaluator::isMutable(value) ||
         (value.kind == Kind::Tuple &&
          std::ranges::any_of(value.elements, holdsObject));
}

static bool holdsObjects(const Value &container) {
  return container.kind != Kind::Array &&
         std::ranges::any_of(container.elements, holdsObject);
}

static void forEachReturn(const Block &block,
                          const std::function<void(const Expr &)> &visit) {
  for (const Stmt &stmt : block) {
    const auto *returned = std::get_if<Return>(&stmt.node);
    if (returned && returned->value)
      visit(*returned->value);
    forEachPart(
        stmt, [](const Expr &) {},
        [&](const Block &inner) { forEachReturn(inner, visit); });
  }
}

/// np.f(...), list(...) and the like, which make something new of numbers.
bool HostRunner::makes(const Call &call) {
  static constexpr const char *copies[] = {"copy", "astype", "tolist", "cumsum",
                                           "repeat"};
  const auto *access = std::get_if<Attribute>(&call.callee->node);
  if (access && std::ranges::find(copies, access->name) == std::end(copies)) {
    // Of texts, all that methods make.
    if (evaluate(*access->value).kind == Kind::String)
      return true;
    // Of what has just been made even a view is.
    const auto *before = std::get_if<Call>(&access->value->node);
    if (before)
      return makes(*before);
    Value callee = evaluate(*call.callee);
    return callee.kind == Kind::Path && makesNew(access->name);
  }
  if (access)
    return true;
  Value callee = evaluate(*call.callee);
  if (callee.kind == Kind::Path)
    return makesNew(callee.text.substr(callee.text.rfind('.') + 1));
  if (callee.kind != Kind::Function || !callee.function.def ||
      callee.function.jit)
    return false;
  // What a function has made for itself.
  const FunctionDef &def = *callee.function.def;
  const Scope &scope = *callee.function.scope;
  bool isOwn = !def.body.empty();
  forEachReturn(def.body, [&](const Expr &returned) {
    const auto *name = std::get_if<Name>(&returned.node);
    isOwn = isOwn && name && scope.bindings.contains(name->id) &&
            std::ranges::find(def.params, name->id, &Parameter::name) ==
                def.params.end();
  });
  return isOwn;
}

/// Whether the objects of a value have no other name: an expression has made
/// them.
bool HostRunner::isNew(const Expr &expr, const Value &value) {
  if (!holdsObject(value))
    return true;
  const auto &node = expr.node;
  const std::vector<ExprPtr> *parts = elementsOf(expr);
  if (parts && parts->size() == value.elements.size()) {
    for (std::size_t i = 0; i < parts->size(); ++i)
      if (std::holds_alternative<Starred>((*parts)[i]->node) ||
          !isNew(*(*parts)[i], value.elements[i]))
        return false;
    return true;
  }
  if (const auto *made = std::get_if<Comprehension>(&node))
    return made->kind != '{' &&
           std::ranges::all_of(value.elements, [&](const Value &element) {
             return isNew(*made->element, element);
           });
  if (const auto *choice = std::get_if<IfExpr>(&node))
    return isNew(*choice->body, value) && isNew(*choice->orElse, value);
  if (const auto *call = std::get_if<Call>(&node))
    return !holdsObjects(value) && makes(*call);
  bool isMade = parts || std::holds_alternative<Binary>(node) ||
                std::holds_alternative<Unary>(node) ||
                std::holds_alternative<UnsupportedExpr>(node) ||
                std::holds_alternative<Comprehension>(node);
  return isMade && !holdsObjects(value);
}

End HostRunner::fails(SourceRange range, std::string why) {
  result_ = Value::unknown(range, std::move(why));
  return End::Unknown;
}

/// As `value` says, if it is unknown.
End HostRunner::fails(const Value &value, SourceRange range, std::string why) {
  if (value.isKnown())
    return fails(range, std::move(why));
  result_ = value;
  return End::Unknown;
}

Value HostRunner::evaluate(const Expr &expr) {
  std::int64_t work = 0;
  visitExprs(expr, [&](const Expr &part) {
    const auto *name = std::get_if<Name>(&part.node);
    auto given = name ? names_.given.find(name->id) : names_.given.end();
    work += given != names_.given.end() ? 4 * sizeOf(given->second) : 0;
  });
  if (!evaluator_.takesTime(work))
    return Value::unknown(expr.range, "it takes too long to evaluate");
  return evaluator_.evaluate(expr, names_);
}

// ---- elements ----

/// An element as an array of `type` has it; nothing where NumPy would raise or
/// warn.
static std::optional<Value> asElement(const Value &value, const Type &type) {
  if (!value.isNumber())
    return std::nullopt;
  Number number = convertNumber(value.number, type);
  bool isFraction = value.number.type.isFloat() && type.isInteger();
  if (isFraction && !(std::trunc(value.number.number) == number.asDouble()))
    return std::nullopt;
  Value dtype = Value::ofType(type);
  Value array = arrayOf(pythonList({value}), &dtype, value.range);
  return array.kind == Kind::Array ? std::optional(array.elements[0])
                                   : std::nullopt;
}

/// The places of the elements that are named, as an array or a number.
static Value placesIn(const Value &array, const std::vector<Value> &indices,
                      SourceRange range) {
  Value places = array;
  places.type = Type::array(Scalar::I64, array.type.ndim, Layout::C);
  for (std::size_t i = 0; i < places.elements.size(); ++i)
    places.elements[i] = Value::of(Number::ofInt(static_cast<std::int64_t>(i)));
  return foldSubscript(places, indices, range);
}

/// One place; nothing where the indices are no integers, one for each axis.
static std::optional<std::size_t> placeIn(const Value &array,
                                          const std::vector<Value> &indices) {
  if (indices.size() != array.shape.size())
    return std::nullopt;
  std::int64_t place = 0;
  for (std::size_t axis = 0; axis < indices.size(); ++axis) {
    if (!indices[axis].isInteger() ||
        indices[axis].number.type.scalar == Scalar::Bool)
      return std::nullopt;
    std::int64_t index = indices[axis].number.asInt();
    index += index < 0 ? array.shape[axis] : 0;
    if (index < 0 || index >= array.shape[axis])
      return std::nullopt;
    place = place * array.shape[axis] + index;
  }
  return static_cast<std::size_t>(place);
}

static bool storeInArray(Value &array, const std::vector<Value> &indices,
                         const Value &value, SourceRange range) {
  if (array.type.record)
    return false;
  const Type type = array.type.element();
  if (std::optional<std::size_t> place = placeIn(array, indices)) {
    std::optional<Value> element = asElement(value, type);
    if (element)
      array.elements[*place] = *element;
    return element.has_value();
  }
  Value places = placesIn(array, indices, range);
  bool isOne = value.isNumber();
  if (places.kind != Kind::Array ||
      (!isOne && (value.kind != Kind::Array || value.shape != places.shape)))
    return false;
  for (std::size_t i = 0; i < places.elements.size(); ++i) {
    std::optional<Value> element =
        asElement(isOne ? value : value.elements[i], type);
    if (!element)
      return false;
    array.elements[places.elements[i].number.bits] = *element;
  }
  return true;
}

End HostRunner::store(const Subscript &target, const Value &value) {
  const auto *base = std::get_if<Name>(&target.value->node);
  SourceRange range = target.value->range;
  auto found = base ? names_.given.find(base->id) : names_.given.end();
  if (found == names_.given.end())
    return fails(range, "what is stored to is not known before the program "
                        "runs");
  if (!value.isKnown() || (holdsObject(value) && value.kind != Kind::Array))
    return fails(value, range, "an object in another one may have two names");
  std::vector<Value> indices;
  for (const ExprPtr &index : target.indices) {
    indices.push_back(evaluate(*index));
    if (!indices.back().isKnown())
      return fails(indices.back(), range, "");
  }
  // The index may have been a call, of whatever.
  Value &object = names_.given.at(base->id);
  bool isStored = false;
  if (object.kind != Kind::Array && holdsObject(value))
    return fails(range, "an object in another one may have two names");
  if (object.kind == Kind::Dict &&
      !evaluator_.takesTime(static_cast<std::int64_t>(object.elements.size())))
    return fails(range, "it takes too long to evaluate");
  if (object.kind == Kind::Array) {
    isStored = storeInArray(object, indices, value, range);
  } else if (object.kind == Kind::Dict && indices.size() == 1) {
    isStored = setKey(
        object, target.isTuple ? Value::tuple(indices) : indices[0], value);
  } else if (object.kind == Kind::Tuple && object.isList &&
             indices.size() == 1 && indices[0].isInteger()) {
    auto size = static_cast<std::int64_t>(object.elements.size());
    std::int64_t place = indices[0].number.asInt();
    place += place < 0 ? size : 0;
    isStored = place >= 0 && place < size;
    if (isStored)
      object.elements[static_cast<std::size_t>(place)] = value;
  }
  return isStored ? End::Next
                  : fails(range, "what is stored there is not known before "
                                 "the program runs");
}

// ---- statements ----

End HostRunner::assign(const Expr &target, const Value &value) {
  if (const auto *name = std::get_if<Name>(&target.node)) {
    if (holdsObject(value) && isChangedElsewhere(code_, name->id))
      return fails(target.range, "`" + name->id +
                                     "` is changed while the "
                                     "program runs");
    names_.given[name->id] = value;
    return End::Next;
  }
  if (const auto *element = std::get_if<Subscript>(&target.node))
    return store(*element, value);
  const std::vector<ExprPtr> *targets = elementsOf(target);
  auto parts = elementsOf(value);
  if (!targets || !parts || parts->size() != targets->size())
    return fails(value, target.range, "it cannot be unpacked");
  for (std::size_t i = 0; i < parts->size(); ++i)
    if (End end = assign(*(*targets)[i], (*parts)[i]); end != End::Next)
      return end;
  return End::Next;
}

End HostRunner::update(const AugAssign &node) {
  Value before = evaluate(*node.target);
  Value value = evaluate(*node.value);
  if (!before.isKnown() || !value.isKnown())
    return fails(before.isKnown() ? value : before, node.target->range, "");
  // A parameter's object is the caller's as well.
  const auto *name = std::get_if<Name>(&node.target->node);
  bool isOwn = name && !code_.shared.contains(name->id);
  for (const Binding &binding : name &&code_.bindings.contains(name->id)
                                    ? code_.bindings.at(name->id)
                                    : std::vector<Binding>())
    isOwn = isOwn && binding.kind != Binding::Kind::Parameter;
  // A row goes back to where it is.
  const auto *element = std::get_if<Subscript>(&node.target->node);
  isOwn = isOwn || (element && before.kind == Kind::Array &&
                    evaluate(*element->value).kind == Kind::Array);
  if (holdsObject(before) && (!isOwn || holdsObjects(value)))
    return fails(node.target->range, "what is changed has another name, too");
  Value after = foldHost(node.op, before, value, node.opRange);
  // In place it keeps its type.
  if (before.kind == Kind::Array && after.isKnown() &&
      !(after.type == before.type && after.shape == before.shape))
    return fails(node.target->range, "an array keeps its type");
  if (sizeOf(after) > mostCopied)
    return fails(node.target->range, "it is too large");
  return assign(*node.target, after);
}

/// A call for what it does: list.append, and what prints.
End HostRunner::effect(const Expr &expr) {
  if (std::holds_alternative<StringLiteral>(expr.node) ||
      std::holds_alternative<EllipsisLiteral>(expr.node))
    return End::Next;
  const auto *call = std::get_if<Call>(&expr.node);
  const auto *called = call ? std::get_if<Name>(&call->callee->node) : nullptr;
  if (called && evaluate(*call->callee) == Value::path("print")) {
    std::size_t calls = 0;
    visitExprs(expr, [&](const Expr &part) {
      calls += std::holds_alternative<Call>(part.node) ? 1 : 0;
    });
    return calls == 1 ? End::Next
                      : fails(expr.range, "what is printed may be a change");
  }
  const auto *method =
      call ? std::get_if<Attribute>(&call->callee->node) : nullptr;
  const auto *base = method ? std::get_if<Name>(&method->value->node) : nullptr;
  bool isOne = base && call->args.size() == 1 && call->keywords.empty() &&
               names_.given.contains(base->id);
  if (!isOne || (method->name != "append" && method->name != "extend"))
    return fails(expr.range, "what a call does is not known before the program "
                             "runs");
  Value value = evaluate(*call->args[0]);
  Value &list = names_.given.at(base->id);
  auto parts = method->name == "extend" ? elementsOf(value) : std::nullopt;
  if (!value.isKnown() || holdsObject(value) || list.kind != Kind::Tuple ||
      !list.isList || (method->name == "extend" && !parts) ||
      static_cast<std::int64_t>(list.elements.size()) >= mostElements)
    return fails(value, expr.range, "the list is not known");
  if (parts)
    list.elements.insert(list.elements.end(), parts->begin(), parts->end());
  else
    list.elements.push_back(std::move(value));
  return End::Next;
}

/// One turn. `isLeft`: by break.
End HostRunner::repeat(const Block &body, bool &isLeft) {
  if (!evaluator_.takesTime(256))
    return fails(body.empty() ? SourceRange{} : body[0].range,
                 "it takes too long to evaluate");
  End end = run(body);
  isLeft = end == End::Break;
  return end == End::Break || end == End::Continue ? End::Next : end;
}

End HostRunner::loop(const For &node) {
  Value iterable = evaluate(*node.iterable);
  auto elements = elementsOf(iterable);
  if (!elements)
    return fails(iterable, node.iterable->range,
                 "its elements are not constants");
  // What the body changes is seen by the turns to come.
  std::set<std::string> named;
  collectNames(node.body, named);
  bool isNamed = false;
  visitExprs(*node.iterable, [&](const Expr &part) {
    const auto *name = std::get_if<Name>(&part.node);
    auto given = name ? names_.given.find(name->id) : names_.given.end();
    isNamed =
        isNamed || (given != names_.given.end() && named.contains(name->id) &&
                    holdsObject(given->second));
  });
  if (isNamed || std::ranges::any_of(*elements, holdsObject))
    return fails(node.iterable->range, "an object may have two names");
  for (const Value &element : *elements) {
    bool isLeft = false;
    End end = assign(*node.target, element);
    if (end == End::Next)
      end = repeat(node.body, isLeft);
    if (end != End::Next || isLeft)
      return end;
  }
  return run(node.orElse);
}

End HostRunner::loop(const While &node) {
  while (true) {
    Value condition = evaluate(*node.condition);
    std::optional<bool> truth = truthOf(condition);
    if (!truth)
      return fails(condition, node.condition->range,
                   "its truth is not a constant");
    if (!*truth)
      return run(node.orElse);
    bool isLeft = false;
    End end = repeat(node.body, isLeft);
    if (end != End::Next || isLeft)
      return end;
  }
}

End HostRunner::branch(const If &node) {
  for (const IfBranch &each : node.branches) {
    Value condition = evaluate(*each.condition);
    std::optional<bool> truth = truthOf(condition);
    if (!truth)
      return fails(condition, each.condition->range,
                   "its truth is not a constant");
    if (*truth)
      return run(each.body);
  }
  return run(node.orElse);
}

/// What it does then is not known either.
static bool callsAnything(const Expr &expr) {
  bool calls = false;
  visitExprs(expr, [&](const Expr &part) {
    calls = calls || std::holds_alternative<Call>(part.node);
  });
  return calls;
}

End HostRunner::run(const Stmt &stmt) {
  const auto &node = stmt.node;
  if (const auto *assigned = std::get_if<Assign>(&node)) {
    Value value = evaluate(*assigned->value);
    if (!value.isKnown() && callsAnything(*assigned->value))
      return fails(value, stmt.range, "");
    if (holdsObject(value) &&
        (assigned->targets.size() > 1 || !isNew(*assigned->value, value)))
      return fails(stmt.range, "an object may have two names");
    if (sizeOf(value) > mostCopied)
      return fails(stmt.range, "it is too large");
    for (const ExprPtr &target : assigned->targets)
      if (End end = assign(*target, value); end != End::Next)
        return end;
    return End::Next;
  }
  if (const auto *annotated = std::get_if<AnnAssign>(&node)) {
    Value value =
        annotated->value ? evaluate(*annotated->value) : Value::none();
    if (callsAnything(*annotated->annotation) ||
        (!value.isKnown() && callsAnything(*annotated->value)))
      return fails(value, stmt.range, "");
    if (annotated->value && holdsObject(value) &&
        !isNew(*annotated->value, value))
      return fails(stmt.range, "an object may have two names");
    return annotated->value ? assign(*annotated->target, value) : End::Next;
  }
  if (const auto *updated = std::get_if<AugAssign>(&node))
    return update(*updated);
  if (const auto *called = std::get_if<ExprStmt>(&node))
    return effect(*called->value);
  if (const auto *choice = std::get_if<If>(&node))
    return branch(*choice);
  if (const auto *each = std::get_if<For>(&node))
    return loop(*each);
  if (const auto *again = std::get_if<While>(&node))
    return loop(*again);
  if (const auto *returned = std::get_if<Return>(&node)) {
    result_ = returned->value ? evaluate(*returned->value) : Value::none();
    return End::Return;
  }
  if (std::holds_alternative<Break>(node))
    return End::Break;
  if (std::holds_alternative<Continue>(node))
    return End::Continue;
  if (std::holds_alternative<Pass>(node))
    return End::Next;
  return fails(stmt.range, "the statement is not evaluated before the program "
                           "runs");
}

End HostRunner::run(const Block &block) {
  for (const Stmt &stmt : block)
    if (End end = run(stmt); end != End::Next)
      return end;
  return End::Next;
}

} // namespace pyk2ptx
