// The syntax tree as text: `--emit=syntax`.
#ifndef PYK2PTX_FRONTEND_PARSE_PRINT_SYNTAX_H
#define PYK2PTX_FRONTEND_PARSE_PRINT_SYNTAX_H

#include "syntax.h"

#include <string>

namespace pyk2ptx {

/// One node a line, children indented by two, `Kind detail @line:column`.
std::string printSyntax(const syntax::Module &module);
/// An expression as Python would spell it, fully parenthesised where needed;
/// for messages.
std::string spell(const syntax::Expr &expr);

} // namespace pyk2ptx

#endif
