// Values of literals.
//
// Floats are read by from_chars, which rounds correctly; integers are
// accumulated in 64 bits with an overflow mark, since Python's have no bound.
#include "literals.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace pyk2ptx {

namespace {

int digitValue(char c) {
  if (isDigit(c))
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return 99;
}

/// Digits with single underscores between them; 0 when there are none.
std::size_t scanDigits(std::string_view text, std::size_t at, int base) {
  std::size_t begin = at;
  while (at < text.size()) {
    if (digitValue(text[at]) < base)
      ++at;
    else if (at > begin && text[at] == '_' && at + 1 < text.size() &&
             digitValue(text[at + 1]) < base)
      at += 2;
    else
      break;
  }
  return at - begin;
}

/// What may stand directly behind a number: `1if x else 2` is Python.
bool mayFollowNumber(std::string_view rest) {
  if (rest.empty() || !isNameByte(rest[0]))
    return true;
  // What is no letter is another token, or told as what it is.
  std::uint32_t at = 0;
  if (static_cast<unsigned char>(rest[0]) >= 0x80 &&
      isNeverInNames(decodeUtf8(rest, at)))
    return true;
  for (std::string_view word :
       {"and", "else", "for", "if", "in", "is", "not", "or"}) {
    if (rest.starts_with(word) &&
        (rest.size() == word.size() || !isNameByte(rest[word.size()])))
      return true;
  }
  return false;
}

NumberScan finishNumber(std::string_view text, std::size_t at,
                        const char *error) {
  bool good = mayFollowNumber(text.substr(at));
  if (!good)
    while (at < text.size() && isNameByte(text[at]))
      ++at;
  return {at, good ? nullptr : error};
}

NumberScan scanPrefixed(std::string_view text, int base, const char *error) {
  std::size_t at = 2;
  if (text.size() > 2 && text[2] == '_')
    ++at;
  std::size_t digits = scanDigits(text, at, base);
  NumberScan scan = finishNumber(text, at + digits, error);
  if (digits == 0)
    scan.error = error;
  return scan;
}

} // namespace

NumberScan scanNumber(std::string_view text) {
  if (text.size() > 1 && text[0] == '0') {
    switch (text[1] | 0x20) {
    case 'x':
      return scanPrefixed(text, 16, "invalid hexadecimal literal");
    case 'o':
      return scanPrefixed(text, 8, "invalid octal literal");
    case 'b':
      return scanPrefixed(text, 2, "invalid binary literal");
    }
  }
  std::size_t at = scanDigits(text, 0, 10);
  std::string_view whole = text.substr(0, at);
  bool isFloat = false;
  if (at < text.size() && text[at] == '.') {
    isFloat = true;
    ++at;
    at += scanDigits(text, at, 10);
  }
  if (at < text.size() && (text[at] | 0x20) == 'e') {
    std::size_t exponent = at + 1;
    if (exponent < text.size() &&
        (text[exponent] == '+' || text[exponent] == '-'))
      ++exponent;
    if (std::size_t digits = scanDigits(text, exponent, 10)) {
      isFloat = true;
      at = exponent + digits;
    }
  }
  if (at < text.size() && (text[at] | 0x20) == 'j') {
    isFloat = true;
    ++at;
  }
  NumberScan scan = finishNumber(text, at, "invalid decimal literal");
  if (!isFloat && !scan.error && whole.size() > 1 && whole[0] == '0' &&
      whole.find_first_not_of("0_") != whole.npos)
    scan.error = "leading zeros in a decimal integer; octal is written `0o`";
  return scan;
}

