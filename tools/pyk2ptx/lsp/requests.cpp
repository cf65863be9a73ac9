// Protocol.h has structures for most of these; they leave out what is asked for
// here (a diagnostic's code, UTF-16), and refuse texts that are no files.
#include "requests.h"

namespace pyk2ptx {

namespace json = llvm::json;

const json::Value *
Request::find(std::initializer_list<llvm::StringRef> names) const {
  const json::Value *at = &params;
  for (llvm::StringRef name : names) {
    const json::Object *object = at->getAsObject();
    at = object ? object->get(name) : nullptr;
    if (!at)
      return nullptr;
  }
  return at;
}

std::string Request::uri() const {
  const json::Value *uri = find({"textDocument", "uri"});
  std::optional<llvm::StringRef> text = uri ? uri->getAsString() : std::nullopt;
  return text ? text->str() : "";
}

static std::optional<llvm::lsp::Position>
readPosition(const json::Value *value) {
  json::Path::Root root;
  llvm::lsp::Position position;
  if (!value || !fromJSON(*value, position, root))
    return std::nullopt;
  return position;
}

std::optional<llvm::lsp::Range> readRange(const json::Value *value) {
  const json::Object *object = value ? value->getAsObject() : nullptr;
  if (!object)
    return std::nullopt;
  std::optional<llvm::lsp::Position> start = readPosition(object->get("start"));
  std::optional<llvm::lsp::Position> end = readPosition(object->get("end"));
  if (!start || !end)
    return std::nullopt;
  return llvm::lsp::Range(*start, *end);
}

std::optional<llvm::lsp::Position> Request::position() const {
  return readPosition(find({"position"}));
}

std::optional<llvm::lsp::Range> Request::range() const {
  return readRange(find({"range"}));
}

} // namespace pyk2ptx
