// Syntax trees as bytes, for text whose tree is known when the compiler is
// built.
#ifndef PYK2PTX_FRONTEND_PARSE_PACKED_TREE_H
#define PYK2PTX_FRONTEND_PARSE_PACKED_TREE_H

#include "syntax.h"

#include <string>
#include <string_view>

namespace pyk2ptx {

/// All of the tree but its source, which is that of all its ranges.
std::string packTree(const syntax::Module &module);

/// The tree that `packTree` made these bytes of, with ranges in `source`. The
/// bytes come from the build, so wrong ones are an internal error.
syntax::Module unpackTree(std::string_view bytes, const Source &source);

} // namespace pyk2ptx

#endif
