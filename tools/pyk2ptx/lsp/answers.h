// What editors ask of a text, each a function of the text and a place; JSON as
// the protocol has it, null where there is nothing to tell.
#ifndef PYK2PTX_TOOLS_LSP_ANSWERS_H
#define PYK2PTX_TOOLS_LSP_ANSWERS_H

#include "document.h"
#include "requests.h"

#include <llvm/Support/JSON.h>

namespace pyk2ptx {

[[nodiscard]] llvm::json::Value hover(Document &document,
                                      const Request &request);
[[nodiscard]] llvm::json::Value complete(Document &document,
                                         const Request &request);
[[nodiscard]] llvm::json::Value definition(Document &document,
                                           const Request &request);
[[nodiscard]] llvm::json::Value symbols(Document &document,
                                        const Request &request);
[[nodiscard]] llvm::json::Value fixes(Document &document,
                                      const Request &request);
[[nodiscard]] llvm::json::Value inlayHints(Document &document,
                                           const Request &request);

/// The kernels whose machine code can be told of.
[[nodiscard]] llvm::json::Value codeLenses(Document &document,
                                           const Request &request);

} // namespace pyk2ptx

#endif
