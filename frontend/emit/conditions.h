// Under which conditions a name is set, so that reading it under the same is no
// matter for a warning:
//
//   if verbose: start = x[i]
//   ...
//   if verbose: y[i] = x[i] - start
#ifndef PYK2PTX_FRONTEND_EMIT_CONDITIONS_H
#define PYK2PTX_FRONTEND_EMIT_CONDITIONS_H

#include "frontend/parse/syntax.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pyk2ptx {

/// A condition as it is written, which holds, or does not: the same wherever
/// none of its names is assigned between.
struct Literal {
  std::string text;
  bool holds = true;
  std::set<std::string> names;
  friend bool operator==(const Literal &a, const Literal &b) {
    return a.holds == b.holds && a.text == b.text;
  }
};
/// All of them hold.
using Literals = std::vector<Literal>;
/// Any of these does; empty: nobody knows.
using Ways = std::vector<Literals>;

/// What is known to hold where `condition` is, or is not, true. `isLocal`
/// tells the function's own names. Sets `isAll` to whether `condition` is, or
/// is not, true wherever all of that holds.
[[nodiscard]] Literals
literalsOf(const syntax::Expr &condition, bool holds,
           const std::function<bool(const std::string &)> &isLocal,
           bool &isAll);

/// The ways to be set behind a branch of which one side is taken where
/// `literals` hold; nullopt: it is set on that side in any case.
void addWays(Ways &to, const std::optional<Ways> &side,
             const Literals &literals);
/// Where paths meet of which nobody knows which is taken; nullopt: it is set
/// there in any case.
[[nodiscard]] Ways commonWays(const std::optional<Ways> &one,
                              const std::optional<Ways> &other);
/// Whether `held` is enough.
[[nodiscard]] bool isAnyHeld(const Ways &ways, const Literals &held);

} // namespace pyk2ptx

#endif
