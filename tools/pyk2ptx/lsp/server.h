// The server: which texts are open, and what is answered of them.
#ifndef PYK2PTX_TOOLS_LSP_SERVER_H
#define PYK2PTX_TOOLS_LSP_SERVER_H

#include "code_facts.h"
#include "document.h"
#include "requests.h"

#include <llvm/Support/LSP/Transport.h>

#include <functional>
#include <map>
#include <string>

namespace pyk2ptx {

class Server {
public:
  explicit Server(llvm::lsp::JSONTransport &transport);
  ~Server();
  /// The handlers for the transport's loop.
  llvm::lsp::MessageHandler &handler() { return handler_; }
  /// Nothing waits: tells what is wrong with the texts that changed.
  void onIdle();
  /// Answers that take long, as they come.
  int wakeFile() const { return code_.wakeFile(); }
  void onWake() { code_.tellAnswers(); }
  bool isShutDown() const { return isShutDown_; }

private:
  using Reply = llvm::lsp::Callback<llvm::json::Value>;
  /// What is asked of an open text; null is no answer.
  using Answer = std::function<llvm::json::Value(Document &, const Request &)>;

  void onInitialize(const Request &request, Reply reply);
  void onShutdown(const Request &request, Reply reply);
  void onOpen(const Request &request);
  void onChange(const Request &request);
  void onClose(const Request &request);
  void onSettings(const Request &request);
  void onSaved(const Request &request);
  /// A lens gets its text when it is seen.
  void onLens(const Request &request, Reply reply);
  void ignore(const Request &) {}

  /// Registers a request on a text.
  void answer(llvm::StringLiteral method, Answer answer);
  void readSettings(const llvm::json::Value *options);
  void changed(Document &document);
  /// Brings document.analysis up to date.
  void analyze(Document &document);
  OpenTexts openTexts() const;
  void publish(const Document &document, llvm::json::Array findings);
  void tell(Document &document);

  llvm::lsp::MessageHandler handler_;
  llvm::lsp::OutgoingNotification<llvm::json::Value> publish_;
  struct Asked;
  std::vector<std::unique_ptr<Asked>> asked_;
  Settings settings_;
  std::map<std::string, Document> documents_;
  bool isInitialized_ = false, isShutDown_ = false;
  /// Its thread ends before all else.
  CodeFacts code_;
};

} // namespace pyk2ptx

#endif
