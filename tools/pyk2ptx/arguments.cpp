// Command line words -> the arguments of a launch.
//
// A word is split by hand: NAME=, then either CALL(...), a file's name or a
// number. Arrays are filled in C's order through one function per generator, so
// that Fortran's order is only a question of where an element lies.
#include "arguments.h"

#include "frontend/time_type.h"
#include "xoroshiro.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>

namespace pyk2ptx {

namespace {

Error makeError(const char *name, std::string text) {
  Error error;
  error.name = name;
  error.text = std::move(text);
  return error;
}
Error usageError(std::string text) {
  return makeError("UsageError", std::move(text));
}

bool isIdentifierStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (c & 0x80);
}
bool isDigit(char c) { return c >= '0' && c <= '9'; }

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

// Python allows single underscores between digits.
std::optional<std::string> dropUnderscores(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      out += text[i];
      continue;
    }
    bool between = i && i + 1 < text.size() && text[i - 1] != '_' &&
                   std::isalnum(static_cast<unsigned char>(text[i - 1])) &&
                   std::isalnum(static_cast<unsigned char>(text[i + 1]));
    if (!between)
      return std::nullopt;
  }
  return out;
}

std::optional<RunNumber> parseInteger(std::string_view digits, bool negative) {
  int base = 10;
  if (digits.size() > 2 && digits[0] == '0') {
    char prefix = static_cast<char>(digits[1] | 0x20);
    base = prefix == 'x' ? 16 : prefix == 'o' ? 8 : prefix == 'b' ? 2 : 10;
    if (base != 10)
      digits.remove_prefix(2);
  }
  std::uint64_t value = 0;
  const char *end = digits.end();
  auto [at, status] = std::from_chars(digits.begin(), end, value, base);
  if (status != std::errc() || at != end)
    return std::nullopt;
  constexpr std::uint64_t limit = std::uint64_t(1) << 63;
  if (negative)
    return value <= limit ? std::optional(RunNumber{static_cast<std::int64_t>(
                                std::uint64_t(0) - value)})
                          : std::nullopt;
  if (value < limit)
    return RunNumber{static_cast<std::int64_t>(value)};
  return RunNumber{value};
}

std::optional<RunNumber> parseFloat(std::string_view text, bool negative) {
  double value = 0;
  std::string lower;
  for (char c : text)
    lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  if (lower == "nan") {
    value = std::numeric_limits<double>::quiet_NaN();
  } else if (lower == "inf" || lower == "infinity") {
    value = std::numeric_limits<double>::infinity();
  } else {
    // from_chars would read words such as nan(1).
    if (!isDigit(lower[0]) && lower[0] != '.')
      return std::nullopt;
    const char *end = lower.data() + lower.size();
    auto [at, status] = std::from_chars(lower.data(), end, value);
    if (at != end || status == std::errc::invalid_argument)
      return std::nullopt;
    // Too large or too small: as Python has it, inf or 0.
    if (status == std::errc::result_out_of_range)
      value = std::strtod(lower.c_str(), nullptr);
  }
  return RunNumber{negative ? -value : value};
}

double toDouble(const RunNumber &number) {
  switch (number.value.kind()) {
  case Argument::Kind::Bool:
    return number.value.asBool();
  case Argument::Kind::Int64:
    return static_cast<double>(number.value.asInt64());
  case Argument::Kind::UInt64:
    return static_cast<double>(number.value.asUInt64());
  case Argument::Kind::Complex:
    return number.value.asComplex()[0];
  default:
    return number.value.asDouble();
  }
}

double imagOf(const RunNumber &number) {
  return number.isComplex() ? number.value.asComplex()[1] : 0;
}

