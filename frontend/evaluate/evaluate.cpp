// Constant folding of host code: the few expressions from which kernels take
// their constants, types and functions. Integers are folded exactly and must
// fit 64 bits at the end; everything that depends on running the program is
// Unknown, with the reason.
#include "device_object.h"
#include "external.h"
#include "fold.h"
#include "frontend/tables/builtins.h"
#include "namespace_value.h"
#include "prelude.h"

#include <algorithm>
#include <cmath>

namespace pyk2ptx {

using namespace syntax;

namespace {

/// Bounds the recursion through names and expressions.
constexpr int maxDepth = 400;

class DepthGuard {
public:
  explicit DepthGuard(int &depth) : depth_(depth) { ++depth_; }
  ~DepthGuard() { --depth_; }
  DepthGuard(const DepthGuard &) = delete;
  DepthGuard &operator=(const DepthGuard &) = delete;

private:
  int &depth_;
};

} // namespace

Evaluator::Evaluator(std::vector<std::pair<std::string, Value>> defines,
                     SourceLoader *loader)
    : defines_(std::move(defines)), loader_(loader) {}

/// What can be changed without a new value for its name.
static bool isMutable(const Value &value) {
  bool isObject = value.kind == Value::Kind::Tuple && value.fields;
  return (value.kind == Value::Kind::Tuple && value.isList) || isObject ||
         value.kind == Value::Kind::Dict || value.kind == Value::Kind::Set ||
         value.kind == Value::Kind::Array;
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
    return before.kind == Value::Kind::Missing
               ? Value::unknown(binding.range, "`" + name + "` is not defined")
               : foldHost(*binding.update, before, value, binding.range);
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

Value Evaluator::boundValue(const std::string &name, const Scope &at) {
  Key key{&at, name};
  auto running = progress_.find(key);
  bool isRunning = running != progress_.end();
  auto cached = cache_.find(key);
  if (!isRunning && cached != cache_.end())
    return cached->second;
  const std::vector<Binding> &bindings = at.bindings.at(name);
  if (isRunning && running->second == 0)
    return Value::unknown({}, "the definition of `" + name + "` needs itself");
  if (depth_ >= maxDepth)
    return Value::unknown({}, "its definition is nested too deep");
  std::size_t index = isRunning ? running->second - 1 : bindings.size() - 1;
  const Binding &binding = bindings[index].conditional
                               ? importAmong(bindings, bindings[index])
                               : bindings[index];
  if (index > 0 && binding.conditional &&
      binding.kind != Binding::Kind::Module &&
      binding.kind != Binding::Kind::Member)
    return Value::unknown(binding.range,
                          "`" + name +
                              "` is set in several places, the last of them "
                              "under a condition");
  DepthGuard guard(depth_);
  progress_[key] = index;
  Value value = oneBinding(name, binding, at);
  auto change = at.rebound.find(name);
  bool isChanged = change != at.rebound.end();
  if (!isChanged && isMutable(value)) {
    change = at.changed.find(name);
    isChanged = change != at.changed.end();
  }
  if (isChanged && value.isKnown())
    value = Value::unknown(change->second, "`" + name +
                                               "` is changed while the "
                                               "program runs");
  if (isRunning) {
    progress_[key] = index + 1;
  } else {
    progress_.erase(key);
    cache_[key] = value;
  }
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
    return boundValue(name, *at);
  }
  if (scope.isTypeNamespace)
    return pathValue("numba." + name);
  // Of Python's names those that neither constants nor kernels have: what is
  // said of them names them.
  static constexpr std::string_view otherNames[] = {
      "complex", "object",  "hasattr",   "getattr",    "type",
      "hash",    "repr",    "input",     "open",       "iter",
      "next",    "id",      "bytes",     "vars",       "globals",
      "locals",  "eval",    "exec",      "super",      "format",
      "setattr", "delattr", "bytearray", "issubclass", "callable"};
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

Value Evaluator::functionValue(const FunctionDef &def, const Scope &scope) {
  Value value;
  value.kind = Value::Kind::Function;
  value.range = def.nameRange;
  value.function.def = &def;
  value.function.scope = scope.inner.at(&def).get();
  for (auto at = def.decorators.rbegin(); at != def.decorators.rend(); ++at) {
    Value decorator = evaluate(**at, scope);
    Value applied = call(decorator, {value}, (*at)->range);
    if (applied.kind == Value::Kind::Unknown && decorator.isKnown())
      return applied;
    if (applied.kind == Value::Kind::Function)
      value = applied;
  }
  return value;
}

Value Evaluator::attribute(const Value &base, const std::string &name,
                           SourceRange range) {
  if (base.kind == Value::Kind::Path)
    return libraryValue(base.text + "." + name);
  if (std::optional<Value> value = foldAttribute(base, name))
    return *value;
  if (base.isMember() && name == "value")
    return base.elements[0];
  if (base.isMember() && name == "name" && !base.text.empty())
    return Value::string(base.text);
  if (base.kind == Value::Kind::Tuple && base.fields)
    for (std::size_t i = 0; i < base.fields->size(); ++i)
      if ((*base.fields)[i] == name)
        return base.elements[i];
  if (std::optional<Value> value = coopAttribute(base, name))
    return *value;
  if (isDeviceObject(base))
    return Value::unknown(range,
                          deviceObjectName(base) + " has no `" + name + "`");
  if (!base.isKnown())
    return base;
  if (base.kind == Value::Kind::Module)
    return memberOf(base.module, name, range);
  if (base.kind == Value::Kind::Class && base.classScope && name == "dtype" &&
      isGpuStruct(*this, *base.classScope))
    return dtypeOfClass(*this, base, range);
  if (base.kind == Value::Kind::Class && base.classScope)
    return classMember(*base.classScope, name, range);
  return Value::unknown(range, "`." + name +
                                   "` is not known before the "
                                   "program runs");
}

Value Evaluator::subscript(const Subscript &node, const Scope &scope,
                           SourceRange range) {
  Value base = evaluate(*node.value, scope);
  if (base.kind == Value::Kind::Class)
    if (Value type = dataclassType(base, range); type.isKnown())
      return typeSubscript(type, node, range);
  if (base.kind == Value::Kind::Type)
    return typeSubscript(base, node, range);
  if (base.kind == Value::Kind::Class && base.classScope &&
      node.indices.size() == 1 && isEnum(*base.classScope)) {
    Value name = evaluate(*node.indices[0], scope);
    if (name.kind == Value::Kind::String)
      return classMember(*base.classScope, name.text, range);
  }
  if (base.kind == Value::Kind::Path && scope.isTypeNamespace)
    return unknownType(base, range);
  if (!base.isKnown())
    return base;
  std::vector<Value> indices;
  for (const ExprPtr &index : node.indices)
    indices.push_back(evaluate(*index, scope));
  if (node.isTuple && node.indices.size() == 1)
    indices = {Value::tuple(std::move(indices))};
  return foldSubscript(base, indices, range);
}

/// The type of what is of a class: an object of a dataclass, or a member of an
/// enumeration. Unknown for other classes.
Value Evaluator::instanceType(const Value &given, SourceRange range) {
  if (given.kind != Value::Kind::Class || !given.classScope ||
      !isEnum(*given.classScope))
    return dataclassType(given, range);
  if (enumeration(*given.classScope).text == valuesMark)
    return Value::ofType(Type::of(Scalar::I64));
  std::optional<Value> all = enumerationOf(*this, given);
  if (!all || all->type.record->fields.empty())
    return Value::unknown(range, "not all values of `" + given.text +
                                     "` are known numbers");
  return Value::ofType(all->type);
}

/// void(Point): a class is the type of its instances. Nothing where no argument
/// is one.
std::optional<Value> Evaluator::callWithClasses(const Value &callee,
                                                const syntax::Call &node,
                                                const Scope &scope,
                                                SourceRange range) {
  bool hasClass = std::ranges::any_of(node.args, [&](const ExprPtr &arg) {
    return evaluate(*arg, scope).kind == Value::Kind::Class;
  });
  if (!hasClass)
    return std::nullopt;
  std::vector<Value> types;
  for (const ExprPtr &each : node.args) {
    types.push_back(evaluate(*each, scope));
    if (types.back().kind == Value::Kind::Class)
      types.back() = instanceType(types.back(), range);
    if (!types.back().isKnown())
      return types.back();
  }
  return call(callee, types, range);
}

Value Evaluator::callCoopMaker(const std::string &maker,
                               const syntax::Call &node, const Scope &scope,
                               SourceRange range) {
  // A class of the file is the type of its instances.
  auto evaluated = [&](const Expr &expr) {
    Value value = evaluate(expr, scope);
    Value type = value.kind == Value::Kind::Class
                     ? dataclassType(value, expr.range)
                     : Value::missing();
    return type.kind == Value::Kind::Type ? type : value;
  };
  std::vector<Value> given;
  for (const ExprPtr &arg : node.args)
    given.push_back(evaluated(*arg));
  std::vector<std::pair<std::string, Value>> keywords;
  for (const Keyword &keyword : node.keywords)
    keywords.emplace_back(keyword.name, evaluated(*keyword.value));
  for (const Value &value : given)
    if (!value.isKnown())
      return value;
  for (const auto &[name, value] : keywords)
    if (!value.isKnown())
      return value;
  return makeCoop(maker, std::move(given), std::move(keywords), range);
}

Value Evaluator::callExpr(const syntax::Call &node, const Scope &scope,
                          SourceRange range) {
  Value callee = evaluate(*node.callee, scope);
  if (callee.kind == Value::Kind::Path &&
      (callee.text == "cuda.jit" || callee.text == "numba.njit" ||
       callee.text == "numba.jit"))
    return jitCall(node, scope, *this, range);
  if (callee == Value::path("functools.partial"))
    return callPartial(node, scope, range);
  if (callee == Value::path("cuda.declare_device"))
    return declareDevice(node, scope, *this, range);
  if (callee.kind == Value::Kind::Class ||
      callee == Value::path("collections.namedtuple"))
    return callClass(node, callee, scope, range);
  if (callee.kind == Value::Kind::Type)
    if (std::optional<Value> made = callWithClasses(callee, node, scope, range))
      return *made;
  if (isRecordMaker(callee))
    return callRecordMaker(callee, node, scope, range);
  // A callback that is an object's call; its type is what the array has that it
  // is kept in.
  if (callee.kind == Value::Kind::Path &&
      callee.text == "cuda.coop.StatefulFunction" && !node.args.empty())
    return attribute(evaluate(*node.args[0], scope), "__call__", range);
  if (callee == Value::path(gpuStructPath))
    return callGpuStruct(*this, node, scope, range);
  if (callee.kind == Value::Kind::Path && isCoopMaker(callee.text))
    return callCoopMaker(callee.text, node, scope, range);
  if (std::optional<Value> folded = foldCall(node, callee, scope, range))
    return *folded;
  std::vector<Value> args;
  for (const ExprPtr &arg : node.args) {
    args.push_back(evaluate(*arg, scope));
    if (!args.back().isKnown())
      return args.back();
  }
  if (!callee.isKnown())
    return callee;
  if (callee == Value::path("numba.EnumMember") && !args.empty() &&
      args[0].kind == Value::Kind::Class) {
    args[0] = instanceType(args[0], range);
    if (!args[0].isKnown())
      return args[0];
  }
  if (callee == Value::path("numba.Array") && args.size() == 3)
    for (const Keyword &keyword : node.keywords) {
      // `aligned` and `name` change nothing here.
      Value value = evaluate(*keyword.value, scope);
      if (keyword.name == "readonly")
        args.push_back(std::move(value));
      else if (keyword.name != "aligned" && keyword.name != "name")
        return Value::unknown(range, "Array has no such option");
    }
  else if (!node.keywords.empty())
    return Value::unknown(range, "a call with keywords is not evaluated");
  return call(callee, args, range);
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

/// How many of the bindings of a name stand before a place.
static std::size_t bindingsBefore(const std::vector<Binding> &bindings,
                                  SourceRange place) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < bindings.size(); ++i)
    if (bindings[i].range.source == place.source &&
        bindings[i].range.begin < place.begin)
      count = i + 1;
  return count;
}

Value Evaluator::valueOfName(const std::string &name, const Scope &scope,
                             SourceRange range) {
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
  std::size_t before =
      ordered ? bindingsBefore(ordered->bindings.at(name), range) : 0;
  Key key{ordered, name};
  auto running = progress_.find(key);
  bool isEarlier =
      before > 0 && (running == progress_.end() || before < running->second);
  std::optional<std::size_t> outer;
  if (isEarlier && running != progress_.end())
    outer = running->second;
  if (isEarlier)
    progress_[key] = before;
  Value value = lookup(name, *from);
  if (isEarlier && outer)
    progress_[key] = *outer;
  else if (isEarlier)
    progress_.erase(key);
  if (value.kind == Value::Kind::Missing && name == "__file__" && range.source)
    return Value::string(range.source->name());
  if (value.kind == Value::Kind::Missing)
    return Value::unknown(range, "`" + name + "` is not defined");
  if (value.kind == Value::Kind::Unknown && !value.range.source)
    value.range = range;
  return value;
}

/// What a literal is; nothing for another expression.
static std::optional<Value> literalValue(const Expr &expr) {
  SourceRange range = expr.range;
  const auto &node = expr.node;
  if (const auto *literal = std::get_if<IntLiteral>(&node)) {
    if (literal->tooLarge)
      return Value::unknown(range, "the integer does not fit in 64 bits");
    if (literal->value > static_cast<std::uint64_t>(INT64_MAX))
      return Value::of(Number::ofUnsigned(literal->value));
    return Value::of(Number::ofInt(static_cast<std::int64_t>(literal->value)));
  }
  if (const auto *literal = std::get_if<FloatLiteral>(&node))
    return Value::of(Number::ofFloat(literal->value));
  if (const auto *literal = std::get_if<ImaginaryLiteral>(&node))
    return Value::of(Number::ofComplex(0, literal->value));
  if (const auto *literal = std::get_if<BoolLiteral>(&node))
    return Value::of(Number::ofBool(literal->value));
  if (std::get_if<NoneLiteral>(&node))
    return Value::none();
  if (const auto *literal = std::get_if<StringLiteral>(&node)) {
    Value value = Value::string(literal->value);
    value.isBytes = literal->isBytes;
    return value;
  }
  return std::nullopt;
}

Value Evaluator::sequenceOf(const std::vector<ExprPtr> &elements, bool isList,
                            const Scope &scope, SourceRange range) {
  std::vector<Value> values;
  for (const ExprPtr &element : elements) {
    if (const auto *star = std::get_if<Starred>(&element->node)) {
      Value starred = evaluate(*star->value, scope);
      auto parts = elementsOf(starred);
      if (!parts)
        return starred.isKnown()
                   ? Value::unknown(range, "its elements are not constants")
                   : starred;
      values.insert(values.end(), parts->begin(), parts->end());
      continue;
    }
    values.push_back(evaluate(*element, scope));
    if (!values.back().isKnown())
      return values.back();
  }
  Value sequence = Value::tuple(std::move(values));
  sequence.isList = isList;
  return sequence;
}

Value Evaluator::evaluate(const Expr &expr, const Scope &scope) {
  if (depth_ >= maxDepth)
    return Value::unknown(expr.range, "the expression is nested too deep");
  DepthGuard guard(depth_);
  SourceRange range = expr.range;
  const auto &node = expr.node;
  if (const auto *name = std::get_if<Name>(&node))
    return valueOfName(name->id, scope, range);
  if (std::optional<Value> literal = literalValue(expr))
    return *literal;
  if (const auto *tuple = std::get_if<TupleExpr>(&node))
    return sequenceOf(tuple->elements, false, scope, range);
  if (const auto *list = std::get_if<ListExpr>(&node))
    return sequenceOf(list->elements, true, scope, range);
  if (const auto *access = std::get_if<Attribute>(&node))
    return attribute(evaluate(*access->value, scope), access->name, range);
  if (const auto *access = std::get_if<Subscript>(&node))
    return subscript(*access, scope, range);
  if (const auto *operation = std::get_if<Unary>(&node))
    return foldHost(operation->op, evaluate(*operation->operand, scope), range);
  if (const auto *operation = std::get_if<Binary>(&node))
    return foldHost(operation->op, evaluate(*operation->left, scope),
                    evaluate(*operation->right, scope), range);
  if (const auto *call = std::get_if<syntax::Call>(&node))
    return callExpr(*call, scope, range);
  if (const auto *lambda = std::get_if<Lambda>(&node)) {
    for (const Scope *at = &scope; at; at = at->parent)
      if (at->isTemporary)
        return Value::unknown(range, "it is a function of a loop's variables");
    return lambdaValue(*lambda, scope, range);
  }
  return evaluateHost(expr, scope);
}

} // namespace pyk2ptx
