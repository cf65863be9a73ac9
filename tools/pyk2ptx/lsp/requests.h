// What editors ask, read out of JSON by name; a part that is not there has no
// value.
#ifndef PYK2PTX_TOOLS_LSP_REQUESTS_H
#define PYK2PTX_TOOLS_LSP_REQUESTS_H

#include <llvm/Support/JSON.h>
#include <llvm/Support/LSP/Protocol.h>

#include <optional>
#include <string>

namespace pyk2ptx {

struct Request {
  llvm::json::Value params = nullptr;

  /// params.a.b, null when there is none.
  const llvm::json::Value *
  find(std::initializer_list<llvm::StringRef> names) const;
  /// textDocument.uri
  std::string uri() const;
  std::optional<llvm::lsp::Position> position() const;
  std::optional<llvm::lsp::Range> range() const;
};

/// Any text is taken.
inline bool fromJSON(const llvm::json::Value &value, Request &request,
                     llvm::json::Path) {
  request.params = value;
  return true;
}

[[nodiscard]] std::optional<llvm::lsp::Range>
readRange(const llvm::json::Value *value);

} // namespace pyk2ptx

#endif
