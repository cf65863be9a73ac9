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
#include <utility>

namespace pyk2ptx {

using namespace syntax;

Evaluator::Evaluator(std::vector<std::pair<std::string, Value>> defines,
                     SourceLoader *loader)
    : defines_(std::move(defines)), loader_(loader) {}

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

/// What may be anything that a loop goes over.
static bool isLoopTarget(const Expr &object, const Scope &scope) {
  const auto *name = std::get_if<Name>(&object.node);
  auto bound = name ? scope.bindings.find(name->id) : scope.bindings.end();
  return bound != scope.bindings.end() &&
         std::ranges::any_of(bound->second, [](const Binding &binding) {
           return binding.kind == Binding::Kind::Other;
         });
}

std::optional<SourceRange> Evaluator::storeOf(const Value &object,
                                              const std::string &name) {
  bool isOne = object.kind == Value::Kind::Module ||
               (object.kind == Value::Kind::Class && object.classScope);
  if (!isOne)
    return std::nullopt;
  if (std::exchange(isAskingForStores_, true)) {
    // What comes of it is not kept.
    dependsOn_ = 0;
    return std::nullopt;
  }
  std::optional<SourceRange> place;
  for (const Scope *file : stores_)
    for (const AttributeStore &store : file->attributeStores) {
      if (place || (!store.name.empty() && store.name != name))
        continue;
      Value stored = evaluate(*store.object, *store.scope);
      bool isIt = stored.isKnown() ? stored.kind == object.kind &&
                                         stored.module == object.module &&
                                         stored.classScope == object.classScope
                                   : isLoopTarget(*store.object, *store.scope);
      if (isIt)
        place = store.object->range;
    }
  isAskingForStores_ = false;
  return place;
}

Value Evaluator::attribute(const Value &base, const std::string &name,
                           SourceRange range) {
  if (std::optional<SourceRange> place = storeOf(base, name))
    return Value::unknown(*place,
                          "`." + name + "` is changed while the program runs");
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
    return unknownType(base, node.value->range);
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
    if (scope.isTypeNamespace && callee.kind == Value::Kind::Type &&
        args.back().kind == Value::Kind::Path)
      return unknownType(args.back(), arg->range);
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
  if (sizeOf(sequence) > mostCopied)
    return Value::unknown(range, "it is too large");
  return sequence;
}

Value Evaluator::evaluate(const Expr &expr, const Scope &scope) {
  if (isTooDeep(mostDepth))
    return Value::unknown(expr.range, "the expression is nested too deep");
  Deeper deeper(*this);
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
