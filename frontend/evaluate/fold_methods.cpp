// Methods of Python's types on constants: texts, dicts, tuples and lists,
// numbers. What would raise is an Unknown.
#include "fold.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

namespace pyk2ptx {

using Kind = Value::Kind;

namespace {

/// "{} of {}".format(...), of what needs no more than texts.
Value formatText(const Value &form, const HostCall &call) {
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

Value splitText(const Value &text, const HostCall &call) {
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
  if (call.args[0].kind != Kind::String || call.args[0].text.empty() ||
      call.args.size() > 1)
    return call.fails("the text's parts are not constants");
  const std::string &mark = call.args[0].text;
  std::size_t end = 0;
  while ((end = rest.find(mark)) != rest.npos) {
    parts.push_back(Value::string(rest.substr(0, end)));
    rest.erase(0, end + mark.size());
  }
  parts.push_back(Value::string(rest));
  return pythonList(std::move(parts));
}

std::optional<Value> textMethod(const Value &text, const HostCall &call) {
  const std::string &name = call.name;
  const std::vector<Value> &args = call.args;
  bool isAscii = std::all_of(text.text.begin(), text.text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x80;
  });
  for (const Value &arg : args)
    if (arg.kind == Kind::String && arg.isBytes != text.isBytes)
      return std::nullopt;
  bool hasText = args.size() == 1 && args[0].kind == Kind::String;
  Value result = text;
  if ((name == "upper" || name == "lower") && args.empty() && isAscii) {
    for (char &each : result.text)
      each = static_cast<char>(
          name == "upper" ? std::toupper(static_cast<unsigned char>(each))
                          : std::tolower(static_cast<unsigned char>(each)));
    return result;
  }
  bool strips = name == "strip" || name == "lstrip" || name == "rstrip";
  if (strips && isAscii && (args.empty() || hasText)) {
    result.text = stripped(text.text, hasText ? args[0].text : blanks,
                           name != "rstrip", name != "lstrip");
    return result;
  }
  if ((name == "startswith" || name == "endswith") && hasText)
    return boolValue(name == "startswith" ? text.text.starts_with(args[0].text)
                                          : text.text.ends_with(args[0].text));
  if ((name == "find" || name == "index") && hasText && isAscii) {
    std::size_t at = text.text.find(args[0].text);
    if (at == text.text.npos && name == "index")
      return call.fails("the text is not found");
    return intValue(at == text.text.npos ? -1 : static_cast<Wide>(at));
  }
  if (name == "count" && hasText && !args[0].text.empty()) {
    Wide count = 0;
    for (std::size_t at = text.text.find(args[0].text); at != text.text.npos;
         at = text.text.find(args[0].text, at + args[0].text.size()))
      ++count;
    return intValue(count);
  }
  if (name == "replace" && args.size() == 2 && args[0].kind == Kind::String &&
      args[1].kind == Kind::String && !args[0].text.empty()) {
    for (std::size_t at = result.text.find(args[0].text);
         at != result.text.npos;
         at = result.text.find(args[0].text, at + args[1].text.size()))
      result.text.replace(at, args[0].text.size(), args[1].text);
    return result;
  }
  if (name == "split" && isAscii && !text.isBytes)
    return splitText(text, call);
  if (name == "join" && args.size() == 1) {
    result.text.clear();
    auto parts = elementsOf(args[0]);
    if (!parts)
      return std::nullopt;
    for (std::size_t i = 0; i < parts->size(); ++i) {
      if ((*parts)[i].kind != Kind::String)
        return std::nullopt;
      result.text += (i ? text.text : "") + (*parts)[i].text;
    }
    return result;
  }
  if (name == "format" && !text.isBytes)
    return formatText(text, call);
  return std::nullopt;
}

std::optional<Value> dictMethod(const Value &dict, const HostCall &call) {
  const std::string &name = call.name;
  if (name == "get" && (call.args.size() == 1 || call.args.size() == 2)) {
    const Value *found = valueOfKey(dict, call.args[0]);
    return found                   ? *found
           : call.args.size() == 2 ? call.args[1]
                                   : Value::none();
  }
  if (!call.args.empty())
    return std::nullopt;
  if (name == "copy")
    return dict;
  std::vector<Value> parts;
  for (std::size_t i = 0; i + 1 < dict.elements.size(); i += 2)
    parts.push_back(name == "keys"     ? dict.elements[i]
                    : name == "values" ? dict.elements[i + 1]
                                       : Value::tuple({dict.elements[i],
                                                       dict.elements[i + 1]}));
  if (name == "keys" || name == "values" || name == "items")
    return pythonList(std::move(parts));
  return std::nullopt;
}

std::optional<Value> tupleMethod(const Value &tuple, const HostCall &call) {
  const std::string &name = call.name;
  if (name == "copy" && call.args.empty() && tuple.isList)
    return tuple;
  if ((name != "index" && name != "count") || call.args.size() != 1)
    return std::nullopt;
  Wide count = 0;
  for (std::size_t i = 0; i < tuple.elements.size(); ++i) {
    std::optional<bool> same = equals(tuple.elements[i], call.args[0]);
    if (!same)
      return std::nullopt;
    if (*same && name == "index")
      return intValue(static_cast<Wide>(i));
    count += *same;
  }
  return name == "count" ? intValue(count)
                         : call.fails("the element is not found");
}

std::optional<Value> numberMethod(const Value &value, const HostCall &call) {
  const Number &number = value.number;
  if (!call.args.empty() || number.type.isComplex())
    return std::nullopt;
  if (call.name == "bit_length" && isWhole(value)) {
    Wide rest = wide(number);
    int bits = 0;
    for (rest = rest < 0 ? -rest : rest; rest != 0; rest >>= 1)
      ++bits;
    return intValue(bits);
  }
  if (call.name == "bit_count" && isWhole(value)) {
    Wide rest = wide(number);
    int bits = 0;
    for (rest = rest < 0 ? -rest : rest; rest != 0; rest >>= 1)
      bits += static_cast<int>(rest & 1);
    return intValue(bits);
  }
  if (call.name == "is_integer" && number.type.isFloat())
    return boolValue(std::trunc(number.number) == number.number);
  if (call.name == "conjugate")
    return value;
  if (call.name != "item" || isOfPython(number))
    return std::nullopt;
  return number.type.isFloat() ? floatValue(number.number)
                               : intValue(wide(number));
}

} // namespace

std::optional<Value> foldMethod(const Value &base, const HostCall &call) {
  switch (base.kind) {
  case Kind::String:
    return textMethod(base, call);
  case Kind::Dict:
    return dictMethod(base, call);
  case Kind::Tuple:
    return tupleMethod(base, call);
  case Kind::Number:
  case Kind::BigInteger:
    return numberMethod(base, call);
  case Kind::Array:
    return foldArrayMethod(base, call);
  default:
    return std::nullopt;
  }
}

} // namespace pyk2ptx
