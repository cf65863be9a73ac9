// Command line words -> the arguments of a launch.
//
// A word is split by hand: NAME=, then either CALL(...), a file's name, a tuple
// or a number.
#include "arguments.h"

#include "frontend/evaluate/evaluate.h"
#include "frontend/types/time_type.h"
#include "generate_array.h"

#include <algorithm>
#include <complex>
#include <memory>
#include <utility>

namespace pyk2ptx {

Error usageError(std::string text) {
  return Error::make("UsageError", std::move(text));
}

namespace {

std::size_t identifierLength(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() &&
         (isIdentifierStart(text[length]) || (length && isDigit(text[length]))))
    ++length;
  return length;
}

// f, math.sqrt
bool isDottedName(std::string_view text) {
  while (std::size_t length = identifierLength(text)) {
    if (length == text.size())
      return true;
    if (text[length] != '.')
      return false;
    text.remove_prefix(length + 1);
  }
  return false;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

// Up to the first comma outside brackets.
std::size_t wordEnd(std::string_view text) {
  int depth = 0;
  std::size_t at = 0;
  for (; at < text.size() && (depth > 0 || text[at] != ','); ++at)
    depth += text[at] == '(' || text[at] == '['   ? 1
             : text[at] == ')' || text[at] == ']' ? -1
                                                  : 0;
  return at;
}

// "f(a, b)" -> f and its words; nothing when `text` has not that form. The name
// may have a unit: "timedelta64[ns](5)".
std::optional<Call> splitCall(std::string_view text) {
  Call call;
  std::size_t length = identifierLength(text);
  if (length < text.size() && text[length] == '[') {
    length = std::min(text.find(']', length), text.size() - 1) + 1;
    if (!timeByName(std::string(text.substr(0, length))))
      return std::nullopt;
  }
  if (!length || length == text.size() || text[length] != '(' ||
      text.back() != ')')
    return std::nullopt;
  call.name = text.substr(0, length);
  std::string_view inner = text.substr(length + 1, text.size() - length - 2);
  while (!trim(inner).empty()) {
    std::size_t comma = wordEnd(inner);
    call.words.push_back(trim(inner.substr(0, comma)));
    inner.remove_prefix(std::min(comma + 1, inner.size()));
  }
  return call;
}

// timedelta64[s](5), datetime64[D](2020-01-31), datetime64[D](NaT): an int64.
Result<RunArgument> makeTimeScalar(const Call &call, TimeType time,
                                   RunArgument argument) {
  std::vector<Value> words;
  for (std::string_view word : call.words) {
    std::optional<RunNumber> number = parseNumber(word);
    bool isInt = number && number->value.kind() == Argument::Kind::Int64;
    words.push_back(isInt ? Value::of(Number::ofInt(number->value.asInt64()))
                          : Value::string(std::string(word)));
  }
  Value value = makeTime(time, words, {});
  if (!value.isTime())
    return usageError("`" + argument.text + "`: " + value.text);
  argument.type = value.number.type;
  argument.number.value = value.number.asInt();
  return argument;
}

// NAME(words) that is no generator: a typed scalar.
Result<RunArgument> makeTypedScalar(const Call &call, RunArgument argument) {
  if (std::optional<TimeType> time = timeByName(std::string(call.name)))
    return makeTimeScalar(call, *time, std::move(argument));
  std::optional<Scalar> scalar = scalarByName(std::string(call.name));
  std::optional<RunNumber> number;
  if (scalar && call.words.size() == 1)
    number = parseNumber(call.words[0]);
  if (!number) {
    std::string text = "`" + argument.text + "`: ";
    if (scalar)
      return usageError(text + "write one number, as " +
                        std::string(call.name) + "(2)");
    return usageError(text + "`" + std::string(call.name) +
                      "` is neither a dtype nor one of zeros, ones, empty, "
                      "full, arange, random, xoroshiro");
  }
  if (!fits(*number, *scalar))
    return Error::make(number->isFloat() || number->isComplex()
                           ? "TypeError"
                           : "OverflowError",
                       "`" + argument.text + "`: the value is none of " +
                           dtypeName(*scalar) + "'s");
  argument.type = Type::of(*scalar);
  argument.number = *number;
  if (isFloat(*scalar))
    argument.number.value = toDouble(*number);
  if (isComplex(*scalar))
    argument.number.value =
        std::complex<double>(toDouble(*number), imagOf(*number));
  return argument;
}

Result<RunArgument> withArray(RunArgument argument, Result<HostArray> array) {
  if (!array) {
    Error error = array.error();
    if (error.text.find('`') == std::string::npos)
      error.text = "`" + argument.text + "`: " + error.text;
    return error;
  }
  // NumPy's flags, C first.
  ArrayView view = array->view(0);
  Layout layout = isContiguous(view, false) ? Layout::C : Layout::F;
  argument.type = Type::array(array->elementType(), view.ndim, layout);
  argument.array = std::move(*array);
  return argument;
}

Result<RunArgument> parseCall(const Call &call, RunArgument argument) {
  if (std::optional<Result<HostArray>> array =
          generateArray(call, argument.text))
    return withArray(std::move(argument), std::move(*array));
  return makeTypedScalar(call, std::move(argument));
}

bool endsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() &&
         text.substr(text.size() - end.size()) == end;
}

// What stands between a tuple's parentheses, cut at its own commas.
std::vector<std::string> splitTuple(std::string_view inner) {
  std::vector<std::string> words;
  std::string word;
  int depth = 0;
  for (char c : inner) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0) {
      words.emplace_back(trim(word));
      word.clear();
    } else {
      word += c;
    }
  }
  if (!trim(word).empty())
    words.emplace_back(trim(word));
  return words;
}

