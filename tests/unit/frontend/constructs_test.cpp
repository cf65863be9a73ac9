// Every kind of syntax node has a row in constructs.def, so that REFERENCE.md
// leaves none out: this file does not compile otherwise.
#include "frontend/parse/syntax.h"

#include <gtest/gtest.h>

#include <type_traits>
#include <variant>

namespace pyk2ptx {

template <class Node>
constexpr bool hasRow = false
#define STATEMENT(node, ...) || std::is_same_v<Node, syntax::node>
#define EXPRESSION(node, ...) || std::is_same_v<Node, syntax::node>
#define PATTERN(node, ...) || std::is_same_v<Node, syntax::node>
#include "frontend/tables/constructs.def"
#undef STATEMENT
#undef EXPRESSION
#undef PATTERN
    ;

template <class... Nodes>
constexpr bool allHaveRows(const std::variant<Nodes...> *) {
  return (hasRow<Nodes> && ...);
}

TEST(Constructs, EachNodeHasARow) {
  static_assert(
      allHaveRows(static_cast<decltype(syntax::Stmt::node) *>(nullptr)));
  static_assert(
      allHaveRows(static_cast<decltype(syntax::Expr::node) *>(nullptr)));
  static_assert(allHaveRows(
      static_cast<decltype(syntax::MatchPattern::node) *>(nullptr)));
  static_assert(!hasRow<syntax::Keyword>);
}

} // namespace pyk2ptx