// "1+2j", "-2j", "(1-2j)": what stands before the last sign that is no
// exponent's is the real part.
std::optional<RunNumber> parseComplex(std::string_view text) {
  if (text.size() > 2 && text.front() == '(' && text.back() == ')')
    text = text.substr(1, text.size() - 2);
  if (text.empty() || (text.back() | 0x20) != 'j')
    return std::nullopt;
  text.remove_suffix(1);
  std::size_t split = text.size();
  while (split-- > 1)
    if ((text[split] == '+' || text[split] == '-') &&
        (text[split - 1] | 0x20) != 'e')
      break;
  bool hasReal = split > 0 && split < text.size();
  std::optional<RunNumber> real = RunNumber{0.0};
  if (hasReal)
    real = parseNumber(text.substr(0, split));
  std::optional<RunNumber> imag =
      parseNumber(hasReal ? text.substr(split) : text);
  if (!real || !imag || real->isComplex() || imag->isComplex())
    return std::nullopt;
  return RunNumber{std::complex<double>(toDouble(*real), toDouble(*imag))};
}

// An int's or bool's two's complement.
std::uint64_t toBits(const RunNumber &number) {
  switch (number.value.kind()) {
  case Argument::Kind::Bool:
    return number.value.asBool();
  case Argument::Kind::Int64:
    return static_cast<std::uint64_t>(number.value.asInt64());
  default:
    return number.value.asUInt64();
  }
}

Type typeOfNumber(const RunNumber &number) {
  switch (number.value.kind()) {
  case Argument::Kind::Bool:
    return Type::of(Scalar::Bool);
  case Argument::Kind::Int64:
    return Type::of(Scalar::I64);
  case Argument::Kind::UInt64:
    return Type::of(Scalar::U64);
  case Argument::Kind::Complex:
    return Type::weakComplex();
  default:
    return Type::weakFloat();
  }
}

// Whether `number` is a value of `scalar`: a float for a float, any for a
// complex, and an int that fits. A float that rounds is one.
bool fits(const RunNumber &number, Scalar scalar) {
  if (isComplex(scalar))
    return true;
  if (number.isComplex())
    return false;
  if (isFloat(scalar))
    return true;
  if (number.isFloat())
    return false;
  bool negative = number.value.kind() == Argument::Kind::Int64 &&
                  number.value.asInt64() < 0;
  if (scalar == Scalar::Bool)
    return toBits(number) <= 1;
  int bits = bitWidth(scalar) - isSigned(scalar);
  if (negative)
    return isSigned(scalar) && (~toBits(number) >> (bits - 1) >> 1) == 0;
  return (toBits(number) >> (bits - 1) >> 1) == 0;
}

// Stores `number`, which fits, as an element.
void storeNumber(std::byte *to, Scalar scalar, const RunNumber &number) {
  if (isComplex(scalar)) {
    Scalar part = partOf(scalar);
    storeNumber(to, part, {toDouble(number)});
    storeNumber(to + byteSize(part), part, {imagOf(number)});
  } else if (isHalf(scalar)) {
    double value = toDouble(number);
    std::uint16_t bits =
        scalar == Scalar::F16 ? toFloat16(value) : toBfloat16(value);
    std::memcpy(to, &bits, 2);
  } else if (scalar == Scalar::F64) {
    double value = toDouble(number);
    std::memcpy(to, &value, 8);
  } else if (scalar == Scalar::F32) {
    auto value = static_cast<float>(toDouble(number));
    std::memcpy(to, &value, 4);
  } else {
    std::uint64_t bits = toBits(number);
    std::memcpy(to, &bits, byteSize(scalar));
  }
}

// The words between a call's parentheses.
struct Call {
  std::string_view name;
  std::vector<std::string_view> words;
  std::optional<Scalar> dtype;
  /// zeros and empty have elements of any type.
  std::optional<Type> record;
  bool fortran = false;
};

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

