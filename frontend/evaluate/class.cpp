// Classes as sources of constants: their attributes, members of enumerations,
// and instances of which nothing but the fields matters (named tuples,
// dataclasses).
//
// A member of an IntEnum is its number. One of a plain Enum is an object of its
// own, which equals nothing else and has no arithmetic; where a kernel computes
// with it, it is a record whose type says of which class it is.
#include "evaluate.h"
#include "fold.h"
#include "frontend/parse/syntax_walk.h"
#include "namespace_value.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <initializer_list>
#include <set>
#include <string>

namespace pyk2ptx {

using namespace syntax;

// ---- members as values ----

Type memberType(const std::string &origin, const std::optional<Type> &value,
                std::optional<std::int64_t> flags) {
  RecordLayout record;
  record.kind = flags ? RecordLayout::Kind::Flag : RecordLayout::Kind::Member;
  record.name = origin.substr(origin.rfind('.') + 1);
  if (value) {
    record.fields.push_back({"value", *value, {}, 0});
    record.fields[0].type.weak = false;
  }
  layOut(record, false);
  auto tag = std::make_shared<EnumerationTag>();
  tag->name = origin;
  tag->flags = flags.value_or(0);
  Type type = Type::ofRecord(std::make_shared<const RecordLayout>(record));
  type.tag = std::move(tag);
  return type;
}

Value makeMember(Value value, std::string name, const Type &type) {
  Value member;
  member.kind = Value::Kind::Member;
  member.text = std::move(name);
  member.type = type;
  member.range = value.range;
  member.elements.push_back(std::move(value));
  return member;
}

std::optional<Value> foldFlags(BinaryOp op, const Value &left,
                               const Value &right) {
  bool isBitwise =
      op == BinaryOp::BitAnd || op == BinaryOp::BitOr || op == BinaryOp::BitXor;
  if (!isBitwise || !left.isMember() || !right.isMember() ||
      left.type.record->kind != RecordLayout::Kind::Flag ||
      !(left.type == right.type))
    return std::nullopt;
  Value bits = Evaluator::binary(op, left.elements[0], right.elements[0], {});
  if (!bits.isKnown())
    return bits;
  return makeMember(std::move(bits), "", left.type);
}

// ---- classes ----

namespace {

/// What a class has of its bases.
struct Bases {
  bool isEnum = false, isFlag = false, isText = false;
  /// No number or text among them.
  bool isPlain = true;
  /// Methods that the file gives its enumerations.
  std::vector<std::string> methods;
};

void addBases(Evaluator &evaluator, const Scope &scope, Bases &result,
              int depth) {
  if (!scope.classDef || depth > 100)
    return;
  for (const auto &[name, bindings] : scope.bindings)
    if (bindings.back().kind == Binding::Kind::Function)
      result.methods.push_back(name);
  for (const ExprPtr &base : scope.classDef->bases) {
    Value value = evaluator.evaluate(*base, *scope.parent);
    if (value.kind == Value::Kind::Class && value.classScope) {
      addBases(evaluator, *value.classScope, result, depth + 1);
      continue;
    }
    std::string name =
        value.kind == Value::Kind::Path ? value.text : std::string();
    bool isEnum = name.starts_with("enum.");
    result.isEnum = result.isEnum || isEnum;
    result.isFlag =
        result.isFlag || name == "enum.Flag" || name == "enum.IntFlag";
    result.isText = result.isText || name == "enum.StrEnum";
    result.isPlain =
        result.isPlain && (name == "enum.Enum" || name == "enum.Flag");
  }
}

/// What `auto()` makes behind the values before it, as CPython does: one more
/// than the greatest, of flags the next bit, of texts the name.
Value nextValue(const Bases &bases, const std::string &name,
                const std::vector<Value> &before, SourceRange range) {
  if (bases.isText) {
    std::string text = name;
    for (char &letter : text)
      letter = static_cast<char>(std::tolower(letter));
    return Value::string(text);
  }
  std::int64_t greatest = 0;
  bool isFirst = true;
  for (const Value &value : before) {
    if (!value.isInteger())
      return Value::unknown(range, "`auto()` counts from a value that is no "
                                   "known integer");
    greatest = isFirst ? value.number.asInt()
                       : std::max(greatest, value.number.asInt());
    isFirst = false;
  }
  if (isFirst)
    return Value::of(Number::ofInt(1));
  if (!bases.isFlag)
    return intValue(static_cast<Wide>(greatest) + 1);
  // The bit above the highest.
  return Value::of(Number::ofInt(
      static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(
                                    std::max<std::int64_t>(greatest, 0))) *
                                    2 +
                                (greatest <= 0))));
}