std::string withoutSuffix(std::string_view literal) {
  static constexpr std::pair<std::string_view, std::string_view> suffixes[] = {
      {"f", "float32"}, {"u", "uint32"}, {"ul", "uint64"}, {"ull", "uint64"},
      {"l", "int64"},   {"ll", "int64"}, {"d", "float64"}};
  std::size_t at = literal.find_last_of("0123456789.") + 1;
  std::string suffix;
  for (char c : literal.substr(at))
    suffix += static_cast<char>(c | 0x20);
  std::string number(literal.substr(0, at));
  NumberScan scan = scanNumber(number);
  bool isNumber = scan.length == number.size() && !scan.error;
  for (auto [spelling, type] : suffixes)
    if (suffix == spelling && isNumber)
      return "; numbers have no suffix: write `" + number + "`, or `np." +
             std::string(type) + "(" + number + ")`";
  return "";
}

decltype(syntax::Expr::node) numberNode(std::string_view text) {
  std::string digits;
  for (char c : text)
    if (c != '_')
      digits += c;
  int base = 10;
  if (digits.size() > 2 && digits[0] == '0') {
    int letter = digits[1] | 0x20;
    base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 10;
  }
  bool isImaginary = base == 10 && (digits.back() | 0x20) == 'j';
  if (base == 10 &&
      (isImaginary || digits.find_first_of(".eE") != digits.npos)) {
    double value = 0;
    std::from_chars_result read =
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
    // Out of range: strtod tells infinity from zero.
    if (read.ec == std::errc::result_out_of_range)
      value = std::strtod(digits.c_str(), nullptr);
    if (isImaginary)
      return syntax::ImaginaryLiteral{value};
    return syntax::FloatLiteral{value};
  }
  syntax::IntLiteral literal;
  for (std::size_t i = base == 10 ? 0 : 2; i < digits.size(); ++i) {
    auto digit = static_cast<std::uint64_t>(digitValue(digits[i]));
    auto factor = static_cast<std::uint64_t>(base);
    if (literal.value > (UINT64_MAX - digit) / factor)
      literal.tooLarge = true;
    literal.value = literal.value * factor + digit;
  }
  if (literal.tooLarge)
    literal.value = UINT64_MAX;
  return literal;
}

bool isStringPrefix(std::string_view text) {
  if (text.empty() || text.size() > 2)
    return false;
  std::string lower;
  for (char c : text)
    lower += static_cast<char>(c | 0x20);
  for (std::string_view prefix : {"r", "b", "u", "f", "br", "rb", "fr", "rf"})
    if (lower == prefix)
      return true;
  return false;
}

StringParts splitString(std::string_view literal) {
  StringParts parts;
  std::size_t at = 0;
  for (; at < literal.size() && literal[at] != '"' && literal[at] != '\'';
       ++at) {
    char c = static_cast<char>(literal[at] | 0x20);
    parts.isRaw |= c == 'r';
    parts.isBytes |= c == 'b';
    parts.isFormatted |= c == 'f';
  }
  std::string_view quoted = literal.substr(at);
  std::size_t quotes =
      quoted.size() >= 6 && quoted[1] == quoted[0] && quoted[2] == quoted[0]
          ? 3
          : 1;
  parts.bodyOffset = at + quotes;
  if (quoted.size() >= 2 * quotes)
    parts.body = quoted.substr(quotes, quoted.size() - 2 * quotes);
  return parts;
}

namespace {

struct Unescaper {
  std::string_view body;
  const StringParts &parts;
  std::string &value;
  std::size_t at = 0;
  EscapeError error = {};

  void run() {
    while (at < body.size() && !error.text) {
      char c = body[at];
      if (c == '\\' && !parts.isRaw && at + 1 < body.size()) {
        escape();
      } else if (c == '\r') {
        at += at + 1 < body.size() && body[at + 1] == '\n' ? 2 : 1;
        value += '\n';
      } else {
        if (parts.isFormatted && (c == '{' || c == '}') &&
            at + 1 < body.size() && body[at + 1] == c)
          ++at;
        if (parts.isBytes && static_cast<unsigned char>(c) >= 0x80)
          error = {at, at, "bytes can only hold ASCII characters"};
        value += c;
        ++at;
      }
    }
  }