// One generator: its name, how many words it takes beyond DTYPE and F.
struct Generator {
  std::string_view name;
  std::size_t least, most;
  bool hasShape;
  std::string_view usage;
};
constexpr Generator generators[] = {
    {"zeros", 1, 1, true, "zeros([DTYPE,]SHAPE[,F])"},
    {"ones", 1, 1, true, "ones([DTYPE,]SHAPE[,F])"},
    {"empty", 1, 1, true, "empty([DTYPE,]SHAPE[,F])"},
    {"full", 2, 2, true, "full([DTYPE,]SHAPE,VALUE[,F])"},
    {"arange", 1, 3, false, "arange([DTYPE,]N[,START[,STEP]])"},
    {"random", 2, 2, true, "random([DTYPE,]SHAPE,SEED[,F])"},
    {"xoroshiro", 2, 3, false, "xoroshiro(N,SEED[,START])"}};

template <typename Fill> void fill(HostArray &array, Fill element) {
  std::int64_t size = array.size();
  for (std::int64_t i = 0; i < size; ++i)
    element(i, array.element(i));
}

Result<HostArray> makeFull(const Call &call, const std::string &shown,
                           std::vector<std::int64_t> shape, RunNumber value,
                           Scalar scalar) {
  if (!fits(value, scalar))
    return makeError("OverflowError", "`" + shown + "`: the value is none of " +
                                          dtypeName(scalar) + "'s");
  Result<HostArray> array =
      makeHostArray(Type::of(scalar), std::move(shape), call.fortran);
  bool isReal = value.isFloat() || value.isComplex();
  if (array && (isReal || toBits(value)))
    fill(*array,
         [&](std::int64_t, std::byte *to) { storeNumber(to, scalar, value); });
  return array;
}

Result<HostArray> makeArange(const Call &call, const std::string &shown,
                             const std::vector<RunNumber> &numbers) {
  bool isInt = numbers[0].value.kind() == Argument::Kind::Int64 ||
               numbers[0].value.kind() == Argument::Kind::Bool;
  if (!isInt)
    return usageError("`" + shown + "`: N is the number of elements, an int");
  RunNumber start =
      numbers.size() > 1 ? numbers[1] : RunNumber{std::int64_t(0)};
  RunNumber step = numbers.size() > 2 ? numbers[2] : RunNumber{std::int64_t(1)};
  if (start.isComplex() || step.isComplex())
    return usageError("`" + shown + "`: START and STEP are real numbers");
  bool anyFloat = start.isFloat() || step.isFloat();
  Scalar scalar = call.dtype.value_or(anyFloat ? Scalar::F64 : Scalar::I64);
  bool isReal = isFloat(scalar) || isComplex(scalar);
  if (anyFloat && !isReal)
    return makeError("TypeError", "`" + shown + "`: a float START or STEP " +
                                      "does not go with " + dtypeName(scalar));
  Result<HostArray> array = makeHostArray(
      Type::of(scalar), {static_cast<std::int64_t>(toBits(numbers[0]))}, false);
  if (!array)
    return array;
  fill(*array, [&](std::int64_t i, std::byte *to) {
    if (isReal) {
      storeNumber(to, scalar, {toDouble(start) + i * toDouble(step)});
      return;
    }
    std::uint64_t bits = toBits(start) + std::uint64_t(i) * toBits(step);
    if (scalar == Scalar::Bool)
      bits = bits != 0;
    std::memcpy(to, &bits, byteSize(scalar));
  });
  return array;
}

std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