bool isMemberName(const std::string &name) {
  return !name.starts_with("__") &&
         !(name.starts_with('_') && name.ends_with('_'));
}

/// The bindings that make members, in the order of the text.
std::vector<std::pair<std::string, const Binding *>>
memberBindings(const Scope &scope) {
  std::vector<std::pair<std::string, const Binding *>> found;
  for (const auto &[name, bindings] : scope.bindings) {
    Binding::Kind kind = bindings.back().kind;
    if (kind != Binding::Kind::Function && kind != Binding::Kind::Class &&
        isMemberName(name))
      found.emplace_back(name, &bindings.back());
  }
  std::ranges::sort(found, {},
                    [](const auto &each) { return each.second->range.begin; });
  return found;
}

Type typeOfMembers(const Scope &scope, const Bases &bases,
                   const std::vector<Value> &values) {
  std::optional<Type> common;
  bool areNumbers = true;
  std::int64_t bits = 0;
  for (const Value &value : values) {
    if (!value.isKnown())
      continue;
    bits |= value.isInteger() ? value.number.asInt() : 0;
    areNumbers = areNumbers && value.isNumber();
    if (areNumbers)
      common = common ? join(*common, value.number.type) : value.number.type;
    areNumbers = areNumbers && common.has_value();
  }
  const SourceRange &place = scope.classDef->nameRange;
  return memberType(std::string(place.source->name()) + ":" +
                        std::to_string(place.begin) + "." +
                        scope.classDef->name,
                    areNumbers ? common : std::nullopt,
                    bases.isFlag ? std::optional(bits) : std::nullopt);
}

} // namespace

bool Evaluator::isEnum(const Scope &scope) {
  if (!scope.classDef || isTooDeep(100))
    return false;
  Deeper deeper(*this);
  Bases bases;
  addBases(*this, scope, bases, 0);
  return bases.isEnum;
}

/// Why members are not what is written: methods that make them of it, or that
/// say what they equal.
static const char *ownMethod(const Bases &bases) {
  static constexpr const char *always[] = {"__new__", "_generate_next_value_"};
  static constexpr const char *ofPlain[] = {"__eq__", "__bool__"};
  auto has = [&](const char *method) {
    return std::ranges::find(bases.methods, method) != bases.methods.end();
  };
  for (const char *method : always)
    if (has(method))
      return method;
  for (const char *method : ofPlain)
    if (bases.isPlain && has(method))
      return method;
  return nullptr;
}

Value Evaluator::enumeration(const Scope &scope) {
  if (auto found = enumerations_.find(&scope); found != enumerations_.end())
    return found->second;
  int tooDeep = tooDeep_;
  Bases bases;
  addBases(*this, scope, bases, 0);
  const char *own = ownMethod(bases);
  std::vector<Value> values;
  std::vector<std::string> names;
  for (const auto &[name, binding] : memberBindings(scope)) {
    const auto *call = binding->value
                           ? std::get_if<syntax::Call>(&binding->value->node)
                           : nullptr;
    bool isAuto =
        call && evaluate(*call->callee, scope) == Value::path("enum.auto");
    bool isPlain = scope.bindings.at(name).size() == 1 &&
                   !binding->conditional &&
                   binding->kind == Binding::Kind::Assigned;
    SourceRange range = binding->range;
    Value value =
        own ? Value::unknown(range, std::string("its class has a ") +
                                        "method `" + own + "`")
        : !isPlain
            ? Value::unknown(range, "`" + name + "` is no plain assignment")
        : isAuto ? nextValue(bases, name, values, range)
                 : lookup(name, scope);
    names.push_back(name);
    values.push_back(std::move(value));
  }
  Value result = Value::tuple({});
  result.text = bases.isPlain ? enumerationMark : valuesMark;
  result.type = typeOfMembers(scope, bases, values);
  result.classScope = &scope;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (bases.isPlain && values[i].isKnown())
      values[i] = makeMember(std::move(values[i]), names[i], result.type);
    // Another name of a member is that member.
    auto same = std::ranges::find(result.elements, values[i]);
    result.elements.push_back(
        same == result.elements.end() ? std::move(values[i]) : Value(*same));
  }
  result.fields =
      std::make_shared<const std::vector<std::string>>(std::move(names));
  if (tooDeep_ == tooDeep)
    enumerations_[&scope] = result;
  return result;
}