  void escape() {
    char c = body[at + 1];
    static constexpr std::string_view from = "\\'\"abfnrtv";
    static constexpr std::string_view to = "\\'\"\a\b\f\n\r\t\v";
    if (std::size_t i = from.find(c); i != from.npos) {
      value += to[i];
      at += 2;
    } else if (c == '\n') {
      at += 2;
    } else if (c == '\r') {
      at += at + 2 < body.size() && body[at + 2] == '\n' ? 3 : 2;
    } else if (c >= '0' && c <= '7') {
      octal();
    } else if (c == 'x') {
      hexadecimal(2, "truncated `\\xXX` escape");
    } else if (c == 'u' && !parts.isBytes) {
      hexadecimal(4, "truncated `\\uXXXX` escape");
    } else if (c == 'U' && !parts.isBytes) {
      hexadecimal(8, "truncated `\\UXXXXXXXX` escape");
    } else if (c == 'N' && !parts.isBytes) {
      named();
    } else {
      // Python keeps an unknown escape as it is.
      value += '\\';
      ++at;
    }
  }

  void octal() {
    unsigned code = 0;
    std::size_t end = at + 1;
    for (; end < body.size() && end < at + 4 && body[end] >= '0' &&
           body[end] <= '7';
         ++end)
      code = code * 8 + static_cast<unsigned>(body[end] - '0');
    put(code & (parts.isBytes ? 0xffu : 0x1ffu));
    at = end;
  }

  void hexadecimal(std::size_t digits, const char *truncated) {
    std::uint32_t code = 0;
    std::size_t end = at + 2;
    for (; end < body.size() && end < at + 2 + digits &&
           digitValue(body[end]) < 16;
         ++end)
      code = code << 4 | static_cast<std::uint32_t>(digitValue(body[end]));
    if (end != at + 2 + digits)
      error = {at, end, truncated};
    else if (code > 0x10ffff)
      error = {at, end, "no Unicode character has this number"};
    else
      put(code);
    at = end;
  }

  void named() {
    std::size_t close = body.find('}', at);
    if (at + 2 >= body.size() || body[at + 2] != '{' || close == body.npos ||
        close == at + 3) {
      error = {at, at + 2, "malformed `\\N{...}` escape"};
      return;
    }
    value += body.substr(at, close + 1 - at);
    at = close + 1;
  }

  void put(std::uint32_t code) {
    if (parts.isBytes)
      value += static_cast<char>(code);
    else
      appendUtf8(code, value);
  }
};

} // namespace

EscapeError appendUnescaped(std::string_view body, const StringParts &parts,
                            std::string &value) {
  Unescaper unescaper{body, parts, value};
  unescaper.run();
  return unescaper.error;
}

bool isNeverInNames(std::uint32_t codePoint) {
  static constexpr std::pair<std::uint32_t, std::uint32_t> ranges[] = {
      {0x80, 0xa9},     {0xab, 0xb4},     {0xb6, 0xb6},       {0xb8, 0xb9},
      {0xbb, 0xbf},     {0xd7, 0xd7},     {0xf7, 0xf7},       {0x2000, 0x203e},
      {0x2041, 0x2053}, {0x2055, 0x2070}, {0x20a0, 0x20cf},   {0x2190, 0x2bff},
      {0x3000, 0x3004}, {0x3008, 0x3020}, {0xe000, 0xf8ff},   {0xfeff, 0xfeff},
      {0xff01, 0xff0f}, {0xff1a, 0xff20}, {0xff3b, 0xff3e},   {0xff40, 0xff40},
      {0xff5b, 0xff65}, {0xfff0, 0xffff}, {0x1f000, 0x1faff},
  };
  for (auto [first, last] : ranges)
    if (codePoint >= first && codePoint <= last)
      return true;
  return false;
}

} // namespace pyk2ptx