Result<HostArray> makeRandom(const Call &call, const std::string &shown,
                             std::vector<std::int64_t> shape,
                             const RunNumber &seed) {
  if (seed.isFloat() || seed.isComplex())
    return usageError("`" + shown + "`: SEED is an int");
  Scalar scalar = call.dtype.value_or(Scalar::F64);
  Result<HostArray> array =
      makeHostArray(Type::of(scalar), std::move(shape), call.fortran);
  if (!array)
    return array;
  std::uint64_t base = toBits(seed) * 0x2545f4914f6cdd1d;
  fill(*array, [&](std::int64_t i, std::byte *to) {
    std::uint64_t z = mix(base + std::uint64_t(i + 1) * 0x9e3779b97f4a7c15);
    if (isComplex(scalar)) {
      auto part = [&](std::uint64_t bits) {
        return scalar == Scalar::C128
                   ? static_cast<double>(bits >> 11) * 0x1p-53
                   : static_cast<double>(bits >> 40) * 0x1p-24;
      };
      storeNumber(to, scalar, {std::complex<double>(part(z), part(mix(z)))});
    } else if (scalar == Scalar::F64)
      storeNumber(to, scalar, {static_cast<double>(z >> 11) * 0x1p-53});
    else if (scalar == Scalar::F32)
      storeNumber(to, scalar, {static_cast<double>(z >> 40) * 0x1p-24});
    else if (scalar == Scalar::F16)
      storeNumber(to, scalar, {static_cast<double>(z >> 53) * 0x1p-11});
    else if (scalar == Scalar::BF16)
      storeNumber(to, scalar, {static_cast<double>(z >> 56) * 0x1p-8});
    else if (scalar == Scalar::Bool)
      *to = std::byte(z >> 63);
    else if (bitWidth(scalar) <= 16)
      storeNumber(to, scalar, {z >> (64 - bitWidth(scalar))});
    else
      storeNumber(to, scalar, {(z >> 32) % 1000});
  });
  return array;
}

Result<HostArray> makeStates(const Call &call, const std::string &shown,
                             const std::vector<RunNumber> &numbers) {
  constexpr std::uint64_t maxStart = 1 << 20;
  bool valid = !call.dtype && toBits(numbers[0]) <= maxExtent;
  for (const RunNumber &number : numbers)
    valid = valid && !number.isFloat();
  std::uint64_t start = numbers.size() > 2 ? toBits(numbers[2]) : 0;
  if (!valid || start > maxStart)
    return usageError("`" + shown +
                      "`: write xoroshiro(N,SEED[,START]), ints, "
                      "START up to 1048576");
  return makeRandomStates(static_cast<std::int64_t>(toBits(numbers[0])),
                          toBits(numbers[1]), start);
}