std::optional<Value> enumerationOf(Evaluator &evaluator, const Value &value) {
  if (isEnumeration(value))
    return value;
  const Scope *scope = value.classScope;
  if (value.kind != Value::Kind::Class || !scope || !evaluator.isEnum(*scope))
    return std::nullopt;
  Value all = evaluator.enumeration(*scope);
  Value result = all;
  std::vector<std::string> names;
  result.elements.clear();
  for (std::size_t i = 0; i < all.elements.size(); ++i) {
    const Value &member = all.elements[i];
    if (!member.isKnown())
      return std::nullopt;
    // Another name of a member.
    if (std::ranges::find(result.elements, member) != result.elements.end())
      continue;
    result.elements.push_back(member);
    names.push_back((*all.fields)[i]);
  }
  result.range = value.range;
  result.fields =
      std::make_shared<const std::vector<std::string>>(std::move(names));
  return result;
}

// ---- attributes and instances ----

/// An attribute of a class: its own, or the first base's that has it.
Value Evaluator::classMember(const Scope &scope, const std::string &name,
                             SourceRange range) {
  if (isEnum(scope)) {
    Value all = enumeration(scope);
    for (std::size_t i = 0; i < all.elements.size(); ++i)
      if ((*all.fields)[i] == name)
        return all.elements[i];
  }
  if (scope.bindings.contains(name))
    return lookup(name, scope);
  Value result =
      Value::unknown(range, "the class has no constant `" + name + "`");
  if (!scope.classDef || isTooDeep(100))
    return result;
  Deeper deeper(*this);
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

/// Decorated by this, with or without arguments.
static bool isDecorated(Evaluator &evaluator, const Scope &scope,
                        const char *by) {
  return std::ranges::any_of(
      scope.classDef->decorators, [&](const ExprPtr &decorator) {
        const auto *call = std::get_if<syntax::Call>(&decorator->node);
        return evaluator.evaluate(call ? *call->callee : *decorator,
                                  *scope.parent) == Value::path(by);
      });
}

/// Whether an expression names one of those, or gives one of those keywords.
static bool names(const Expr &expr, std::initializer_list<const char *> some) {
  bool found = false;
  visitExprs(expr, [&](const Expr &part) {
    auto isOne = [&](const std::string &id) {
      return std::ranges::find(some, id) != some.end();
    };
    const auto *name = std::get_if<Name>(&part.node);
    const auto *access = std::get_if<Attribute>(&part.node);
    const auto *call = std::get_if<syntax::Call>(&part.node);
    found =
        found || (name && isOne(name->id)) || (access && isOne(access->name)) ||
        (call && std::ranges::any_of(call->keywords, isOne, &Keyword::name));
  });
  return found;
}

/// Whether a dataclass's fields are all its annotated names, set by what it is
/// called with and by nothing else.
static bool isPlainDataclass(const Scope &scope) {
  const ClassDef &def = *scope.classDef;
  bool isPlain = def.bases.empty();
  for (const ExprPtr &decorator : def.decorators)
    isPlain = isPlain && !names(*decorator, {"init", "kw_only"});
  std::set<std::string> fields;
  for (const Stmt &stmt : def.body) {
    if (const auto *method = std::get_if<FunctionDef>(&stmt.node))
      isPlain = isPlain && method->name != "__init__" &&
                method->name != "__post_init__" && method->name != "__new__";
    const auto *field = std::get_if<AnnAssign>(&stmt.node);
    const auto *name =
        field ? std::get_if<Name>(&field->target->node) : nullptr;
    if (!name)
      continue;
    isPlain = isPlain && fields.insert(name->id).second &&
              !names(*field->annotation, {"ClassVar", "InitVar", "KW_ONLY"}) &&
              !(field->value && names(*field->value, {"init", "kw_only"}));
  }
  return isPlain;
}

bool Evaluator::isDataclass(const Scope &scope) {
  return (isDecorated(*this, scope, "dataclasses.dataclass") &&
          isPlainDataclass(scope)) ||
         isGpuStruct(*this, scope);
}

bool isGpuStruct(Evaluator &evaluator, const Scope &scope) {
  return isDecorated(evaluator, scope, gpuStructPath);
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
