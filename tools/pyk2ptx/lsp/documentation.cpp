// The tables are included here once more, with what they say instead of what
// they do.
#include "documentation.h"

#include "frontend/tables/builtins.h"
#include "frontend/tables/libdevice.h"
#include "frontend/tables/members.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

namespace pyk2ptx {

namespace {

struct Row {
  const char *name, *text;
};
constexpr Row aliases[] = {
#define ALIAS(name, row) {name, row},
#include "frontend/tables/aliases.def"
#undef ALIAS
};
constexpr Row refused[] = {
#define REFUSED(what, instead) {what, instead},
#define REFUSED_METHOD(name, instead)
#include "frontend/tables/refused.def"
#undef REFUSED
#undef REFUSED_METHOD
};
constexpr const char *constants[] = {
#define CONSTANT(path, value) path,
#define INTEGER(path, value) path,
#include "frontend/tables/named_constants.def"
#undef CONSTANT
#undef INTEGER
};
using Owner = MemberOwner;
struct MemberRow {
  Owner owner;
  const char *name;
  Member::Kind kind;
  const char *text;
};
constexpr MemberRow members[] = {
#define ATTRIBUTE(owner, name, function, doc, test)                            \
  {Owner::owner, name, Member::Kind::Property, doc},
#define METHOD(owner, name, function, arguments, doc, test)                    \
  {Owner::owner, name, Member::Kind::Method, doc},
#include "frontend/tables/members.def"
#undef METHOD
#undef ATTRIBUTE
};

bool has(const Type &type, Owner owner) {
  switch (owner) {
  case Owner::Array:
    return type.isArray();
  case Owner::RealArray:
    return type.isArray() && !type.element().isComplex();
  case Owner::ComplexArray:
    return type.isArray() && type.element().isComplex();
  case Owner::Number:
  case Owner::TypedNumber:
    return type.isNumber();
  case Owner::Integer:
    return type.isInteger() || type.isBool();
  case Owner::Time:
    return type.isTime();
  case Owner::Tuple:
    return type.isTuple();
  case Owner::NumberType:
    return false;
  }
  return false;
}

constexpr Row options[] = {
#define JIT_OPTION(name, use, text) {#name, text},
#include "frontend/tables/jit_options.def"
#undef JIT_OPTION
};
constexpr const char *scalars[] = {
#define SCALAR(enumerator, dtype, ...) dtype,
#include <pyk2ptx/scalars.def>
};

std::string quoted(const std::string &text) { return "`" + text + "`"; }

std::string libdeviceText(std::string_view name) {
  std::optional<std::uint16_t> index = libdeviceByName(name);
  if (!index)
    return "";
  const LibdeviceInfo &row = libdeviceRows()[*index];
  std::string text = std::string(row.name) + "(";
  for (char letter : row.arguments)
    text += (text.back() == '(' ? "" : ", ") +
            std::string(dtypeName(libdeviceScalar(letter)));
  text = quoted(text + ") -> " + spell(libdeviceResult(row)));
  return text + "\n\nof the GPU's own library" +
         (row.isGpuOnly ? "; on a GPU only" : "");
}

std::string builtinText(const std::string &path, Builtin builtin) {
  const BuiltinInfo &info = builtinInfo(builtin);
  std::string text = "**" + path + "**\n\n";
  if (path != info.name)
    text += "the same as " + quoted(std::string(info.name)) + ": ";
  // A row that begins with its call is cut behind it.
  std::string doc(info.doc);
  std::size_t colon = doc.find("): ");
  std::string_view own = info.name;
  own.remove_prefix(own.rfind('.') == own.npos ? 0 : own.rfind('.') + 1);
  bool hasCall = colon != doc.npos && doc.find('(') < colon &&
                 doc.find(std::string(own) + "(") < colon;
  text += hasCall
              ? quoted(doc.substr(0, colon + 1)) + ": " + doc.substr(colon + 3)
              : doc;
  if (info.since.sm)
    text += "\n\nsince sm_" + std::to_string(info.since.sm);
  return text;
}

} // namespace

std::string documentationOf(const std::string &path) {
  if (path.starts_with(libdevicePrefix))
    return libdeviceText(std::string_view(path).substr(libdevicePrefix.size()));
  if (std::optional<Builtin> builtin = builtinByName(path))
    return builtinText(path, *builtin);
  for (const Row &row : refused) {
    std::string_view what = row.name;
    if (what == path || (what.ends_with('.') && path.starts_with(what)))
      return "**" + path + "** is not supported in kernels: " + row.text;
  }
  return "";
}

std::vector<Member> membersOf(const std::string &path) {
  std::string prefix = path + ".";
  std::map<std::string, Member> found;
  auto add = [&](std::string_view full, Member::Kind kind) {
    if (!full.starts_with(prefix) || full.size() == prefix.size())
      return;
    std::string name(full.substr(prefix.size()));
    std::size_t dot = name.find('.');
    Member &member = found[name.substr(0, dot)];
    member.name = name.substr(0, dot);
    member.kind = dot == std::string::npos ? kind : Member::Kind::Module;
    if (dot == std::string::npos)
      member.documentation = documentationOf(std::string(full));
  };
  for (const BuiltinInfo &row : allBuiltins())
    // Some are no names that a program could write.
    if (row.name.find_first_of(" (<") == row.name.npos)
      add(row.name, row.signature == Signature::Register
                        ? Member::Kind::Property
                        : Member::Kind::Function);
  for (const Row &alias : aliases)
    add(alias.name, Member::Kind::Function);
  for (const LibdeviceInfo &row : libdeviceRows())
    add(std::string(libdevicePrefix) + std::string(row.name),
        Member::Kind::Function);
  for (const char *constant : constants)
    add(constant, Member::Kind::Constant);
  if (path == "np" || path == "numba" || path == "numba.types")
    for (const char *name : scalars)
      add(prefix + name, Member::Kind::Type);
  if (path == "cuda")
    for (const char *name : {"jit", "to_device", "device_array", "synchronize"})
      add(prefix + name, Member::Kind::Function);
  std::vector<Member> result;
  for (auto &[name, member] : found)
    result.push_back(std::move(member));
  return result;
}

std::vector<Member> membersOf(const Type &type) {
  std::vector<Member> result;
  if (type.record)
    for (const RecordField &field : type.record->fields)
      result.push_back(
          {Member::Kind::Property, field.name, quoted(spell(field.type))});
  if (type.isTuple() && type.names)
    for (std::size_t i = 0; i < type.names->size(); ++i)
      result.push_back({Member::Kind::Property, (*type.names)[i],
                        quoted(spell((*type.elements)[i]))});
  std::set<std::string> names;
  for (const MemberRow &row : members)
    if (std::string name(row.name, std::strcspn(row.name, "."));
        has(type, row.owner) && names.insert(name).second)
      result.push_back({row.kind, std::move(name), row.text});
  return result;
}

std::vector<Member> plainFunctions() {
  std::vector<Member> result;
  for (const BuiltinInfo &row : allBuiltins())
    if (row.name.find_first_of(". (<") == row.name.npos)
      result.push_back({Member::Kind::Function, std::string(row.name),
                        documentationOf(std::string(row.name))});
  return result;
}

std::vector<Member> jitOptions() {
  std::vector<Member> result;
  for (const Row &row : options)
    result.push_back({Member::Kind::Property, row.name, row.text});
  return result;
}

} // namespace pyk2ptx