Result<HostArray> makeGenerated(const Generator &generator, const Call &call,
                                const std::string &shown) {
  std::vector<std::int64_t> shape;
  std::vector<RunNumber> numbers;
  for (std::size_t i = 0; i < call.words.size(); ++i) {
    if (i == 0 && generator.hasShape) {
      std::optional<std::vector<std::int64_t>> parsed =
          parseShape(call.words[0]);
      if (!parsed)
        return usageError("`" + shown + "`: `" + std::string(call.words[0]) +
                          "` is no shape such as 1024 or 1024x8");
      shape = std::move(*parsed);
      continue;
    }
    std::optional<RunNumber> number = parseNumber(call.words[i]);
    if (!number)
      return usageError("`" + shown + "`: `" + std::string(call.words[i]) +
                        "` is no number; write " +
                        std::string(generator.usage));
    numbers.push_back(*number);
  }
  if (generator.name == "xoroshiro")
    return makeStates(call, shown, numbers);
  if (generator.name == "arange")
    return makeArange(call, shown, numbers);
  if (generator.name == "random")
    return makeRandom(call, shown, std::move(shape), numbers[0]);
  if (generator.name == "full")
    return makeFull(call, shown, std::move(shape), numbers[0],
                    call.dtype.value_or(typeOfNumber(numbers[0]).scalar));
  if (call.record)
    return makeHostArray(*call.record, std::move(shape), call.fortran);
  std::int64_t value = generator.name == "ones";
  return makeFull(call, shown, std::move(shape), {value},
                  call.dtype.value_or(Scalar::F64));
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
    return makeError(number->isFloat() || number->isComplex() ? "TypeError"
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

Result<RunArgument> parseCall(Call call, RunArgument argument) {
  for (const Generator &generator : generators) {
    if (generator.name != call.name)
      continue;
    if (!call.words.empty())
      call.dtype = scalarByName(std::string(call.words[0]));
    bool isFilled = generator.name == "zeros" || generator.name == "empty";
    if (!call.dtype && !call.words.empty() && isFilled) {
      Value value = evaluateTypeText(std::string(call.words[0]), {});
      if (value.kind == Value::Kind::Type &&
          (value.type.isRecord() || value.type.isTime()))
        call.record = value.type;
    }
    if (call.dtype || call.record)
      call.words.erase(call.words.begin());
    call.fortran =
        generator.hasShape && call.words.size() > 1 && call.words.back() == "F";
    if (call.fortran)
      call.words.pop_back();
    if (call.words.size() < generator.least ||
        call.words.size() > generator.most)
      return usageError("`" + argument.text + "`: write " +
                        std::string(generator.usage));
    Result<HostArray> array = makeGenerated(generator, call, argument.text);
    return withArray(std::move(argument), std::move(array));
  }
  return makeTypedScalar(call, std::move(argument));
}

bool endsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() &&
         text.substr(text.size() - end.size()) == end;
}

// NumPy writes the shortest digits, and "1." for a float without a fraction.
template <typename Float> std::string showFloat(Float value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  char digits[64];
  std::to_chars_result end = std::to_chars(digits, digits + 64, value);
  std::string text(digits, end.ptr);
  if (text.find_first_of(".e") == std::string::npos)
    text += '.';
  return text;
}

// The shortest digits that read back as the same 16 bits.
std::string showHalf(const std::byte *from, Scalar scalar) {
  std::uint16_t bits = 0;
  std::memcpy(&bits, from, 2);
  bool isHalf = scalar == Scalar::F16;
  double value = isHalf ? fromFloat16(bits) : fromBfloat16(bits);
  for (int digits = 1; digits < 6 && std::isfinite(value); ++digits) {
    char text[40];
    std::snprintf(text, sizeof(text), "%.*e", digits - 1, value);
    double shorter = std::strtod(text, nullptr);
    if ((isHalf ? toFloat16(shorter) : toBfloat16(shorter)) == bits)
      return showFloat(shorter);
  }
  return showFloat(value);
}

// As NumPy shows a complex number: "1.+2.j".
template <typename Float> std::string showComplex(const std::byte *from) {
  Float parts[2];
  std::memcpy(parts, from, sizeof(parts));
  std::string imag = showFloat(parts[1]);
  if (imag[0] != '-')
    imag = "+" + imag;
  return showFloat(parts[0]) + imag + "j";
}

std::string showScalar(Scalar scalar, const std::byte *from) {
  if (isHalf(scalar))
    return showHalf(from, scalar);
  if (scalar == Scalar::C64)
    return showComplex<float>(from);
  if (scalar == Scalar::C128)
    return showComplex<double>(from);
  if (scalar == Scalar::F32) {
    float value = 0;
    std::memcpy(&value, from, 4);
    return showFloat(value);
  }
  if (scalar == Scalar::F64) {
    double value = 0;
    std::memcpy(&value, from, 8);
    return showFloat(value);
  }
  if (scalar == Scalar::Bool)
    return *from != std::byte() ? "True" : "False";
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, byteSize(scalar));
  if (!isSigned(scalar))
    return std::to_string(bits);
  int shift = 64 - bitWidth(scalar);
  return std::to_string(static_cast<std::int64_t>(bits << shift) >> shift);
}

std::string showValue(const Type &type, const std::byte *from);

// [1. 2.] of a field that is an array.
std::string showField(const RecordField &field, std::size_t axis,
                      const std::byte *&from) {
  if (axis == field.shape.size()) {
    std::string text = showValue(field.type, from);
    from += byteSize(field.type);
    return text;
  }
  std::string text = "[";
  for (std::int64_t i = 0; i < field.shape[axis]; ++i)
    text += (i ? " " : "") + showField(field, axis + 1, from);
  return text + "]";
}

