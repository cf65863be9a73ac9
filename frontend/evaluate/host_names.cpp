// The rows of host.def as data: what constants have behind a dot and what
// Python's functions make of them, found by name, by the value's kind and by
// the number of arguments.
#include "fold.h"

#include <algorithm>
#include <iterator>

namespace pyk2ptx {

using Kind = Value::Kind;

namespace {

// ---- owners (host.def) ----

using Owner = bool (*)(const Value &);

bool ofText(const Value &value) { return value.kind == Kind::String; }
bool ofDict(const Value &value) { return value.kind == Kind::Dict; }
bool ofTuple(const Value &value) { return value.kind == Kind::Tuple; }
bool ofList(const Value &value) { return ofTuple(value) && value.isList; }
bool ofInteger(const Value &value) { return isWhole(value); }
bool ofReal(const Value &value) {
  return value.isNumeric() && !value.number.type.isComplex();
}
bool ofFloat(const Value &value) {
  return ofReal(value) && value.number.type.isFloat();
}
bool ofNumber(const Value &value) { return value.kind == Kind::Number; }
bool ofArray(const Value &value) { return value.kind == Kind::Array; }
bool ofNumberArray(const Value &value) {
  return ofArray(value) && !value.type.record;
}
bool ofNumberType(const Value &value) {
  return value.kind == Kind::Type && value.type.isScalar();
}
bool ofRecordType(const Value &value) {
  return value.kind == Kind::Type && value.type.isRecord();
}

// ---- arguments ----

constexpr std::size_t Many = SIZE_MAX;

/// What a call's arguments are (host.def).
struct Arguments {
  std::size_t least, most;
  bool takesKeywords;

  bool fit(const HostCall &call) const {
    return call.args.size() >= least && call.args.size() <= most &&
           (takesKeywords || call.keywords.empty());
  }
};
constexpr Arguments plain(std::size_t least, std::size_t most) {
  return {least, most, false};
}
constexpr Arguments keyed(std::size_t least, std::size_t most) {
  return {least, most, true};
}

// ---- rows ----

struct FunctionRow {
  std::string_view name;
  HostFunction *function;
  Arguments arguments;
};
struct AttributeRow {
  Owner owner;
  std::string_view name;
  HostAttribute *function;
};
struct MethodRow {
  Owner owner;
  std::string_view name;
  HostMethod *function;
  Arguments arguments;
};

const FunctionRow functionRows[] = {
#define HOST_FUNCTION(name, function, arguments) {name, function, arguments},
#define HOST_ATTRIBUTE(owner, name, function)
#define HOST_METHOD(owner, name, function, arguments)
#include "frontend/tables/host.def"
#undef HOST_METHOD
#undef HOST_ATTRIBUTE
#undef HOST_FUNCTION
};

const AttributeRow attributeRows[] = {
#define HOST_FUNCTION(name, function, arguments)
#define HOST_ATTRIBUTE(owner, name, function) {of##owner, name, function},
#define HOST_METHOD(owner, name, function, arguments)
#include "frontend/tables/host.def"
#undef HOST_METHOD
#undef HOST_ATTRIBUTE
#undef HOST_FUNCTION
};

const MethodRow methodRows[] = {
#define HOST_FUNCTION(name, function, arguments)
#define HOST_ATTRIBUTE(owner, name, function)
#define HOST_METHOD(owner, name, function, arguments)                          \
  {of##owner, name, function, arguments},
#include "frontend/tables/host.def"
#undef HOST_METHOD
#undef HOST_ATTRIBUTE
#undef HOST_FUNCTION
};

} // namespace

const Value *HostCall::keyword(const char *wanted) const {
  for (const auto &[given, value] : keywords)
    if (given == wanted)
      return &value;
  return nullptr;
}

const Value *HostCall::argument(std::size_t position,
                                const char *wanted) const {
  return position < args.size() ? &args[position] : keyword(wanted);
}

bool isHostFunction(std::string_view name) {
  return std::ranges::find(functionRows, name, &FunctionRow::name) !=
         std::end(functionRows);
}

std::optional<Value> foldPython(const HostCall &call) {
  for (const FunctionRow &row : functionRows)
    if (row.name == call.name)
      return row.arguments.fit(call) ? row.function(call) : std::nullopt;
  return std::nullopt;
}

std::optional<Value> foldAttribute(const Value &base, std::string_view name) {
  for (const AttributeRow &row : attributeRows)
    if (row.name == name && row.owner(base))
      return row.function(base);
  return std::nullopt;
}

std::optional<Value> foldMethod(const Value &base, const HostCall &call) {
  for (const MethodRow &row : methodRows)
    if (row.name == call.name && row.owner(base))
      return row.arguments.fit(call) ? row.function(base, call) : std::nullopt;
  return std::nullopt;
}

} // namespace pyk2ptx
