// Numbers, strings and characters of Python's lexical grammar. Private to
// parse.
#ifndef PYK2PTX_FRONTEND_PARSE_LITERALS_H
#define PYK2PTX_FRONTEND_PARSE_LITERALS_H

#include "frontend/messages/utf8.h"
#include "syntax.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace pyk2ptx {

inline bool isDigit(char c) { return c >= '0' && c <= '9'; }
/// Letters, digits, `_` and every byte of a character beyond ASCII.
inline bool isNameByte(char c) {
  return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

struct NumberScan {
  std::size_t length = 0;
  /// What is wrong with it, or null.
  const char *error = nullptr;
};
/// The number that `text` begins with.
[[nodiscard]] NumberScan scanNumber(std::string_view text);

/// The way out of a literal that is wrong for a suffix as C's, `1.0f`; else "".
[[nodiscard]] std::string withoutSuffix(std::string_view literal);

/// The node of a number that scanNumber accepted.
[[nodiscard]] decltype(syntax::Expr::node) numberNode(std::string_view text);

/// r, b, u, f, br, rb, fr, rf in any case.
[[nodiscard]] bool isStringPrefix(std::string_view text);

/// A string literal taken apart, whole or an f-string's.
struct StringParts {
  bool isRaw = false;
  bool isBytes = false;
  bool isFormatted = false;
  /// Without prefix and quotes.
  std::string_view body;
  std::size_t bodyOffset = 0;
};
[[nodiscard]] StringParts splitString(std::string_view literal);

struct EscapeError {
  /// Offset and length in the body.
  std::size_t begin = 0;
  std::size_t end = 0;
  /// Null when all is well.
  const char *text = nullptr;
};
/// Appends the body's value to `value`: escapes resolved (\N{...} kept as it
/// is written), line breaks as \n. In f-strings `{{` and `}}` become one.
EscapeError appendUnescaped(std::string_view body, const StringParts &parts,
                            std::string &value);

/// Spaces, punctuation, symbols and emoji; a rough table, for better messages
/// than tree-sitter's, which knows the exact one.
bool isNeverInNames(std::uint32_t codePoint);

} // namespace pyk2ptx

#endif