// Text up to its padding, in quotes.
std::string showChars(const RecordField &chars, const std::byte *from) {
  std::string text, pending;
  for (std::int64_t i = 0; i < chars.shape[0]; ++i) {
    std::uint32_t c = 0;
    auto size = static_cast<std::size_t>(byteSize(chars.type));
    std::memcpy(&c, from + static_cast<std::size_t>(i) * size, size);
    char shown[16];
    bool isPlain = c >= 0x20 && c < 0x7f;
    std::snprintf(shown, sizeof(shown), isPlain ? "%c" : "\\x%02x", c);
    pending += shown;
    if (c != 0) {
      text += pending;
      pending.clear();
    }
  }
  return "'" + text + "'";
}

std::string showValue(const Type &type, const std::byte *from) {
  if (type.isTime()) {
    std::int64_t count = 0;
    std::memcpy(&count, from, sizeof(count));
    return showTime(type.time, count);
  }
  if (!type.isRecord())
    return showScalar(type.scalar, from);
  if (type.record->kind == RecordLayout::Kind::Chars)
    return showChars(type.record->fields[0], from);
  std::string text = "(";
  for (const RecordField &field : type.record->fields) {
    const std::byte *place = from + field.offset;
    text += (text.size() > 1 ? ", " : "") + showField(field, 0, place);
  }
  return text + ")";
}

} // namespace

std::optional<RunNumber> parseNumber(std::string_view text) {
  if (!text.empty() && (text.back() == ')' || (text.back() | 0x20) == 'j'))
    return parseComplex(text);
  if (text == "True" || text == "False")
    return RunNumber{text == "True"};
  bool negative = !text.empty() && text[0] == '-';
  if (negative || (!text.empty() && text[0] == '+'))
    text.remove_prefix(1);
  std::optional<std::string> plain = dropUnderscores(text);
  if (!plain || plain->empty())
    return std::nullopt;
  bool isInteger = isDigit((*plain)[0]);
  bool isPrefixed = plain->size() > 1 && (*plain)[0] == '0' &&
                    isIdentifierStart((*plain)[1]) &&
                    ((*plain)[1] | 0x20) != 'e';
  if (!isPrefixed)
    isInteger = plain->find_first_not_of("0123456789") == std::string::npos;
  return isInteger ? parseInteger(*plain, negative)
                   : parseFloat(*plain, negative);
}

std::optional<std::vector<std::int64_t>> parseShape(std::string_view text) {
  std::vector<std::int64_t> shape;
  if (text == "()")
    return shape;
  const char *at = text.data();
  const char *end = at + text.size();
  while (true) {
    std::int64_t extent = 0;
    auto [next, status] = std::from_chars(at, end, extent);
    if (status != std::errc() || extent < 0)
      return std::nullopt;
    shape.push_back(extent);
    if (next == end)
      return shape;
    if (*next != 'x')
      return std::nullopt;
    at = next + 1;
  }
}

namespace {

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
    return parseCall(std::move(*call), std::move(argument));
  std::optional<RunNumber> number = parseNumber(value);
  if (!number && isDottedName(value)) {
    argument.type = Type::none();
    argument.function = value;
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

std::string describeArray(const HostArray &array) {
  std::string text = std::string(array.dtypeText()) + " (";
  for (std::size_t axis = 0; axis < array.shape.size(); ++axis)
    text += (axis ? ", " : "") + std::to_string(array.shape[axis]);
  text += array.shape.size() == 1 ? ",) [" : ") [";
  constexpr std::int64_t shown = 3;
  std::int64_t size = array.size();
  for (std::int64_t i = 0; i < size; ++i) {
    if (i)
      text += ' ';
    if (size > 2 * shown && i == shown) {
      text += "... ";
      i = size - shown;
    }
    text += showValue(array.elementType(), array.element(i));
  }
  return text + "]";
}

} // namespace pyk2ptx
