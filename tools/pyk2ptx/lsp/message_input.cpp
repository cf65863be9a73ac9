// Each message has a head of lines, of which Content-Length counts, an empty
// line, and its text. LLVM's transport ends at a text that is no message, so
// these are answered here and go no further.
#include "message_input.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

#include <cerrno>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace pyk2ptx {

using llvm::StringRef;
using llvm::lsp::ErrorCode;

bool MessageInput::hasMore() const {
  pollfd wanted = {file_, POLLIN, 0};
  return !ended_ && poll(&wanted, 1, 0) > 0;
}

void MessageInput::fill() {
  pollfd both[] = {{file_, POLLIN, 0}, {events_.wakeFile(), POLLIN, 0}};
  if (poll(both, 2, -1) > 0 && both[0].revents == 0) {
    events_.woken();
    return;
  }
  char block[1 << 16];
  ssize_t count = 0;
  do
    count = read(file_, block, sizeof block);
  while (count < 0 && errno == EINTR);
  if (count <= 0)
    ended_ = true;
  else
    bytes_.append(block, static_cast<std::size_t>(count));
}

bool MessageInput::takeMessage() {
  constexpr std::size_t mostBytes = std::size_t(1) << 30;
  std::size_t end = bytes_.find("\r\n\r\n");
  if (end == std::string::npos)
    return false;
  std::size_t length = 0;
  bool isStated = false;
  for (StringRef rest = StringRef(bytes_).take_front(end); !rest.empty();) {
    auto [line, behind] = rest.split("\r\n");
    auto [name, value] = line.split(':');
    if (name.trim().equals_insensitive("content-length"))
      isStated = !value.trim().getAsInteger(10, length) && length <= mostBytes;
    rest = behind;
  }
  if (!isStated) {
    bytes_.erase(0, end + 4);
    events_.refused(ErrorCode::ParseError, "a message without Content-Length");
    return true;
  }
  if (bytes_.size() - end - 4 < length)
    return false;
  std::string text = bytes_.substr(end + 4, length);
  bytes_.erase(0, end + 4 + length);
  accept(std::move(text));
  return true;
}

void MessageInput::accept(std::string text) {
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(text);
  if (!parsed)
    return events_.refused(ErrorCode::ParseError,
                           llvm::toString(parsed.takeError()));
  const llvm::json::Object *object = parsed->getAsObject();
  const llvm::json::Value *id = object ? object->get("id") : nullptr;
  std::optional<StringRef> method =
      object ? object->getString("method") : std::nullopt;
  if (!object || object->getString("jsonrpc") != StringRef("2.0") ||
      (!method && !id))
    return events_.refused(ErrorCode::InvalidRequest,
                           "this is no message of JSON-RPC 2.0");
  if (method == StringRef("$/cancelRequest")) {
    const llvm::json::Object *params = object->getObject("params");
    if (const llvm::json::Value *of = params ? params->get("id") : nullptr)
      cancel(*of);
    return;
  }
  // An answer to a request of ours waits for nothing.
  bool isRequest = id && method;
  waiting_.push_back({std::move(text), isRequest ? *id : nullptr});
}

void MessageInput::cancel(const llvm::json::Value &id) {
  for (auto each = waiting_.begin(); each != waiting_.end(); ++each)
    if (each->id == id && each->id != nullptr) {
      waiting_.erase(each);
      return events_.cancelled(id);
    }
}

llvm::LogicalResult MessageInput::readStandardMessage(std::string &json) {
  constexpr std::size_t mostWaiting = 1000;
  while (true) {
    while (takeMessage())
      continue;
    bool isEnough = waiting_.size() >= mostWaiting;
    if (!isEnough && hasMore()) {
      fill();
      continue;
    }
    if (!waiting_.empty())
      break;
    if (ended_)
      return llvm::failure();
    events_.idle();
    fill();
  }
  json = std::move(waiting_.front().text);
  waiting_.pop_front();
  return llvm::success();
}

} // namespace pyk2ptx
