// Whose object the value of an expression may be, or hold, by its text alone.
#ifndef PYK2PTX_FRONTEND_SCOPES_HELD_H
#define PYK2PTX_FRONTEND_SCOPES_HELD_H

#include "frontend/parse/syntax.h"

#include <string>
#include <vector>

namespace pyk2ptx {

/// A name whose object an expression may be or hold, or a call or an attribute
/// that may give one.
struct Held {
  const syntax::Expr *expr;
  /// Not a part of it, which is often a number.
  bool isWhole;
};

std::vector<Held> heldBy(const syntax::Expr &expr, bool isWhole = true);
/// Of `sorted(a)`, `a * 2`, `[*a]`: what has the elements that what is made
/// has.
std::vector<Held> copiedBy(const syntax::Expr &expr);
/// `a` of a.b[c], and of a.b(c)[d]: what holds the elements. Null when an
/// expression makes something new.
const syntax::Name *rootOf(const syntax::Expr &expr);
/// `c` of a.b.c and of c; "" of what has none.
std::string lastNameOf(const syntax::Expr &expr);
/// "jit" of @jit, @cuda.jit and @cuda.jit(...).
std::string decoratorName(const syntax::Expr &decorator);

} // namespace pyk2ptx

#endif
