// The rows of members.def as data: whose each is, what its arguments are, and
// the function that says what it is. The lookup is by name and by value, so
// that two kinds of values may have the same name.
#include "member.h"

#include "frontend/tables/builtin_enum.h"
#include "frontend/tables/members.h"
#include "frontend/values/arguments.h"
#include "frontend/values/array.h"
#include "frontend/values/optional.h"
#include "frontend/values/time.h"
#include "frontend/values/tuple.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

namespace {

using Owner = MemberOwner;

/// What a method's arguments are (members.def).
struct Arguments {
  enum class Kind : std::uint8_t { Values, Each, InOrder, Text } kind;
  std::size_t least, most;
  /// The name by which argument number `most` may be given.
  const char *named;
  std::optional<Builtin> like;
};

struct Row {
  Owner owner;
  std::string_view name;
  Operand (*check)(Emitter &, MemberUse &&);
  bool isMethod;
  Arguments arguments;
};

/// No limit that anyone meets.
constexpr std::size_t Many = 1024;
constexpr Arguments argumentsOf(Arguments::Kind kind, std::size_t least = 0,
                                std::size_t most = 0,
                                const char *named = nullptr) {
  return {kind, least, most, named, std::nullopt};
}
constexpr Arguments argumentsLike(Builtin function) {
  return {Arguments::Kind::Text, 0, 0, nullptr, function};
}

constexpr Row rows[] = {
#define Values(least, most) argumentsOf(Arguments::Kind::Values, least, most)
#define Named(least, most, name)                                               \
  argumentsOf(Arguments::Kind::Values, least, most, name)
#define Each(least, most) argumentsOf(Arguments::Kind::Each, least, most)
#define InOrder(least, most) argumentsOf(Arguments::Kind::InOrder, least, most)
#define Like(function) argumentsLike(Builtin::function)
#define Text argumentsOf(Arguments::Kind::Text)
#define ATTRIBUTE(owner, name, function, doc, test)                            \
  {Owner::owner, name, function, false, Text},
#define METHOD(owner, name, function, arguments, doc, test)                    \
  {Owner::owner, name, function, true, arguments},
#include "frontend/tables/members.def"
#undef METHOD
#undef ATTRIBUTE
#undef Text
#undef Like
#undef InOrder
#undef Each
#undef Named
#undef Values
};

bool holds(Emitter &e, Owner owner, const Operand &value) {
  switch (owner) {
  case Owner::Array:
    return value.isArray();
  case Owner::RealArray:
    return value.isArray() && !value.type.element().isComplex();
  case Owner::ComplexArray:
    return value.isArray() && value.type.element().isComplex();
  case Owner::Number:
    return value.isScalar();
  case Owner::TypedNumber:
    return value.isScalar() && !e.typeOf(value, false).weak;
  case Owner::Integer: {
    Type type = value.isScalar() ? e.typeOf(value, false) : Type::error();
    return type.isInteger() || type.isBool();
  }
  case Owner::Time:
    return isTime(value);
  case Owner::Tuple:
    return isTuple(value);
  case Owner::NumberType:
    return value.known && value.known->kind == Value::Kind::Type &&
           value.known->type.isScalar();
  }
  return false;
}

const Row *rowOf(Emitter &e, const Operand &base, std::string_view name,
                 bool isMethod) {
  const auto *row =
      std::find_if(std::begin(rows), std::end(rows), [&](const Row &each) {
        return each.isMethod == isMethod && each.name == name &&
               holds(e, each.owner, base);
      });
  return row == std::end(rows) ? nullptr : row;
}

/// Whether a name is the first of those of some rows: `flags`.
bool isPrefix(const std::string &name) {
  return std::any_of(std::begin(rows), std::end(rows), [&](const Row &row) {
    return row.name.starts_with(name + ".");
  });
}

} // namespace

std::optional<Operand> readMember(Emitter &e, Operand &base,
                                  const std::string &name, SourceRange range) {
  const Row *row = rowOf(e, base, name, false);
  if (!row)
    return std::nullopt;
  return row->check(
      e, {name, std::move(base), {}, range, range, nullptr, std::nullopt});
}

std::optional<Operand> nestedAttribute(Emitter &e, const Attribute &node,
                                       SourceRange range) {
  const auto *inner = std::get_if<Attribute>(&node.value->node);
  if (!inner || !isPrefix(inner->name))
    return std::nullopt;
  Operand base = e.check(*inner->value);
  if (base.isError)
    return base;
  if (!base.isArray()) {
    base = e.attributeOf(std::move(base), *inner, node.value->range);
    if (base.isError)
      return base;
    return e.attributeOf(std::move(base), node, range);
  }
  if (std::optional<Operand> result =
          readMember(e, base, inner->name + "." + node.name, range))
    return result;
  e.diagnostics().emit(node.nameRange, diag::UnknownAttribute,
                       "`." + inner->name + "` of an array", node.name,
                       std::string());
  return Operand::error(range);
}

/// A keyword into its place; false after a message.
static bool takeKeyword(Emitter &e, const Row &row, const Keyword &keyword,
                        std::vector<Operand> &args) {
  const Arguments &form = row.arguments;
  Operand value = e.check(*keyword.value);
  if (value.isError)
    return false;
  bool isLast =
      form.named && keyword.name == form.named && args.size() + 1 == form.most;
  bool isRowMajor = form.kind == Arguments::Kind::InOrder &&
                    keyword.name == "order" && value.known &&
                    value.known->kind == Value::Kind::String &&
                    value.known->text == "C";
  if (isLast)
    args.push_back(std::move(value));
  if (isLast || isRowMajor)
    return true;
  e.diagnostics().emit(keyword.range, diag::UnknownKeyword,
                       std::string(row.name), keyword.name, std::string());
  return false;
}

std::optional<Operand> callMember(Emitter &e, Operand &base,
                                  const Attribute &access, const Call &node,
                                  SourceRange range) {
  const Row *row = rowOf(e, base, access.name, true);
  if (!row)
    return std::nullopt;
  const Arguments &form = row->arguments;
  MemberUse use{access.name, std::move(base), {},       access.nameRange,
                range,       &node,           form.like};
  if (form.kind == Arguments::Kind::Text)
    return row->check(e, std::move(use));
  std::vector<ir::Let> lets;
  if (!checkPositional(e, node, use.args, lets))
    return use.error();
  for (Operand &arg : use.args)
    arg = required(e, std::move(arg));
  for (const Keyword &keyword : node.keywords)
    if (!takeKeyword(e, *row, keyword, use.args))
      return use.error();
  if (!argumentCount(e, use.name.c_str(), use.args.size(), form.least,
                     form.most, range))
    return use.error();
  if (form.kind != Arguments::Kind::Values && use.args.size() == 1) {
    Operand only = std::move(use.args[0]);
    if (only.expr && only.type.isTuple())
      only = e.once(std::move(only), lets);
    use.args.clear();
    if (!expandTuple(e, only, use.args))
      use.args.push_back(std::move(only));
  }
  return behind(e, std::move(lets), row->check(e, std::move(use)));
}

bool hasMethod(Emitter &e, const Operand &base, const std::string &name) {
  return rowOf(e, base, name, true);
}

std::vector<std::string> memberNames(Emitter &e, const Operand &base) {
  std::vector<std::string> names;
  for (const Row &row : rows) {
    std::string name(row.name.substr(0, row.name.find('.')));
    bool isNew = std::find(names.begin(), names.end(), name) == names.end();
    if (isNew && holds(e, row.owner, base))
      names.push_back(std::move(name));
  }
  return names;
}

} // namespace pyk2ptx
