// What texts, dicts, tuples, numbers and types have behind a dot, as constants.
// What would raise is an Unknown.
#include "fold.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

namespace pyk2ptx {

using Kind = Value::Kind;

namespace {

// ---- texts ----

bool isAscii(const Value &text) {
  return std::all_of(text.text.begin(), text.text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x80;
  });
}

/// The argument at `place`, which is of the text's own sort; else null.
const std::string *textAt(const HostCall &call, std::size_t place,
                          const Value &text) {
  const Value &arg = call.args[place];
  return arg.kind == Kind::String && arg.isBytes == text.isBytes ? &arg.text
                                                                 : nullptr;
}

/// Every character as `change` has it.
std::optional<Value> changed(const Value &text, int (*change)(int)) {
  if (!isAscii(text))
    return std::nullopt;
  Value result = text;
  for (char &each : result.text)
    each = static_cast<char>(change(static_cast<unsigned char>(each)));
  return result;
}

/// Without what is named, or blanks, at its ends.
std::optional<Value> strip(const Value &text, const HostCall &call, bool left,
                           bool right) {
  const std::string none = blanks;
  const std::string *marks = call.args.empty() ? &none : textAt(call, 0, text);
  if (!isAscii(text) || !marks)
    return std::nullopt;
  Value result = text;
  result.text = stripped(text.text, *marks, left, right);
  return result;
}

/// Where the argument stands; `none` where it does not.
std::optional<Value> find(const Value &text, const HostCall &call,
                          const Value &none) {
  const std::string *part = textAt(call, 0, text);
  if (!isAscii(text) || !part)
    return std::nullopt;
  std::size_t at = text.text.find(*part);
  return at == text.text.npos ? none : intValue(static_cast<Wide>(at));
}

} // namespace

/// "{} of {}".format(...), of what needs no more than texts.
std::optional<Value> textFormat(const Value &form, const HostCall &call) {
  if (form.isBytes)
    return std::nullopt;
  Value failed = call.fails("only the fields {}, {0} and {name} of a text are "
                            "evaluated");
  Value result = Value::string("");
  std::size_t next = 0;
  for (std::size_t i = 0; i < form.text.size(); ++i) {
    char each = form.text[i];
    bool isDouble = i + 1 < form.text.size() && form.text[i + 1] == each;
    if ((each != '{' && each != '}') || isDouble) {
      result.text += each;
      i += (each == '{' || each == '}') && isDouble;
      continue;
    }
    std::size_t end = form.text.find('}', i);
    if (each == '}' || end == std::string::npos)
      return failed;
    std::string name = form.text.substr(i + 1, end - i - 1);
    i = end;
    bool isPlace =
        name.find_first_not_of("0123456789") == name.npos && name.size() < 4;
    std::size_t place = name.empty() ? next++
                        : isPlace    ? std::stoul(name)
                                     : call.args.size();
    const Value *value = isPlace && place < call.args.size()
                             ? &call.args[place]
                             : call.keyword(name.c_str());
    std::optional<std::string> text = value ? textOf(*value) : std::nullopt;
    if (!text)
      return failed;
    result.text += *text;
  }
  return result;
}

std::optional<Value> textSplit(const Value &text, const HostCall &call) {
  if (!isAscii(text) || text.isBytes)
    return std::nullopt;
  std::vector<Value> parts;
  std::string rest = text.text;
  if (call.args.empty()) {
    std::size_t at = 0;
    while ((at = rest.find_first_not_of(blanks, at)) != rest.npos) {
      std::size_t end = std::min(rest.find_first_of(blanks, at), rest.size());
      parts.push_back(Value::string(rest.substr(at, end - at)));
      at = end;
    }
    return pythonList(std::move(parts));
  }
  const std::string *mark = textAt(call, 0, text);
  if (!mark || mark->empty())
    return call.fails("the text's parts are not constants");
  std::size_t end = 0;
  while ((end = rest.find(*mark)) != rest.npos) {
    parts.push_back(Value::string(rest.substr(0, end)));
    rest.erase(0, end + mark->size());
  }
  parts.push_back(Value::string(rest));
  return pythonList(std::move(parts));
}

std::optional<Value> textUpper(const Value &text, const HostCall &) {
  return changed(text, std::toupper);
}
std::optional<Value> textLower(const Value &text, const HostCall &) {
  return changed(text, std::tolower);
}

std::optional<Value> textStrip(const Value &text, const HostCall &call) {
  return strip(text, call, true, true);
}
std::optional<Value> textLstrip(const Value &text, const HostCall &call) {
  return strip(text, call, true, false);
}
std::optional<Value> textRstrip(const Value &text, const HostCall &call) {
  return strip(text, call, false, true);
}

std::optional<Value> textStartswith(const Value &text, const HostCall &call) {
  const std::string *part = textAt(call, 0, text);
  return part ? std::optional(boolValue(text.text.starts_with(*part)))
              : std::nullopt;
}
std::optional<Value> textEndswith(const Value &text, const HostCall &call) {
  const std::string *part = textAt(call, 0, text);
  return part ? std::optional(boolValue(text.text.ends_with(*part)))
              : std::nullopt;
}

