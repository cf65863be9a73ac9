// Is it Python? The grammar check over tokens. Private to parse.
#ifndef PYK2PTX_FRONTEND_PARSE_GRAMMAR_H
#define PYK2PTX_FRONTEND_PARSE_GRAMMAR_H

#include "tokens.h"

#include <optional>
#include <utility>

namespace pyk2ptx {

struct GrammarCheck {
  /// Sorted by place, at most one a line; the tokenizer's among them.
  std::vector<SyntaxProblem> problems;
  /// Begin and end of every annotation, in order, but those that begin with
  /// `*`.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> annotations;
  /// Where nesting beyond maxNesting was first met.
  std::optional<std::uint32_t> tooDeepAt;
};

/// A whole file.
[[nodiscard]] GrammarCheck checkGrammar(std::string_view text);
/// One expression and nothing else.
[[nodiscard]] GrammarCheck checkExpressionGrammar(std::string_view text);

} // namespace pyk2ptx

#endif
