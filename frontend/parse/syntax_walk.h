// The direct parts of an expression or a statement, for walks that look for
// names; the one place besides the printers that lists what each node holds.
#ifndef PYK2PTX_FRONTEND_PARSE_SYNTAX_WALK_H
#define PYK2PTX_FRONTEND_PARSE_SYNTAX_WALK_H

#include "syntax.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace pyk2ptx {

using OnExpr = std::function<void(const syntax::Expr &)>;
using OnBlock = std::function<void(const syntax::Block &)>;

/// The expressions and blocks of a statement itself, as they stand in it; a
/// nested function has none.
void forEachPart(const syntax::Stmt &stmt, const OnExpr &onExpr,
                 const OnBlock &onBlock);

/// Names that `body` reads or binds anywhere, nested functions included.
void collectNames(const syntax::Block &body, std::set<std::string> &names);
/// Targets of `:=` in `body`, not those of nested functions.
void collectWalrus(const syntax::Block &body, std::set<std::string> &names);
void collectWalrus(const syntax::Expr &expr, std::set<std::string> &names);
/// What a tuple or a list that is assigned to consists of; null: `target` is
/// none.
const std::vector<syntax::ExprPtr> *elementsOf(const syntax::Expr &target);
/// Names that a pattern of `match` binds.
void collectCaptures(const syntax::MatchPattern &pattern,
                     std::vector<std::string> &names);

/// An expression and all that are in it, lambdas' included.
void visitExprs(const syntax::Expr &expr, const OnExpr &visit);
/// The same of all statements, nested functions' included.
void visitExprs(const syntax::Block &body, const OnExpr &visit);

} // namespace pyk2ptx

#endif
