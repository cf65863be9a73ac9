// What is wrong with a file, as editors take it.
#ifndef PYK2PTX_TOOLS_LSP_FINDINGS_H
#define PYK2PTX_TOOLS_LSP_FINDINGS_H

#include "analysis.h"

#include <llvm/Support/JSON.h>

namespace pyk2ptx {

/// "file:///a/b.py" of a path.
[[nodiscard]] std::string uriOf(const std::string &path);
/// Where a finding is shown in the file: its own place, the import through
/// which another file came, or the comment that the command line is in.
[[nodiscard]] llvm::lsp::Range placeOf(const Analysis &analysis,
                                       const Diagnostic &message);
/// The protocol's Location of a place in this file, whose name is `uri`, or in
/// another.
[[nodiscard]] llvm::json::Value
locationOf(const Analysis &analysis, SourceRange range, const std::string &uri);
/// The protocol's Diagnostic.
[[nodiscard]] llvm::json::Value toJson(const Analysis &analysis,
                                       const Finding &finding,
                                       const std::string &uri);

} // namespace pyk2ptx

#endif
