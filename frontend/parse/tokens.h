// Tokens: what the grammar check (grammar.h) reads. Private to parse.
#ifndef PYK2PTX_FRONTEND_PARSE_TOKENS_H
#define PYK2PTX_FRONTEND_PARSE_TOKENS_H

#include "frontend/messages/source.h"

#include <string>
#include <string_view>
#include <vector>

namespace pyk2ptx {

/// A syntax error before it is emitted; parse() keeps one a line.
struct SyntaxProblem {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string text;
  /// Another place that belongs to it: "`(` was opened here".
  std::string note;
  std::uint32_t noteBegin = 0;
  /// Of reporting, among problems at one place.
  std::uint32_t order = 0;
};

enum class TokenKind : std::uint8_t {
  Name,
  Keyword,
  Number,
  String,
  // f"text{x!r:>{w}}" is FStringStart, FStringText, Operator "{", the tokens
  // of the value, Operator ":", FStringText..., Operator "}", FStringEnd.
  FStringStart,
  FStringText,
  FStringEnd,
  Operator,
  Newline,
  Indent,
  Dedent,
  End,
  // Stands where a problem was reported; no grammar rule accepts it.
  Bad,
};

/// Names, keywords and operators of up to eight bytes as one integer, so that
/// comparing a token with a spelling is one instruction. Longer names are 0.
constexpr std::uint64_t tokenCode(std::string_view spelling) {
  if (spelling.size() > 8)
    return 0;
  std::uint64_t code = 0;
  for (char c : spelling)
    code = code << 8 | static_cast<unsigned char>(c);
  return code;
}

struct Token {
  std::uint64_t code = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  TokenKind kind = TokenKind::End;
};

struct TokenList {
  /// Ends with End; every logical line ends with Newline; Indent and Dedent
  /// are balanced.
  std::vector<Token> tokens;
  std::vector<SyntaxProblem> problems;
};

/// Reads all of `text`, whatever it holds.
[[nodiscard]] TokenList tokenize(std::string_view text);

/// As CPython: the 35 reserved words.
[[nodiscard]] bool isKeyword(std::string_view name);

} // namespace pyk2ptx

#endif
