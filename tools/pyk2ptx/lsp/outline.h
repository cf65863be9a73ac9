// Where a file's functions and classes are.
#ifndef PYK2PTX_TOOLS_LSP_OUTLINE_H
#define PYK2PTX_TOOLS_LSP_OUTLINE_H

#include "frontend/evaluate/evaluate.h"
#include "frontend/parse/syntax.h"

#include <vector>

namespace pyk2ptx {

/// A definition; those in it are behind it.
struct Definition {
  /// One of the two.
  const syntax::FunctionDef *function = nullptr;
  const syntax::ClassDef *type = nullptr;
  /// From its name, or its `def`, to its end.
  SourceRange range;
  /// Its own.
  const Scope *scope = nullptr;
  int depth = 0;
};

/// In the order of the text.
[[nodiscard]] std::vector<Definition> outlineOf(const syntax::Module &module,
                                                const Scope &scope);

/// The scope of the code at `offset`.
[[nodiscard]] const Scope &scopeAt(const std::vector<Definition> &outline,
                                   const Scope &module, std::size_t offset);

} // namespace pyk2ptx

#endif
