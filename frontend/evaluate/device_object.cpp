// What the makers of nvmath.device have in common: their arguments, their
// attributes, and the small named tuples that go with them.
#include "device_object.h"

#include "frontend/messages/internal_error.h"

#include <algorithm>

namespace pyk2ptx {

namespace {

/// Named tuples of the library, and their fields.
struct NamedMaker {
  const char *name, *fields;
};
constexpr NamedMaker namedMakers[] = {
    {"Dim3", "x y z"},
    {"LeadingDimension", "a b c"},
    {"Alignment", "a b c"},
    {"Arrangement", "a b c"},
    {"Precision", "a b c"},
    {"TransposeMode", "a b"},
    {"ComputeCapability", "major minor"},
};

Value makeNamed(const NamedMaker &maker, const HostCall &call) {
  std::vector<std::string> names = fieldNames(Value::string(maker.fields));
  std::vector<Value> values;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Value *given = call.argument(i, names[i].c_str());
    if (!given && call.name != "Dim3")
      return call.fails(call.name + " needs `" + names[i] + "`");
    values.push_back(given ? *given : Value::of(Number::ofInt(1)));
  }
  if (call.args.size() + call.keywords.size() > names.size())
    return call.fails(call.name + " has the fields " + maker.fields);
  Value result = Value::tuple(std::move(values));
  result.fields =
      std::make_shared<const std::vector<std::string>>(std::move(names));
  return result;
}

/// What the Python package says of a layout: MM, the method that gave it, and
/// its argument.
Value madeLayout(const HostCall &call) {
  const Value *object = call.keyword("mm"), *method = call.keyword("method");
  if (!object || object->text != matmulMark || !method ||
      !isLayoutMethod(method->text))
    return call.fails("a layout is made by a method of Matmul");
  std::vector<Value> args;
  if (const Value *ld = call.keyword("leading_dimension"))
    args.push_back(*ld);
  return foldLayout(*object, {method->text, args, {}, call.range, nullptr});
}

} // namespace

std::string deviceObjectName(const Value &object) {
  return object.text.substr(deviceLibrary.size());
}

const Value *traitOf(const Value &object, std::string_view name) {
  auto found = std::find(object.fields->begin(), object.fields->end(), name);
  return found == object.fields->end()
             ? nullptr
             : &object.elements[static_cast<std::size_t>(
                   found - object.fields->begin())];
}

std::int64_t integerTrait(const Value &object, std::string_view name) {
  const Value *value = traitOf(object, name);
  if (!value || !value->isInteger())
    internalError("an object of nvmath.device has no `" + std::string(name) +
                  "`");
  return value->number.asInt();
}

std::optional<Value> foldDeviceMaker(const HostCall &call) {
  if (call.name == "Matmul" || call.name == "matmul")
    return makeMatmul(call);
  if (call.name == "FFT" || call.name == "fft")
    return makeFft(call);
  if (call.name == "Layout")
    return madeLayout(call);
  for (const NamedMaker &maker : namedMakers)
    if (call.name == maker.name)
      return makeNamed(maker, call);
  return std::nullopt;
}

std::optional<Value> foldDeviceMethod(const Value &object,
                                      const HostCall &call) {
  if (object.text != matmulMark)
    return std::nullopt;
  return isLayoutMethod(call.name) ? foldLayout(object, call)
                                   : matmulMethod(object, call);
}

// ---- arguments ----

DeviceOptions::DeviceOptions(const HostCall &call,
                             std::initializer_list<const char *> names,
                             std::size_t positional)
    : call_(call), names_(names), positional_(positional) {
  if (call.args.size() > positional)
    fail(call.name + " takes " + std::to_string(positional) +
         " arguments by their places; name the others");
  for (const auto &[name, value] : call.keywords)
    if (std::find(names_.begin(), names_.end(), name) == names_.end())
      fail(call.name + " has no option `" + name + "`");
}

const Value *DeviceOptions::find(const char *name) const {
  const Value *value = call_.keyword(name);
  for (std::size_t i = 0; !value && i < positional_; ++i)
    if (std::string_view(names_[i]) == name && i < call_.args.size())
      value = &call_.args[i];
  return value && value->kind != Value::Kind::None ? value : nullptr;
}

bool DeviceOptions::isText(const char *name, const char *text) const {
  const Value *value = find(name);
  return value && value->kind == Value::Kind::String && value->text == text;
}

void DeviceOptions::fail(std::string why) {
  if (problem_.empty())
    problem_ = std::move(why);
}

std::string DeviceOptions::choice(const char *name,
                                  std::initializer_list<const char *> choices) {
  const Value *value = find(name);
  if (!value)
    return *choices.begin();
  std::string all;
  for (const char *each : choices) {
    if (isText(name, each))
      return each;
    all += std::string(all.empty() ? "\"" : ", \"") + each + "\"";
  }
  fail(std::string(name) + "= is one of " + all);
  return *choices.begin();
}

std::int64_t DeviceOptions::integer(const char *name, std::int64_t least,
                                    std::int64_t most, std::int64_t otherwise) {
  const Value *value = find(name);
  if (!value)
    return otherwise;
  std::int64_t given = value->isInteger() ? value->number.asInt() : least - 1;
  if (given >= least && given <= most)
    return given;
  fail(std::string(name) + "= is an integer from " + std::to_string(least) +
       " to " + std::to_string(most));
  return otherwise;
}

std::vector<std::int64_t> DeviceOptions::integers(const char *name,
                                                  std::size_t count) {
  const Value *value = find(name);
  std::vector<std::int64_t> result;
  if (!value)
    return result;
  if (value->kind == Value::Kind::Tuple)
    for (const Value &element : value->elements)
      if (element.isInteger() && element.number.asInt() > 0 &&
          element.number.asInt() < std::int64_t(1) << 31)
        result.push_back(element.number.asInt());
  if (result.size() == count && value->elements.size() == count)
    return result;
  fail(std::string(name) + "= is a tuple of " + std::to_string(count) +
       " positive integers");
  return {};
}

bool DeviceOptions::flag(const char *name) {
  const Value *value = find(name);
  if (value && !value->isNumber())
    fail(std::string(name) + "= is True or False");
  return value && value->isTrue();
}

// ---- attributes ----

void Traits::add(const char *name, Value value) {
  names_.emplace_back(name);
  values_.push_back(std::move(value));
}
void Traits::add(const char *name, std::int64_t value) {
  add(name, Value::of(Number::ofInt(value)));
}
void Traits::add(const char *name, bool value) {
  add(name, Value::of(Number::ofBool(value)));
}

Value Traits::object(const char *mark, SourceRange range) {
  Value result = Value::tuple(std::move(values_));
  result.text = mark;
  result.range = range;
  result.fields =
      std::make_shared<const std::vector<std::string>>(std::move(names_));
  return result;
}

Value tupleOfIntegers(const std::vector<std::int64_t> &values) {
  std::vector<Value> elements;
  for (std::int64_t value : values)
    elements.push_back(Value::of(Number::ofInt(value)));
  return Value::tuple(std::move(elements));
}

Value namedIntegers(const std::vector<std::int64_t> &values,
                    const std::string &names) {
  Value result = tupleOfIntegers(values);
  result.fields = std::make_shared<const std::vector<std::string>>(
      fieldNames(Value::string(names)));
  return result;
}

} // namespace pyk2ptx
