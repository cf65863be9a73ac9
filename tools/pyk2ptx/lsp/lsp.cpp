// The command: LLVM's transport between standard input and output, and the
// server behind it.
#include "lsp.h"

#include "message_input.h"
#include "server.h"

#include <llvm/Support/raw_ostream.h>

#include <csignal>
#include <cstdio>
#include <optional>
#include <string_view>
#include <unistd.h>

namespace pyk2ptx {

static const char usage[] =
    "usage: pyk2ptx lsp\n\nA language server on standard input and output, for "
    "editors: messages as one\ntypes, types, completion, definitions. The "
    "command to give to an editor is `pyk2ptx lsp`;\neditors/README.md has the "
    "lines for Neovim, Emacs and Visual Studio Code.\n";

int lspCommand(int argc, const char *const *argv) {
  constexpr int statusUsage = 2;
  std::string_view first = argc ? argv[0] : "";
  bool isHelp = argc == 1 && (first == "--help" || first == "-h");
  // Some editors say how to talk to it.
  if (argc > 1 || (argc == 1 && first != "--stdio")) {
    std::fputs(usage, isHelp ? stdout : stderr);
    return isHelp ? 0 : statusUsage;
  }
  // An editor that is gone is seen at the end of its input.
  std::signal(SIGPIPE, SIG_IGN);
  std::optional<Server> server;
  std::optional<llvm::lsp::JSONTransport> transport;
  MessageInput::Events events;
  events.idle = [&] { server->onIdle(); };
  events.cancelled = [&](const llvm::json::Value &id) {
    transport->reply(id,
                     llvm::make_error<llvm::lsp::LSPError>(
                         "cancelled", llvm::lsp::ErrorCode::RequestCancelled));
  };
  events.refused = [&](llvm::lsp::ErrorCode code, const std::string &why) {
    transport->reply(nullptr, llvm::make_error<llvm::lsp::LSPError>(why, code));
  };
  events.woken = [&] { server->onWake(); };
  events.wakeFile = [&] { return server->wakeFile(); };
  transport.emplace(
      std::make_unique<MessageInput>(STDIN_FILENO, std::move(events)),
      llvm::outs());
  server.emplace(*transport);
  llvm::lsp::Logger::setLogLevel(llvm::lsp::Logger::Level::Error);
  llvm::Error ended = transport->run(server->handler());
  llvm::consumeError(std::move(ended));
  return server->isShutDown() ? 0 : 1;
}

} // namespace pyk2ptx
