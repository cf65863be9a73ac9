// What is written at a place of the text.
#ifndef PYK2PTX_TOOLS_LSP_NAMES_H
#define PYK2PTX_TOOLS_LSP_NAMES_H

#include "analysis.h"
#include "outline.h"

#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {

/// A name under the cursor.
struct NameAt {
  std::string name;
  SourceRange range;
  /// The Name, or the Attribute that ends with it; null where it is a
  /// definition's, a parameter's or an import's.
  const syntax::Expr *expr = nullptr;
  const Scope *scope = nullptr;
};
[[nodiscard]] std::optional<NameAt>
nameAt(const Analysis &analysis, const std::vector<Definition> &outline,
       std::size_t offset);

/// The expression of the whole file at `range`, of the kind that `accepts`
/// takes; the last that does.
[[nodiscard]] const syntax::Expr *
findExpr(const Analysis &analysis, const std::vector<Definition> &outline,
         const std::function<bool(const syntax::Expr &)> &accepts);

/// The innermost scope that binds a name and that code in `scope` sees; null
/// when none does.
[[nodiscard]] const Scope *ownerOf(const std::string &name, const Scope &scope);

/// What the name is, unless it is a variable of a function.
[[nodiscard]] Value valueOf(Analysis &analysis, const NameAt &name);

} // namespace pyk2ptx

#endif
