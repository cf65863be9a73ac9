// parse: text -> syntax tree.
#ifndef PYK2PTX_FRONTEND_PARSE_PARSE_H
#define PYK2PTX_FRONTEND_PARSE_PARSE_H

#include "frontend/messages/diagnostics.h"
#include "syntax.h"

#include <optional>

namespace pyk2ptx {

/// Reads a whole file. Null when `diagnostics` got an error: a syntax error
/// (every ERROR or MISSING node of tree-sitter, and what tree-sitter accepts
/// though Python does not), or nesting beyond `maxNesting`.
[[nodiscard]] std::optional<syntax::Module> parse(const Source &source,
                                                  Diagnostics &diagnostics);

/// Reads one expression, as in `--sig` or a signature string. `source` holds
/// nothing else.
[[nodiscard]] syntax::ExprPtr parseExpression(const Source &source,
                                              Diagnostics &diagnostics);

/// Expressions and blocks nested deeper than this are refused, because every
/// later phase walks the tree by recursion.
inline constexpr int maxNesting = 500;

} // namespace pyk2ptx

#endif