/// Without a comma parentheses are just that: (1+2j).
bool isTuple(std::string_view inner) {
  std::vector<std::string> words = splitTuple(inner);
  return words.size() != 1 || trim(inner).back() == ',';
}

Result<RunArgument> parseTuple(std::string_view inner, RunArgument argument) {
  argument.elements.emplace();
  std::vector<Type> types;
  auto names = std::make_shared<std::vector<std::string>>();
  for (const std::string &word : splitTuple(inner)) {
    Result<RunArgument> element = parseRunArgument(word);
    if (!element)
      return element;
    if (element->type.isNone())
      return usageError("`" + argument.text +
                        "`: None and functions stand for a whole argument");
    types.push_back(element->type);
    if (!element->name.empty())
      names->push_back(element->name);
    argument.elements->push_back(std::move(*element));
  }
  if (!names->empty() && names->size() != types.size())
    return usageError("`" + argument.text +
                      "`: either all elements of a tuple are named or none");
  argument.type = Type::tuple(std::move(types));
  if (!names->empty())
    argument.type.names = std::move(names);
  return argument;
}

} // namespace

std::vector<RunArgument> flattenArguments(std::vector<RunArgument> arguments) {
  std::vector<RunArgument> result;
  for (RunArgument &argument : arguments) {
    if (argument.type.isNone())
      continue;
    if (!argument.elements) {
      result.push_back(std::move(argument));
      continue;
    }
    std::vector<RunArgument> &elements = *argument.elements;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const std::string &own = elements[i].name;
      elements[i].isDefault = argument.isDefault;
      elements[i].name =
          argument.name + "." + (own.empty() ? std::to_string(i) : own);
    }
    for (RunArgument &element : flattenArguments(std::move(elements)))
      result.push_back(std::move(element));
  }
  return result;
}

Result<RunArgument> parseRunArgument(const std::string &text) {
  RunArgument argument;
  argument.text = text;
  std::string_view value = text;
  std::size_t length = identifierLength(value);
  if (length && length < value.size() && value[length] == '=') {
    argument.name = value.substr(0, length);
    value.remove_prefix(length + 1);
  }
  if (value == "None") {
    argument.type = Type::none();
    return argument;
  }
  if (value.size() >= 2 && value.front() == '(' && value.back() == ')') {
    std::string_view inner = value.substr(1, value.size() - 2);
    if (isTuple(inner))
      return parseTuple(inner, std::move(argument));
    value = inner;
  }
  if (endsWith(value, ".npy")) {
    Result<HostArray> array = readNpy(std::string(value));
    return withArray(std::move(argument), std::move(array));
  }
  if (std::optional<Call> call = splitCall(value))
    return parseCall(*call, std::move(argument));
  std::optional<RunNumber> number = parseNumber(value);
  std::size_t named = identifierLength(value);
  bool isPart = named && named < value.size() && value[named] == '[' &&
                value.back() == ']';
  if (!number && (isPart || isDottedName(value))) {
    argument.type = Type::none();
    argument.function = isPart ? value.substr(0, named) : value;
    argument.part = isPart ? value.substr(named) : "";
    return argument;
  }
  if (!number)
    return usageError(
        "`" + text +
        "` is no argument; write a number, dtype(number), "
        "(1, 2.5), None, FILE.npy, zeros(float32,1024), ones, empty, full, "
        "arange or random, each with NAME= before it if wanted");
  argument.type = typeOfNumber(*number);
  argument.number = *number;
  return argument;
}

} // namespace pyk2ptx
