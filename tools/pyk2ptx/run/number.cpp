// Python's spellings of numbers: ints of four bases, underscores between
// digits, floats, nan and inf, complex numbers.
#include "number.h"

#include <cctype>
#include <charconv>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

namespace pyk2ptx {

bool isIdentifierStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (c & 0x80);
}
bool isDigit(char c) { return c >= '0' && c <= '9'; }

namespace {

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

} // namespace

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

} // namespace pyk2ptx
