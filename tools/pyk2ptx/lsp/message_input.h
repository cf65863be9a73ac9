// Messages from the editor, by LLVM's interface.
#ifndef PYK2PTX_TOOLS_LSP_MESSAGE_INPUT_H
#define PYK2PTX_TOOLS_LSP_MESSAGE_INPUT_H

#include <llvm/Support/JSON.h>
#include <llvm/Support/LSP/Transport.h>

#include <deque>
#include <functional>
#include <string>

namespace pyk2ptx {

/// Reads all that has arrived before it gives the first of it, so that a
/// request can be cancelled while it waits, and tells when nothing has: what
/// follows from many changes is done once.
class MessageInput : public llvm::lsp::JSONTransportInput {
public:
  struct Events {
    /// Nothing waits to be handled.
    std::function<void()> idle;
    /// A request that waited is not to be answered but for that.
    std::function<void(const llvm::json::Value &id)> cancelled;
    /// What came is no message of the protocol.
    std::function<void(llvm::lsp::ErrorCode, const std::string &why)> refused;
    /// `wakeFile` has something while nothing else comes.
    std::function<void()> woken;
    std::function<int()> wakeFile;
  };
  MessageInput(int file, Events events)
      : file_(file), events_(std::move(events)) {}

  bool hasError() const override { return false; }
  bool isEndOfInput() const override { return ended_ && waiting_.empty(); }
  llvm::LogicalResult readStandardMessage(std::string &json) override;
  llvm::LogicalResult readDelimitedMessage(std::string &) override {
    return llvm::failure();
  }

private:
  struct Message {
    std::string text;
    /// Null of a notification.
    llvm::json::Value id;
  };
  bool hasMore() const;
  /// Waits for some bytes.
  void fill();
  /// Takes one whole message off the bytes; false when there is none.
  bool takeMessage();
  void accept(std::string text);
  void cancel(const llvm::json::Value &id);

  int file_;
  Events events_;
  std::string bytes_;
  std::deque<Message> waiting_;
  bool ended_ = false;
};

} // namespace pyk2ptx

#endif
