// Classes as sources of constants: their attributes, members of enumerations,
// and instances of which nothing but the fields matters (named tuples,
// dataclasses).
#include "evaluate.h"
#include "namespace_value.h"

#include <algorithm>

namespace pyk2ptx {

using namespace syntax;

/// Some base is an enumeration of the library.
bool Evaluator::isEnum(const Scope &scope) {
  if (!scope.classDef || depth_ > 100)
    return false;
  ++depth_;
  bool result = false;
  for (const ExprPtr &base : scope.classDef->bases) {
    Value value = evaluate(*base, *scope.parent);
    result = result ||
             (value.kind == Value::Kind::Path &&
              value.text.rfind("enum.", 0) == 0) ||
             (value.kind == Value::Kind::Class && value.classScope &&
              isEnum(*value.classScope));
  }
  --depth_;
  return result;
}

/// Whether members of the enumeration are numbers or texts as well, which equal
/// their values.
static bool equalsValues(Evaluator &evaluator, const Scope &scope, int depth) {
  for (const ExprPtr &base : scope.classDef->bases) {
    Value value = evaluator.evaluate(*base, *scope.parent);
    if (value.kind == Value::Kind::Class && value.classScope && depth < 100 &&
        equalsValues(evaluator, *value.classScope, depth + 1))
      return true;
    static constexpr const char *plain[] = {"enum.Enum", "enum.Flag"};
    if (value.kind != Value::Kind::Class &&
        !(value.kind == Value::Kind::Path &&
          std::find(std::begin(plain), std::end(plain), value.text) !=
              std::end(plain)))
      return true;
  }
  return false;
}

std::optional<Value> enumerationOf(Evaluator &evaluator, const Value &value) {
  if (isEnumeration(value))
    return value;
  const Scope *scope = value.classScope;
  if (value.kind != Value::Kind::Class || !scope || !evaluator.isEnum(*scope))
    return std::nullopt;
  std::vector<std::pair<std::uint32_t, std::string>> places;
  for (const auto &[name, bindings] : scope->bindings) {
    const Binding &binding = bindings.back();
    if (binding.kind == Binding::Kind::Function || name.starts_with('_'))
      continue;
    bool isPlain = binding.kind == Binding::Kind::Assigned &&
                   bindings.size() == 1 && !binding.conditional &&
                   binding.path.empty();
    if (!isPlain)
      return std::nullopt;
    places.emplace_back(binding.range.begin, name);
  }
  std::sort(places.begin(), places.end());
  Value result = Value::tuple({});
  std::vector<std::string> names;
  for (const auto &[place, name] : places) {
    Value member = evaluator.attribute(value, name, value.range);
    if (!member.isKnown())
      return std::nullopt;
    // Another name of a member.
    if (std::find(result.elements.begin(), result.elements.end(), member) !=
        result.elements.end())
      continue;
    result.elements.push_back(std::move(member));
    names.push_back(name);
  }
  result.text =
      equalsValues(evaluator, *scope, 0) ? valuesMark : enumerationMark;
  result.classScope = scope;
  result.range = value.range;
  result.fields =
      std::make_shared<const std::vector<std::string>>(std::move(names));
  return result;
}

/// `A = auto()` is one more than the member before.
static const Binding *memberBefore(const Scope &scope, const Binding &member) {
  const Binding *before = nullptr;
  for (const auto &[name, bindings] : scope.bindings)
    for (const Binding &binding : bindings)
      if (binding.kind == Binding::Kind::Assigned &&
          binding.range.begin < member.range.begin &&
          (!before || before->range.begin < binding.range.begin))
        before = &binding;
  return before;
}

/// An attribute of a class: its own, or the first base's that has it.
Value Evaluator::classMember(const Scope &scope, const std::string &name,
                             SourceRange range) {
  auto own = scope.bindings.find(name);
  if (own != scope.bindings.end()) {
    const Binding &binding = own->second.back();
    const auto *call = binding.value
                           ? std::get_if<syntax::Call>(&binding.value->node)
                           : nullptr;
    if (!call || !(evaluate(*call->callee, scope) == Value::path("enum.auto")))
      return lookup(name, scope);
    const Binding *before = memberBefore(scope, binding);
    Value one = Value::of(Number::ofInt(1));
    if (!before || depth_ > 300)
      return one;
    ++depth_;
    std::string text(before->range.source->text(before->range));
    Value last = classMember(scope, text, range);
    --depth_;
    return binary(BinaryOp::Add, last, one, range);
  }
  Value result =
      Value::unknown(range, "the class has no constant `" + name + "`");
  if (depth_ > 100 || !scope.classDef)
    return result;
  ++depth_;
  for (const ExprPtr &base : scope.classDef->bases) {
    Value value = evaluate(*base, *scope.parent);
    if (value.kind == Value::Kind::Class && value.classScope)
      value = classMember(*value.classScope, name, range);
    else if (value.kind != Value::Kind::Unknown || !value.module)
      continue;
    if (value.isKnown() || value.module) {
      result = value;
      break;
    }
  }
  --depth_;
  return result;
}

std::vector<std::string> fieldNames(const Value &given) {
  std::vector<std::string> names;
  if (given.kind == Value::Kind::Tuple) {
    for (const Value &element : given.elements)
      names.push_back(element.text);
    return names;
  }
  std::string name;
  for (char letter : given.text + " ") {
    if (letter != ' ' && letter != ',') {
      name += letter;
      continue;
    }
    if (!name.empty())
      names.push_back(name);
    name.clear();
  }
  return names;
}

const Value *namespaceMember(const Value &value, std::string_view name) {
  if (!isNamespace(value) || !value.fields)
    return nullptr;
  for (std::size_t i = 0; i < value.fields->size(); ++i)
    if ((*value.fields)[i] == name && value.elements[i].isKnown())
      return &value.elements[i];
  return nullptr;
}

static bool isNamedTuple(Evaluator &evaluator, const Scope &scope) {
  return std::ranges::any_of(scope.classDef->bases, [&](const ExprPtr &base) {
    return evaluator.evaluate(*base, *scope.parent) ==
           Value::path("typing.NamedTuple");
  });
}

std::optional<Value> namedTupleOf(Evaluator &evaluator, const Value &value) {
  Value made;
  made.kind = Value::Kind::Class;
  made.range = value.range;
  made.text = value.text;
  std::vector<std::string> names;
  if (const Value *captured = namespaceMember(value, namedTupleMember)) {
    names = fieldNames(*captured);
    made.text = names.front();
    names.erase(names.begin());
  } else if (value.kind != Value::Kind::Class) {
    return std::nullopt;
  } else if (value.fields) {
    return value;
  } else if (value.classScope && isNamedTuple(evaluator, *value.classScope)) {
    for (const Stmt &stmt : value.classScope->classDef->body)
      if (const auto *field = std::get_if<AnnAssign>(&stmt.node))
        if (const auto *name = std::get_if<Name>(&field->target->node))
          names.push_back(name->id);
  } else {
    return std::nullopt;
  }
  made.fields =
      std::make_shared<const std::vector<std::string>>(std::move(names));
  return made;
}

/// A NamedTuple or a dataclass: its annotated names are its fields.
bool Evaluator::hasFields(const Scope &scope) {
  return isNamedTuple(*this, scope) || isDataclass(scope);
}

/// Decorated by dataclass, with or without arguments.
bool Evaluator::isDataclass(const Scope &scope) {
  for (const ExprPtr &decorator : scope.classDef->decorators) {
    const auto *call = std::get_if<syntax::Call>(&decorator->node);
    if (evaluate(call ? *call->callee : *decorator, *scope.parent) ==
        Value::path("dataclasses.dataclass"))
      return true;
  }
  return false;
}

Value Evaluator::callClass(const syntax::Call &node, const Value &callee,
                           const Scope &scope, SourceRange range) {
  if (callee.kind == Value::Kind::Path) {
    Value given =
        node.args.size() == 2 ? evaluate(*node.args[1], scope) : Value::none();
    if (given.kind != Value::Kind::Tuple && given.kind != Value::Kind::String)
      return Value::unknown(range, "the named tuple's fields are not known");
    Value value;
    value.kind = Value::Kind::Class;
    value.range = range;
    value.text = evaluate(*node.args[0], scope).text;
    value.fields =
        std::make_shared<const std::vector<std::string>>(fieldNames(given));
    return value;
  }
  std::vector<std::string> names;
  std::vector<Value> values;
  if (callee.fields) {
    names = *callee.fields;
    values.resize(names.size());
  } else if (callee.classScope && hasFields(*callee.classScope)) {
    for (const Stmt &stmt : callee.classScope->classDef->body)
      if (const auto *field = std::get_if<AnnAssign>(&stmt.node))
        if (const auto *name = std::get_if<Name>(&field->target->node)) {
          names.push_back(name->id);
          values.push_back(field->value
                               ? evaluate(*field->value, *callee.classScope)
                               : Value::unknown(range, "it is not given"));
        }
  } else {
    return Value::unknown(range, "an instance of `" + callee.text +
                                     "` is not known before the program runs");
  }
  if (node.args.size() > names.size())
    return Value::unknown(range, "too many arguments");
  for (std::size_t i = 0; i < node.args.size(); ++i)
    values[i] = evaluate(*node.args[i], scope);
  for (const Keyword &keyword : node.keywords) {
    auto name = std::find(names.begin(), names.end(), keyword.name);
    if (name == names.end())
      return Value::unknown(range, "`" + callee.text + "` has no field `" +
                                       keyword.name + "`");
    values[static_cast<std::size_t>(name - names.begin())] =
        evaluate(*keyword.value, scope);
  }
  Value value = Value::tuple(std::move(values));
  value.range = range;
  value.fields =
      std::make_shared<const std::vector<std::string>>(std::move(names));
  return value;
}

} // namespace pyk2ptx