std::optional<Value> textFind(const Value &text, const HostCall &call) {
  return find(text, call, intValue(-1));
}
std::optional<Value> textIndex(const Value &text, const HostCall &call) {
  return find(text, call, call.fails("the text is not found"));
}

std::optional<Value> textCount(const Value &text, const HostCall &call) {
  const std::string *part = textAt(call, 0, text);
  if (!part || part->empty())
    return std::nullopt;
  Wide count = 0;
  for (std::size_t at = text.text.find(*part); at != text.text.npos;
       at = text.text.find(*part, at + part->size()))
    ++count;
  return intValue(count);
}

std::optional<Value> textReplace(const Value &text, const HostCall &call) {
  const std::string *from = textAt(call, 0, text);
  const std::string *to = textAt(call, 1, text);
  if (!from || !to || from->empty())
    return std::nullopt;
  Value result = text;
  for (std::size_t at = text.text.find(*from); at != text.text.npos;
       at = result.text.find(*from, at + to->size()))
    result.text.replace(at, from->size(), *to);
  return result;
}

std::optional<Value> textJoin(const Value &text, const HostCall &call) {
  auto parts = elementsOf(call.args[0]);
  if (!parts)
    return std::nullopt;
  Value result = text;
  result.text.clear();
  for (std::size_t i = 0; i < parts->size(); ++i) {
    if ((*parts)[i].kind != Kind::String)
      return std::nullopt;
    result.text += (i ? text.text : "") + (*parts)[i].text;
  }
  return result;
}

// ---- containers ----

std::optional<Value> hostItself(const Value &value, const HostCall &) {
  return value;
}

std::optional<Value> dictGet(const Value &dict, const HostCall &call) {
  std::optional<std::size_t> place = placeOfKey(dict, call.args[0]);
  if (!place)
    return std::nullopt;
  if (*place < dict.elements.size())
    return dict.elements[*place];
  return call.args.size() == 2 ? call.args[1] : Value::none();
}

/// What `part` makes of each key and its value.
template <class Part> static Value eachEntry(const Value &dict, Part part) {
  std::vector<Value> parts;
  for (std::size_t i = 0; i + 1 < dict.elements.size(); i += 2)
    parts.push_back(part(dict.elements[i], dict.elements[i + 1]));
  return pythonList(std::move(parts));
}

std::optional<Value> dictKeys(const Value &dict, const HostCall &) {
  return eachEntry(dict, [](const Value &key, const Value &) { return key; });
}
std::optional<Value> dictValues(const Value &dict, const HostCall &) {
  return eachEntry(dict,
                   [](const Value &, const Value &value) { return value; });
}
std::optional<Value> dictItems(const Value &dict, const HostCall &) {
  return eachEntry(dict, [](const Value &key, const Value &value) {
    return Value::tuple({key, value});
  });
}

std::optional<Value> tupleIndex(const Value &tuple, const HostCall &call) {
  for (std::size_t i = 0; i < tuple.elements.size(); ++i) {
    std::optional<bool> same = equals(tuple.elements[i], call.args[0]);
    if (!same)
      return std::nullopt;
    if (*same)
      return intValue(static_cast<Wide>(i));
  }
  return call.fails("the element is not found");
}

std::optional<Value> tupleCount(const Value &tuple, const HostCall &call) {
  Wide count = 0;
  for (const Value &each : tuple.elements) {
    std::optional<bool> same = equals(each, call.args[0]);
    if (!same)
      return std::nullopt;
    count += *same;
  }
  return intValue(count);
}

// ---- numbers and types ----

Value valueItself(const Value &value) { return value; }
Value numberReal(const Value &value) {
  return Value::of(value.number.part(false));
}
Value numberImag(const Value &value) {
  return Value::of(value.number.part(true));
}

/// The digits of an integer's magnitude, in binary.
static Wide magnitude(const Value &value) {
  Wide number = wide(value.number);
  return number < 0 ? -number : number;
}

std::optional<Value> numberBitLength(const Value &value, const HostCall &) {
  int bits = 0;
  for (Wide rest = magnitude(value); rest != 0; rest >>= 1)
    ++bits;
  return intValue(bits);
}

std::optional<Value> numberBitCount(const Value &value, const HostCall &) {
  int bits = 0;
  for (Wide rest = magnitude(value); rest != 0; rest >>= 1)
    bits += static_cast<int>(rest & 1);
  return intValue(bits);
}

std::optional<Value> numberIsInteger(const Value &value, const HostCall &) {
  double number = value.number.number;
  return boolValue(std::trunc(number) == number);
}

/// NumPy's numbers have it, Python's do not.
std::optional<Value> numberItem(const Value &value, const HostCall &) {
  const Number &number = value.number;
  if (isOfPython(number))
    return std::nullopt;
  return number.type.isFloat() ? floatValue(number.number)
                               : intValue(wide(number));
}

Value typeItemsize(const Value &type) {
  return Value::of(Number::ofInt(byteSize(type.type)));
}

Value typeNames(const Value &type) {
  std::vector<Value> names;
  for (const RecordField &field : type.type.record->fields)
    names.push_back(Value::string(field.name));
  return Value::tuple(std::move(names));
}

} // namespace pyk2ptx
